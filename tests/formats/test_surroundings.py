"""Boards in texts of any kind: each is read as what it means, or refused with what it is."""

import io
import json
import zipfile
from pathlib import Path
from random import Random

import numpy as np
import pytest
from text_fuzzing import misread, sample
from well_known import EASY, EASY_SOLVED

import cpsudoku
from cpsudoku import formats
from cpsudoku.errors import FormatError, RulesError
from cpsudoku.rows.source import Source
from cpsudoku.rules import boxes

ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
SPACED = [" ".join(row) for row in ROWS]
ZEROS = [list(row.replace(".", "0")) for row in ROWS]
NUMBERS = [list(map(int, row)) for row in ZEROS]
CELLS = [[cell.replace(".", " ") for cell in row] for row in ROWS]
POINTS = [" ".join("NaN" if cell == "." else f"{cell}.0" for cell in row) for row in ROWS]
FIELD = '<td><input value="{}"></td>'
BORDER = "+-------+-------+-------+"
DRAWN = "\n".join(
    [BORDER]
    + [
        f"| {row[:5]} | {row[6:11]} | {row[12:]} |" + (f"\n{BORDER}" if r % 3 == 2 else "")
        for r, row in enumerate(SPACED)
    ]
)
FROM_0 = EASY.translate(str.maketrans("123456789", "012345678"))
DASHED = "7--1--6-------------23----5----4-9----6-----8-----7-3--1----49-------------8--2--"


def read(text: str, **options: object) -> list[formats.Record]:
    return list(formats.read(io.StringIO(text), **options))  # type: ignore[arg-type]


def rows_of(cells: str) -> str:
    return "\n".join(cells[start : start + 9] for start in range(0, 81, 9))


SURROUNDED = {
    "headings": "  1 2 3 4 5 6 7 8 9\n" + "\n".join(SPACED),
    "letters above": "  A B C D E F G H I\n" + "\n".join(SPACED),
    "headings and labels": "    1 2 3 4 5 6 7 8 9\n"
    + "\n".join(f"{label} | {row}" for label, row in zip("ABCDEFGHI", SPACED, strict=True)),
    "names of rows": "   c1 c2 c3 c4 c5 c6 c7 c8 c9\n"
    + "\n".join(f"r{r} {'  '.join(row)}" for r, row in enumerate(ROWS, start=1)),
    "Markdown": "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n" + "|---" * 9 + "|\n"
    + "\n".join(f"| {' | '.join(row)} |" for row in CELLS),
    "Markdown without headings": "|" + "   |" * 9 + "\n" + "|:-:" * 9 + "|\n"
    + "\n".join(f"| {' | '.join(row)} |" for row in CELLS),
    "a number of clues below": DRAWN + "\n30 clues\n",
    "a rating above": "SE 1.2\n" + DRAWN,
    "Simple Sudoku's footer": DRAWN + "\n Simple Sudoku\n  Version 4.2n\n",
    "a letter around": f"Can you solve it in 45 minutes?\n\n{DRAWN}\n\nBob (2024-05-01)\n",
    "a rating below rows": "\n".join(ROWS) + "\nRating: 3.4 (Hard)\n",
    "a fence": "Here:\n\n```text\n" + "\n".join(ROWS) + "\n```\n\nThanks!\n",
    "a line in a fence": f"```\n{EASY}\n```\n",
    "quoted": "> " + "\n> ".join(ROWS),
    "quoted twice": f">> {EASY}",
    "HTML": "<table>\n"
    + "".join(f"<tr>{''.join(f'<td> {cell}&nbsp;</td>' for cell in row)}</tr>\n" for row in CELLS)
    + "</table>",
    "LaTeX": "\\begin{sudoku}\n" + "\n".join(f"|{'|'.join(row)}|." for row in CELLS)
    + "\n\\end{sudoku}\n",
    "LaTeX's tables": "\\begin{tabular}{|c|c|}\n\\hline\n"
    + "".join(f"{' & '.join(row)} \\\\ \\hline\n" for row in CELLS) + "\\end{tabular}\n",
    "Python": f"import x\nboard = {NUMBERS}\n",
    "Python with None": f"board = {NUMBERS}".replace("0", "None"),
    "Python's texts": "board = [\n" + "".join(f"    '{row}',\n" for row in ROWS) + "]\n",
    "Python's text of lines": 'board = """\n' + "\n".join(ROWS) + '\n"""\n',
    "tuples": str(tuple(map(tuple, NUMBERS))),
    "NumPy": repr(np.array(NUMBERS)),
    "NumPy, printed": str(np.array(NUMBERS)),
    "NumPy's numbers with points": str(np.array(NUMBERS, dtype=float)),
    "NumPy in one row": f"np.array({[*map(int, ''.join(map(''.join, ZEROS)))]}).reshape(9, 9)",
    "Go": "grid := [9][9]int{\n" + "".join(f"\t{{{', '.join(row)}}},\n" for row in ZEROS) + "}",
    "Rust": "let b: [[u8; 9]; 9] = [\n" + ",\n".join(map(str, NUMBERS)) + "\n];\n",
    "PHP": "$b = array(\n" + ",\n".join(f"array({', '.join(row)})" for row in ZEROS) + "\n);",
    "C, texts one after the other": "char *b =\n" + "\n".join(f'  "{row}"' for row in ROWS) + ";",
    "YAML": "grid:\n" + "\n".join(f'  - "{row}"' for row in ROWS),
    "a frame of pandas": "   0  1  2  3  4  5  6  7  8\n"
    + "\n".join(f"{number}  {'  '.join(row)}" for number, row in enumerate(ZEROS)),
    "columns with names": "c1,c2,c3,c4,c5,c6,c7,c8,c9\n" + "\n".join(map(",".join, ZEROS)),
    "a list": "\n".join(f"- {row}" for row in ROWS),
    "NumPy with its type": f"b = np.array({NUMBERS}, dtype=np.int8)",
    "NumPy, shown with its type": repr(np.array(NUMBERS, dtype=np.int8)),
    "JavaScript's text of lines": "const b = `\n" + "\n".join(ROWS) + "\n`;",
    "texts that are added": "b = " + " +\n    ".join(f"'{row}'" for row in ROWS),
    "a Chinese label": f"第1题：{EASY}",
    "marks of direction": "\n".join(f"\u202a{row}\u202c" for row in ROWS),
    "soft hyphens": "\n".join("\xad".join(row) for row in ROWS),
    "names of rows in words": "\n".join(f"Row {r}: {row}" for r, row in enumerate(SPACED, start=1)),
    "remarks": "\n".join(f"{row}  // row {r}" for r, row in enumerate(ROWS, start=1)),
    "comments": "\n".join(f"{row}  # row {r}" for r, row in enumerate(ROWS, start=1)),
    "an answer to a letter": "On Monday, Bob wrote:\n> " + "\n> ".join(ROWS) + "\n\nNice!\n",
    "a forum": "[code]\n" + "\n".join(ROWS) + "\n[/code]",
    "breaks": f"<p>{'<br/>'.join(ROWS)}</p>",
    "code": f"Try `{EASY}` please",
    "bold": f"**{EASY}**",
    "rows with slashes": "/".join(ROWS),
    "groups of three": " ".join(EASY[at : at + 3] for at in range(0, 81, 3)),
    "a date above": "2024-05-01\n" + "\n".join(ROWS),
    "an emoji around": "🧩\n" + "\n".join(ROWS) + "\n😀",
    "keycaps": rows_of(EASY).translate({ord(d): f"{d}\ufe0f\u20e3" for d in "123456789"}),
    "C": "int grid[9][9] = {\n" + ",\n".join(f"  {{{', '.join(row)}}}" for row in ZEROS) + "\n};",
    "JavaScript": "const b = [ // easy\n" + "".join(f"  {row},\n" for row in NUMBERS) + "];",
    "MiniZinc": "n = 3;\nstart = [| " + "\n | ".join(map(", ".join, ZEROS)) + " |];\n",
    "py-sudoku": "9x9 (3x3) SUDOKU PUZZLE\nDifficulty: 0.50\n" + DRAWN.replace(".", " "),
    "Markdown with the first row above": f"| {' | '.join(CELLS[0])} |\n" + "|---" * 9 + "|\n"
    + "\n".join(f"| {' | '.join(row)} |" for row in CELLS[1:]),
    "a number above": f"1\n{DRAWN}",
    "a rating in a number below": f"{DRAWN}\n7.2\n",
    "a number above a line": f"26\n{EASY}",
    "lists by lines": "\n".join(map(str, NUMBERS)),
    "a number sign before": f"#1 {EASY}",
    "Python's text of lines from its quotes on": 'board = """' + "\n".join(ROWS) + '"""\n',
    "ends of lines in a text": '"' + "\\n".join(ROWS) + '"',
    "R": f"m <- matrix(c({', '.join(cell for row in ZEROS for cell in row)}), nrow=9)",
    "a form of HTML": "<table>\n"
    + "\n".join("<tr>" + "".join(map(FIELD.format, row)) + "</tr>" for row in CELLS) + "</table>",
    "a frame with NaN": "     " + "    ".join("012345678") + "\n"
    + "\n".join(f"{r}  {row}" for r, row in enumerate(SPACED)).replace(".", "NaN"),
    "a frame with points": "\n".join(POINTS),
    "commas with tabs": "\n".join(",\t".join(row) for row in ZEROS),
    "numbers with a point": "\n".join(", ".join(f"{cell}.0" for cell in row) for row in ZEROS),
    "commas with spaces": "\n".join(",  ".join(row) for row in ZEROS),
    "semicolons with spaces": "\n".join(" ; ".join(row) for row in ZEROS),
    "commas at the ends": "\n".join(", ".join(row) + "," for row in ZEROS),
    "a number before": f"17 {EASY}",
    "a word before": f"p1\t{EASY}",
    "a number and a word before": f"No. 1 {EASY}",
    "brackets before": f"[1] {EASY}",
    "full width": rows_of(EASY).translate(
        str.maketrans("123456789.", "１２３４５６７８９．")
    ),
    "letters for digits": EASY.translate(str.maketrans("123456789", "ABCDEFGHI")),
    "OpenSudoku": f'<?xml version="1.0"?>\n<opensudoku>\n<game data="{EASY}" />\n</opensudoku>\n',
    "candidates in a line": " ".join("123456789" if cell == "." else cell for cell in EASY),
    "a heading with a line below": f"Sudoku 12\n---------\n{EASY}\n",
    "colours of a terminal": "\n".join(
        " ".join(c if c == "." else f"\x1b[1m{c}\x1b[0m" for c in row) for row in ROWS
    ),
    "escapes of Markdown": "\n".join(SPACED).replace(".", "\\_"),
    "a letter with a signature": "On 3 Jan, Bob wrote:\n> " + "\n> ".join(ROWS) + "\n--\nBob\n",
    "commas of lists in Chinese": "\n".join("、".join(row) for row in ZEROS),
    "a matrix that R prints": " " + " ".join(f"[,{c}]" for c in range(1, 10)) + "\n"
    + "\n".join(f"[{r},] {'   '.join(row)}" for r, row in enumerate(ZEROS, start=1)),
    "an index of what a call returns": f"b = {NUMBERS}\nprint(rules()[0])\n",
    "R with NA": f"c({', '.join(c.replace('0', 'NA') for row in ZEROS for c in row)})",
    "MATLAB": f"B = [{'; '.join(map(' '.join, ZEROS))}];",
    "lists with numbers in comments": "\n".join(f"{r},  # {i}" for i, r in enumerate(NUMBERS)),
    "a list left out by a comment": f"b = [\n  # {NUMBERS[0]},\n"
    + "".join(f"  {row},\n" for row in NUMBERS) + "]",
    "a comment of C": "/*\n" + "\n".join(ROWS) + "\n*/\n",
    "a digit placed by hand": "\n".join(SPACED).replace("5", "u5", 1),
}  # fmt: skip


@pytest.mark.parametrize("text", SURROUNDED.values(), ids=SURROUNDED)
def test_a_board_is_read_whatever_stands_around_it(text: str) -> None:
    (record,) = read(text)
    assert str(record.puzzle) == EASY
    assert not record.ignored


@pytest.mark.parametrize("blank", "xXoO·•—–□⬜█_*-?0")
@pytest.mark.parametrize("layout", [str, rows_of, lambda cells: rows_of(cells).replace("", " ")])
def test_any_sign_is_a_blank(blank: str, layout: object) -> None:
    text = layout(EASY.replace(".", blank))  # type: ignore[operator]
    assert [str(record.puzzle) for record in read(text)] == [EASY]


@pytest.mark.parametrize("between", ["", " ", "|"])
def test_a_row_of_dashes_is_a_border_or_a_row_as_the_width_says(between: str) -> None:
    rows = [DASHED[start : start + 9] for start in range(0, 81, 9)]
    parted = [between.join(row) if between == " " else row for row in rows]
    assert str(formats.parse("\n".join(parted))) == DASHED.replace("-", ".")
    bordered = EASY.replace(".", "-")
    rows = [bordered[start : start + 9] for start in range(0, 81, 9)]
    rows = [f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in rows]
    text = "\n-----------\n".join("\n".join(rows[at : at + 3]) for at in (0, 3, 6))
    assert str(formats.parse(text)) == EASY
    text = "\n".join(f"|{DASHED[at : at + 3]}|{DASHED[at + 3 : at + 9]}|" for at in range(0, 81, 9))
    assert str(formats.parse(text)) == DASHED.replace("-", ".")


@pytest.mark.parametrize("title", ["Puzzle", "Sudoku", "Grid", "quizzes", "Question"])
def test_a_title_that_is_the_name_of_a_column_makes_no_table_of_a_board(title: str) -> None:
    (record,) = read(f"{title}\n12..\n..21\n21..\n..12\n")
    assert (str(record.puzzle), record.label) == ("12....2121....12", title)
    assert [str(r.puzzle) for r in read(f"{title}\n{EASY}\n{EASY}\n")] == [EASY] * 2


@pytest.mark.parametrize(
    "text",
    [
        FROM_0,
        rows_of(FROM_0),
        FROM_0.replace(".", "-"),
        FROM_0.replace(".", "x"),
        f"id,puzzle\n1,{FROM_0}\n",
        json.dumps({"puzzle": FROM_0}),
        json.dumps([[None if c == "." else int(c) for c in FROM_0[r : r + 9]]
                    for r in range(0, 81, 9)]),
        f"{FROM_0}\n" * 300,
        "id,puzzle\n" + f"1,{FROM_0}\n" * 300,
        f'{{"puzzle": "{FROM_0}"}}\n' * 300,
    ],
)  # fmt: skip
def test_a_zero_beside_another_blank_is_refused_with_both_meanings(
    text: str, tmp_path: Path
) -> None:
    file = tmp_path / "puzzles"
    file.write_text(text, encoding="utf-8")
    both = r"'# rules: 9\+from0' .* '# rules: 9' where it is a blank"
    with pytest.raises(FormatError, match=both):
        cpsudoku.solve_many(file)
    with pytest.raises(FormatError, match=both):
        list(Source([str(file)]))


@pytest.mark.parametrize(
    "text",
    [FROM_0, rows_of(FROM_0), f"puzzle\n{FROM_0}\n", json.dumps({"puzzle": FROM_0})],
)
def test_rules_say_whether_zero_is_a_digit(text: str) -> None:
    (record,) = read(text, rules="9+from0")
    assert record.puzzle.rules.board.first == 0
    assert record.puzzle.digits == formats.parse(EASY).digits
    (record,) = read(text, rules="9")
    assert record.puzzle.digits == formats.parse(FROM_0.replace("0", ".")).digits


@pytest.mark.parametrize(
    "mixed", ["90" + "." * 79, "00" + "." * 79, "0" + "." * 8 + "0" + "." * 71]
)
def test_a_zero_that_cannot_be_a_digit_is_a_blank(mixed: str) -> None:
    assert formats.parse(mixed).digits == (9 if mixed[0] == "9" else 0, *[0] * 80)


def test_rules_with_digits_from_0_have_a_name() -> None:
    spec = formats.parse_rules("6+diagonals+from0")
    rules = spec.rules()
    assert (rules.board.first, rules.board.last) == (0, 5)
    assert formats.parse_rules(formats.rules_text(rules)).rules() == rules
    with pytest.raises(RulesError, match=r"expected one, such as 9\+from0"):
        formats.parse_rules("+from0")


@pytest.mark.parametrize("size", [16, 25])
def test_letters_are_digits_from_a_or_after_nine(size: int) -> None:
    digits = [(7 * cell) % size + 1 for cell in range(size * size)]
    letters = "".join(chr(ord("A") + digit - 1) for digit in digits).replace("B", ".")
    expected = tuple(0 if digit == 2 else digit for digit in digits)
    assert formats.parse(letters).digits == formats.parse(letters.lower()).digits == expected
    usual = formats.write(formats.parse(letters), "line")
    assert formats.parse(usual).digits == expected


@pytest.mark.parametrize(
    "text",
    [
        "....\n.2.1\n....\n",
        "[code]\n———２\n\n—２—１\n————\n[/code]",
        "7.2\n., ., ., .\n\n., 1, ., .\n., ., ., .\n",
        '"————",\n"————",\n"—\n"———１",\n',
        "```\n<p>—B——<br>————<br>————<br>————</p>\n```",
        "```\n0000 0000\n0000|0000\n\n0000 0001\n0000|0000\n```",
        "> 0000  // row 1\n> 0100  // row 3\n> 0010  // row 4\n",
        "[0, 0, 0, 0]\n[0, 0, 0, 0]\n[0, 0, 0, 0]\n",
    ],
)
def test_rows_of_four_cells_are_no_puzzles_of_two_by_two(text: str) -> None:
    with pytest.raises(FormatError):
        read(text)
    assert [str(one.puzzle) for one in read("....\n.2.1\n", rules="2")] == ["....", ".2.1"]
    assert [str(one.puzzle) for one in read(".2.1\n")] == [".2.1"]


def test_hex_digits_from_zero_on_a_line_are_not_a_label_and_a_puzzle_of_four_by_four() -> None:
    rows = ["*" * 16] * 16
    rows[0], rows[1], rows[2] = "********1*E7****", "************4***", "***0*********F**"
    for between in (",", "|", "/"):
        with pytest.raises(FormatError):
            read(between.join(rows))


def test_numbers_by_themselves_are_labels_beside_rows_that_are_longer() -> None:
    found = read(f"1\n{EASY}\n2\n{EASY}\n")
    assert [(str(record.puzzle), record.label) for record in found] == [(EASY, "1"), (EASY, "2")]
    assert [str(record.puzzle) for record in read("1\n1\n")] == ["1", "1"]
    with pytest.raises(FormatError, match="2 characters"):
        read(f"{EASY}\n{EASY}\n12\n")


def test_lists_by_lines_are_the_rows_of_a_board_or_puzzles() -> None:
    rows = "[1,2,0,0]\n[0,0,2,1]\n[2,1,0,0]\n[0,0,1,2]\n"
    assert [str(record.puzzle) for record in read(rows)] == ["12....2121....12"]
    puzzles = f"{json.dumps([1, *[0] * 15])}\n" * 16
    assert [str(record.puzzle) for record in read(puzzles)] == ["1" + "." * 15] * 16


def test_an_empty_cell_beside_another_blank_is_refused() -> None:
    with pytest.raises(FormatError, match="empty cells beside '0'"):
        formats.parse("1,0,2,\n0,0,0,0\n0,0,0,0\n2,0,0,1")
    assert formats.parse("1,,2,\n,,,\n,,,\n2,,,1").clues == 4


@pytest.mark.parametrize("rest", ["\n" + ROWS[0], "\n\n53..7", "\n53..7"])
def test_nothing_is_read_of_a_short_text_that_is_not_all_understood(rest: str) -> None:
    records = formats.read(io.StringIO("\n".join(ROWS) + rest))
    with pytest.raises(FormatError, match="expected"):
        next(records)


@pytest.mark.parametrize("text", [">", ">\n>\n", "> >\n", "```\n```\n", "[]\n", "x" * 81, "<tr>"])
def test_a_text_with_nothing_in_its_wrapping_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        read(text)


@pytest.mark.parametrize("more", ["cages = [[0, 1], [9, 10]]", "c = [5]", "d = {'a': [1, 2]}"])
def test_other_arrays_beside_a_board_are_not_passed_over(more: str) -> None:
    with pytest.raises(FormatError):
        read(f"board = {NUMBERS}\n{more}\n")


@pytest.mark.parametrize(
    "text",
    [
        "-- --\n-\n\n--|--\n--|--\n",  # a blank cell among what may be borders
        "|  |  |  |  |\n--|---|---|\n|1|2|3|4|\n|4|3|2|1|\n|3|1|4|2|\n|2|4|1|3|\n",
    ],
)
def test_a_part_of_a_damaged_board_is_not_a_board(text: str) -> None:
    with pytest.raises(FormatError):
        read(text)


def test_a_row_of_dashes_below_headings_is_no_border() -> None:
    rows = rows_of(EASY.replace(".", "-")).splitlines()
    (record,) = read("123456789\n" + "\n".join([*rows[:4], "---------", *rows[5:]]))
    assert str(record.puzzle) == EASY[:36] + "." * 9 + EASY[45:]


SOLVED = [list(map(int, EASY_SOLVED[start : start + 9])) for start in range(0, 81, 9)]


@pytest.mark.parametrize(
    ("before", "between", "after"),
    [
        ("board = [\n", "]\n\nsolution = [\n", "]\n"),
        ("const a = [\n", "];\n\nconst b = [\n", "];\n"),
        ("a = [", "]\nb = [", "]"),
    ],
)
def test_each_array_of_a_program_is_a_board(before: str, between: str, after: str) -> None:
    first, second = (",\n".join(map(str, rows)) + "\n" for rows in (NUMBERS, SOLVED))
    found = read(before + first + between + second + after)
    assert [str(record.puzzle) for record in found] == [EASY, EASY_SOLVED]


def test_triples_of_a_matrix_are_no_rows_of_a_board() -> None:
    triples = "; ".join(f"{n % 9 + 1},{n // 9 + 1},{n % 7 + 1}" for n in range(27))
    with pytest.raises(FormatError):
        read(f"B = [{triples}];")


def test_a_board_with_an_unknown_word_for_blanks_is_not_passed_over() -> None:
    unknown = "\n".join(SPACED).replace(".", "EMPTY")
    with pytest.raises(FormatError, match="'EMPTY' is not a cell"):
        read(f"Puzzle:\n{unknown}\n\nSolution:\n{rows_of(EASY_SOLVED)}\n")


@pytest.mark.parametrize("rows", ["1. .. 6.", "1 .  . .  6 .", "1 .   . .   6 .", "1. | .. | 6."])
def test_wider_gaps_show_boxes_as_bars_do(rows: str) -> None:
    (record,) = read(f"{rows}\n" * 6)
    assert record.puzzle.rules == boxes(3, 2)


def test_a_map_of_regions_beside_a_puzzle_is_refused() -> None:
    bands = ["111222333\n" * 3, "444555666\n" * 3, "777888999\n" * 3]
    regions = "".join(bands).replace("111222333\n444555666", "111225333\n444255666")
    with pytest.raises(FormatError, match="line 11: a map of regions, not a puzzle"):
        read(f"{rows_of(EASY)}\n\n{regions}")


def test_boards_side_by_side_are_refused_as_such() -> None:
    rows = zip(ROWS, rows_of(EASY_SOLVED).split(), strict=True)
    with pytest.raises(FormatError, match="two boards side by side"):
        read("\n".join(map("     ".join, rows)))


@pytest.mark.parametrize("other", [EASY, "AAABBBCCC" * 9, EASY.replace(".", "0")])
@pytest.mark.parametrize("first", [EASY, EASY_SOLVED])
def test_another_board_in_the_line_of_a_puzzle_is_refused(
    first: str, other: str, tmp_path: Path
) -> None:
    (file := tmp_path / "puzzles").write_text(f"{EASY} {EASY_SOLVED}\n{first} {other}\n" * 200)
    bad: list[FormatError] = []
    assert len(read(file.read_text(), on_bad=bad.append)) == 200
    assert [error.line for error in bad] == [*range(2, 401, 2)]
    assert "another board beside the puzzle" in str(bad[0])
    found = Source([str(file)], skip_bad=True).records()
    assert [record.line for record in found] == [*range(1, 400, 2)]
    with pytest.raises(FormatError, match="line 2: another board"):
        cpsudoku.check_many(file.read_text().splitlines())


TABLE = "<table>" + "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in CELLS)
TABULAR = " \\\\\n".join(" & ".join(row) for row in CELLS)


@pytest.mark.parametrize(
    "text",
    [
        f"{TABLE}</table>\n{EASY}\n",
        f"\\begin{{tabular}}{{c}}\n{TABULAR}\n\\end{{tabular}}\n{EASY_SOLVED}\n",
        f"a = {NUMBERS}\n{' '.join(EASY_SOLVED)}\n",
        f'{EASY}\nq = "{EASY_SOLVED}"\n',
        f"assert solve({EASY}) == {EASY_SOLVED}",
        f"Q: '{EASY}'\nA: '{EASY_SOLVED}'\n",
        f'var x = {{"puzzle": {NUMBERS}, "solution": "{EASY_SOLVED}"}};',
        "\n".join(ROWS) + f"\n\nhttps://sudokuwiki.org/sudoku.htm?bd={EASY_SOLVED}\n",
        "\n".join(ROWS)
        + "\n\nRegions: "
        + "AABBBBCCCAAABBBCCCAAAABBCCCDDDEEEFFFDDDEEEFFFDDDEEEFFFGGGHHHIIIGGG"
        "HHHIIIGGGHHHIII\n",
        f"{EASY} {''.join(row * 3 for row in ('111222333', '444555666', '777888999'))}\n",
        "*\n\n" + "\n".join(ROWS) + "\n",
        "A\n\n" + "\n".join(ROWS) + "\n",
    ],
)
def test_a_board_or_cell_beside_another_is_not_passed_over(text: str) -> None:
    with pytest.raises(FormatError):
        read(text)


def test_keywords_and_empty_lists_hold_boards_too() -> None:
    flat = [
        "[\n" + ",\n".join(", ".join(map(str, row)) for row in rows) + "\n]"
        for rows in (NUMBERS, SOLVED)
    ]
    found = read(f"dict(puzzle={flat[0]},\nsolution={flat[1]})\n")
    assert [str(record.puzzle) for record in found] == [EASY, EASY_SOLVED]
    empty = str(NUMBERS).replace("0", "[]")
    found = read(f"a = {empty}\nb = {SOLVED}\n")
    assert [str(record.puzzle) for record in found] == [EASY, EASY_SOLVED]


def test_rows_that_are_two_boards_are_refused() -> None:
    with pytest.raises(FormatError, match="another board with a first row or column left out"):
        read("1 2 3 4 5\n1 . . 4 .\n2 . . . .\n3 . 3 . .\n4 1 . . .\n")


def test_text_around_a_board_is_its_label_and_comment() -> None:
    (record,) = read(f"Hard\n\n{DRAWN}\n26 clues\n")
    assert (record.label, record.comment) == ("Hard", "26 clues")
    (record,) = read(f"Here it is:\n\n{EASY}\n\nThanks!\n")
    assert record.label == "Here it is:; Thanks!"


def test_words_for_rules_around_a_board_are_named() -> None:
    (record,) = read(f"Killer 12\n{DRAWN}\nAnti-knight\n")
    assert record.ignored == ("'Killer 12'", "'Anti-knight'")
    for title in ("X-Sudoku", "Sudoku X", "Hyper Sudoku #12", "antiking", "对角线数独"):
        assert read(f"{title}\n{DRAWN}\n")[0].ignored == (f"'{title}'",)
    (record,) = read(f"Digits on an arrow sum to its circle.\n\n{EASY}\n")
    assert record.ignored == ("'Digits on an arrow sum to its circle.'",)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("SumoCueV1=0J0=8J0+1J1=3J1", "a text of SumoCue"),
        ("3x3::k:3595:3595:3844:", "a killer with 3 numbers; expected 81"),
        ("3x3#123456789", "a seed of Simon Tatham's Solo, not a puzzle"),
        ("2x2jk:a1b2c3d4e5f6g7", "an id of Simon Tatham's Solo with more than boxes"),
        (rows_of("A" * 81) + "\nA=8,B=18,C=20\n", "totals of cages by their letters"),
        ("<?xml version='1.0'?>\n<a/>\n", "XML or a page"),
        (EASY[2:].replace(".", "0"), "a spreadsheet drops the zeros"),
        ("Constraints:\n  Boxes: 3x3\nSolution:\n" + rows_of(EASY_SOLVED), "YAML with rules"),
        (json.dumps({"puzzle": EASY, "blocks": ["112"]}), "blocks: unknown beside a puzzle"),
    ],
)
def test_other_programs_texts_are_refused_with_what_they_are(text: str, what: str) -> None:
    with pytest.raises(FormatError, match=what):
        read(text)


def test_lost_zeros_are_spoken_of_only_where_all_are_digits() -> None:
    with pytest.raises(FormatError, match=r"such as 81 for a 9×9 grid$"):
        read(EASY[1:])


def test_boxes_taken_for_the_size_of_the_board_are_named() -> None:
    with pytest.raises(FormatError, match="9x9 is the size of a box; for such a board write 9"):
        formats.parse(EASY, "9x9")


def test_an_id_of_solo_has_letters_for_blanks() -> None:
    puzzle = formats.parse("2x3x:1z2_3c1c")
    assert puzzle.rules == boxes(2, 3).with_diagonals()
    assert str(puzzle) == "1" + "." * 26 + "23...1..."


@pytest.mark.parametrize(
    "name",
    ["killer_cages", "cages", "oddEvenMask", "thermos", "XV", "greater_than", "consecutive",
     "windoku", "sums", "antiknight", "xSudoku", "zones"],
)  # fmt: skip
def test_fields_of_json_that_can_change_a_puzzle_are_named(name: str, tmp_path: Path) -> None:
    text = json.dumps({"puzzle": EASY, name: [[0, 1]], "ranking": [3]})
    (record,) = read(text)
    assert record.ignored == (name,)
    file = tmp_path / "puzzles.jsonl"
    file.write_text(f"{text}\n" * 300)
    assert {record.ignored for record in formats.read(file)} == {(name,)}
    (record,) = read(json.dumps({"puzzle": EASY, name: []}))
    assert record.ignored == ()


def test_rules_in_words_are_a_fault_unless_others_are_given() -> None:
    table = f"initial_board,rules\n{EASY},Normal sudoku rules apply.\n"
    (record,) = read(table, rules="9", column="initial_board")
    assert (str(record.puzzle), record.ignored) == (
        EASY, ("rules in words ('Normal sudoku rules apply.')",)
    )  # fmt: skip
    with pytest.raises(FormatError, match=r"column 'rules': .*, or '# rules: 9' before it"):
        read(table, column="initial_board")
    (record,) = read(json.dumps({"puzzle": EASY, "rules": "Normal sudoku rules."}), rules="9")
    assert record.ignored == ("rules in words ('Normal sudoku rules.')",)


def test_columns_that_can_change_a_puzzle_are_named(tmp_path: Path) -> None:
    table = f"puzzle,killer_cages\n{EASY},[[0]]\n{EASY},[]\n"
    (tmp_path / "puzzles.csv").write_text(table)
    for found in (read(table), Source([str(tmp_path / "puzzles.csv")]).records()):
        assert [record.ignored for record in found] == [("killer_cages",), ()]


def test_a_type_that_names_a_variant_is_named(tmp_path: Path) -> None:
    table = f"puzzle,type\n{EASY},killer\n{EASY},17 clues\n"
    (tmp_path / "puzzles.csv").write_text(table)
    for found in (read(table), Source([str(tmp_path / "puzzles.csv")]).records()):
        assert [record.ignored for record in found] == [("type",), ()]
    for name in ("type", "mode", "shape", "gameType"):
        (record,) = read(json.dumps({"puzzle": EASY, name: "thermo"}))
        assert record.ignored == (name,)


def test_texts_in_quotes_are_rows_also_where_digits_are_letters() -> None:
    rows = ["123456789ABCDEFG", "." * 16, *["." * 12 + "1234"] * 14]
    text = "board = \\\n" + "".join(f'"{row}" \\\n' for row in rows)
    assert [str(record.puzzle) for record in read(text)] == ["".join(rows)]


def test_cells_of_a_small_board_have_unseen_signs_between_them() -> None:
    rows = ["1..4", "..1.", "2...", "..3."]
    for sign in ("\u200b", "\u200f", "\xad"):
        (record,) = read("\n".join(sign.join(row) for row in rows))
        assert str(record.puzzle) == "".join(rows)


@pytest.mark.parametrize(
    "text",
    [
        "\x85".join([f'"{"F" + "." * 15}",'] * 15 + [f'"{"." * 16}"']),
        "\r".join([f'"{"." * 16}",'] * 15),
        ",".join(["." * 16] * 16) + "   x",
        "\n".join([f"{'-' * 9}   x"] * 9),
    ],
)
def test_rows_with_other_ends_or_text_beside_them_are_no_small_puzzles(text: str) -> None:
    with pytest.raises(FormatError):
        read(text)
    assert len(read("1...2......34...\t1234341221434321 easy hard")) == 1


@pytest.mark.parametrize("text", ["1##4##1#2#####3#", "1 # # 4 # # 1 # 2 # # # # # 3 #", "1..2##"])
def test_a_comment_after_a_few_cells_may_be_blanks(text: str) -> None:
    with pytest.raises(FormatError, match="before '#', which begins a comment"):
        read(text)
    assert len(read(text, rules="1" if text[1] != "." else "2")) == 1


def test_columns_with_a_quoted_separator_are_listed() -> None:
    expected = "one of puzzles, such as 'puzzle', or --column NAME if the command has it"
    with pytest.raises(FormatError, match=f"columns a, note; expected {expected}"):
        read(f'a,note\n{EASY},"one, two"\n')


def test_arrays_of_whole_numbers_with_a_point_are_cells() -> None:
    cells = np.array(NUMBERS, dtype=float)
    missing = np.where(cells == 0, np.nan, cells)
    assert str(formats.parse(cells)) == str(formats.parse(missing)) == EASY
    assert str(formats.parse(cells[None])) == EASY
    with pytest.raises(FormatError, match=r"1\.5"):
        formats.parse([[1.5, 0], [0, 0]])
    with pytest.raises(FormatError, match="the cells of 2 puzzles"):
        formats.parse(np.array([cells, cells]))


def test_a_zip_of_texts_is_refused_with_what_is_in_it(tmp_path: Path) -> None:
    with zipfile.ZipFile(file := tmp_path / "puzzles.zip", "w") as archive:
        archive.writestr("easy.txt", EASY_SOLVED)
    with pytest.raises(FormatError, match=r"a \.zip archive of easy\.txt"):
        list(Source([str(file)]))


def _read_made_texts(number: int) -> None:
    random, read_texts = Random(3), 0
    for _ in range(number):
        text = sample(random)
        try:
            found = misread(text)
        except FormatError:
            continue
        read_texts += 1
        assert found is None, f"{text.made}\n{text.text}"
    assert read_texts > number / 2


def test_no_made_text_is_read_as_another_puzzle() -> None:
    _read_made_texts(300)


@pytest.mark.slow
def test_no_text_of_thousands_is_read_as_another_puzzle() -> None:
    _read_made_texts(5000)


def test_signs_in_other_columns_of_a_table_stay() -> None:
    title = "«**Bold** `x` <b>y</b> [b]z[/b]»"
    for wrapped in ("{}", "```\n{}```\n", "\n# a comment\n{}"):
        text = wrapped.format(f"title,puzzle\n{title},{EASY}\n")
        (record,) = read(text)
        assert record.row is not None and record.row.values[0] == title


def test_signs_in_a_comment_stay() -> None:
    (record,) = read(f"{EASY} # by «**Bold**» `x`\n")
    assert record.comment == "by «**Bold**» `x`"


DOCUMENTS = {
    "JSON": '{"puzzle": [[0, 0, 0, 0], [0, 0, 1, 0], [0, 2, 1, 2], [1, 2, 3, 4]], "cages": []}',
    "a file of pzpr": "pzprv3\nsudoku\n4\n. 1 . .\n. . . 2\n3 . . .\n. . 3 .\n" + ". . . .\n" * 4,
}


@pytest.mark.parametrize(
    ("above", "what"),
    [
        ("by X\n", "JSON"),
        ("```\nRating: 3.4 (Hard)\n\n", "JSON"),
        ("by X\n", "a file of pzpr"),
        ("```\nRating: 3.4 (Hard)\n\n", "a file of pzpr"),
        ("solution\n", "a file of pzpr"),
    ],
)
def test_a_line_above_a_document_is_named_and_no_board_read_in_it(above: str, what: str) -> None:
    assert len(read(DOCUMENTS[what])) == 1
    with pytest.raises(FormatError, match=f"above {what}; expected nothing above it"):
        read(above + DOCUMENTS[what])


@pytest.mark.parametrize(
    ("text", "sizes", "lines"),
    [
        ("....\nnonsense\n", [2], [2]),
        (f"{EASY}\n....\n", [9], [2]),
        (f"....\n{EASY}\n", [9], [1]),
        (f"....\n.2.1\n{EASY}\n", [9], [1, 2]),
        (f"1, ., ., .\n{EASY}\n", [9], [1]),
        ("Grid\n12..\n..21\n21..\n.12\n", [], [5]),
    ],
)
def test_each_line_beside_a_row_of_four_cells_is_read_or_refused(
    text: str, sizes: list[int], lines: list[int]
) -> None:
    errors: list[FormatError] = []
    found = read(text, on_bad=errors.append)
    assert [record.puzzle.rules.size for record in found] == sizes
    assert sorted(error.line or 0 for error in errors) == lines


def test_the_heading_of_a_cut_table_is_no_row_whatever_its_spaces_are() -> None:
    blank = "|   |   |   |   |\n"
    text = f"{blank}|---|---|---|---|\n{blank}| 3 |   |   |   |\n|   | 3 |   |   |\n"
    for space in (" ", "\u2009", "\u202f"):
        with pytest.raises(FormatError):
            formats.parse(text.replace(" ", space))
