"""Coverage-guided fuzzing of the parsers: atheris looks for inputs that reach code not yet reached.

    pip install atheris
    python benchmarks/coverage_fuzzing.py notations -max_total_time=600 corpus/notations

==============  ==================================================================================
notations       the text of a puzzle in any notation; what can be written again is the same puzzle
rules           rules in words
files           a file of any kind, read to its end: lines, CSV, JSON, Parquet, Arrow, NumPy
certificates    manifest, cover, puzzle, formula and proof of a certificate
==============  ==================================================================================

An error out of `cpsudoku.errors` is an answer; any other exception, and an input that takes more
than 20 s, is kept in a file and ends the run.  Options after the target and the folder of the
corpus are libFuzzer's (https://llvm.org/docs/LibFuzzer.html).  Its last line says how many inputs
there were.  The compiled readers are fuzzed by ``native/tests/fuzz_lines.cpp``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO

import atheris

with atheris.instrument_imports(include=["cpsudoku"]):
    import cpsudoku.formats.registry
    from cpsudoku import formats
    from cpsudoku.certificates import checking, counting, formula, manifest, verification
    from cpsudoku.errors import CpsudokuError
    from cpsudoku.puzzle import Puzzle
    from cpsudoku.rules import boxes, classic

    for name in formats.names():
        cpsudoku.formats.registry.notation(name)

NAMES = tuple(formats.names())
SIX = boxes(2, 3)
_MOST = 1 << 16


def notations(data: bytes) -> None:
    """Read a puzzle; write it again, and read that."""
    name = NAMES[data[0] % len(NAMES)] if data else "line"
    puzzle = formats.parse(data[1:].decode("utf-8", "replace"), format=name)
    assert isinstance(puzzle, Puzzle)
    try:
        written = formats.write(puzzle, name)
    except CpsudokuError:
        return  # it cannot be said in this notation
    again = formats.parse(written, format=name, rules=puzzle.rules)
    assert again.candidates == puzzle.candidates, written


def rules(data: bytes) -> None:
    """Read rules in words, and what they say of a board."""
    found = formats.parse_rules(data.decode("utf-8", "replace"), files=False)
    if isinstance(found, formats.RulesSpec):
        found.rules()


def files(data: bytes) -> None:
    """Read a file to its end."""
    for record in formats.read(BytesIO(data), name="input"):
        assert isinstance(record.puzzle, Puzzle)


def certificates(data: bytes) -> None:
    """Read one of the files of a certificate."""
    text = data[1:].decode("ascii", "replace")
    which: tuple[Callable[[], object], ...] = (
        lambda: manifest.loads(text),
        lambda: counting.claimed(text, classic()),
        lambda: verification.puzzle_of(text),
        lambda: formula.read_dimacs(text, SIX.size, formula.last_variable(SIX)),
        lambda: checking.parse(text, 36),
    )
    which[data[0] % len(which) if data else 0]()


TARGETS = {one.__name__: one for one in (notations, rules, files, certificates)}


def main() -> None:
    """Fuzz a target until something ends it."""
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        raise SystemExit(f"expected one of {', '.join(TARGETS)}, then libFuzzer's options")
    target = TARGETS[sys.argv.pop(1)]

    def one_input(data: bytes) -> None:
        if len(data) <= _MOST:
            with suppress(CpsudokuError):
                target(data)

    atheris.Setup([*sys.argv, "-timeout=20"], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
