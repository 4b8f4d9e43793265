"""The compiled core: `native` is its module, or the error that says why it is missing.

The core is the module ``cpsudoku._native``, which nobody else imports.  Where it cannot be
compiled, the installation succeeds as plain Python all the same, and then has the module
``cpsudoku._not_compiled``, which nobody imports: its presence says that a core was wanted.
`pyproject.toml` has it written.
"""

from __future__ import annotations

import sys
import warnings
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from cpsudoku.errors import BackendUnavailableError

__all__ = ["MOST_DIGITS", "is_there", "missing_reason", "native", "needed", "warn_if_failed"]

MOST_DIGITS = 64
"""Digits of a board that searches of the core take: as many as a word has bits."""

_NAME = "cpsudoku._native"

_FAILED = (
    "its compilation failed when cpsudoku was installed; install again with a C++20 compiler "
    "(g++ 11, clang++ 14 or later) and `pip install -v`, which shows the errors; "
    "with CPSUDOKU_REQUIRE_COMPILED=1 in the environment they end the installation"
)
_LEFT_OUT = "cpsudoku was installed without it; install again with a C++20 compiler"

if TYPE_CHECKING:
    from cpsudoku import _native as native
else:

    def __getattr__(name: str) -> ModuleType:
        """Return the core for ``compiled.native``, or raise why it is missing."""
        if name != "native":
            raise AttributeError(f"module 'cpsudoku.ground.compiled' has no attribute {name!r}")
        if sys.modules.get(_NAME):  # ten times as fast as an import
            return sys.modules[_NAME]
        try:
            return import_module(_NAME)
        except ImportError as error:
            raise BackendUnavailableError(needed()) from error


def is_there() -> bool:
    """Return whether the core can be used."""
    try:
        return import_module(_NAME) is not None
    except ImportError:
        return False


def needed() -> str:
    """Return the message for a missing core; empty if it is there."""
    reason = missing_reason()
    return f"this needs the compiled core: {reason}" if reason else ""


def missing_reason() -> str | None:
    """Return why the core cannot be used, perhaps as its loader says; None if it can."""
    if find_spec(_NAME) is None:
        return _FAILED if find_spec("cpsudoku._not_compiled") else _LEFT_OUT
    try:
        import_module(_NAME)
    except ImportError as error:
        return f"it is installed and cannot be loaded: {error}"
    return None


@cache
def warn_if_failed() -> None:
    """Warn, once, where the compiled core was wanted at the installation and is not there."""
    if is_there():
        return
    reason = missing_reason()
    if reason != _LEFT_OUT:
        warnings.warn(f"without the compiled core: {reason}", RuntimeWarning, stacklevel=2)
