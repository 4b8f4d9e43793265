"""Texts made of boards as people write them, to see that none is read as another puzzle.

``python tests/text_fuzzing.py 1000000 7`` reads a million of them from the seed 7, and prints each
that is misread, and how many were refused.  With files of puzzles after it, boards are those of the
files, and a file of one puzzle is itself a text around which others are put.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from io import StringIO
from math import isqrt
from pathlib import Path
from random import Random

from cpsudoku import formats
from cpsudoku.errors import CpsudokuError, FormatError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import SYMBOLS, usual

BLANKS = "...000-_*?xXo·□—"
WORDS = [
    "Sudoku", "Puzzle 12", "26 clues", "SE 7.1", "Simple Sudoku", "Version 4.2n", "Grid", "Board",
    "Here it is:", "Rating: 3.4 (Hard)", "Can you solve this? It took me 45 minutes.", "quizzes",
    "Thanks, Bob (2024-05-01)", "9x9 (3x3) SUDOKU PUZZLE", "Difficulty: 0.50", "solution", "A1",
    "Daily #17 of 2024", "medium", "Puzzle", "by X", "---", "Level 3",
    "26", "7.2",
]  # fmt: skip
BEFORE_LINES = [
    "1 ",
    "17 ",
    "p1 ",
    "No. 1 ",
    "[1] ",
    "1\t",
    "p1\t",
    "1: ",
    "3) ",
    "Puzzle 1: ",
    "a ",
]
BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 16: (4, 4)}


@dataclass(frozen=True)
class Sample:
    """A text, the puzzle in it, and how the text was made."""

    text: str
    puzzle: Puzzle
    made: str


@dataclass
class Found:
    """What files hold: the digits of boards of the usual rules, and whole texts of one puzzle."""

    boards: list[tuple[int, ...]] = field(default_factory=list)
    texts: list[tuple[str, Puzzle]] = field(default_factory=list)


def found_in(paths: Iterable[Path]) -> Found:
    """Return what files hold; those that are not read as puzzles are left out."""
    found = Found()
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8")
            puzzles = read(text)
        except (CpsudokuError, UnicodeDecodeError):
            continue
        if len(puzzles) == 1:
            found.texts.append((text, puzzles[0]))
        found.boards += [
            puzzle.digits
            for puzzle in puzzles
            if puzzle.rules == usual(puzzle.rules.size) and not puzzle.has_pencil_marks
            if puzzle.rules.size in BOXES
        ]
    return found


def board(random: Random, size: int) -> list[int]:
    """Return the digits of a grid of a size, shuffled, with some of them left out."""
    height, width = BOXES[size]
    digits = random.sample(range(1, size + 1), size)
    rows, columns = shuffled(random, size, height), shuffled(random, size, width)
    full = [digits[(r % height * width + r // height + c) % size] for r in rows for c in columns]
    share = random.choice([0.1, 0.3, 0.4, 0.6, 1.0])
    return [digit if random.random() < share else 0 for digit in full]


def shuffled(random: Random, size: int, step: int) -> list[int]:
    """Return the lines of a grid in another order that keeps its boxes."""
    groups = [list(range(at, at + step)) for at in range(0, size, step)]
    return [
        line for group in random.sample(groups, len(groups)) for line in random.sample(group, step)
    ]


def symbols_of(random: Random, digits: list[int], size: int) -> tuple[str, list[str]]:
    """Return the name of an alphabet and its symbols, blanks first.

    It begins with 0 only where that shows: a text without 0, or with no other blank, means another
    puzzle by itself.
    """
    blank = random.choice(BLANKS)
    name = random.choice(["usual", "usual", "letters", "wide", "from 0", "lower"])
    if name == "letters":
        letters = [chr(ord("A") + i) for i in range(size)]
        return name, ["." if blank.upper() in letters else blank, *letters]
    if name == "wide":
        wide = {code: code + 0xFEE0 for code in range(33, 127)}
        return name, [blank, *(symbol.translate(wide) for symbol in SYMBOLS[:size])]
    if name == "from 0" and blank != "0" and {0, 1} <= set(digits) and not _repeats(digits, size):
        return name, [blank, *("0" + SYMBOLS)[:size]]
    return name, [blank, *(SYMBOLS[:size].lower() if name == "lower" else SYMBOLS[:size])]


def _repeats(digits: list[int], size: int) -> bool:
    """Return whether 1 stands twice in a line, as the digit 0 of no puzzle would."""
    places = [divmod(cell, size) for cell, digit in enumerate(digits) if digit == 1]
    return any(len(set(line)) < len(line) for line in zip(*places, strict=True))


Rows = list[list[str]]


def drawn(random: Random, rows: Rows, blank: str) -> list[str]:
    """Return rows with borders around the boxes."""
    height, width = BOXES[len(rows)]
    lines = [border := "+" + "+".join(["-" * (2 * width + 1)] * (len(rows) // width)) + "+"]
    for r, row in enumerate(rows, start=1):
        parts = [" ".join(row[at : at + width]) for at in range(0, len(rows), width)]
        lines += [f"| {' | '.join(parts)} |", *([border] if r % height == 0 else [])]
    return lines


def bands(random: Random, rows: Rows, blank: str) -> list[str]:
    """Return rows with blank lines and gaps between the boxes."""
    height, width = BOXES[len(rows)]
    lines = []
    for r, row in enumerate(rows, start=1):
        parts = ["".join(row[at : at + width]) for at in range(0, len(rows), width)]
        lines += [random.choice([" ", "|"]).join(parts), *([""] if r % height == 0 else [])]
    return lines


def markdown(random: Random, rows: Rows, blank: str) -> list[str]:
    """Return a table of Markdown, perhaps with nothing in the blanks, or without headings."""
    heads = random.choice([[[""] * len(rows)], [[str(i) for i in range(1, len(rows) + 1)]], []])
    empty = random.random() < 0.5
    shown = [[" " if empty and cell == blank else cell for cell in row] for row in rows]
    lines = [f"| {' | '.join(row)} |" for row in [*heads, *shown]]
    return [lines[0], "|" + "---|" * len(rows), *lines[1:]]


def html(random: Random, rows: Rows, blank: str) -> list[str]:
    """Return a table of HTML."""
    made = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    return ["<table>", *(f"<tr>{row}</tr>" for row in made), "</table>"]


LAYOUTS: dict[str, Callable[[Random, Rows, str], list[str]]] = {
    "drawn": drawn, "bands": bands, "markdown": markdown, "html": html,
    "line": lambda random, rows, blank: ["".join(map("".join, rows))],
    "spaced line": lambda random, rows, blank: [
        random.choice([" ", ",", ", "]).join(cell for row in rows for cell in row)
    ],
    "rows": lambda random, rows, blank: ["".join(row) for row in rows],
    "spaced": lambda random, rows, blank: [" ".join(row) for row in rows],
    "commas": lambda random, rows, blank: [", ".join(row) for row in rows],
    "last commas": lambda random, rows, blank: [",".join(row) + "," for row in rows],
    "json": lambda random, rows, blank: [
        json.dumps(["".join(row) for row in rows], ensure_ascii=False)
    ],
    "python": lambda random, rows, blank: ["b = [", *(f"    {list(row)}," for row in rows), "]"],
    "lists": lambda random, rows, blank: [f"[{', '.join(row)}]" for row in rows],
    "c": lambda random, rows, blank: [
        "int b[][] = {", *("{" + ", ".join(row) + "}," for row in rows), "};"
    ],
    "bullets": lambda random, rows, blank: [f"- {''.join(row)}" for row in rows],
    "quoted": lambda random, rows, blank: [f'    "{"".join(row)}",' for row in rows],
    "remarks": lambda random, rows, blank: [
        f"{''.join(row)}  // row {number}" for number, row in enumerate(rows, start=1)
    ],
    "slashes": lambda random, rows, blank: [
        random.choice(["/", "|", ","]).join("".join(row) for row in rows)
    ],
    "breaks": lambda random, rows, blank: [f"<p>{'<br>'.join(map(''.join, rows))}</p>"],
    "forum": lambda random, rows, blank: ["[code]", *map("".join, rows), "[/code]"],
    "frame": lambda random, rows, blank: [
        "   " + "  ".join(map(str, range(len(rows)))),
        *(f"{number}  {'  '.join(row)}" for number, row in enumerate(rows)),
    ],
    "numbered columns": lambda random, rows, blank: [
        ",".join(f"c{number}" for number in range(1, len(rows) + 1)), *map(",".join, rows)
    ],
    "rust": lambda random, rows, blank: [
        "let b: [[u8; 9]; 9] = [", *(f"[{', '.join(row)}]," for row in rows), "];"
    ],
    "php": lambda random, rows, blank: [
        "$b = array(", *(f"array({', '.join(row)})," for row in rows), ");"
    ],
    "latex": lambda random, rows, blank: [
        "\\begin{tabular}{c}", *(" & ".join(row) + r" \\" for row in rows), "\\end{tabular}"
    ],
}  # fmt: skip
SEPARATED = {
    "spaced line", "markdown", "html", "commas", "last commas", "python", "lists", "c", "latex",
    "frame", "numbered columns", "rust", "php",
}  # fmt: skip


def labelled(random: Random, name: str, lines: list[str], size: int) -> tuple[str, list[str]]:
    """Return what stands before rows or above columns, and the lines with it."""
    if name in {"rows", "spaced"} and random.random() < 0.1:
        labels = random.choice([SYMBOLS[9:], [str(i) for i in range(1, size + 1)]])
        between = random.choice([" ", " | ", ": "])
        return "row labels", [a + between + b for a, b in zip(labels, lines, strict=False)]
    if name in {"rows", "spaced"} and random.random() < 0.1:
        heads = random.choice([SYMBOLS[9 : 9 + size], SYMBOLS[:size]])
        return "headings", ["  " + random.choice([" ", ""]).join(heads), *lines]
    if name in {"line", "spaced line"} and random.random() < 0.3:
        return "label", [random.choice(BEFORE_LINES) + lines[0]]
    return "", lines


def surrounded(random: Random, name: str, lines: list[str], size: int) -> tuple[str, list[str]]:
    """Return the names of what people put around lines, and the lines with it."""
    before, lines = labelled(random, name, lines, size)
    shares = {
        "indented": 0.1,
        "cut": 0.15,
        "title": 0.2,
        "footer": 0.15,
        "fence": 0.1,
        "quote": 0.1,
    }
    done = {what for what, share in shares.items() if random.random() < share}
    if "indented" in done:
        lines = [random.choice(["  ", "\t"]) + line for line in lines]
    if "cut" in done and before != "headings" and name != "text":
        lines = cut(random, name, lines)
    if "title" in done:
        lines = [random.choice(WORDS), *random.choice([[], [""]]), *lines]
    if "footer" in done:
        lines = [*lines, *random.choice([[], [""]]), random.choice(WORDS)]
    if "fence" in done:
        lines = ["```", *lines, "```"]
    if "quote" in done:
        lines = [f"> {line}" for line in lines]
    return " ".join([before, *sorted(done)]), lines


def cut(random: Random, layout: str, lines: list[str]) -> list[str]:
    """Return lines without one of them, or without a part of one.

    What is left may be a puzzle by itself: a line of fewer cells, or a cell with nothing in it.
    Such are not made.
    """
    at = random.randrange(len(lines))
    line = lines[at]
    some = random.randrange(len(line) + 1)
    few = random.choice([[], [line[:some]], [line[some:]], [line[:some] + line[some + 1 :]]])
    is_short = bool(few) and (
        len(few[0]) == len(line) - 1
        or few[0].strip()[:1] in {",", "|", "&"}
        or few[0].strip()[-1:] in {",", "&"}
    )
    if (
        "line" in layout
        or layout in {"json", "slashes", "breaks"}
        or (layout in SEPARATED and is_short)
    ):
        few = []
    return [*lines[:at], *few, *lines[at + 1 :]]


def noisy(random: Random, text: str) -> tuple[str, str]:
    """Return the name of what programs do to any text, or nothing, and the text with it."""
    if random.random() < 0.8:
        return "", text
    ends = {"CRLF": "\r\n", "CR": "\r", "VT": "\v\n", "FF": "\n\f", "NEL": "\x85"}
    spaces = {"NBSP": "\xa0", "thin": "\u2009", "wide": "\u3000", "tab": "\t", "two": "  "}
    unseen = {"ZWSP": "\u200b", "RLM": "\u200f", "BOM": "\ufeff", "LRI": "\u2066", "SHY": "\xad"}
    name = random.choice([*ends, *spaces, *unseen])
    share = random.choice([0.02, 0.3, 1])
    if name in ends:
        return name, text.replace("\n", ends[name])
    if name in spaces:
        return name, "".join(
            spaces[name] if one == " " and random.random() < share else one for one in text
        )
    return name, "".join(unseen[name] * (random.random() < share) + one for one in text)


def sample(random: Random, real: Found | None = None) -> Sample:
    """Return a text with a board, made or real, or with a real text in it."""
    if real and real.texts and random.random() < 0.1:
        text, puzzle = random.choice(real.texts)
        around, lines = surrounded(random, "text", text.splitlines(), puzzle.rules.size)
        return Sample("\n".join(lines) + "\n", puzzle, f"real text, {around}")
    if real and real.boards:
        digits = list(random.choice(real.boards))
        size = isqrt(len(digits))
    else:
        size = random.choice([4, 6, 8, 9, 9, 9, 9, 16])
        digits = board(random, size)
    alphabet, symbols = symbols_of(random, digits, size)
    rows = [[symbols[digit] for digit in digits[at : at + size]] for at in range(0, size**2, size)]
    layout = random.choice(list(LAYOUTS))
    lines = LAYOUTS[layout](random, rows, symbols[0])
    around, lines = surrounded(random, layout, lines, size)
    made = f"{size} {layout}, {alphabet} {symbols[0]!r}, {around}"
    if random.random() < 0.05:  # a table beside the board
        lines = [f"{line}   {random.choice(['x', '12', '1 2 3', '. 4 .'])}" for line in lines]
        made += ", beside another"
    noise, text = noisy(random, "\n".join(lines) + "\n")
    return Sample(text, Puzzle.from_digits(digits, usual(size)), f"{made} {noise}")


def read(text: str) -> list[Puzzle]:
    """Return the puzzles of a text, as a command reads them."""
    return [record.puzzle for record in formats.read(StringIO(text))]


def misread(text: Sample) -> list[Puzzle] | None:
    """Return what a text is taken for, if not for its puzzle alone; raise if it is refused."""
    found = read(text.text)
    return found if found != [text.puzzle] else None


def main(number: int, seed: int, *paths: str) -> int:
    """Read a number of texts, and return how many were misread."""
    real = found_in(map(Path, paths))
    print(f"{len(real.boards)} boards and {len(real.texts)} texts in {len(paths)} files")
    random, refused, wrong = Random(seed), Counter[str](), 0
    for done in range(number):
        if done % 50_000 == 0 < done:
            print(f"{done} texts, {wrong} misread", flush=True)
        text = sample(random, real)
        try:
            if (found := misread(text)) is not None:
                wrong += 1
                print(
                    f"MISREAD {text.made}\n{text.text}as {[*map(str, found)]}\nnot {text.puzzle}\n",
                    flush=True,
                )
        except FormatError:
            refused["cut" if "cut" in text.made else "whole"] += 1
    print(f"{number} texts, seed {seed}: {wrong} misread, {dict(refused)} refused")
    return wrong


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]) > 0)
