"""Puzzles out of arguments: files, standard input, or the puzzle itself."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from cpsudoku import formats
from cpsudoku.cli import failures
from cpsudoku.errors import FormatError, PuzzleError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules

_SHOWN_BAD = 20


@dataclass(frozen=True, slots=True)
class Record:
    """A puzzle and where it came from."""

    puzzle: Puzzle
    source: str | None = None
    line: int | None = None

    @property
    def place(self) -> str:
        """Where the puzzle stands, such as ``easy.txt:3``; empty for one given as an argument."""
        return place(self.source, self.line)


def place(source: str | None, line: int | None) -> str:
    """Return the name of a place as programs print it, such as ``easy.txt:3``."""
    return ":".join(str(part) for part in (source, line) if part is not None)


class Reader(Iterator[Record]):
    """Reads the puzzles of all arguments, one after the other, as they are asked for.

    Args:
        arguments: files, ``-`` for standard input, or puzzles.
        rules: the rules of all puzzles; None for the usual ones, or what the file says.
        notation: name of the notation; None to find out.
        skip_bad: report what is no puzzle on stderr and go on, instead of failing.
    """

    def __init__(
        self,
        arguments: Iterable[str],
        *,
        rules: Rules | None = None,
        notation: str | None = None,
        skip_bad: bool = False,
    ) -> None:
        self._arguments = list(arguments)
        self._rules = rules
        self._notation = notation
        self._skip_bad = skip_bad
        self.bad = 0
        self._records: Iterator[Record] = chain.from_iterable(map(self._read, self._arguments))

    def __iter__(self) -> Iterator[Record]:
        return self

    def __next__(self) -> Record:
        return next(self._records)

    def has_just_one(self) -> bool:
        """Tell whether one puzzle is left to read; looks ahead without losing any."""
        ahead = list(islice(self._records, 2))
        self._records = chain(ahead, self._records)
        return len(ahead) == 1

    def _read(self, argument: str) -> Iterator[Record]:
        if argument == "-":
            yield from self._lines(sys.stdin, "<stdin>")
        elif is_file(argument):
            with Path(argument).open(encoding="utf-8") as stream:
                yield from self._lines(stream, argument)
        else:
            yield Record(self._argument(argument))

    def _lines(self, stream: Iterable[str], source: str) -> Iterator[Record]:
        for number, line in enumerate(stream, start=1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                yield Record(formats.parse(line, self._rules), source, number)
            except FormatError as error:
                self._bad(
                    FormatError(error.message, source=source, line=number, column=error.column)
                )

    def _argument(self, argument: str) -> Puzzle:
        try:
            return formats.parse(argument, self._rules)
        except PuzzleError as error:
            raise FormatError(f"{argument!r} is no file, and no puzzle: {error}") from None

    def _bad(self, error: FormatError) -> None:
        if not self._skip_bad:
            raise error
        self.bad += 1
        if self.bad <= _SHOWN_BAD:
            failures.tell(f"skipped: {error}")
        elif self.bad == _SHOWN_BAD + 1:
            failures.tell("more is skipped and only counted")


def is_file(argument: str) -> bool:
    """Tell whether an argument names something in the file system."""
    try:
        return Path(argument).exists()
    except (OSError, ValueError):  # too long, or with a null character: no name
        return False
