"""Jobs on a cluster of Dask's (`distributed`), which is imported only where it is needed.

A scheduler of Dask's keeps nothing: when it dies its futures are lost, and what is done is in the
folder.  When a worker dies, all tasks that it had are under suspicion, and one that was there for
more than ``distributed.scheduler.allowed-failures`` deaths is given up with ``KilledWorker``.
Machines that are taken away often need a higher number there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cpsudoku
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.ground.extras import needing
from cpsudoku.ground.processes.starting import begin_tracker, safe_path, without_ctrl_c

if TYPE_CHECKING:
    from distributed import Client


class DaskExecutor(Executor):
    """A client of Dask's, which stays open, as an executor whose tasks have names.

    Raises:
        BackendError: a worker has no cpsudoku, or another version.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._numbers = count()
        refuse_others(client)

    @property
    def _max_workers(self) -> int:
        return sum(self._client.nthreads().values()) or 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Let a worker call a function of a module."""
        name = args[0][0] if args and isinstance(args[0], tuple) else fn.__name__
        # A key of its own for each attempt: what failed is kept by its key, and never tried again.
        key = f"{name}-{id(self):x}-{next(self._numbers)}"
        theirs = self._client.submit(fn, *args, key=key, pure=False, **kwargs)
        ours: Future[Any] = Future()
        ours.set_running_or_notify_cancel()
        theirs.add_done_callback(lambda done: _pass_on(done, ours))
        return ours


def _pass_on(theirs: Any, ours: Future[Any]) -> None:
    try:
        if theirs.status == "finished":
            ours.set_result(theirs.result())
            return
        error = _failure(theirs)
    except BaseException as failed:
        error = failed
    ours.set_exception(_understood(error))


def _failure(theirs: Any) -> BaseException:
    if theirs.status == "lost":
        return BackendError("its worker died before the answer was fetched")
    return (theirs.exception() if theirs.status == "error" else None) or CancelledError()


def _understood(error: BaseException) -> BaseException:
    """Return an error in words that say what can be done about it."""
    name = type(error).__name__
    if name == "KilledWorker":
        return BackendError(
            "several workers died while they had it, by its fault or another's; where machines are "
            "often taken away raise distributed.scheduler.allowed-failures"
        )
    if isinstance(error, CancelledError) or "Cancelled" in name:
        return CancelledError()
    return error


def refuse_others(client: Client) -> None:
    """Refuse workers with another version of this program.

    Raises:
        BackendError: there are such workers, or some without it.
    """
    found = client.run(_version, on_error="return")
    for worker, version in sorted(found.items()):
        if version != cpsudoku.__version__ and not isinstance(version, OSError):  # just died
            said = version if isinstance(version, str) else f"an error ({version})"
            raise BackendError(
                f"worker {worker} has cpsudoku {said}; expected {cpsudoku.__version__} on all"
            )


def _version() -> str:
    return cpsudoku.__version__


@contextmanager
def connected(scheduler: str) -> Iterator[Client]:
    """Connect to a scheduler, or start one on this machine.

    Args:
        scheduler: its address (``tcp://…``), a file that says it (``….json``), or ``local:4`` for
            four processes here.

    Raises:
        OptionError: it is neither.
        BackendUnavailableError: `distributed` is missing.
        BackendError: there is no scheduler.
    """
    with needing("--scheduler needs", "distributed"):
        from distributed import Client, LocalCluster
    kind, _, rest = scheduler.partition(":")
    if kind == "local" and rest.isdecimal() and int(rest):
        with safe_path():  # all the time: a worker that has died is started again
            begin_tracker()
            with without_ctrl_c():
                cluster = LocalCluster(
                    n_workers=int(rest), threads_per_worker=1, dashboard_address=None,
                    protocol="tcp",
                )  # fmt: skip
            with cluster, Client(cluster) as client:
                yield client
        return
    if "://" not in scheduler and not scheduler.endswith(".json"):
        raise OptionError(
            f"--scheduler {scheduler}; expected tcp://HOST:PORT, FILE.json, or local:NUMBER"
        )
    if "://" not in scheduler and not Path(scheduler).exists():  # for which Dask would wait
        raise BackendError(f"there is no scheduler at {scheduler}: there is no such file")
    place = {"address": scheduler} if "://" in scheduler else {"scheduler_file": scheduler}
    try:
        client = Client(**place)
    except (OSError, ValueError) as error:
        raise BackendError(f"there is no scheduler at {scheduler}: {error}") from error
    with client:
        yield client
