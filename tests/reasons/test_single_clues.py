"""What clues by themselves refute: never what a solution has, and all that no digits obey."""

from __future__ import annotations

from itertools import product

import pytest
from brute_force import grids
from command_line import run

from cpsudoku import formats
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import Position, explaining
from cpsudoku.logic.explaining.explanations import Walk
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonStep, clues, steps
from cpsudoku.reasons.clues import Conclusions, OneClue, SingleClues
from cpsudoku.rules import Or, Pair, Rules, boxes
from cpsudoku.variants import with_variants

FOUR = boxes(2, 2)
LINES = (
    ["thermo@r1c1,r1c2,r2c2", "killer:3@r4c1,r4c2", "thermo@r3c4,r2c4,r1c4"],
    ["whispers:2@r1c1,r2c2,r1c3", "arrow@r4c1/r3c1,r3c2", "xv:5@r2c4,r3c4"],
    ["antiknight", "sandwich:3@r1c1,r1c2,r1c3,r1c4", "even@r2c2"],
    ["nonconsecutive", "quad:1,3@r2c2,r2c3,r3c2,r3c3"],
    ["slowthermo@r1c1,r2c2,r2c3,r3c4", "between@r4c1,r3c2,r3c3,r4c4", "renban@r4c2,r4c3,r3c2"],
)

pytestmark = pytest.mark.compiled


def deduction(position: Position, seconds: float | None = None) -> ReasonStep | None:
    return next(SingleClues(position).steps(position, seconds), None)


@pytest.mark.parametrize("texts", LINES, ids=lambda texts: texts[0].partition(":")[0])
def test_nothing_goes_that_a_solution_has(texts: list[str]) -> None:
    rules = with_variants(FOUR, *texts)
    puzzle = Puzzle.empty(rules)
    solutions = list(grids(rules, puzzle.candidates))
    for grid in solutions[:3]:  # from the empty grid, and from some digits of a solution
        for given in ((), (0, 5), (3, 6, 12)):
            now = puzzle
            for cell in given:
                now = now.with_given(cell, grid[cell])
            left = [s for s in solutions if all(s[cell] == grid[cell] for cell in given)]
            reasoning = Walk(Position.of(now))
            for found in reasoning:
                for solution in left:
                    assert all(solution[cell] != digit for cell, digit in found.eliminations)
                    assert all(solution[cell] == digit for cell, digit in found.placements)
            assert reasoning.end in ("solved", "stuck")


def test_cells_that_share_a_house_differ_though_the_clue_does_not_say_so() -> None:
    found = deduction(Position.of(Puzzle.empty(with_variants(FOUR, "sum:4@r1c1,r1c2"))))
    assert found is not None
    assert found.sentence == "Sum 4 r1c1 r1c2 means that r1c1 and r1c2 cannot be 2 or 4."


def test_what_time_did_not_suffice_to_refute_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.of(Puzzle.empty(with_variants(FOUR, "killer:3@r1c1,r1c2")))
    assert deduction(position) is not None
    monkeypatch.setattr(OneClue, "conclusions", lambda *_: Conclusions((), complete=False))
    assert deduction(position) is None


@pytest.mark.parametrize(
    "text",
    ["thermo@r1c1,r1c2,r2c2", "killer:7@r1c1,r1c2,r2c1", "arrow@r1c1/r1c2,r2c1", "white@r1c1,r3c1"],
)
def test_a_candidate_goes_just_where_no_digits_of_the_cells_obey(text: str) -> None:
    rules = with_variants(FOUR, text)
    clue = rules.constraints[-1]
    position = Position.of(Puzzle(rules, (7, 15, 15, 15, 14, *[15] * 11)))
    found = deduction(position)
    kept = set()
    for digits in product(range(1, 5), repeat=len(clue.scope)):
        grid = [1] * 16
        for cell, digit in zip(clue.scope, digits, strict=True):
            grid[cell] = digit
        shared = all(
            grid[a] != grid[b]
            for a, b in product(clue.scope, repeat=2)
            if a != b and b in rules.peers[a]
        )
        if shared and clue.holds(grid) and all(position.has(c, grid[c]) for c in clue.scope):
            kept |= {(cell, grid[cell]) for cell in clue.scope}
    every = {(cell, digit) for cell in clue.scope for digit in position.left(cell)}
    assert set(found.eliminations if found else ()) == every - kept


def test_of_a_clue_on_many_cells_each_primitive_is_looked_at_alone() -> None:
    puzzle = Puzzle.empty(with_variants(FOUR, "nonconsecutive")).with_given(0, 1)
    found = deduction(Position.of(puzzle))
    assert found is not None
    assert set(found.eliminations) == {(1, 2), (4, 2)}
    assert found.sentence == "Nonconsecutive means that r1c2 and r2c1 cannot be 2."


def test_a_puzzle_of_lines_is_solved_to_its_end_by_clues_and_singles() -> None:
    text = "# rules: 4+thermo@r1c1,r1c2,r2c2+thermo@r4c4,r3c4,r3c3\n.......2....3...\n"
    start = Position.of(formats.parse(text))
    reasoning = Walk(start)
    said = [found.sentence for found in reasoning]
    assert reasoning.end == "solved"
    assert any(sentence.startswith("Thermo ") for sentence in said)
    hint = explaining.hint(text)
    assert hint.clue is not None
    assert str(hint) == hint.clue.sentence
    assert hint.levels[-1] == hint.clue.sentence
    assert len(set(hint.levels)) == 4
    assert "thermo" in hint.levels[1]
    assert run("hint", text).status == 0
    explained = run("explain", text)
    assert (explained.status, "Clue: Thermo" in explained.out) == (0, True)
    assert run("explain", "--steps", "1", text).out.count("\n") == 1


def test_a_clue_that_cannot_be_decided_in_time_refutes_nothing() -> None:
    puzzle = Puzzle.empty(with_variants(FOUR, "thermo@r1c1,r1c2,r2c2"))
    assert deduction(Position.of(puzzle), seconds=0) is None


def test_a_clue_of_many_parts_is_left_as_soon_as_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at: list[object] = []

    class ThreeLooks(Deadline):
        has_passed = property(lambda _: len(looked_at) == 3)

    def look(_: object, clue: object, *__: object) -> tuple[list[object], bool]:
        looked_at.append(clue)
        return [], True

    monkeypatch.setattr(clues, "Deadline", ThreeLooks)
    monkeypatch.setattr(SingleClues, "_without_support", look)
    everywhere = Puzzle.empty(with_variants(boxes(2, 3), "globalentropy"))
    assert deduction(Position.of(everywhere)) is None
    assert len(looked_at) == 3


def test_parts_of_no_use_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "_MOST_CELLS", 1)
    less = frozenset({(1, 2), (1, 3), (2, 3)})
    either = Or((Pair(0, 1, less), Pair(0, 2, less)))
    assert deduction(Position.of(Puzzle.empty(Rules(FOUR.board, (either,))))) is None
    both = Rules(FOUR.board, (Pair(0, 1, less),))
    found = deduction(Position.of(Puzzle.empty(both)))
    assert isinstance(found, ReasonStep)
    assert set(found.eliminations) == {(0, 3), (0, 4), (1, 1), (1, 4)}


def test_classic_puzzles_have_the_path_that_they_had() -> None:
    puzzle = formats.parse("1......2.3....4.")
    path = explaining.explain(puzzle)
    assert list(Walk(Position.of(puzzle))) == list(path)
