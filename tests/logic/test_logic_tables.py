"""Chains, forcing chains and nets by tables of implications, and brute force."""

from __future__ import annotations

from dataclasses import replace

import pytest
from regression_cases import Case

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.formats import parse
from cpsudoku.logic import Evidence, Step
from cpsudoku.logic.evidence import Candidate
from cpsudoku.logic.techniques import TECHNIQUES

pytestmark = pytest.mark.compiled

# From HoDoKu's regression library: the last digit of a code says which options it wants.
LINES = (
    (
        ":0709-2:236:.4..892...652+4...+9..9.+1...44..9.5...95.+4...17...1.8+4+956.+4...9...+9..."
        "174...789+4.3.:331 242 342 243 245 345 574 775 584 689:291 314 649::9"
    ),
    (
        ":0706:12568:..63..9..+32..............53...8.9..4.951...2.7.......984.+732..+5..7.4....."
        ".39.17+4.:515 516 426 431 436 241 466 867 868 687 688 689 699:111 187 188 235 564 642 66"
        "2 664 691 887 888::15"
    ),
    (
        ":0709-1:2356:.3..+1.4....7..8+1..15+8+4.9+62..+74+98.2...1..4.+97...9.6.5...6.1...95...8"
        ".+67....1....6.:369 388 389 391 399 899:224 253 371 375 395 524 611::9"
    ),
    (
        ":0710-3:78:81+6+3..7..+9+2415+7+83+6+57+38.....489.1.2.+3........9.....3...+2.5..+1...+1"
        "97538+64+2..+82...1.::778 878::9"
    ),
    (
        ":0710-3:58:.37824..+164..13.......+6+7...+786+3+512..1..+24...7..47..15....+4.+2....+6.1"
        "7..32.+7.63581.:929 233 933 439 939 957 958 969 571 572 979:533 833::12"
    ),
    (
        ":0711-3:9:86.9.+1+3..+4.+9+3.+6...+3.1478.+6.7+38.+1+9..6542+6+83.1.+1+9+6.+4+7.3.+983+1"
        "65.7.+6.4.+32.+9.+2+1..+946.3::939 957::14"
    ),
)

WITH_SETS = {("0709", "2"), ("0710", "3"), ("0710", "4"), ("0711", "3"), ("0711", "4")}


def cases() -> list[Case]:
    return [Case.read(line) for line in LINES]


def findings(case: Case) -> tuple[Step, ...]:
    """All steps of a case's techniques in its position."""
    names = {t.name for t in TECHNIQUES.values() if t.code == case.code}
    finder = "grouped nice loop" if case.code >= "0709" else "nice loop"
    options = {"locked set nodes": int((case.code, case.variant) in WITH_SETS)}
    found = logic.find_all(case.position, order=logic.Order("case", (finder,), {}, options))
    return tuple(step for step in found.steps if step.technique in names)


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.code}-{case.variant}")
def test_loops_and_chains_find_what_hodoku_finds(case: Case) -> None:
    steps = findings(case)
    assert case.is_met_by(steps)
    assert all(logic.fault(case.position, step) is None for step in steps)


# One of magictour's top 1465.
HARD = "600070800090500000400001000050008600000200000000006029030020090000000040240309001"


def test_forcing_chains_and_nets_come_in_hodokus_order_and_prove_what_they_say() -> None:
    puzzle = parse(HARD)
    solution = solving.solve(puzzle).solution
    assert solution is not None
    path = logic.Path(puzzle, order="hodoku")
    before, seen = path.position, set()
    for step in path:
        if step.technique.startswith("forcing"):
            seen.add(step.technique)
            assert_tight(before, step, solution)
        before = path.position
    assert (path.rating.solved, path.rating.total) == (True, 9378)
    assert seen >= {"forcing chain contradiction", "forcing net contradiction"}


def assert_tight(before: logic.Position, step: Step, solution: tuple[int, ...]) -> None:
    """A sound step that says no more than its evidence shows."""
    assert logic.fault(before, step) is None, step
    assert all(solution[cell] == digit for cell, digit in step.placements)
    assert all(solution[cell] != digit for cell, digit in step.eliminations)
    for worse in (
        replace(step, evidence=Evidence()),
        replace(step, eliminations=(*step.eliminations, true_candidate(before, solution))),
        replace(step, placements=step.eliminations, eliminations=step.placements),
        *without_a_line(step),
    ):
        assert logic.fault(before, worse) is not None, worse


def true_candidate(before: logic.Position, solution: tuple[int, ...]) -> Candidate:
    return next((cell, digit) for cell, digit in enumerate(solution) if before.has(cell, digit))


def without_a_line(step: Step) -> list[Step]:
    """The step with a proof that lacks its last line, and with a case less."""
    proofs = step.evidence.proofs
    shorter = (proofs[0][:-1], *proofs[1:])
    return [
        replace(step, evidence=replace(step.evidence, proofs=shorter)),
        replace(step, evidence=replace(step.evidence, proofs=proofs[1:])),
    ]


def test_brute_force_ends_what_nothing_else_does_and_is_checked_by_search() -> None:
    puzzle = parse(HARD)
    order = logic.Order("search", ("naked single", "hidden single", "brute force"), {})
    path = logic.Path(puzzle, order=order)
    before = path.position
    searched = 0
    for step in path:
        if step.technique == "brute force":
            searched += 1
            assert logic.fault(before, step) is None
            ((cell, digit),) = step.placements
            for other in set(before.left(cell)) - {digit}:
                worse = replace(step, placements=((cell, other),))
                assert logic.fault(before, worse) == "the cell may have another digit"
        before = path.position
    assert searched and path.rating.solved


def test_brute_force_heeds_the_clock() -> None:
    puzzle = parse(HARD)
    order = logic.Order("search", ("brute force",), {})
    assert logic.walked(puzzle, order=order, seconds=0)[1].end == "limit"
