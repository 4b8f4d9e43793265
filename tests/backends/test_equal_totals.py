"""Lines of equal sums alone are decided, by clauses over sets of digits, named or not."""

from __future__ import annotations

import pytest

pytest.importorskip("ortools", reason="OR-tools is not installed")
pytest.importorskip("pysat", reason="PySAT is not installed")

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.backends import session
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import boxes
from cpsudoku.variants import with_variants

SOLUTION = "387492615621853974459671832876129453193745268245386197762518349518934726934267581"
LINES = (
    "r4c1/r3c2,r2c3,r2c2", "r3c3/r4c3,r5c3", "r7c2,r8c2,r9c2,r9c3/r8c4,r7c4",
    "r8c3,r7c3/r6c4,r5c4", "r3c5,r2c5,r1c5,r1c6/r1c7,r2c7,r3c7", "r2c6,r3c6/r4c7",
    "r4c5,r5c6/r5c7,r4c8/r3c9,r2c9,r1c8", "r5c8,r6c8/r7c8,r8c8,r9c8,r9c9", "r8c9,r7c9/r6c9,r5c9",
    "r5c5,r6c5/r7c5,r8c6,r9c6/r9c7,r8c7",
)  # fmt: skip
"""Parts of ten lines on an empty board."""


def puzzle(*givens: int) -> Puzzle:
    rules = formats.parse_rules("9+" + "+".join(f"equalsums@{line}" for line in LINES)).rules()
    digits = [int(SOLUTION[cell]) if cell in givens else 0 for cell in range(81)]
    return Puzzle.from_digits(digits, rules)


@pytest.mark.parametrize("backend", ["sat", "cpsat"])
def test_lines_of_equal_sums_alone_are_decided(backend: str) -> None:
    result = solving.check(puzzle(), backend=backend, seconds=600)
    assert (result.verdict, str(result.solution and "".join(map(str, result.solution)))) == (
        Verdict.UNIQUE,
        SOLUTION,
    )


@pytest.mark.compiled("`fd` needs the core")
def test_who_names_no_backend_gets_the_second_one_where_the_first_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session, "_SOON", 0.0)
    result = solving.check(puzzle(*range(0, 81, 3)), seconds=600)
    assert (result.verdict, result.stats.decided_by) == (Verdict.UNIQUE, "sat")
    # Whoever names one gets that one.
    assert solving.check(puzzle(*range(0, 81, 3)), backend="fd").stats.decided_by == "fd"


@pytest.mark.compiled("`fd` needs the core")
def test_what_the_first_decides_soon_is_not_asked_of_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session, "_SOON", 600.0)
    result = solving.check(puzzle(*range(0, 81, 2)))
    assert (result.verdict, result.stats.decided_by) == (Verdict.UNIQUE, "fd")


def test_no_second_is_asked_about_other_rules_or_after_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert session.choice(boxes(3, 3).with_diagonals()).second == ""
    assert session.choice(with_variants(boxes(3, 3), "thermo@r1c1,r1c2")).second == ""
    monkeypatch.setattr(session, "_SOON", 0.0)
    result = solving.check(puzzle(), seconds=0)
    assert (result.verdict, result.stats.decided_by) == (Verdict.UNKNOWN, None)
