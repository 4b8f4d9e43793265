"""Answers that were given together and alone become one; lines of many rows are made together."""

import pytest
from well_known import EASY

from cpsudoku import formats
from cpsudoku.formats.base import Record
from cpsudoku.rows.answers import Alone, Lines, RowAnswers, listed_lines, merged, placed
from cpsudoku.rows.block import of_records
from cpsudoku.rows.values import ABSENT, CELLS, Same, grid_texts, listed, text_of_rows


def as_rows(answers: RowAnswers, count: int) -> list[dict[str, object]]:
    columns = [listed(one, count) for one in answers.fields.values()]
    return [dict(zip(answers.fields, row, strict=True)) for row in zip(*columns, strict=True)]


def test_the_text_of_lines_is_theirs_one_after_the_other() -> None:
    lines = ("100%: ", ["a", "%s", "c%d"], "\n")
    assert listed_lines(lines, 3) == ["100%: a\n", "100%: %s\n", "100%: c%d\n"]
    assert text_of_rows(lines, 3).decode() == "".join(listed_lines(lines, 3))
    assert text_of_rows(([], "\n"), 0) == text_of_rows((), 0) == b""


@pytest.mark.parametrize(("source", "words"), [("x.txt", "1"), ("100%.txt", "50 % of %s")])
def test_places_of_rows_are_their_file_and_line(source: str, words: str) -> None:
    block = of_records([Record(formats.parse(EASY), source, line) for line in (3, 7)])
    assert listed_lines(placed(block, words), 2) == [
        f"{source}:3: {words}\n",
        f"{source}:7: {words}\n",
    ]
    nowhere = of_records([Record(formats.parse(EASY))] * 2)
    assert listed_lines(placed(nowhere, words), 2) == [f"{words}\n"] * 2


@pytest.mark.parametrize("lines", [([0, 1, 2, 3], "\n"), (["0\n", "1\n", "2\n", "3\n"],), ()])
def test_a_part_of_answers_is_that_of_all_that_they_have(lines: Lines) -> None:
    fields = {
        "a": Same(7),
        "b": [1, 2, 3, 4],
        "c": grid_texts(bytes(n for n in range(1, 5) for _ in range(CELLS))),
    }
    part = RowAnswers(["p", "q", "r", "s"], lines, fields).part(1, 3)
    assert part.outcomes == ["q", "r"]
    assert as_rows(part, 2) == [{"a": 7, "b": n, "c": CELLS * str(n)} for n in (2, 3)]
    assert listed_lines(part.lines, 2) == (["1\n", "2\n"] if lines else ["", ""])


@pytest.mark.parametrize("lines", [(["a", "b", "c"], "\n"), (["a\n", "b\n", "c\n"],)])
def test_texts_of_rows_asked_alone_stand_in_their_places(lines: Lines) -> None:
    known = RowAnswers(["quick"] * 3, lines)
    answers, repeated = merged(known, {1: ("slow", "B\n")}, 3, ())
    assert answers.outcomes == ["quick", "slow", "quick"]
    assert listed_lines(answers.lines, 3) == ["a\n", "B\n", "c\n"]
    assert repeated is None
    # Nothing that was given is changed.
    assert known.outcomes == ["quick"] * 3
    assert listed_lines(lines, 3) == ["a\n", "b\n", "c\n"]


def test_columns_of_rows_asked_alone_stand_among_those_answered_together() -> None:
    known = RowAnswers(Same("quick"), (), {"count": Same(1), "exact": [True, True, True]})
    slow = {"count": 5, "why": "many"}
    answers, repeated = merged(known, {1: ("slow", [slow])}, 3, ("why", "count"))
    assert list(answers.fields) == ["why", "count", "exact"]
    assert as_rows(answers, 3) == [
        {"why": ABSENT, "count": 1, "exact": True},
        {"why": "many", "count": 5, "exact": ABSENT},
        {"why": ABSENT, "count": 1, "exact": True},
    ]
    assert (answers.outcomes, repeated) == (["quick", "slow", "quick"], None)


def test_an_answer_of_several_rows_repeats_its_row_and_counts_once() -> None:
    alone: dict[int, Alone] = {0: ("one", [{"s": "a"}]), 1: ("two", [{"s": "b"}, {"s": "c"}])}
    answers, repeated = merged(None, alone, 2, ("s",))
    assert repeated == [0, 1, 1]
    assert as_rows(answers, 3) == [{"s": "a"}, {"s": "b"}, {"s": "c"}]
    assert answers.outcomes == ["one", "two"]
