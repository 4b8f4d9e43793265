"""``python -m cpsudoku`` and the ``cpsudoku`` command."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from cpsudoku.cli import app

    app()


if __name__ == "__main__":
    main()
