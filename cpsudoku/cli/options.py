"""Arguments and options that several commands share, each declared once, and groups of them."""

from __future__ import annotations

import csv
import os
import re
import stat
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import click

from cpsudoku import backends, formats
from cpsudoku.asking.search import Search
from cpsudoku.backends.registry import BUILT_IN, PARAMETRIC
from cpsudoku.cli import completion, failures
from cpsudoku.cli.answering import copied
from cpsudoku.cli.declaring import (
    INPUT,
    MOST,
    OUTPUT,
    SCALE,
    SEARCH,
    Declaration,
    Name,
    argument,
    field_of,
    file,
    group,
    option,
    seconds,
    whole,
)
from cpsudoku.errors import FormatError, OptionError
from cpsudoku.formats import Record
from cpsudoku.formats.source import is_file
from cpsudoku.ground import files
from cpsudoku.ground.names import alike
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.block import Block
from cpsudoku.rows.output import (
    COLUMNAR,
    COLUMNAR_ENDINGS,
    COMPRESSED,
    ENDINGS,
    TABLES,
    destination,
)
from cpsudoku.rows.source import Source, files_of
from cpsudoku.rules import Rules


def standard_input() -> str:
    """Return what stands for standard input, if puzzles can come from there without being asked."""
    try:
        kind = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError):  # a stream of a program that embeds us, or a closed one
        return "-"
    if stat.S_ISCHR(kind):
        raise click.BadParameter(
            "missing: a file, a puzzle, or - for standard input", param_hint="PUZZLE"
        )
    return "-"


MOST_SEED = (1 << 64) - 1


def whole_seed(purpose: str, default: int | None = None, **how: Any) -> Declaration:
    """Return the option ``--seed``."""
    how = {"usual": "random", **how} if default is None else how
    return whole("--seed", purpose, default, least=0, most=MOST_SEED, **how)


def known_backend(name: str) -> str:
    """Return the name of a backend as it is written here; one that is not known as it is.

    >>> known_backend("CP-SAT"), known_backend("dimacs:kissat --Time=9")
    ('cpsat', 'dimacs:kissat --Time=9')
    """
    base, colon, choice = name.partition(":")
    return (alike(base, (backends.AUTO, *BUILT_IN, *PARAMETRIC)) or base) + colon + choice


PUZZLES = argument(
    "puzzles",
    "[PUZZLE]...",
    "Files, folders, patterns such as '*.csv', - for standard input, or puzzles themselves.",
    nargs=-1,
)
PUZZLE = argument(
    "puzzle",
    "[PUZZLE]",
    "A file with one puzzle, - for standard input, or the puzzle itself.",
    required=False,
)
MEANINGS = option(
    "--map LOOK=VARIANT",
    "What drawn shapes mean, such as 'orange line=whispers 5', or a book of phrases, NAME.toml; "
    "repeatable.",
    name="meanings", several=True, heading=INPUT,
)  # fmt: skip
RULES = option(
    "--rules -r RULES", "Rules, such as 6, 9+diagonals or jigsaw:FILE; see `cpsudoku help rules`.",
    usual="those of the input, or the usual ones", completes=completion.rules, heading=INPUT,
)  # fmt: skip
RULES_OF_NEW = replace(RULES, how={**RULES.how, "usual": "9"})
READ_AS = option(
    "--from FORMAT", f"Format of the input: {', '.join(formats.names())}.", name="read_as",
    usual="detected", heading=INPUT,
    kind=Name("format", formats.names),
)  # fmt: skip
COLUMN = option(
    "--column NAME", "Column of a table that has the puzzles.", usual="by its name", heading=INPUT
)
STRICT = option(
    "--strict",
    "Take only what a puzzle declares, and refuse it if part of it is not understood.",
    heading=INPUT,
)
PROPOSED = option(
    "--proposed",
    "Write to stderr what each drawn thing is taken for and why; --map corrects it.",
    name="shows_proposals", heading=INPUT,
)  # fmt: skip
SKIP_BAD = option(
    "--skip-bad", "Report what is not a puzzle, and continue with the next.", heading=INPUT
)
REJECTS = file(
    "--rejects FILE",
    "Write what --skip-bad passes over, which this implies, as CSV: file, line, column, reason, "
    "text.",
    heading=INPUT, no_job="; expected one of them",
)  # fmt: skip
_WRITTEN = (*formats.names(), *COLUMNAR)
FORMAT = option(
    "--format -f FORMAT", f"Format to write: {', '.join(_WRITTEN)}.", name="notation",
    usual="by the ending of --output, else line", heading=OUTPUT,
    kind=Name("format", lambda: (*formats.names(), *COLUMNAR)),
)  # fmt: skip
TABLE = option(
    "--format -f FORMAT", "Write a table: csv, jsonl, json, parquet, arrow or npz.", name="table",
    usual="by the ending of --output, else text", heading=OUTPUT,
    kind=Name("format", TABLES),
)  # fmt: skip
OUTPUT_FILE = file(
    "--output -o FILE", "Write to this file, which appears when it is complete.",
    name="output_file", usual="standard output", heading=OUTPUT,
    no_job="; expected one of them",
)  # fmt: skip
JSON = option(
    "--json", "Write JSON, an object on a line for each answer.", name="as_json", heading=OUTPUT
)
QUIET = option("--quiet -q", "Show no progress and no summary.", heading=OUTPUT)
BACKEND = option(
    "--backend -b NAME", "Backend to use; `cpsudoku backends` lists them.", backends.AUTO,
    kind=known_backend, completes=completion.backend, heading=SEARCH,
)  # fmt: skip
BACKEND_OPTIONS = option(
    "--option KEY=VALUE", "Option of the backend, such as presolve=singles; repeatable.",
    name="options", several=True, completes=completion.assignment, heading=SEARCH,
)  # fmt: skip
STATS = option(
    "--stats", "Write to stderr what decided each puzzle and what it cost.", name="with_stats",
    heading=OUTPUT,
)  # fmt: skip
TIMEOUT = seconds(
    "--timeout", "Time limit for each puzzle, in seconds.", usual="none", heading=SEARCH
)
WHOLE_TIMEOUT = seconds(
    "--timeout",
    "Time limit for the whole run, in seconds; what is finished by then is written.",
    usual="none", heading=SCALE, no_job=" would end each shard early; expected one of them",
)  # fmt: skip
"""The limit of a run, for commands that give no verdict on a puzzle."""
SEED = whole_seed("Seed of random choices.", 0, heading=SEARCH)
JOBS = whole(
    "--jobs -j", "Puzzles to work on at once; answers keep their order.",
    usual="1, or all processors where many puzzles are searched together", heading=SCALE,
)  # fmt: skip
SKIP = whole(
    "--skip", "Skip this many of the first ones that the seed gives.", 0, least=0, heading=SCALE,
)  # fmt: skip


def backends_option(names: str, usual: str = "all") -> Declaration:
    """Return an option for the names of several backends, with what its help says of none."""
    return option(
        f"{names} all|NAME,...", "Backends to compare; repeatable.", name="names",
        usual=usual, several=True, completes=completion.several_backends, heading=SEARCH,
    )  # fmt: skip


class _Rejects:
    """Writes what is passed over as CSV, in the order of lines, when the command ends."""

    def __init__(self, path: Path, inputs: Sequence[str]) -> None:
        refuse_ending(path, but={".csv"})
        others = [Path(one) for one in files_of(inputs) if is_file(one)]
        others += filter(None, [click.get_current_context().params.get("output_file")])
        if files.is_replaced(path) and files.resolved(path) in map(files.resolved, others):
            raise OptionError(f"--rejects {path}: an input or the output; expected another file")
        self._errors: dict[str, list[FormatError]] = {}
        self._open = ExitStack()
        self._out = self._open.enter_context(destination(path))  # which may fail, before any work
        click.get_current_context().call_on_close(self._write)

    def add(self, error: FormatError) -> None:
        """Take up what is wrong with a part that is passed over, and where it is."""
        self._errors.setdefault(error.source or "", []).append(error)

    def _write(self) -> None:
        with self._open:
            rows = csv.writer(self._out, lineterminator="\n")
            rows.writerow(("file", "line", "column", "reason", "text"))
            for name, errors in self._errors.items():
                for one in sorted(errors, key=lambda error: error.line or 0):
                    place = name, one.line or "", one.column or ""
                    rows.writerow((*place, one.message, one.text))


@dataclass(frozen=True)
class Taking:
    """How puzzles are read."""

    read_as: str | None = field_of(READ_AS)
    rules: str | None = field_of(RULES)
    meanings: tuple[str, ...] = field_of(MEANINGS)
    column: str | None = field_of(COLUMN)
    strict: bool = field_of(STRICT)
    shows_proposals: bool = field_of(PROPOSED)


@dataclass(frozen=True)
class Reading(Taking):
    """The input of a command that takes any number of puzzles."""

    remedy: ClassVar[str] = "--skip-bad passes over it"

    puzzles: tuple[str, ...] = field_of(PUZZLES)
    skip_bad: bool = field_of(SKIP_BAD)
    rejects: Path | None = field_of(REJECTS, compare=False)

    def source(self, settle: Callable[[Record], Record] | None = None) -> Source:
        """Return the puzzles in blocks, as they are asked for; `settle` changes proposals."""
        rejects = _Rejects(self.rejects, self.puzzles) if self.rejects else None
        return Source(
            self.puzzles or [standard_input()],
            rules=self.rules,
            notation=self.read_as,
            column=self.column,
            meanings=self.meanings,
            strict=self.strict,
            shows_proposals=self.shows_proposals,
            settle=settle,
            skip_bad=self.skip_bad or self.rejects is not None,
            remedy=self.remedy,
            say=failures.report,
            rejected=rejects.add if rejects else lambda error: None,
        )

    def apart(self) -> Reading:
        """Return how any puzzles are read, with rules that name no file."""
        rules, spec = self.rules, None if self.rules is None else formats.parse_rules(self.rules)
        if spec is not None and spec.base is not None:
            rules = formats.rules_text(spec.rules())
        return replace(self, puzzles=(), rules=rules, shows_proposals=False)

    def part(self, argument: str, number: int) -> Source:
        """Return the puzzles of an argument, which is the shard of a number."""
        found = replace(self, puzzles=(argument,)).source()
        found.may_be_empty = True
        return found


@dataclass(frozen=True)
class OnePuzzle(Taking):
    """The input of a command that takes one puzzle."""

    puzzle: str | None = field_of(PUZZLE)

    def record(self, why: str) -> Record:
        how = {name: value for name, value in vars(self).items() if name != "puzzle"}
        puzzles = () if self.puzzle is None else (self.puzzle,)
        return _ReadingOne(**how, puzzles=puzzles).source().only(why)


class _ReadingOne(Reading):
    remedy = ""


@dataclass(frozen=True)
class Searching:
    """How a solution is searched for."""

    backend: str = field_of(BACKEND)
    options: tuple[str, ...] = field_of(BACKEND_OPTIONS)
    timeout: float | None = field_of(TIMEOUT)
    seed: int = field_of(SEED)

    @property
    def backend_options(self) -> dict[str, Any]:
        return backend_options(self.options)

    def search(self) -> Search:
        """Return the backend with its options and limits; refuse an unknown name early."""
        if self.backend != backends.AUTO:
            backends.get(self.backend)
        return Search(self.backend, self.backend_options, self.timeout, self.seed)


@dataclass(frozen=True)
class Answering:
    """How a command writes that has an answer to each puzzle."""

    output_file: Path | None = field_of(OUTPUT_FILE)
    table: str | None = field_of(TABLE)
    as_json: bool = field_of(JSON)
    quiet: bool = field_of(QUIET)
    jobs: int | None = field_of(JOBS)

    @property
    def kind(self) -> str:
        """The table to write, as `table_of` returns it."""
        return table_of(self.output_file, self.table, as_json=self.as_json)


@dataclass(frozen=True)
class Writing:
    """How a command writes whose answers are puzzles."""

    notation: str | None = field_of(FORMAT)
    output_file: Path | None = field_of(OUTPUT_FILE)
    as_json: bool = field_of(JSON)
    quiet: bool = field_of(QUIET)

    @property
    def kind(self) -> str:
        """The notation or table to write, as `notation_of` returns it."""
        return notation_of(self.output_file, self.named)

    def copied(self, blocks: Iterable[Block], *, lossy: bool = False) -> int:
        """Write puzzles with all that they came with, and return how many there were."""
        return copied(blocks, self.output_file, self.kind, lossy=lossy, quiet=self.quiet)

    @property
    def named(self) -> str | None:
        """The notation or table that options name; None where the ending of the file decides."""
        if self.as_json and self.notation not in {None, "jsonl"}:
            raise OptionError(f"--json with --format {self.notation}; expected one of them")
        return "jsonl" if self.as_json else self.notation


def given_puzzle(
    text: str, rules: str | Rules | None = None, notation: str | None = None
) -> Puzzle:
    """Return the puzzle that an option gives, by itself or as the name of its file."""
    return Source([text], rules=rules, notation=notation, say=failures.report).only().puzzle


reading, one_puzzle = group(Reading), group(OnePuzzle, "one")
searching, answering, writing = group(Searching), group(Answering), group(Writing)


# Arguments of the facade that have an option of their own.
_OWN = {
    "backend": "--backend",
    "limit": "--limit",
    "seconds": "--timeout",
    "seed": "--seed",
    "puzzle": "an argument",
}


def backend_options(assignments: Sequence[str]) -> dict[str, Any]:
    """Return the options that ``key=value`` texts stand for.

    A value that looks like a whole number, a number, true or false becomes that; anything else
    stays text.
    """
    found: dict[str, Any] = {}
    for text in assignments:
        key, equals, value = text.partition("=")
        if not equals or not key.isidentifier():
            raise OptionError(f"--option {text!r}; expected key=value")
        if key in _OWN:
            raise OptionError(f"--option {text!r} is not for the backend; use {_OWN[key]}")
        found[key] = _value(value)
    return found


def _value(text: str) -> object:
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text


def backend_names(given: Sequence[str] = ()) -> list[str]:
    """Return the backends that ``--backends`` stands for.

    Each time that it is given it holds names with commas between them, or ``all``; commas after
    ``race:`` belong to the race.
    """
    split = [name for text in given or ["all"] for name in backends.split_names(text)]
    names = list(map(known_backend, split))
    if names == ["all"]:
        return list(backends.names())
    for name in names:
        if name != backends.AUTO:
            backends.get(name)
    if len(set(names)) != len(names):
        raise OptionError(f"--backends {','.join(names)}: a backend is named twice")
    return names


_TABLES = {ending: kind for ending, kind in ENDINGS.items() if kind in TABLES}

_NOT_TEXT = {
    ".zip", ".7z", ".z", ".npy", ".xls", ".xlsx", ".ods", ".db", ".sqlite", ".pdf", ".png", ".svg",
    ".html", ".md", ".tsv", ".tab", ".arrows", ".ipc", ".pq", ".parq",
}  # fmt: skip
"""Endings of files that are not written."""


def ending_of(path: Path | None) -> str:
    """Return the ending of the name of a file to write; empty for none, devices and pipes."""
    if path is None or not files.is_replaced(path):
        return ""
    return (path.with_suffix("") if path.suffix.lower() in COMPRESSED else path).suffix.lower()


def refuse_ending(path: Path | None, *, but: Collection[str]) -> None:
    """Refuse a file whose ending stands for something that a command does not write."""
    ending = ending_of(path)
    if ending in _NOT_TEXT.union(ENDINGS) - set(but):
        raise OptionError(
            f"{path}: {ending} files are not written here; expected "
            f"{', '.join(sorted(but))}, or an ending such as .txt for lines"
        )
    if ending in COLUMNAR_ENDINGS and path is not None and path.suffix.lower() in COMPRESSED:
        raise OptionError(f"{path}: {ending} files are compressed within; expected that")


def notation_of(path: Path | None, named: str | None = None) -> str:
    """Return the notation to write: that named, or of a file's ending, else ``line``."""
    refuse_ending(path, but=ENDINGS)
    return named or ENDINGS.get(ending_of(path), "line")


def table_of(path: Path | None, named: str | None, *, as_json: bool = False) -> str:
    """Return which table a command writes that has an answer to each puzzle.

    Returns:
        One of `cpsudoku.rows.output.TABLES`; empty for answers in words or, with ``--json``, all
        that is known of each puzzle as an object, a line each.
    """
    refuse_ending(path, but=_TABLES)
    if as_json and named not in {None, "jsonl"}:
        raise OptionError(f"--json with --format {named}; expected one of them")
    found = named or _TABLES.get(ending_of(path), "")
    if as_json and found not in {"", "jsonl"}:
        raise OptionError(f"--json with --output {path}; expected .jsonl, or no --json")
    return "" if as_json else found


def solution_limit(text: str) -> int | None:
    """Return the number of solutions that ``--limit`` stands for; None for ``all``."""
    if text == "all":
        return None
    if re.fullmatch("[0-9]{1,19}", text) and 0 < int(text) <= MOST:
        return int(text)
    raise OptionError(f"--limit {text[:40]}; expected a whole number from 1 to 10^18, or all")
