"""Certificates of how many solutions a puzzle has, by a cover of cubes.

A cube is the puzzle with some more givens, and has a certificate of its own, which lists its
solutions::

    count/puzzle.json     the puzzle
    count/cover.json      the number of solutions, and the givens of each cube as [cell, digit]
    count/000000/         the certificate of the first cube
    count/000001/

To verify the cover, it is followed from the puzzle: cubes with the same first givens have their
next one in the same cell, and every digit of that cell is among them, but for those that a given of
the same group excludes.  So cubes are different cases and together the puzzle, however it was cut.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.asking.cubes import Cube, Givens, children_of
from cpsudoku.certificates import manifest, proving, verification
from cpsudoku.certificates.manifest import MANIFEST, PUZZLE
from cpsudoku.certificates.writing import DEFAULT_LIMIT, certify, puzzle_text
from cpsudoku.errors import CertificateError
from cpsudoku.formats import PuzzleLike, as_puzzle
from cpsudoku.ground import files
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.documents import exactly
from cpsudoku.ground.names import counted
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Candidates, Cell, Rules, cell_name, digits_of_mask

COVER = "cover.json"
FORMAT, FORMAT_VERSION = "cpsudoku count", 1


@dataclass(frozen=True, slots=True)
class _Cover:
    """The number of solutions that is claimed, and the cubes, as their file has them."""

    format: Annotated[str, exactly(FORMAT)]
    format_version: Annotated[int, exactly(FORMAT_VERSION)]
    count: int
    cubes: tuple[Givens, ...]


@dataclass(frozen=True, slots=True)
class CertifiedCount:
    """How many solutions a puzzle has, according to a certificate that was written or verified.

    Args:
        puzzle: the puzzle; None, as the count is, if time ran out.
        steps: number of steps of all proofs.
        reason: why the count is not known; else empty.
    """

    puzzle: Puzzle | None
    count: int | None = None
    cubes: int = 0
    steps: int = 0
    reason: str = ""


def certify_count(
    puzzle: PuzzleLike,
    directory: str | os.PathLike[str],
    *,
    solver: str = proving.DEFAULT_SOLVER,
    limit: int = DEFAULT_LIMIT,
    seconds: float | None = None,
) -> CertifiedCount:
    """Write a certificate of the number of solutions; the same call continues with what is there.

    Args:
        directory: where to write, a folder for each cube.
        solver: which SAT solver makes the proofs.
        limit: a cube with more solutions than this is cut.

    Returns:
        What is certified; its count is None if time ran out.

    Raises:
        CpsudokuError: what `certify` raises.
    """
    proving.check_solver(solver)
    asked = as_puzzle(puzzle)
    folder, deadline = Path(directory), Deadline(seconds)
    total = steps = 0
    cover = []
    try:
        for number, cube in enumerate(_cubes(asked, limit, deadline)):
            own = folder / f"{number:06d}"
            known = _known(own, case := cube.of(asked))
            if known is None:
                made = certify(case, own, solver=solver, limit=limit, seconds=deadline.left)
                if made.verdict is Verdict.UNKNOWN:
                    raise OutOfTimeError
                known = len(made.solutions), made.steps
            total, steps = total + known[0], steps + known[1]
            cover.append(cube.givens)
    except OutOfTimeError:
        return CertifiedCount(asked, reason=f"the limit of {seconds:g} s was reached")
    document = asdict(_Cover(FORMAT, FORMAT_VERSION, total, tuple(cover)))
    texts = {PUZZLE: puzzle_text(asked), COVER: json.dumps(document) + "\n"}
    files.write_together({folder / name: text.encode() for name, text in texts.items()})
    return CertifiedCount(asked, total, len(cover), steps)


def _cubes(puzzle: Puzzle, limit: int, deadline: Deadline) -> Iterator[Cube]:
    """Yield a cover of cubes, each with at most `limit` solutions, in order."""
    left = [Cube()]
    while left:
        cube = left.pop()
        counted = solving.count(cube.of(puzzle), limit=limit + 1, seconds=deadline.left)
        if not counted.exact and counted.value <= limit:
            raise OutOfTimeError
        children = children_of(puzzle, cube) if counted.value > limit else None
        if not children:
            yield cube
            continue
        cell = children[0].givens[-1][0]
        left += reversed(cube.cut(cell, _allowed(puzzle.rules, cube.of(puzzle).candidates, cell)))


def _known(folder: Path, puzzle: Puzzle) -> tuple[int, int] | None:
    """Return the solutions and steps of a certificate that is there; None for another puzzle's."""
    try:
        claim = manifest.loads(verification.text_of(folder, MANIFEST))
        proof = verification.text_of(folder, manifest.PROOF)
    except (OSError, CertificateError):
        return None
    if claim.sha256[PUZZLE] != manifest.sha256(puzzle_text(puzzle).encode()):
        return None
    return len(claim.solutions), proof.count("\n")


def verify_count(
    directory: str | os.PathLike[str],
    *,
    puzzle: Puzzle | str | None = None,
    seconds: float | None = None,
) -> CertifiedCount:
    """Verify a certificate of a count: the cover, and each cube as `verify_certificate` does.

    Args:
        puzzle: the puzzle that it should be about, or its text; None for any.

    Raises:
        CertificateError: it does not hold; the message says what is wrong.
    """
    folder, deadline = Path(directory), Deadline(seconds)
    whole = verification.puzzle_of(verification.text_of(folder, PUZZLE))
    verification.refuse_another(whole, formats.parse(puzzle) if isinstance(puzzle, str) else puzzle)
    total, cover = claimed(verification.text_of(folder, COVER), whole.rules)
    _follow(whole.rules, whole.candidates, cover)
    count = steps = 0
    for number, givens in enumerate(cover):
        name = f"{number:06d}"
        try:
            found = verification.verify_certificate(
                folder / name, puzzle=Cube(givens).of(whole), seconds=deadline.left
            )
        except FileNotFoundError:
            raise CertificateError(f"{name}: it is missing") from None
        except CertificateError as error:
            raise CertificateError(f"{name}: {error}") from None
        if found.verdict is Verdict.UNKNOWN:
            return CertifiedCount(None, reason=f"the limit of {seconds:g} s was reached")
        count += len(found.solutions)
        steps += found.steps
    if count != total:
        raise CertificateError(f"{COVER}: {counted(total, 'solution')}; its cubes have {count}")
    return CertifiedCount(whole, count, len(cover), steps)


def claimed(text: str, rules: Rules) -> tuple[int, tuple[Givens, ...]]:
    """Return the count that is claimed, and the cubes of the cover."""
    found = manifest.read_json(_Cover, text, COVER)
    for cell, digit in chain.from_iterable(found.cubes):
        if not (0 <= cell < rules.cell_count and 1 <= digit <= rules.size):
            raise CertificateError(f"{COVER}: {[cell, digit]}; expected cell and digit")
    return found.count, found.cubes


def _follow(rules: Rules, candidates: Candidates, cover: Sequence[Givens]) -> None:
    """Raise unless cubes are different cases and together all that the candidates leave."""
    alike = [(candidates, 0, cover)]  # cubes with these many first givens alike, which leave these
    while alike:
        candidates, depth, cover = alike.pop()
        if [len(one) for one in cover] == [depth]:
            continue
        if not cover or min(map(len, cover)) == depth:
            raise CertificateError(f"{COVER}: cubes that are not different cases")
        cell = cover[0][depth][0]
        if any(one[depth][0] != cell for one in cover):
            raise CertificateError(f"{COVER}: cubes that are cut at two cells")
        if candidates[cell].bit_count() == 1:
            name = cell_name(cell, rules.board)
            raise CertificateError(
                f"{COVER}: cubes that are cut at {name}, which has one candidate"
            )
        cases = defaultdict(list)
        for one in cover:
            cases[one[depth][1]].append(one)
        wanted = digits_of_mask(_allowed(rules, candidates, cell))
        for digit in sorted(cases.keys() ^ wanted):
            said = "there is no cube" if digit in wanted else "there is a needless cube"
            where = f"{cell_name(cell, rules.board)}={rules.symbols[digit - 1]}"
            raise CertificateError(f"{COVER}: {said} with {where}")
        for digit, cubes in cases.items():
            given = (*candidates[:cell], 1 << digit - 1, *candidates[cell + 1 :])
            alike.append((given, depth + 1, cubes))


def _allowed(rules: Rules, candidates: Candidates, cell: Cell) -> int:
    """Return the mask of the digits of a cell that no given of the same group excludes."""
    mask = candidates[cell]
    for peer in rules.peers[cell]:
        if candidates[peer].bit_count() == 1:
            mask &= ~candidates[peer]
    return mask
