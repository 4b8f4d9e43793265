"""Every notation into every other: what comes out means the same, or is refused with the reason."""

from __future__ import annotations

import io
from functools import cache

import pytest
from variant_examples import EXAMPLES, board_of

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.imported import means_the_same
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Board, Pair, Regular, Rules, boxes, jigsaw, latin, rectangle, usual
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
    "jigsaw": OURS | SETTERS | {"lisudoku", "sudokumaker"},
    "diagonals": OURS | SETTERS | {"lisudoku", "sudokumaker", "ps"},
    "cages": OURS | SETTERS | {"lisudoku", "sudokumaker"},
    "lines": OURS | SETTERS | {"sudokumaker"},
    "outside": OURS | SETTERS | {"sudokumaker"},
    "any": OURS | {"iss"},
    "not": OURS,
    "from 0": {"drawn", "candidates", "json", "jsonl", "iss", "sudokumaker"},
    "rectangle": {"drawn", "candidates", "json", "jsonl", "iss", "sudokumaker"},
    "beside": {"drawn", "candidates", "json", "jsonl", "iss"},
    "16×16": OURS | SETTERS | {"lisudoku", "ps", "puzzlink", "pzprv3"},
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


def kinds(size: int) -> dict[str, Puzzle]:
    """Puzzles of a size that look alike in some notation."""
    rules, every = usual(size), usual(size).all_digits
    cells = size * size
    row = [(i % size) + 1 for i in range(cells)]
    return {
        "blank": Puzzle.empty(rules),
        "one given": Puzzle.empty(rules).with_given(0, size),
        "half": Puzzle.from_digits([d if i % 2 else 0 for i, d in enumerate(row)], rules),
        "full": Puzzle.from_digits(row, rules),
        "a mark": Puzzle(rules, (1, every ^ 1, *[every] * (cells - 2))),
        "few marks": Puzzle(rules, (3,) * cells),
        "latin": Puzzle.empty(latin(size)).with_given(0, 1),
        "latin with a mark": Puzzle(latin(size), (every ^ 1, *[every] * (cells - 1))),
    }


@pytest.mark.thorough(but=20)
@pytest.mark.parametrize("name", formats.names())
@pytest.mark.parametrize("size", [2, 3, 4, 6, 9, 16])
def test_puzzles_of_any_number_are_found_again_without_saying_how_they_are_written(
    size: int, name: str
) -> None:
    for kind, puzzle in kinds(size).items():
        assert_read_again([puzzle], name, kind)
        assert_read_again([puzzle] * 2, name, kind)
    assert_read_again([kinds(size)["one given"]] * size, name, "as many as rows")


def test_puzzles_of_nine_cells_in_lines_state_their_rules_as_they_might_be_rows() -> None:
    assert_read_again([kinds(3)["one given"]] * 2, "line", "tiny ones")


@pytest.mark.parametrize("name", formats.names())
def test_puzzles_of_changing_rules_are_found_again(name: str) -> None:
    several = [kinds(9)["half"], kinds(4)["latin"], kinds(4)["half"], kinds(9)["half"]]
    assert_read_again(several, name, "rules that change")
    assert_read_again(several[1:], name, "unusual ones first")
    assert_read_again([*several, *kinds(4).values()], name, "with marks")
    assert_read_again([ABILITIES["from 0"], kinds(4)["a mark"]], name, "another board first")
    assert_read_again([kinds(4)["a mark"], ABILITIES["from 0"]], name, "another board last")
    boards = [ABILITIES["from 0"], ABILITIES["rectangle"], kinds(4)["half"], ABILITIES["from 0"]]
    assert_read_again(boards, name, "boards that change")


def assert_read_again(puzzles: list[Puzzle], name: str, kind: str) -> None:
    out = io.StringIO()
    try:
        with formats.Writer(out, name) as writer:
            for puzzle in puzzles:
                writer.write(puzzle)
    except FormatError as error:
        assert len(str(error)) > 20
        return
    found = [record.puzzle for record in formats.read(io.StringIO(out.getvalue()))]
    assert len(found) == len(puzzles), (kind, name)
    for one, puzzle in zip(found, puzzles, strict=True):
        exact = name in OURS
        assert one == puzzle if exact else means_the_same(one, puzzle), (kind, name)


def test_a_solution_in_place_of_a_text_is_written_in_the_digits_of_its_rules() -> None:
    text = '{"puzzle": "12..............", "rules": "4+from0", "solution": "?"}'
    solution = (2, 3, 1, 4, 1, 4, 2, 3, 3, 2, 4, 1, 4, 1, 3, 2)
    written = formats.write(formats.record(text)._replace(solution=solution), "json")
    assert '"solution": "1203031221303021"' in written
    assert formats.record(written).solution == solution
