"""What is read of a model's answer, and what is not."""

import json
import random

import pytest
from answer_grids import SOLUTION, rows_of, written

from cpsudoku import formats
from cpsudoku.errors import OptionError
from cpsudoku.learn.reading import read_answer
from cpsudoku.rules import boxes, classic, usual

LINES = rows_of(SOLUTION)
ROWS = [*enumerate(LINES, 1)]
READABLE = written(SOLUTION)


@pytest.mark.parametrize("kind", READABLE)
def test_lenient_reads_what_models_write(kind: str) -> None:
    found = read_answer(READABLE[kind], classic())
    assert found.digits == tuple(map(int, SOLUTION)), found.why


STRICT = (
    "line", "lines", "spaced", "one line, spaced", "drawn", "boxes of Unicode", "JSON",
    "JSON object", "JSON of texts", "fenced", "CRLF", "semicolons", "rows by slashes",
    "bullets", "bold cells", "framed cells", "rules of minus signs",
)  # fmt: skip


@pytest.mark.parametrize("kind", READABLE)
def test_strict_reads_the_grid_alone(kind: str) -> None:
    found = read_answer(READABLE[kind], classic(), "strict")
    if kind in STRICT:
        assert found.digits == tuple(map(int, SOLUTION))
    else:
        assert found.digits is None


CELLS = [*enumerate(SOLUTION)]
UNREADABLE = {
    "nothing": "",
    "a refusal": "I cannot solve this.",
    "digits in prose": " then ".join(SOLUTION),
    "a cell missing": ", ".join(f"r{i // 9 + 1}c{i % 9 + 1}={d}" for i, d in CELLS[:80]),
    "a cell twice": ", ".join(f"r{i // 9 + 1}c{i % 9 + 1}={d}" for i, d in [*CELLS, (7, "1")]),
    "cells in prose": "so ".join(f"r{i // 9 + 1}c{i % 9 + 1}={d}\n" for i, d in CELLS),
    "cells with marks": "\n".join(f"r{i // 9 + 1}c{i % 9 + 1}: {d} or 4" for i, d in CELLS),
    "one short": SOLUTION[:-1],
    "one long": SOLUTION + "1",
    "negative": " ".join(f"-{d}" for d in SOLUTION),
    "arithmetic": "+".join(SOLUTION),
    "a sum": " ".join(f"{d}+0" for d in SOLUTION),
    "struck out": "".join(f"<del>{d}</del>" for d in SOLUTION),
    "cancelled": " ".join(rf"\cancel{{{d}}}" for d in SOLUTION),
    "the last row twice": "\n".join(f"Row {i}: {row}" for i, row in [*ROWS, ROWS[-1]]),
    "a row too many": "\n".join(f"Row {i}: {row}" for i, row in [*ROWS[:3], ROWS[0], *ROWS[3:]]),
    "labels of several words": "\n".join(f"{'Row' if i < 5 else 'No'} {i}. {r}" for i, r in ROWS),
    "rows that say nothing": "\n".join(f"Row {i} is {row}" for i, row in ROWS),
    "superscripts": SOLUTION.replace("1", "¹"),
    "a letter between": f"{SOLUTION[:40]}o{SOLUTION[40:]}",
    "rows in prose": "\nand\n".join(LINES),
    "rows out of prose": "\n".join(f"{row} is the next row" for row in LINES),
    "a row too long": "\n".join([*LINES[:2], f"9 | {LINES[2]}", *LINES[3:]]),
    "rows in another order": "\n".join(
        f"Row {(i + 3) % 9 + 1}: {row}" for i, row in enumerate(LINES)
    ),
    "a label missing": "\n".join(f"{i}. {row}" if i != 4 else row for i, row in ROWS),
    "only thought": f"{SOLUTION}</think> done",
    "a thought that was cut off": f"<think>Perhaps {SOLUTION}, or",
    "a second thought that was cut off": f"<think>1</think> So <thinking>{SOLUTION}",
    "untagged": f"{SOLUTION} <answer>see above</answer>",
}


@pytest.mark.parametrize("reading", ["lenient", "strict"])
@pytest.mark.parametrize("kind", UNREADABLE)
def test_digits_are_not_gathered(kind: str, reading: str) -> None:
    assert read_answer(UNREADABLE[kind], classic(), reading).digits is None


def test_grids_are_counted_and_the_last_one_counts() -> None:
    others = ["1" * 81, "2" * 81, SOLUTION, "3" * 81]
    found = read_answer(" or ".join(others), classic())
    assert (found.digits, found.grids) == ((3,) * 81, 4)


def test_what_stands_before_a_thought_that_was_cut_off_counts() -> None:
    found = read_answer(f"{SOLUTION} <think>or {'1' * 81}", classic())
    assert (found.digits, found.grids) == (tuple(map(int, SOLUTION)), 1)


def test_rows_with_labels_and_those_without_are_different_grids() -> None:
    spaced = "\n".join(map(" ".join, LINES))
    labelled = "\n".join(f"{i}: {'1' * 9}" for i in range(1, 10))
    for first, last in ((spaced, labelled), (labelled, spaced)):
        for between in ("\n", "\n\n", "\n---\n"):
            found = read_answer(first + between + last, classic())
            assert (found.digits, found.grids) == (read_answer(last, classic()).digits, 2)


def test_a_grid_of_labelled_rows_that_begins_anew_is_another() -> None:
    other = SOLUTION[9:] + SOLUTION[:9]
    numbered = [enumerate(rows_of(grid), 1) for grid in (other, SOLUTION)]
    text = "\n\n".join("\n".join(f"R{i}  {row}" for i, row in rows) for rows in numbered)
    found = read_answer(text, classic())
    assert (found.digits, found.grids) == (tuple(map(int, SOLUTION)), 2)


@pytest.mark.parametrize(("size", "number"), [(4, 1), (4, 0), (16, 1)])
def test_cells_and_rows_are_named_on_boards_of_any_size(size: int, number: int) -> None:
    rules = usual(size)
    rows = [[(i + j) % size + 1 for j in range(size)] for i in range(size)]
    flat = tuple(d for row in rows for d in row)
    places = [(i + number, j + number) for i in range(size) for j in range(size)]
    cells = [f"r{i}c{j}: {d}" for (i, j), d in zip(places, flat, strict=True)]
    named = [f"R{i}  {' '.join(map(str, row))}" for i, row in enumerate(rows, number)]
    first = [f"| {i} | {' | '.join(map(str, row))} |" for i, row in enumerate(rows, number)]
    for lines in (cells, named, first):
        assert read_answer("So:\n" + "\n".join(lines), rules).digits == flat
        assert read_answer("So:\n" + "\n".join(lines[1:]), rules).digits is None


def test_a_number_beside_a_paragraph_is_not_of_it() -> None:
    text = json.dumps({"grid": [[int(d) for d in row] for row in LINES]}, indent=1)
    assert read_answer(f"12 blanks\n\n{text}\n\n(81 cells)", classic()).grids == 1


def test_blanks_are_read_as_blanks() -> None:
    found = read_answer("." * 40 + "5" + "0" * 40, classic())
    assert found.digits == (0,) * 40 + (5,) + (0,) * 40
    assert found.grids == 0


def test_a_digit_that_the_rules_do_not_have_makes_the_grid_wrong_not_shorter() -> None:
    found = read_answer("9234341221434321", boxes(2, 2))
    assert found.digits is not None
    assert found.digits[0] > 4


@pytest.mark.parametrize("size", [12, 16])
def test_large_grids_as_numbers_letters_and_rows(size: int) -> None:
    rules = usual(size)
    rows = [[(i + j) % size + 1 for j in range(size)] for i in range(size)]
    flat = tuple(d for row in rows for d in row)
    letters = ["".join(rules.symbols[d - 1] for d in row) for row in rows]
    texts = [
        json.dumps(rows),
        "\n".join(" ".join(map(str, row)) for row in rows),
        "\n".join(letters),
        "".join(letters),
        "\n".join(" ".join(row) for row in letters),
    ]
    for text in texts:
        assert read_answer(text, rules, "strict").digits == flat
        assert read_answer(f"The answer is:\n{text}\nas you see.", rules).digits == flat
        assert read_answer(f"It is 4\n{text}\nas you see.", rules).digits == flat


def test_words_before_a_large_grid_are_not_read_strictly() -> None:
    # With its one word they are as many words as a grid has rows.
    grid = "".join(usual(16).symbols[(i + j) % 16] for i in range(16) for j in range(16))
    assert read_answer(grid, usual(16), "strict").digits is not None
    assert read_answer("junk " * 15 + grid, usual(16), "strict").digits is None


@pytest.mark.parametrize("answer", [None, 5, b"1" * 81, [1] * 81, float("nan"), object()])
def test_what_is_not_a_text_is_not_read(answer: object) -> None:
    assert "expected a text" in read_answer(answer, classic()).why


def test_there_are_two_readings() -> None:
    with pytest.raises(OptionError, match="lenient or strict"):
        read_answer("", classic(), "kind")


HOSTILE = (
    "1", "-", "--", "|", "+|", "[", "{", "<answer>", "</think>", "\n", "1\n", "Row 1:", "r1 ",
    "\\hline", "```\n", "* ", ". ", "1 2 3 4 5 6 7 8 9\n", "| - ", '{"a":', "\x00", "\ud800",
    "…", "9" * 81 + "x", " ", "*", "> ", "<td ", "</tr>", "\\begin{", "r1c1: 5\n", " # ",
    "第1行", "R1 ", "５", "&#", "\x1b[", "A 1 ", "*", '"*', "\v", "\u00a0", " -", ":",
)  # fmt: skip


@pytest.mark.thorough(but=8)
@pytest.mark.parametrize("unit", HOSTILE)
def test_a_long_text_takes_time_in_proportion_to_its_length(unit: str) -> None:
    # What took the square of its length would take a minute.
    text = unit * ((1 << 16) // len(unit))
    read_answer(text, classic(), "lenient")
    read_answer(text + "!", boxes(4, 4), "strict")


def test_programs_notations_are_read_strictly() -> None:
    puzzle = formats.parse(SOLUTION)
    for notation in ("sdk", "fpuzzles", "sudokupad"):
        text = formats.write(puzzle, notation)
        assert read_answer(text, classic(), "strict").digits == puzzle.digits


def test_random_texts_never_raise() -> None:
    chance = random.Random(1)
    pieces = [*HOSTILE, SOLUTION, *LINES, " ", "5", "a", "# rules: 4", "http://x/?fpuzzles=a", "0x"]
    for _ in range(1000):
        text = "".join(chance.choices(pieces, k=chance.randrange(1, 30)))
        for reading in ("lenient", "strict"):
            found = read_answer(text, classic(), reading)
            assert (found.digits is None) == bool(found.why)
            assert found.digits is None or len(found.digits) == 81
