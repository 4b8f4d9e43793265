"""Minimal puzzles a second and core, beside other generators, and rates for other rules.

    python benchmarks/generation_rates.py --qqwing qqwing --tdoku path/to/libtdoku.so
    python benchmarks/generation_rates.py --others

Each generator makes classic 9×9 puzzles with one solution of which no given can go.  Rounds take
turns, and the rate is puzzles by processor seconds, the median of the rounds, so that other load on
the machine matters little.  What each one made is checked: different puzzles, one solution each,
and of a sample every given is needed.

tdoku has no command for it: its library's constrain (random givens until one solution is left) and
minimise are called in turn, the fastest way it has.  With ``--others`` the rates of other sizes
and rules are taken, through the general engines.
"""

from __future__ import annotations

import ctypes
import resource
import statistics
import subprocess
import time
from collections.abc import Callable

import click
import numpy as np

from cpsudoku import backends
from cpsudoku.asking.many import solve_many
from cpsudoku.comparison.figures import machine
from cpsudoku.generation import Spec, generate
from cpsudoku.generation.digging import CompiledDigger
from cpsudoku.generation.filling import random_jigsaw
from cpsudoku.rules import Rules, boxes, classic

Maker = Callable[[int], tuple[list[str], float]]
"""Makes that many puzzles; returns them and the processor seconds it took."""


def ours(threads: int = 1) -> Maker:
    def make(count: int, seed: list[int] = [0]) -> tuple[list[str], float]:  # noqa: B006
        seed[0] += 1
        maker = CompiledDigger(Spec(classic()), seed=seed[0], attempts=1000, jobs=threads)
        start = time.process_time()
        made = [m.digits for m in maker.all(range(count)) if m is not None]
        seconds = time.process_time() - start
        return ["".join(map(str, digits)) for digits in made], seconds

    return make


def core() -> Maker:
    from cpsudoku import _native

    def make(count: int, seed: list[int] = [10_000]) -> tuple[list[str], float]:  # noqa: B006
        seed[0] += 1
        maker = CompiledDigger(Spec(classic()), seed=seed[0], attempts=1000)
        digger: _native.Digger = maker.new_digger(range(count), threads=1)
        found: list[tuple[bytes | None, bytes, int, int]] = []
        start = time.process_time()
        while not digger.finished:
            digger.run(1.0)
            while part := digger.take(1 << 16):
                found += part
        seconds = time.process_time() - start
        return ["".join(map(str, puzzle or b"")) for puzzle, *_ in found], seconds

    return make


def tdoku(path: str) -> Maker:
    library = ctypes.CDLL(path)
    constrain, minimise = library.TdokuConstrain, library.TdokuMinimize
    constrain.restype = minimise.restype = ctypes.c_bool

    def make(count: int) -> tuple[list[str], float]:
        puzzle = ctypes.create_string_buffer(82)
        found: list[str] = []
        start = time.process_time()
        while len(found) < count:
            puzzle.value = b"." * 81
            if constrain(False, puzzle) and minimise(False, False, puzzle):
                found.append(puzzle.value.decode())
        return found, time.process_time() - start

    return make


def qqwing(command: str) -> Maker:
    def make(count: int) -> tuple[list[str], float]:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ended = subprocess.run(
            [command, "--generate", str(count), "--one-line"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return ended.stdout.split(), seconds

    return make


def check(puzzles: list[str], sample: int = 200) -> str:
    """Return what is wrong with puzzles, or their mean number of givens."""
    cells = np.array([[int(c) if c.isdigit() else 0 for c in p] for p in puzzles], dtype=np.uint8)
    if len(set(puzzles)) != len(puzzles):
        return "some puzzles come twice"
    if not (solve_many(cells, limit=2, backend="bitboard").counts == 1).all():
        return "not all have one solution"
    for puzzle in cells[:sample]:
        smaller = np.repeat(puzzle[None], 81, axis=0)
        smaller[np.arange(81), np.arange(81)] = 0
        counts = solve_many(smaller[puzzle > 0], limit=2, backend="bitboard").counts
        if not (counts == 2).all():
            return "not all are minimal"
    return f"{(cells > 0).sum(axis=1).mean():.2f} givens"


def compare(makers: dict[str, tuple[Maker, int]], rounds: int) -> None:
    rates: dict[str, list[float]] = {name: [] for name in makers}
    remarks = {}
    for _ in range(rounds):
        for name, (make, count) in makers.items():
            puzzles, seconds = make(count)
            rates[name].append(len(puzzles) / seconds)
            remarks[name] = check(puzzles)
    first = statistics.median(next(iter(rates.values())))
    for name, found in rates.items():
        rate = statistics.median(found)
        print(f"{name:24} {rate:10,.0f}/s   1/{first / rate:,.1f}   {remarks[name]}", flush=True)


OTHERS: dict[str, Rules] = {
    "4×4": boxes(2, 2),
    "6×6": boxes(2, 3),
    "9×9 diagonals": classic().with_diagonals(),
    "9×9 windows": classic().with_windows(),
    "9×9 jigsaw": random_jigsaw(9, 1),
    "12×12": boxes(3, 4),
    "16×16": boxes(4, 4),
    "25×25": boxes(5, 5),
}
CLUES = {"25×25": (300, 320)}  # dug to its end it takes minutes


def others(seconds: float, names: list[str]) -> None:
    for rules_name, rules in OTHERS.items():
        for backend in names:
            if not backends.get(backend).supports(rules):
                continue
            start = time.process_time()
            clues_wanted = CLUES.get(rules_name)
            source = generate(
                1000, rules=rules, clues=clues_wanted, seed=1, backend=backend, seconds=seconds
            )
            clues = [made.clues for made in source]
            used = time.process_time() - start
            mean = f"{statistics.mean(clues):.1f} givens" if clues else "none in time"
            print(f"{rules_name:16} {backend:10} {len(clues) / used:10,.2f}/s   {mean}", flush=True)


@click.command(context_settings={"show_default": True})
@click.option("--rounds", type=click.IntRange(min=1), default=5, help="Rounds of all generators.")
@click.option(
    "--number", type=click.IntRange(min=1), default=60_000, help="Puzzles of ours in a round."
)
@click.option("--qqwing", "qqwing_command", help="Its command.")
@click.option("--tdoku", "tdoku_library", help="Its library.")
@click.option("--others", "other_rules", is_flag=True, help="Other sizes and rules.")
@click.option("--seconds", type=float, default=5, help="For each of the others.")
@click.option("--judges", default="cover,sat", help="Backends for the others.")
def main(
    *,
    rounds: int,
    number: int,
    qqwing_command: str | None,
    tdoku_library: str | None,
    other_rules: bool,
    seconds: float,
    judges: str,
) -> None:
    """Print puzzles a second and core."""
    print("  ".join(machine().values()))
    if other_rules:
        others(seconds, judges.split(","))
        return
    makers: dict[str, tuple[Maker, int]] = {
        "cpsudoku, core": (core(), number),
        "cpsudoku, from Python": (ours(), number),
    }
    if tdoku_library:
        makers["tdoku"] = (tdoku(tdoku_library), max(1, number // 15))
    if qqwing_command:
        makers["qqwing"] = (qqwing(qqwing_command), max(1, number // 200))
    compare(makers, rounds)


if __name__ == "__main__":
    main()
