"""A job on hosts that are cut off, killed or full: the bytes are those of one process, every time.

    python benchmarks/hosts.py --rounds 3          (on Linux, with `ip` and the extra `cluster`)

Hosts are network namespaces with a link of their own to a bridge, each with a nanny and a worker of
Dask's; the scheduler and the client are here.  All of it is in namespaces of its own, so that the
network of the machine is left alone, and nothing outlives the program::

    client, scheduler ── bridge ──┬── host 0: nanny ── worker
                                  └── host 1: nanny ── worker

=============  ====================================================================================
cut off        the link of a host is down for some seconds at a random moment, and comes back
gone           it never does
worker         kill -9 of a host's worker, which its nanny starts again
nanny          kill -9 of the nanny, and its worker is left alone
scheduler      kill -9; the client ends with an error, and the same command with another continues
client         kill -9; the same command continues
two clients    at once on one folder, while a worker is killed
full disk      a host can write no more than a kilobyte in a file, until there is place
clock          those of all processes jump by hours every three seconds (`jumping_clock`)
several        a host is cut off and the other's worker killed, then client and scheduler
=============  ====================================================================================

Of each round the answers are compared with those of `-j 1`, byte for byte, and the exit status of
the last command must be 0.  Prints what was wrong, and the rounds and seconds of each.  With
``--short`` it is one round of `several`.  After that, as after `clock`, the same command is given
up to three times; where no namespaces can be made this is said, and nothing is tried.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from cpsudoku.comparison.figures import machine

HOSTS = 2
ADDRESS, PORT = "10.99.26", 18786
SCHEDULER = f"tcp://{ADDRESS}.1:{PORT}"
PUZZLES, SHARD = 600, 10
SECONDS = 240
"""For a command, before it counts as one that hangs."""

# A host that is cut off is given up soon, and tasks are not given up with workers that died.
os.environ |= {
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "5s",
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "50",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "15s",
}

Process = subprocess.Popen[str]

_APART = "CPSUDOKU_HOSTS_APART"
"""Set in the environment of the program within its own namespaces."""


@click.command(context_settings={"show_default": True})
@click.option("--rounds", type=click.IntRange(min=1), default=3, help="Of each fault.")
@click.option("--seed", type=int, default=1, help="Of the moments.")
@click.option("--only", default="", help="Faults, with commas between.")
@click.option("--short", is_flag=True, help="Several faults, once.")
def main(
    *,
    rounds: int,
    seed: int,
    only: str,
    short: bool,
) -> None:
    """Print what each fault led to."""
    if _APART not in os.environ:
        raise SystemExit(_apart(may_be_left_out=short))
    print("  ".join(machine().values()), flush=True)
    wrong = 0
    if short:
        rounds, only = 1, "several"
    with TemporaryDirectory() as name:
        place, chance = Path(name), random.Random(seed)
        os.environ["DASK_TEMPORARY_DIRECTORY"] = name
        puzzles = place / "puzzles.txt"
        made = _command("generate", "-n", str(PUZZLES), "--seed", "5", "-q", "-o", str(puzzles))
        made.communicate(timeout=SECONDS)
        wanted = _asked(puzzles, place / "whole", "-j", "1")
        if _status(wanted):
            raise SystemExit("the job without faults failed")
        for fault in only.split(",") if only else FAULTS:
            start = time.monotonic()
            for number in range(rounds):
                job = place / f"{fault}-{number}"
                found = _round(fault, puzzles, job, chance) or _compared(job, place / "whole")
                if found:
                    wrong += 1
                    print(f"{fault}, round {number}: {found}", flush=True)
            print(f"{fault:12} {rounds:3} rounds {time.monotonic() - start:7.1f} s", flush=True)
    print(f"{wrong} wrong")
    raise SystemExit(bool(wrong))


def _apart(*, may_be_left_out: bool) -> int:
    """Run this program in namespaces of its own, which end with it, and return its status."""
    where = "unshare --user --map-root-user --net --mount --pid --fork --mount-proc --kill-child"
    inside = 'mount -t tmpfs none /run && ip link set lo up && exec "$@"'  # `ip netns` writes there
    begin = [*where.split(), "sh", "-c", inside, "sh"]
    missing = [one for one in ("unshare", "ip") if shutil.which(one) is None]
    if missing:
        why = f"there is no `{missing[0]}` here"
    else:
        tried = subprocess.run([*begin, "true"], capture_output=True, text=True, check=False)
        why = tried.stderr.strip() if tried.returncode else ""
    if why:
        print(f"left out: no hosts can be made: {why}")
        return 0 if may_be_left_out else 2
    again = [sys.executable, *sys.argv]
    return subprocess.run([*begin, *again], env=os.environ | {_APART: "1"}, check=False).returncode


def _compared(job: Path, whole: Path) -> str:
    def answers(folder: Path) -> list[bytes]:
        return [p.read_bytes() for p in sorted(folder.iterdir()) if p.is_file()]

    return "" if answers(job) == answers(whole) else "the answers are others"


def _round(fault: str, puzzles: Path, job: Path, chance: random.Random) -> str:
    with _network() as links, _clocks(jump=fault == "clock"), ExitStack() as stack:
        cluster = Cluster(stack, links, full=fault == "full disk")
        clients = [_asked(puzzles, job, "--scheduler", SCHEDULER)]
        if fault == "two clients":
            clients.append(_asked(puzzles, job, "--scheduler", SCHEDULER))
        if fault == "several":
            _wait(job, clients[0])
        else:
            time.sleep(chance.uniform(1.0, 6.0))
        FAULTS[fault](cluster, clients[0], chance)
        statuses = [_status(client) for client in clients]
        if fault == "full disk":  # there is place again
            cluster.end()
            cluster.begin(full=False)
        if any(statuses) and fault not in ENDING:
            return f"status {statuses}"
        if fault in {"scheduler", "several"}:
            cluster.end()
            cluster.begin(full=False)
        for _ in range(3 if fault in {"clock", "several"} else 1):
            last = _status(_asked(puzzles, job, "--scheduler", SCHEDULER))
            if last == 0:
                break
    return f"the same command ended with status {last}" if last else ""


def _wait(job: Path, client: Process) -> None:
    """Wait until the client has seen some shards done, or has ended."""
    end = time.monotonic() + SECONDS
    while (done := len(list(job.glob("_job/*-*.json")))) < 6 and client.poll() is None:
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    print(f"{done} of {PUZZLES // SHARD} shards are done", flush=True)


class Cluster:
    """A scheduler here, and a nanny with a worker on each host."""

    def __init__(self, stack: ExitStack, links: list[str], *, full: bool) -> None:
        self.links = links
        stack.callback(self.end)
        self.begin(full=full)

    def begin(self, *, full: bool) -> None:
        """Start all.

        Args:
            full: whether the first host can write no more than a kilobyte in a file.
        """
        self.scheduler = _dask("scheduler", "--host", f"{ADDRESS}.1", "--port", str(PORT))
        self.nannies = [
            _dask(
                "worker", SCHEDULER, "--nworkers", "1", "--nthreads", "1", "--no-dashboard",
                host=link, full=full and host == 0,
            )
            for host, link in enumerate(self.links)
        ]  # fmt: skip

    def end(self) -> None:
        """Kill all, and workers whose nannies are gone."""
        for process in (*self.nannies, self.scheduler):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()

    def workers(self, host: int) -> list[int]:
        """Return the processes of a host's worker."""
        found = Path(f"/proc/{self.nannies[host].pid}/task").glob("*/children")
        return [int(number) for file in found for number in file.read_text().split()]


def _cut(cluster: Cluster, client: Process, chance: random.Random) -> None:
    link = chance.choice(cluster.links)
    _ip("link", "set", link, "down")
    time.sleep(chance.uniform(1, 12))
    _ip("link", "set", link, "up")


def _lose(cluster: Cluster, client: Process, chance: random.Random) -> None:
    _ip("link", "set", chance.choice(cluster.links), "down")


def _kill_worker(cluster: Cluster, client: Process, chance: random.Random) -> None:
    for worker in cluster.workers(chance.randrange(HOSTS)):
        os.kill(worker, signal.SIGKILL)


def _kill_nanny(cluster: Cluster, client: Process, chance: random.Random) -> None:
    chance.choice(cluster.nannies).kill()


def _kill_scheduler(cluster: Cluster, client: Process, chance: random.Random) -> None:
    cluster.scheduler.kill()


def _kill_client(cluster: Cluster, client: Process, chance: random.Random) -> None:
    client.kill()


def _nothing(cluster: Cluster, client: Process, chance: random.Random) -> None:
    pass


def _several(cluster: Cluster, client: Process, chance: random.Random) -> None:
    _ip("link", "set", cluster.links[0], "down")
    for worker in cluster.workers(1):
        os.kill(worker, signal.SIGKILL)
    time.sleep(chance.uniform(1, 5))
    _ip("link", "set", cluster.links[0], "up")
    client.kill()
    cluster.scheduler.kill()


FAULTS: dict[str, Callable[[Cluster, Process, random.Random], None]] = {
    "cut off": _cut, "gone": _lose, "worker": _kill_worker, "nanny": _kill_nanny,
    "scheduler": _kill_scheduler, "client": _kill_client, "two clients": _kill_worker,
    "full disk": _nothing, "clock": _nothing, "several": _several,
}  # fmt: skip
ENDING = {"scheduler", "client", "full disk", "clock", "several"}
"""After these the command may end with an error, or be ended, and is given again."""


@contextmanager
def _clocks(*, jump: bool) -> Iterator[None]:
    """Let the clock of each process that is started jump."""
    before = dict(os.environ)
    if jump:
        paths = [str(Path(__file__).parent / "jumping_clock"), before.get("PYTHONPATH")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        os.environ["JUMPING_CLOCK"] = "3"
    yield
    os.environ.clear()
    os.environ |= before


@contextmanager
def _network() -> Iterator[list[str]]:
    """Make hosts with a link to a bridge each, and yield the names of the links."""
    links = [f"cpshost{host}" for host in range(HOSTS)]
    with ExitStack() as stack:
        _ip("link", "add", "cpsbridge", "type", "bridge")
        stack.callback(_ip, "link", "del", "cpsbridge")
        _ip("addr", "add", f"{ADDRESS}.1/24", "dev", "cpsbridge")
        _ip("link", "set", "cpsbridge", "up")
        for host, link in enumerate(links):
            _ip("netns", "add", link)
            stack.callback(_ip, "netns", "del", link)
            _ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", link)
            stack.callback(_ip, "link", "del", link)
            _ip("link", "set", link, "master", "cpsbridge", "up")
            _ip("-n", link, "addr", "add", f"{ADDRESS}.{11 + host}/24", "dev", "eth0")
            _ip("-n", link, "link", "set", "eth0", "up")
            _ip("-n", link, "link", "set", "lo", "up")
        yield links


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def _dask(*words: str, host: str = "", full: bool = False) -> Process:
    inside = ["ip", "netns", "exec", host] if host else []
    limited = ["sh", "-c", 'ulimit -f 2; exec "$@"', "sh"] if full else []
    return subprocess.Popen(
        [*limited, *inside, sys.executable, "-m", "dask", *words],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        text=True, start_new_session=True,
    )  # fmt: skip


def _asked(puzzles: Path, job: Path, *how: str) -> Process:
    wish = ("--job", str(job), "--shard-size", str(SHARD), "-f", "csv", "-q")
    return _command("candidates", str(puzzles), *wish, *how)


def _command(*words: str) -> Process:
    return subprocess.Popen(
        [sys.executable, "-m", "cpsudoku", *words],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def _status(process: Process) -> int:
    try:
        _, said = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        _, said = process.communicate()
    if process.returncode not in {0, 2, 3, -signal.SIGKILL}:
        print(said[-1000:], flush=True)
    return process.returncode


if __name__ == "__main__":
    main()
