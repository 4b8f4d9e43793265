"""Any program that reads DIMACS and prints an answer in the usual form.

``dimacs:cadical -q`` runs ``cadical -q FILE``.  Where a program wants the file elsewhere,
``{input}`` says so, and ``{output}`` names a file that it writes its answer to, as MiniSat does
(``dimacs:minisat {input} {output}``, which plain ``dimacs:minisat`` stands for).
"""

from __future__ import annotations

import shlex
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from cpsudoku.backends.base import (
    SUPPORTED,
    Backend,
    Engine,
    Enumeration,
    Size,
    Support,
    drained,
    one_by_one,
)
from cpsudoku.encodings import cnf
from cpsudoku.encodings.sums import struck
from cpsudoku.errors import BackendError, BackendUnavailableError, FormatError, OptionError
from cpsudoku.ground import files
from cpsudoku.ground.deadline import Stopwatch
from cpsudoku.ground.processes.starting import run_program
from cpsudoku.result import Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Grid, Rules
from cpsudoku.rules.primitives import VOCABULARY

_WRITE_FILES = ("minisat",)
# Programs that write their model into a second file and print only whether there is one.


class Dimacs(Backend):
    """Any SAT solver with a command line, as in ``dimacs:kissat --sat``.

    Options of `compile`: ``encoding`` and ``at_most_one``; see `cpsudoku.encodings.cnf`.
    """

    name: ClassVar[str] = "dimacs"
    summary: ClassVar[str] = "any SAT solver that reads DIMACS, as in dimacs:cadical"
    knows: ClassVar[frozenset[type]] = VOCABULARY
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "encoding": cnf.ENCODINGS,
        "at_most_one": cnf.AT_MOST_ONE,
    }

    def __init__(self, command: str = "") -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise OptionError(f"dimacs: {command!r} is not a command: {error}") from None

    def installed(self) -> Support:
        if not self._command:
            return Support(False, "it needs a command, as in dimacs:cadical")
        if shutil.which(self._command[0]) is None:
            return Support(False, f"there is no program {self._command[0]!r}; install it")
        return SUPPORTED

    def measure(self, rules: Rules) -> Size:
        return Size(*cnf.clauses_counted(rules))

    def compile(self, rules: Rules, **options: object) -> Engine:
        support = self.installed()
        if not support:
            raise BackendUnavailableError(f"dimacs: {support.reason}")
        return DimacsEngine(rules, self._command, **self.chosen(options))


class DimacsEngine(Engine):
    """The engine of `Dimacs`: one run of the program for each solution, and one for their end."""

    def __init__(
        self, rules: Rules, command: Sequence[str], *, encoding: str, at_most_one: str
    ) -> None:
        super().__init__(rules)
        self._command = _with_places(command)
        self._encoding = encoding
        self._at_most_one = at_most_one

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        taken = Stopwatch()
        found, exhausted = drained(self.iterate(candidates, limits))
        return Outcome(found, exhausted, Stats(search_seconds=taken.seconds))

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        left = struck(self.rules, candidates)
        last = cnf.last_choice(self.rules)
        formula, names = cnf.compact(
            cnf.encode(self.rules, self._encoding, at_most_one=self._at_most_one, candidates=left)
        )
        answer: cnf.DimacsAnswer | None = None

        def found_next(seconds: float | None) -> Grid | None:
            nonlocal answer
            answer = self._run(formula, seconds)
            if answer is None or not answer.satisfiable:
                return None
            true = [v for v in answer.literals if 0 < v < len(names) and names[v] <= last]
            formula.clauses.append(tuple(-v for v in true))
            return cnf.decode([names[v] for v in true], self.rules)

        yield from one_by_one(found_next, limits)
        return answer is not None and answer.satisfiable is False

    def _run(self, formula: cnf.Formula, seconds: float | None) -> cnf.DimacsAnswer | None:
        with tempfile.TemporaryDirectory(prefix="cpsudoku-") as name:
            folder = Path(name)
            places = {"input": folder / "puzzle.cnf", "output": folder / "answer"}
            with files.begun(places["input"]) as out:
                out.write(cnf.dimacs(formula).encode("ascii"))
            command = [part.format_map(places) for part in self._command]
            ended = run_program(command, folder, seconds)
            if ended is None:
                return None
            status, printed, complaint = ended
            written = places["output"]
            text = written.read_text(errors="replace") if written.exists() else printed
            return self._read(text, status, complaint or printed)

    def _read(self, text: str, status: int, complaint: str) -> cnf.DimacsAnswer:
        program = self._command[0]
        try:
            answer = cnf.read_dimacs(text)
        except FormatError as error:
            last = " ".join(complaint.split()[-30:])
            raise BackendError(
                f"{program} (exit status {status}) gave no answer: {error}; it said: {last}"
            ) from None
        if answer.satisfiable and not answer.literals:
            raise BackendError(f"{program} found a model and did not print it")
        if answer.satisfiable is None and status not in (0, 10, 20):
            raise BackendError(f"{program} failed with exit status {status}: {complaint.strip()}")
        return answer


def _with_places(command: Sequence[str]) -> list[str]:
    if any("{input}" in part for part in command):
        return list(command)
    # Braces of the command's own are not places.
    own = [part.replace("{", "{{").replace("}", "}}") for part in command]
    wants_file = Path(command[0]).name in _WRITE_FILES
    return [*own, "{input}", *(["{output}"] if wants_file else [])]
