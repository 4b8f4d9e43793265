"""Optional parts of the package, and what is said where one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cpsudoku.errors import BackendUnavailableError


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Say of an import that fails which extra has what is missing.

    Args:
        extra: its name, as in ``cpsudoku[web]``.
        what: what is wanted, for the message.

    Raises:
        BackendUnavailableError: a module of somebody else's is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("cpsudoku"):
            raise
        raise BackendUnavailableError(
            f"{what} needs {error.name}; install it with: pip install 'cpsudoku[{extra}]'"
        ) from error
