"""The one interface: a backend compiles rules into an engine, an engine searches any clues.

A new backend is a class with ``compile``, and an engine with ``search``.  All the rest is given: an
engine may do better, and no caller needs to ask whether it does.  An engine whose search stops at
each solution and can be resumed (`ResumableEngine`) has only to begin one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar

from cpsudoku import verify
from cpsudoku.backends.base.witnesses import Sample, sampled
from cpsudoku.errors import BackendError, OptionError, UnsupportedError
from cpsudoku.ground.deadline import Deadline, Stopwatch
from cpsudoku.ground.extras import how_to_install
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count, Limits, Outcome, Stats
from cpsudoku.rules import GROUPS_ALONE, Candidates, Digit, Grid, Rules
from cpsudoku.rules.rules import BoardNeed, refusal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Size(NamedTuple):
    """How big rules become, in a unit of the solver such as ``clauses``.

    Args:
        is_least: whether they become bigger, since counting was cut off.
    """

    number: int
    unit: str
    is_least: bool = False


class Support(NamedTuple):
    """Whether a backend knows some rules; true in a condition if it does.

    Args:
        reason: why not, in the user's words; empty if it does.
    """

    supported: bool
    reason: str = ""

    def __bool__(self) -> bool:
        return self.supported


SUPPORTED = Support(True)

Enumeration: TypeAlias = Generator[Grid, None, bool]
"""Yields distinct solutions one by one; returns whether it is proved that there are no others."""


def drained(enumeration: Enumeration) -> tuple[tuple[Grid, ...], bool]:
    """Return everything that an enumeration yields, and whether it is proved to be all."""
    found: list[Grid] = []
    while True:
        try:
            found.append(next(enumeration))
        except StopIteration as stop:
            return tuple(found), bool(stop.value)


class Batch(NamedTuple):
    """The answers to many puzzles at once.

    Args:
        counts: int64 array (n,): number of solutions found, at most the limit.
        solutions: uint8 array (n, cells): the first solution, all 0 where none was found.
        unknown: bool array (n,): True where time ran out before the count was certain.
    """

    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    unknown: NDArray[np.bool_]

    @classmethod
    def of_nothing(cls, shape: tuple[int, ...]) -> Batch:
        """Return the answers to be filled in for an array of puzzles of a shape (n, cells)."""
        import numpy as np

        count = shape[0]
        return cls(np.zeros(count, np.int64), np.zeros(shape, np.uint8), np.zeros(count, np.bool_))


class Engine(ABC):
    """A solver built once for its rules and used for many puzzles, also from several threads.

    Only `search` has to be written.

    Attributes:
        name: of its backend, as `Stats.decided_by` says it.
    """

    takes_arrays = False
    """Whether `search_many` does better than one puzzle after the other, so that it is worth
    collecting puzzles into arrays."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.name = ""

    @abstractmethod
    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        """Search for solutions.

        Args:
            limits: how far to go; seconds hold within half a second.

        Raises:
            BackendError: the solver failed.
            UnsupportedError: this puzzle is not for it, whatever the rules; rare, and at once.
            KeyboardInterrupt: Ctrl-C, within half a second.
        """

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        """Yield solutions as they are found, up to the limits; seconds count only searching.

        By default it searches again for twice as many each time, and yields the new ones,
        which may be others each time.
        """
        given: set[Grid] = set()
        asked = 2
        clock = Clock(limits.seconds)
        while True:
            if limits.solutions is not None:
                asked = min(asked, limits.solutions)
            part = replace(limits, solutions=asked, seconds=clock.left)
            outcome = clock.searching(self.search, candidates, part)
            for grid in outcome.solutions:
                if grid in given:
                    continue
                if len(given) == limits.solutions:  # reached with what an earlier search found
                    return False
                given.add(grid)
                yield grid
            if outcome.exhausted or len(outcome.solutions) < asked or asked == limits.solutions:
                return outcome.exhausted
            asked *= 2

    def count(self, candidates: Candidates, limits: Limits) -> Count:
        """Count solutions up to the limits.

        As given, it goes through the solutions, and verifies each.

        Raises:
            BackendError: a solution is wrong, or was given twice.
        """
        counted: set[Grid] = set()
        enumeration = self.iterate(candidates, limits)
        while True:
            try:
                grid = next(enumeration)
            except StopIteration as stop:
                return Count(len(counted), bool(stop.value), verified=True)
            fault = verify.fault(grid, self.rules, candidates)
            if fault is None and grid in counted:
                fault = "it was given before"
            if fault is not None:
                raise BackendError(f"{type(self).__name__} gave a wrong solution: {fault}")
            counted.add(grid)

    def sample(self, candidates: Candidates, known: Sample, limits: Limits) -> Sample:
        """Find solutions with every digit of every cell, or prove that there are none.

        As given, it searches once for each cell and digit that no solution has shown.

        Args:
            known: what is known already, which comes first in the answer and is not asked again.
            limits: solutions are for each digit of each cell, seconds for the whole call.
        """
        return sampled(self.search, candidates, known, limits)

    def search_many(
        self,
        puzzles: NDArray[np.unsignedinteger[Any]],
        limits: Limits,
        threads: int | None = None,
    ) -> Batch:
        """Search many puzzles, each up to ``limits.solutions``.

        Args:
            puzzles: C-contiguous array (n, cells): digits as uint8, 0 for a blank; or masks of
                candidates in a wider type, bit d−1 for digit d, and no bits beyond the digits.
            limits: solutions are per puzzle, seconds for the whole call.
            threads: how many threads to use; None for as many as the process may run on.

        Raises:
            PuzzleError: a digit that the rules do not have.
        """
        batch, deadline = Batch.of_nothing(puzzles.shape), Deadline(limits.seconds)
        for i, row in enumerate(puzzles.tolist()):
            is_digits = puzzles.dtype.itemsize == 1
            masks = Puzzle.from_digits(row, self.rules).candidates if is_digits else tuple(row)
            outcome = self.search(masks, replace(limits, seconds=deadline.left))
            batch.counts[i] = len(outcome.solutions)
            if outcome.solutions:
                batch.solutions[i] = outcome.solutions[0]
            batch.unknown[i] = not outcome.exhausted and batch.counts[i] != limits.solutions
        return batch


class Backend(ABC):
    """A way to solve: it compiles rules into an engine.

    Attributes:
        knows: the types of the primitives that it knows, groups of different cells among them.
        board: which boards it can have.
        package: the module that it needs, what people call it, and what installs it.
        choices: its main forms, each a short name after a colon, as in ``sat:glucose4``, and one
            line on it.
        options: for each option of `compile` what it can be, the usual value first.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    knows: ClassVar[frozenset[type]] = GROUPS_ALONE
    board: ClassVar[BoardNeed] = "any"
    package: ClassVar[tuple[str, str, str] | None] = None
    choices: ClassVar[Mapping[str, str]] = MappingProxyType({})
    options: ClassVar[Mapping[str, tuple[str | bool, ...]]] = MappingProxyType({})

    def chosen(self, given: Mapping[str, object]) -> dict[str, Any]:
        """Return a value for each of `options`: the one that is given, else the usual one.

        Raises:
            OptionError: an unknown option, or a value that it does not take.
        """
        for name, value in given.items():
            known = self.options.get(name)
            if known is None:
                names = f"expected {', '.join(self.options)}" if self.options else "it takes none"
                raise OptionError(f"backend {self.name!r} has no option {name!r}; {names}")
            if not any(value == one and type(value) is type(one) for one in known):
                values = ", ".join(map(str, known))
                raise OptionError(f"{self.name}: {name} is {value!r}; expected one of {values}")
        return {name: given.get(name, values[0]) for name, values in self.options.items()}

    def supports(self, rules: Rules) -> Support:
        """Return whether the backend knows these rules and is installed, or why not.

        It follows from `knows`, `board` and `installed`.
        """
        # Most rules are only groups; then other primitives need not be known.
        knows = self.knows if rules.has_others else GROUPS_ALONE
        refused = refusal(rules, knows=knows, board=self.board)
        return Support(False, refused) if refused else self.installed()

    def measure(self, rules: Rules) -> Size | None:
        """Measure the compiled rules in a second at most; None if they are searched as they are.

        Raises:
            UnsupportedError: a constraint becomes too big.
        """
        return None

    def described(self, rules: Rules) -> str:
        """Describe how known rules are taken: as they are, or encoded, with the size of that."""
        try:
            size = self.measure(rules)
        except UnsupportedError as error:
            return f"refused: {error}"
        if size is None:
            return "native"
        number = round(size.number, min(2 - len(str(size.number)), 0))  # two digits say something
        about = "more than" if size.is_least else "about"
        return f"encoded: {about} {number:,} {size.unit}"

    def installed(self) -> Support:
        """Return the support that installed packages give, with the reason if one is missing."""
        if self.package is None or find_spec(self.package[0]) is not None:
            return SUPPORTED
        _, name, project = self.package
        return Support(False, f"{name} is not installed; {how_to_install(project)}")

    @abstractmethod
    def compile(self, rules: Rules, **options: object) -> Engine:
        """Build the engine for some rules.

        Args:
            options: those of the backend; see its class.

        Raises:
            UnsupportedError: the backend does not know these rules.
            BackendUnavailableError: its solver is not installed.
            OptionError: an unknown option, or a value that it does not take.
        """

    def detail(self) -> str:
        """Return the form in use: compiled or not, a width, a library's version."""
        return ""


SMALL = 16
"""Up to this size of a board solvers need no help: preparations cost more than they save."""

IN_PROCESS = 25
"""Up to this size each step ends soon; beyond, one may take seconds, so that work is done in a
process that can be ended at any moment."""

T = TypeVar("T")


class Clock:
    """Seconds of building and of searching; what is done between solutions does not count.

    Where solutions come within a microsecond, they are timed without it, for that is what it costs.

    Args:
        limit: seconds for both together; None for no limit.
    """

    def __init__(self, limit: float | None) -> None:
        self._limit = limit
        self.built = self.searched = 0.0

    @property
    def left(self) -> float | None:
        """Seconds left, not negative; None without a limit."""
        return None if self._limit is None else max(0.0, self._limit - self.built - self.searched)

    def building(self, make: Callable[..., T], *args: object) -> T:
        """Call a function that builds something, and add its time to that of building."""
        taken = Stopwatch()
        made = make(*args)
        self.built += taken.seconds
        return made

    def searching(self, step: Callable[..., T], *args: object) -> T:
        """Call a function that searches, and add its time to that of searching."""
        taken = Stopwatch()
        try:
            return step(*args)
        finally:
            self.searched += taken.seconds


class ResumableSearch(Protocol):
    """One search for the solutions of a puzzle, compiled or plain; its figures are so far."""

    @property
    def exhausted(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def conflicts(self) -> int: ...
    @property
    def propagations(self) -> int: ...

    def next(self, seconds: float | None = None) -> bytes | Grid | None:
        """Return the next solution, or None at the end or when the seconds have passed."""
        ...

    def count(self, limit: int | None = None, seconds: float | None = None) -> int:
        """Return how many more solutions there are, up to a limit."""
        ...


class ResumableEngine(Engine):
    """An engine that begins a search of its own for every call, so that threads may share it."""

    @abstractmethod
    def begin(self, candidates: Candidates, limits: Limits) -> ResumableSearch:
        """Begin a search."""

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        taken, deadline = Stopwatch(), Deadline(limits.seconds)
        search = self.begin(candidates, limits)
        found: list[Grid] = []
        while len(found) != limits.solutions:
            digits = search.next(deadline.left)
            if digits is None:
                break
            found.append(tuple(digits))
        return Outcome(tuple(found), search.exhausted, _stats(search, taken))

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        deadline = Deadline(limits.seconds)
        search = self.begin(candidates, limits)
        yield from one_by_one(search.next, replace(limits, seconds=deadline.left))
        return search.exhausted

    def count(self, candidates: Candidates, limits: Limits) -> Count:
        deadline = Deadline(limits.seconds)
        search = self.begin(candidates, limits)
        return counted(search, replace(limits, seconds=deadline.left))


def counted(search: ResumableSearch, limits: Limits) -> Count:
    """Return how many solutions a search still finds, up to the limits."""
    taken = Stopwatch()
    value = search.count(limits.solutions, limits.seconds)
    return Count(value, search.exhausted, _stats(search, taken))


def one_by_one(
    found_next: Callable[[float | None], Iterable[Digit] | None], limits: Limits
) -> Iterator[Grid]:
    """Yield what a search finds, up to the limits; it rests in between, and ends with None."""
    left, found = limits.seconds, 0
    while found != limits.solutions:
        taken = Stopwatch()
        digits = found_next(left)
        if left is not None:
            left = max(0.0, left - taken.seconds)
        if digits is None:
            return
        found += 1
        yield tuple(digits)


def _stats(search: ResumableSearch, taken: Stopwatch) -> Stats:
    return Stats(
        search_seconds=taken.seconds,
        nodes=search.nodes,
        conflicts=search.conflicts,
        propagations=search.propagations,
    )
