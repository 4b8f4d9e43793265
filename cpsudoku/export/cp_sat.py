"""Puzzles for CP-SAT, in the text form of its ``CpModelProto``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cpsudoku.encodings import cp
from cpsudoku.errors import FormatError
from cpsudoku.export.reading import Read, nothing
from cpsudoku.rules import Candidates, Rules


def write(rules: Rules, candidates: Candidates) -> Iterator[str]:
    """Yield a puzzle."""
    yield cp.proto_text(cp.integer_model(rules, candidates)) + "\n"


def read(text: str, rules: Rules) -> Read:
    """Return what the text form of a ``CpSolverResponse`` says."""
    count = rules.cell_count
    listed = re.findall(r"\bsolution:\s*(\[[\d,\s-]*\]|-?\d+)", text)
    numbers = [int(number) for part in listed for number in re.findall(r"-?\d+", part)]
    if not numbers:
        return nothing(text, f"{count} numbers as solution: …")
    if len(numbers) < count:
        raise FormatError(f"{len(numbers)} numbers; expected {count}")
    return dict(enumerate(numbers[:count]))
