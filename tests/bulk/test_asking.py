"""Long files are searched as arrays, with the same answers as one by one."""

import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from command_line import refusal
from well_known import EASY, EIGHTEEN

from cpsudoku import backends, formats, solving, verify
from cpsudoku.backends.base import Engine
from cpsudoku.bulk import arrays, asking
from cpsudoku.bulk.asking import Question, Shared, ask_together, of_search
from cpsudoku.bulk.each import ask
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.errors import FormatError, UnsupportedError
from cpsudoku.formats import Record
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Result, Verdict
from cpsudoku.rules import Candidates, Pair, latin
from cpsudoku.solving import PuzzleLike

EMPTY_ROW = "." * 9
BY_DLX = of_search(Question(Limits(solutions=2), "dlx"))


def variants(number: int) -> Iterator[str]:
    """Yield puzzles with one, several and no solutions, of two sizes."""
    chance = random.Random(5)
    for _ in range(number):
        cells = list(EASY)
        kind = chance.randrange(4)
        if kind == 1:
            for cell in chance.sample(range(81), 12):
                cells[cell] = "."
        elif kind == 2:
            cells[chance.choice([i for i in range(81) if EASY[i] == "."])] = chance.choice(
                "123456789"
            )
        elif kind == 3:
            cells = list(EIGHTEEN)
        yield "".join(cells)


def records(number: int) -> list[Record]:
    return [Record(formats.parse(text), "somewhere", i) for i, text in enumerate(variants(number))]


@pytest.mark.parametrize("limit", [1, 2, 3])
@pytest.mark.parametrize("backend", ["auto", "dlx", "backtrack"])
def test_answers_are_those_of_single_searches(
    limit: int, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "ALONE", 3)
    monkeypatch.setattr(asking, "ARRAY", 16)
    given = records(60)
    found = list(
        ask_together(
            given,
            of_search(Question(Limits(solutions=limit), backend)),
            2 if backend != "backtrack" else 1,
        )
    )
    assert [record for record, _ in found] == given
    for record, result in found:
        alone = solving.solve(record.puzzle, backend=backend, limit=limit)
        # With one solution asked for, a search may happen to see that it is the only one.
        assert limit == 1 or result.verdict is alone.verdict
        assert result.reason == alone.reason
        assert len(result.solutions) == len(alone.solutions)
        assert result.backend == alone.backend
        if result.verdict is Verdict.UNIQUE:
            assert result.solutions == alone.solutions


@pytest.mark.compiled
def test_long_files_do_go_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "ALONE", 3)
    asked = []
    alone = solving.solve

    def noted(puzzle: PuzzleLike, **how: Any) -> Result:
        asked.append(puzzle)
        return alone(puzzle, **how)

    def together_noted(rows: Any, **how: Any) -> Any:
        sizes.append(len(rows))
        return many(rows, **how)

    monkeypatch.setattr(asking, "ARRAY_SECONDS", 1000)
    monkeypatch.setattr(asking, "ARRAY", 20)
    sizes: list[int] = []
    many = arrays.solve_many
    monkeypatch.setattr(arrays, "solve_many", together_noted)
    monkeypatch.setattr(solving, "solve", noted)
    given = [Record(formats.parse(EASY)) for _ in range(50)]
    found = [result for _, result in ask_together(given, BY_DLX, None)]
    assert all(result.verdict is Verdict.UNIQUE for result in found)
    assert len(asked) == 3
    assert sizes == [20, 20, 7]


@pytest.mark.compiled
def test_rules_that_no_array_can_have_do_not_lose_the_puzzles_behind_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking, "ALONE", 1)
    monkeypatch.setattr(asking, "ARRAY_SECONDS", 1000)
    plain = formats.parse(EIGHTEEN)
    different = Pair.where(0, 5, lambda a, b: a != b, range(1, 5))
    paired = Puzzle(plain.rules.with_constraints([different]), plain.candidates)
    given = [Record(puzzle) for puzzle in (plain, plain, paired, plain, paired, paired, plain)]
    found = list(ask_together(given, of_search(Question(Limits(solutions=2))), None))
    assert [record for record, _ in found] == given
    assert not backends.engine("auto", paired.rules).takes_arrays
    assert backends.engine("auto", plain.rules).takes_arrays
    for record, result in found:
        assert all(record.puzzle.rules.broken(grid) is None for grid in result.solutions)


def test_input_is_read_only_a_little_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "ALONE", 3)
    monkeypatch.setattr(asking, "ARRAY", 10)
    read = 0

    def endless() -> Iterator[Record]:
        nonlocal read
        puzzle = formats.parse(EASY)
        while True:
            read += 1
            yield Record(puzzle)

    answers = ask_together(endless(), BY_DLX, None)
    for answered in range(1, 40):
        next(answers)
        assert read <= answered + 10


def test_a_time_limit_is_each_puzzles_own() -> None:
    hard = formats.parse(EMPTY_ROW * 9)
    given = [Record(formats.parse(EASY))] * 3 + [Record(hard)] + [Record(formats.parse(EASY))] * 3
    limits = Limits(solutions=2, seconds=5)
    verdicts = [
        result.verdict
        for _, result in ask_together(given, of_search(Question(limits, "dlx")), None)
    ]
    assert verdicts == [Verdict.UNIQUE] * 3 + [Verdict.MULTIPLE] + [Verdict.UNIQUE] * 3


class GivesUp(Engine):
    """Finds the solutions of others, but never gets to the end of a search."""

    takes_arrays = True

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        found = backends.engine("dlx", self.rules).search(candidates, Limits(solutions=1))
        return Outcome(found.solutions, exhausted=False)


@pytest.mark.parametrize("text", [EASY, EMPTY_ROW * 9])
def test_a_first_solution_before_time_ran_out_is_not_said_to_be_the_only_one(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "ALONE", 1)
    puzzle = formats.parse(text)
    engine = GivesUp(puzzle.rules)
    batch = arrays.solve_many([puzzle], backend=engine, limit=2)
    assert (batch.counts.tolist(), batch.unknown.tolist()) == ([1], [True])
    question = of_search(Question(Limits(solutions=2), engine))  # type: ignore[arg-type]
    found = [result for _, result in ask_together([Record(puzzle)] * 3, question, None)]
    assert [result.verdict for result in found] == [Verdict.UNKNOWN] * 3


def test_pencil_marks_in_a_long_file_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "ALONE", 1)
    puzzle = formats.parse(EIGHTEEN)
    only, *others = solving.solutions(puzzle, backend="backtrack")
    # For each cell but the last the digit of one solution, or a 1.
    marks = tuple(1 << d - 1 | 1 for d in only)
    narrowed = Puzzle(puzzle.rules, (*marks[:-1], puzzle.candidates[-1]))
    fitting = [g for g in others if verify.is_solution(g, puzzle.rules, narrowed.candidates)]
    assert narrowed.has_pencil_marks
    assert fitting == []
    given = [Record(puzzle), Record(puzzle), Record(narrowed), Record(puzzle)]
    found = [result for _, result in ask_together(given, BY_DLX, None)]
    assert [len(result.solutions) for result in found] == [2, 2, 1, 2]
    assert found[2].verdict is Verdict.UNIQUE
    assert found[2].solution == only


def test_a_cell_without_candidates_in_a_long_file_is_no_blank(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking, "ALONE", 1)
    free = formats.parse(EIGHTEEN)
    empty = Puzzle(free.rules, (*free.candidates[:-1], 0))
    found = [result for _, result in ask_together(map(Record, (free, free, empty)), BY_DLX, None)]
    assert [len(result.solutions) for result in found] == [2, 2, 0]


def test_marks_that_forbid_the_one_solution_of_the_givens_leave_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking, "ALONE", 1)
    easy = formats.parse(EASY)
    (only,) = solving.solutions(easy, backend="backtrack")
    blank = EASY.index(".")
    marks = easy.rules.all_digits & ~(1 << only[blank] - 1)
    for left in (marks, 0):  # all digits but the right one, or none
        masks = (*easy.candidates[:blank], left, *easy.candidates[blank + 1 :])
        given = map(Record, (easy, easy, Puzzle(easy.rules, masks), easy))
        verdicts = [result.verdict.value for _, result in ask_together(given, BY_DLX, None)]
        assert verdicts == ["unique", "unique", "none", "unique"]


def test_slow_input_is_not_waited_for_until_an_array_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = count(1000, asking.ARRAY_SECONDS / 2.5)
    monkeypatch.setattr(asking, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    puzzle = Record(formats.parse(EIGHTEEN))
    assert [len(chunk) for chunk in asking._arrays(iter([puzzle] * 7))] == [3, 3, 1]


def test_an_error_in_a_process_names_the_place() -> None:
    given = [Record(formats.parse(EIGHTEEN), "file", line) for line in (3, 4)]
    question = Question(Limits(solutions=3), "bitboard")
    with pytest.raises(UnsupportedError, match=r"^file:3: backend 'bitboard'"):
        list(ask(given, question, 2))


@pytest.mark.compiled
def test_boards_of_too_many_digits_are_not_searched_as_arrays() -> None:
    together = asking._Together(BY_DLX, None)
    assert together.engine_for(Record(Puzzle.empty(latin(64)))) is not None
    assert together.engine_for(Record(Puzzle.empty(latin(65)))) is None


def test_an_error_names_the_place(tmp_path: Path) -> None:
    path = tmp_path / "4x4.txt"
    path.write_text("1.............4.\n", encoding="utf-8")
    assert f"{path}:1: " in refusal("check", "--backend", "bitboard", path)


def test_the_reader_streams(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{EASY}\n" * 5 + "bad\n", encoding="utf-8")
    reader = PuzzleStream([str(path)])
    # The bad line is met only when it is reached.
    assert [next(reader).line for _ in range(5)] == [1, 2, 3, 4, 5]
    with pytest.raises(FormatError):
        next(reader)


@pytest.mark.compiled
def test_auto_takes_arrays_for_classic_puzzles() -> None:
    shared = Shared(Question(Limits(solutions=2)), None)
    engine = asking._Together(shared, None).engine_for(Record(formats.parse(EASY)))
    assert engine is backends.engine("auto", formats.parse(EASY).rules)
