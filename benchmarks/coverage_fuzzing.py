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
than 20 s, is kept in a file and ends the run.  Options between the target and the folder of the
corpus are libFuzzer's (https://llvm.org/docs/LibFuzzer.html).  A folder that is not there is begun
with random puzzles in each notation and their rules; beside it goes a dictionary of their words.
The last line says how many inputs there were.  Inputs are short, and rules of big grids are read
but not built, because both cost far more time than they reach code.  The compiled readers are
fuzzed by ``native/tests/fuzz_lines.cpp``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris

sys.path.insert(0, str(Path(__file__).parent))

with atheris.instrument_imports(include=["cpsudoku"]):
    import cpsudoku.formats.base
    from cpsudoku import formats
    from cpsudoku.certificates import checking, counting, formula, manifest, verification
    from cpsudoku.errors import CpsudokuError
    from cpsudoku.puzzle import Puzzle
    from cpsudoku.rules import boxes, classic
    from cpsudoku.variants.registry import variants

    for name in formats.names():
        cpsudoku.formats.base.notation(name)

NAMES = tuple(formats.names())
SIX = boxes(2, 3)
_MOST = 1 << 10
_SEEDS = 100
_BIG = re.compile(rb"1[7-9]|[2-9][0-9]|[0-9]{3}")


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
    if not _BIG.search(data) or data[:1] == b"{":
        formats.parse_rules(data.decode("utf-8", "replace"), files=False).rules()


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
        lambda: formula.read_dimacs(text, SIX),
        lambda: checking.parse(text, 36),
    )
    which[data[0] % len(which) if data else 0]()


TARGETS = {one.__name__: one for one in (notations, rules, files, certificates)}


def begin(target: str, corpus: Path) -> None:
    """Make a corpus of random puzzles, and a dictionary of the words in it."""
    corpus.mkdir(parents=True)
    words = {*NAMES, *variants()}
    for number, data in enumerate(islice(_seeds(target), _SEEDS * len(NAMES))):
        words.update(re.findall(r"[A-Za-z][A-Za-z_-]+", data.decode("ascii", "replace")))
        if len(data) <= _MOST:
            (corpus / f"seed-{number:04}").write_bytes(data)
    entries = sorted(f'"{word}"' for word in words if len(word) <= 20)
    corpus.with_suffix(".dict").write_text("".join(f"{one}\n" for one in entries))


def _seeds(target: str) -> Iterator[bytes]:
    """Yield inputs that are right."""
    from random_variants import random_puzzle

    from cpsudoku.ground.randomness import Randomness

    for number in range(_SEEDS):
        puzzle = random_puzzle(Randomness(1, number))
        if target == "certificates":
            yield from _certificate(puzzle)
        elif target == "rules":
            yield formats.rules_text(puzzle.rules).encode()
        for place, name in enumerate(NAMES if target in {"notations", "files"} else ()):
            with suppress(CpsudokuError):
                text = formats.write(puzzle, name).encode()
                yield bytes([place]) + text if target == "notations" else text


def _certificate(puzzle: Puzzle) -> Iterator[bytes]:
    """Yield the files of a certificate of a puzzle, each with the number of its reader."""
    from cpsudoku.certificates import certify

    readers = {".json": 0, ".txt": 2, ".cnf": 3, ".drat": 4}
    with TemporaryDirectory() as name, suppress(CpsudokuError):
        certify(puzzle, Path(name) / "proof")
        for file in sorted(Path(name).rglob("*.*")):
            if file.is_file():
                yield bytes([readers.get(file.suffix, 1)]) + file.read_bytes()[:_MOST]


def main() -> None:
    """Fuzz a target until something ends it."""
    if len(sys.argv) < 3 or sys.argv[1] not in TARGETS:
        raise SystemExit(f"expected one of {', '.join(TARGETS)}, and the folder of a corpus")
    target, corpus = TARGETS[sys.argv.pop(1)], Path(sys.argv[-1])
    if not corpus.exists():
        begin(target.__name__, corpus)
    usual = ["-timeout=20", f"-max_len={_MOST}", f"-dict={corpus.with_suffix('.dict')}"]

    def one_input(data: bytes) -> None:
        with suppress(CpsudokuError):
            target(data)

    atheris.Setup([sys.argv[0], *usual, *sys.argv[1:]], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
