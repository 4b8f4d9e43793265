"""How primitives are written: relations, automata, sums, counts, alternatives."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from urllib.parse import quote

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.payloads import Automaton, key_of, text_of_machine
from cpsudoku.formats.setters.iss.tokens import parsed
from cpsudoku.formats.setters.iss.writing.writer import StringWriter, Write
from cpsudoku.rules import Constraint
from cpsudoku.rules.primitives import (
    And,
    Count,
    Element,
    Linear,
    Not,
    Or,
    Pair,
    Regular,
    Table,
)
from cpsudoku.variants.cages import Sum


def _pair(writer: StringWriter, one: Pair) -> str:
    key = key_of(lambda a, b: (a, b) in one.allowed, _digits(writer))
    return writer.part("Pair", key, "_" + _encoded(one.label), cells=one.scope)


def _not(writer: StringWriter, one: Not) -> str:
    if not isinstance(one.part, Pair):
        raise FormatError(f"Interactive Sudoku Solver has no word for: {one.label}")
    key = key_of(lambda a, b: (a, b) not in one.part.allowed, _digits(writer))  # type: ignore[union-attr]
    return writer.part("Pair", key, "_" + _encoded(one.label), cells=one.scope)


def _digits(writer: StringWriter) -> range:
    return range(writer.board.first, writer.board.last + 1)


def _encoded(label: str) -> str:
    return quote(label, safe="").replace(".", "%2E").replace("~", "%7E")


def _regular(writer: StringWriter, one: Regular) -> str:
    first = writer.board.first
    steps: dict[tuple[int, int], frozenset[int]] = {
        (state, digit - first): frozenset({after}) for state, digit, after in one.steps
    }
    machine = Automaton(frozenset({one.start}), one.accepting, steps)
    text = text_of_machine(machine, writer.board.size)
    return writer.part("NFA", text, "_" + _encoded(one.label), cells=one.cells)


def _linear(writer: StringWriter, one: Linear) -> str:
    if one.relation != "=" or not one.totals:
        raise FormatError(f"Interactive Sudoku Solver has no word for: {one.label}")
    coefficients = () if set(one.coefficients) == {1} else one.coefficients
    return writer.written(Sum(writer.board, one.cells, one.totals, coefficients))


def _count(writer: StringWriter, one: Count) -> str:
    if len(one.values) != 1 or one.relation not in ("=", ">=") or one.number > 9:
        raise FormatError(f"Interactive Sudoku Solver has no word for: {one.label}")
    (digit,) = one.values
    if one.number == 0 and one.relation == "=" and digit < 10:
        return writer.part("LookAndSay", f"0{digit}", cells=one.cells)
    kind = "ContainExact" if one.relation == "=" else "ContainAtLeast"
    return writer.part(kind, "_".join([str(digit)] * one.number), cells=one.cells)


def _table(writer: StringWriter, one: Table) -> str:
    if len(one.cells) > 1:
        words = (
            "".join("0123456789ABCDEFG"[digit] for digit in digits) for digits in sorted(one.tuples)
        )
        data = urlsafe_b64encode("|".join(words).encode()).decode().rstrip("=")
        return writer.part("Regex", data, cells=one.cells)
    digits = "_".join(str(digit) for (digit,) in sorted(one.tuples))
    return f".~{writer.layout.name(one.cells[0])}_{digits}"


def _joined(kind: str) -> Write:
    def write(writer: StringWriter, one: And | Or) -> str:
        return f".{kind}{''.join(_branch(writer, part) for part in one.parts)}.End"

    return write


def _branch(writer: StringWriter, part: Constraint) -> str:
    text = writer.written(part)
    return text if len(parsed(text)) == 1 else f".And{text}.End"


PRIMITIVES: dict[type, Write] = {
    Pair: _pair,
    Not: _not,
    Regular: _regular,
    Linear: _linear,
    Count: _count,
    Table: _table,
    Element: lambda writer, one: writer.part(
        "ValueIndexing", cells=(one.value, one.index, *one.cells)
    ),
    And: _joined("And"),
    Or: _joined("Or"),
}
