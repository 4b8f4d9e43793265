"""What a job over shards costs beside the same command without one, in processor time and memory.

    python benchmarks/scale.py --puzzles 100000000 --shard-size 1000000 check

A file of a million minimal puzzles is made, and given again under other names until there are
enough.  ``whole`` is the command over all of it with ``-j 1``; ``job`` the same with ``--job``, in
one process and in several; ``hands`` is what the process that hands out shards takes of it,
``again`` the same command when all is done.  Memory is the largest of any process.

With ``--jobs 1,2,4`` each line of a job says how much of the processors' sum it reached beside the
first: its speed by the clock divided by that of the first, and by the number of processes or
processors, whichever is less.  That means something on a machine that does nothing else, and with
shards enough for the last ones to weigh little (50 for each process); on one that is busy the same
by processor time says at least what the processes cost one another.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from cpsudoku.comparison.figures import machine
from cpsudoku.ground.processes import available_processors

FILE = 1_000_000


class Cost(NamedTuple):
    """What a command cost: seconds of all its processes, of its own one, on the clock, and MB."""

    all: float
    own: float
    clock: float
    memory: float


@click.command(context_settings={"show_default": True})
@click.argument("command", nargs=-1, required=True)
@click.option("--puzzles", type=click.IntRange(min=1), default=10_000_000)
@click.option("--shard-size", type=click.IntRange(min=1), default=FILE)
@click.option("--jobs", default="1,2", help="Processes, with commas between.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where the files go for a while.")
def main(
    *,
    command: tuple[str, ...],
    puzzles: int,
    shard_size: int,
    jobs: str,
    folder: Path | None,
) -> None:
    """Print a line for each way."""
    print(machine())
    with TemporaryDirectory(dir=folder) as name:
        place = Path(name)
        files = _files(place, puzzles)
        whole = _run([*command, *files, "-q", "-j", "1", "-o", str(place / "whole.txt")])
        _print("whole", whole, whole)
        (place / "whole.txt").unlink()
        one: Cost | None = None
        for number in jobs.split(","):
            out = place / f"job-{number}"
            wish = [*command, *files, "-q", "-j", number, "--job", str(out)]
            wish += ["--shard-size", str(shard_size)]
            cost = _run(wish)
            _print(f"job -j {number}", cost, whole)
            width = min(int(number), available_processors())
            one = one or cost._replace(clock=cost.clock * width)
            reached = f"{one.clock / cost.clock / width:.1%} of {width} processors' sum"
            print(f"{reached}, {one.all / cost.all:.1%} by processor time", flush=True)
            _print("again", _run(wish), whole)
            ledger = sorted((out / "_job").glob("[0-9]*-*.json"))
            seconds = sum(json.loads(one.read_bytes())["seconds"] for one in ledger)
            print(f"{len(ledger)} shards of {seconds / len(ledger):.2f} s")
            subprocess.run(["rm", "-r", str(out)], check=True)


def _files(place: Path, puzzles: int) -> list[str]:
    first = place / "0000.txt"
    count = min(puzzles, FILE)
    generate = ["generate", "-q", "--seed", "1", "-n", str(count), "-o", str(first)]
    subprocess.run([sys.executable, "-m", "cpsudoku", *generate], check=True)
    for number in range(1, puzzles // count):
        (place / f"{number:04d}.txt").symlink_to(first)
    return [str(place / f"{number:04d}.txt") for number in range(puzzles // count)]


def _run(arguments: list[str]) -> Cost:
    """Run a command; its own seconds are those that no process of its has."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", _OWN, *arguments], stdout=subprocess.PIPE)
    out, _ = process.communicate()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    own, memory = json.loads(out.splitlines()[-1])
    return Cost(seconds, own, time.perf_counter() - begun, memory)


_OWN = """
import json, resource, sys
from cpsudoku.__main__ import main
try:
    main()
except SystemExit as leaving:
    if leaving.code not in {0, None}:
        raise
finally:
    own, others = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(json.dumps([own.ru_utime + own.ru_stime, max(own.ru_maxrss, others.ru_maxrss) / 1024]))
"""


def _print(name: str, cost: Cost, whole: Cost) -> None:
    print(
        f"{name:10} {cost.all:8.2f} s of processors {cost.all / whole.all:5.2f} × whole, "
        f"{cost.own / cost.all:6.2%} hands, {cost.clock:8.2f} s, {cost.memory:5.0f} MB",
        flush=True,
    )


if __name__ == "__main__":
    main()
