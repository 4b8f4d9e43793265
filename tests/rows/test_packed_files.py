"""Compressed files, Parquet and NumPy files are read where lines are."""

import bz2
import contextlib
import errno
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from command_line import run
from well_known import EASY, EASY_SOLVED

from cpsudoku import FormatError
from cpsudoku.formats import source as containers
from cpsudoku.formats.base import Record
from cpsudoku.rows import columnar
from cpsudoku.rows.block import rows_of
from cpsudoku.rows.source import Source

TEXT = f"{EASY}\n{EASY_SOLVED}\n"
DIGITS = np.array([[int(c) if c != "." else 0 for c in line] for line in TEXT.split()], np.uint8)
SOLUTIONS = np.array([[int(c) for c in EASY_SOLVED]] * 2, np.int64)


def read(source: Any, rules: str | None = None) -> Iterator[Record]:
    """Yield the puzzles of a stream of bytes."""
    return rows_of(Source((), rules=rules).stream(source, ""))


def saved(**arrays: object) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def array(cells: "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]") -> bytes:
    file = io.BytesIO()
    np.save(file, cells)
    return file.getvalue()


def parquet(**columns: list[str]) -> bytes:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


PACKED: dict[str, Callable[[], bytes]] = {
    "gz": lambda: gzip.compress(TEXT.encode()),
    "bz2": lambda: bz2.compress(TEXT.encode()),
    "xz": lambda: lzma.compress(TEXT.encode()),
    "npz": lambda: saved(puzzles=DIGITS, solutions=SOLUTIONS),
    "boards.npz": lambda: saved(quizzes=DIGITS.reshape(-1, 9, 9)),
    "npy": lambda: array(DIGITS),
    "parquet": lambda: parquet(puzzle=[EASY, EASY_SOLVED], note=["a,b", "c"]),
}


@pytest.mark.parametrize("kind", PACKED)
def test_packed_files_are_read_as_lines_are(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"puzzles.{kind}"
    path.write_bytes(PACKED[kind]())
    assert run("solve", path).out == f"{EASY_SOLVED}\n" * 2
    assert run("solve", "-b", "backtrack", path).out == f"{EASY_SOLVED}\n" * 2
    checked = run("check", path)
    assert (checked.status, checked.out.count(": unique\n")) == (0, 2)
    assert run("convert", path, "-f", "sdm").out == f"{EASY.replace('.', '0')}\n{EASY_SOLVED}\n"
    with path.open("rb") as stream:
        assert [str(record.puzzle) for record in read(stream)] == [EASY, EASY_SOLVED]


@pytest.mark.parametrize("kind", PACKED)
def test_a_pipe_is_unpacked_too(kind: str) -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    found = read(Pipe(PACKED[kind]()))
    assert [str(record.puzzle) for record in found] == [EASY, EASY_SOLVED]


def test_given_solutions_and_columns_come_along(tmp_path: Path) -> None:
    (first, _) = read(io.BytesIO(PACKED["npz"]()))
    assert first.solution == tuple(map(int, EASY_SOLVED))
    (first, _) = read(io.BytesIO(PACKED["parquet"]()))
    assert first.row is not None
    assert dict(zip(first.row.names, first.row.values, strict=True))["note"] == "a,b"


@pytest.mark.compiled
def test_rules_of_arrays_hold(tmp_path: Path) -> None:
    path = tmp_path / "made.npz"
    assert run("generate", "-q", "-n", "2", "-r", "9+diagonals", "-o", path).status == 0
    assert run("check", "-q", path).status == 0


@pytest.mark.parametrize("kind", ["gz", "bz2", "xz", "npz", "parquet"])
def test_broken_files_are_refused_with_their_name(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"puzzles.{kind}"
    whole = PACKED[kind]()
    path.write_bytes(whole[: len(whole) * 2 // 3])
    for arguments in (["check"], ["check", "-b", "backtrack"]):
        refused = run(*arguments, path)
        assert refused.status == 2
        assert f"{path}: the file is broken" in refused.err.replace(", line 1", "")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (saved(other=DIGITS, a=DIGITS), "arrays other, a; expected one that is called puzzles"),
        (saved(puzzles=DIGITS + 5), "digits 5 to 14; expected 0 to 9"),
        (saved(puzzles=DIGITS.astype(np.int8) - 1), "digits -1 to 8; expected 0 to 9"),
        (saved(puzzles=DIGITS[:, :80]), r"puzzles of shape \(2, 80\)"),
        (saved(puzzles=np.zeros((1, 36 * 36), np.uint8)), "puzzles of shape"),
        (saved(puzzles=np.array(5)), r"puzzles of shape \(\)"),
        (saved(puzzles=np.zeros((2, 3, 3, 9), np.uint8)), "puzzles of shape"),
        (saved(puzzles=DIGITS, solutions=SOLUTIONS[:, :16]), "solutions of 16 cells; expected 81"),
        (saved(puzzles=DIGITS, rules=np.array("9\n1")), "expected one line of text"),
        (saved(puzzles=DIGITS, rules=np.array({}, dtype=object)), "expected one line of text"),
        (saved(puzzles=DIGITS * 0.5), "2.5 in a cell; expected a whole number"),
        (saved(puzzles=DIGITS + np.inf), "inf in a cell; expected a whole number"),
        (saved(puzzles=DIGITS, solutions=SOLUTIONS[:1]), "1 row of 'solutions' for 2 puzzles"),
    ],
)
def test_arrays_that_are_no_puzzles_are_refused(data: bytes, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        list(read(io.BytesIO(data)))


def described(header: str, data: bytes = b"") -> bytes:
    """A file of an array with this header."""
    text = header.encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + data


def of_shape(shape: str, data: bytes = b"") -> bytes:
    return described(f"{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}\n", data)


def zipped(**members: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in members.items():
            archive.writestr(f"{name}.npy", data)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (of_shape("(10, 81)", b"\0" * 800), "ends early; its header says 10 rows"),
        (of_shape("(1000000000000, 81)"), "ends early"),
        (of_shape("(100000000000000000000000, 81)"), "ends early"),
        (of_shape("(0, 99999999999999999999, 81)"), "expected whole numbers"),
        (of_shape("(1.5, 81)"), "its header is damaged"),
        (of_shape("(-1, 81)"), "no puzzle found"),
        (described("(" * 300), "its header is damaged"),
        (described("hello"), "its header is damaged"),
        (described("\0"), "its header is damaged"),
        (described("{}"), "its header is damaged"),
        (b"\x93NUMPY", "its header is damaged"),
        (b"\x93NUMPY\x09\x00", "its header is damaged"),
        (zipped(puzzles=b"hello"), "puzzles is not a NumPy array"),
        (zipped(puzzles=b""), "puzzles is not a NumPy array"),
        (zipped(puzzles=array(DIGITS), rules=b"9"), "rules is not a NumPy array"),
        (zipped(puzzles=array(DIGITS)[:-1]), "puzzles ends early"),
    ],
)
def test_damaged_arrays_are_refused(data: bytes, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        list(read(io.BytesIO(data)))


@pytest.mark.parametrize("step", [1, 7])
def test_archives_with_any_byte_changed_are_read_or_refused(step: int) -> None:
    whole = PACKED["npz"]()
    for at in range(0, len(whole), step * 5):
        data = bytearray(whole)
        data[at] ^= 0x41 * step & 0xFF
        with contextlib.suppress(FormatError):
            list(read(io.BytesIO(bytes(data))))


def test_arrays_by_columns_are_read_as_others() -> None:
    boards = np.asfortranarray(DIGITS.reshape(2, 9, 9))
    found = read(io.BytesIO(saved(puzzles=boards)))
    assert [record.puzzle.digits for record in found] == [tuple(row) for row in DIGITS.tolist()]


class Deed:
    """Does something when it is unpickled."""

    done: ClassVar[list[int]] = []

    def __reduce__(self) -> tuple[Any, tuple[int]]:
        return Deed.done.append, (1,)


@pytest.mark.parametrize("save", [np.save, lambda file, array: np.savez(file, puzzles=array)])
def test_pickles_in_arrays_are_refused_unread(save: Callable[[Any, Any], None]) -> None:
    file = io.BytesIO()
    save(file, np.array([Deed()], dtype=object))
    with pytest.raises(FormatError, match="type object; expected whole numbers"):
        list(read(io.BytesIO(file.getvalue())))
    assert not Deed.done


def test_long_arrays_come_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columnar, "ROWS", 2)
    digits = np.array([[first, 0, 0, 0] for first in (1, 2, 1, 1, 2)])
    found = read(io.BytesIO(saved(puzzles=digits)))
    assert [record.puzzle.digits[0] for record in found] == [1, 2, 1, 1, 2]


BOARD = DIGITS[0].reshape(9, 9)


@pytest.mark.parametrize(
    "data",
    [
        array(BOARD),
        array(BOARD.astype(float)),
        array(np.where(BOARD == 0, np.nan, BOARD)),
        array(np.asfortranarray(BOARD)),
        array(DIGITS[0]),
        saved(puzzle=BOARD, solution=SOLUTIONS[0].reshape(9, 9)),
        saved(arr_0=BOARD),
    ],
)
def test_an_array_may_be_one_board(data: bytes) -> None:
    assert [str(record.puzzle) for record in read(io.BytesIO(data))] == [EASY]


def test_an_array_that_may_be_one_board_or_many_is_asked_about() -> None:
    cells = np.zeros((16, 16), np.uint8)
    with pytest.raises(FormatError, match=r"expected --rules 16 for one, or --rules 4"):
        list(read(io.BytesIO(array(cells))))
    for rules, count in (("16", 1), ("4", 16)):
        assert len(list(read(io.BytesIO(array(cells)), rules))) == count
    cells[3, 4] = 7
    assert len(list(read(io.BytesIO(array(cells))))) == 1


def test_texts_that_need_no_quotes_come_out_of_parquet_too() -> None:
    found = read(io.BytesIO(parquet(puzzle=[EASY, EASY_SOLVED])))
    assert [str(record.puzzle) for record in found] == [EASY, EASY_SOLVED]


def test_wrong_checksums_are_faults_of_the_file_and_errors_of_the_disk_are_not() -> None:
    packed = bytearray(PACKED["gz"]())
    packed[-8] ^= 1
    with pytest.raises(FormatError, match="the file is broken"):
        list(read(io.BytesIO(packed)))

    class Disk(io.BytesIO):
        def read(self, *_: object) -> bytes:
            raise OSError(errno.EIO, "no")

    with pytest.raises(OSError, match="no"):
        containers.unpacked(Disk(), bytes(packed[:8]), "file").read()


def test_puzzles_in_parquet_may_be_lists() -> None:
    (first, _) = read(io.BytesIO(parquet(puzzle=DIGITS.tolist())))
    assert str(first.puzzle) == EASY
    data = parquet(puzzle=[[1, 2], [3, 4]])  # type: ignore[list-item]
    with pytest.raises(FormatError, match="line 1: 2 cells in 'puzzle'; expected a square"):
        list(read(io.BytesIO(data)))
