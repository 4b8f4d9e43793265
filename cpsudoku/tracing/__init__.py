"""A search replayed, for teaching: its tries, their consequences, its dead ends and retreats.

>>> found = trace("1.............4.", "backtrack:index")
>>> [str(event) for event in found.events[:2]]
['try r1c2=2 (3 left)', 'try r1c3=3 (1 left)']
>>> found.tried, found.contradictions, found.complete
(17, 2, True)

What is watched is the plain-Python search of a backend, or the twin of its compiled one, which
walks the same tree.  What happens in it:

==============  ============================================================================
kind            what happens
==============  ============================================================================
``try``         a digit is supposed in a cell
``propagate``   a digit follows from what stands; the givens stand before the first event
``contradict``  a dead end: the text says why
``back``        the digit tried last that stands is taken back, with all that followed
``found``       a solution
==============  ============================================================================
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby, zip_longest
from textwrap import wrap
from typing import Any, TypeAlias

from cpsudoku import backends
from cpsudoku.backends.backtrack import Backtrack
from cpsudoku.backends.backtrack.plain import Observer
from cpsudoku.backends.base import ResumableSearch
from cpsudoku.backends.base.singles import Fault
from cpsudoku.backends.exact_cover import CoverSearch
from cpsudoku.backends.exact_cover.links import CoverObserver, PlainSolver, Remainder
from cpsudoku.drawing.matrices import Matrix
from cpsudoku.encodings.exact_cover import cover, grid_of, selection
from cpsudoku.errors import OptionError, UnsupportedError
from cpsudoku.formats import as_puzzle
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.names import counted
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Stats
from cpsudoku.rules import Cell, Digit, Grid, Rules


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happens.

    Args:
        kind: one of the module's table.
        depth: how many tried digits stand, the one of the event included.
        entries: the cell and the digit that it is about; several where a clue's are chosen at once.
    """

    kind: str
    depth: int
    text: str
    entries: tuple[tuple[Cell, Digit], ...] = ()
    grid: Grid | None = None

    def __str__(self) -> str:
        return f"{self.kind} {self.text}"

    def as_json(self, rules: Rules) -> dict[str, Any]:
        """Return the event as JSON can hold it."""
        found: dict[str, Any] = {"event": self.kind, "depth": self.depth}
        if len(self.entries) == 1:
            ((cell, digit),) = self.entries
            found |= {"cell": rules.board.name(cell), "digit": digit + rules.board.first - 1}
        elif self.entries:
            board = rules.board
            found["together"] = {board.name(c): d + board.first - 1 for c, d in self.entries}
        if self.grid is not None:
            found["solution"] = rules.text(self.grid)
        return found | {"text": self.text}


@dataclass(frozen=True)
class Trace:
    """A search as it was seen.

    Args:
        complete: whether the search came to its end, or to the limit of solutions; else the events
            are its beginning.
        stats: what the whole search costs by the backend's own count, but for givens that it counts
            among what follows, and the root among the nodes.
        to_the_end: whether that is known; else `stats` is what it cost so far.
    """

    backend: str
    events: tuple[Event, ...]
    complete: bool
    stats: Stats
    to_the_end: bool

    @cached_property
    def counts(self) -> Counter[str]:
        """How many events of each kind there are."""
        return Counter(event.kind for event in self.events)

    @property
    def tried(self) -> int:
        """How many digits were tried."""
        return self.counts["try"]

    @property
    def contradictions(self) -> int:
        """How many dead ends there were."""
        return self.counts["contradict"]


TRACED = (
    "backtrack", "backtrack:exhaustive", "backtrack:index", "backtrack:pruned", "backtrack:fewest",
    "backtrack:late", "dlx",
)  # fmt: skip
"""The backends whose searches can be watched."""

_COVERS = ("dlx", "dlx:links", "dlx:python")
# They search alike.

MOST_CELLS = 10_000
"""Of a board whose search is watched, in Python: a larger one takes minutes to begin."""

WHOLE_SECONDS = 5.0
"""How long the whole search may take that finds out the full cost."""


_Entries: TypeAlias = tuple[tuple[Cell, Digit], ...]
"""Cells and digits that are chosen at once: one, or those of a clue."""


class _FullError(Exception):
    """The limit of events is reached."""


def trace(
    puzzle: Puzzle | str,
    backend: str = "backtrack",
    *,
    limit: int = 1000,
    solutions: int | None = 1,
    seconds: float | None = None,
) -> Trace:
    """Record a search step by step.

    Args:
        backend: one of `TRACED`.
        solutions: stop after this many; None to search to the end.

    Raises:
        FormatError: the text is not a puzzle.
        OptionError: the backend's search cannot be watched, or a limit makes no sense.
        UnsupportedError: the backend does not know the rules, or the puzzle is too large for it.
    """
    if limit < 1:
        raise OptionError(f"a limit of {limit} events; expected at least 1")
    puzzle = as_puzzle(puzzle)
    if puzzle.rules.cell_count > MOST_CELLS:
        cells = f"{puzzle.rules.cell_count:,} cells; at most {MOST_CELLS:,}"
        raise UnsupportedError(f"a search to be watched on a board of {cells}")
    deadline = Deadline(seconds)
    recorder = _Recorder(puzzle, limit)
    complete = False
    with suppress(_FullError):
        complete = _run(_search(puzzle, backend, recorder), recorder, solutions, deadline)
    left = deadline.within(WHOLE_SECONDS)
    engine = backends.engine(backend, puzzle.rules)
    # Counted, for millions of solutions would be kept of a search that only says what it costs.
    counted = engine.count(puzzle.candidates, Limits(solutions=solutions, seconds=left))
    to_the_end = counted.exact or counted.value == solutions
    cost = counted.stats
    nodes = max(0, (cost.nodes or 0) - (backend in _COVERS))
    propagations = max(0, (cost.propagations or 0) - recorder.givens)
    stats = replace(cost, nodes=nodes, propagations=propagations)
    return Trace(backend, tuple(recorder.events), complete, stats, to_the_end)


def _search(puzzle: Puzzle, backend: str, recorder: _Recorder) -> ResumableSearch:
    name, _, choice = backend.partition(":")
    if name != "backtrack" and backend not in _COVERS:
        raise OptionError(f"no search of {backend!r} can be watched; expected {', '.join(TRACED)}")
    backends.get(backend)
    if backend in _COVERS:
        return _CoverWatch(puzzle, recorder)
    engine = Backtrack(choice or None).compile(puzzle.rules, core="plain")
    return engine.begin(puzzle.candidates, Limits(), observer=recorder)


def _run(
    search: ResumableSearch, recorder: _Recorder, solutions: int | None, deadline: Deadline
) -> bool:
    """Search up to the limit of solutions; return whether the search got there."""
    found = 0
    while found != solutions:
        grid = search.next(deadline.left)
        if grid is None:
            return bool(search.exhausted)
        recorder.add("found", text="a solution", grid=tuple(grid))
        found += 1
    return True


class _CoverWatch(CoverSearch, CoverObserver):
    """Reports the options of an exact cover as digits in cells."""

    def __init__(self, puzzle: Puzzle, recorder: _Recorder) -> None:
        self._rules, self._recorder = puzzle.rules, recorder
        named = cover(puzzle.rules)
        self._names, self._digits, self._problem = named.names, named.choices, named.problem
        solver = PlainSolver(named.problem)
        chosen, removed = selection(puzzle.candidates, puzzle.rules)
        self._open = Remainder(solver.entries, chosen, removed).open
        search = solver.search(chosen, removed)
        super().__init__(search, partial(grid_of, rules=puzzle.rules))
        search.observer = self
        if search.dead_ends:
            self.contradicted(None)

    def chose(self, option: int, *, forced: bool) -> None:
        chosen = self._entries(option)
        if forced:
            self._recorder.add("propagate", chosen)
        else:
            self._recorder.supposed(chosen)
        self._recorder.choices.append(not forced)

    def _entries(self, option: int) -> _Entries:
        """Return the digits that an option puts into cells: one, or those of a table."""
        if option < self._digits:
            cell, digit = divmod(option, self._rules.size)
            return ((cell, digit + 1),)
        coloured = zip(self._problem.options[option], self._problem.colours[option], strict=True)
        values = {self._names[item]: colour for item, colour in coloured if colour}
        board = self._rules.board
        cells = range(self._rules.cell_count)
        return tuple((c, d) for c in cells if (d := values.get(f"v{board.name(c)}")) is not None)

    def matrix(self) -> tuple[Matrix, list[_Entries]]:
        """Return the matrix that the givens leave, and the digits that each row places."""
        items = sorted({item for _, row in self._open for item, _ in row})
        place = {item: column for column, item in enumerate(items)}
        entries = [self._entries(option) for option, _ in self._open]
        return Matrix(
            tuple(self._column(item) for item in items),
            tuple(self._recorder.named(one) for one in entries),
            tuple(tuple(place[item] for item, _ in row) for _, row in self._open),
            primary=sum(item < self._problem.primary for item in items),
        ), entries

    def _column(self, item: int) -> str:
        name, rules = self._names[item], self._rules
        if name[0] != "h":
            return name
        house, _, digit = name[1:].partition("d")
        return f"{rules.symbols[int(digit) - 1]} in {rules.houses[int(house) - 1].name}"

    def contradicted(self, item: int | None) -> None:
        name, rules = "" if item is None else self._names[item], self._rules
        if item is None:
            text = "some cell or house cannot be served any more"
        elif name[0] == "h":
            house, _, digit = name[1:].partition("d")
            place = rules.houses[int(house) - 1].name
            text = f"{rules.symbols[int(digit) - 1]} has no place in {place}"
        else:
            text = f"{name} has no {'digit' if name[0] == 'r' else 'option'} left"
        self._recorder.add("contradict", text=text)

    def took_back(self, number: int) -> None:
        for _ in range(number):
            if self._recorder.choices.pop():
                self._recorder.took_back()


class _Recorder(Observer):
    """Writes down what the searches report, in the words of `Event`."""

    def __init__(self, puzzle: Puzzle, limit: int) -> None:
        self._rules, self._digits, self._limit = puzzle.rules, puzzle.digits, limit
        self.givens = 0  # how many the search has placed; they stand before the first event
        self.events: list[Event] = []
        self.choices: list[bool] = []  # of a cover: for each choice whether it was tried
        self._standing: list[_Entries] = []

    def add(
        self, kind: str, entries: _Entries = (), text: str = "", grid: Grid | None = None
    ) -> None:
        """Write an event down."""
        if len(self.events) >= self._limit:
            raise _FullError
        said = self.named(entries) + text
        self.events.append(Event(kind, len(self._standing), said, entries, grid))

    def named(self, entries: _Entries) -> str:
        """Return digits in cells as people read them."""
        rules = self._rules
        pairs = (f"{rules.board.name(cell)}={rules.symbols[digit - 1]}" for cell, digit in entries)
        return ", ".join(pairs)

    def supposed(self, entries: _Entries, text: str = "") -> None:
        self._standing.append(entries)
        self.add("try", entries, text)

    def tried(self, cell: Cell, digit: int, choices: int) -> None:
        """A digit, as a mask, is tried."""
        self.supposed(((cell, digit.bit_length()),), f" ({choices} left)")

    def placed(self, cell: Cell, digit: int) -> None:
        """A digit, as a mask, is placed; the givens and what is tried are not reported again."""
        placed = ((cell, digit.bit_length()),)
        if self._digits[cell]:
            self.givens += 1
        elif placed not in self._standing:
            self.add("propagate", placed)

    def contradicted(self, fault: Fault) -> None:
        self.add("contradict", text=self._why(fault))

    def _why(self, fault: Fault) -> str:
        rules = self._rules
        digits = [s for i, s in enumerate(rules.symbols) if fault.digits >> i & 1]
        if fault.kind == "house":
            return f"{digits[0]} has no place in {rules.houses[fault.number].name}"
        if fault.kind == "crowded":
            return f"{digits[0]} and {digits[1]} have only {rules.board.name(fault.number)}"
        if fault.kind == "constraint":
            return f"{rules.clues[fault.number].label} does not hold"
        if fault.kind == "grid":
            return "the full grid is not a solution"
        return f"{rules.board.name(fault.number)} has no candidate left"

    def took_back(self) -> None:
        self.add("back", self._standing[-1])
        self._standing.pop()


def matrix(puzzle: Puzzle | str, events: Sequence[Event]) -> Matrix:
    """Return the exact cover matrix of a puzzle after the events of a search by `dlx`.

    Its columns are what the givens leave to be done (a digit for each cell, each digit in each
    house), its rows the digits that may still be put into cells.

    >>> puzzle = "1.............4."
    >>> found = matrix(puzzle, trace(puzzle, "dlx", limit=1).events)
    >>> len(found.items), len(found.options), [found.options[row] for row in found.chosen]
    (56, 42, ['r1c3=2'])

    Raises:
        FormatError, UnsupportedError: as `trace`.
    """
    whole, entries = open_matrix(puzzle)
    rows = {one: row for row, one in enumerate(entries)}
    standing: list[tuple[int, int]] = []  # depths and rows
    for event in events:
        if event.kind in {"try", "propagate"}:
            standing.append((event.depth, rows[event.entries]))
        while event.kind == "back" and standing and standing[-1][0] >= event.depth:
            standing.pop()
    return replace(whole, chosen=tuple(row for _, row in standing))


def open_matrix(puzzle: Puzzle | str) -> tuple[Matrix, list[tuple[tuple[Cell, Digit], ...]]]:
    """Return the exact cover matrix that the givens leave, and the digits that each row places."""
    puzzle = as_puzzle(puzzle)
    return _CoverWatch(puzzle, _Recorder(puzzle, 1)).matrix()


_WIDTH = 80
"""Characters of a line, in which what follows together is broken."""


def picture(trace: Trace) -> str:
    """Return a search as a tree: each tried digit below the one that it was tried under."""
    return "".join(f"{line}\n" for line in (*_lines(trace.events, _WIDTH), *_counts(trace)))


def _lines(events: Sequence[Event], width: int | None = None) -> Iterator[str]:
    shown = (event for event in events if event.kind != "back")
    for (kind, depth), group in groupby(shown, key=lambda event: (event.kind, event.depth)):
        if kind == "propagate":
            said, bars = " ".join(event.text for event in group), "│ " * depth
            yield from wrap(
                said, width or len(bars) + len(said) + 2,
                initial_indent=f"{bars}→ ", subsequent_indent=f"{bars}  ",
            )  # fmt: skip
        else:
            mark = {"try": "", "contradict": "✗ "}.get(kind, "★ ")
            for event in group:
                yield "│ " * (depth - (kind == "try")) + mark + event.text


def _counts(trace: Trace) -> Iterator[str]:
    counts, stats = trace.counts, trace.stats
    if not trace.complete:
        yield "…"
    ends = counted(counts["contradict"], "dead end")
    yield f"{counts['try']} tried, {counts['propagate']} followed, {ends}"
    if not trace.complete:
        least = "" if trace.to_the_end else "at least "
        nodes, ends = counted(stats.nodes or 0, "node"), counted(stats.conflicts or 0, "dead end")
        yield f"in all: {least}{nodes}, {least}{ends}"


def side_by_side(traces: Sequence[Trace]) -> str:
    """Return searches in columns, each with its counts below its name."""
    width = 30
    columns = [[t.backend, "─" * width, *_lines(t.events)] for t in traces]
    rows = list(zip_longest(*columns, fillvalue=""))
    rows += [("─" * width,) * len(traces)]
    rows += list(zip_longest(*map(_summary, traces), fillvalue=""))

    def fitted(text: str) -> str:
        return text.ljust(width) if len(text) <= width else text[: width - 1] + "…"

    return "".join(" ".join(map(fitted, row)).rstrip() + "\n" for row in rows)


def _summary(trace: Trace) -> list[str]:
    counts, stats = trace.counts, trace.stats
    least = "" if trace.to_the_end else "≥ "
    return [
        "all shown" if trace.complete else "the beginning is shown",
        f"nodes {least}{stats.nodes}",
        f"followed {least}{stats.propagations}",
        f"dead ends {least}{stats.conflicts}",
        f"solutions shown {counts['found']}",
    ]
