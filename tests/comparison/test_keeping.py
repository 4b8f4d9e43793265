"""What a comparison keeps of puzzles, answers and runs: all of it, in little memory."""

import tracemalloc
from dataclasses import replace

import pytest

from cpsudoku import formats
from cpsudoku.comparison import compare
from cpsudoku.comparison.contest import KeptAnswers, Records, Runs
from cpsudoku.comparison.figures import Run
from cpsudoku.formats import Record
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Stats, Verdict
from cpsudoku.rules import Rules, boxes

PUZZLE = formats.parse("1.............4.")
MARKED = Puzzle(PUZZLE.rules, (3, *PUZZLE.candidates[1:]))
HUGE = Puzzle.empty(Rules(256, [])).with_given(7, 256)
SOLUTIONS = tuple(formats.parse(text).digits for text in ("1234341221434321", "1234341243212143"))
RECORDS = [
    Record(PUZZLE),
    Record(PUZZLE, "a.txt", 7),
    Record(MARKED, "a.txt", 8, label="x", comment="7.2"),
    Record(HUGE, line=3, solution=()),
    Record(PUZZLE, "a.txt", row={"puzzle": "1"}, added=(("n", 1),), words="w"),  # type: ignore[arg-type]
]


def test_records_are_what_they_were() -> None:
    kept = Records(RECORDS)
    assert list(kept) == RECORDS
    assert kept[-1] == RECORDS[-1]
    assert kept[1:3] == RECORDS[1:3]
    assert list(kept.puzzles()) == [record.puzzle for record in RECORDS]
    with pytest.raises(IndexError):
        kept[len(RECORDS)]


def test_runs_are_what_they_were() -> None:
    runs = [
        Run("dlx", 0, 0, 0.25, Verdict.UNIQUE, Stats(nodes=3, decided_by="dlx")),
        Run("race:a,b", 70_000, 0, 1e-6, Verdict.UNKNOWN, Stats()),
        Run("dlx", 1, 300, 0.5, Verdict.NONE, Stats(nodes=3, decided_by="dlx")),
    ]
    kept = Runs()
    for run in runs:
        kept.add(run)
    assert list(kept) == runs
    assert kept[-1] == runs[-1]
    assert kept[:2] == runs[:2]


def test_the_first_answer_of_each_backend_is_kept() -> None:
    kept = KeptAnswers(2, Limits(solutions=2))
    first, later = Outcome(SOLUTIONS, True), Outcome(SOLUTIONS[:1], False)
    kept.keep("a", 1, first)
    kept.keep("a", 1, later)
    kept.keep("b", 1, later)
    assert kept.of(0, PUZZLE) == []
    found = kept.of(1, PUZZLE)
    assert [(result.backend, result.limits.solutions) for result in found] == [("a", 2), ("b", 2)]
    assert [replace(result.outcome, stats=Stats()) for result in found] == [first, later]


def test_a_puzzle_is_kept_in_a_few_hundred_bytes() -> None:
    number = 2000
    rules = boxes(3, 3)
    records = (
        Record(Puzzle.empty(rules).with_given(place % 81, 1 + place % 9), "a.txt", 1000 + place)
        for place in range(number)
    )
    tracemalloc.start()
    kept = Records(records)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(kept) == number
    assert size < 300 * number  # 1,000 as records


def test_what_is_kept_of_a_comparison_is_little() -> None:
    empty = Puzzle.empty(boxes(2, 3))  # tuples of less than 20 cells would be kept for new ones
    puzzles = Records(Record(empty.with_given(place % 36, 1 + place % 6)) for place in range(400))
    compare(puzzles.puzzles()[:3], ["backtrack"], rounds=1)  # what is loaded and compiled once
    tracemalloc.start()
    found = compare(puzzles.puzzles(), ["backtrack"], rounds=6, limit=1)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(found.runs) == 2400
    assert size < 110 * len(found.runs)  # 190 as objects
