"""The finite-domain engine: what it refuses, what its options change, known counts."""

from itertools import permutations, product
from random import Random

import pytest
from well_known import INKALA_2012

from cpsudoku import backends, logic
from cpsudoku.asking import solving
from cpsudoku.backends.fd import Fd
from cpsudoku.backends.fd.structures import known
from cpsudoku.errors import OptionError
from cpsudoku.formats import parse
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Verdict
from cpsudoku.rules import (
    AllDifferent,
    Board,
    Constraint,
    Linear,
    Not,
    Rules,
    Table,
    boxes,
    classic,
    jigsaw,
    latin,
    samurai,
)  # fmt: skip
from cpsudoku.rules.board import digits_of_mask, rectangle
from cpsudoku.variants import from_text, with_variants
from cpsudoku.variants.chaos import ChaosRegions, RegionCount, RegionRun
from cpsudoku.variants.counts import CountedDistinct, SameValues
from cpsudoku.variants.outside import (
    NumberedRoom,
    Sandwich,
    XSum,
    numbered_rooms,
    sandwiches,
    x_sums,
)
from cpsudoku.variants.ranks import FullRank, sides
from cpsudoku.variants.regions import ExtraRegion

pytestmark = pytest.mark.compiled

KILLER = (
    "killer:3@r1c1,r1c2", "killer:15@r1c3,r1c4,r1c5", "killer:22@r1c6,r2c5,r2c6,r3c5",
    "killer:4@r1c7,r2c7", "killer:16@r1c8,r2c8", "killer:15@r1c9,r2c9,r3c9,r4c9",
    "killer:25@r2c1,r2c2,r3c1,r3c2", "killer:17@r2c3,r2c4", "killer:9@r3c3,r3c4,r4c4",
    "killer:8@r3c6,r4c6,r5c6", "killer:20@r3c7,r3c8,r4c7", "killer:6@r4c1,r5c1",
    "killer:14@r4c2,r4c3", "killer:17@r4c5,r5c5,r6c5", "killer:17@r4c8,r5c7,r5c8",
    "killer:13@r5c2,r5c3,r6c2", "killer:20@r5c4,r6c4,r7c4", "killer:12@r5c9,r6c9",
    "killer:27@r6c1,r7c1,r8c1,r9c1", "killer:6@r6c3,r7c2,r7c3", "killer:20@r6c6,r7c6,r7c7",
    "killer:6@r6c7,r6c8", "killer:10@r7c5,r8c4,r8c5,r9c4", "killer:14@r7c8,r7c9,r8c8,r8c9",
    "killer:8@r8c2,r9c2", "killer:16@r8c3,r9c3", "killer:15@r8c6,r8c7",
    "killer:13@r9c5,r9c6,r9c7", "killer:17@r9c8,r9c9",
)  # fmt: skip
"""A killer sudoku without givens: the example of Wikipedia's article on them."""


def killer() -> Puzzle:
    rules = classic()
    return Puzzle.empty(rules.with_constraints([from_text(text, rules.board) for text in KILLER]))


@pytest.mark.parametrize("subsets", [True, False])
@pytest.mark.parametrize("implied_sums", [True, False])
def test_options_change_the_work_and_never_the_answer(subsets: bool, implied_sums: bool) -> None:
    engine = Fd().compile(killer().rules, subsets=subsets, implied_sums=implied_sums)
    outcome = engine.search(killer().candidates, Limits(solutions=2))
    assert outcome.exhausted
    assert ["".join(map(str, grid[:9])) for grid in outcome.solutions] == ["215647398"]


def test_implied_sums_and_subsets_save_nodes() -> None:
    def nodes(**options: object) -> int:
        engine = Fd().compile(killer().rules, **options)
        return engine.search(killer().candidates, Limits(solutions=2)).stats.nodes or 0

    assert nodes() < nodes(subsets=False, implied_sums=False)


def test_options_are_true_or_false() -> None:
    with pytest.raises(OptionError, match="expected one of True, False"):
        Fd().compile(latin(4), subsets="yes")


def test_the_72_grids_of_king_knight_and_nonconsecutive() -> None:
    rules = classic()
    added = [from_text(name, rules.board) for name in ("antiking", "antiknight", "nonconsecutive")]
    found = solving.count(Puzzle.empty(rules.with_constraints(added)), backend="fd")
    assert (found.value, found.exact) == (72, True)


def test_variants_and_groups_across_houses_go_to_it_and_houses_to_exact_cover() -> None:
    four = boxes(2, 2)
    across = [from_text("region@r1c1,r2c2,r3c3", four.board)]
    for rules in (killer().rules, four.with_groups([(0, 5)]), four.with_constraints(across)):
        assert backends.auto(rules) == "fd"
    for rules in (four, four.with_diagonals(), jigsaw("1112 1222 3334 3444"), samurai()):
        assert backends.auto(rules) == "cover"


def test_a_region_across_the_boxes_of_an_empty_board_does_not_lead_astray() -> None:
    # Algorithm X goes on for minutes here.
    region = from_text("region@r2c3,r2c4,r3c2,r3c3,r3c4,r3c5,r4c2,r4c4", classic().board)
    found = solving.check(Puzzle.empty(classic().with_constraints([region])))
    assert found.verdict is Verdict.MULTIPLE
    assert found.stats.nodes is not None
    assert found.stats.nodes < 1000


def test_too_many_digits_are_refused_with_the_reason() -> None:
    assert "64 digits" in backends.get("fd").supports(latin(65)).reason


def test_more_different_cells_than_digits_mean_no_solution() -> None:
    lunchbox = from_text("lunchbox:5@r1c3,r2c3,r1c1,r2c2", latin(3).board)
    crowded = Puzzle.empty(latin(3).with_constraints([lunchbox]))
    for backend in ("fd", "backtrack", "sat", "cpsat"):
        assert solving.check(crowded, backend=backend).verdict is Verdict.NONE, backend
    region = ExtraRegion(crowded.rules.board, (0, 1, 2, 3, 4))
    crowded = Puzzle.empty(latin(3).with_constraints([region]))
    for backend in ("fd", "backtrack", "sat", "cpsat", "dlx", "auto"):
        assert solving.check(crowded, backend=backend).verdict is Verdict.NONE, backend
    assert crowded.rules.has_others
    assert list(logic.Path(crowded)) == []


def test_other_seeds_find_other_solutions_of_the_same_puzzle() -> None:
    engine = backends.engine("fd", classic())
    empty = Puzzle.empty(classic()).candidates
    grids = {engine.search(empty, Limits(seed=seed)).solutions[0] for seed in range(4)}
    assert len(grids) == 4


def test_forbidden_tuples_are_forbidden_and_nothing_more() -> None:
    tuples = frozenset((a, b, c) for a in range(1, 4) for b in range(1, 4) for c in range(1, 4))
    rules = latin(3).with_constraints([Not(Table((0, 4, 8), tuples - {(2, 2, 2)}))])
    found = solving.solve(Puzzle.empty(rules), backend="fd", limit=None).solutions
    assert len(found) == 2
    assert all(grid[0] == grid[4] == grid[8] == 2 for grid in found)


def test_a_classic_puzzle_is_decided_with_few_nodes() -> None:
    puzzle = parse(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    )
    result = solving.check(puzzle, backend="fd")
    assert result.solution is not None
    assert (result.outcome.stats.nodes or 0) < 200


def test_digits_that_no_cell_may_have_leave_houses_of_the_others() -> None:
    """Of the digits 0 to 10 all cells may have 1 to 9: the rows, columns and boxes are houses."""
    wide = Board(killer().rules.board.places, 11, 0)
    cages = [from_text(text, wide) for text in KILLER]
    rules = Rules(wide, (*classic().constraints, *cages))
    puzzle = Puzzle(rules, (0b01111111110,) * 81)
    outcome = Fd().compile(rules).search(puzzle.candidates, Limits(solutions=2))
    assert [grid[:9] for grid in outcome.solutions] == [(3, 2, 6, 7, 5, 8, 4, 10, 9)]
    assert (outcome.stats.nodes or 0) < 100
    found = solving.candidates(puzzle, backend="fd")
    assert found.complete
    assert found.solutions == outcome.solutions
    assert solving.count(puzzle, backend="fd").value == 1


@pytest.mark.parametrize("ties", [None, 1])
def test_ranks_are_those_of_the_grids_where_they_hold(ties: int | None) -> None:
    rules = boxes(2, 2)
    grids = solving.solve(Puzzle.empty(rules), backend="backtrack", limit=None).solutions
    chance = Random(1)
    lines = [line for side in sides(rules.board) for line in side]
    for _ in range(12):
        clues = [
            FullRank(rules.board, line, chance.randrange(1, 17), ties)
            for line in chance.sample(lines, chance.randrange(1, 4))
        ]
        wanted = {grid for grid in grids if all(clue.holds(grid) for clue in clues)}
        ranked = Puzzle.empty(rules.with_constraints(clues))
        found = solving.solve(ranked, backend="fd", limit=None)
        assert set(found.solutions) == wanted
        assert found.outcome.exhausted


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("kind", [Sandwich, XSum, NumberedRoom])
def test_ways_of_a_clue_are_the_rows_in_which_it_holds(
    kind: type[Sandwich | XSum | NumberedRoom], first: int
) -> None:
    board = Board(tuple((0, column) for column in range(5)), 5, first)
    rules = Rules(board, [AllDifferent(tuple(range(5)))])
    for number in range(-1, 16):
        clue = kind(board, (0, 1, 2, 3, 4), number)
        left, formulas, _ = known(rules.with_constraints([clue]))
        assert (list(left.values()), len(formulas)) == ([()], 1)
        assert ways_of(clue) == {
            row for row in permutations(range(first, first + 5)) if clue.holds(row)
        }


def ways_of(clue: Sandwich | XSum | NumberedRoom) -> set[tuple[int, ...]]:
    """Return the rows of different digits that fit one of a clue's ways."""
    makers = {Sandwich: sandwiches, XSum: x_sums, NumberedRoom: numbered_rooms}
    first = clue.board.first
    ways = list(makers[type(clue)](first, 5, clue.number))
    return {
        row
        for row in permutations(range(first, first + 5))
        if any(all(mask >> d - first & 1 for mask, d in zip(way, row, strict=True)) for way in ways)
    }


def test_clues_on_rows_that_are_no_houses_are_left_to_their_primitives() -> None:
    board = Board(tuple((0, column) for column in range(4)), 4)
    clue = Sandwich(board, (0, 1, 2, 3), 4)
    assert known(Rules(board, [clue])) == ({}, [], 0)
    counted = solving.count(Puzzle.empty(Rules(board, [clue])), backend="fd")
    rows = [row for row in product(range(1, 5), repeat=4) if clue.holds(row)]
    assert (1, 2, 2, 4) in rows
    assert counted.value == len(rows)


_PLACES = tuple((row, column) for row in range(2) for column in range(3))
_CHAOS = Board(_PLACES + tuple((row + 3, column) for row, column in _PLACES), 3, auxiliary=6)
_OF_EACH_KIND = (
    RegionRun(_CHAOS, (1,), ((7, 6), (7, 8), (7, 10))),
    RegionCount(_CHAOS, (3,), (11, 8, 10)),
    CountedDistinct(_CHAOS, (5, 6, 7, 9)),
    SameValues(_CHAOS, (10, 11)),
)
_OF_THE_SAME_CELLS = (
    RegionCount(_CHAOS, (3,), (9, 6, 10)),
    RegionCount(_CHAOS, (4,), (10, 9, 6)),
    AllDifferent((3, 4), "differ"),
)
_OF_THE_SAME_DIGIT = (*_OF_THE_SAME_CELLS, RegionCount(_CHAOS, (3,), (6, 9, 10)))


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("clues", [(), _OF_EACH_KIND, _OF_THE_SAME_CELLS, _OF_THE_SAME_DIGIT])
def test_regions_to_be_found_are_those_of_all_grids(
    size: int, clues: tuple[Constraint, ...]
) -> None:
    said = [ChaosRegions(_CHAOS, tuple(range(6)), tuple(range(6, 12)), size), *clues]
    digits = [grid for grid in product(range(1, 4), repeat=6) if clues or grid[0] == 1]
    names = product(range(1, 6 // size + 1), repeat=6)
    cuts = [cut for cut in names if said[0].holds((*range(6), *cut))]
    wanted = {
        grid + cut for grid in digits for cut in cuts if all(c.holds(grid + cut) for c in said)
    }
    assert wanted
    puzzle = Puzzle(Rules(_CHAOS, said), (7 if clues else 1, *[7] * 11))
    found = solving.solve(puzzle, backend="fd", limit=None)
    assert found.outcome.exhausted
    assert set(found.solutions) == wanted
    masks = tuple(sum({1 << (grid[cell] - 1) for grid in wanted}) for cell in range(12))
    assert solving.candidates(puzzle, backend="fd").masks == masks


def test_a_clue_about_a_region_of_64_cells_is_left_to_its_primitives() -> None:
    row = tuple((0, column) for column in range(64))
    board = Board(row + tuple((2, column) for _, column in row), 64, auxiliary=64)
    cells, names = tuple(range(64)), tuple(range(64, 128))
    said = [ChaosRegions(board, cells, names, 64), RegionRun(board, (0,), (names,))]
    masks = tuple(1 << 63 - cell for cell in cells) + (1,) * 64
    puzzle = Puzzle(Rules(board, said), (masks[0] | 1, *masks[1:]))
    assert solving.check(puzzle, backend="fd").verdict is Verdict.UNIQUE


def test_regions_among_cells_are_counted_where_an_automaton_would_be_too_big() -> None:
    row = tuple((0, column) for column in range(51))
    board = Board(row + tuple((2, column) for _, column in row), 51, auxiliary=51)
    cells, names = tuple(range(51)), tuple(range(51, 102))
    said = [ChaosRegions(board, cells, names, 3), CountedDistinct(board, (0, *names[::3][:4]))]
    digits = [1 << cell for cell in cells]
    of_regions = [1 << cell // 3 for cell in cells]
    puzzle = Puzzle(Rules(board, said), (digits[0] | digits[3], *digits[1:], *of_regions))
    found = solving.check(puzzle, backend="fd")
    assert found.solutions == ((4, *range(2, 52), *(1 + cell // 3 for cell in cells)),)


@pytest.mark.parametrize("cells", [(0, 1, 4, 5), (0, 5, 10, 3, 6, 12), (0, 1, 2, 3, 4, 5, 6, 7)])
def test_lists_with_the_same_digits_mean_what_their_primitives_mean(
    cells: tuple[int, ...],
) -> None:
    alike = SameValues(latin(4).board, cells)
    named = latin(4).with_constraints([alike])
    spelt = latin(4).with_constraints(alike.primitives)
    counted = [solving.count(Puzzle.empty(rules), backend="fd").value for rules in (named, spelt)]
    assert counted[0] == counted[1] > 0


def test_ranks_on_a_board_whose_houses_are_drawn_as_regions_are_still_ranks() -> None:
    board = boxes(2, 2).board
    grid = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    clue = FullRank(board, (0, 1, 2, 3), 1, 1)
    lines = [ExtraRegion(board, group.cells) for group in latin(4).groups]
    bare = Rules(board, [*lines, clue])
    masks = tuple(1 << digit - 1 for digit in grid)
    assert solving.check(Puzzle(bare, masks), backend="fd").verdict is Verdict.UNIQUE


RENBANS = (
    ".Renban~R7C1~R6C1~R5C1.Renban~R8C1~R7C2~R6C3.Renban~R4C9~R5C9~R4C8~R3C9~R2C8~R1C9~R1C8.R"
    "enban~R3C5~R2C6~R1C6~R1C5.Renban~R4C2~R4C3~R5C4.Renban~R3C7~R3C8~R2C7.Renban~R9C1~R8C2~R"
    "7C3.Renban~R8C7~R9C8~R9C9~R8C8~R7C9~R7C8.Renban~R6C8~R5C7~R5C6.Renban~R6C7~R7C7~R7C6.Ren"
    "ban~R9C6~R9C5~R9C4.Renban~R1C4~R1C3~R2C2.Renban~R5C8~R4C7~R3C6.Renban~R2C3~R1C2~R1C1.Ren"
    "ban~R6C4~R7C4~R7C5~R8C6.Renban~R5C3~R4C4~R3C3~R2C4.~R5C8_6"
)
"""Random renbans that have one solution."""


def test_digits_that_fail_lead_to_the_same_solution_in_fewer_nodes() -> None:
    puzzle = parse(RENBANS)
    always = Linear((0, 1, 2), (1, 1, 1), "<=", (27,), "a sum: digits do not weigh")
    outcomes = [
        backends.engine("fd", rules).search(puzzle.candidates, Limits(solutions=2))
        for rules in (puzzle.rules, puzzle.rules.with_constraints([always]))
    ]
    assert all(outcome.exhausted for outcome in outcomes)
    assert outcomes[0].solutions == outcomes[1].solutions
    assert len(outcomes[0].solutions) == 1
    assert (outcomes[0].stats.nodes or 0) < (outcomes[1].stats.nodes or 0)


def test_an_engine_of_some_constraints_answers_as_one_compiled_of_these() -> None:
    rules = with_variants(boxes(2, 2), "thermo@r1c1,r1c2,r2c2", "killer:5@r3c3,r3c4")
    whole = Fd().compile(rules)
    for places in ([0, 1, 5, len(rules.constraints) - 1], range(len(rules.constraints) - 2)):
        some = whole.of_some(places)
        constraints = tuple(rules.constraints[place] for place in places)
        alone = Fd().compile(Rules(rules.board, constraints))
        masks = (15,) * 8 + (2, 4, 9, 9) + (15, 15, 6, 6)
        limits = Limits(solutions=10**6)
        assert some.count(masks, limits).value == alone.count(masks, limits).value > 0


@pytest.mark.parametrize("low", [0, 2], ids=["digits from 1 on", "digits from 3 on"])
def test_what_is_said_to_be_refuted_is_in_no_solution(low: int) -> None:
    chance, refuted, found_open = Random(low), 0, 0
    board = rectangle(4, 4, 4 + low)
    rows = [tuple(range(4 * i, 4 * i + 4)) for i in range(4)]
    houses = [AllDifferent(house) for house in (*rows, *zip(*rows, strict=True))]
    for _ in range(20):
        grid = [low + 1 + (row + column) % 4 for row in range(4) for column in range(4)]
        cells = tuple(chance.sample(range(16), 3))
        total = Linear(cells, (1, 1, 1), "=", (sum(grid[cell] for cell in cells),))
        rules = Rules(board, (*houses, total))
        masks = tuple(chance.randrange(16) << low | 1 << digit - 1 for digit in grid)
        asked = [(cell, digit) for cell in range(16) for digit in digits_of_mask(masks[cell])]
        engine = Fd().compile(rules)
        found, work = engine.refuted(masks, asked, conflicts=None, enough=len(asked), seconds=None)
        grids = solving.solutions(Puzzle(rules, masks), backend="sat")
        seen = {(cell, one[cell]) for one in grids for cell in range(16)}
        assert {asked[place] for _, place in found} == set(asked) - seen
        some, less = engine.refuted(masks, asked, conflicts=None, enough=2, seconds=None)
        assert less <= work
        assert [place for _, place in some] == [place for _, place in found[:2]]
        at_once, _ = engine.refuted(masks, asked, conflicts=0, enough=len(asked), seconds=None)
        assert {place for _, place in at_once} <= {place for _, place in found}
        assert all(nodes == 0 for nodes, _ in at_once)
        refuted += len(found)
        found_open += len(seen)
    assert min(refuted, found_open) > 50


def test_what_is_refuted_is_asked_for_up_to_limits_of_conflicts_and_time() -> None:
    puzzle = parse(INKALA_2012)
    asked = [(cell, d) for cell in range(81) for d in digits_of_mask(puzzle.candidates[cell])]
    timed, brief, longer = (
        Fd()
        .compile(puzzle.rules)
        .refuted(puzzle.candidates, asked, conflicts=conflicts, enough=len(asked), seconds=seconds)[
            0
        ]
        for conflicts, seconds in ((100, 0.0), (0, None), (100, None))
    )
    assert len(timed) <= 1 < len(brief) < len(longer)
    assert all(nodes == 0 for nodes, _ in brief)
    assert any(nodes > 0 for nodes, _ in longer)
