"""``cpsudoku export`` and ``cpsudoku decode``: puzzles in the languages of other solvers."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cpsudoku.asking.outcomes import Status
from cpsudoku.cli import options
from cpsudoku.cli.answering import Limit
from cpsudoku.cli.declaring import OUTPUT, Name, argument, as_command, file, option
from cpsudoku.cli.options import Reading, given_puzzle, reading
from cpsudoku.errors import FormatError
from cpsudoku.export import LANGUAGES
from cpsudoku.export import decode as read_answer
from cpsudoku.export import export as exported
from cpsudoku.formats.base import locating_errors
from cpsudoku.formats.source import text_of
from cpsudoku.ground.deadline import OutOfTimeError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.output import destination

LANGUAGE = option(
    "--to LANGUAGE",
    f"Language: {', '.join(LANGUAGES)}.",
    required=True,
    heading=OUTPUT,
    kind=Name("language", LANGUAGES),
)


@as_command(
    {
        "cpsudoku export puzzle.txt --to dimacs -o puzzle.cnf": "A formula for a SAT solver",
        "cpsudoku export puzzle.txt --to minizinc | minizinc -": "A model for MiniZinc",
        "cpsudoku export puzzles.txt --to lp -o problems/%03d.lp": "A file for each puzzle",
    }
)
@reading
@LANGUAGE
@option(
    "--encoding NAME", "Encoding for dimacs: extended or minimal.", "extended",
    heading=OUTPUT,
    kind=Name("encoding", ("extended", "minimal")),
)  # fmt: skip
@file(
    "--output -o FILE|FOLDER",
    "Write to this file; several puzzles to a folder, or to files such as problem-%d.cnf.",
    name="output_file", usual="standard output", heading=OUTPUT,
)  # fmt: skip
@options.QUIET
@options.WHOLE_TIMEOUT
def export(
    reading: Reading,
    *,
    to: str,
    encoding: str,
    timeout: float | None,
    output_file: Path | None,
    quiet: bool,
) -> Status:
    """Write puzzles in the language of another solver.

    dimacs is for SAT solvers, opb for pseudo-Boolean ones, lp for mixed-integer ones, cp-sat the
    text form of CP-SAT's CpModelProto, exact-cover what Knuth's programs read.  `cpsudoku decode`
    reads the answer back.

    Of several puzzles each is a file of its own, by its number from 1: in the folder that --output
    names, or where its name has %d (%05d for five places) under such names.

    A file that is not finished in time does not appear.

    Exit status: 0 done; 2 usage error or bad input; 3 time ran out.
    """
    limit = Limit(timeout)
    source = reading.source()
    target = output_file
    is_folder = target is not None and target.is_dir()
    has_number = target is not None and _NUMBER.search(target.name) is not None
    if not (is_folder or has_number) and source.is_one():
        _write(limit, source.only().puzzle, to, encoding, target)
        return Status.DONE
    if target is None or str(target) == "-" or target.is_file():
        raise FormatError("several puzzles; expected one, or --output with the name of a folder")
    path = target if has_number else target / f"%05d{_ENDINGS.get(to, '.txt')}"
    with _folder(path.parent):
        for number, record in enumerate(source.records(), start=1):
            name = _NUMBER.sub(lambda found: found[0] % number, path.name)  # noqa: B023
            with locating_errors(record):
                _write(limit, record.puzzle, to, encoding, path.with_name(name))
    source.report_bad(quiet=quiet)
    return Status.DONE


_NUMBER = re.compile("%(0[1-9])?d")
_ENDINGS = {"dimacs": ".cnf", "opb": ".opb", "lp": ".lp", "cp-sat": ".pbtxt", "minizinc": ".mzn"}
"""What the names of files end in, by the language; others in .txt."""


@contextmanager
def _folder(path: Path) -> Iterator[None]:
    """Make a folder, which goes again if nothing comes into it."""
    is_new = not path.exists()
    path.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        if is_new and not any(path.iterdir()):
            path.rmdir()


def _write(limit: Limit, puzzle: Puzzle, to: str, encoding: str, path: Path | None) -> None:
    with destination(path) as out:
        for text in limit.until(_pieces(puzzle, to, encoding)):
            out.write(text)
        if limit.reached:
            raise OutOfTimeError  # half a problem is another problem


def _pieces(puzzle: Puzzle, to: str, encoding: str) -> Iterator[str]:
    yield from exported(puzzle, to, encoding=encoding)  # the first piece may be the long one


@as_command(
    {
        "cpsudoku decode puzzle.txt answer.txt --to dimacs": "What a SAT solver wrote",
        "kissat puzzle.cnf | cpsudoku decode puzzle.txt - --to dimacs": "The same through a pipe",
        "cpsudoku decode puzzle.txt answer.txt --to minizinc": "What MiniZinc wrote",
    }
)
@options.PUZZLE
@argument("answer", "ANSWER", "The file with the answer, or - for standard input.")
@LANGUAGE
@options.READ_AS
@options.RULES
def decode(
    *,
    puzzle: str | None,
    answer: str,
    to: str,
    read_as: str | None,
    rules: str | None,
) -> Status:
    """Read another solver's answer to an exported puzzle, and verify it.

    --to is the language that the puzzle was exported to.  That there is no solution is only
    the solver's word; `cpsudoku prove` gives a proof.

    Exit status: 0 a solution of the puzzle, printed; 1 the solver says that there is none; 2 usage
    error, bad input, or a grid that is not a solution; 3 the solver gave up.
    """
    asked = given_puzzle(puzzle or options.standard_input(), rules, read_as)
    try:
        text = sys.stdin.read() if answer == "-" else text_of(answer)
        found = read_answer(text, asked, to)
    except UnicodeDecodeError:
        raise FormatError("not text", source=answer) from None
    except FormatError as error:
        source = "<stdin>" if answer == "-" else answer
        raise FormatError(error.message, source=source, line=error.line) from None
    if found.solution is not None:
        print(asked.rules.text(found.solution))
        return Status.DONE
    if found.satisfiable is None:
        print("unknown: the solver gave up")
        return Status.UNKNOWN
    print("none: the solver says that there is no solution")
    return Status.NO
