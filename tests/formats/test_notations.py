"""What the notations of one line, of tables, of SadMan's files and of JSON say beside the cells."""

import io
import json

import numpy as np
import pytest
from well_known import EASY, EASY_SOLVED, EIGHTEEN

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Context
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import boxes, classic, latin

DIGITS = tuple(map(int, EASY_SOLVED))


def read(text: str, **options: object) -> list[formats.Record]:
    return list(formats.read(io.StringIO(text, newline=None), **options))  # type: ignore[arg-type]


def one(text: str, **options: object) -> formats.Record:
    (record,) = read(text, **options)
    return record


@pytest.mark.parametrize(
    ("after", "comment"),
    [
        ("", ""),
        (" 1.5", "1.5"),
        ("\t1.5", "1.5"),
        (" EASY 334", "EASY 334"),
        (":1:", "1"),
        (",7.2", "7.2"),
        ("; hard", "hard"),
        (" # lc1(3) s", "lc1(3) s"),
        ("# a # b", "a # b"),
        (" " * 5000 + "x", "x"),
    ],
)
def test_text_after_the_cells_is_the_comment(after: str, comment: str) -> None:
    for cells in (EASY, EASY.replace(".", "0"), "1..............2"):
        record = one(cells + after)
        assert record.comment == comment
        assert record.puzzle.clues == sum(c not in ".0" for c in cells)


@pytest.mark.parametrize("between", [",", ":", " ", ":1:", "\t"])
def test_a_full_grid_behind_the_cells_is_the_solution(between: str) -> None:
    assert one(EASY + between + EASY_SOLVED).solution == DIGITS
    with pytest.raises(FormatError, match="another board beside the puzzle, '53"):
        one(EASY + between + EASY)


@pytest.mark.parametrize(
    "line",
    [
        f"001: {EASY}",
        f":0604:1:+{EASY}::411:",
        f'"{EASY}"',
        f"'{EASY}',",
        f"0001a7 {EASY} 1.2",
        " ".join(EASY),
        " ".join(EASY[start : start + 9] for start in range(0, 81, 9)),
    ],
)
def test_other_forms_of_one_line_are_understood(line: str) -> None:
    assert str(one(line).puzzle) == EASY


@pytest.mark.parametrize(
    ("cells", "size"), [("1", 1), ("1..2", 2), ("A" + "." * 99, 10), ("z" + "." * 1224, 35)]
)
def test_the_length_determines_the_size(cells: str, size: int) -> None:
    puzzle = formats.parse(cells, format="line")
    assert puzzle.rules.size == size
    assert puzzle.clues == 2 if size == 2 else 1


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (EASY[:80], "80 characters; expected a square number"),
        ("." * 1296, "1296 characters; expected at most 1225"),
        (EASY.replace("5", "٣"), "'٣' is not a digit"),
        ("5..............1", "'5' is not a digit of a 4×4 grid; expected 1 to 4, or . 0 * _"),
        ("1 2 3", "3 cells; expected"),
        ("12 3", "2 cells; expected"),
        ("bad row", "2 words; expected a puzzle"),
        ("7: 123", "'7', and no field after it is a puzzle: the longest has 3 characters"),
        ("77: 123", "2 characters; expected a square number"),
        ("ab: 1.......2", "2 characters; expected a square number"),  # 3×3 is not a board
    ],
)
def test_a_line_that_is_not_a_puzzle_is_refused_with_what_was_expected(
    cells: str, said: str
) -> None:
    with pytest.raises(FormatError) as caught:
        formats.parse(cells, format="line")
    assert said in caught.value.message


@pytest.mark.parametrize(
    ("size", "expected"),
    [(1, "1,"), (9, "1 to 9,"), (10, "1 to 9, A,"), (16, "1 to 9, A to G,")],
)
def test_a_wrong_digit_is_refused_with_the_right_ones(size: int, expected: str) -> None:
    with pytest.raises(FormatError, match=f"expected {expected} or . "):
        formats.parse("!".rjust(size * size, "."), latin(size), format="line")


def test_729_characters_are_pencil_marks_unless_they_are_a_puzzle_of_27() -> None:
    marks = "".join("123456789" if c == "." else c.rjust(9, ".") for c in EASY)
    marks = "".join("." * (int(c) - 1) + c + "." * (9 - int(c)) if c != "." else "123456789"
                    for c in EASY)  # fmt: skip
    assert formats.parse(marks) == formats.parse(EASY)
    assert formats.parse(marks + " # with a comment") == formats.parse(EASY)
    assert formats.parse("R" + "." * 728).rules.size == 27
    with pytest.raises(FormatError, match="only 2 or a blank"):
        formats.parse(marks[:10] + "5" + marks[11:], format="pencil")


def test_pencil_marks_keep_candidates() -> None:
    puzzle = Puzzle(boxes(2, 2), (0b0011, 0b1010, *[15] * 14))
    text = formats.write(puzzle, "pencil")
    assert text.startswith("12...2.41234")
    assert formats.parse(text) == puzzle


@pytest.mark.parametrize(
    "header",
    [
        "quizzes,solutions",
        "puzzle,solution",
        "Question;Answer",
        "puzzle\tsolution",
        '"puzzle","solution"',
        '"puzzle";"solution"',
    ],
)
def test_tables_of_any_header_and_separator_are_read(header: str) -> None:
    separator = next(c for c in ",;\t" if c in header)
    record = one(f"{header}\n{EASY.replace('.', '0')}{separator}{EASY_SOLVED}\n")
    assert str(record.puzzle) == EASY
    assert (record.solution, record.line) == (DIGITS, 2)


def test_columns_may_come_in_any_order_among_others() -> None:
    record = one(
        "id,clues,solution,rules,difficulty,puzzle\n"
        f'7,30,{EASY_SOLVED},"9+diagonals","0,5",{EASY}\n'
    )
    assert (record.label, record.comment, record.solution) == ("7", "0,5", DIGITS)
    assert record.puzzle.rules == classic().with_diagonals()


def test_errors_in_tables_name_line_and_column() -> None:
    for row, column, said in (
        (f"1,{EASY[:5]}x{EASY[6:]},", 8, "'x' is not a digit"),
        (f"1,{EASY[:80]},", 3, "80 characters"),
        (
            f'1,"{EASY[:4]}x{EASY[5:]}",',
            5,
            "'x' is not a digit",
        ),  # of the field, where it is quoted
        ("1", None, "expected at least 2"),
        ("1,,", None, "an empty field"),
        ('1,"53', None, "unexpected end of data"),
    ):
        with pytest.raises(FormatError) as caught:
            read(f"id,puzzle,solution\n1,{EASY},\n{row}\n")
        assert (caught.value.line, caught.value.column) == (3, column)
        assert said in caught.value.message
    with pytest.raises(FormatError, match="is not a header"):
        read(f"{EASY},\n", format="csv")
    with pytest.raises(FormatError, match="1 field; expected at least 3"):
        read("id,note,puzzle\n1\n")


def values_of(record: formats.Record) -> tuple[object, ...]:
    assert record.row is not None
    return record.row.values


def test_rows_of_a_table_may_lack_fields_and_have_blank_lines_between_them() -> None:
    records = read(f"puzzle,solution,er,note\n{EASY}\n\n{EASY},unknown,1.5\n")
    assert [(r.line, r.solution, values_of(r)) for r in records] == [
        (2, None, (EASY, "", "", "")),
        (4, None, (EASY, "unknown", "1.5", "")),
    ]


def test_a_grid_with_open_cells_is_no_solution() -> None:
    begun = f"{EASY_SOLVED[:80]}."
    for text in (
        f"puzzle,solution\n{EASY},{begun}\n",
        json.dumps({"puzzle": EASY, "solution": begun}),
    ):
        assert one(text).solution is None


def test_csv_is_written_with_solutions() -> None:
    text = formats.write(formats.parse(EASY), "csv", solution=DIGITS)
    assert text == f"puzzle,solution\n{EASY},{EASY_SOLVED}\n"
    assert one(text).solution == DIGITS


ROWS = "\n".join(EASY[start : start + 9] for start in range(0, 81, 9))


def test_sadman_tags_are_label_and_comment() -> None:
    record = one(f"#Aauthor\n#Da title\n#Cfree words\n#LEasy\n#Uhttp://x\n{ROWS}\n")
    assert str(record.puzzle) == EASY
    assert record.label == "a title"
    assert record.comment == "author: author; free words; level: Easy; address: http://x"
    again = one(formats.write(record, "sdk"), format="sdk")
    assert (again.puzzle, again.label, again.comment) == (
        record.puzzle,
        record.label,
        record.comment,
    )


def test_a_sadman_file_with_a_state_is_read_for_its_puzzle() -> None:
    solved = "\n".join(EASY_SOLVED[start : start + 9] for start in range(0, 81, 9))
    assert str(one(f"[Puzzle]\n{ROWS}\n[State]\n{solved}\n").puzzle) == EASY


def test_each_puzzle_of_a_sadman_file_has_its_own_tags_and_sections() -> None:
    text = (
        f"[Notes]\n123\n456\n[Puzzle]\n#Dfirst\n#Csee [1]\n#L\n#\n# free\n{ROWS}\n"
        f"[Puzzle]\n#Aauthor\n{ROWS}\n"
    )
    assert [(str(r.puzzle), r.label, r.comment) for r in read(text, format="sdk")] == [
        (EASY, "first", "see [1]; free"),
        (EASY, "", "author: author"),
    ]


ARRAY = [[int(c.replace(".", "0")) for c in EASY[i : i + 9]] for i in range(0, 81, 9)]


@pytest.mark.parametrize(
    "value",
    [
        EASY,
        ARRAY,
        [cell for row in ARRAY for cell in row],
        [[cell or None for cell in row] for row in ARRAY],
        [EASY[i : i + 9] for i in range(0, 81, 9)],
        ROWS,
    ],
)
def test_json_holds_a_puzzle_in_many_forms(value: object) -> None:
    for document in ({"puzzle": value}, {"board": value}, [{"puzzle": value}]):
        for indent in (None, 2):
            assert str(formats.parse(json.dumps(document, indent=indent))) == EASY
    assert str(formats.parse(json.dumps(value), format="json")) == EASY


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([EASY, EASY]),
        json.dumps([ARRAY, ARRAY]),
        json.dumps([{"puzzle": EASY}] * 2),
        json.dumps([{"puzzle": EASY}] * 2, indent=4),
        "\n\n".join([json.dumps({"puzzle": EASY}, indent=1)] * 2),
        f'[\n{{"puzzle": "{EASY}"}}\n,\n{{"puzzle": "{EASY}"}}\n]',
        f'# comment\n{{"puzzle": "{EASY}"}}\n# comment\n{{"puzzle": "{EASY}"}}',
    ],
)
def test_json_holds_many_puzzles(text: str) -> None:
    assert [str(record.puzzle) for record in read(text, format="json")] == [EASY] * 2


def test_elements_of_an_array_have_the_lines_at_which_they_begin() -> None:
    records = read('[\n{"puzzle": "1..2"}\n,\n\n{"candidates":\n [[1], [2], [], [1, 2]]}]')
    assert [(record.line, record.puzzle.candidates) for record in records] == [
        (2, (1, 3, 3, 2)),
        (5, (1, 2, 0, 3)),
    ]


def test_json_keeps_all_that_is_known() -> None:
    rules = boxes(2, 2).with_groups([[0, 5]])
    puzzle = Puzzle(rules, (1, 2, 0, 9, *[15] * 12))
    grid = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    record = formats.Record(puzzle, solution=grid, label="ä", comment="two\nlines")
    for name in ("json", "jsonl"):
        again = one(formats.write(record, name))
        assert again._replace(source=None, line=None, row=None) == record


def test_json_candidates_and_givens_both_hold() -> None:
    value = {"puzzle": "1..............."[:16], "candidates": [[1, 2]] * 16, "rules": {"size": 4}}
    puzzle = formats.parse(json.dumps(value))
    assert puzzle.rules == boxes(2, 2)
    assert puzzle.candidates == (1, *[3] * 15)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('{"puzzle": "1..2",\n "rules": }', 1, "not JSON: Expecting value at line 2, column 11"),
        ('{"puzzle": "12\n', 1, "not JSON: Invalid control character"),
        (f'\n\n{{"puzzle": "{EASY[:80]}"}}', 3, "80 characters"),
        ('{"what": 1}', 1, "an object without a puzzle"),
        ('{"puzzle": 5}', 1, "expected a text or a list"),
        ('{"puzzle": [1, 2, 3]}', 1, "3 cells in 'puzzle'; expected a square"),
        ('{"puzzle": []}', 1, "0 cells in 'puzzle'; expected a square"),
        ('{"puzzle": [1, 2, 3], "rules": "4"}', 1, "3 cells in 'puzzle'; expected 16"),
        ('{"puzzle": [1, 2, 3, 4], "rules": "4"}', 1, "4 cells in 'puzzle'; expected 16"),
        ('{"puzzle": [1, 5, 0, 0]}', 1, "5 in r1c2; expected a digit up to 2"),
        ('{"puzzle": [1, 1.5, 0, true]}', 1, "1.5 in r1c2"),
        ('{"candidates": [[1], [2], [2, 0], 0]}', 1, "[2, 0] in r2c1"),
        ('{"puzzle": "1..2", "rules": {"size": 9}}', 1, "expected 81"),
        ('{"puzzle": "1..2", "rules": {"size": 2, "boxes": "x"}}', 1, "expected [height, width]"),
        ('[{"puzzle": "1..2"}', 1, "the array has no end"),
        ('[{"puzzle": "1..2"} 5]', 1, "expected , or ]"),
        ('[{"puzzle": "1..2"}]\n?', 2, "not JSON"),
        ('{"puzzle": "1..2",\n "puzzle": "1..."}', 1, "the name 'puzzle' occurs twice"),
        ('{"puzzle": "1..2", "rank": NaN}', 1, "NaN, which is not a number"),
        ('{"puzzle": "1..2", "rules": null}', 1, "rules: None; expected an object or a text"),
        ('{"puzzle": "1..2", "diagonals": true}', 1, "diagonals: unknown beside a puzzle"),
        ('{"puzzle": "1..2", "windows": 1, "also": [], "boxes": 1}', 1, "windows: unknown beside"),
        ('{"puzzle": "1..2", "rules": {"boxes": [1, 2], "windows": 0}}', 1, "rules.windows: 0"),
        ('[{"puzzle": "1..2"},\n{x}]', 2, "not JSON"),
        ('{"puzzle": "1..2"}\n' * 3 + '{"what": 1}', 4, "an object without a puzzle"),
        ('{"puzzle": "1..2"}\n{"puzzle":\n x}', 2, "not JSON: Expecting value at line 3"),
        ("[\n\n1, x]", 1, "not JSON: Expecting value at line 3"),
        ("[" * 100_000, 1, "nested too deeply"),
        ("9" * 10_000, 1, "a number of thousands of digits"),
    ],
)
def test_json_faults_are_named(text: str, line: int, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text, format="json")
    assert caught.value.line == line
    assert said in caught.value.message


def test_a_number_before_the_puzzle_is_its_label() -> None:
    records = read(f"1,{EASY},x\n22,{EASY},y\n")
    assert [(r.puzzle, r.label, r.comment) for r in records] == [
        (formats.parse(EASY), "1", "x"),
        (formats.parse(EASY), "22", "y"),
    ]


def test_a_label_may_be_longer_than_some_puzzles() -> None:
    for label in ("x" * 15, "x" * 17, "x" * 40):
        (record,) = read(f"{label}: {EASY}, 1.5\n")
        assert (record.puzzle, record.label, record.comment) == (formats.parse(EASY), label, "1.5")


def test_numbers_with_spaces_between_them_may_have_a_comment() -> None:
    (record,) = read(" ".join("1" + "0" * 15) + " # very easy\n")
    assert (record.puzzle.digits[:2], record.comment) == ((1, 0), "very easy")


@pytest.mark.parametrize("number", ["1", "1001"])
def test_a_number_before_a_broken_puzzle_is_no_puzzle(number: str) -> None:
    with pytest.raises(FormatError, match="no field after it is a puzzle: the longest has 80"):
        read(f"{number},{EASY[1:]},x\n")


@pytest.mark.parametrize("separator", [",", ";", "\t", ", "])
@pytest.mark.parametrize("blank", ["0", "", "."])
def test_cells_with_commas_between_them(separator: str, blank: str) -> None:
    cells = [blank if c == "." else c for c in EASY]
    rows = [separator.join(cells[i : i + 9]) for i in range(0, 81, 9)]
    assert one("\n".join(rows) + "\n").puzzle == formats.parse(EASY)


def test_a_line_of_cells_with_commas_between_them() -> None:
    assert one(",".join(EASY) + "\n").puzzle == formats.parse(EASY)


@pytest.mark.parametrize("blank", "-?*_0")
def test_blanks_of_any_kind(blank: str) -> None:
    assert one(EASY.replace(".", blank)).puzzle == formats.parse(EASY)


def test_a_letter_beside_blanks_is_refused_with_what_is_expected() -> None:
    with pytest.raises(FormatError, match=r"'x' is not a digit.*or . 0 . _ - . for a blank"):
        read(EASY.replace(".", "x", 7))


def test_a_quoted_field_may_have_line_breaks() -> None:
    first, second = read(f'note,puzzle\n"a\nb",{EASY}\nc,{EASY}\n')
    assert (first.line, values_of(first)) == (2, ("a\nb", EASY))
    assert (second.line, values_of(second)) == (4, ("c", EASY))


def test_a_quote_without_end_costs_its_row_alone() -> None:
    bad: list[FormatError] = []
    text = f'puzzle,note\n{EASY},"a\n{EASY},b\n'
    (record,) = read(text, on_bad=bad.append)
    assert values_of(record) == (EASY, "b")
    assert [error.line for error in bad] == [2]


def test_a_table_keeps_its_other_columns() -> None:
    table = (
        "Id,quizzes,solutions,rating,note\n"
        f'7,{EASY},{EASY_SOLVED},1.2,"one, ""two"""\n'
        f"8,{EASY},,1.5,\n"
    )
    out = io.StringIO()
    with formats.Writer(out, "csv") as writer:
        for record in read(table):
            writer.write(record)
    assert out.getvalue() == table


def test_a_table_refuses_other_columns_than_its_first_puzzle_has() -> None:
    (first,) = read(f"puzzle,note\n{EASY},a\n")
    (second,) = read(f"puzzle,rank\n{EASY},b\n")
    out = io.StringIO()
    writer = formats.Writer(out, "csv")
    writer.write(first)
    writer.write(first.puzzle)
    for source, named in ((None, "a puzzle"), ("file", "file:2")):
        with pytest.raises(FormatError, match=f"^{named} has a column 'rank'.*expected these"):
            writer.write(second._replace(source=source))
    assert out.getvalue() == f"puzzle,note\n{EASY},a\n{EASY},\n"


@pytest.mark.parametrize("name", ["sdk", "numbers"])
def test_rows_that_might_be_puzzles_are_written_with_their_size(name: str) -> None:
    puzzle = Puzzle.from_digits((1, 2, 3, 4) * 64, boxes(4, 4))
    text = formats.write(puzzle, name)
    assert text.startswith("# rules: 16\n")
    assert formats.parse(text) == puzzle
    for size in (9, 12):
        assert "rules" not in formats.write((0,) * size**2, name)


def test_cells_may_be_lists_tuples_and_arrays_of_sizes_that_there_are() -> None:
    rows = [[1, 0, 0, 2], [0] * 4, [0] * 4, (3, 0, 0, 4)]
    for cells in (
        rows,
        tuple(rows),
        np.array(rows),
        [*map(np.array, rows)],
        np.array(rows).ravel(),
    ):
        assert str(formats.parse(cells)) == "1..2........3..4"
    assert formats.parse([[1]]).rules.size == 1
    with pytest.raises(FormatError, match="66049 cells in 'puzzle'"):
        formats.parse([0] * 257**2)


def test_grids_of_one_cell_are_written_and_of_none_refused() -> None:
    assert formats.write((1,), "line") == "1\n"
    with pytest.raises(FormatError, match="a grid of 0 cells"):
        formats.write((), "line")


def test_marks_at_their_places_are_marks_from_one_for_every_second_cell_on() -> None:
    for some, size in ((7, 8), (8, 4)):
        text = "1..." * some + "." * (64 - 4 * some)
        assert formats.parse(text).rules.size == size
        assert formats.parse(text, boxes(2, 2)).rules.size == 4


def test_faults_in_pencil_marks_are_reported_with_what_is_expected() -> None:
    for text, rules, column, said in (
        ("12", None, None, "2 characters; expected 729 pencil marks for 9×9"),
        ("12", boxes(2, 2), None, "2 characters; expected 64 pencil marks for 4×4"),
        ("....1.2." + "." * 56, None, 7, "'2' where only 3 or a blank can be"),
    ):
        with pytest.raises(FormatError) as caught:
            formats.parse(text, rules, format="pencil")
        assert said in caught.value.message
        assert caught.value.column == column


def test_what_may_be_pencil_marks_or_cells_is_taken_as_marks_where_most_cells_have_some() -> None:
    blank = formats.parse("." * 64)
    assert (blank.rules.size, blank.clues) == (8, 0)
    assert formats.parse("1" + "." * 63).digits[:2] == (1, 0)
    assert formats.parse("1" + "." * 63, boxes(2, 2)).candidates == (1, *(0,) * 15)
    assert formats.parse("1234" * 16).candidates == (15,) * 16
    assert formats.parse(".", latin(1)).candidates == (1,)


def test_pencil_marks_are_written_up_to_one_character_a_digit() -> None:
    puzzle = Puzzle.empty(latin(35))
    assert formats.parse(formats.write(puzzle, "pencil"), latin(35)) == puzzle
    with pytest.raises(FormatError, match="size 36; expected at most 35"):
        formats.write(Puzzle.empty(latin(36)), "pencil")


def test_an_array_of_more_texts_than_each_has_characters_is_so_many_puzzles() -> None:
    for number in (1, 15, 17, 20):  # 16 of them are the rows of a puzzle of 16×16
        text = json.dumps([EIGHTEEN] * number)
        assert len(list(formats.read(io.StringIO(text)))) == number


def test_a_fault_is_placed_behind_the_spaces_before_it() -> None:
    for text in ("   12345", "   1 2 3"):
        with pytest.raises(FormatError) as caught:
            formats.parse(text)
        assert (caught.value.line, caught.value.column) == (1, 4)


def test_a_directive_says_nothing_of_the_puzzle_behind_it() -> None:
    lines = io.StringIO(f"# rules: 4+diagonals\n# a name\n{EIGHTEEN}\n")
    (record,) = formats.read(lines)
    assert record.puzzle.rules == boxes(2, 2).with_diagonals()
    context = Context()
    context.take_directive("## a name", 1)
    assert not context.has_rules
    context.take_directive("# rules: 4", 1)
    assert context.given_size == 4
