"""``cpsudoku explain``: how a puzzle is solved, step by step."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path as FilePath
from typing import Any, ClassVar, NamedTuple

import click

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.asking.outcomes import Ending, Status, status_of
from cpsudoku.asking.question import Question
from cpsudoku.asking.questions.reasons import ended
from cpsudoku.cli import failures, options, reasoning
from cpsudoku.cli.answering import answered, opened
from cpsudoku.cli.declaring import OUTPUT, Name, as_command, option, whole
from cpsudoku.cli.options import Reading, reading
from cpsudoku.cli.paths import STYLES, PathWriter, style_of
from cpsudoku.errors import OptionError
from cpsudoku.formats.base import locating_errors
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import TECHNIQUES, Position, Step, find_all
from cpsudoku.logic.explaining.explanations import Walk
from cpsudoku.logic.orders import REASONS, Order, order_for, without_uniqueness
from cpsudoku.logic.paths import UNFINISHED
from cpsudoku.logic.techniques import other_names, technique_named
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonPath
from cpsudoku.reasons.clues import SingleClues
from cpsudoku.reasons.finding import MOST
from cpsudoku.result import Verdict
from cpsudoku.rows.answers import Fields
from cpsudoku.rows.block import Row
from cpsudoku.rows.sinks.tables import document_line


class Cut(NamedTuple):
    """Which steps of a path are written.

    Args:
        first: the number of the first.
        last: that of the last; None for all from the first on.
        technique: the technique of the only one; empty for any.
        is_all: whether they are all steps that are possible after `last` steps.
    """

    first: int = 1
    last: int | None = None
    technique: str = ""
    is_all: bool = False

    @property
    def is_one(self) -> bool:
        """Whether there is one step at most."""
        return bool(self.technique) or (not self.is_all and self.first == self.last)


_NUMBERS = re.compile(r"(?:all(?::([0-9]{1,18}))?|([0-9]{1,18})(?:-([0-9]{1,18}))?)")


class StepsType(Name):
    """Numbers of steps, all, or a technique."""

    name = "steps"

    def __init__(self) -> None:
        names = lambda: (*TECHNIQUES, *other_names())  # noqa: E731
        expected = "expected a number, a range such as 1-5, all:N, or one of `cpsudoku techniques`"
        super().__init__("technique", names, expected=expected)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, Cut):
            return value
        found = _NUMBERS.fullmatch(value)
        if found is None:
            return Cut(technique=technique_named(super().convert(value, param, ctx)))
        if found[2] is None:
            return Cut(last=int(found[1] or 0), is_all=True)
        first, last = int(found[2]), int(found[3] or found[2])
        if not 1 <= first <= last:
            self.fail(f"{value}; expected steps from 1 on, such as 1-5", param, ctx)
        return Cut(first, last)


_DOUBTS = {Verdict.MULTIPLE: Status.NO, Verdict.UNKNOWN: Status.UNKNOWN}


@as_command(
    {
        "cpsudoku explain puzzle.txt": "All steps as sentences",
        "cpsudoku explain puzzle.txt -o path.html": "A page with a picture of each step",
        "cpsudoku explain puzzle.txt --order teaching --steps 1-5": "Five, as people learn them",
    }
)
@reading
@reasoning.order_option("explainer")
@reasoning.MODE
@whole(
    "--most", "Houses and clues of a reason above which it is taken apart.", MOST,
    heading=reasoning.STEPS,
)  # fmt: skip
@reasoning.COST
@options.TIMEOUT
@option(
    "--steps STEPS",
    "Write only these: a number, a range such as 1-5, the first of a technique (see `cpsudoku "
    "techniques`), or all:N for every step that is possible after N steps.",
    name="cut", usual="the whole path", kind=StepsType(), heading=OUTPUT,
)  # fmt: skip
@option(
    "--format -f FORMAT", f"How to write: {', '.join(STYLES)}.", name="style",
    usual="by the ending of --output, else text", heading=OUTPUT,
    kind=Name("format", STYLES),
)  # fmt: skip
@options.OUTPUT_FILE
@options.JSON
@reasoning.LANGUAGE
@options.QUIET
@options.JOBS
def command(
    reading: Reading,
    *,
    order: str,
    mode: str,
    cut: Cut | None,
    most: int,
    cost: str,
    style: str | None,
    timeout: float | None,
    jobs: int | None,
    output_file: FilePath | None,
    as_json: bool,
    language: str,
    quiet: bool,
) -> Status:
    """Explain how a puzzle is solved, step by step, in sentences and pictures.

    --format says how: text, notation (HoDoKu's lines, with Eureka for chains), json (an object and
    a line for each step), markdown, html (one page with a picture of each step), or svg (a picture
    of each step, in files named after --output: path-001.svg and so on).  The ending of the output
    file chooses as well: .txt, .jsonl, .md, .html, .svg.

    --steps 7 and --steps "naked pair" write one step, with a picture in --output itself, and
    --steps all:3 every step that is possible after three.  --order also takes names of
    techniques with commas between them; no others are looked for then.

    If a puzzle has lines, cages and other clues, steps also show what each clue by itself leaves,
    and what follows from cages and whole houses, once there are no singles.

    --order reasons gives each step the smallest reason, under any rules: houses, clues and cells
    that force the conclusion.  A reason that is not proved smallest says so.  A reason of more than
    --most houses and clues is taken apart: its opposite is supposed until something breaks.
    --order teaching+reasons (or another order's name) gives such a step if the techniques of the
    order, and single clues, find nothing more.

    Several puzzles are explained only as JSON, each step with the puzzle and where it is from.

    Exit status: 0 done; 1 the puzzle has no solution or several, or its path does not have the
    step of --steps; 2 usage error or bad input; 3 a limit was reached, or the techniques of the
    order do not solve it.
    """
    chosen = style_of(style, output_file, as_json=as_json)
    source = reading.source()
    if not (is_one := source.is_one()) and chosen != "json":
        source.only(f"{chosen} is written of one, --json of several")
    asked = _Explaining(
        chosen,
        output_file,
        order_for(order, mode, reasons=True),
        cut or Cut(),
        clues=mode == "candidates",
        most=most,
        cost=cost,
        timeout=timeout,
        language=language,
        quiet=quiet,
    )
    asked.check()
    if is_one:
        record = source.only()
        with locating_errors(record):
            return asked.explain(record.puzzle, failures.report)
    sink = opened(None, asked, output_file, "", can_draw=False)
    counts = answered(source, asked, sink, jobs=jobs, path=output_file, quiet=quiet)
    source.report_bad(quiet=quiet)
    return status_of(counts)


class _ExplainEnding(Ending):
    """Outcomes of an explanation."""

    DONE = "explained", Status.DONE
    NO = "not explained", Status.NO
    UNKNOWN = "explained in part", Status.UNKNOWN


class _Told(NamedTuple):
    """The steps of one of several puzzles, as objects of JSON, and the messages."""

    status: Status
    steps: list[dict[str, object]]
    messages: list[str]


@dataclass(frozen=True)
class _Explaining(Question[_Told]):
    """The steps of the path that solves a puzzle, and how they are written.

    Args:
        clues: whether to look at single clues.
        most: the size up to which smallest reasons are not taken apart.
    """

    style: str
    path: FilePath | None
    order: Order
    cut: Cut
    clues: bool
    most: int
    cost: str
    timeout: float | None
    language: str
    quiet: bool
    outcomes: ClassVar = _ExplainEnding
    what: ClassVar = "explaining"
    is_slow: ClassVar = True

    def alone(self, puzzle: Puzzle) -> _Told:
        steps, messages = list[dict[str, object]](), list[str]()
        status = self.explain(puzzle, messages.append, steps)
        return _Told(status, steps, messages)

    def outcome(self, row: Row, answer: _Told) -> _ExplainEnding:
        return _ExplainEnding[answer.status.name]

    def line(self, row: Row, answer: _Told) -> str:
        return "".join(document_line(row.full_record, step) for step in answer.steps)

    def document(self, row: Row, answer: _Told) -> Fields:
        return {"steps": answer.steps}

    def remark(self, row: Row, answer: _Told) -> str:
        return "\n".join(f"cpsudoku: {row.placed(text)}" for text in answer.messages)

    def check(self) -> None:
        has_only_reasons = self.order.name == REASONS.name
        is_path = not (self.cut.is_all or self.cut.technique)
        if has_only_reasons and not (is_path and self.clues):
            raise OptionError("--order reasons takes numbers as --steps, and no --mode")
        if self.cut.is_all and self.order.reasons:
            raise OptionError("--steps all with an order that has reasons; expected another order")

    def explain(
        self, puzzle: Puzzle, report: Callable[[str], object],
        documents: list[dict[str, object]] | None = None,
    ) -> Status:  # fmt: skip
        """Write the path of a puzzle; return the status that its end means.

        Args:
            report: is given the messages for people.
            documents: takes the steps; None to write them to the file.
        """
        deadline, order, doubt = Deadline(self.timeout), self.order, None
        if order.name != REASONS.name:
            logic.check_rules(puzzle.rules)
            doubt = solving.check(puzzle, seconds=deadline.left).verdict
        if doubt is not Verdict.UNIQUE and not order.reasons:
            if doubt is Verdict.NONE:
                report("the puzzle has no solution")
                return Status.NO
            several = "may have no solution, or several"
            found = several if doubt is Verdict.UNKNOWN else "has several solutions"
            report(f"the puzzle {found}: steps that suppose one are left out")
        if doubt is not Verdict.UNIQUE:
            order = without_uniqueness(order)
        walk = self._walk(Position.of(puzzle), order, deadline)
        alone, start = self.cut.is_one, walk.position
        with PathWriter(self.style, self.path, start, documents, alone, self.language) as writer:
            write = self._write_all if self.cut.is_all else self._write_some
            end = write(walk, writer, deadline)
            status, said = _ended(end, walk)
            writer.end(walk, said)
        if end == "missing":
            status = Status.NO
            report(f"the path has no {self.cut.technique or f'step {self.cut.first}'}")
        if said and not self.quiet:
            report(said)
        if doubt is None or self.order.reasons:
            return status
        return Status.worst(status, _DOUBTS.get(doubt, Status.DONE))

    def _walk(self, start: Position, order: Order, deadline: Deadline) -> Walk:
        reasons = None
        if order.reasons:
            reasons = ReasonPath(start, seconds=deadline.left, most=self.most, by=self.cost)
        return Walk(start, order, deadline.left, reasons, clues=self.clues)

    def _write_some(self, walk: Walk, writer: PathWriter, _: Deadline) -> str:
        """Write some steps; return how they ended.

        That is ``open`` where the path was cut on purpose, and ``missing`` where it is solved
        before the first step that is wanted.
        """
        cut, has_written = self.cut, False
        for number, found in enumerate(islice(walk, cut.last), start=1):
            named = found.technique if isinstance(found, Step) else None
            if number >= cut.first and cut.technique in {"", named}:
                writer.step(number, found, walk)
                has_written = True
                if cut.is_one:
                    return "open"
        is_missing = not has_written and (cut.is_one or cut.first > 1)
        return "missing" if is_missing and walk.end == "solved" else walk.end

    def _write_all(self, walk: Walk, writer: PathWriter, deadline: Deadline) -> str:
        """Write all that follows after some steps; return how the search for it ended."""
        for _ in islice(walk, self.cut.last):
            pass
        seen = set()
        for finder in walk.order.finders:  # one by one, so that what is easy is written at once
            alone = replace(walk.order, finders=(finder,))
            found = find_all(walk.position, order=alone, seconds=deadline.left)
            for step in found.steps:
                said = step.technique, frozenset(step.placements), frozenset(step.eliminations)
                if said not in seen:
                    seen.add(said)
                    writer.step(len(seen), step, walk)
            if not found.complete:
                return "limit"
        if not self.clues:
            return "open"
        clues = SingleClues(walk.position)
        left = clues.steps(walk.position, deadline.left)
        for number, clue in enumerate(left, start=len(seen) + 1):
            writer.step(number, clue, walk)
        return "open" if clues.complete else "limit"


def _ended(end: str, walk: Walk) -> tuple[Status, str]:
    """Return the exit status of an end, and its words."""
    if walk.reasons is not None:
        return ended(end, walk.reasons.too_big)
    if end not in UNFINISHED:
        return Status.DONE, ""
    return Status.NO if end == "broken" else Status.UNKNOWN, UNFINISHED[end].order
