"""Packages that only some answers need, and what is said where one is missing.

A message says how the packages themselves are installed for the Python that runs.  That works after
an installation from a checkout, from a wheel and from a registry, and in a virtual environment that
is not activated.  The versions are those that the metadata of the installed cpsudoku asks for.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cpsudoku.errors import BackendUnavailableError


def _requirement(package: str) -> str:
    """Return a package with the versions that cpsudoku needs, such as ``pyarrow>=15``."""
    from importlib import metadata  # takes a tenth of what a short command takes

    try:
        stated = metadata.requires("cpsudoku") or []
    except metadata.PackageNotFoundError:  # run from its sources, without an installation
        stated = []
    of_package = re.compile(rf"{re.escape(package)}(?![\w.-])[^;]*", re.IGNORECASE)
    found = [match[0].strip() for line in stated if (match := of_package.match(line))]
    return found[0] if found else package


def how_to_install(*packages: str) -> str:
    """Return the command that installs packages for the Python that runs."""
    python = sys.executable or "python"
    wanted = [f'"{_requirement(package)}"' for package in packages]
    return " ".join([f'"{python}"' if " " in python else python, "-m pip install", *wanted])


@contextmanager
def needing(what: str, *packages: str) -> Iterator[None]:
    """Say of an import that fails what has to be installed.

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
