"""Second layers: what is counted, on boards small enough to try all shadings."""

from __future__ import annotations

from itertools import product

import pytest

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.errors import RulesError
from cpsudoku.formats import parse_rules, rules_text
from cpsudoku.formats.rules_json import rules_from_json, rules_to_json
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Board, Rules, layered, rectangle, square
from cpsudoku.variants import Variant, from_text

SHAPES = ("yinyang", "nurikabe", "cave", "snake", "shadedloop", "stars:1", "marks:1", "marks")
BACKENDS = ("fd", "cpsat", "sat")


def on_all(name: str, board: Board) -> Variant:
    return from_text(f"{name}@{','.join(map(board.name, range(board.cell_count)))}", board)


def counts(rules: Rules, backends: tuple[str, ...] = BACKENDS) -> set[int]:
    """Return what backends count, each exactly."""
    found = [solving.count(Puzzle.empty(rules), backend=backend) for backend in backends]
    assert all(one.exact for one in found)
    return {one.value for one in found}


@pytest.mark.compiled
@pytest.mark.thorough(but=8)
@pytest.mark.parametrize("height", [2, 3])
@pytest.mark.parametrize("name", SHAPES)
def test_shadings_are_counted_as_by_trying_all(name: str, height: int) -> None:
    board = rectangle(height, 3, 2)
    made = on_all(name, board)
    grids = list(product((1, 2), repeat=board.cell_count))
    assert counts(Rules(board, [made])) == {sum(map(made.holds, grids))}


@pytest.mark.compiled
@pytest.mark.parametrize(("side", "loops"), [(2, 1), (3, 13), (4, 213)])
def test_loops_are_as_many_as_is_known(side: int, loops: int) -> None:
    # OEIS A140517: cycles of the square grid graph.
    board = rectangle(2 * side, side, 2)
    names = [board.name(cell) for cell in range(board.cell_count)]
    text = f"loop@{','.join(names[: side**2])}/{','.join(names[side**2 :])}"
    assert counts(Rules(board, [from_text(text, board)]), ("fd", "sat")) == {loops}


@pytest.mark.compiled
@pytest.mark.parametrize("text", ["loopwhispers:1", "loopwhispers:2", "loop+loopwhispers:2"])
def test_digits_along_a_loop_are_apart_as_by_trying_all(text: str) -> None:
    rules = parse_rules(f"latin:2+digits:1-3+layer+layer+{text}").rules()
    # A way on that would lead off the board is not taken.
    free = {4, 6, 8, 9}
    masks = tuple([7] * 4 + [3 if cell in free else 1 for cell in range(4, 12)])
    every = product(*([d for d in (1, 2, 3) if mask >> d - 1 & 1] for mask in masks))
    found = sum(all(one.holds(grid) for one in rules.constraints) for grid in every)
    counted = {solving.count(Puzzle(rules, masks), backend=name).value for name in BACKENDS}
    assert counted == {found}
    assert found > 0


@pytest.mark.compiled
def test_pairs_of_a_grid_and_its_layer_are_counted() -> None:
    # Each of the 2 grids with each of the 14 connected shadings but those with a full square.
    assert counts(parse_rules("latin:2+layer+nurikabe").rules()) == {2 * 12}
    # In each of the 288 grids one of the 16 ways to mark a cell of each row, column and box.
    assert counts(parse_rules("4+layer+marks:1").rules()) == {288 * 16}


@pytest.mark.compiled
def test_schroedinger_cells_are_counted_as_by_trying_all() -> None:
    rules = parse_rules("latin:2+digits:0-2+layer+schroedinger").rules()
    grids = product(range(3), repeat=8)
    every = sum(all(one.holds(grid) for one in rules.constraints) for grid in grids)
    assert counts(rules) == {every} == {6}


@pytest.mark.compiled
def test_digits_are_marked_once_each() -> None:
    rules = parse_rules("4+layer+marks:1:1").rules()
    for solution in solving.solutions(Puzzle.empty(rules), backend="fd"):
        grid, marks = solution[:16], solution[16:]
        marked = [digit for digit, mark in zip(grid, marks, strict=True) if mark == 2]
        assert sorted(marked) == [1, 2, 3, 4]
        break


@pytest.mark.parametrize(
    "text",
    ["9+layer+yinyang", "6+from0+layer+layer+loop:1", "9+digits:0-9+layer+schroedinger",
     "latin:4+layer+stars:1+killer:5@r1c1,r1c2"],
)  # fmt: skip
def test_layers_and_digits_are_written_and_read(text: str) -> None:
    rules = parse_rules(text).rules()
    assert rules_text(rules) == text
    assert rules_from_json(rules_to_json(rules)) == rules
    side = len(rules.board.lines(0))
    puzzle = formats.parse(f"# rules: {text}\n{'2' + '.' * (side**2 - 1)}")
    assert puzzle.rules == rules
    assert puzzle.clues == 1
    assert puzzle == formats.parse(formats.write(puzzle, "json"))
    assert puzzle == formats.parse(formats.write(puzzle, "drawn"))
    rows = "\n".join(["2" + "." * (side - 1), *["." * side] * (side - 1)])
    assert formats.parse(f"# rules: {text}\n{rows}\n") == puzzle


@pytest.mark.parametrize("text", ["4+layer+yinyang", "4+layer+nurikabe", "4+layer+snake"])
def test_connected_layers_are_strings_of_interactive_sudoku_solver(text: str) -> None:
    puzzle = Puzzle.empty(parse_rules(text).rules()).with_given(0, 2)
    # What is written is read again there, and refused if it means something else.
    again = formats.parse(formats.write(puzzle, "iss"))
    assert again.rules.board.layers == puzzle.rules.board.layers
    assert ".ConnectedValues~VAA~2" in formats.write(puzzle, "iss")


def test_a_layer_is_a_copy_of_the_grid_below_it() -> None:
    board = layered(square(3), 2)
    assert [board.name(cells[0]) for cells in board.layers] == ["r5c1", "r9c1"]
    assert square(3).layers == Board(square(3).places, 3, auxiliary=4).layers == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4+yinyang", "without cells; expected some, or a layer"),
        ("4+layer+loop", "expected two layers"),
        ("4+layer+loopwhispers", "expected two layers"),
        ("4+marks:1:1", "without"),
        ("4+layer+stars:1@r6c1,r6c2/r7c1", "houses with other cells"),
        ("4+schroedinger", "without second digits"),
        ("latin:1+layer+snake", "needs two digits"),
        ("4+layer+layer+layer+layer+layer", "5 layers"),
        ("4+digits:5-1", "digits:0-9"),
        ("+layer", "without a size"),
    ],
)
def test_what_layers_lack_is_said(text: str, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        parse_rules(text)
