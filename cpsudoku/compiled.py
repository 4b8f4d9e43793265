"""Say why the compiled core is missing, where it is.

The core is the module ``cpsudoku._native``.  Where it cannot be compiled, the installation succeeds
as plain Python all the same, and then has the module ``cpsudoku._not_compiled``, which nobody
imports: its presence says that a core was wanted.  `pyproject.toml` has it written.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from importlib.util import find_spec

_FAILED = (
    "its compilation failed when cpsudoku was installed; install again with a C++20 compiler "
    "(g++ 11, clang++ 14 or later) and `pip install -v`, which shows the errors; "
    "with CPSUDOKU_REQUIRE_COMPILED=1 in the environment they end the installation"
)
_LEFT_OUT = "cpsudoku was installed without it; install again with a C++20 compiler"


def missing_reason() -> str | None:
    """Return why the compiled core cannot be used, as a clause; None where it can.

    A core that is there but cannot be loaded, say because it was compiled against another C++
    library, has a reason of its own: what the loader says.
    """
    if find_spec("cpsudoku._native") is None:
        return _FAILED if find_spec("cpsudoku._not_compiled") else _LEFT_OUT
    try:
        import_module("cpsudoku._native")
    except ImportError as error:
        return f"it is installed and cannot be loaded: {error}"
    return None


@cache
def warn_if_failed() -> None:
    """Warn, once, where the compiled core was wanted at the installation and is not there.

    Warns:
        RuntimeWarning: everything that needs speed is slow, and why.  An installation that was made
            without the core on purpose gives no warning.
    """
    try:
        import_module("cpsudoku._native")
    except ImportError:
        reason = missing_reason()
        if reason == _LEFT_OUT:
            return
        warnings.warn(f"slow, without the compiled core: {reason}", RuntimeWarning, stacklevel=2)
