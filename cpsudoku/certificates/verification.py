"""Verifying certificates without trusting their author."""

from __future__ import annotations

import os
import random
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

from cpsudoku import formats, verify
from cpsudoku.certificates import checking, formula, manifest
from cpsudoku.certificates.manifest import FORMULA, HASHED, MANIFEST, MAX_BYTES, PROOF, PUZZLE
from cpsudoku.errors import CertificateError, GenerationError, PuzzleError, RulesError
from cpsudoku.formats.rules_text import rules_text
from cpsudoku.generation.filling import random_grid
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.child import within
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Cell, Constraint, Grid, Rules, cell_name
from cpsudoku.rules.rules import require


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying a certificate: all that it proves.

    Args:
        puzzle: the puzzle; None if time ran out.
        verdict: ``NONE``, ``UNIQUE`` or ``MULTIPLE``; ``UNKNOWN`` if time ran out.
        clauses: number of clauses of the formula.
        steps: number of steps of the proof.
        reason: why the verdict is unknown; else empty.
    """

    puzzle: Puzzle | None
    verdict: Verdict
    solutions: tuple[Grid, ...] = ()
    clauses: int = 0
    steps: int = 0
    checkers: tuple[str, ...] = ()
    reason: str = ""


def verify_certificate(
    directory: str | os.PathLike[str],
    *,
    puzzle: Puzzle | str | None = None,
    seconds: float | None = None,
) -> Verification:
    """Verify a certificate.

    Five things are checked, each by code that did not write the certificate: the hashes; each
    solution against the rules; the formula, clause by clause, against one that is encoded anew
    from the puzzle; the map of its variables; and the proof, against the formula encoded anew, by
    two proof checkers and those that are installed besides, which must agree.  Where there are
    variants, their own tests are compared with what they mean to solvers.

    Args:
        directory: where the certificate is.
        puzzle: the puzzle that it should be about, or its text; None for any.

    Returns:
        What is proved; its verdict is ``UNKNOWN`` when time ran out.

    Raises:
        CertificateError: it does not hold; the message says what is wrong.
        FormatError: the text is not a puzzle.
        UnsupportedError: the board is not square.
    """
    deadline = Deadline(seconds)
    expected = formats.parse(puzzle) if isinstance(puzzle, str) else puzzle
    try:
        return within(deadline, lambda: _verified(Path(directory), expected, deadline))
    except OutOfTimeError:
        reason = f"the limit of {seconds:g} s was reached"
        return Verification(None, Verdict.UNKNOWN, reason=reason)


def _verified(folder: Path, expected: Puzzle | None, deadline: Deadline) -> Verification:
    claim = manifest.loads(text_of(folder, MANIFEST))
    texts = {name: text_of(folder, name) for name in HASHED}
    for name, text in texts.items():
        if manifest.sha256(text.encode()) != claim.sha256[name]:
            raise CertificateError(f"{name}: its SHA-256 is not the one in {MANIFEST}")
    puzzle = puzzle_of(texts[PUZZLE])
    refuse_another(puzzle, expected)
    rules = puzzle.rules
    require(rules, "certificates", knows=None)
    solutions = _solutions(puzzle, claim.solutions)
    written = formula.read_dimacs(texts[FORMULA], rules)
    clauses = list(formula.compared(written, puzzle, solutions))
    check_meaning(rules, solutions)
    accepted = checking.check(clauses, texts[PROOF], deadline)
    return Verification(
        puzzle, Verdict(claim.verdict), solutions, len(clauses), accepted.steps, accepted.checkers
    )


def text_of(folder: Path, name: str) -> str:
    """Return the text of a file of a certificate, unless it is too long or not text."""
    try:
        content = _content(folder / name)
    except FileNotFoundError:
        if not folder.is_dir():
            raise
        raise CertificateError(f"{name}: it is missing") from None
    try:
        text = content.decode("ascii")
    except UnicodeDecodeError as error:
        raise CertificateError(f"{name}: no text: {error}") from None
    if control := _CONTROL.search(text):
        # Readers differ in what ends a line and what is a space.
        raise CertificateError(f"{name}: expected printable text, not {control[0]!r}")
    return text


_CONTROL = re.compile(r"[^\n -~]")


def _content(path: Path) -> bytes:
    """Return the bytes of a regular file; a pipe or a device has no end."""
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        raise CertificateError(f"{path.name}: it is not a regular file (links are not followed)")
    if status.st_size > MAX_BYTES:
        raise CertificateError(f"{path.name}: more than {MAX_BYTES} bytes")
    return path.read_bytes()


@dataclass(frozen=True)
class _PuzzleFile:
    rules: object
    puzzle: object
    candidates: tuple[tuple[int, ...], ...] = ()


def puzzle_of(text: str) -> Puzzle:
    """Return the puzzle that ``puzzle.json`` holds, with nothing beside it."""
    # Our reader of JSON knows other names for a puzzle; what it passes over might mislead.
    manifest.read_json(_PuzzleFile, text, PUZZLE)
    try:
        return formats.parse(text, format="json")
    except (PuzzleError, RulesError) as error:
        raise CertificateError(f"{PUZZLE}: {error}") from None


def refuse_another(puzzle: Puzzle, expected: Puzzle | None) -> None:
    """Raise an error that names how a certificate's puzzle differs from the expected one."""
    if expected is not None and expected != puzzle:
        difference = _difference(puzzle, expected)
        raise CertificateError(f"{PUZZLE}: not the puzzle that was asked about: {difference}")


def _difference(found: Puzzle, expected: Puzzle) -> str:
    if found.rules != expected.rules:
        return f"its rules are {rules_text(found.rules)}, not {rules_text(expected.rules)}"
    both = zip(found.candidates, expected.candidates, strict=True)
    cells = [cell for cell, (one, other) in enumerate(both) if one != other]
    first = cells[0]
    more = f", and {len(cells) - 1} more cells differ" if len(cells) > 1 else ""
    return (
        f"{cell_name(first, found.rules.size)} may be {_digits(found, first)}, "
        f"not {_digits(expected, first)}{more}"
    )


def _digits(puzzle: Puzzle, cell: Cell) -> str:
    mask = puzzle.candidates[cell]
    symbols = [s for digit, s in enumerate(puzzle.rules.symbols) if mask >> digit & 1]
    return " ".join(symbols) or "nothing"


def _solutions(puzzle: Puzzle, texts: tuple[str, ...]) -> tuple[Grid, ...]:
    grids = tuple(manifest.parse_grid(text, puzzle.rules) for text in texts)
    if len(set(grids)) != len(grids):
        raise CertificateError(f"{MANIFEST}: a solution is listed twice")
    for grid in grids:
        fault = verify.fault(grid, puzzle.rules, puzzle.candidates)
        if fault is not None:
            raise CertificateError(f"{MANIFEST}: a grid that is not a solution: {fault}")
    return grids


_ALL = 10_000
"""Up to this many sequences of digits in a constraint's cells all of them are tried."""

_SAMPLES = 500

_FILLED, _SOON = 30, 10.0
"""This many grids that obey all groups are made, within this many seconds."""

_TOGETHER = 1_000_000
"""This many are tried for all constraints together, or a few for each where there are very many."""


def check_meaning(rules: Rules, solutions: Sequence[Grid]) -> None:
    """Raise where a named constraint and its primitives differ about some digits.

    Both encoders see a variant as its primitives; its `holds` is written apart from these.  So
    before a formula is believed, the two are compared, on the digits that a variant is most likely
    to be wrong about: all of them where they are few, else those of the listed solutions with some
    cells changed, and random ones; of a variant that takes houses for granted, the listed solutions
    and random grids that obey all groups.  That is a test and no proof: what a certificate of a
    variant trusts beside the two proof checkers is that its primitives say no more than it does.
    """
    named = [c for c in rules.constraints if c.primitives != (c,)]
    share = max(20, _TOGETHER // max(1, len(named)))
    for constraint in named:
        primitives = constraint.primitives  # made again at each access
        for values in islice(_tried(constraint, rules, solutions), share):
            said = all(primitive.holds(values) for primitive in primitives)
            if said != constraint.holds(values):
                raise CertificateError(
                    f"{PUZZLE}: {constraint.described(rules.board)} does not mean to solvers what "
                    "its own test says"
                )


def _obeying_groups(rules: Rules) -> Iterator[Grid]:
    """Yield random grids that obey all groups, as many as are found soon."""
    groups, deadline = Rules.trusted(rules.board, rules.groups), Deadline(_SOON)
    with suppress(GenerationError, OutOfTimeError):
        for number in range(_FILLED):
            yield random_grid(groups, Randomness(0, number), deadline=deadline)


def _tried(constraint: Constraint, rules: Rules, solutions: Sequence[Grid]) -> Iterator[list[int]]:
    """Yield grids that are worth trying, as the worths of the digits of all cells."""
    board, cells = rules.board, constraint.scope
    digits = range(board.first, board.last + 1)
    values = [board.first] * board.cell_count
    if constraint.needs_houses:
        fitting = (*solutions, *_obeying_groups(rules))
        yield from (list(board.values(grid)) for grid in fitting)
        return
    if rules.size ** len(cells) <= _ALL:
        for chosen in product(digits, repeat=len(cells)):
            for cell, digit in zip(cells, chosen, strict=True):
                values[cell] = digit
            yield values
        return
    yield from (list(board.values(grid)) for grid in solutions)
    chance = random.Random(0)
    for _ in range(_SAMPLES):
        if solutions and chance.random() < 0.5:
            values = list(board.values(chance.choice(solutions)))
            changed = chance.sample(cells, chance.randint(1, 2))
        else:
            changed = list(cells)
        for cell in changed:
            values[cell] = chance.choice(digits)
        yield values
