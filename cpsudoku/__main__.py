"""``python -m cpsudoku`` and the ``cpsudoku`` command."""

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


def _leave_current_folder() -> None:
    """Import nothing from the current folder, which ``-m`` has put on the path.

    What Python loads before this module, it may have loaded from there; the command ``cpsudoku``
    never looks there.  A checkout that is not installed is where it is run, and stays on the path.
    """
    try:
        here = os.getcwd()  # noqa: PTH109 - without importing anything
    except OSError:  # it has been deleted, and is not on the path
        return
    if sys.path[0] == here and not __file__.startswith(os.path.join(here, "cpsudoku")):  # noqa: PTH118
        del sys.path[0]


if __name__ == "__main__":
    _leave_current_folder()
    main()
