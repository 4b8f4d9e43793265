"""Reading and writing in general: every notation round-trips, is streamed and bears garbage."""

import contextlib
import io
import json
import os
import tracemalloc
from pathlib import Path
from typing import IO, cast

import pytest
import strategies
from hypothesis import example, given, settings
from hypothesis import strategies as st
from well_known import EASY, EASY_SOLVED

from cpsudoku import formats
from cpsudoku.errors import CpsudokuError, FormatError, OptionError
from cpsudoku.formats import source
from cpsudoku.formats.base import Record, locating_errors
from cpsudoku.formats.rules_text import parse_rules
from cpsudoku.formats.sniffing import sniff
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import RowAnswers
from cpsudoku.rows.block import of_records
from cpsudoku.rows.sinks import puzzle_sink
from cpsudoku.rules import boxes, classic, jigsaw, latin, usual

PUZZLES = Path(__file__).parents[2] / "puzzles"
KEEPING_MARKS = [name for name in formats.names() if formats.notation(name).keeps_marks]

SETTERS = {"fpuzzles": 35, "sudokupad": 35, "lisudoku": 35, "iss": 16, "sudokumaker": 9}
"""Notations of setters' programs, and the biggest board of each."""

SOME_AND_THOROUGHLY_ALL = [
    name if name in {"line", "drawn", "json", "iss"}
    else pytest.param(name, marks=pytest.mark.thorough)
    for name in formats.names()
]  # fmt: skip
"""Notations of each family, and thoroughly all."""


def fits(puzzle: Puzzle, name: str) -> bool:
    if name in ("sudokuwiki", "opensudoku"):
        return puzzle.rules == classic() and all(puzzle.candidates)
    if name in ("puzzlink", "pzprv3"):  # rooms as high as wide, but in 6×6
        return puzzle.rules == usual(puzzle.rules.size) and puzzle.rules.size in (
            1,
            4,
            6,
            9,
            16,
            25,
        )
    if name in ("sumocue", "ps"):
        kinds = {group.kind for group in puzzle.rules.groups} - {"row", "column"}
        homes = {"box", "region"} if name == "sumocue" else {"box"}
        fits_size = puzzle.rules.size == 9 if name == "sumocue" else puzzle.rules.size <= 16
        is_known = bool(kinds & homes) and kinds - homes in ({"diagonal", "antidiagonal"}, set())
        return fits_size and is_known and all(puzzle.candidates)
    if name in SETTERS:  # other groups come back as extra regions; no cell lacks candidates
        known = {"row", "column", "box", "region", "diagonal", "antidiagonal"}
        kinds = {group.kind for group in puzzle.rules.groups}
        if name == "lisudoku" and not kinds & {"box", "region"}:  # it always has regions
            return False
        return puzzle.rules.size <= SETTERS[name] and kinds <= known and all(puzzle.candidates)
    return name != "pencil" or puzzle.rules.size <= 35


def read(text: str | bytes, **options: object) -> list[formats.Record]:
    stream = io.StringIO(text) if isinstance(text, str) else io.BytesIO(text)
    return list(formats.read(stream, **options))  # type: ignore[arg-type]


def error_of(text: str | bytes, **options: object) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(text, **options)
    return caught.value


@pytest.mark.parametrize("name", formats.names())
@given(puzzle=strategies.givens())
def test_givens_round_trip(name: str, puzzle: Puzzle) -> None:
    if fits(puzzle, name):
        text = formats.write(puzzle, name)
        assert formats.parse(text, format=name) == puzzle
        if puzzle.rules.size <= 9 or max(puzzle.digits) ** 2 > puzzle.rules.size:
            assert formats.parse(text) == puzzle, "sniffed"


def test_first_marks_of_rows_that_count_up_are_no_labels() -> None:
    # r1c1 to r4c1 begin with 1, 2, 3 and 4, as rows with numbers do.
    first = [1 << row % 8 | 0xFF00 for row in range(16)]
    masks = tuple(first[cell // 16] if cell % 16 == 0 else 0xFFFF for cell in range(256))
    puzzle = Puzzle(usual(16), masks)
    assert formats.parse(formats.write(puzzle, "candidates")) == puzzle


@pytest.mark.parametrize("name", KEEPING_MARKS)
@given(puzzle=strategies.marked())
def test_pencil_marks_round_trip(name: str, puzzle: Puzzle) -> None:
    if fits(puzzle, name):
        assert formats.parse(formats.write(puzzle, name), format=name) == puzzle


@pytest.mark.parametrize("name", formats.names())
@given(puzzles=st.lists(strategies.givens(), min_size=1, max_size=5))
@settings(max_examples=15)
def test_several_puzzles_round_trip_with_their_rules(name: str, puzzles: list[Puzzle]) -> None:
    puzzles = [puzzle for puzzle in puzzles if fits(puzzle, name)]
    if puzzles:
        stream = io.BytesIO()
        sink = puzzle_sink(stream, name)
        sink.write(of_records([Record(puzzle) for puzzle in puzzles]), RowAnswers(None))
        sink.close()
        records = read(stream.getvalue().decode(), format=name)
        assert [record.puzzle for record in records] == puzzles


@pytest.mark.parametrize("name", sorted(set(formats.names()) - set(KEEPING_MARKS)))
def test_pencil_marks_are_never_dropped_unless_that_is_asked_for(name: str) -> None:
    puzzle = Puzzle(classic(), (1, 3, *[511] * 79))
    with pytest.raises(FormatError, match="pencil marks"):
        formats.write(puzzle, name)
    assert formats.parse(formats.write(puzzle, name, lossy=True)).clues == 1


@given(st.text(max_size=300), st.sampled_from([None, *formats.names()]))
@example("[" * 5000, "json")
@example('{"puzzle": ' * 2000, None)
@example("9" * 5000, "json")
@example("٣" * 81, None)
@example("\ufeff", None)
@example("+\n+\n+", "drawn")
@example("|\n|", "drawn")
@example("1,,2 3", "candidates")
def test_any_text_is_a_puzzle_or_a_format_error(text: str, name: str | None) -> None:
    try:
        puzzle = formats.parse(text, format=name)
    except FormatError as error:
        assert len(str(error)) < 500
    else:
        assert len(puzzle.candidates) == puzzle.rules.cell_count


ALPHABET = st.sampled_from("0123456789.*_ \n\t|+-=,:;#\"'[]{}abcXYZ!│┌─┐rules" + "\r\x00\ufeff٣５é")


@given(st.text(ALPHABET, max_size=400), st.sampled_from([None, *formats.names()]))
def test_text_of_likely_characters_is_a_puzzle_or_a_format_error(
    text: str, name: str | None
) -> None:
    bad: list[FormatError] = []
    with contextlib.suppress(FormatError):
        formats.parse(text, format=name)
    try:
        read(text, format=name, on_bad=bad.append)
    except FormatError as error:
        assert error.line is not None or not bad


@given(st.data(), st.sampled_from(formats.names()))
def test_damaged_files_are_puzzles_or_format_errors(data: st.DataObject, name: str) -> None:
    text = formats.write(formats.parse(EASY), name) * 2
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 40))
    other = data.draw(st.text(ALPHABET, max_size=5))
    try:
        read(text[:start] + other + text[start + length :])
    except FormatError as error:
        assert error.line is not None


@given(st.binary(max_size=300))
def test_any_bytes_are_puzzles_or_a_format_error(data: bytes) -> None:
    try:
        read(data)
    except FormatError as error:
        assert str(error)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "\ufeff", " \t\r\n"])
def test_a_text_without_a_puzzle_says_so(text: str) -> None:
    assert "no puzzle found" in error_of(text, name="it.txt").message
    with pytest.raises(FormatError, match="no puzzle found"):
        formats.parse(text)


def test_parse_takes_the_path_of_a_file_and_says_what_a_text_that_looks_like_one_is(
    tmp_path: Path,
) -> None:
    path = tmp_path / "one.txt"
    path.write_text(f"# rules: 9+diagonals\n{EASY}\n")
    assert formats.parse(path) == formats.parse(f"# rules: 9+diagonals\n{EASY}")
    with pytest.raises(FormatError, match=r"^'one.txt' looks like a path; expected pathlib"):
        formats.parse("one.txt")
    with pytest.raises(FormatError, match="3 characters"):
        formats.parse("abc")
    with pytest.raises(FileNotFoundError):
        formats.parse(tmp_path / "none.txt")


def test_parse_takes_one_puzzle_and_not_two() -> None:
    with pytest.raises(FormatError, match="only one"):
        formats.parse(f"{EASY}\n{EASY}")


@pytest.mark.parametrize(
    "encoded",
    [
        EASY.encode(),
        b"\xef\xbb\xbf" + EASY.encode(),
        EASY.encode("utf-16"),
        EASY.encode("utf-32"),
        f"{EASY}\r\n".encode(),
        f"# first\r{EASY}\r".encode(),
        f"\t {EASY}\t\n\n\n".encode(),
        f"# caf\xe9\n{EASY} # \xe9t\xe9".encode("latin-1"),
        b"\xff\xfe" + f"#\n{EASY}\n".encode("utf-16-le"),
    ],
)
def test_bytes_of_any_encoding_and_line_ends_are_read(encoded: bytes) -> None:
    (record,) = read(encoded)
    assert str(record.puzzle) == EASY


def test_streams_stay_open_and_files_are_closed(tmp_path: Path) -> None:
    stream = io.BytesIO(EASY.encode())
    assert len(list(formats.read(stream))) == 1
    assert not stream.closed
    path = tmp_path / "one.txt"
    path.write_text(EASY)
    records = formats.read(path)
    next(records)
    records.close()  # type: ignore[attr-defined]
    with path.open("rb") as file:
        assert len(list(formats.read(file))) == 1
        assert not file.closed
    path.unlink()


def test_errors_in_a_stream_name_it_where_it_has_a_name(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("nonsense")
    with path.open("rb") as file, pytest.raises(FormatError) as caught:
        list(formats.read(file))
    assert caught.value.source == str(path)
    number = os.open(path, os.O_RDONLY)
    with open(number, "rb") as file, pytest.raises(FormatError) as caught:  # noqa: PTH123
        list(formats.read(file))
    assert caught.value.source is None


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(formats.read(tmp_path / "none.txt"))


def test_a_text_stream_with_bytes_that_do_not_decode_is_a_format_error(tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    for before in (b"", EASY.encode() + b"\n" * 9000):
        path.write_bytes(before + b"\xe9" * 9000)
        with path.open(encoding="utf-8") as stream, pytest.raises(FormatError) as caught:
            list(formats.read(stream))
        assert "the text is not utf-8" in caught.value.message
        assert (caught.value.line == 1) == (before == b"")


def test_errors_name_file_line_and_column() -> None:
    error = error_of(f"# head\n\n{EASY}\n  {EASY[:40]}x{EASY[41:]}\n", name="a.txt")
    assert (error.source, error.line, error.column) == ("a.txt", 4, 43)
    assert str(error).startswith("a.txt, line 4, column 43: 'x' is not a digit of a 9×9 grid")
    assert "expected 1 to 9" in error.message


def test_a_record_says_where_it_stands() -> None:
    (record,) = formats.read(io.StringIO(EASY))
    assert [
        record._replace(source=source, line=line).place
        for source, line in (("file", 3), ("file", None), (None, 3))
    ] == ["file:3", "file", ""]


def test_an_error_gets_the_place_of_the_puzzle_before_it() -> None:
    puzzle = formats.parse(EASY)
    for name, message in (("file", "file:3: no"), (None, "no")):
        with pytest.raises(OptionError) as caught, locating_errors(Record(puzzle, name, 3)):
            raise OptionError("no")
        assert str(caught.value) == message


def test_bad_lines_are_reported_and_passed_over() -> None:
    bad: list[FormatError] = []
    text = f"{EASY}\nnonsense\n{EASY[1:]}\n{EASY}\n"
    records = read(text, on_bad=bad.append)
    assert [record.line for record in records] == [1, 4]
    assert [error.line for error in bad] == [2, 3]
    assert "80 characters" in bad[1].message


@pytest.mark.parametrize("name", ["line", "csv", "jsonl"])
def test_a_bad_line_costs_only_itself(name: str) -> None:
    stream = io.StringIO()
    with formats.Writer(stream, name) as writer:
        for _ in range(4):
            writer.write(formats.parse(EASY))
    lines = stream.getvalue().splitlines()
    lines[2] = lines[2][:30] + "?"
    bad: list[FormatError] = []
    records = read("\n".join(lines), format=name, on_bad=bad.append)
    assert (len(records), [error.line for error in bad]) == (3, [3])


@pytest.mark.parametrize("name", SOME_AND_THOROUGHLY_ALL)
def test_two_megabytes_on_one_line_are_an_error(name: str) -> None:
    for line in ("." * 2_000_000, "1 " * 1_000_000, "12,", "[[1,"):
        text = line if len(line) > 9 else line * (2_000_000 // len(line))
        assert len(str(error_of(text, format=name))) < 500


@pytest.mark.thorough
def test_two_megabytes_on_one_line_are_sniffed_and_refused() -> None:
    for part in (".", "12345 ", "| ", "-+", "{", "\t"):
        assert len(str(error_of(part * (2_000_000 // len(part))))) < 500


def test_a_line_that_might_fill_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_LINE", 83)
    assert len(read(f"{EASY}\n{EASY}")) == 2
    with pytest.raises(FormatError, match="a line of more than 83 characters") as caught:
        read(f"{EASY}\n{EASY} ##\n")
    assert caught.value.line == 2


def test_a_program_is_refused_as_binary() -> None:
    assert "binary" in error_of(b"\x7fELF\x02\x01\x01\x00\x00" * 99).message
    assert "binary" in error_of(EASY.encode("utf-16-le")).message


class Endless(io.TextIOBase):
    """A text without an end, of which nobody can hold all."""

    def __init__(self, head: str, line: str) -> None:
        self.head = head
        self.line = line
        self.lines = 0

    def readline(self, limit: int | None = -1, /) -> str:  # type: ignore[override]
        self.lines += 1
        if self.lines == 1 and self.head:
            return self.head
        if self.lines > 3_000_000:
            raise AssertionError("read too far ahead")
        return self.line


ENDLESS = {
    "line": ("", EASY),
    "sdm": ("", EASY),
    "csv": ("quizzes,solutions\n", f"{EASY},{EASY_SOLVED}"),
    "jsonl": ("", json.dumps({"puzzle": EASY})),
    "json": ("[\n", json.dumps({"puzzle": EASY}) + ","),
    "pencil": ("", formats.write(formats.parse(EASY), "pencil").strip()),
    "drawn": ("", "5 3 . | . 7 . | . . ."),
    "numbers": ("", "5 3 0 0 7 0 0 0 0"),
    "candidates": ("", "5 3 12 | 89 7 12 | 34 34 34"),
    "sdk": ("#Aauthor\n", "53..7...."),
    "iss": ("", formats.write(formats.parse(EASY), "iss").strip()),
    "sudokuwiki": ("", formats.write(formats.parse(EASY), "sudokuwiki").strip()),
    "sudokupad": ("", formats.write(formats.parse(EASY), "sudokupad").strip()),
    "sudokumaker": ("", formats.write(formats.parse(EASY), "sudokumaker").strip()),
    "lisudoku": ("", formats.write(formats.parse(EASY), "lisudoku").strip()),
    "sumocue": ("", formats.write(formats.parse(EASY), "sumocue").strip()),
    "ps": ("", formats.write(formats.parse(EASY), "ps").strip()),
    "puzzlink": ("", formats.write(formats.parse(EASY), "puzzlink").strip()),
    "pzprv3": ("", formats.write(formats.parse(EASY), "pzprv3").strip().replace("\n", "/")),
    "opensudoku": ("<opensudoku>\n", f'<game data="{EASY}"/>'),
    "fpuzzles": ("", formats.write(formats.parse(EASY), "fpuzzles").strip()),
}


@pytest.mark.parametrize("name", SOME_AND_THOROUGHLY_ALL)
def test_files_are_read_a_little_at_a_time(name: str) -> None:
    head, line = ENDLESS[name]
    stream = Endless(head, f"{line}\n")
    tracemalloc.start()
    records = formats.read(cast(IO[str], stream), format=name)
    for _, record in zip(range(300), records, strict=False):
        assert record.puzzle.rules == classic()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert stream.lines < 5_000
    assert peak < 4_000_000


def test_sniffing_looks_at_the_beginning_only() -> None:
    stream = Endless("", f"{EASY}\n")
    next(formats.read(cast(IO[str], stream)))
    assert stream.lines < 1000


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (EASY, "line"),
        (f"nonsense\n# comment\n{EASY}", "line"),
        (f"{EASY} 1.5\n" * 250, "line"),
        (f"{EASY} # lc1(3) s\n" * 9, "line"),
        (f"{EASY},{EASY_SOLVED}\n" * 81, "line"),
        ("1..............2 1.5\n" * 20, "line"),
        (" ".join(EASY) + "\n", "line"),
        ("1...\n..2.\n....\n...3", "drawn"),
        ("1............2..\n...2...........1", "line"),
        ("\n".join(["1..............2"] * 16), "line"),
        ("\n".join(["1..............G"] * 16), "drawn"),
        ("\n".join(["................"] * 16), "drawn"),
        ("Grid 01\n" + "003020600\n" * 9, "drawn"),
        ("#rules:16\n" + "\n".join(["1..............2"] * 16), "drawn"),
        ("# a comment\n# Rules: 16\n" + "\n".join(["1..............2"] * 16), "drawn"),
        ("# rules: 4\n" + "\n".join(["1..............2"] * 16), "line"),
        ("003020600\n" * 18, "drawn"),
        ("\n\n".join(["1....2"] * 6), "drawn"),
        (f"{EASY[1:]}\n" * 2, "line"),
        ("+---+\n", "drawn"),
        ("puzzle,solution\n", "csv"),
        ("id;Question;Answer\n", "csv"),
        ('{"puzzle": 1}', "json"),
        ("[[1]]", "json"),
        ("[Puzzle]\n53..7....\n", "sdk"),
        ("#Aone\n#Dtwo\n" + "53..7....\n" * 9, "sdk"),
        ("", "line"),
    ],
)
def test_the_notation_is_sniffed(text: str, name: str) -> None:
    assert sniff(list(enumerate(text.split("\n"), start=1))) == name


def test_a_bad_line_makes_no_drawing_of_lines_whose_size_is_known() -> None:
    bad: list[FormatError] = []
    lines = io.StringIO("1..............2\nbad\n1..............2\n")
    assert len(list(formats.read(lines, "4", on_bad=bad.append))) == 2
    assert [error.line for error in bad] == [2]


def test_every_shipped_file_is_read() -> None:
    files = [f for f in PUZZLES.rglob("*") if f.suffix not in {".md", ""}]
    assert len(files) > 15
    for path in files:
        assert list(formats.read(path)), path


def test_rules_come_from_the_caller_or_from_a_comment() -> None:
    text = "1..............2"
    assert formats.parse(text).rules == boxes(2, 2)
    assert formats.parse(text, rules=latin(4)).rules == latin(4)
    assert formats.parse(text, rules="+diagonals").rules == boxes(2, 2).with_diagonals()
    assert read(f"#rules:latin:4\n{text}\n")[0].puzzle.rules == latin(4)
    text_of_two = f"# rules: latin:4\n{text}\n# rules: jigsaw:1112132233243444\n{text}\n"
    first, second = read(text_of_two)
    assert first.puzzle.rules == latin(4)
    assert second.puzzle.rules == jigsaw("1112132233243444")
    with pytest.raises(FormatError, match="expected 81"):
        formats.parse(text, rules=classic())
    with pytest.raises(FormatError, match="cannot be added"):
        formats.parse(f"# rules: 4+nonsense\n{text}")


def test_a_comment_cannot_make_the_reader_open_a_file(tmp_path: Path) -> None:
    layout = tmp_path / "layout.txt"
    layout.write_text("1112\n1322\n3324\n3444\n")
    text = "1..............2"
    assert formats.parse(text, rules=f"jigsaw:{layout}").rules == jigsaw("1112132233243444")
    with pytest.raises(FormatError, match="only an argument can name a file"):
        formats.parse(f"# rules: jigsaw:{layout}\n{text}")
    with pytest.raises(FormatError, match="only an argument can name a file") as caught:
        read(f"puzzle,rules\n{text},jigsaw:{layout}\n")
    assert caught.value.line == 2
    layout.write_text("\n".join(16 * letter for letter in "abcdefghijklmnop"))
    lines = [f"# rules: jigsaw:{layout}", *[text] * 16]
    assert parse_rules(lines[0][9:]).size == 16
    assert sniff(list(enumerate(lines, start=1))) == "line"  # and no board of that size


def test_names_are_checked() -> None:
    with pytest.raises(OptionError, match="expected one of line"):
        formats.parse(EASY, format="nonsense")
    with pytest.raises(OptionError):
        formats.Writer(io.StringIO(), "nonsense")


def test_grids_of_digits_are_written_with_the_rules_at_hand() -> None:
    digits = formats.parse(EASY_SOLVED).digits
    assert formats.write(digits).strip() == EASY_SOLVED
    assert formats.write(digits, rules="+diagonals").startswith("# rules: 9+diagonals\n")
    assert formats.write(digits, rules="+diagonals", bare=True).strip() == EASY_SOLVED
    with pytest.raises(FormatError, match="square"):
        formats.write(digits[:80])
    with pytest.raises(CpsudokuError):
        formats.write([10] * 81)


def test_the_quick_way_of_parse_agrees_with_the_general_one() -> None:
    for text in (EASY, EASY_SOLVED, "*" * 81, "_0.*" * 20 + "9"):
        assert formats.parse(text) == formats.parse(f" {text}\n", format="line")
    for wrong in ("x", "A", "٣", "\ufffe", "é", "\0"):
        with pytest.raises(FormatError):
            formats.parse(EASY[:80] + wrong)


@pytest.mark.parametrize("name", ["solution", "Solutions", "answer", "answers", "solved"])
def test_an_object_claims_a_solution_by_any_name_that_columns_have(name: str) -> None:
    for value in (EASY_SOLVED, list(map(int, EASY_SOLVED))):
        (record,) = read(json.dumps({"puzzle": EASY, name: value}))
        assert record.solution == tuple(map(int, EASY_SOLVED))
    (record,) = read(json.dumps({"puzzle": EASY, "solved": True}))
    assert record.solution is None
