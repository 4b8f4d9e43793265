"""What figures depend on besides the puzzles."""

from __future__ import annotations

import platform
from pathlib import Path


def machine() -> dict[str, str]:
    """Return the versions, the system and the processor that figures depend on."""
    from importlib.metadata import version

    return {
        "cpsudoku": version("cpsudoku"),
        "python": platform.python_version(),
        "system": platform.platform(),
        "processor": _processor(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    found = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(found, platform.processor())
