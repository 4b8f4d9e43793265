"""What is said of candidates that a clue refutes: words, notation, hints, JSON, a picture."""

from __future__ import annotations

from cpsudoku.drawing.steps import highlights_svg
from cpsudoku.logic import Position
from cpsudoku.logic.evidence import Candidate
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import Reason, ReasonStep
from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.rules import Constraint, boxes
from cpsudoku.variants import from_text, with_variants

RULES = with_variants(boxes(2, 3), "killer:3@r1c1,r1c2", "noties")
CAGE, EVERYWHERE = RULES.constraints[-2:]
START = Position.of(Puzzle.empty(RULES))


def step(clue: Constraint, *eliminations: Candidate) -> ReasonStep:
    element = ReasonElement("clue", clue.scope, clue, 0, RULES.board)
    return ReasonStep(START, Reason((element,), 1, True), (), eliminations)


FOUND = step(CAGE, (0, 3), (0, 4), (0, 5), (0, 6), (1, 6), (1, 5))


def test_the_shorter_of_what_is_left_and_what_goes_is_said() -> None:
    expected = "Killer 3 r1c1 r1c2 means that r1c1 is 1 or 2, r1c2 cannot be 5 or 6."
    assert FOUND.sentence == expected
    nothing = step(CAGE, *((0, digit) for digit in range(1, 7)))
    assert nothing.sentence.endswith("r1c1 cannot be 1, 2, 3, 4, 5 or 6.")


def test_a_clue_all_over_the_board_has_no_cells_in_its_name() -> None:
    found = step(EVERYWHERE, (0, 3))
    assert found.sentence.startswith("Noties means that ")
    assert found.highlights.sets == ()


def test_hints_say_the_kind_of_clue_its_cells_its_meaning_and_what_it_leaves() -> None:
    assert FOUND.hints == (
        "Look at what killer 3 rules out.",
        "Look at what killer 3 r1c1 r1c2 rules out.",
        "Killer 3 r1c1 r1c2. "
        "The digits of a cage are different, and add up to the total in its corner, if it has one.",
        FOUND.sentence,
    )


def test_a_hint_says_the_number_that_a_clue_has() -> None:
    line = from_text("whispers:3@r1c1,r1c2", RULES.board)
    assert step(line, (0, 3)).hints[2] == (
        "Whispers 3 r1c1 r1c2. Neighbours on the line differ by at least 3."
    )


def test_notation_and_json_name_what_goes() -> None:
    expected = "Clue: killer 3 r1c1 r1c2 => r1c1<>3, r1c1<>4, r1c12<>5, r1c12<>6"
    assert FOUND.notation == expected
    document = FOUND.as_json()
    assert (document["clue"], document["name"]) == ("killer 3", "Clue")
    assert document["cells"] == ["r1c1", "r1c2"]
    assert document["eliminations"][-1] == {"cell": "r1c2", "digit": 5}
    assert (document["placements"], document["sentence"]) == ([], FOUND.sentence)


def test_a_picture_lights_the_clue_and_strikes_what_goes() -> None:
    drawn = highlights_svg(FOUND.highlights, START, "a title")
    assert "a title" in drawn
    assert drawn.count('stroke="#b3261e"') == len(FOUND.eliminations) + 1, "and the legend's"
