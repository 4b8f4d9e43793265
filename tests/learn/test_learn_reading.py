"""What is read of a model's answer, and what is not."""

import json
import random

import pytest
from answer_grids import SOLUTION, rows_of

from cpsudoku import formats
from cpsudoku.errors import OptionError
from cpsudoku.learn.reading import read_answer
from cpsudoku.rules import boxes, classic, usual

LINES = rows_of(SOLUTION)
SPACED = [" ".join(line) for line in LINES]
ROWS = [*enumerate(LINES, 1)]
DRAWN = "\n".join(
    line
    for band in range(3)
    for line in (
        "+-------+-------+-------+",
        *(
            "| " + " | ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) + " |"
            for row in LINES[3 * band : 3 * band + 3]
        ),
    )
)
MARKDOWN = "| a | b | c |\n|:-:|:-:|---|\n" + "\n".join("| " + " | ".join(r) + " |" for r in LINES)
NESTED = json.dumps([[int(d) for d in row] for row in LINES])
LATEX = r"\begin{array}" + "\n" + " \\\\\n\\hline\n".join(" & ".join(r) for r in LINES) + " \\\\"
READABLE = {
    "line": SOLUTION,
    "lines": "\n".join(LINES),
    "spaced": "\n".join(SPACED),
    "one line, spaced": " ".join(SPACED),
    "drawn": DRAWN,
    "boxes of Unicode": DRAWN.replace("-", "─").replace("|", "│").replace("+", "┼"),
    "markdown": MARKDOWN,
    "JSON": NESTED,
    "JSON object": json.dumps({"solution": json.loads(NESTED)}),
    "JSON of texts": json.dumps(LINES),
    "fenced": f"```json\n{NESTED}\n```",
    "LaTeX": LATEX,
    "boxed": rf"Thus \boxed{{{SOLUTION}}}.",
    "prose": f"Sure! The solution is {SOLUTION}. I hope that helps.",
    "prose and lines": "Here you go:\n\n" + "\n".join(SPACED) + "\n\nDone.",
    "tagged": f"<think>{'9' * 81}</think> 12 <answer>{SOLUTION}</answer> {'1' * 81}",
    "labels": "\n".join(f"Row {i}: {row}" for i, row in enumerate(SPACED, 1)),
    "bold labels": "\n".join(f"**Row {i}:** {row}" for i, row in enumerate(SPACED, 1)),
    "labels of JSON": "{\n" + ",\n".join(f'"row{i}": "{r}"' for i, r in ROWS) + "\n}",
    "numbers before rows": "\n".join(f"{i}. {row}" for i, row in enumerate(SPACED, 1)),
    "bullets": "\n".join(f"- {row}" for row in SPACED),
    "header": "  123 456 789\n" + "\n".join(f"{'ABCDEFGHI'[i - 1]} | {r}" for i, r in ROWS),
    "bold cells": "\n".join(" ".join(f"**{d}**" for d in row) for row in LINES),
    "CRLF": "\r\n".join(LINES),
    "semicolons": "; ".join(SPACED),
    "rows by slashes": "/".join(LINES),
    "the last of several": f"{'1' * 81}\nNo, wait.\n{SOLUTION}",
    "question, then answer": "." * 81 + "\nThe answer:\n" + SOLUTION,
    "after a number": f"r1c2 is 4.\n{SOLUTION}",
    "JSON after a number": f"There are 17\n{NESTED}\n51 were blank",
    "the second of two lines": f"{'1' * 81}\n{SOLUTION}",
    "answer, then question": SOLUTION + "\nwas the answer to\n" + "." * 81,
}  # fmt: skip


@pytest.mark.parametrize("kind", READABLE)
def test_lenient_reads_what_models_write(kind: str) -> None:
    found = read_answer(READABLE[kind], classic())
    assert found.digits == tuple(map(int, SOLUTION)), found.why


STRICT = (
    "line", "lines", "spaced", "one line, spaced", "drawn", "boxes of Unicode", "JSON",
    "JSON object", "JSON of texts", "fenced", "CRLF", "semicolons", "rows by slashes",
    "bullets", "bold cells",
)  # fmt: skip


@pytest.mark.parametrize("kind", READABLE)
def test_strict_reads_the_grid_alone(kind: str) -> None:
    found = read_answer(READABLE[kind], classic(), "strict")
    if kind in STRICT:
        assert found.digits == tuple(map(int, SOLUTION))
    else:
        assert found.digits is None


UNREADABLE = {
    "nothing": "",
    "a refusal": "I cannot solve this.",
    "digits in prose": " then ".join(SOLUTION),
    "moves": ", ".join(f"r{i // 9 + 1}c{i % 9 + 1}={d}" for i, d in enumerate(SOLUTION)),
    "one short": SOLUTION[:-1],
    "one long": SOLUTION + "1",
    "negative": " ".join(f"-{d}" for d in SOLUTION),
    "arithmetic": "+".join(SOLUTION),
    "a sum": " ".join(f"{d}+0" for d in SOLUTION),
    "other digits": SOLUTION.translate({ord("0") + d: 0xFF10 + d for d in range(10)}),
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


@pytest.mark.parametrize("answer", [None, 5, b"1" * 81, [1] * 81, float("nan"), object()])
def test_what_is_not_a_text_is_not_read(answer: object) -> None:
    assert "expected a text" in read_answer(answer, classic()).why


def test_there_are_two_readings() -> None:
    with pytest.raises(OptionError, match="lenient or strict"):
        read_answer("", classic(), "kind")


HOSTILE = (
    "1", "-", "--", "|", "+|", "[", "{", "<answer>", "</think>", "\n", "1\n", "Row 1:", "r1 ",
    "\\hline", "```\n", "* ", ". ", "1 2 3 4 5 6 7 8 9\n", "| - ", '{"a":', "\x00", "\ud800",
    "…", "9" * 81 + "x", " ", "*", '"*', "\v", "\u00a0", " -", ":",
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
