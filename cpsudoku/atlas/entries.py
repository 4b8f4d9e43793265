"""One set of rules in the atlas: how many grids and classes, by which methods, in which time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import factorial
from typing import TypeVar

from cpsudoku import formats
from cpsudoku.asking import estimation
from cpsudoku.asking.cubes import count_by_search
from cpsudoku.atlas.classes import MOST_GRIDS, MOST_MOVEMENTS, Classes, count_classes, list_classes
from cpsudoku.atlas.counting import count_by_bands, count_by_frontier
from cpsudoku.errors import BackendError
from cpsudoku.ground.deadline import Deadline, OutOfTimeError, Stopwatch
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, boxes, samurai
from cpsudoku.symmetry.of_rules import RuleSymmetries, symmetries

T = TypeVar("T")

_JIGSAWS = {
    "5": "1111213322433324455244555",
    "6": "112333112233112223445566445566445566",
    "7": "1122223144422315444231543333155556617756667777766",
    "9": "112222222111333322113344355113445555663447555866447777886649777888699799888669999",
    "9b": "112223333112233333111245555112244555662744455666744888667748888677779889679999999",
}

SETS = (
    "4", "4+diagonals", "4+windows", "4+disjoint", "4+antiknight", "4+antiking", "latin:4",
    "latin:4+diagonals", "latin:4+antiknight", "4+cyclicnonconsecutive",
    "latin:5", "latin:5+diagonals", "latin:5+antiknight", "latin:5+antiking",
    "latin:5+nonconsecutive", "latin:5+cyclicnonconsecutive", f"jigsaw:{_JIGSAWS['5']}",
    "2x3", "2x3+diagonals", "2x3+windows", "2x3+disjoint", "2x3+antiknight", "2x3+antiking",
    "2x3+nonconsecutive", "2x3+cyclicnonconsecutive", "2x3+diagonals+windows",
    "2x3+diagonals+disjoint", "latin:6", "latin:6+diagonals", "latin:6+antiknight",
    "latin:6+nonconsecutive", f"jigsaw:{_JIGSAWS['6']}",
    "latin:7", "latin:7+diagonals", "latin:7+antiknight", "latin:7+antiking",
    "latin:7+nonconsecutive", "latin:7+cyclicnonconsecutive", f"jigsaw:{_JIGSAWS['7']}",
    f"jigsaw:{_JIGSAWS['7']}+diagonals",
    "2x4", "2x4+diagonals", "2x4+disjoint", "2x4+windows", "2x4+antiknight", "2x4+antiking",
    "2x4+nonconsecutive", "2x4+antiknight+antiking",
    "9", "9+diagonals", "9+windows", "9+disjoint", "9+antiknight", "9+antiking",
    "9+nonconsecutive", "9+cyclicnonconsecutive", "9+diagonals+windows", "9+diagonals+disjoint",
    "9+diagonals+antiknight", "9+windows+antiknight", "9+antiknight+antiking",
    "9+antiknight+nonconsecutive", "9+antiking+nonconsecutive",
    "9+antiknight+antiking+nonconsecutive", "9+antiknight+cyclicnonconsecutive",
    f"jigsaw:{_JIGSAWS['9']}", f"jigsaw:{_JIGSAWS['9b']}", "samurai",
)  # fmt: skip
"""The rules, each in a few words."""

KNOWN_GRIDS = {
    "4": (288, "well known"),
    "latin:4": (576, "OEIS A002860"),
    "latin:5": (161_280, "OEIS A002860"),
    "latin:6": (812_851_200, "OEIS A002860"),
    "latin:7": (61_479_419_904_000, "OEIS A002860"),
    "2x3": (28_200_960, "well known"),
    "2x4": (29_136_487_207_403_520, "well known"),
    "9": (6_670_903_752_021_072_936_960, "Felgenhauer and Jarvis 2005"),
    "9+antiknight+antiking+nonconsecutive": (72, "D. Clamage's tests"),
}
"""How many grids there are by others' counts, and whose count it is."""

KNOWN_CLASSES = {
    "4": (2, "well known"),
    "9": (5_472_730_538, "Russell and Jarvis 2006"),
    "9+nonconsecutive": (330_845, "Mathimagics"),
    "9+cyclicnonconsecutive": (12_263, "Mathimagics"),
}
"""How many classes there are by others' counts, and whose count it is."""

_LARGE = 100
"""Boards of more cells than this, as samurai, have symmetries that nobody asks for here."""

_PER_SECOND = 3_000_000
"""Grids that are counted in a second at most; where a limit allows too few, none are begun."""

_SLOWER = 30
"""How many times as long as `cover` a second engine takes, roughly."""


@dataclass(frozen=True)
class Finding:
    """A number that one method gave, and the seconds that it took by the clock."""

    method: str
    value: int
    seconds: float


@dataclass(frozen=True)
class AtlasEntry:
    """The counts of one set of rules.

    Args:
        rules: the rules, in a few words.
        movements: movements of the cells that keep the rules; 0 where that was not asked.
        renamings: of the digits.
        grids: exact numbers of grids, one for each method that ended; they agree.
        about: without an exact number, the estimate and the ends of its 95 % interval, as text.
        classes: exact numbers of classes, one for each method that ended; they agree.
        least_classes: without an exact number, a lower bound; 0 where nothing is known.
        largest: most symmetries of a grid; None where the grids were not listed.
    """

    rules: str
    movements: int
    renamings: int
    grids: tuple[Finding, ...]
    about: tuple[str, str, str] | None
    classes: tuple[Finding, ...]
    least_classes: int
    largest: int | None


def entry(text: str, seconds: float) -> AtlasEntry:
    """Count the grids of rules and their classes by all methods that are in reach.

    Raises:
        BackendError: two methods disagree.
        RulesError: the text does not name rules.
        UnsupportedError: the rules have other constraints than groups and pairs of one relation.
    """
    rules = formats.parse_rules(text).rules()
    found = symmetries(rules) if rules.cell_count <= _LARGE else None
    counted = [*_counts(text, rules, found, seconds)]
    listed = _listed(rules, found, seconds, counted)
    grids = _agreed(f"grids of {text}", counted, KNOWN_GRIDS.get(text))
    about = None
    if not counted:
        guess = estimation.estimate(Puzzle.empty(rules), samples=20_000, seconds=seconds, seed=1)
        if guess.interval is not None:
            low, high = guess.interval
            about = f"{guess.value:.4g}", f"{low:.4g}", f"{high:.4g}"
    classes: list[Finding] = []
    if found is not None and grids is not None:
        if found.cells.order <= MOST_MOVEMENTS:
            classes += _tried(
                "Burnside", lambda left: count_classes(rules, grids, found, left), seconds
            )
        if listed is not None:
            classes.append(Finding("listing", listed[0].classes, listed[1]))
    _agreed(f"classes of {text}", classes, KNOWN_CLASSES.get(text))
    return AtlasEntry(
        text,
        found.cells.order if found else 0,
        found.digits.order if found else factorial(rules.size),
        tuple(counted),
        about,
        tuple(classes),
        -(-grids // found.order) if found is not None and grids is not None else 0,
        listed[0].largest if listed is not None else None,
    )


def _timed(call: Callable[[Deadline], T | None], seconds: float) -> tuple[T, float] | None:
    """Return what a method finds in its time, and the seconds it took; None where it does not."""
    taken = Stopwatch()
    with suppress(OutOfTimeError):
        value = call(Deadline(seconds))
        return None if value is None else (value, round(taken.seconds, 2))
    return None


def _tried(
    method: str, call: Callable[[Deadline], int | None], seconds: float
) -> Iterator[Finding]:
    """Yield what a method finds, unless its time runs out before."""
    if (found := _timed(call, seconds)) is not None:
        yield Finding(method, *found)


def _counts(
    text: str, rules: Rules, found: RuleSymmetries | None, seconds: float
) -> Iterator[Finding]:
    if found is None:
        if rules == samurai():
            yield from _tried("bands", _samurai, seconds)
        return
    if (shape := rules.box_shape) and rules.means(boxes(*shape)) and rules.size <= 9:
        yield from _tried("bands", lambda left: count_by_bands(*shape, left), seconds)
    most = min(5, seconds)
    about = estimation.estimate(Puzzle.empty(rules), samples=500, seconds=most, seed=1).value
    alike = factorial(rules.size) if found.any_digits else found.order
    by_cover = []
    if about / alike < _PER_SECOND * seconds:
        by_cover = [*_tried("cover", lambda left: count_by_search(rules, found, left), seconds)]
        yield from by_cover
    by_frontier = [*_tried("frontier", lambda left: count_by_frontier(rules, left), seconds)]
    yield from by_frontier
    if by_cover and not by_frontier and by_cover[0].seconds * _SLOWER < seconds:
        yield from _tried(
            "fd", lambda left: count_by_search(rules, found, left, backend="fd"), seconds
        )


def _samurai(deadline: Deadline) -> int:
    """Return the number of samurai grids.

    Each outer grid shares one box with the middle one.  A box can be filled in 9! ways, and
    renaming digits shows that each of them has equally many grids.
    """
    classics = count_by_bands(3, 3, deadline)
    return classics * (classics // factorial(9)) ** 4


def _listed(
    rules: Rules, found: RuleSymmetries | None, seconds: float, counted: list[Finding]
) -> tuple[Classes, float] | None:
    """Return the counts of a list of all grids, and the seconds it took."""
    if found is None or not counted:
        return None
    alike = factorial(rules.size) if found.any_digits else 1
    if counted[0].value > alike * MOST_GRIDS * (1 if found.any_digits else 4):
        return None
    return _timed(lambda left: list_classes(rules, found, left), seconds)


def _agreed(what: str, findings: list[Finding], known: tuple[int, str] | None) -> int | None:
    """Return the number that all methods gave.

    Raises:
        BackendError: they did not give one, or it is not that known from elsewhere.
    """
    said = {f"{one.method} {one.value}": one.value for one in findings}
    if known is not None and said:
        said[f"{known[1]} {known[0]}"] = known[0]
    if len(set(said.values())) > 1:
        raise BackendError(f"{what}: {', '.join(said)}")
    return next(iter(said.values()), None)
