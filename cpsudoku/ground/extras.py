"""Optional packages, and the message where one is missing.

A message says how the packages themselves are installed for the Python that runs.  That works after
an installation from a checkout, from a wheel and from a registry, and in a virtual environment that
is not activated.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cpsudoku.errors import BackendUnavailableError


def how_to_install(*packages: str) -> str:
    """Return the command that installs packages for the Python that runs."""
    python = sys.executable or "python"
    return " ".join([f'"{python}"' if " " in python else python, "-m pip install", *packages])


@contextmanager
def needing(what: str, *packages: str) -> Iterator[None]:
    """Turn an import that fails into an error that says what to install.

    Args:
        what: what is wanted and the verb, such as ``Parquet files need``.
        packages: all that it needs, as a registry names them.
    """
    try:
        yield
    except ImportError as error:
        if (error.name or "").startswith("cpsudoku"):
            raise
        fault = "" if isinstance(error, ModuleNotFoundError) else f" ({error})"
        raise BackendUnavailableError(
            f"{what} {', '.join(packages)}{fault}; install with: {how_to_install(*packages)}"
        ) from error
