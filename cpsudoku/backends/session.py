"""The one object that asks a solver, and the choice of the solver where none is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, TypeVar

from cpsudoku import verify
from cpsudoku.backends import registry
from cpsudoku.backends.base import Backend, Engine, Enumeration
from cpsudoku.backends.base.witnesses import Sample
from cpsudoku.backends.presolving import presolved
from cpsudoku.errors import BackendError, BackendUnavailableError, OptionError, UnsupportedError
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.child import CAN_FORK, within
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count, Limits, Outcome, Result, Stats
from cpsudoku.rules import AllDifferent, Candidates, Grid, Rules
from cpsudoku.rules.rules import require
from cpsudoku.variants.traits import equal_totals

BackendLike: TypeAlias = str | Backend | Engine
"""What the facade takes for ``backend=``: a name, a backend, or an engine compiled before."""

AUTO = "auto"
"""The name that stands for the best backend for the rules at hand."""

BY_GIVENS = Stats(decided_by="givens")
"""The statistics where two givens clash and no solver was asked."""

_AUTO_ORDER = ("bitboard", "cover", "sat", "cpsat", "backtrack")
_AUTO_PRESOLVE = {"sat": "probing", "cpsat": "probing"}
# What pays before each of them; the others do such deductions, or better ones, in their search.
_AUTO_FOR_VARIANTS = ("fd", *_AUTO_ORDER)
# For most variants fd takes a tenth to a hundredth of the time of sat, and exact cover gets lost
# where groups lie across houses and little is given (``benchmarks/variants.py`` compares them).

_AUTO_FOR_TOTALS = "sat"
"""Only lines of equal sums on an empty board are decided by learning, from clauses over sets of
digits (`cpsudoku.encodings.totals`), in seconds; by fd not in minutes."""

_SOON = 1.0
"""Seconds after which a second backend is asked; fd decides nearly all puzzles in less."""

_MOST_IN_REGIONS = 12
"""Exact cover gets lost, too, in irregular regions of more cells: digging a puzzle of 14 digits
takes fd two seconds, and exact cover more than fourteen."""

_NO_OPTIONS: Mapping[str, object] = MappingProxyType({})


class Session:
    """Asks an engine about puzzles of the same rules; no wrong solution leaves it.

    It knows the engine, which is compiled when it is first needed, which backend to blame for an
    error, and which one decided.  `of` gives the same session for the same name, rules and options.

    Args:
        backend: a name, a backend, or an engine compiled before.
        options: for the backend; but ``presolve`` is for all of them: ``none``, ``singles`` or
            ``probing``, see `cpsudoku.backends.presolving`.  It is ``none`` by default,
            except for ``auto``, which chooses what pays.

    Raises:
        OptionError: there is no such backend, or the engine was compiled for other rules.
        UnsupportedError: ``auto`` finds no backend for the rules.
    """

    def __init__(
        self, rules: Rules, backend: BackendLike = AUTO, options: Mapping[str, object] = _NO_OPTIONS
    ) -> None:
        self.rules = rules
        self._backend = backend
        self._options = options
        self._is_auto = backend == AUTO
        if isinstance(backend, str):
            self.name = auto(rules) if self._is_auto else backend
        else:
            self.name = getattr(backend, "name", "") or type(backend).__name__
        if isinstance(backend, Engine) and not _mean_the_same(backend.rules, rules):
            raise OptionError(f"the engine of {self.name!r} was compiled for other rules")
        late = sorted(options.keys() - {"presolve"})
        if isinstance(backend, Engine) and late:
            raise OptionError(f"the engine of {self.name!r} is compiled; {late[0]} comes too late")

    @classmethod
    def of(
        cls, rules: Rules, backend: BackendLike, options: Mapping[str, object] = _NO_OPTIONS
    ) -> Session:
        """Return a session, made once for each backend, rules and options; see the class."""
        if isinstance(backend, Engine) or type(backend).__hash__ is None:
            return cls(rules, backend, options)
        for name, value in options.items():
            try:
                hash(value)
            except TypeError:
                what = f"option {name} is {value!r}; expected what does not change, such as a tuple"
                raise OptionError(what) from None
        return _session(rules, backend, tuple(sorted(options.items())) if options else ())

    @cached_property
    def engine(self) -> Engine:
        """The engine, compiled now if it was not needed before."""
        options = dict(self._options)
        if self._is_auto:
            usual = choice(self.rules).presolve
            options["presolve"] = options.get("presolve") or usual
            return Session.of(self.rules, self.name, options).engine
        presolve = options.pop("presolve", None)
        backend = self._backend
        made = backend if isinstance(backend, Engine) else self._compiled(options)
        return made if presolve is None else presolved(made, presolve)

    def ready(self) -> Session:
        """Return the session with its engine compiled, so that errors of that are raised here."""
        _ = self.engine
        return self

    def _compiled(self, options: Mapping[str, object]) -> Engine:
        rules, name = self.rules, self.name
        if "rules" in options:
            raise OptionError("rules belong to the puzzle; expected cpsudoku.parse(text, rules)")
        backend = registry.get(name) if isinstance(self._backend, str) else self._backend
        assert isinstance(backend, Backend)
        if rules.has_others:  # a backend from elsewhere may say that it supports whatever it gets
            require(rules, f"backend {name!r}", knows=backend.knows, board="any")
        try:
            support = backend.supports(rules)
        except Exception as error:
            registry.blame(self.name, error)
        if not support:
            is_missing = support == backend.installed()
            kind = BackendUnavailableError if is_missing else UnsupportedError
            raise kind(f"backend {name!r}: {support.reason}")

        def make() -> Engine:
            try:
                made = backend.compile(rules, **options)
            except Exception as error:
                registry.blame(self.name, error)
            if not isinstance(made, Engine):
                raise BackendError(f"backend {name!r} gave {made!r}, which is not an Engine")
            return made

        engine = ApartEngine(rules, make) if works_apart(rules, backend) else make()
        engine.name = name.partition(":")[0]
        return engine

    def outcome(self, candidates: Candidates, limits: Limits) -> Outcome:
        """Return what the engine finds, not yet verified, with what decided in the statistics."""
        outcome = self._asked(candidates, limits)
        if outcome.stats.decided_by is not None or not (outcome.exhausted or outcome.solutions):
            return outcome
        return Outcome(outcome.solutions, outcome.exhausted, self._credited(outcome.stats))

    @cached_property
    def _second(self) -> str:
        return choice(self.rules).second if self._is_auto else ""

    def _asked(self, candidates: Candidates, limits: Limits) -> Outcome:
        """Return the engine's outcome or, where it takes long, that of ``auto``'s second one."""
        second = self._second
        if not second or limits.solutions is None:
            return self.engine.search(candidates, limits)
        deadline = Deadline(limits.seconds)
        soon = _SOON if limits.seconds is None else min(_SOON, limits.seconds)
        first = self.engine.search(candidates, replace(limits, seconds=soon))
        if first.exhausted or len(first.solutions) == limits.solutions or deadline.has_passed:
            return first
        left = replace(limits, seconds=deadline.left)
        found = Session.of(self.rules, second).outcome(candidates, left)
        return max(found, first, key=lambda one: (one.exhausted, len(one.solutions)))

    def _credited(self, stats: Stats) -> Stats:
        return stats.credited(self.engine.name or type(self.engine).__name__)

    def search(self, puzzle: Puzzle, limits: Limits) -> Result:
        """Return the solutions of a puzzle up to the limits, each of them verified."""
        clash = verify.clash(puzzle)
        if clash is not None and self._is_auto:
            return Result(puzzle, Outcome((), True, BY_GIVENS), limits, self.name, clash)
        try:
            outcome = self.outcome(puzzle.candidates, limits)
            for grid in outcome.solutions:
                self.verified(puzzle, grid)
        except Exception as error:
            registry.blame(self.name, error)
        found = outcome.solutions
        if len(found) > 1 and len(set(found)) != len(found):
            raise BackendError(f"backend {self.name!r} gave a solution of {puzzle} twice")
        return Result(puzzle, outcome, limits, self.name, clash)

    def solutions(self, puzzle: Puzzle, limits: Limits) -> Enumeration:
        """Yield verified solutions one by one; return whether it is proved that these are all."""
        if self.is_settled(puzzle):
            return True
        found = self.engine.iterate(puzzle.candidates, limits)
        while True:
            try:
                grid = self.verified(puzzle, next(found))
            except StopIteration as stop:
                return bool(stop.value)
            except Exception as error:
                registry.blame(self.name, error)
            yield grid

    def count(self, puzzle: Puzzle, limits: Limits) -> Count:
        """Return how many solutions a puzzle has, up to the limits."""
        if self.is_settled(puzzle):
            return Count(0, True, BY_GIVENS)
        try:
            count = self.engine.count(puzzle.candidates, limits)
        except Exception as error:
            registry.blame(self.name, error)
        if count.stats.decided_by is not None or not count.exact:
            return count
        return replace(count, stats=self._credited(count.stats))

    def sample(self, puzzle: Puzzle, known: Sample, limits: Limits) -> Sample:
        """Return solutions with every digit of every cell, as `Engine.sample` does, verified."""
        try:
            sample = self._sampler(limits).sample(puzzle.candidates, known, limits)
            for grid in sample.solutions[len(known.solutions) :]:
                self.verified(puzzle, grid)
        except Exception as error:
            registry.blame(self.name, error)
        return sample

    def _sampler(self, limits: Limits) -> Engine:
        """Return the engine that finds several solutions with each digit soonest.

        `fd` keeps one search for all digits, where the others search anew for each of them: six
        times as long in an empty 9×9, and without an end in larger boards.
        """
        is_free = self._is_auto and not self._options and not self.rules.has_others
        if is_free and limits.solutions != 1 and registry.get("fd").supports(self.rules):
            return Session.of(self.rules, "fd").engine
        return self.engine

    def is_settled(self, puzzle: Puzzle) -> bool:
        """Return whether two givens clash and no solver was named, so that none has to be asked."""
        return self._is_auto and verify.clash(puzzle) is not None

    def verified(self, puzzle: Puzzle, grid: Grid) -> Grid:
        """Return a grid that solves a puzzle; for another raise an error that names its fault."""
        fault = verify.fault(grid, puzzle.rules, puzzle.candidates)
        if fault is not None:
            raise BackendError(f"backend {self.name!r} gave a wrong solution of {puzzle}: {fault}")
        return grid


@lru_cache(maxsize=64)
def _session(
    rules: Rules, backend: str | Backend, options: tuple[tuple[str, object], ...]
) -> Session:
    return Session(rules, backend, dict(options))


def _mean_the_same(one: Rules, other: Rules) -> bool:
    """Return whether rules are the same but for their order and what their groups are called."""
    if one is other or one == other:
        return True
    alike = one.board == other.board and one.cell_sets == other.cell_sets
    return alike and set(one.others) == set(other.others)


def engine(backend: BackendLike, rules: Rules, **options: object) -> Engine:
    """Return an engine for some rules, compiled at most once for each name and options."""
    return Session.of(rules, backend, options).engine


class Choice(NamedTuple):
    """The backend and options that ``auto`` stands for.

    Args:
        second: the backend that is asked where the first has not decided soon; empty for none.
    """

    name: str
    presolve: str
    second: str = ""


@lru_cache(maxsize=64)
def choice(rules: Rules) -> Choice:
    """Return what ``auto`` stands for; raise `UnsupportedError` if no backend takes the rules."""
    far = {"group", "region"} if rules.size > _MOST_IN_REGIONS else {"group"}
    is_of_houses = all(type(c) is AllDifferent and c.kind not in far for c in rules.constraints)
    refused: UnsupportedError | None = None
    for name in _AUTO_ORDER if is_of_houses else _AUTO_FOR_VARIANTS:
        if name not in registry.BUILT_IN or not registry.get(name).supports(rules):
            continue
        second = _AUTO_FOR_TOTALS if equal_totals(rules) and name != _AUTO_FOR_TOTALS else ""
        if second and not registry.get(second).supports(rules):
            second = ""
        found = Choice(name, _AUTO_PRESOLVE.get(name, "none"), second)
        if not rules.has_others:
            return found
        try:  # some numbers and sizes are found to be too great on the way
            made = Session.of(rules, name, {"presolve": found.presolve}).engine
            if refused and isinstance(made, ApartEngine):
                made.inner()
        except UnsupportedError as error:
            refused = refused or error
        else:
            return found
    raise refused or UnsupportedError("no installed backend knows these rules")


def auto(rules: Rules) -> str:
    """Return the name of the backend that ``auto`` stands for."""
    return choice(rules).name


_HUGE = 1_000_000
"""With more choices of a digit in a cell, such as those of 100×100, a board is huge."""

_BIG = 200_000
"""This many clauses or options take about a second to write."""

Answer = TypeVar("Answer", Outcome, Count)


def works_apart(rules: Rules, backend: Backend) -> bool:
    """Return whether an engine should run in a child process: its rules are or become huge."""
    is_huge = rules.cell_count * rules.size > _HUGE
    if not is_huge and rules.has_others and _words(rules) >= _BIG:
        size = backend.measure(rules)
        is_huge = size is not None and (size.is_least or size.number > _BIG)
    return is_huge and CAN_FORK


def _words(rules: Rules) -> int:
    """Return how many words the cells of constraints can have; few are encoded in little.

    Named constraints are not expanded for it: some engines take them as they are.
    """
    others = (one for one in rules.constraints if not isinstance(one, AllDifferent))
    return sum(min(rules.size ** len(one.scope), _BIG) for one in others)


class ApartEngine(Engine):
    """An engine that is built, and works, in a child process wherever there is a limit of time.

    On a board of 150×150 cells building a formula, looking for singles or reading an answer takes
    seconds each, and few of these steps look at a clock; nor does the encoding of clues that become
    millions of clauses.  So all of it is done in a process that can be ended, anew for each search;
    without a limit, in this process and built once.
    """

    def __init__(self, rules: Rules, make: Callable[[], Engine]) -> None:
        super().__init__(rules)
        self._make = make
        self._made: Engine | None = None

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        return self._ask(lambda e, left: e.search(candidates, left), limits, Outcome((), False))

    def count(self, candidates: Candidates, limits: Limits) -> Count:
        return self._ask(lambda e, left: e.count(candidates, left), limits, Count(0, False))

    def _ask(
        self, work: Callable[[Engine, Limits], Answer], limits: Limits, unknown: Answer
    ) -> Answer:
        deadline = Deadline(limits.seconds)
        if deadline.left is None:
            return work(self.inner(), limits)
        try:
            return within(
                deadline, lambda: work(self.inner(), replace(limits, seconds=deadline.left))
            )
        except OutOfTimeError:
            return unknown

    def inner(self) -> Engine:
        """Return the engine itself, for callers that keep the limit themselves."""
        if self._made is None:
            self._made = self._make()
        return self._made
