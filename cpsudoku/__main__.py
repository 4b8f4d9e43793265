"""``python -m cpsudoku`` and the ``cpsudoku`` command."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line."""
    _spare_libraries()
    try:
        from cpsudoku.cli.application import run

        run()
    except KeyboardInterrupt:  # while loading: the code that reports it may not be loaded yet
        print("cpsudoku: interrupted", file=sys.stderr)
        raise SystemExit(130) from None


def _spare_libraries() -> None:
    """Set what NumPy and Arrow read when they are loaded, unless the user has set it."""
    # Nothing here needs linear algebra, whose threads wait for work in a loop: 0.06 s a command.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Arrow's usual allocator gives pages back that the next block takes again, cleared anew: 0.08 s
    # and a quarter more memory for a million rows.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")


if __name__ == "__main__":
    main()
