"""Runs the command line for tests: in this process where that is enough, else in one of its own."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from cpsudoku.cli.application import app

PROGRAM = [sys.executable, "-m", "cpsudoku"]


@dataclass(frozen=True)
class Ran:
    """What came of a command."""

    status: int
    out: str
    err: str
    data: bytes = b""
    """What was written to standard output, where that was not asked for as text."""

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def run(*arguments: str | Path, text: str | bytes | None = None) -> Ran:
    """Run a command in this process; its output is not a terminal."""
    result = CliRunner().invoke(app, [str(a) for a in arguments], input=text)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    data = result.stdout_bytes
    return Ran(result.exit_code, data.decode(errors="replace"), result.stderr, data)


def refusal(*arguments: str | Path, text: str | bytes | None = None) -> str:
    """What a command says that has to end with status 2, run in this process."""
    found = run(*arguments, text=text)
    assert found.status == 2, found
    return found.err


def start(*arguments: str | Path) -> "subprocess.Popen[str]":
    """Start a command in a process of its own."""
    return subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Errors at exit would show: nothing of the test run's own may hide or add to them.
        env={k: v for k, v in os.environ.items() if not k.startswith("PYTHONWARN")},
    )


def wait_until_begun(process: "subprocess.Popen[str]") -> None:
    """Wait until a command has taken over the signals that end it, however long that takes."""
    status = Path(f"/proc/{process.pid}/status")
    while status.exists() and process.poll() is None:
        caught = next(row for row in status.read_text().splitlines() if row.startswith("SigCgt:"))
        if int(caught.split()[1], 16) >> signal.SIGTERM - 1 & 1:
            return
        time.sleep(0.01)
    time.sleep(1)  # where nobody tells


def run_apart(*arguments: str | Path) -> Ran:
    """Run a command in a process of its own, to its end."""
    process = start(*arguments)
    out, err = process.communicate(timeout=120)
    return Ran(process.returncode, out, err)


def run_at_terminal(*arguments: str | Path) -> Ran:
    """Run a command whose standard output is a terminal, and return what it showed there."""
    import pty

    master, slave = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "PYTHONUTF8": "1"}
    process = subprocess.Popen(
        [*PROGRAM, *map(str, arguments)], stdout=slave, stderr=subprocess.PIPE, env=environment
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    _, err = process.communicate(timeout=120)
    os.close(master)
    return Ran(process.returncode, shown.decode().replace("\r\n", "\n"), err.decode())
