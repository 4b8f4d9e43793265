"""Texts made of boards as people write them, to see that none is read as another puzzle.

``python tests/text_fuzzing.py 1000000 7`` reads a million of them from the seed 7, and prints each
that is misread, and how many were refused.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass
from random import Random

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import SYMBOLS, usual

BLANKS = "...000-_*?xXo·□—"
WORDS = [
    "Sudoku", "Puzzle 12", "26 clues", "SE 7.1", "Simple Sudoku", "Version 4.2n", "Grid", "Board",
    "Here it is:", "Rating: 3.4 (Hard)", "Can you solve this? It took me 45 minutes.", "quizzes",
    "Thanks, Bob (2024-05-01)", "9x9 (3x3) SUDOKU PUZZLE", "Difficulty: 0.50", "solution", "A1",
    "Daily #17 of 2024", "medium", "Puzzle", "by X", "---", "Level 3",
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


def board(random: Random, size: int) -> list[int]:
    """Return the digits of a grid of a size, shuffled, with some of them left out."""
    height, width = BOXES[size]
    digits, rows, columns = random.sample(range(1, size + 1), size), [], []
    for lines, step in ((rows, height), (columns, width)):
        groups = [list(range(at, at + step)) for at in range(0, size, step)]
        random.shuffle(groups)
        for group in groups:
            lines += random.sample(group, step)
    full = [digits[(r % height * width + r // height + c) % size] for r in rows for c in columns]
    share = random.choice([0.1, 0.3, 0.4, 0.6, 1.0])
    return [digit if random.random() < share else 0 for digit in full]


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
    if name == "from 0" and blank != "0" and {0, 1} <= set(digits):
        return name, [blank, *("0" + SYMBOLS)[:size]]
    return name, [blank, *(SYMBOLS[:size].lower() if name == "lower" else SYMBOLS[:size])]


def laid_out(random: Random, cells: list[str], blank: str, size: int) -> tuple[str, list[str]]:
    """Return the name of a layout, and the lines of some cells in it."""
    rows = [cells[start : start + size] for start in range(0, size * size, size)]
    height, width = BOXES[size]
    name = random.choice(list(LAYOUTS))
    if name == "line":
        return name, ["".join(cells)]
    if name == "spaced line":
        return name, [random.choice([" ", ",", ", "]).join(cells)]
    if name == "drawn":
        border = "+" + "+".join(["-" * (2 * width + 1)] * (size // width)) + "+"
        lines = [border]
        for r, row in enumerate(rows, start=1):
            parts = [" ".join(row[at : at + width]) for at in range(0, size, width)]
            lines += [f"| {' | '.join(parts)} |", *([border] if r % height == 0 else [])]
        return name, lines
    if name == "bands":
        lines = []
        for r, row in enumerate(rows, start=1):
            parts = ["".join(row[at : at + width]) for at in range(0, size, width)]
            lines += [random.choice([" ", "|"]).join(parts), *([""] if r % height == 0 else [])]
        return name, lines
    if name == "markdown":
        heads = random.choice([[""] * size, [str(i) for i in range(1, size + 1)]])
        empty = random.random() < 0.5
        lines = [f"| {' | '.join(heads)} |", "|" + "---|" * size]
        for row in rows:
            shown = [" " if empty and cell == blank else cell for cell in row]
            lines.append(f"| {' | '.join(shown)} |")
        return name, lines
    if name == "html":
        made = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
        return name, ["<table>", *(f"<tr>{row}</tr>" for row in made), "</table>"]
    return name, LAYOUTS[name](rows)


LAYOUTS = {
    "line": None, "spaced line": None, "drawn": None, "bands": None, "markdown": None, "html": None,
    "rows": lambda rows: ["".join(row) for row in rows],
    "spaced": lambda rows: [" ".join(row) for row in rows],
    "commas": lambda rows: [", ".join(row) for row in rows],
    "last commas": lambda rows: [",".join(row) + "," for row in rows],
    "json": lambda rows: json.dumps(["".join(row) for row in rows], ensure_ascii=False).splitlines(),
    "python": lambda rows: ["b = [", *(f"    {list(row)}," for row in rows), "]"],
    "c": lambda rows: ["int b[][] = {", *("{" + ", ".join(row) + "}," for row in rows), "};"],
    "latex": lambda rows: ["\\begin{tabular}{c}", *(" & ".join(row) + r" \\" for row in rows),
                           "\\end{tabular}"],
}  # fmt: skip

SEPARATED = {"spaced line", "markdown", "html", "commas", "last commas", "python", "c", "latex"}


def surrounded(random: Random, name: str, lines: list[str], size: int) -> tuple[str, list[str]]:
    """Return the names of what people put around lines, and the lines with it."""
    done = []

    def chance(what: str, share: float) -> bool:
        if random.random() >= share:
            return False
        done.append(what)
        return True

    if name in {"rows", "spaced"} and chance("row labels", 0.1):
        labels = random.choice([SYMBOLS[9:], [str(i) for i in range(1, size + 1)]])
        between = random.choice([" ", " | ", ": "])
        lines = [label + between + line for label, line in zip(labels, lines, strict=False)]
    if name in {"rows", "spaced"} and chance("headings", 0.1):
        heads = random.choice([SYMBOLS[9 : 9 + size], SYMBOLS[:size]])
        lines = ["  " + random.choice([" ", ""]).join(heads), *lines]
    if name in {"line", "spaced line"} and chance("label", 0.3):
        lines = [random.choice(BEFORE_LINES) + lines[0]]
    if chance("indented", 0.1):
        lines = [random.choice(["  ", "\t"]) + line for line in lines]
    if "headings" not in done and chance("cut", 0.15):
        lines = cut(random, name, lines)
    if chance("title", 0.2):
        lines = [random.choice(WORDS), *random.choice([[], [""]]), *lines]
    if chance("footer", 0.15):
        lines = [*lines, *random.choice([[], [""]]), random.choice(WORDS)]
    if chance("fence", 0.1):
        lines = ["```", *lines, "```"]
    if chance("quote", 0.1):
        lines = [f"> {line}" for line in lines]
    return " ".join(done), lines


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
        or few[0].strip()[:1] in {",", "|"}
        or few[0].strip()[-1:] == ","
    )
    if "line" in layout or layout == "json" or (layout in SEPARATED and is_short):
        few = []
    return [*lines[:at], *few, *lines[at + 1 :]]


def sample(random: Random) -> Sample:
    """Return a text with a board."""
    size = random.choice([4, 6, 8, 9, 9, 9, 9, 16])
    digits = board(random, size)
    alphabet, symbols = symbols_of(random, digits, size)
    layout, lines = laid_out(random, [symbols[digit] for digit in digits], symbols[0], size)
    around, lines = surrounded(random, layout, lines, size)
    made = f"{size} {layout}, {alphabet} {symbols[0]!r}, {around}"
    return Sample("\n".join(lines) + "\n", Puzzle.from_digits(digits, usual(size)), made)


def misread(text: Sample) -> Puzzle | None:
    """Return the puzzle that a text is taken for, if it is another one; raise if it is refused."""
    found = formats.parse(text.text)
    return found if found.candidates != text.puzzle.candidates else None


def main(number: int, seed: int) -> int:
    """Read a number of texts, and return how many were misread."""
    random, refused, wrong = Random(seed), Counter[str](), 0
    for _ in range(number):
        text = sample(random)
        try:
            if (found := misread(text)) is not None:
                wrong += 1
                print(
                    f"MISREAD {text.made}\n{text.text}as {found}\nnot {text.puzzle}\n", flush=True
                )
        except FormatError:
            refused["cut" if "cut" in text.made else "whole"] += 1
    print(f"{number} texts, seed {seed}: {wrong} misread, {dict(refused)} refused")
    return wrong


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])) > 0)
