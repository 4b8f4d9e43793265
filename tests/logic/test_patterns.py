"""Rare patterns: they are found and explained, and refuse what does not follow."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from well_known import EASTER_MONSTER

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.formats import parse
from cpsudoku.logic import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Board, Rules, classic

pytest.importorskip("cpsudoku._native", reason="needs the compiled core")

KRAKEN = "hidden single in box, hidden single, naked single, pointing, claiming, naked pair"
WITH_KRAKEN = (
    "...5..7..1..83....4...79.1...2..3.47.3.9.2...5.......99........24...1.....3...5.4",
    "..7..35.....5.2....3....64.....3.....6297...1.1......84...27.....8..4...6.9...2..",
    "....1.94....3.96.....87....4.8....751.........9..5...6..4..2.6..169....8.8.7....9",
)
WITH_WXYZ = (
    ".3.........7.1..2.8..59....9....3.1.2.8...7....6..7..8......456........11..24..9.",
    ".9......87....6..9......6..67..9..2..8.1....73....2.....3.4...1.6..5.3..5...7.4..",
    "....6.........51.3..7.....4.39..15.....3.9..8...4.....5.6..3.9..82..6....4.....85",
)


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("text", "technique", "order"),
    [(text, "wxyz-wing", "teaching") for text in WITH_WXYZ]
    + [
        (text, technique, f"{KRAKEN}, {technique}")
        for text in WITH_KRAKEN
        for technique in ("kraken fish type 1", "kraken fish type 2")
    ],
)
def test_rare_patterns_are_sound_and_refuse_more_than_follows(
    text: str, technique: str, order: str
) -> None:
    puzzle = parse(text)
    solution = solving.solve(puzzle).solution
    assert solution is not None
    before = next(s.position for s in logic.Path(puzzle, order=order) if s.technique == technique)
    assert before is not None
    found = [s for s in logic.find_all(before, order=technique).steps if s.technique == technique]
    assert found
    for step in found:
        assert logic.fault(before, step) is None, step
        assert all(solution[cell] != digit for cell, digit in step.eliminations), step
        for true in ((c, d) for c, d in enumerate(solution) if before.has(c, d)):
            worse = replace(step, eliminations=(*step.eliminations, true))
            assert logic.fault(before, worse) is not None, worse
        evidence = step.evidence
        for less in (
            replace(evidence, cells=evidence.cells[1:], base=evidence.base[1:]),
            replace(evidence, cells=evidence.cells[:3], proofs=()),
        ):
            assert logic.fault(before, replace(step, evidence=less)) is not None, less


def test_a_wxyz_wing_lets_go_what_sees_all_places_of_its_loose_digit() -> None:
    path = logic.Path(parse(WITH_WXYZ[0]), order="teaching")
    step = next(step for step in path if step.technique == "wxyz-wing")
    assert step.notation == "WXYZ-Wing: 5/8/9/6 in r2c7,r1c8,r4c7,r6c7 => r13c7<>6"
    assert "one cell is left for 6" in step.sentence


def test_a_kraken_fish_names_its_fins_and_their_chains() -> None:
    path = logic.Path(parse(WITH_KRAKEN[0]), order=f"{KRAKEN}, kraken fish type 1")
    step = next(step for step in path if step.technique == "kraken fish type 1")
    assert step.notation == (
        "Kraken Fish Type 1: 6 r49 c14 fr4c7, (6)r4c7-(6)r4c1=(6)r6c2-(6)r6c4 => r6c4<>6"
    )
    assert step.sentence.count("is 6") >= 2
    assert "If it is not 6, rows 4 and 9 use up columns 1 and 4" in step.sentence


# Final grids with three digits and twelve cells in which these have no place alone; all but one of
# the cells have one of the digits.
TRIDAGONS = (
    (
        "379528164824613795165479823236795418947381652581246379753862941412937586698154237",
        (6, 7, 8),
        (5, 12, 22, 7, 15, 26, 30, 40, 50, 35, 42, 52),
    ),
    (
        "285174369631592784794386512528647193369215478417839625142758936853961247976423851",
        (4, 6, 8),
        (1, 9, 20, 5, 12, 22, 55, 63, 74, 59, 67, 75),
    ),
)


@pytest.mark.parametrize(("grid", "digits", "cells"), TRIDAGONS)
def test_a_tridagon_needs_its_guardian(
    grid: str, digits: tuple[int, ...], cells: tuple[int, ...]
) -> None:
    solution = tuple(map(int, grid))
    left = [classic().all_digits] * 81
    for cell in cells:
        left[cell] = sum(1 << (digit - 1) for digit in {*digits, solution[cell]})
    position = Position.placed(classic(), (0,) * 81, left)
    (guardian,) = ((c, solution[c]) for c in cells if solution[c] not in digits)
    (step,) = logic.find_all(position, order="tridagon").steps
    assert step.evidence.candidates == (guardian,)
    assert {(guardian[0], digit) for digit in digits} <= set(step.eliminations)
    assert logic.fault(position, step) is None
    assert all(solution[cell] != digit for cell, digit in step.eliminations)
    for true in enumerate(solution):
        worse = replace(step, eliminations=(*step.eliminations, true))
        assert logic.fault(position, worse) is not None, worse
    for less in (
        replace(step.evidence, cells=step.evidence.cells[1:]),
        replace(step.evidence, candidates=()),
    ):
        assert logic.fault(position, replace(step, evidence=less)) is not None
    sentence = step.sentence
    assert f"{digits[0]}, {digits[1]} and {digits[2]} alone cannot fill them all" in sentence


TWO_RECTANGLES = "..1...8.....6..2......7....28.5.........4..13.6...........3..746..2.............."


def test_rectangles_that_are_found_together_are_one_step() -> None:
    path = logic.Path(parse(TWO_RECTANGLES))
    step = next(step for step in path if len(step.evidence.inner) > 1)
    before = step.position
    assert before is not None
    assert step.technique.startswith("unique loop")
    assert logic.fault(before, step) is None
    assert logic.fault(before, replace(step, eliminations=step.eliminations[1:])) is not None
    assert "Together:" in step.sentence
    assert step.notation.count(";") == len(step.evidence.inner) - 1


MULTI_SECTOR = ((EASTER_MONSTER, "sk-loop"), (EASTER_MONSTER, "multi-sector locked set"))


@pytest.mark.parametrize(("text", "technique"), MULTI_SECTOR)
def test_sets_of_several_houses_take_all_their_digits(text: str, technique: str) -> None:
    puzzle = parse(text)
    solution = solving.solve(puzzle).solution
    assert solution is not None
    before = Position.of(puzzle)
    step = logic.find_all(before, order=technique).steps[0]
    evidence = step.evidence
    assert len(evidence.cells) == sum(part.digits.bit_count() for part in evidence.sets)
    assert logic.fault(before, step) is None
    assert all(solution[cell] != digit for cell, digit in step.eliminations)
    for true in ((c, d) for c, d in enumerate(solution) if before.has(c, d)):
        worse = replace(step, eliminations=(*step.eliminations, true))
        assert logic.fault(before, worse) is not None, worse
    for less in (
        replace(evidence, cells=evidence.cells[1:]),
        replace(evidence, sets=evidence.sets[1:], cover=evidence.cover[1:]),
    ):
        assert logic.fault(before, replace(step, evidence=less)) is not None
    assert "as many as there are cells" in step.sentence


def overlapping_grids() -> Rules:
    """Return two 4×4 grids that share a box, as those of a samurai do: two of its rows cross."""
    places = sorted({(top + i, top + j) for top in (0, 2) for i in range(4) for j in range(4)})
    at = {place: cell for cell, place in enumerate(places)}
    rows = [[at[top + i, top + j] for j in range(4)] for top in (0, 2) for i in range(4)]
    columns = [[at[top + i, top + j] for i in range(4)] for top in (0, 2) for j in range(4)]
    bare = Rules(Board(tuple(places), 4), ())
    return bare.with_groups(rows, "row").with_groups(columns, "column")


@pytest.mark.parametrize("technique", ["x-wing", "multi-sector locked set", "uniqueness test 2"])
def test_lines_that_share_cells_are_not_counted_as_if_they_were_apart(technique: str) -> None:
    rules = overlapping_grids()
    chance = random.Random(7)
    found = 0
    for _ in range(40):
        masks = tuple(chance.choice((3, 5, 6, 7, 12, 14, 15)) for _ in range(rules.cell_count))
        position = Position.of(Puzzle(rules, masks))
        for step in logic.find_all(position, order=technique).steps:
            assert logic.fault(position, step) is None, step
            found += 1
    assert found
