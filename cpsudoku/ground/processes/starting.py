"""Starts of processes that are not forked: no child imports what lies beside the puzzles.

Python looks first in the current folder for what ``-m`` and ``-c`` import, and so for the imports
of the processes that its pools start.  A ``random.py`` there, perhaps unpacked with some puzzles,
would be executed.  Our children search where this process does, without that folder.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from cpsudoku.errors import BackendError
from cpsudoku.ground.deadline import OutOfTimeError

ModuleProcess: TypeAlias = "subprocess.Popen[bytes]"
"""A process that runs a module of ours, with pipes to its standard streams."""

_VARIABLE, _OURS = "PYTHONSAFEPATH", "cpsudoku"
# The value shows who has set the variable: programs of others need not inherit ours.

_RUN_MODULE = (
    "import sys; module, *sys.path[:] = sys.argv[1:]; sys.argv[:] = [module]; "
    "from importlib import import_module; import_module(module).main()"
)


def start_module(module: str) -> ModuleProcess:
    """Run `main` of a module of ours in another process, whose standard error is ours."""
    return _started(module, None)


def run_module(module: str, text: str, seconds: float | None) -> tuple[int, str, str]:
    """Run `main` of a module of ours in another process to its end.

    Returns:
        Its exit status, and the texts of its standard output and standard error.

    Raises:
        OutOfTimeError: time ran out; the process has been killed.
    """
    with _started(module, subprocess.PIPE) as process:
        try:
            out, err = process.communicate(text.encode(), seconds)
        except subprocess.TimeoutExpired:
            raise OutOfTimeError from None
        finally:
            process.kill()
    return process.returncode, out.decode(errors="replace"), err.decode(errors="replace")


def _started(module: str, stderr: int | None) -> ModuleProcess:
    path = [folder for folder in sys.path if folder]
    with without_ctrl_c():
        return subprocess.Popen(
            [sys.executable, "-P", "-c", _RUN_MODULE, module, *path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
        )


def run_program(
    command: Sequence[str], folder: Path, seconds: float | None
) -> tuple[int, str, str] | None:
    """Run a program of others with all that it starts, and end all of it in any case.

    Args:
        folder: an empty one, for what it prints.

    Returns:
        Its exit status, what it printed and what it complained of; None if its time was up.

    Raises:
        BackendError: it cannot be started.
    """
    # Files, since a full pipe would stop the program.
    out, err = folder / "out", folder / "err"
    theirs = {k: v for k, v in os.environ.items() if (k, v) != (_VARIABLE, _OURS)}
    with out.open("wb") as stdout, err.open("wb") as stderr:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, env=theirs,
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise BackendError(f"{command[0]} cannot be run: {error}") from error
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        # It may have children of its own, which outlive it.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return process.returncode, out.read_text(errors="replace"), err.read_text(errors="replace")


_lock = threading.Lock()
_inside = 0


@contextmanager
def safe_path() -> Iterator[None]:
    """Give a safe path to every Python that is started in the body of the ``with`` statement.

    For `multiprocessing` and Dask, which have no option for it: they hand on the environment.
    """
    global _inside  # noqa: PLW0603
    with _lock:
        _inside += 1
        os.environ.setdefault(_VARIABLE, _OURS)
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside and os.environ.get(_VARIABLE) == _OURS:
                del os.environ[_VARIABLE]


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C reach no process, and no thread, that is started in the body of the statement.

    A terminal sends it to all processes; the parent decides what it means.  A child that is still
    loading would print a traceback.  Here it is answered after the body.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_tracker() -> None:
    """Start the process in which `multiprocessing` keeps what its processes share.

    Where the first process of a pool would start it, that hears Ctrl-C again.
    """
    if sys.platform != "win32":
        from multiprocessing.resource_tracker import ensure_running

        with safe_path():
            ensure_running()


def started(
    context: Any, work: Callable[..., None], *arguments: Any, **how: Any
) -> tuple[Any, Any]:
    """Start a process of `multiprocessing`, as `Fresh.start` does."""
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, *arguments), **how)
    with safe_path(), without_ctrl_c():
        process.start()
    theirs.close()
    return process, ours


class Fresh:
    """Processes that are started and not forked from here, for parents with threads.

    A forked child would inherit the locks that other threads hold.

    Args:
        preload: modules that all of them need, loaded once where the system can do so.
    """

    def __init__(self, preload: Sequence[str]) -> None:
        from multiprocessing import get_all_start_methods, get_context

        begin_tracker()
        self._context: Any = get_context("spawn")
        if "forkserver" in get_all_start_methods():
            from multiprocessing.forkserver import ensure_running

            context = get_context("forkserver")
            context.set_forkserver_preload([*preload])
            # The temporary directory's path may be too long for a socket in it.
            with contextlib.suppress(OSError), safe_path(), without_ctrl_c():
                ensure_running()
                self._context = context

    def start(self, work: Callable[..., None], *arguments: Any) -> tuple[Any, Any]:
        """Start a process that calls a function of a module with a pipe and the arguments.

        Returns:
            The process, and our end of the pipe.
        """
        return started(self._context, work, *arguments)
