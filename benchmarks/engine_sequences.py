"""Random sequences of what one does with engines, each answer held against a model.

    python benchmarks/engine_sequences.py --sequences 10000

A sequence compiles one to three engines and then does some of: search for up to two solutions or
for all, count, iterate to the end, begin to iterate and abandon it (to be resumed later, or
dropped), search with a limit of no time, interrupt a search (as Ctrl-C does), search from several
threads at once, and fork and search in the child.  The model is the number of solutions of each
puzzle, counted by all backends once at the beginning, which must agree.  An answer may be cut short
only where a limit or an interrupt was set; a wrong one ends the run with exit status 1.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import click

from cpsudoku import backends, formats
from cpsudoku.asking import solving
from cpsudoku.backends.base import Engine
from cpsudoku.comparison.figures import machine
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.verify import fault

TEXTS = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "53..7....6..195....98....6.8...6...34..8.3..1....2...6......28....419..5....8..79",
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "1.............4.", "1......2.34....1", "# rules: 4+diagonals\n1..............4",
    f"# rules: 2x3\n123456{'.' * 6}2.4.6.{'.' * 12}3....1", "# rules: latin:4\n1.............4.",
)  # fmt: skip
NAMES = "bitboard,cover,dlx,dlx:cells,dlx:python,sat,fd,backtrack,cpsat"
ALL = Limits(solutions=None)


class WrongError(Exception):
    """An answer is not that of the model."""


@click.command(context_settings={"show_default": True})
@click.option("--sequences", type=click.IntRange(min=1), default=1000)
@click.option("--seed", type=click.IntRange(min=0), default=1)
@click.option("--seconds", type=click.FloatRange(min=0), default=1e9, help="End after this.")
@click.option("--backends", "names", default=NAMES, help="Those to be used.")
def main(
    *,
    sequences: int,
    seed: int,
    seconds: float,
    names: str,
) -> None:
    """Do sequences, and say how often each thing was done."""
    print("  ".join(machine().values()))
    puzzles = [formats.parse(text) for text in TEXTS]
    used = names.split(",")
    known = [_known(puzzle, used) for puzzle in puzzles]
    done: Counter[str] = Counter()
    start = time.monotonic()
    for number in range(sequences):
        try:
            _Sequence(random.Random(f"{seed} {number}"), used, puzzles, known, done).run()
        except WrongError as error:
            print(f"sequence {number} of seed {seed}: {error}")
            raise SystemExit(1) from None
        done["sequences"] += 1
        if time.monotonic() - start > seconds:
            break
    print(", ".join(f"{what} {times:,}" for what, times in sorted(done.items())))
    print(f"{time.monotonic() - start:.0f} s; 0 wrong")


def _known(puzzle: Puzzle, names: list[str]) -> int:
    found = {
        name: solving.count(puzzle, backend=name).value
        for name in names
        if backends.get(name.partition(":")[0]).supports(puzzle.rules)
    }
    if len(set(found.values())) != 1:
        raise WrongError(f"{puzzle}: {found}")
    return next(iter(found.values()))


class _Sequence:
    """One sequence.

    Args:
        names: of the backends to choose from.
        known: for each puzzle its number of solutions.
        done: how often each thing was done, which is counted on.
    """

    def __init__(
        self,
        chance: random.Random,
        names: list[str],
        puzzles: list[Puzzle],
        known: list[int],
        done: Counter[str],
    ) -> None:
        self._chance, self._done = chance, done
        self._number = chance.randrange(len(puzzles))
        self._puzzle, self._known = puzzles[self._number], known[self._number]
        able = [
            name for name in names
            if backends.get(name.partition(":")[0]).supports(self._puzzle.rules)
        ]  # fmt: skip
        self._names = chance.sample(able, min(len(able), chance.randint(1, 3)))
        self._engines = [
            backends.get(name).compile(self._puzzle.rules)
            if chance.random() < 0.3
            else backends.engine(name, self._puzzle.rules)
            for name in self._names
        ]
        self._begun: list[Iterator[Any]] = []

    def run(self) -> None:
        """Do from two to eight things."""
        things: list[Callable[[Engine], None]] = [
            self.search_two, self.search_all, self.count, self.iterate, self.abandon, self.go_on,
            self.no_time, self.interrupt, self.threads, self.fork,
        ]  # fmt: skip
        weights = [4, 3, 4, 3, 3, 3, 3, 2, 1, 0.3]
        for thing in self._chance.choices(things, weights, k=self._chance.randint(2, 8)):
            thing(self._chance.choice(self._engines))
            self._done[thing.__name__.replace("_", " ")] += 1

    def _hold(self, found: object, wanted: object, what: str) -> None:
        if found != wanted:
            raise WrongError(
                f"{what} of {self._names}, puzzle {self._number}: {found}, not {wanted}"
            )

    def search_two(self, engine: Engine) -> None:
        outcome = engine.search(self._puzzle.candidates, Limits(solutions=2))
        self._hold(len(outcome.solutions), min(2, self._known), "search for two")
        for grid in outcome.solutions:
            self._hold(fault(grid, self._puzzle.rules, self._puzzle.candidates), None, "a solution")

    def search_all(self, engine: Engine) -> None:
        outcome = engine.search(self._puzzle.candidates, ALL)
        self._hold((len(set(outcome.solutions)), outcome.exhausted), (self._known, True), "search")

    def count(self, engine: Engine) -> None:
        found = engine.count(self._puzzle.candidates, ALL)
        self._hold((found.value, found.exact), (self._known, True), "count")

    def iterate(self, engine: Engine) -> None:
        found = list(engine.iterate(self._puzzle.candidates, ALL))
        self._hold(len(set(found)), self._known, "iteration")
        self._hold(len(found), self._known, "iteration without repetition")

    def abandon(self, engine: Engine) -> None:
        run = engine.iterate(self._puzzle.candidates, ALL)
        for _ in range(self._chance.randrange(3)):
            next(run, None)
        if self._chance.random() < 0.5:
            self._begun.append(run)

    def go_on(self, _: Engine) -> None:
        for run in self._begun:
            left = list(run)
            if len(left) > self._known or len(set(left)) != len(left):
                raise WrongError(f"{len(left)} grids after a break, of {self._known}")
        self._begun.clear()

    def no_time(self, engine: Engine) -> None:
        outcome = engine.search(self._puzzle.candidates, Limits(solutions=None, seconds=0.0))
        if outcome.exhausted:
            self._hold(len(set(outcome.solutions)), self._known, "search without time")
        elif len(outcome.solutions) > self._known:
            raise WrongError("more solutions than there are")

    def interrupt(self, engine: Engine) -> None:
        if "cpsat" in self._names:
            return  # it starts a thread, and threading of Python is not safe from an interrupt
        signal.signal(signal.SIGALRM, _raise)
        try:
            signal.setitimer(signal.ITIMER_REAL, self._chance.uniform(1e-5, 2e-3))
            self.search_all(engine)
            signal.setitimer(signal.ITIMER_REAL, 0)
        except _InterruptedHereError:
            self._done["interrupted"] += 1
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        self.search_two(engine)  # the engine is as good as before

    def threads(self, engine: Engine) -> None:
        with ThreadPoolExecutor(3) as pool:
            for future in [pool.submit(self.search_all, engine) for _ in range(6)]:
                future.result()

    def fork(self, engine: Engine) -> None:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                self.search_two(engine)
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        self._hold(os.waitstatus_to_exitcode(status), 0, "a search in a fork")


class _InterruptedHereError(Exception):
    """An interrupt, as Ctrl-C is one."""


def _raise(number: int, frame: object) -> None:
    raise _InterruptedHereError


if __name__ == "__main__":
    main()
