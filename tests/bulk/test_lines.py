"""The compiled reader of lines says what the reader of all notations says, or leaves it to it."""

import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import numpy as np
import pytest
from command_line import run
from hypothesis import example, given
from hypothesis import strategies as st
from well_known import CLASH, EASY, EASY_SOLVED, EIGHTEEN

from cpsudoku import (
    BackendError,
    FormatError,
    OptionError,
    backends,
    classic,
    formats,
    solve_many,
    verify,
)
from cpsudoku.bulk import answers, arrays, asking, briefly, lines
from cpsudoku.bulk.asking import Question
from cpsudoku.bulk.briefly import WrittenAnswers
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.result import Limits
from cpsudoku.tables import buffer, forms, reading
from cpsudoku.tables.kinds import TABLES

_native = pytest.importorskip("cpsudoku._native")

LOOSE = EASY[:60] + "." * 21
WRONG = EASY_SOLVED[1] + EASY_SOLVED[0] + EASY_SOLVED[2:]
IMPOSSIBLE = EASY[:2] + "1" + EASY[3:]

PUZZLES = [
    EASY,
    EASY.replace(".", "0"),
    EASY.replace(".", "*"),
    EASY_SOLVED,
    EASY + " 1.5 # easy",
    EASY + "," + EASY_SOLVED,
    EASY + ";x," + WRONG + ",y",
    EASY + " " + EASY_SOLVED + "1 '" + EASY_SOLVED + "'",
    EASY + ";é ö",
    CLASH,
    IMPOSSIBLE,
]
OTHERS = [
    EASY + " é" + "1" * 80,
    "",
    "  \t",
    "\x0c",
    "# comment",
    "## \u2028Rough",
    "#rules",
    EASY + "x",
    EASY + "\x1f",
    " " + EASY,
    EASY[:80],
    EASY[:80] + "x",
    "nonsense",
    "123 456",
    EIGHTEEN,
    f"001: {EASY}",
    "\ufeff" + EASY,
]
ENDS = ["\n", "\n", "\n", "\r\n", "\r"]


def lines_of(pieces: list[str]) -> st.SearchStrategy[str]:
    numbered = st.tuples(st.sampled_from(pieces), st.sampled_from(ENDS))
    joined = st.lists(numbered, max_size=12).map(lambda lines: "".join(map("".join, lines)))
    return st.tuples(joined, st.sampled_from(["", EASY, "# end", EASY[:50], EASY + "\r"])).map(
        "".join
    )


texts = lines_of(PUZZLES + OTHERS)


def understood(data: bytes) -> tuple[int, int, bool, bytes, list[tuple[int, int, int, int | None]]]:
    groups = verify.verifier(classic())
    assert groups is not None
    found: tuple[int, int, bool, bytes, list[tuple[int, int, int, int | None]]] = (
        _native.LinePool(verdict=True, source=b"x", threads=1, groups=groups)
        .begin(data, len(data), final=True, first_line=1)
        .result()[:5]
    )
    return found


@given(texts)
def test_the_lines_understood_hold_the_puzzles_that_the_other_reader_finds(text: str) -> None:
    data = text.encode()
    end, lines, stopped, answer, gaps = understood(data)
    known = data[:end].decode()
    assert stopped == (end < len(data))
    assert lines == known.count("\n") + (known[-1:] not in {"", "\n"})
    *records, _ = formats.read(io.StringIO(f"{known}\n{EASY}"), format="line")
    places = [int(line.split(b":")[1]) for line in answer.splitlines()]
    assert sorted(places + [line for _, line, *_ in gaps]) == [record.line for record in records]


def alike(name: str, text: str, command: str, options: list[str]) -> None:
    """Require that a file is answered as without the compiled reader."""
    with TemporaryDirectory() as directory, pytest.MonkeyPatch.context() as patch:
        path = Path(directory, name)
        path.write_bytes(text.encode())
        fast = run(command, path, *options)
        patch.setattr(answers, "can_be_compiled", lambda *_: False)
        slow = run(command, path, *options)
    assert (fast.status, fast.err) == (slow.status, slow.err)
    assert fast.out == slow.out


COMMANDS = st.sampled_from(
    [
        (command, [*options, *more])
        for command, options in (("check", []), ("solve", []), ("count", ["-n", "9"]))
        for more in ([], ["--skip-bad"])
    ]
)


@given(texts, COMMANDS)
def test_files_are_answered_as_without_the_compiled_reader(
    text: str, command: tuple[str, list[str]]
) -> None:
    alike("puzzles.txt", text, *command)


def test_rules_in_a_comment_hold_for_the_puzzles_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "mixed.txt"
    path.write_text(f"{EASY}\n# rules: 9+diagonals\n{EASY}\n{EASY}\n")
    ran = run("check", path)
    verdicts = [line.rpartition(": ")[2] for line in ran.lines]
    assert verdicts == ["unique", "none", "none"]


def long_text(mix: list[str], number: int) -> str:
    return "".join(f"{mix[i * i % len(mix)]}\n" for i in range(number))


@pytest.mark.parametrize(
    ("question", "known"),
    [
        (Question(Limits(solutions=1)), True),
        (Question(Limits(solutions=2)), True),
        (Question(Limits(solutions=2), "bitboard"), True),
        (Question(Limits(solutions=2), "dlx"), False),
        (Question(Limits(solutions=2), "bitboard", {"presolve": "singles"}), False),
        (Question(Limits(solutions=1), is_random=True), False),
        (Question(Limits(solutions=1, seconds=1)), False),
        (Question(Limits(solutions=3)), False),
        (Question(Limits(solutions=None)), False),
    ],
)
def test_compiled_code_answers_only_what_it_knows(question: Question, known: bool) -> None:
    shared = asking.of_search(question)
    assert asking.can_be_compiled(PuzzleStream(["-"]), shared) == known
    assert not asking.can_be_compiled(PuzzleStream(["-"], rules="9"), shared)
    assert not asking.can_be_compiled(PuzzleStream(["-"], notation="line"), shared)


def test_compiled_code_answers_nothing_where_it_cannot_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OptionError("no such width")

    question = asking.of_search(Question(Limits(solutions=2)))
    with monkeypatch.context() as patch:
        patch.setattr(backends, "engine", refused)
        assert not asking.can_be_compiled(PuzzleStream(["-"]), question)
    monkeypatch.setattr(verify, "verifier", lambda _: None)
    assert not asking.can_be_compiled(PuzzleStream(["-"]), question)


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("command", "number"),
    [
        (["check"], 1000),
        (["solve"], 1000),
        (["count", "-n", "9"], 1000),
        (["explain-conflict"], 200),  # milliseconds each where it is not compiled
    ],
)
def test_long_files_are_answered_as_without_the_compiled_reader(
    command: list[str], number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buffer, "SIZE", 1 << 13)
    path = tmp_path / "long.txt"
    path.write_text(EASY + "\n" + long_text(PUZZLES + OTHERS + [EASY] * 40, number))
    fast = run(*command, path, path, EASY, "--skip-bad")
    monkeypatch.setattr(answers, "can_be_compiled", lambda *_: False)
    slow = run(*command, path, path, EASY, "--skip-bad")
    assert fast == slow


def test_rules_that_an_answer_states_are_ended_for_the_lines_of_the_next_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "ALONE", 1)
    monkeypatch.setattr(asking, "ARRAY_SECONDS", 1000)
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    monkeypatch.setattr(buffer, "SIZE", 90)
    first.write_text(f"{EASY} {'x' * 90}\n# rules: 9+diagonals\n{'.' * 81}\n")
    second.write_text(f"{EASY}\n")
    *_, stated, solution = run("solve", first, second).lines
    assert (stated, solution) == ("# rules: 9", EASY_SOLVED)


def test_two_solutions_are_shown_as_for_a_puzzle_alone(tmp_path: Path) -> None:
    path = tmp_path / "loose.txt"
    path.write_text(f"{EASY}\n{LOOSE}\n")
    alone = run("check", LOOSE)
    assert alone.out.startswith("multiple: ")
    assert run("check", path).lines[1] == f"{path}:2: {alone.out.strip()}"


def test_of_several_solutions_a_file_gets_the_one_that_a_puzzle_alone_gets(tmp_path: Path) -> None:
    loose = [EASY[:k] + "." * (81 - k) for k in range(0, 60, 6)]
    path = tmp_path / "loose.txt"
    path.write_text("".join(f"{puzzle}\n" for puzzle in loose))
    assert run("solve", path).lines == [run("solve", puzzle).lines[-1] for puzzle in loose]


def test_lines_and_threads_make_no_difference_to_arrays() -> None:
    puzzles = [EASY, LOOSE, IMPOSSIBLE, EASY + " 1.5", EASY.replace(".", "_")] * 100
    rows = np.array(
        [[int(c) if c.isdigit() else 0 for c in text[:81]] for text in puzzles], dtype=np.uint8
    )
    expected = solve_many(rows)
    for form in (puzzles, "\n".join(puzzles).encode(), ("\r\n".join(puzzles) + "\r\n").encode()):
        for threads in (1, 3):
            batch = solve_many(form, threads=threads)
            assert batch.counts.tolist() == expected.counts.tolist()
            assert batch.solutions.tolist() == expected.solutions.tolist()


@pytest.mark.parametrize("bad", [EASY[:80], EASY[:80] + "x", "", "# words"])
@pytest.mark.parametrize("place", [0, 3, 9])
def test_a_malformed_record_is_named(bad: str, place: int) -> None:
    puzzles = [EASY] * 10
    puzzles[place] = bad
    for form in (puzzles, ("\n".join(puzzles) + "\n").encode()):
        with pytest.raises(FormatError) as caught:
            solve_many(form)
        assert caught.value.line == place + 1
        with pytest.raises(FormatError) as caught:
            list(arrays.solve_stream(form, chunk=4))
        assert caught.value.line == place + 1


def test_a_stream_gives_the_answers_in_order_without_reading_ahead() -> None:
    taken = []

    def puzzles() -> Iterator[str]:
        for puzzle in [EASY, LOOSE, IMPOSSIBLE] * 4:
            taken.append(puzzle)
            yield puzzle

    stream = arrays.solve_stream(puzzles(), chunk=3)
    assert next(stream).counts.tolist() == [1, 2, 0]
    assert len(taken) == 3
    assert [batch.counts.tolist() for batch in stream] == [[1, 2, 0]] * 3


ROWS = [
    f"1,{EASY},{EASY_SOLVED},x",
    f"2,{EASY},{WRONG},x",
    f"3,{EASY},,x",
    f"4,{EASY}",
    f'"5","{EASY}","{EASY_SOLVED}","x"',
    f"6, {EASY} ,\t{EASY_SOLVED} ,é",
    f"7,{CLASH},{EASY_SOLVED},x",
    f"8,{LOOSE},{EASY_SOLVED},x",
    f"9,{IMPOSSIBLE},,",
]
OTHER_ROWS = [
    "",
    " \t",
    "# comment",
    "# rules: 9+diagonals",
    "\x0c# comment,2",
    "10",
    f"11,{EASY[:80]},",
    f"12,{EASY}x,",
    f'13,"{EASY}"x,',
    f'14,{EASY},,"two\nlines"',
    f'15,{EASY},,"open',
    f'16,{EASY},,say ""x""',
    f"17,{EASY},{EASY},",
    f"18,{EASY},{EASY_SOLVED[:80]},",
    "19,1.............4.,,",
]
OBJECTS = [
    f'{{"puzzle": "{EASY}", "solution": "{EASY_SOLVED}"}}',
    f'{{"puzzle": "{EASY}", "solution": "{WRONG}"}}',
    f'{{"id": -1.5e3, "tags": [1, {{"a": null}}, []], "quiz":"{EASY}"}} ',
    f'{{ "puzzle" : "{CLASH}" , "label" : "é" }}',
    f'{{"puzzle": "{LOOSE}"}}',
    f'{{"puzzle": "{IMPOSSIBLE}", "ok": true}}',
]
OTHER_OBJECTS = [
    "",
    "# comment",
    "# rules: 9+diagonals",
    f'{{"puzzle": "{EASY}", "rules": "9+diagonals"}}',
    f'{{"puzzle": "{EASY}", "puzzle": "{EASY_SOLVED}"}}',
    f'{{"puzzle": "{EASY}", "quiz": "{EASY_SOLVED}"}}',
    f'{{"puzzle": "{EASY}", "solution": null}}',
    f'{{"puzzle": "{EASY}", "label": "\\u0041"}}',
    f'{{"puzzle": "{EASY}", "id": 01}}',
    f'{{"puzzle": "{EASY}", "id": 1,}}',
    f'{{"puzzle":\n "{EASY}"}}',
    f'{{"puzzle": "{EASY}"}} {{"puzzle": "{EASY}"}}',
    f'{{"puzzle": "{EASY}"',
    f'"{EASY}"',
    '{"puzzle": "1.............4."}',
    "{}",
    "nonsense",
]
HEADER = "id,quizzes,solutions,note\n"


@given(lines_of(ROWS + OTHER_ROWS), COMMANDS)
def test_tables_are_answered_as_without_the_compiled_reader(
    text: str, command: tuple[str, list[str]]
) -> None:
    alike("puzzles.csv", HEADER + text, *command)


@given(lines_of(OBJECTS + OTHER_OBJECTS), COMMANDS)
@example("\n".join([OBJECTS[0], f"{OBJECTS[0]}\r{OBJECTS[0]}", EASY]), ("check", []))
def test_objects_are_answered_as_without_the_compiled_reader(
    text: str, command: tuple[str, list[str]]
) -> None:
    alike("puzzles.jsonl", text, *command)


@pytest.mark.parametrize(
    ("name", "pieces"), [("rows.csv", ROWS), ("objects.jsonl", OBJECTS), ("lines.txt", PUZZLES)]
)
def test_the_compiled_reader_knows_usual_tables_and_objects(
    name: str, pieces: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    known = [piece for piece in pieces if CLASH not in piece]
    path.write_text((HEADER if name == "rows.csv" else "") + "".join(f"{p}\n" for p in known))
    expected = run("check", path)

    def refused(*_: object) -> None:
        raise AssertionError("read as any notation")

    monkeypatch.setattr(forms.Form, "read", refused)
    monkeypatch.setattr(briefly, "ask_together", refused)
    assert run("check", path) == expected


@pytest.mark.parametrize("more", [f"{EASY}\n", ""])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("objects.jsonl", f'{OBJECTS[0]}\n{{"puzzle":\n "{EASY}"}}\n{OBJECTS[4]}\n'),
        ("rows.csv", f'{HEADER}{ROWS[0]}\n1,{EASY},,"two\nlines"\n{ROWS[7]}\n'),
        ("lines.sdk", f"{EASY}\n{LOOSE}\n"),
        ("binary.txt", f"{EASY}\0\n"),
    ],
)
def test_what_goes_on_over_lines_or_looks_like_another_thing_is_answered_as_without(
    name: str, text: str, more: str
) -> None:
    alike(name, text + more, "check", [])


@pytest.mark.parametrize("size", [90, 170, 400])
@pytest.mark.parametrize("end", ["\n", ""])
def test_lines_longer_than_a_block_are_answered(
    size: int, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buffer, "SIZE", size)
    long = f"{EASY} {'x' * size}"
    for some in ([EASY, long, LOOSE], [long, EASY], ["", EASY, EASY, long], [EASY] * 9):
        alike("long.txt", "\n".join(some) + end, "check", [])


def test_a_quote_within_a_field_does_not_hide_one_that_opens_a_field() -> None:
    rows = [OTHER_ROWS[4], ROWS[0], OTHER_ROWS[10], OTHER_ROWS[9], OTHER_ROWS[9]]
    alike("stray.csv", HEADER + "".join(f"{row}\n" for row in rows), "check", ["--skip-bad"])


def test_marked_and_packed_files_are_answered(tmp_path: Path) -> None:
    text = f"{EASY}\n{EASY}\n"
    for data in (text.encode("utf-16"), gzip.compress(text.encode()), text.encode("utf-8-sig")):
        path = tmp_path / "puzzles"
        path.write_bytes(data)
        assert [line.rpartition(": ")[2] for line in run("check", path).lines] == ["unique"] * 2


@pytest.mark.parametrize("argument", ["file", "-", EASY])
def test_files_and_streams_are_read_by_the_compiled_reader_and_single_puzzles_are_not(
    argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text(EASY + "\n")
    reads: list[bool] = []

    def noted(*_: object) -> Iterator[WrittenAnswers]:
        reads.append(True)
        yield WrittenAnswers(b"", (1, 0, 0))

    monkeypatch.setattr(lines.CompiledLines, "__call__", noted)
    named = str(path) if argument == "file" else argument
    assert run("check", named, text=EASY).status == 0
    assert bool(reads) == (argument != EASY)
    reads.clear()
    assert run("check", "--backend", "dlx", named, text=EASY).status == 0
    assert not reads


def test_a_table_with_rules_is_answered_by_its_rules() -> None:
    alike("rules.csv", f"puzzle,rules\n{EASY},\n{EASY},9+diagonals\n", "check", [])


def test_a_wrong_answer_of_compiled_code_is_blamed_on_it_with_the_file() -> None:
    class Job:
        def result(self) -> object:
            raise RuntimeError("a wrong solution of puzzle 3")

    compiled = object.__new__(lines.CompiledLines)
    with pytest.raises(BackendError, match="file: backend 'bitboard' gave a wrong solution of"):
        list(compiled._write(cast(Any, Job()), buffer.Buffer(io.BytesIO()), "file"))


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("command", ["check", "solve"])
def test_long_files_are_answered_as_json(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buffer, "SIZE", 1 << 15)
    path = tmp_path / 'long "é".txt'
    path.write_text((EASY + "\n") * 300 + long_text([*PUZZLES, LOOSE, *OTHERS[1:7]], 1000))

    def documents() -> list[dict[str, object]]:
        found = [json.loads(line) for line in run(command, "--json", "--skip-bad", path).lines]
        # A search for one solution sometimes learns in passing that there is no other.
        usual = {"solved": "unique"}
        verdicts = [usual.get(document["verdict"], document["verdict"]) for document in found]
        return [d | {"stats": None, "verdict": v} for d, v in zip(found, verdicts, strict=True)]

    fast = documents()
    assert len(fast) > 1000
    monkeypatch.setattr(answers, "can_be_compiled", lambda *_: False)
    assert fast == documents()


@pytest.mark.thorough(but=5)
@pytest.mark.parametrize("kind", [*TABLES, "txt"])
@pytest.mark.parametrize("name", ["note", "stats"])
def test_tables_are_answered_by_the_block_as_row_by_row(
    kind: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        {"puzzle": puzzle, "solution": solution, name: note}
        for puzzle in (EASY, LOOSE, EASY.replace(".", "0"), CLASH)
        for solution in (None, EASY_SOLVED, WRONG)
        for note in ("é", 'a "b"\n', "", None)
    ]
    source, path = tmp_path / "rows.jsonl", tmp_path / f"table.{kind}"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run("convert", source, "-o", path).status == 0

    def answered() -> list[object]:
        found: list[object] = []
        for command in ("check", "solve"):
            found += run(command, path).lines
            ran = run(command, "--json", path)
            documents = [json.loads(line) for line in ran.lines]
            found += [ran.status, *(document | {"stats": None} for document in documents)]
        return found

    monkeypatch.setattr(reading, "SHORT", 0)
    fast = answered()
    assert len(fast) == 4 * len(rows) + 2
    monkeypatch.setattr(answers, "can_be_compiled", lambda *_: False)
    assert fast == answered()


def test_what_few_puzzles_cost_is_said_in_json(tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text(EASY + "\n")
    assert json.loads(run("check", "--json", path).out)["stats"]
