"""Whether answers to the same puzzle can all be true, and what they say together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from cpsudoku import backends
from cpsudoku.backends import Session
from cpsudoku.errors import DisagreementError, UnsupportedError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Result, Verdict


def disagreement(results: Sequence[Result]) -> str | None:
    """Return how answers to the same puzzle contradict each other, in words, or None.

    A limit that one backend reached is not a contradiction: what it has found by then is compared.
    """
    for pair in combinations(results, 2):
        # One number of solutions, and one set of them, has to fit both answers.
        known = set(pair[0].solutions) | set(pair[1].solutions)
        if any(one.outcome.exhausted and len(known) != len(one.solutions) for one in pair):
            return ", but ".join(map(_statement, pair))
    return None


def _statement(result: Result) -> str:
    number = len(result.solutions)
    what = "no solution" if number == 0 else f"{number} solution" + "s" * (number > 1)
    if result.outcome.exhausted:
        return f"{result.backend} says {what}{' and no more' if number else ''}"
    return f"{result.backend} found {what}"


def ask_several(puzzle: Puzzle, *, names: Sequence[str], limits: Limits) -> Result:
    """Search for a puzzle's solutions with several backends, which have to agree.

    Args:
        names: the backends; those that do not take the puzzle or its rules are left out.

    Returns:
        The first certain answer; without one, the first.

    Raises:
        DisagreementError: two answers contradict each other.
        UnsupportedError: none of the backends takes the puzzle.
    """
    rules = puzzle.rules
    able = [name for name in names if name == backends.AUTO or backends.get(name).supports(rules)]
    if not able:
        raise UnsupportedError(f"none of {', '.join(names)} supports these rules")
    results = []
    refusals = []
    for name in able:
        try:
            results.append(Session.of(rules, name).search(puzzle, limits))
        except UnsupportedError as error:
            refusals.append(str(error))
    if not results:
        raise UnsupportedError("; ".join(refusals))
    words = disagreement(results)
    if words is not None:
        raise DisagreementError(f"{words}: {puzzle}")
    return next((r for r in results if r.verdict is not Verdict.UNKNOWN), results[0])
