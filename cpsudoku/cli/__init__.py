"""The command line."""

import typer

app = typer.Typer(no_args_is_help=True)


@app.callback()
def cpsudoku() -> None:
    """Solve, check, count, generate and compare sudoku puzzles."""
