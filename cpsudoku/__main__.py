"""``python -m cpsudoku`` and the ``cpsudoku`` command."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    try:
        from cpsudoku.cli.group import run

        run()
    except KeyboardInterrupt:  # while loading: what says so in words may not be there yet
        print("cpsudoku: interrupted", file=sys.stderr)
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
