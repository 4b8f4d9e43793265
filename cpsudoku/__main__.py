"""``python -m cpsudoku`` and the ``cpsudoku`` command."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    try:
        from cpsudoku.cli.group import run

        run()
    except KeyboardInterrupt:  # before or after the part that says so in words
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
