"""Conflicts, repairs, redundant givens, ambiguity: checked by brute force on small grids."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterable, Sequence

import pytest
from patience import BUSY
from well_known import INKALA_2010

import cpsudoku
from cpsudoku import diagnosis, formats
from cpsudoku.diagnosis import ambiguity, explain_conflict, redundant, repair
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings.cnf import Clause, Literal
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Cell, Grid, Rules, boxes, jigsaw, latin
from cpsudoku.variants import with_variants

FOUR = boxes(2, 2)
ALL_FOUR = tuple(cpsudoku.solutions(Puzzle.empty(FOUR), backend="backtrack"))
# Arto Inkala's puzzle of 2010.


def consistent(puzzle: Puzzle, cells: Iterable[Cell], grids: Iterable[Grid] = ALL_FOUR) -> bool:
    """Return whether some grid agrees with these givens of a puzzle."""
    wanted = list(cells)
    return any(all(grid[c] == puzzle.digits[c] for c in wanted) for grid in grids)


def givens(puzzle: Puzzle) -> list[Cell]:
    return [cell for cell, digit in enumerate(puzzle.digits) if digit]


def random_puzzle(seed: int, clues: int) -> Puzzle:
    """Return a 4×4 puzzle of random givens, most often without solution."""
    chance = random.Random(seed)
    digits = [0] * 16
    for cell in chance.sample(range(16), clues):
        digits[cell] = chance.randint(1, 4)
    return Puzzle.from_digits(digits, FOUR)


def sets(cells: list[Cell]) -> Iterable[tuple[Cell, ...]]:
    return (s for k in range(len(cells) + 1) for s in itertools.combinations(cells, k))


BROKEN = [p for p in (random_puzzle(s, 7) for s in range(60)) if not consistent(p, givens(p))][:20]
LOOSE = [p for p in (random_puzzle(s, 3) for s in range(90)) if consistent(p, givens(p))][:12]


def under(puzzle: Puzzle, cells: Iterable[Cell], houses: Iterable[object]) -> bool:
    """Return whether givens are consistent when only these houses count."""
    rules = Rules(4, tuple(c for c in puzzle.rules.constraints if c in list(houses)))
    digits = [0] * 16
    for cell in cells:
        digits[cell] = puzzle.digits[cell]
    return (
        cpsudoku.solve(Puzzle.from_digits(digits, rules), backend="backtrack").solution is not None
    )


# Conflicts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("smallest", [False, True])
@pytest.mark.parametrize("puzzle", BROKEN, ids=str)
def test_nothing_can_be_left_out_of_a_conflict(puzzle: Puzzle, smallest: bool) -> None:
    conflict = explain_conflict(puzzle, smallest=smallest)
    assert conflict.verdict is Verdict.NONE
    assert conflict.minimal
    assert not under(puzzle, conflict.givens, conflict.constraints)
    for cell in conflict.givens:
        assert under(puzzle, set(conflict.givens) - {cell}, conflict.constraints)
    for house in conflict.constraints:
        assert under(puzzle, conflict.givens, [h for h in conflict.constraints if h != house])


@pytest.mark.parametrize("puzzle", BROKEN, ids=str)
def test_the_smallest_conflict_is_the_smallest(puzzle: Puzzle) -> None:
    conflict = explain_conflict(puzzle, smallest=True)
    assert conflict.smallest
    least = next(s for s in sets(givens(puzzle)) if not consistent(puzzle, s))
    assert len(conflict.givens) == conflict.at_least == len(least)


def test_a_plain_clash_is_named_with_its_house() -> None:
    conflict = explain_conflict(
        "5" + INKALA_2010[1:]
    )  # r1c1=5 beside r1c3=5 and in the box of both
    assert conflict.minimal
    assert conflict.describe() in {
        "r1c1=5 r1c3=5 conflict under row 1",
        "r1c1=5 r1c3=5 conflict under box 1",
    }


def test_a_deep_conflict_on_9x9_is_explained_and_proved_minimal() -> None:
    puzzle = formats.parse(INKALA_2010[:80] + "1")
    assert puzzle.clash() is None
    conflict = explain_conflict(puzzle)
    assert conflict.minimal
    assert 0 < len(conflict.givens) < puzzle.clues
    assert 80 in conflict.givens  # without it there is a solution


def test_rules_that_no_grid_obeys_conflict_without_givens() -> None:
    impossible = latin(2).with_groups([[0, 3]])
    conflict = explain_conflict(Puzzle.empty(impossible), smallest=True)
    assert (conflict.verdict, conflict.givens, len(conflict.constraints)) == (Verdict.NONE, (), 3)
    assert conflict.smallest
    assert conflict.describe().startswith("the rules alone conflict under ")


def test_a_cell_without_candidates_conflicts_alone() -> None:
    conflict = explain_conflict(Puzzle(FOUR, (0, *(15,) * 15)))
    assert (conflict.givens, conflict.constraints, conflict.minimal) == ((), (), True)


def test_a_puzzle_with_a_solution_has_no_conflict() -> None:
    conflict = explain_conflict(INKALA_2010)
    assert conflict.verdict is Verdict.SOLVED
    assert conflict.solution == cpsudoku.solve(INKALA_2010, backend="dlx").solution


def test_other_rules_have_conflicts_too() -> None:
    for rules in (jigsaw("1112 1222 3334 3444"), FOUR.with_diagonals(), boxes(2, 3)):
        size = rules.size
        digits = [0] * rules.cell_count
        digits[0], digits[size * size - 1] = 1, 1
        digits[1] = 1
        conflict = explain_conflict(Puzzle.from_digits(digits, rules), smallest=True)
        assert conflict.smallest
        assert conflict.givens in {(0, 1), (0, size * size - 1)}


@pytest.mark.thorough
def test_a_clue_that_presumes_rows_and_columns_conflicts_with_all_of_them() -> None:
    rules = with_variants(
        FOUR, "fullrank:2:1@r1c1,r2c1,r3c1,r4c1", "exactly:1,3,4@r3c4,r4c2,r4c4,r2c4"
    )
    full, marks = (
        {1, 2, 3, 4},
        {1: {1, 2, 3}, 4: {4}, 7: {2, 3, 4}, 10: {4}, 11: {1, 3, 4}, 12: {2, 3, 4}},
    )
    masks = tuple(sum(1 << digit - 1 for digit in marks.get(cell, full)) for cell in range(16))
    conflict = explain_conflict(Puzzle(rules, masks))
    assert conflict.verdict is Verdict.NONE
    rows = list(itertools.permutations(range(1, 5)))
    grids = (tuple(itertools.chain(*four)) for four in itertools.product(rows, repeat=4))
    fitting = (grid for grid in grids if all(masks[c] >> d - 1 & 1 for c, d in enumerate(grid)))
    assert not any(all(one.holds(grid) for one in conflict.constraints) for grid in fitting)
    assert {f"{line} {n}" for line in ("row", "column") for n in range(1, 5)} <= {
        one.label for one in conflict.constraints
    }


@pytest.mark.thorough
def test_the_formula_of_a_big_board_is_not_made_of_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    take = Oracle._take

    def counted(oracle: Oracle, clauses: Iterable[Clause]) -> None:
        known = list(clauses)
        taken.append(len(known))
        take(oracle, known)

    monkeypatch.setattr(Oracle, "_take", counted)
    conflict = explain_conflict(Puzzle.from_digits([1, 1] + [0] * 623, boxes(5, 5)))
    assert conflict.describe() == "r1c1=1 r1c2=1 conflict under row 1"
    assert conflict.minimal
    pairs = 4 * 625 * 300
    assert len(taken) == 2
    assert max(taken) < pairs / 3


def test_where_the_oracle_is_at_a_loss_the_other_way_is_asked_once() -> None:
    pigeons, holes = 12, 11  # far more conflicts than one slice has
    clauses: list[Clause] = [tuple(p * holes + h + 1 for h in range(holes)) for p in range(pigeons)]
    for hole in range(1, holes + 1):
        places = range(hole, pigeons * holes + 1, holes)
        clauses += [(-one, -other) for one, other in itertools.combinations(places, 2)]
    asked = []

    def find(literals: Sequence[Literal]) -> list[Literal]:
        asked.append(tuple(literals))
        return [5]

    with Oracle(clauses, Deadline(60), find) as oracle:
        assert oracle.satisfiable([3])
        assert oracle.model == {5}
    assert asked == [(3,)]


def test_an_oracle_gives_up_after_some_work_and_is_asked_again_afterwards() -> None:
    holes, pigeons = 8, 9
    clauses: list[Clause] = [tuple(p * holes + h + 1 for h in range(holes)) for p in range(pigeons)]
    for hole in range(1, holes + 1):
        places = range(hole, pigeons * holes + 1, holes)
        clauses += [(-one, -other) for one, other in itertools.combinations(places, 2)]
    with Oracle(clauses, Deadline(60)) as oracle:
        with oracle.at_most(10**9), oracle.at_most(20_000):
            with pytest.raises(OutOfTimeError):
                oracle.satisfiable()
            with pytest.raises(OutOfTimeError):  # also where less is asked
                oracle.satisfiable_within(1)
        assert not oracle.satisfiable()


class Looks(Deadline):
    """A deadline that passes once it was looked at some times, whatever the clock says."""

    __slots__ = ("_left",)

    def __init__(self, looks: int) -> None:
        super().__init__(None)
        self._left = looks

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise OutOfTimeError


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("puzzle", BROKEN[:6], ids=str)
def test_a_smallest_conflict_that_was_cut_short_claims_no_more_than_was_proved(
    puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    least = next(len(s) for s in sets(givens(puzzle)) if not consistent(puzzle, s))
    cut = 0
    for looks in itertools.count():
        monkeypatch.setattr(diagnosis.conflict, "Deadline", lambda _, looks=looks: Looks(looks))
        conflict = explain_conflict(puzzle, smallest=True)
        assert conflict.at_least <= least
        if conflict.smallest:
            assert len(conflict.givens) == conflict.at_least == least
            break
        cut += conflict.minimal
    assert cut > 0


# Repairs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", BROKEN, ids=str)
def test_a_repair_changes_as_few_givens_as_can_be(puzzle: Puzzle) -> None:
    fixed = repair(puzzle)
    assert fixed.verdict is Verdict.NONE
    assert fixed.smallest
    assert fixed.changes is not None and fixed.repaired is not None
    least = next(
        s for s in sets(givens(puzzle)) if consistent(puzzle, set(givens(puzzle)) - set(s))
    )
    assert len(fixed.changes) == len(least)
    assert consistent(fixed.repaired, givens(fixed.repaired))
    for change in fixed.changes:
        assert puzzle.digits[change.cell] == change.was != change.becomes


def test_rules_that_no_grid_obeys_are_beyond_repair() -> None:
    rules = latin(2).with_groups([[0, 3]])
    assert repair(Puzzle.from_digits([1, 0, 0, 0], rules)).impossible
    assert not repair(BROKEN[0]).impossible


def completion_size(puzzle: Puzzle) -> int:
    """Return by brute force how many cells have to be given for one solution to be left."""
    grids = [g for g in ALL_FOUR if all(g[c] == puzzle.digits[c] for c in givens(puzzle))]
    blanks = [cell for cell, digit in enumerate(puzzle.digits) if not digit]
    for cells in sets(blanks):
        agreeing: dict[tuple[int, ...], int] = {}
        for grid in grids:
            key = tuple(grid[c] for c in cells)
            agreeing[key] = agreeing.get(key, 0) + 1
        if 1 in agreeing.values():
            return len(cells)
    raise AssertionError


@pytest.mark.compiled
@pytest.mark.parametrize("puzzle", LOOSE, ids=str)
def test_as_few_cells_as_can_be_make_a_puzzle_unique(puzzle: Puzzle) -> None:
    fixed = repair(puzzle)
    assert fixed.changes is not None and fixed.repaired is not None
    assert fixed.smallest
    assert len(fixed.changes) == completion_size(puzzle)
    answer = cpsudoku.check(fixed.repaired, backend="backtrack")
    assert (answer.verdict, answer.solution) == (Verdict.UNIQUE, fixed.solution)
    assert all(puzzle.digits[change.cell] == change.was == 0 for change in fixed.changes)


@pytest.mark.compiled
def test_four_clues_are_the_fewest_of_a_4x4() -> None:
    fixed = repair(Puzzle.empty(FOUR))
    assert fixed.changes is not None
    assert (len(fixed.changes), fixed.smallest) == (4, True)


@pytest.mark.compiled
def test_a_9x9_that_lost_two_clues_is_repaired_with_proof() -> None:
    lost = INKALA_2010.replace("7", ".", 2)
    fixed = repair(lost)
    assert fixed.smallest and fixed.repaired is not None
    assert cpsudoku.check(fixed.repaired, backend="dlx").verdict is Verdict.UNIQUE
    assert fixed.changes is not None and 1 <= len(fixed.changes) <= 2


def test_a_good_puzzle_needs_no_repair() -> None:
    fixed = repair(INKALA_2010)
    assert (fixed.verdict, fixed.changes, fixed.smallest) == (Verdict.UNIQUE, (), True)


@pytest.mark.compiled
def test_a_repair_that_is_not_proved_smallest_says_so() -> None:
    start = time.monotonic()
    fixed = repair(Puzzle.empty(boxes(3, 3)), seconds=0.5)
    assert time.monotonic() - start < 0.5 + 0.5 + BUSY
    assert fixed.verdict is Verdict.MULTIPLE
    # 17 clues are known to be the fewest; nobody proves that in half a second.
    assert not fixed.smallest
    if fixed.changes is not None:
        assert fixed.at_least < 17 <= len(fixed.changes)


def test_without_any_time_nothing_is_claimed() -> None:
    assert repair(INKALA_2010[:80] + "1", seconds=0).changes is None
    assert explain_conflict(INKALA_2010[:80] + "1", seconds=0).verdict is Verdict.UNKNOWN


# Redundant givens ----------------------------------------------------------------------------


def same_solutions(puzzle: Puzzle, cells: Iterable[Cell]) -> bool:
    """Return whether some givens alone have the solutions of all."""
    kept = list(cells)
    every = [g for g in ALL_FOUR if all(g[c] == puzzle.digits[c] for c in givens(puzzle))]
    return every == [g for g in ALL_FOUR if all(g[c] == puzzle.digits[c] for c in kept)]


@pytest.mark.parametrize("seed", range(12))
def test_redundant_givens_are_those_that_change_nothing(seed: int) -> None:
    chance = random.Random(seed)
    grid = chance.choice(ALL_FOUR)
    kept = chance.sample(range(16), chance.randint(3, 12))
    puzzle = Puzzle.from_digits([d if c in kept else 0 for c, d in enumerate(grid)], FOUR)
    found = redundant(puzzle)
    expected = [c for c in givens(puzzle) if same_solutions(puzzle, set(givens(puzzle)) - {c})]
    assert list(found.redundant) == expected
    assert found.minimal is (not expected)
    assert found.subset_minimal
    assert same_solutions(puzzle, found.subset)
    for cell in found.subset:
        assert not same_solutions(puzzle, set(found.subset) - {cell})


def test_a_minimal_puzzle_is_recognised() -> None:
    # One of the 17-clue puzzles that Gordon Royle collected: none can have fewer clues.
    found = redundant(
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
    )
    assert (found.verdict, found.minimal) == (Verdict.UNIQUE, True)
    assert len(found.subset) == 17


def test_redundancy_without_time_is_undecided() -> None:
    found = redundant(INKALA_2010, seconds=0, backend="backtrack")
    assert found.minimal is None
    assert len(found.undecided) == formats.parse(INKALA_2010).clues
    assert not found.subset_minimal


# Ambiguity -----------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", LOOSE, ids=str)
def test_the_map_counts_the_digits_of_each_cell_over_all_solutions(puzzle: Puzzle) -> None:
    grids = [g for g in ALL_FOUR if all(g[c] == puzzle.digits[c] for c in givens(puzzle))]
    found = ambiguity(puzzle)
    assert found.counts == tuple(len({grid[c] for grid in grids}) for c in range(16))
    assert found.cells == tuple(c for c in range(16) if len({grid[c] for grid in grids}) > 1)
    for cell, digit in itertools.product(range(16), range(1, 5)):
        witness = found.found.witnesses.get((cell, digit))
        assert (witness is not None) == any(grid[cell] == digit for grid in grids)
        assert witness is None or (witness in grids and witness[cell] == digit)


def test_no_given_is_looked_at_once_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Puzzle] = []
    monkeypatch.setattr(
        "cpsudoku.diagnosis.redundancy._is_impossible", lambda puzzle, *_: asked.append(puzzle)
    )
    full = Puzzle.from_digits([int(digit) for digit in "1234341221434321"], boxes(2, 2))
    assert len(redundant(full, seconds=0).undecided) == 16
    assert not asked
