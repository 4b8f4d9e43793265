"""The bytes of a file between reading and answering: none is lost, none comes twice."""

import io
import os
import threading
from itertools import count
from pathlib import Path
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.errors import FormatError
from cpsudoku.tables import buffer as block
from cpsudoku.tables.buffer import Buffer, Buffered

SIZE = 32


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block, "SIZE", SIZE)


def whole_lines(text: Buffered) -> int:
    return text.data.rfind(b"\n", 0, text.size) + 1


def contents(stream: BinaryIO, *, ahead: bool) -> tuple[bytes, int]:
    """Read a stream block by block, and return all that came and the number of lines dropped."""
    one, found = Buffer(stream), b""
    one.fill_head()
    for _ in count():
        more = one.read_ahead() if ahead else None
        end = whole_lines(one.now) or (one.now.size if one.now.final or one.now.is_full else 0)
        if more is None and one.now.final:
            end = one.now.size
        part = bytes(one.now.data[:end])
        found += part
        one.drop(end, part.count(b"\n"))
        if more is None:
            if one.now.final and one.now.size == 0:
                return found, one.line - 1
            one.fill()
    raise AssertionError


@given(st.text(alphabet="ab\n", max_size=200), st.booleans())
def test_a_file_is_read_once_whether_ahead_or_not(text: str, ahead: bool) -> None:
    data = text.encode()
    assert contents(io.BytesIO(data), ahead=ahead) == (data, data.count(b"\n"))


@pytest.mark.parametrize("width", [1, 7, 30, 31, 32, 33, 100])
def test_a_file_on_disk_is_read_ahead_and_nothing_is_lost(width: int, tmp_path: Path) -> None:
    path = tmp_path / "file"
    data = (b"x" * (width - 1) + b"\n") * 20
    path.write_bytes(data)
    with path.open("rb", buffering=0) as file:
        assert contents(file, ahead=True) == (data, 20)


def test_ahead_is_what_follows_the_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"0123456789\n" * 6)
    with path.open("rb", buffering=0) as file:
        one = Buffer(file)
        one.fill()
        assert (one.now.size, one.now.is_full, one.now.final) == (SIZE, True, False)
        ahead = one.read_ahead()
        assert ahead is not None
        assert bytes(ahead.data[: ahead.size]) == (b"0123456789\n" * 6)[22 : 22 + SIZE]
        assert one.now.size == SIZE
        one.drop(11, 1)  # fewer than were whole: what is left goes before
        assert one.line == 2
        assert bytes(one.now.data[:22]) == b"0123456789\n0123456789\n"


def test_only_a_regular_file_is_read_ahead() -> None:
    one = Buffer(io.BytesIO(b"1\n" * 40))
    one.fill()
    assert one.read_ahead() is None


def test_a_slow_stream_is_not_waited_for_longer_than_for_something() -> None:
    reading, writing = os.pipe()
    with open(reading, "rb", buffering=0) as stream:  # noqa: PTH123
        one = Buffer(stream)
        os.write(writing, b"first\n")
        one.fill()
        assert bytes(one.now.data[: one.now.size]) == b"first\n"
        assert not one.now.final
        threading.Timer(0.05, os.write, (writing, b"second\n")).start()
        one.fill()
        assert bytes(one.now.data[: one.now.size]) == b"first\nsecond\n"
        os.close(writing)
        one.fill()
        assert one.now.final


def test_the_beginning_of_a_text_is_whole_lines_or_all() -> None:
    text = Buffered(bytearray(b"one\ntwo\nthree....."), 13)
    assert [text.begin(most).size for most in (3, 4, 7, 8, 12, 100)] == [13, 4, 4, 8, 8, 8]
    whole = Buffered(bytearray(b"one\ntwo\n"), 8)
    assert whole.begin(100) is whole
    assert Buffered(bytearray(b"\none\n"), 5).begin(3).size == 1


def test_no_more_is_read_and_shown_than_sniffing_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(self: Buffer) -> None:
        self.now.data[self.now.size : self.now.size + 300] = b"a\n" * 150
        self.now.size += 300

    monkeypatch.setattr(block, "SIZE", 1000)
    monkeypatch.setattr(Buffer, "fill", fill)
    one = Buffer(io.BytesIO())
    one.fill_head()
    assert one.now.size == 600
    assert one.head() == b"a\n" * 200


def test_an_empty_line_is_a_line() -> None:
    one = Buffer(io.BytesIO(b"\n1\n2"))
    one.fill()
    assert [one.take_lines(1).read() for _ in range(4)] == [b"\n", b"1\n", b"2", b""]


def test_lines_are_taken_and_quotes_counted() -> None:
    one = Buffer(io.BytesIO(b'\xef\xbb\xbfhead\r\n"a\nb"\nlast'))
    one.fill_head()
    one.drop_mark()
    assert one.take_line() == "head"
    assert one.line == 2
    assert one.has_open_quote(1, ",")
    assert one.take_lines(2).read() == b'"a\nb"\n'
    assert one.head() == b"last"
    assert one.take_line() is None
    assert one.rest().read() == b"last"


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        (b'1;"2"', False),
        (b'"1";"2;""3"""\r\n"4"\n', False),
        (b'1;"2', True),
        (b'1"\n2;"3\n', True),  # an even number, the first of which opens nothing
        (b'1"2;"3\n', True),
        (b'"1\n2"\n', True),
        (b"1;2\n", False),
    ],
)
def test_a_quoted_field_may_go_on_unless_all_quotes_are_around_fields(
    text: bytes, is_open: bool
) -> None:
    one = Buffer(io.BytesIO(text))
    one.fill_head()
    assert one.has_open_quote(3, ";") == is_open


def test_a_line_that_is_no_text_is_not_taken() -> None:
    one = Buffer(io.BytesIO(b"\xff\n"))
    one.fill_head()
    assert one.take_line() is None
    assert one.head() == b"\xff\n"


def test_lines_and_faults_are_numbered_from_the_beginning_of_the_file() -> None:
    one = Buffer(io.BytesIO(b"1\n2\n3\nfour\nfi\0ve\n6\n"))
    one.fill_head()
    one.drop(4, 2)
    found = one.numbered(one.rest(), "file")
    assert [next(found), next(found)] == [(3, "3"), (4, "four")]
    assert one.line == 5
    with pytest.raises(FormatError, match=r"^file, line 5, column 3: the file is binary"):
        next(found)
