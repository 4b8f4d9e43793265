"""``cpsudoku generate``: new puzzles with exactly one solution."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from cpsudoku import backends, formats, generation
from cpsudoku.cli import failures, options, output, showing
from cpsudoku.cli.status import Status
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.generation import Generation, Made
from cpsudoku.generation.symmetry import NAMES, NONE
from cpsudoku.rules import Rules


def command(
    *,
    number: Annotated[
        int, typer.Option("--number", "-n", metavar="NUMBER", min=1, help="How many puzzles.")
    ] = 1,
    rules: options.RulesSpec = None,
    clues: Annotated[
        str | None,
        typer.Option(metavar="NUMBER|LEAST-MOST", help="Givens of each puzzle, as in 24-28."),
    ] = None,
    symmetry: Annotated[
        str, typer.Option(metavar="NAME", help=f"Of the pattern of givens: {', '.join(NAMES)}.")
    ] = NONE,
    minimal: Annotated[
        bool, typer.Option("--minimal", help="No given (with a symmetry: no orbit) can go.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", min=0, help="Same seed, same puzzles; else a random one."),
    ] = None,
    attempts: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", min=1, help="Grids dug at most for one puzzle."),
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option("--timeout", metavar="SECONDS", min=0, help="Stop after this, as it is."),
    ] = None,
    backend: options.BackendName = backends.AUTO,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", metavar="NUMBER", min=1, help="How many at a time.")
    ] = 1,
    output_file: options.Output = None,
    quiet: options.Quiet = False,
) -> Status:
    """Make puzzles: random final grids, dug while their solution stays the only one.

    The same seed gives the same puzzles on every machine, with every backend and any number of
    jobs.  Without --clues every puzzle is dug to its end, so that no given can go.

    Exit status: 0 all were made; 1 no puzzle as wished for was found; 2 wrong usage, or a wish
    that no puzzle can meet; 3 the timeout came first.
    """
    seed = generation.random_seed() if seed is None else seed
    source = generation.generate(
        number,
        rules=_rules(rules),
        clues=_range(clues),
        symmetry=symmetry,
        minimal=minimal,
        seed=seed,
        backend=backend,
        jobs=jobs,
        attempts=attempts,
        seconds=timeout,
    )
    drawn = number == 1 and output_file is None and output.is_terminal()
    start = time.monotonic()
    status = Status.DONE
    with output.destination(output_file) as out:
        try:
            for made in source:
                out.write(_text(made, drawn))
        except GenerationError as error:
            failures.tell(str(error))
            status = Status.NO
    if source.timed_out:
        failures.tell(f"the timeout of {timeout:g} s was reached after {source.made} of {number}")
        status = Status.UNKNOWN
    if not quiet:
        _tell(source, seed, time.monotonic() - start)
    return status


def _rules(text: str | None) -> Rules:
    spec = formats.parse_rules(text or "9")
    return spec(spec.size or 9)


def _range(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    least, dash, most = text.partition("-")
    parts = (least, most) if dash else (least, least)
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise OptionError(f"--clues {text}; expected a number of givens, or a range such as 24-28")
    return int(parts[0]), int(parts[1])


def _text(made: Made, drawn: bool) -> str:
    if drawn:
        return showing.picture(made.puzzle.digits, made.puzzle) + "\n"
    return f"{made.puzzle}\n"


def _tell(source: Generation, seed: int, seconds: float) -> None:
    failures.tell(
        f"{source.made} made out of {source.attempts} grids with seed {seed} in {seconds:.2f} s"
    )
