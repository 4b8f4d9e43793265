"""Reads lines into blocks, a megabyte at a time: bare ones in compiled code, others in Python."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any, TypeAlias

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import LONE_ROW, Context, Record, is_directive, is_row
from cpsudoku.formats.line import is_plain, parse_line, solution_in
from cpsudoku.formats.source import lines_of, text_in
from cpsudoku.ground import compiled
from cpsudoku.rows.block import Block, Columns, classic_cells, put
from cpsudoku.rows.values import ABSENT, CELLS

Parts: TypeAlias = "Iterator[bytes]"
"""Whole lines, about a megabyte at a time; to count them in each part took 4 % of `solve`."""


def whole_lines(read: Callable[[int], bytes], head: bytes, size: int) -> Parts:
    """Yield the lines of a file of which the beginning has been read, `size` bytes at a time."""
    begun = [head.removeprefix(b"\xef\xbb\xbf")]
    while True:
        got = begun[-1]
        cut = got.rfind(b"\n") + 1
        if cut:
            yield b"".join([*begun[:-1], memoryview(got)[:cut]])
            begun = [got[cut:]] if cut < len(got) else []
        more = read(size)
        begun.append(more)
        if not more:
            break
    if rest := b"".join(begun):
        yield rest


def numbered(first: int, data: bytes, context: Context) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a part of a file."""
    # A mark of the byte order begins a file; at the beginning of another part it is of a value.
    before = int(first > 1 and data.startswith(codecs.BOM_UTF8))
    if before:
        data, first = b"\n" + data, first - 1
    try:
        found = lines_of(text_in(io.BytesIO(data)), context.source)
        for number, text in islice(found, before, None):
            yield first + number - 1, text
    except FormatError as error:
        line = first + (error.line or 1) - 1
        raise FormatError(
            error.message, source=context.source, line=line, column=error.column
        ) from None


def numbered_in(parts: Parts, first: int, context: Context) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of all parts, given the number of the first."""
    for data in parts:
        yield from numbered(first, data, context)
        first += data.count(b"\n")


Read: TypeAlias = tuple[Block, Sequence[int], FormatError | None]
"""Rows, the numbers that they had before bad ones were left out, and the error after them."""


def read_rows(
    lines: range | list[int], digits: bytearray, odd: Iterable[int], read: Callable[[int], Record],
    context: Context, *, text_of: Callable[[int], str], own: Columns | None = None,
) -> Read:  # fmt: skip
    """Return rows as a block, of which odd ones are read one by one; errors have their text."""
    found: dict[int, Record] = {}
    bad, failure, end = set(), None, len(lines)
    for row in odd:
        try:
            record = next(context.taken(lines[row], read, row, text_of=text_of), None)
        except FormatError as error:
            failure, end = error, row
            break
        if record is None:
            bad.add(row)
        else:
            found[row] = record
    for row, record in found.items():
        put(row, record.puzzle, digits)
    block = Block(context.source, lines, bytes(digits), found, own)
    kept: Sequence[int] = range(end)
    if bad or failure:
        kept = [row for row in range(end) if row not in bad]
        block = block.chosen(kept)
    return block, kept, failure


def of_lines(parts: Parts, context: Context) -> Iterator[Block]:
    """Yield the puzzles of lines, with the solutions, labels and comments beside them."""
    first, has_rows = 1, False
    for data in parts:
        plain = None if context.has_rules else _plain_lines(first, data, context)
        if plain is not None:
            yield plain
            first, has_rows = first + len(plain), True
            continue
        lines: list[int] = []
        texts: list[str] = []
        for number, text in _until_error(numbered(first, data, context)):
            if isinstance(text, FormatError):
                yield from _line_block(lines, texts, context, has_rows)
                raise text
            stripped = text.strip()
            if stripped[:1] == "#":
                if is_directive(stripped):
                    yield from _line_block(lines, texts, context, has_rows)
                    lines, texts = [], []
                context.take_directive(stripped, number)
            elif stripped:
                lines.append(number)
                texts.append(text)
        yield from _line_block(lines, texts, context, has_rows)
        first, has_rows = first + data.count(b"\n"), has_rows or bool(texts)


def _until_error(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, Any]]:
    try:
        yield from lines
    except FormatError as error:
        yield 0, error


def _plain_lines(first: int, data: bytes, context: Context) -> Block | None:
    """Return lines that all begin with a classic puzzle; None where there is another line."""
    if len(data) < CELLS or not compiled.is_there():
        return None
    digits, end = compiled.native.line_digits(data)
    if end != len(data):
        return None
    count = len(digits) // CELLS
    block = Block(context.source, range(first, first + count), digits, {})
    if len(data) - count * CELLS <= count * (2 if b"\r" in data else 1):
        return block  # nothing but ends of lines beside the puzzles
    texts = data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")[:count]
    if max(map(len, texts)) > 2 * CELLS:  # there may be solutions
        with suppress(FormatError):
            return _with_comments(block, texts)
        return None
    comments = [one or ABSENT for one in _comments(texts)]
    return replace(block, own=Columns(("puzzle", "comment"), (block.texts(), comments), "", False))


def _line_block(
    lines: list[int], texts: list[str], context: Context, has_rows: bool
) -> Iterator[Block]:
    """Yield lines as a block, given whether the file has rows before them."""
    if not texts:
        return

    def read(row: int) -> Record:
        record = parse_line(texts[row], context)
        if (has_rows or len(texts) > 1) and is_row(record, context):
            raise FormatError(LONE_ROW)
        return record

    if context.has_rules:
        digits, odd = bytearray(CELLS * len(texts)), list(range(len(texts)))
    else:
        digits, odd = classic_cells([t[:CELLS] if is_plain(t) else "" for t in texts])
    block, kept, failure = read_rows(
        lines,
        digits,
        odd,
        read,
        context,
        text_of=texts.__getitem__,
    )
    if kept:
        yield _with_comments(block, [texts[row] for row in kept])
    if failure:
        raise failure


def _comments(texts: list[str]) -> list[str]:
    found = [text[CELLS:].strip(" \t,:;\"'|") for text in texts]
    if "#" in "".join(found):
        found = [one.lstrip("# \t") if one[:1] == "#" else one for one in found]
    return found


def _with_comments(block: Block, texts: list[str]) -> Block:
    """Return lines with what stands beside their puzzles as columns."""
    records = block.records
    if not records and max(map(len, texts)) == CELLS:
        return block
    solutions, labels = [""] * len(texts), [""] * len(texts)
    comments = _comments(texts)
    if max(map(len, comments)) >= CELLS:
        for row, comment in enumerate(comments):
            if grid := solution_in(comment, 9):
                solutions[row] = "".join(map(str, grid))
                comments[row] = "" if comment == solutions[row] else comment
    for row, record in records.items():
        solution = record.solution and record.puzzle.rules.text(record.solution)
        comment = "" if record.comment == solution else record.comment
        solutions[row], labels[row], comments[row] = solution or "", record.label, comment
    beside = {"solution": solutions, "label": labels, "comment": comments}
    beside = {name: values for name, values in beside.items() if any(values)}
    if not beside:
        return block
    values = (block.texts(), *([v or ABSENT for v in one] for one in beside.values()))
    own = Columns(("puzzle", *beside), values, is_table=False)
    return replace(block, own=own)
