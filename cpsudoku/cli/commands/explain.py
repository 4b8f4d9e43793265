"""``cpsudoku explain``: how a puzzle is solved, step by step."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path as FilePath
from typing import NamedTuple

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.asking.questions.reasons import ended
from cpsudoku.cli import failures, options, output, reasoning
from cpsudoku.cli.declaring import OUTPUT, Name, as_command, option, whole
from cpsudoku.cli.options import Reading, reading
from cpsudoku.cli.paths import STYLES, PathWriter, style_of
from cpsudoku.cli.status import Status
from cpsudoku.errors import OptionError
from cpsudoku.formats.base import Record, locating_errors
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.processes.workers import answered_in_order
from cpsudoku.logic import TECHNIQUES, Path, Position, Rating, Step, find_all
from cpsudoku.logic.explaining.clues import Conclusion, Reasoning
from cpsudoku.logic.explaining.difficulty import UNFINISHED
from cpsudoku.logic.explaining.explanations import (
    REASONS,
    WITH_REASONS,
    before_reasons,
    order_for,
    walk,
)
from cpsudoku.logic.orders import Order, without_uniqueness
from cpsudoku.logic.techniques import technique_named
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonPath
from cpsudoku.reasons.clues import SingleClues
from cpsudoku.reasons.finding import MOST
from cpsudoku.result import Verdict

_Walk = Path | Reasoning | ReasonPath
_DOUBTS = {Verdict.MULTIPLE: Status.NO, Verdict.UNKNOWN: Status.UNKNOWN}

_ENDS = {
    "solved": (Status.DONE, ""),
    "stuck": (Status.UNKNOWN, "none of the techniques of this order finds anything more"),
    "broken": (Status.NO, UNFINISHED["broken"]),
    "limit": (Status.UNKNOWN, UNFINISHED["limit"]),
    "open": (Status.DONE, ""),
}


@as_command(
    {
        "cpsudoku explain puzzle.txt": "All steps as sentences",
        "cpsudoku explain puzzle.txt -o path.html": "A page with a picture of each step",
        "cpsudoku explain puzzle.txt --order teaching --to 5": "Five steps as people learn them",
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
@whole(
    "--to", "Stop after this step.", name="to_step", value="STEP", least=0, usual="all steps",
    heading=OUTPUT,
)  # fmt: skip
@whole("--step", "Write only this step.", name="only_step", value="STEP", heading=OUTPUT)
@option(
    "--first TECHNIQUE",
    "Write only the first step of this technique (see `cpsudoku techniques`).", name="technique",
    heading=OUTPUT,
    kind=Name("technique", TECHNIQUES, expected="see `cpsudoku techniques`"),
)  # fmt: skip
@option("--all-steps", "Write every step that is possible after --to.", heading=OUTPUT)
@option(
    "--format -f FORMAT", f"How to write: {', '.join(STYLES)}.", name="style",
    usual="by the ending of --output, else text", heading=OUTPUT,
    kind=Name("format", STYLES),
)  # fmt: skip
@options.OUTPUT_FILE
@options.JSON
@options.QUIET
@options.JOBS
def command(
    reading: Reading,
    *,
    order: str,
    mode: str,
    to_step: int | None,
    only_step: int | None,
    technique: str | None,
    all_steps: bool,
    most: int,
    cost: str,
    style: str | None,
    timeout: float | None,
    jobs: int | None,
    output_file: FilePath | None,
    as_json: bool,
    quiet: bool,
) -> Status:
    """Explain how a puzzle is solved, step by step, in sentences and pictures.

    --format says how: text, notation (HoDoKu's lines, with Eureka for chains), json (an object and
    a line for each step), markdown, html (one page with a picture of each step), or svg (a picture
    of each step, in files named after --output: path-001.svg and so on).  The ending of the output
    file chooses as well: .txt, .jsonl, .md, .html, .svg.

    --step N and --first TECHNIQUE write one step, with a picture in --output itself.  --to N
    --all-steps writes every step that is possible after N steps.  --order also takes names of
    techniques with commas between them; no others are looked for then.

    If a puzzle has lines, cages and other clues, steps also show what each clue by itself leaves,
    and what follows from cages and whole houses, once there are no singles.

    --order reasons gives each step the smallest reason, under any rules: houses, clues and cells
    that force the conclusion.  A reason that is not proved smallest says so.  A reason of more than
    --most houses and clues is taken apart: its opposite is supposed until something breaks.
    --order teaching+reasons (or another order's name) gives such a step if the techniques of the
    order, and single clues, find nothing more.

    Several puzzles are explained only as JSON, each step with the puzzle and where it is from.

    Exit status: 0 done; 1 the puzzle has no solution or several; 2 usage error or bad input; 3 a
    limit was reached, or the techniques of the order do not solve it.
    """
    first = None if technique is None else technique_named(technique)
    which = _Which(to_step, only_step, first)
    which.check(all_steps=all_steps)
    chosen = style_of(style, output_file, as_json=as_json)
    source = reading.source()
    if not (is_one := source.is_one()) and chosen != "json":
        raise OptionError(f"several puzzles as {chosen}; expected one, or --json")
    if order == REASONS and (all_steps or technique is not None or mode != "candidates"):
        raise OptionError("--order reasons excludes --all-steps, --first and --mode")
    named = before_reasons(order)
    if all_steps and named is not None:
        raise OptionError("an order with reasons excludes --all-steps")
    taken = order if named is None else named
    wanted = None if order == REASONS else order_for(taken, mode, WITH_REASONS)
    beyond = (most, cost) if wanted is None or named is not None else None
    asked = _Asked(chosen, output_file, which, wanted, mode, all_steps, beyond, timeout, quiet)
    if is_one:
        return asked.explain(source.only())
    found = (
        map(partial(_explained, asked), source.records())
        if jobs in {None, 1}
        else answered_in_order(source.records(), partial(partial, _explained, asked), jobs=jobs)
    )
    status = Status.DONE
    with output.destination(output_file) as out:
        for one, text, messages in found:
            out.write(text)
            sys.stderr.write(messages)
            status = Status.worst(status, one)
    source.report_bad(quiet=quiet)
    return status


def _explained(asked: _Asked, record: Record) -> tuple[Status, str, str]:
    """Return the status of one of several puzzles, the output, and the messages for stderr."""
    text, messages = io.StringIO(), io.StringIO()
    with redirect_stderr(messages):
        status = asked.explain(record, output.Paced(text))
    return status, text.getvalue(), messages.getvalue()


class _Which(NamedTuple):
    """Which steps of a path are written: up to one, or one alone."""

    last: int | None
    only: int | None
    technique: str | None

    @property
    def one_alone(self) -> bool:
        return self.only is not None or self.technique is not None

    def check(self, *, all_steps: bool) -> None:
        if self.one_alone and (all_steps or self.last is not None):
            raise OptionError("--step and --first exclude --to and --all-steps")

    def has(self, number: int, found: Conclusion) -> bool:
        """Return whether a step is written; steps of clues and reasons have no technique."""
        technique = found.technique if isinstance(found, Step) else None
        return self.technique in {None, technique} and self.only in {None, number}


class _Asked(NamedTuple):
    """What is asked of each puzzle.

    Args:
        order: the techniques; None for smallest reasons alone.
        beyond: the size up to which smallest reasons are not taken apart, and their cost; None if
            there are to be none.
    """

    style: str
    path: FilePath | None
    which: _Which
    order: Order | None
    mode: str
    all_steps: bool
    beyond: tuple[int, str] | None
    timeout: float | None
    quiet: bool

    def explain(self, record: Record, out: output.Paced | None = None) -> Status:
        """Write the path of a puzzle; return the status that its end means."""
        deadline = Deadline(self.timeout)
        place = f"{record.place}: " if out is not None and record.place else ""
        about = None if out is None else record
        with locating_errors(record):
            begun = self._begun(record.puzzle, deadline, place)
            if begun is None:
                return Status.NO
            walk, beyond, doubt = begun
            with PathWriter(
                self.style, self.path, walk.position,
                out=out, alone=self.which.one_alone, about=about,
            ) as writer:  # fmt: skip
                if self.all_steps and not isinstance(walk, ReasonPath):
                    end = _write_all(walk, self.which.last or 0, writer, deadline)
                else:
                    end = _write_some(walk, self.which, writer)
                status, said = _ENDS[end] if beyond is None else ended(end, beyond.too_big)
                writer.end(walk.position, _rating(walk), said)
        if said and not self.quiet:
            failures.report(place + said)
        return Status.worst(status, doubt)

    def _begun(
        self, puzzle: Puzzle, deadline: Deadline, place: str
    ) -> tuple[_Walk, ReasonPath | None, Status] | None:
        """Return the path, what finds smallest reasons on it, and the status that doubts mean.

        None for a puzzle without solution that techniques alone are asked about.
        """
        if (wanted := self.order) is None:
            alone = self._reasons(Position.of(puzzle), deadline)
            return alone, alone, Status.DONE
        logic.check_rules(puzzle.rules)
        verdict = solving.check(puzzle, seconds=deadline.left).verdict
        if verdict is Verdict.NONE and self.beyond is None:
            failures.report(f"{place}the puzzle has no solution")
            return None
        if verdict is not Verdict.UNIQUE:
            wanted = without_uniqueness(wanted)
        start = Position.of(puzzle)
        if self.beyond is not None:
            beyond = self._reasons(start, deadline)
            return Reasoning(start, wanted, deadline.left, beyond), beyond, Status.DONE
        if verdict in _DOUBTS:
            is_unknown = verdict is Verdict.UNKNOWN
            found = "may have no solution, or several" if is_unknown else "has several solutions"
            failures.report(f"{place}the puzzle {found}: steps that suppose one are left out")
        path = walk(start, wanted, deadline.left, self.mode)
        return path, None, _DOUBTS.get(verdict, Status.DONE)

    def _reasons(self, start: Position, deadline: Deadline) -> ReasonPath:
        most, cost = self.beyond or (MOST, "houses")
        return ReasonPath(start, seconds=deadline.left, most=most, by=cost)


def _rating(walk: _Walk) -> Rating:
    """Return the rating of a path, which the end of a page shows."""
    if not isinstance(walk, ReasonPath):
        return walk.rating
    sizes, placed = walk.sizes, walk.position.solved
    largest = sizes.largest
    return Rating(REASONS, sizes.end, largest, None, largest, 0, sizes.total, sizes.steps, placed)


def _write_some(walk: _Walk, which: _Which, writer: PathWriter) -> str:
    """Write some steps; return how they ended, ``open`` where the path was cut on purpose."""
    for number, found in enumerate(islice(walk, which.last), start=1):
        if which.has(number, found):
            if isinstance(found, Step) and not isinstance(walk, ReasonPath):
                writer.step(number, found, walk.number(found))
            else:
                writer.step(number, found)
            if which.one_alone:
                return "open"
    return walk.end


def _write_all(walk: Path | Reasoning, done: int, writer: PathWriter, deadline: Deadline) -> str:
    """Write all that follows after this many steps; return how the search for it ended."""
    for _ in islice(walk, done):
        pass
    seen = set()
    for finder in walk.order.finders:  # one by one, so that what is easy is written at once
        alone = replace(walk.order, finders=(finder,))
        found = find_all(walk.position, order=alone, seconds=deadline.left)
        for step in found.steps:
            conclusion = step.technique, frozenset(step.placements), frozenset(step.eliminations)
            if conclusion not in seen:
                seen.add(conclusion)
                writer.step(len(seen), step, walk.number(step))
        if not found.complete:
            return "limit"
    if not isinstance(walk, Reasoning):
        return "open"
    clues = SingleClues(walk.position)
    left = clues.steps(walk.position, deadline.left)
    for number, clue in enumerate(left, start=len(seen) + 1):
        writer.step(number, clue)
    return "open" if clues.complete else "limit"
