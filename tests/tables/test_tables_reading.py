"""Arrays of digits from files say what the records of the same files say, in the same order."""

import gzip
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from well_known import CLASH, EASY, SEVENTEEN

from cpsudoku import FormatError
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.formats import Record
from cpsudoku.tables import buffer as block
from cpsudoku.tables import reading
from cpsudoku.tables.blocks import Block
from cpsudoku.tables.reading import parts, parts_of

pytestmark = pytest.mark.usefixtures("by_the_block")

pytest.importorskip("cpsudoku._native")

LINES = (
    EASY,
    SEVENTEEN.replace(".", "0"),
    EASY + " # a comment",
    CLASH + ",1.5",
    "",
    "# a comment",
    "1.............4.",
)


def puzzles(reader: PuzzleStream) -> list[tuple[int, ...]]:
    """All puzzles, whether they came as rows of an array or as records."""
    found: list[tuple[int, ...]] = []
    for part in parts(reader):
        rows = [part.puzzle.digits] if isinstance(part, Record) else part.digits.tolist()
        found += map(tuple, rows)
    return found


def check(text: bytes, folder: Path, name: str = "puzzles.txt") -> None:
    path = folder / name
    path.write_bytes(text)
    assert puzzles(PuzzleStream([str(path)])) == [
        r.puzzle.digits for r in PuzzleStream([str(path)])
    ]


@given(
    st.lists(st.sampled_from(LINES), min_size=1, max_size=40),
    st.sampled_from([b"\n", b"\r\n"]),
    st.booleans(),
)
def test_lines_of_all_kinds_come_in_their_order(
    tmp_path_factory: pytest.TempPathFactory, some: list[str], end: bytes, whole: bool
) -> None:
    if not any(line and not line.startswith("#") for line in some):
        some = [*some, EASY]
    text = end.join(line.encode() for line in some) + (end if whole else b"")
    check(text, tmp_path_factory.mktemp("lines"))


def test_more_than_a_block_comes_whole(tmp_path: Path) -> None:
    text = f"{EASY}\n{SEVENTEEN}\n" * 9000
    check(text.encode(), tmp_path)
    check(f"{EASY}\n# a comment\n\n{SEVENTEEN}\n".encode() * 3000, tmp_path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("marked.txt", "\ufeff" + f"{EASY}\n" * 3),
        ("rules.txt", f"{EASY}\n# rules: 9+diagonals\n{'.' * 81}\n"),
        ("table.csv", f"puzzle,er\n{EASY},1.2\n{SEVENTEEN},1.5\n"),
        ("small.txt", "1.............4.\n" * 3),
        ("grid.txt", "\n".join(EASY[i : i + 9] for i in range(0, 81, 9))),
    ],
)
def test_other_notations_come_as_records(tmp_path: Path, name: str, text: str) -> None:
    check(text.encode(), tmp_path, name)


@pytest.mark.parametrize("size", [90, 170, 400])
@pytest.mark.parametrize("end", ["\n", ""])
def test_lines_longer_than_a_block_come_whole(
    size: int, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(block, "SIZE", size)
    long = f"{EASY} {'x' * size}"
    for some in ([EASY, long, SEVENTEEN], [long, EASY], ["", EASY, EASY, long], [EASY] * 9):
        check(("\n".join(some) + end).encode(), tmp_path)


def test_rules_in_a_comment_hold_for_all_puzzles_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(f"{EASY}\n# rules: 9+diagonals\n" + f"{EASY}\n" * 5)
    first, *others = parts(PuzzleStream([str(path)]))
    assert not isinstance(first, Record)
    (wanted,) = PuzzleStream([EASY], rules="9+diagonals")
    rules = [one.puzzle.rules for one in others if isinstance(one, Record)]
    assert rules == [wanted.puzzle.rules] * 5


def test_packed_files_and_standard_input_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(gzip.compress(f"{EASY}\n{SEVENTEEN}\n".encode()), tmp_path, "puzzles.txt.gz")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{EASY}\n".encode())))
    assert puzzles(PuzzleStream(["-"])) == puzzles(PuzzleStream([EASY]))


def test_packed_puzzles_come_through_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: object) -> int:
            raise io.UnsupportedOperation

    packed = Pipe(gzip.compress(f"{EASY}\n{SEVENTEEN}\n".encode()))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=packed))
    assert puzzles(PuzzleStream(["-"])) == [
        p for one in (EASY, SEVENTEEN) for p in puzzles(PuzzleStream([one]))
    ]


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["}, {", "},{", '"', "\\", "é\n", "]", ""]), st.just([{}, {}]),
)  # fmt: skip
ENDS = (
    "]",
    "]\n",
    "",
    "}",
    ', "',
    "]]",
    '] {"puzzle": "' + EASY + '"}',
    ", 1]",
    ', {"puzzle": "x"}]',
)


@given(
    st.lists(st.tuples(st.sampled_from((EASY, CLASH, "1.............4.")), VALUES), min_size=1),
    st.sampled_from((None, 0, 2)),
    st.sampled_from((", ", ",", ",\n", " ,\r\n ")),
    st.sampled_from((1, 1, 1, *range(len(ENDS)))),
    st.sampled_from((250, 1000, 1 << 20)),
)
@example([(EASY, "}, {")] * 9, None, ", ", 1, 250)
def test_an_array_by_the_block_is_what_it_is_object_by_object(
    rows: list[tuple[str, object]], indent: int | None, gap: str, end: int, size: int
) -> None:
    pretty = [json.dumps({"puzzle": row, "x": x, "y": "z"}, indent=indent) for row, x in rows]
    data = (f"[{gap[1:]}" + gap.join(pretty) + ENDS[end]).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(block, "SIZE", size)
        patch.setattr(reading, "SHORT", 0)
        by_block = said(parts_of(PuzzleStream([]), io.BytesIO(data), "rows.json"))
    assert by_block == said(PuzzleStream([]).source(io.BytesIO(data), "rows.json"))


def said(read: Iterator[Block | Record]) -> list[object]:
    """What is read of each puzzle, up to an error."""
    found: list[object] = []
    try:
        for part in read:
            for record in [part] if isinstance(part, Record) else part.records():
                assert record.row is not None
                values = record.row.names, repr(record.row.values), record.line
                found.append((record.puzzle.digits, *values))
    except FormatError as error:
        found.append((error.message, error.line))
    return found


@pytest.mark.parametrize("gap", [",\n", ", "])
def test_an_array_of_usual_objects_comes_as_blocks(gap: str) -> None:
    rows = [json.dumps({"id": number, "puzzle": EASY}) for number in range(500)]
    array = io.BytesIO(f"[{gap.join(rows)}]".encode())
    (whole,) = parts_of(PuzzleStream([]), array, "rows.json")
    assert isinstance(whole, Block)
    assert whole.line_of(499) == (500 if "\n" in gap else 1)


def test_classic_lines_are_arrays_unless_rules_are_named(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{EASY}\n" * 300)
    (part,) = parts(PuzzleStream([str(path)]))
    assert isinstance(part, Block)
    assert part.digits.shape == (300, 81)
    assert part.digits.dtype == np.uint8
    named = list(parts(PuzzleStream([str(path)], rules="9+diagonals")))
    assert all(isinstance(part, Record) for part in named)


def test_bad_lines_are_reported_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f"{EASY}\nnonsense\n{EASY}\n")
    with pytest.raises(FormatError) as caught:
        list(parts(PuzzleStream([str(path)])))
    assert (caught.value.source, caught.value.line) == (str(path), 2)
    skipping = PuzzleStream([str(path)], skip_bad=True)
    assert len(puzzles(skipping)) == 2
    assert skipping.bad == 1
    path.write_text("nonsense\n")
    skipping = PuzzleStream([str(path)], skip_bad=True)
    assert (puzzles(skipping), skipping.bad) == ([], 1)
    for nothing in ("", "\n\n", "# a comment\n"):
        path.write_text(nothing)
        with pytest.raises(FormatError, match="no puzzle found"):
            list(parts(PuzzleStream([str(path)])))
