"""``python -m cpsudoku`` and the ``cpsudoku`` command."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command line."""
    # What the imports make lives until the end; looking through it for garbage, again and again
    # while it grows, took a tenth of the time of a short command.  `QuickCommand` lets it begin.
    gc.disable()
    try:
        from cpsudoku.cli.application import run

        run()
    except KeyboardInterrupt:  # while loading: what says so in words may not be there yet
        print("cpsudoku: interrupted", file=sys.stderr)
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
