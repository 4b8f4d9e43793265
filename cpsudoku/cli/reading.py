"""Puzzles out of arguments: files, standard input, or the puzzle itself."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import IO

from cpsudoku import formats
from cpsudoku.cli import failures
from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats import Record
from cpsudoku.formats.base import BLANKS, Job
from cpsudoku.formats.source import is_file, is_plain_file, names_a_file, no_such_file
from cpsudoku.formats.symbols import classic_or_none
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, classic
from cpsudoku.tables.kinds import COMPRESSED, READ_ENDINGS

SHOWN_BAD = 20
"""This many skipped parts are reported one by one; the rest is only counted."""


class PuzzleStream(Iterator[Record]):
    """Reads the puzzles of all arguments, one after the other, as they are asked for.

    Args:
        arguments: files, folders, patterns such as ``*.csv``, ``-`` for standard input, or puzzles.
        rules: the rules where the text has none, as words or as they are; None for the usual.
        notation: name of the notation; None to find out.
        skip_bad: report what is not a puzzle on stderr and continue, instead of failing.
        strict: fail where something of a puzzle is not understood, instead of saying so.
        meanings: what drawn things mean, such as ``orange line=whispers 5``.
        column: which column of a table has the puzzles; None for the one that its name shows.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        rules: str | Rules | None = None,
        notation: str | None = None,
        skip_bad: bool = False,
        strict: bool = False,
        meanings: Sequence[str] | None = None,
        column: str | None = None,
    ) -> None:
        self._column = column
        self._meanings = tuple(meanings or ())
        self._unused = list(self._meanings)
        self._strict = strict
        self._rules = formats.parse_rules(rules) if isinstance(rules, str) else rules
        self._notation = notation
        self.on_bad = self._skip if skip_bad else None
        self.arguments = files_of(arguments)
        self._all = self._read_all()
        self._records: Iterator[Record] = self._all
        self.bad = 0

    @property
    def is_unguided(self) -> bool:
        """Whether the text alone gives the rules, the notation and what drawn things mean."""
        return self._rules is None and self._notation is None and not self._meanings

    def __next__(self) -> Record:
        return next(self._records)

    def close(self) -> None:
        """Close the file that is being read; there is nothing to read then."""
        self._all.close()

    def _read_all(self) -> Generator[Record, None, None]:
        for argument in self.arguments:
            yield from self.read(argument)

    def _with_meanings(self, records: Iterator[Record], argument: str | None) -> Iterator[Record]:
        """Yield records; with the last argument's last one, report the meanings of nothing."""
        if not self._meanings:
            yield from records
            return
        held: list[Record] = []
        for record in records:
            self._unused = [one for one in self._unused if one not in record.meant]
            yield from held
            held = [record]
        if argument in (self.arguments[-1], "<stdin>"):
            for meaning in self._unused:
                self._report(f"--map {quoted(meaning)}: nothing that is drawn looks so", held)
        yield from held

    def _report(self, message: str, of: Sequence[Record]) -> None:
        """Report something that is left out of records, or refuse it where all has to count."""
        place = of[0].place if of else ""
        if self._strict:
            raise FormatError(message, source=of[0].source if of else None)
        failures.report(f"{place}: {message}" if place else message)

    def report_ignored(self, record: Record) -> None:
        """Report what was not understood of a record, if anything."""
        if not record.ignored:
            return
        what = ", ".join(record.ignored[:SHOWN_BAD])
        message = f"not understood: {what}"
        if self._strict:
            raise FormatError(message, source=record.source, line=record.line)
        failures.report(f"{record.place}: {message}" if record.place else message)

    def has_just_one(self) -> bool:
        """Return whether one puzzle is left to read; looks ahead without losing any."""
        ahead = list(islice(self._records, 2))
        self._records = chain(ahead, self._records)
        return len(ahead) == 1

    def read(self, argument: str) -> Iterator[Record]:
        if argument == "-":
            return self.source(sys.stdin.buffer, "<stdin>")
        if is_plain_file(argument):
            return self.source(argument, argument)
        if is_file(argument):
            raise FormatError(
                "a folder without a file of puzzles; expected names that end in "
                f"{', '.join(sorted(READ_ENDINGS))}",
                source=argument,
            )
        return self._argument(argument)

    def source(self, source: str | IO[str] | IO[bytes], name: str | None) -> Iterator[Record]:
        for record in self._with_meanings(self._read(source, name, self.on_bad), name):
            self.report_ignored(record)
            yield record

    def job(self, name: str) -> Job:
        return Job(self._rules, name, self.on_bad, self._meanings, self._column)

    def _read(
        self,
        source: str | IO[str] | IO[bytes],
        name: str | None,
        on_bad: Callable[[FormatError], None] | None,
    ) -> Iterator[Record]:
        return formats.read(
            source, self._rules, format=self._notation, name=name, on_bad=on_bad,
            meanings=self._meanings, column=self._column,
        )  # fmt: skip

    def _argument(self, argument: str) -> Iterator[Record]:
        if self._rules is None and self._notation is None:
            puzzle = classic_or_none(argument)
            if puzzle is not None:  # known without loading the code that recognizes notations
                yield Record(puzzle)
                return
        is_name = names_a_file(argument)
        on_bad = None if is_name else self.on_bad  # a missing file is never skipped
        try:
            found = self._read(io.StringIO(argument, newline=""), None, on_bad)
            for read in self._with_meanings(found, argument):
                record = read._replace(line=None)
                self.report_ignored(record)
                yield record
        except FormatError as error:
            if is_name:
                raise no_such_file(argument) from None
            raise FormatError(
                f"{quoted(argument, 100)} is not a file, and not a puzzle: {error}"
            ) from None

    def report_bad(self, written: int | None = None, *, quiet: bool = False) -> None:
        """Report how many parts were skipped; quietly, only if not all of them were shown."""
        if self.bad > (SHOWN_BAD if quiet else 0):
            of = "" if written is None else f"{written} puzzles: "
            failures.report(f"{of}{self.bad} skipped")

    def _skip(self, error: FormatError) -> None:
        self.bad += 1
        if self.bad <= SHOWN_BAD:
            failures.report(f"skipped: {error}")
        elif self.bad == SHOWN_BAD + 1:
            failures.report("more is skipped and only counted")


def files_of(arguments: Sequence[str]) -> list[str]:
    """Return arguments with the files in place of each folder and each pattern.

    Of a folder those are taken whose ending is one of puzzles, by their names; hidden ones and
    folders within are left out.  A pattern or a folder that has none stays as it is: the
    first may be a puzzle, as ``*`` and ``?`` are blanks as well, and the second is an error where
    it is read.
    """
    found: list[str] = []
    for argument in arguments:
        is_there = is_file(argument)
        if not is_there and any(sign in argument for sign in "*?[") and names_a_file(argument):
            from glob import glob

            found += sorted(glob(argument, recursive=True)) or [argument]  # noqa: PTH207
        elif is_there and (folder := Path(argument)).is_dir():
            files = (file for file in folder.iterdir() if not file.name.startswith("."))
            found += sorted(str(file) for file in files if _has_puzzles(file)) or [argument]
        else:
            found.append(argument)
    return found


def _has_puzzles(file: Path) -> bool:
    is_packed = file.suffix.lower() in COMPRESSED
    ending = (file.with_suffix("") if is_packed else file).suffix.lower()
    return ending in READ_ENDINGS and file.is_file()


def only(reader: PuzzleStream, why: str = "") -> Record:
    """Return the only puzzle of an argument."""
    try:
        first = next(reader)
        if next(reader, None) is not None:
            said = f"expected one: {why}" if why else "expected one"
            raise FormatError(f"several puzzles; {said}", source=first.source)
        return first
    finally:
        reader.close()


def given_cells(text: str | None, rules_named: str | None) -> Puzzle:
    """Return the cells that ``--first`` gives, under the rules that ``--rules`` names."""
    named = classic() if rules_named is None else formats.parse_rules(rules_named)
    rules = named.rules() if isinstance(named, formats.RulesSpec) else named
    if text is None:
        return Puzzle.empty(rules)
    if set(text.upper()) <= {*rules.symbols, *BLANKS}:
        text = text.ljust(rules.cell_count, ".")
    return only(PuzzleStream([text], rules=rules)).puzzle
