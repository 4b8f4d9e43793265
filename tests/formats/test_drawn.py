"""Rows of cells, however they are drawn."""

import io

import pytest
from well_known import EASY

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.drawn import draw
from cpsudoku.formats.sniffing import sniff
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, boxes, classic, jigsaw, latin

ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
SPACED = [" ".join(row) for row in ROWS]

DRAWINGS = {
    "rows": "\n".join(ROWS),
    "spaced": "\n".join(SPACED),
    "zeros and tabs": "\n".join(SPACED).replace(".", "0").replace(" ", "\t"),
    "groups of three": "\n".join(f"{row[:3]} {row[3:6]}  {row[6:]}" for row in ROWS),
    "bands apart": "\n\n".join("\n".join(ROWS[i : i + 3]) for i in (0, 3, 6)),
    "double spaced": "\n\n".join(SPACED),
    "Simple Sudoku": """\
 *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*
""",
    "dots and colons": "\n".join(
        [".-------.-------.-------."]
        + [f"| {r[0:5]} | {r[6:11]} | {r[12:17]} |" for r in SPACED[:3]]
        + [":-------+-------+-------:"]
        + [f"| {r[0:5]} | {r[6:11]} | {r[12:17]} |" for r in SPACED[3:6]]
        + [":-------+-------+-------:"]
        + [f"| {r[0:5]} | {r[6:11]} | {r[12:17]} |" for r in SPACED[6:]]
        + ["'-------'-------'-------'"]
    ),
    "a table with nothing in the blanks": "\n".join(
        "| " + " | ".join(row.replace(".", " ")) + " |" for row in ROWS
    ),
    "a full lattice": "\n".join(
        f"+---+---+---+---+---+---+---+---+---+\n| {' | '.join(row.replace('.', ' '))} |"
        for row in ROWS
    ),
    "our own": formats.write(formats.parse(EASY), "drawn"),
    "our own in ASCII": draw(list(EASY), classic(), ascii_only=True),
    "with a title": "Grid 01\n" + "\n".join(ROWS),
    "under a comment": "# by hand\n" + "\n".join(SPACED) + "\n# end",
}


def read(text: str, **options: object) -> list[formats.Record]:
    return list(formats.read(io.StringIO(text, newline=None), **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_a_drawing_is_read(drawing: str) -> None:
    assert str(formats.parse(drawing)) == EASY


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n \n\n", "\n# next\n", "\nPuzzle 2\n"])
@pytest.mark.parametrize("name", ["rows", "spaced", "groups of three", "Simple Sudoku", "our own"])
def test_boards_follow_one_another(name: str, between: str) -> None:
    board = DRAWINGS[name].rstrip("\n")
    records = read(between.join([board] * 3))
    assert [str(record.puzzle) for record in records] == [EASY] * 3


def test_titles_are_labels() -> None:
    first, second = read(f"Grid 01\n{DRAWINGS['rows']}\nGrid 02\n{DRAWINGS['rows']}\n")
    assert (first.label, second.label) == ("Grid 01", "Grid 02")
    assert (first.line, second.line) == (2, 12)


@pytest.mark.parametrize("rows", [ROWS, SPACED])
def test_a_board_with_a_missing_row_costs_only_itself(rows: list[str]) -> None:
    good, short = "\n".join(rows), "\n".join(rows[:8])
    bad: list[FormatError] = []
    records = read(f"{good}\n\n{short}\n\n{good}\n\n{good}\n", on_bad=bad.append)
    assert [record.line for record in records] == [1, 20, 30]
    assert [error.line for error in bad] == [11]
    assert "8 rows of 9 cells" in bad[0].message
    assert "expected 9 rows" in bad[0].message


@pytest.mark.parametrize("row", [0, 4, 8])
def test_a_row_with_a_missing_cell_is_named(row: int) -> None:
    rows = SPACED.copy()
    rows[row] = rows[row][2:]
    good = "\n".join(SPACED)
    bad: list[FormatError] = []
    records = read(f"{good}\n\n" + "\n".join(rows) + f"\n\n{good}\n", on_bad=bad.append)
    assert [record.line for record in records] == [1, 21]
    assert [error.line for error in bad] == [11 + row]
    assert "8 cells in a row; expected 9" in bad[0].message


def test_a_wrong_cell_is_named_with_its_column() -> None:
    rows = SPACED.copy()
    rows[3] = rows[3][:4] + "x" + rows[3][5:]
    with pytest.raises(FormatError) as caught:
        formats.parse("\n".join(rows))
    assert (caught.value.line, caught.value.column) == (4, 5)
    assert "'x' is not a cell of a 9×9 grid" in caught.value.message


@pytest.mark.parametrize(
    ("rules", "other"), [(boxes(2, 3), boxes(3, 2)), (boxes(2, 4), boxes(4, 2))]
)
def test_borders_show_the_shape_of_the_boxes(rules: Rules, other: Rules) -> None:
    for drawn in (rules, other):
        digits = (1, *[0] * (drawn.cell_count - 1))
        text = formats.write(digits, "drawn", rules=drawn, bare=True)
        assert formats.parse(text).rules == drawn
        assert formats.parse(text, rules=latin(drawn.size)).rules == latin(drawn.size)


@pytest.mark.parametrize("size", [36, 64])
def test_big_boards_are_rows_of_numbers(size: int) -> None:
    digits = [cell % (size + 1) for cell in range(size * size)]
    rows = [digits[start : start + size] for start in range(0, size * size, size)]
    text = "\n".join(" ".join(map(str, row)) for row in rows)
    assert formats.parse(text).digits == tuple(digits)
    assert formats.parse(" ".join(map(str, digits))).digits == tuple(digits)
    with pytest.raises(FormatError, match=f"'{size + 1}' is not a cell"):
        formats.parse(text.replace(" 2 ", f" {size + 1} ", 1))


def test_tokens_of_several_digits_are_candidates_up_to_nine_and_numbers_beyond() -> None:
    four = formats.parse("12 . . 1234\n1 2 3 4\n. . . .\n! 34 . .")
    assert four.candidates[:5] == (0b11, 15, 15, 15, 1)
    assert four.candidates[12:14] == (0, 0b1100)
    twelve = "\n".join([" ".join(map(str, range(1, 13)))] * 11 + ["1,12 A b 12 . 0 * _ 1 2 3 4"])
    assert formats.parse(twelve).candidates[11] == 1 << 11
    assert formats.parse(twelve).candidates[132:136] == (1 | 1 << 11, 1 << 9, 1 << 10, 1 << 11)


def test_jigsaw_borders_run_between_the_regions() -> None:
    puzzle = Puzzle.empty(jigsaw("1112132233243444")).with_given(5, 2)
    assert formats.write(puzzle, "drawn", bare=True) == (
        "┌───────────┬───┐\n"
        "│ .   .   . │ . │\n"
        "│   ┌───┬───┘   │\n"
        "│ . │ 2 │ .   . │\n"
        "├───┘   │   ┌───┤\n"
        "│ .   . │ . │ . │\n"
        "│   ┌───┴───┘   │\n"
        "│ . │ .   .   . │\n"
        "└───┴───────────┘\n"
    )


def test_emphasis_sees_each_cell_with_its_padded_text() -> None:
    seen: list[tuple[int, str]] = []

    def emphasis(cell: int, text: str) -> str:
        seen.append((cell, text))
        return f"<{text}>"

    drawn = draw(["1", "12", ".", "."], latin(2), emphasis=emphasis)
    assert seen == [(0, " 1"), (1, "12"), (2, " ."), (3, " .")]
    assert drawn.splitlines()[1] == "│ < 1> <12> │"


def test_ascii_drawings_are_ascii() -> None:
    drawn = draw(["."] * 16, boxes(2, 2), ascii_only=True)
    assert drawn.isascii()
    assert drawn.splitlines()[0] == "+-----+-----+"


SIX = jigsaw("111222 113322 133332 455556 445566 444666")


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize(
    "rules",
    [SIX, jigsaw("1112132233243444"), boxes(3, 2), boxes(3, 3), boxes(4, 4)],
    ids=["6", "4", "3x2", "9", "16"],
)
def test_borders_show_the_regions_where_nothing_else_does(rules: Rules, ascii_only: bool) -> None:
    digits = [cell % 5 % 4 for cell in range(rules.cell_count)]
    texts = [str(digit) if digit else "." for digit in digits]
    drawn = draw(texts, rules, ascii_only=ascii_only)
    [record] = formats.read(io.StringIO(drawn))
    assert record.puzzle.digits == tuple(digits)
    kinds = {frozenset(c.cells) for c in record.puzzle.rules.groups}
    assert kinds == {frozenset(c.cells) for c in rules.groups}


def test_rules_that_are_stated_come_before_regions_that_are_drawn() -> None:
    drawn = draw(["."] * 35 + ["1"], SIX)
    [record] = formats.read(io.StringIO(f"# rules: 2x3\n{drawn}"))
    assert record.puzzle.rules == boxes(2, 3)


@pytest.mark.parametrize("spoiled", ["┌───┴", "└───┬"])
def test_borders_that_enclose_no_regions_are_only_borders(spoiled: str) -> None:
    drawn = draw(["."] * 35 + ["1"], SIX)
    assert spoiled in drawn
    [record] = formats.read(io.StringIO(drawn.replace(spoiled, " " * len(spoiled))))
    assert record.puzzle.rules == boxes(2, 3)


def test_lines_between_all_rows_are_no_regions() -> None:
    rows = ["|. . . . . .|"] * 5 + ["|1 . . . . .|"]
    lines = "\n-----------\n".join(rows)
    [record] = formats.read(io.StringIO(f"-----------\n{lines}\n-----------\n"))
    assert record.puzzle.rules == boxes(2, 3)


@pytest.mark.parametrize("height", [2, 3])
def test_blank_lines_alone_show_the_shape_of_the_boxes(height: int) -> None:
    bands = ["\n".join(["......"] * height)] * (6 // height)
    assert formats.parse("\n\n".join(bands)).rules == boxes(height, 6 // height)


@pytest.mark.parametrize("missing", [1, 5, -2])
def test_a_drawing_with_a_missing_row_costs_only_itself(missing: int) -> None:
    good = DRAWINGS["our own"].splitlines()
    short = good.copy()
    del short[missing]
    bad: list[FormatError] = []
    for between in ([], [""]):
        records = read("\n".join([*short, *between, *good, *short]), on_bad=bad.append)
        assert [str(record.puzzle) for record in records] == [EASY]
    assert [error.line for error in bad] == [2, 27, 2, 28]
    assert {error.message.partition(",")[0] for error in bad} == {"8 rows of 9 cells"}


@pytest.mark.parametrize("junk", [1, 2, 4])
@pytest.mark.parametrize("apart", [False, True])
def test_bands_of_another_height_cost_only_themselves(junk: int, apart: bool) -> None:
    good = DRAWINGS["bands apart" if apart else "rows"]
    bad: list[FormatError] = []
    texts = "\n\n".join(["\n".join(ROWS[:junk]), good])
    records = read(f"{texts}\n\n{texts}\n", format="drawn", on_bad=bad.append)
    assert [str(record.puzzle) for record in records] == [EASY] * 2
    second = junk + 1 + len(good.splitlines()) + 2
    assert [error.line for error in bad] == [1, second]
    assert bad[0].message.startswith(f"{junk} row{'s' * (junk > 1)} of 9 cells")


@pytest.mark.parametrize("between", ["", " "])
def test_rows_of_nine_cells_are_tiny_puzzles_only_where_the_rules_say_so(between: str) -> None:
    rows = "\n".join(between.join(row) for row in ["1........", *["........."] * 7])
    with pytest.raises(FormatError, match="8 rows of 9 cells, from '1"):
        read(rows)
    assert len(list(read(f"# rules: 3\n{rows}"))) == 8


@pytest.mark.parametrize("separator", [" ", ", ", ";", "\t"])
def test_rows_with_separators_are_no_puzzles_of_their_own(separator: str) -> None:
    rows = "\n".join(map(separator.join, ["1___", "____", "____"]))
    with pytest.raises(FormatError, match=r"rows? of 4 cells"):
        read(rows)


@pytest.mark.parametrize("border", ["-|", "|-", ":-:|", "|-|"])
def test_a_border_of_a_markdown_table_that_is_cut_off_is_no_puzzle(border: str) -> None:
    table = [f"| {' | '.join(row)} |" for row in ("123456789", *ROWS)]
    table.insert(1, border)
    assert [str(record.puzzle) for record in read("\n".join(table))] == [EASY]


def test_pairs_are_candidates_of_two_cells_unless_more_rows_follow() -> None:
    assert formats.parse("12 12\n12 12\n", format="drawn").candidates == (3,) * 4
    rows = ["12 34", "34 12", "21 43", "43 21"]
    assert formats.parse("\n".join(rows), format="drawn").digits[:5] == (1, 2, 3, 4, 3)


def test_a_board_that_the_rules_do_not_fit_is_refused_with_its_first_line() -> None:
    with pytest.raises(FormatError, match="expected 4, as the rules say") as caught:
        read(f"# rules: 4\n{DRAWINGS['rows']}\n", format="drawn")
    assert caught.value.line == 2


def test_a_row_alone_is_no_board() -> None:
    with pytest.raises(FormatError, match="1 row of 9 cells, from '5 3 "):
        read(SPACED[0], format="drawn")


@pytest.mark.parametrize(("bars", "height"), [(2, 3), (3, 2)])
def test_bars_alone_show_the_shape_of_the_boxes(bars: int, height: int) -> None:
    row = f"|{'|'.join(['.' * bars] * (6 // bars))}|"
    assert formats.parse("\n".join([row] * 6)).rules == boxes(height, bars)
    other = "|....|..|"
    assert formats.parse("\n".join([row, other] * 3)).rules == boxes(2, 3)  # the usual ones


@pytest.mark.parametrize(
    ("directives", "notation"),
    [
        (["# rules: samurai"], "drawn"),
        (["# two of them", "#Rules: samurai"], "drawn"),
        (["# rules: 4", "# rules: samurai"], "line"),
        (["# rules: samurai", "# rules: 4"], "drawn"),
        (["# rules: no such rules"], "line"),
        (["# source: samurai"], "line"),
    ],
)
def test_the_first_directive_with_rules_says_whether_the_board_is_one_that_no_line_can_show(
    directives: list[str], notation: str
) -> None:
    assert sniff(list(enumerate([*directives, "1234" + "." * 12], 1))) == notation


def test_more_rows_than_any_board_has_are_refused_where_they_begin() -> None:
    rows = "\n".join(["# large", *[" ".join(["."] * 257)] * 257])
    with pytest.raises(FormatError, match="257 rows; expected at most 256") as caught:
        formats.parse(rows, format="drawn")
    assert caught.value.line == 2
