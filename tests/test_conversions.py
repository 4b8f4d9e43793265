"""Every notation into every other: what comes out means the same, or is refused with the reason."""

from __future__ import annotations

import io
from functools import cache

import pytest
from test_variants import EXAMPLES, board_of

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.meaning import means_the_same
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Board, Pair, Regular, Rules, boxes, jigsaw, rectangle, usual
from cpsudoku.rules.primitives import Count, Linear, Not, Or
from cpsudoku.variants import with_variants

FOUR = boxes(2, 2)
PLACES = FOUR.board.places
LESS = frozenset({(1, 2), (1, 3), (2, 3), (2, 4)})

ABILITIES = {
    "marks": Puzzle(FOUR, (3, 15, 1, *[15] * 13)),
    "jigsaw": Puzzle.empty(jigsaw("1112132233243444")),
    "diagonals": Puzzle.empty(FOUR.with_diagonals()).with_given(5, 2),
    "cages": Puzzle.empty(with_variants(FOUR, "killer:5@r1c1,r1c2", "thermo@r2c1,r2c2,r2c3")),
    "lines": Puzzle.empty(
        with_variants(FOUR, "whispers:2@r1c1,r2c2", "between@r3c1,r3c2,r4c3", "white@r1c4,r2c4")
    ),
    "outside": Puzzle.empty(
        with_variants(FOUR, "sandwich:2@r1c1,r1c2,r1c3,r1c4", "littlekiller:6@r1c1,r2c2,r3c3,r4c4")
    ),
    "any": Puzzle.empty(
        FOUR.with_constraints(
            [
                Pair(0, 5, LESS, "rel"),
                Regular(
                    (1, 6, 11), 0, frozenset({(0, 1, 0), (0, 2, 1), (1, 3, 1)}), frozenset({1})
                ),
                Or((Linear((0, 1), (1, 1), "=", (3,)), Count((0, 1, 2), frozenset({1}), "=", 1))),
            ]
        )
    ),
    "not": Puzzle.empty(FOUR.with_constraints([Not(Linear((0, 6), (1, 2), "=", (3,)))])),
    "from 0": Puzzle.empty(Rules(Board(PLACES, 4, 0), FOUR.constraints)).with_given(3, 2),
    "rectangle": Puzzle.empty(Rules(rectangle(3, 4, 4), [])).with_given(3, 2),
    "beside": Puzzle.empty(
        Rules(Board((*PLACES, (5, 0)), 4, 1, 1), [*FOUR.constraints, Pair(0, 16, LESS, "rel")])
    ),
    "16×16": Puzzle.empty(usual(16)).with_given(5, 2),
}

# What says its rules in words of ours, a line or a field of them, can say all of them.
OURS = {"line", "sdm", "drawn", "numbers", "candidates", "pencil", "sdk", "csv", "json", "jsonl"}
SETTERS = {"fpuzzles", "sudokupad", "iss"}
HELD = {
    "marks": {"candidates", "pencil", "json", "jsonl"} | SETTERS,
    "jigsaw": OURS | SETTERS | {"lisudoku"},
    "diagonals": OURS | SETTERS | {"lisudoku"},
    "cages": OURS | SETTERS | {"lisudoku"},
    "lines": OURS | SETTERS,
    "outside": OURS | SETTERS,
    "any": OURS | {"iss"},
    "not": OURS,
    "from 0": {"drawn", "candidates", "json", "jsonl", "iss"},
    "rectangle": {"drawn", "candidates", "json", "jsonl", "iss"},
    "beside": {"drawn", "candidates", "json", "jsonl", "iss"},
    "16×16": (OURS | SETTERS | {"lisudoku"}),
}


@cache
def converted(ability: str, notation: str) -> Record | str:
    """The puzzle in a notation, read again, or the words in which it was refused."""
    return into(Record(ABILITIES[ability]), notation)


def into(record: Record, notation: str) -> Record | str:
    try:
        text = formats.write(record, notation)
    except FormatError as error:
        return str(error)
    (found,) = formats.read(io.StringIO(text))
    assert not found.ignored
    return found


@pytest.mark.parametrize("ability", ABILITIES)
def test_a_notation_holds_what_it_did_and_says_of_the_rest_what_it_cannot(ability: str) -> None:
    for notation in formats.names():
        found = converted(ability, notation)
        assert (not isinstance(found, str)) == (notation in HELD[ability]), (notation, found)
        if isinstance(found, str):
            assert len(found) > 20


@pytest.mark.parametrize("start", formats.names())
def test_each_notation_is_converted_into_each_other_without_loss_or_refused(start: str) -> None:
    for ability, puzzle in ABILITIES.items():
        record = converted(ability, start)
        if isinstance(record, str):
            continue
        assert means_the_same(record.puzzle, puzzle), (ability, start)
        for end in formats.names():
            # What cannot be said is refused however it was said before.
            again = into(record, end)
            assert isinstance(again, str) == (end not in HELD[ability]), (ability, end, again)
            if not isinstance(again, str):
                assert means_the_same(again.puzzle, puzzle), (ability, end)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_each_variant_is_converted_between_all_notations(name: str) -> None:
    rules = boxes(2, 3) if board_of(name).size == 6 else FOUR
    for text in EXAMPLES[name]:
        puzzle = Puzzle.empty(with_variants(rules, text))
        for start in formats.names():
            record = into(Record(puzzle), start)
            if isinstance(record, str):
                continue
            for end in formats.names():
                again = into(record, end)
                assert isinstance(again, str) or means_the_same(again.puzzle, puzzle), (start, end)
