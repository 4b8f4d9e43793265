"""Grids for the tests of `cpsudoku.learn`, and an oracle that shares no code with it."""

import json
import re

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def rows_of(grid: str) -> list[str]:
    return [grid[i : i + 9] for i in range(0, 81, 9)]


def is_right(puzzle: str, grid: str) -> bool:
    """Whether 81 characters solve a classic puzzle: written for reading, with texts alone."""
    if not re.fullmatch("[1-9]{81}", grid, re.ASCII):
        return False
    if any(p not in (".", g) for p, g in zip(puzzle, grid, strict=True)):
        return False
    rows = rows_of(grid)
    columns = ["".join(row[c] for row in rows) for c in range(9)]
    squares = [
        "".join(rows[r + i][c + j] for i in range(3) for j in range(3))
        for r in (0, 3, 6)
        for c in (0, 3, 6)
    ]
    return all(sorted(house) == list("123456789") for house in rows + columns + squares)


def could_be_read(puzzle: str, text: str) -> bool:
    """Whether 81 digits in a row of a text solve a puzzle.

    Prose and labels of rows are left out.  A reward without that is false, whatever was read.
    """
    digits = re.sub("[^1-9]", "", re.sub("Row [1-9]:", "", text))
    return any(is_right(puzzle, digits[i : i + 81]) for i in range(len(digits) - 80))


WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
CHINESE = "一二三四五六七八九"
LETTERS = "ABCDEFGHI"
ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth"]


def ruled(lines: list[str], rule: str) -> str:
    """Return lines with a rule after each third one but the last."""
    return "\n".join("\n".join([rule, *lines[i : i + 3]]) for i in (0, 3, 6))


def written(grid: str) -> dict[str, str]:
    """Return a grid of 81 characters in the ways in which people and models write one."""
    lines = rows_of(grid)
    rows, spaced = [*enumerate(lines, 1)], [" ".join(line) for line in lines]
    tags = ["".join(f"<td>{d}</td>" for d in line) for line in lines]
    thirds = [" | ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) for row in lines]
    drawn = ruled([f"| {row} |" for row in thirds], "+-------+-------+-------+")
    array = [[int(d) if d.isdecimal() else 0 for d in row] for row in lines]
    nested = json.dumps(array)
    cells = [(i // 9 + 1, i % 9 + 1, d) for i, d in enumerate(grid)]
    markdown = "| a | b | c |\n|:-:|:-:|---|\n" + "\n".join(f"| {' | '.join(r)} |" for r in lines)
    latex = " \\\\\n\\hline\n".join(" & ".join(r) for r in lines) + " \\\\"
    # As NVIDIA NeMo Gym and TextArena show a board.
    shown = ruled(
        [f"R{i}  {'  '.join(r[:3])} |  {'  '.join(r[3:6])} |  {'  '.join(r[6:])}" for i, r in rows],
        "   " + "- " * 16,
    )
    return {
        "line": grid,
        "lines": "\n".join(lines),
        "spaced": "\n".join(spaced),
        "one line, spaced": " ".join(spaced),
        "drawn": drawn,
        "boxes of Unicode": drawn.replace("-", "─").replace("|", "│").replace("+", "┼"),
        "markdown": markdown,
        "JSON": nested,
        "JSON object": json.dumps({"solution": array}),
        "JSON of texts": json.dumps(lines),
        "JSON of letters": json.dumps(dict(zip(LETTERS, array, strict=True))),
        "JSON of cells": json.dumps({f"r{r}c{c}": d for r, c, d in cells}),
        "fenced": f"```json\n{nested}\n```",
        "LaTeX": "\\begin{array}\n" + latex,
        "LaTeX of columns": f"\\begin{{array}}{{|ccc|ccc|ccc|}}\\hline\n{latex}\\end{{array}}",
        "LaTeX in bold": latex.replace("5", "\\textbf{5}").replace("7", "\\boxed{7}"),
        "matrix": f"$$\\boxed{{\\begin{{bmatrix}}{latex}\\end{{bmatrix}}}}$$",
        "boxed": rf"Thus \boxed{{{grid}}}.",
        "prose": f"Sure! The solution is {grid}. I hope that helps.",
        "prose and lines": "Here you go:\n\n" + "\n".join(spaced) + "\n\nDone.",
        "question": f"What is it? {grid}",
        "tagged": f"<think>{'9' * 81}</think> 12 <answer>{grid}</answer> {'1' * 81}",
        "labels": "\n".join(f"Row {i}: {' '.join(row)}" for i, row in rows),
        "bold labels": "\n".join(f"**Row {i}:** {' '.join(row)}" for i, row in rows),
        "labels without signs": "\n".join(f"Row {i}  {' '.join(row)}" for i, row in rows),
        "labels with arrows": "\n".join(f"Row {i} -> {row}" for i, row in rows),
        "labels by letters": "\n".join(f"Row {LETTERS[i - 1]}: {row}" for i, row in rows),
        "labels on a line": "; ".join(f"Row {i}: {row}" for i, row in rows),
        "labels of JSON": "{\n" + ",\n".join(f'"row{i}": "{r}"' for i, r in rows) + "\n}",
        "Spanish labels": "\n".join(f"Fila {i}: {row}" for i, row in rows),
        "labels after prose": "So: " + "\n".join(f"{i}. {' '.join(row)}" for i, row in rows),
        "Chinese labels": "\n".join(f"第{i}行：{'，'.join(row)}" for i, row in rows),
        "Chinese commas": "\n".join(f"第{i}行：{'、'.join(row)}" for i, row in rows),
        "Chinese numbers": "\n".join(f"第{CHINESE[i - 1]}行：{row}" for i, row in rows),
        "numbers before rows": "\n".join(f"{i}. {' '.join(row)}" for i, row in rows),
        "bullets": "\n".join(f"- {row}" for row in spaced),
        "header": "  123 456 789\n" + "\n".join(f"{LETTERS[i - 1]} | {r}" for i, r in rows),
        "header and letters": "    1 2 3 4 5 6 7 8 9\n"
        + "\n".join(f"{LETTERS[i - 1]}   {' '.join(r)}" for i, r in rows),
        "header and numbers": "    1 2 3 4 5 6 7 8 9\n"
        + "\n".join(f"{i}   {' '.join(r)}" for i, r in rows),
        "header of Markdown": "| | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|-|-|-|-|-|-|-|-|-|-|\n"
        + "\n".join(f"| **{i}** | {' | '.join(r)} |" for i, r in rows),
        "footer": "\n".join(f"{i} | {r}" for i, r in rows) + "\n  + ---------\n    123456789",
        "NeMo": "   C1 C2 C3   C4 C5 C6   C7 C8 C9  \n" + shown,
        "bold cells": "\n".join(" ".join(f"**{d}**" for d in row) for row in lines),
        "framed cells": "\n".join("".join(f"{d}\ufe0f\u20e3" for d in row) for row in lines),
        "coloured cells": "\n".join("".join(f"\x1b[1;31m{d}\x1b[0m " for d in r) for r in lines),
        "full width": grid.translate({ord("0") + d: 0xFF10 + d for d in range(10)}),
        "Arabic digits": grid.translate({ord("0") + d: 0x660 + d for d in range(10)}),
        "quoted": "\n".join(f"> {row}" for row in spaced),
        "quoted twice and drawn": "\n".join(f">> {row}" for row in drawn.split("\n")),
        "HTML": "<table>\n" + "\n".join(f"<tr>{row}</tr>" for row in tags) + "\n</table>",
        "HTML on a line": "<table border='1'>"
        + "".join(f"<tr class='a'><th>{i}</th>{row}</tr>" for i, row in enumerate(tags, 1))
        + "</table>",
        "HTML of lines": "<p><b>" + "</b><br/>".join(spaced) + "</p>",
        "cells": "\n".join(f"r{r}c{c}: {d}" for r, c, d in cells),
        "cells on a line": ", ".join(f"R{r}C{c}={d}" for r, c, d in cells) + ".",
        "cells with a word": "\n".join(f"Cell ({r},{c}) = {d}" for r, c, d in cells),
        "cells of an array": "\n".join(f"[{r - 1}][{c - 1}] = {d}" for r, c, d in cells),
        "cells of a table": "\n".join(f"| R{r}C{c} | {d} |" for r, c, d in cells),
        "rows with ticks": "\n".join(f"{row} ✓" for row in spaced),
        "escaped ends of lines": "\\n".join(spaced),
        "words for numbers": "\n".join(
            f"Row {WORDS[i - 1]}: {' '.join(row)}" for i, row in rows
        ),
        "cells of a named array": "\n".join(f"grid[{r - 1}][{c - 1}] = {d}" for r, c, d in cells),
        "cells from 0": "; ".join(f"r{r - 1}c{c - 1} = {d}" for r, c, d in cells),
        "cells in words": "\n".join(f"- **Row {r}, Column {c}**: {d}" for r, c, d in cells),
        "cells in brackets": "\n".join(f"({r}, {c}): {d}" for r, c, d in cells),
        "cells by letters": "\n".join(f"{LETTERS[r - 1]}{c} = {d}" for r, c, d in cells),
        "rows in words": "\n".join(f"{ORDINALS[i - 1]} row: {row}" for i, row in rows),
        "rows of Python": str({f"row{i}": row for i, row in rows}),
        "cells by columns": "\n".join(f"r{r}c{c} -> {d}" for c, r, d in
                                      sorted((c, r, d) for r, c, d in cells)),
        "Python": "[\n" + "\n".join(f"  [{', '.join(r)}],  # row {i}" for i, r in rows) + "\n]",
        "C": "int g[9][9] = {\n" + ",\n".join(f"{{{','.join(r)}}}" for r in lines) + "\n};",
        "CRLF": "\r\n".join(lines),
        "semicolons": "; ".join(spaced),
        "rows by slashes": "/".join(lines),
        "rules of minus signs": ruled(thirds, "- - - + - - - + - - -"),
        "the last of several": f"{'1' * 81}\nNo, wait.\n{grid}",
        "question, then answer": "." * 81 + "\nThe answer:\n" + grid,
        "after a number": f"r1c2 is 4.\n{grid}",
        "JSON after a number": f"There are 17\n{nested}\n51 were blank",
        "the second of two lines": f"{'1' * 81}\n{grid}",
        "answer, then question": grid + "\nwas the answer to\n" + "." * 81,
    }  # fmt: skip
