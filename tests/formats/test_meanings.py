"""What else a thing may mean that was read from its looks."""

from __future__ import annotations

import pytest

from cpsudoku.formats.base import Proposal, Record
from cpsudoku.formats.setters.meanings import others
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import boxes
from cpsudoku.variants import from_text, to_text

SOLUTION = tuple(map(int, "1234341221434321"))


def found(text: str, words: str = "", *, thing: str = "line", known: bool = False) -> list[str]:
    puzzle = Puzzle.empty(boxes(2, 2))
    one = Proposal(from_text(text, puzzle.rules.board), thing, "", 0.9)
    solution = SOLUTION if known else None
    return [to_text(other) for other in others(Record(puzzle, solution=solution, words=words), one)]


def test_a_line_may_mean_what_else_is_a_line_cut_at_boxes_and_from_either_end() -> None:
    every = found("renban@r1c1,r1c2,r1c3")
    assert {"thermo@r1c1,r1c2,r1c3", "thermo@r1c3,r1c2,r1c1", "palindrome@r1c1,r1c2,r1c3"} < {
        *every
    }
    assert "equalsums@r1c1,r1c2/r1c3" in every
    assert not any(text.startswith(("renban", "killer", "white")) for text in every)
    assert "palindrome@r1c1,r1c2,r1c3" in found("equalsums@r1c1,r1c2/r1c3")


def test_where_words_speak_of_lines_these_alone_are_meant() -> None:
    words = "Digits along a thermometer increase from the bulb. Purple lines are palindromes."
    assert found("thermo@r1c1,r1c2", words) == ["thermo@r1c2,r1c1", "palindrome@r1c1,r1c2"]


def test_what_a_stored_solution_breaks_is_not_among_them() -> None:
    every = found("renban@r1c1,r1c2,r1c3", known=True)
    assert "thermo@r1c1,r1c2,r1c3" in every
    assert not {"thermo@r1c3,r1c2,r1c1", "palindrome@r1c1,r1c2,r1c3"} & {*every}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("xv:5@r1c1,r1c2", ["white@r1c1,r1c2", "black@r1c1,r1c2", "xv:10@r1c1,r1c2",
                            "greater@r1c1,r1c2", "greater@r1c2,r1c1"]),
        ("odd@r1c1", ["even@r1c1", "minimum@r1c1", "maximum@r1c1"]),
        ("sandwich:3@r1c1,r1c2,r1c3,r1c4",
         [f"{name}:3@r1c1,r1c2,r1c3,r1c4" for name in ("xsum", "skyscraper", "hiddenskyscraper",
                                                       "numberedroom", "fullrank")]),
        ("killer:5@r1c1,r1c2", []),
    ],
)  # fmt: skip
def test_what_is_drawn_alike_has_the_same_numbers(text: str, wanted: list[str]) -> None:
    assert found(text) == wanted


def test_words_that_no_thing_shows_mean_what_they_say() -> None:
    assert found("renban@r1c1,r1c2", thing="words") == []
