"""How named constraints are written."""

from __future__ import annotations

from typing import Any

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.reading import imported
from cpsudoku.formats.setters.iss.writing.writer import Write, Writer
from cpsudoku.rules import Cell, Constraint
from cpsudoku.variants import (
    cages,
    chaos,
    chess,
    counts,
    dots,
    indexing,
    lines,
    outside,
    ranks,
    regions,
    sum_lines,
)


def _on_cells(kind: str) -> Write:
    return lambda writer, one: writer.part(kind, cells=one.cells)


def _numbered(kind: str, attribute: str) -> Write:
    return lambda writer, one: writer.part(kind, getattr(one, attribute), cells=one.cells)


def _dots(kind: str, attribute: str, usual: int) -> Write:
    """Return a writer of dots that have the usual number; others are relations of two cells."""

    def write(writer: Writer, one: Any) -> str:
        value = getattr(one, attribute) if attribute else usual
        pairs = one.neighbours()
        if value not in (None, usual) or not all(_touch(writer, pair) for pair in pairs):
            return each(writer, one)
        return "".join(writer.part(kind, cells=pair) for pair in pairs)

    return write


def _touch(writer: Writer, pair: tuple[Cell, Cell]) -> bool:
    (row, column), (other_row, other_column) = (writer.board.places[cell] for cell in pair)
    return abs(row - other_row) + abs(column - other_column) == 1


def each(writer: Writer, one: Constraint) -> str:
    """Return a constraint by its primitives."""
    return "".join(writer.written(primitive) for primitive in one.primitives)


def _sign(writer: Writer, one: dots.PairSum) -> str:
    kind = {10: "X", 5: "V"}.get(one.total)
    pairs = one.neighbours()
    if kind is None or not all(_touch(writer, pair) for pair in pairs):
        return each(writer, one)
    return "".join(writer.part(kind, cells=pair) for pair in pairs)


def _whispers(writer: Writer, one: lines.Whispers) -> str:
    return writer.part("Whisper", one.amount, cells=one.cells)


def _modular(writer: Writer, one: lines.Modular) -> str:
    return writer.part("Modular", one.modulus or 3, cells=one.cells)


def _lockout(writer: Writer, one: lines.Lockout) -> str:
    return writer.part("Lockout", 4 if one.difference is None else one.difference, cells=one.cells)


def _sum(writer: Writer, one: cages.Sum) -> str:
    if len(one.totals) > 1:
        parts = (cages.Sum(one.board, one.cells, (t,), one.coefficients) for t in one.totals)
        return ".Or" + "".join(_sum(writer, part) for part in parts) + ".End"
    factors = f"_=_{'_'.join(map(str, one.coefficients))}" if one.coefficients else ""
    return writer.part("Sum", f"{one.totals[0]}{factors}", cells=one.cells)


def _cage(writer: Writer, one: cages.Killer) -> str:
    if one.total == 0:
        raise FormatError("Interactive Sudoku Solver has no cages of sum 0")
    return writer.part("Cage", one.total or 0, cells=one.cells)


def _arrow(writer: Writer, one: sum_lines.Arrow) -> str:
    if len(one.bulb) == 1:
        return writer.part("Arrow", cells=(*one.bulb, *one.cells))
    if len(one.bulb) > 3 or list(one.bulb) != sorted(one.bulb) or writer.board.last > 9:
        return each(writer, one)
    return writer.part("PillArrow", len(one.bulb), cells=(*one.bulb, *one.cells))


def _equal_sums(writer: Writer, one: sum_lines.EqualSums) -> str:
    names = "~-~".join("~".join(writer.names(part)) for part in one.parts)
    return f".EqualSum~{names}"


def _sum_loop(writer: Writer, one: sum_lines.SumLoop) -> str:
    return writer.part("SumLine", one.total, cells=one.cells) + "~LOOP"


def _quad(writer: Writer, one: counts.Quad) -> str:
    corner = min(one.cells)
    group = writer.layout.group_of(corner)
    square = {corner, corner + 1, corner + group.columns, corner + group.columns + 1}
    if set(one.cells) != square:
        return _contains("ContainAtLeast")(writer, one)
    return writer.part("Quad", writer.layout.name(corner), *one.wanted)


def _contains(kind: str) -> Write:
    return lambda writer, one: writer.part(kind, "_".join(map(str, one.wanted)), cells=one.cells)


def _look_and_say(writer: Writer, one: counts.LookAndSay) -> str:
    if max(one.said) > 9:
        return each(writer, one)
    return writer.part("LookAndSay", "".join(map(str, one.said)), cells=one.cells)


def _clue(kind: str) -> Write:
    """Return a writer of a clue that looks along a row or column from one of its ends."""

    def write(writer: Writer, one: Any) -> str:
        for letter, whole in (("R", writer.layout.rows), ("C", writer.layout.columns)):
            for number, line in enumerate(whole, start=1):
                if one.cells == line:
                    return writer.part(kind, f"{letter}{number}", one.number, "")
                if one.cells == line[::-1]:
                    return writer.part(kind, f"{letter}{number}", "", one.number)
        return each(writer, one)

    return write


def _full_rank(writer: Writer, one: ranks.FullRank) -> str:
    return (".FullRankTies~any" if one.ties else "") + _clue("FullRank")(writer, one)


def _sandwich(writer: Writer, one: outside.Sandwich) -> str:
    for letter, whole in (("R", writer.layout.rows), ("C", writer.layout.columns)):
        for number, line in enumerate(whole, start=1):
            if one.cells in (line, line[::-1]):
                return writer.part("Sandwich", one.number, f"{letter}{number}")
    return each(writer, one)


def _little_killer(writer: Writer, one: outside.LittleKiller) -> str:
    for cells in (one.cells, one.cells[::-1]):
        text = writer.part("LittleKiller", one.number, writer.layout.name(cells[0]))
        try:
            again = imported(writer.head + text).added[-1]
        except FormatError:
            continue
        if set(again.scope) == set(one.cells):
            return text
    return writer.part("Sum", one.number, cells=one.cells)


def _indexer(kind: str) -> Write:
    return lambda writer, one: writer.part("Indexing", kind, cells=one.cells)


def _connected(writer: Writer, one: chaos.ConnectedDigits) -> str:
    for name, group in writer.layout.groups.items():
        if one.cells == tuple(range(group.first, group.first + group.count)):
            size = () if one.size is None else (one.size,)
            return writer.part("ConnectedValues", name, "_".join(map(str, one.inside)), *size)
    raise FormatError("Interactive Sudoku Solver has no word for: connected cells of a part")


def _region_run(writer: Writer, one: chaos.RegionRun) -> str:
    arms = "~-~".join("~".join(writer.names(arm)) for arm in one.arms)
    return writer.part("ChaosArrow", *writer.names(one.control), one.offset or 0, arms)


def _region_count(writer: Writer, one: chaos.RegionCount) -> str:
    control = writer.names(one.control)
    return writer.part("ChaosCount", *control, one.offset or 0, cells=one.cells)


VARIANTS: dict[type, Write] = {
    cages.Killer: _cage,
    cages.Sum: _sum,
    cages.EqualityCage: _on_cells("EqualityCage"),
    cages.Rellik: _numbered("RellikCage", "total"),
    cages.Lunchbox: _numbered("Lunchbox", "total"),
    counts.Contains: _contains("ContainAtLeast"),
    counts.ContainsExactly: _contains("ContainExact"),
    counts.Quad: _quad,
    counts.LookAndSay: _look_and_say,
    counts.CountedDistinct: _on_cells("CountDistinct"),
    counts.SameValues: lambda writer, one: writer.part("SameValues", 2, cells=one.cells),
    regions.ExtraRegion: _on_cells("AllDifferent"),
    regions.CountingCircles: _on_cells("CountingCircles"),
    regions.GlobalEntropy: lambda writer, _: writer.part("GlobalEntropy"),
    regions.GlobalMod: lambda writer, _: writer.part("GlobalMod"),
    regions.Flatmates: lambda writer, _: writer.part("DutchFlatmates"),
    lines.Thermo: _on_cells("Thermo"),
    lines.Whispers: _whispers,
    lines.Renban: _on_cells("Renban"),
    lines.Palindrome: _on_cells("Palindrome"),
    lines.Between: _on_cells("Between"),
    lines.Lockout: _lockout,
    lines.Modular: _modular,
    lines.Entropic: _on_cells("Entropic"),
    sum_lines.Zipper: _on_cells("Zipper"),
    sum_lines.DoubleArrow: _on_cells("DoubleArrow"),
    sum_lines.Arrow: _arrow,
    sum_lines.EqualSums: _equal_sums,
    sum_lines.SumLine: _numbered("SumLine", "total"),
    sum_lines.SumLoop: _sum_loop,
    dots.White: _dots("WhiteDot", "difference", 1),
    dots.Black: _dots("BlackDot", "ratio", 2),
    dots.Greater: _dots("GreaterThan", "", 0),
    dots.PairSum: _sign,
    chess.AntiKnight: lambda writer, _: writer.part("AntiKnight"),
    chess.AntiKing: lambda writer, _: writer.part("AntiKing"),
    chess.AntiTaxicab: lambda writer, _: writer.part("AntiTaxicab"),
    chess.NonConsecutive: lambda writer, _: writer.part("AntiConsecutive"),
    outside.LittleKiller: _little_killer,
    outside.Sandwich: _sandwich,
    outside.XSum: _clue("XSum"),
    outside.Skyscraper: _clue("Skyscraper"),
    outside.HiddenSkyscraper: _clue("HiddenSkyscraper"),
    outside.NumberedRoom: _clue("NumberedRoom"),
    chaos.ConnectedDigits: _connected,
    chaos.RegionRun: _region_run,
    chaos.RegionCount: _region_count,
    ranks.FullRank: _full_rank,
    ranks.NoTies: lambda writer, _: writer.part("FullRankTies", "none"),
    indexing.RowIndexer: _indexer("R"),
    indexing.ColumnIndexer: _indexer("C"),
    indexing.ValueIndex: _on_cells("ValueIndexing"),
}
