"""Strings of Interactive Sudoku Solver: each type means its variant, and is written again."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.errors import FormatError
from cpsudoku.formats.setters import links
from cpsudoku.formats.setters.imported import Import, means_the_same
from cpsudoku.formats.setters.iss import payloads, reading
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Regular, Rules, square
from cpsudoku.variants import Variant, chaos, to_text
from cpsudoku.variants.chess import AntiKing
from cpsudoku.variants.registry import rows_named


def texts(job: Import) -> list[str]:
    return [to_text(added) for added in job.added if isinstance(added, Variant)]


STRINGS = {
    ".Cage~5~R1C1~R1C2": ["killer:5@r1c1,r1c2"],
    ".Cage~0~R1C1~R1C2": ["killer@r1c1,r1c2"],
    ".Sum~3_=_2_-1~R1C1~R2C2": ["sum:3:2,-1@r1c1,r2c2"],
    ".RellikCage~3~R1C1~R1C2": ["rellik:3@r1c1,r1c2"],
    ".Lunchbox~2~R1C1~R1C2~R2C3": ["lunchbox:2@r1c1,r1c2,r2c3"],
    ".LookAndSay~2311~R1C1~R2C2~R3C3": ["lookandsay:2,3,1,1@r1c1,r2c2,r3c3"],
    ".ContainAtLeast~1_1~R1C1~R2C2": ["contains:1,1@r1c1,r2c2"],
    ".ContainExact~1_2~R1C1~R2C2": ["exactly:1,2@r1c1,r2c2"],
    ".CountDistinct~R1C1~R2C2~R3C3": ["countdistinct@r1c1,r2c2,r3c3"],
    ".SameValues~2~R1C1~R1C2~R2C3~R3C4": ["same@r1c1,r1c2,r2c3,r3c4"],
    ".SameValues~2~R1C1~R1C2~R1C2~R3C4": ["same@r1c1,r3c4"],
    ".Whisper~2~R1C1~R1C2": ["whispers:2@r1c1,r1c2"],
    ".Thermo~R1C1~R1C2": ["thermo@r1c1,r1c2"],
    ".Arrow~R1C1~R1C2~R2C2": ["arrow@r1c1/r1c2,r2c2"],
    ".PillArrow~2~R1C2~R1C1~R2C1~R2C2~R2C3": ["arrow@r1c1,r1c2/r2c1,r2c2,r2c3"],
    ".EqualSum~R1C1~-~R2C2~R2C3": ["equalsums@r1c1/r2c2,r2c3"],
    ".EqualSum~R1C1~R1C2~-~R1C2~R2C3": ["equalsums@r1c1,r1c2/r1c2,r2c3"],
    ".RegionSumLine~R2C2~R2C3": ["equalsums@r2c2/r2c3"],
    ".RegionSumLine~R1C2~R1C3~R2C3~R2C2~R1C2": ["equalsums@r1c3,r2c3/r2c2,r1c2"],
    ".Thermo~R1C1~R1C2~R2C2~R1C1": ["thermo@r1c1,r1c2,r2c2,r1c1"],
    ".Whisper~2~R1C1~R1C2~R2C2~R1C1": ["whispers:2@r1c1,r1c2,r2c2,r1c1"],
    ".Renban~R1C1~R2C2~R1C1": ["renban@r1c1,r2c2,r1c1"],
    ".SumLine~4~R1C1~R1C2": ["sumline:4@r1c1,r1c2"],
    ".SumLine~4~R1C1~R1C2~R2C2~LOOP": ["sumloop:4@r1c1,r1c2,r2c2"],
    ".WhiteDot~R1C1~R1C2~R2C1": ["white@r1c1,r1c2", "white@r1c1,r2c1"],
    ".GreaterThan~R1C2~R1C1": ["greater@r1c2,r1c1"],
    ".X~R1C1~R1C2": ["xv:10@r1c1,r1c2"],
    ".V~R1C1~R1C2": ["xv:5@r1c1,r1c2"],
    ".Quad~R2C2~1~2": ["quad:1,2@r2c2,r2c3,r3c2,r3c3"],
    ".LittleKiller~5~R1C1": ["littlekiller:5@r1c1,r2c2,r3c3,r4c4"],
    ".LittleKiller~5~R1C3": ["littlekiller:5@r1c3,r2c2,r3c1"],
    ".LittleKiller~5~R3C4": ["littlekiller:5@r3c4,r2c3,r1c2"],
    ".LittleKiller~5~R4C2": ["littlekiller:5@r4c2,r3c3,r2c4"],
    ".Sandwich~0~C2": ["sandwich:0@r1c2,r2c2,r3c2,r4c2"],
    ".Skyscraper~R1~2~3": ["skyscraper:2@r1c1,r1c2,r1c3,r1c4", "skyscraper:3@r1c4,r1c3,r1c2,r1c1"],
    ".NumberedRoom~C1~~3": ["numberedroom:3@r4c1,r3c1,r2c1,r1c1"],
    ".HiddenSkyscraper~R2~1~": ["hiddenskyscraper:1@r2c1,r2c2,r2c3,r2c4"],
    ".FullRank~C1~1": ["fullrank:1@r1c1,r2c1,r3c1,r4c1"],
    ".FullRankTies~none": ["noties"],
    ".Indexing~R~R1C1": ["rowindexer@r1c1"],
    ".ValueIndexing~R1C1~R1C2~R2C2~R2C3": ["valueindex@r1c1,r1c2,r2c2,r2c3"],
    ".AntiTaxicab.AntiKnight": ["antitaxicab", "antiknight"],
    ".StrictXV.V~R1C1~R1C2": ["xv:5@r1c1,r1c2", "nosum@r1c1,r1c2"],
    ".NoBoxes.ConnectedValues~~1_2~8": [
        "connecteddigits:1,2:8@" + ",".join(f"r{r}c{c}" for r in range(1, 5) for c in range(1, 5))
    ],
    ".Replicate~B~R1C2.Thermo~R1C2~R1C3.End": ["thermo@r1c2,r1c3"],
    ".Replicate~R.Thermo~R1C1~R2C1.End": ["thermo@r1c1,r2c1", "thermo@r2c1,r3c1"],
}


@pytest.mark.parametrize("text", STRINGS)
def test_each_type_of_a_string_means_its_variant_and_is_written_again(text: str) -> None:
    whole = ".Shape~4x4" + text
    record = next(formats.read(io.StringIO(whole)))
    assert texts(links.imported(whole)) == STRINGS[text]
    again = next(formats.read(io.StringIO(formats.write(record, "iss"))))
    assert means_the_same(again.puzzle, record.puzzle)


def test_strings_say_shape_digits_regions_and_cells_beside_the_grid() -> None:
    text = ".Shape~2x3~0-3.NoBoxes.Jigsaw~112212.Var~B~name~2x2.Var~A.Sum~4~VA~VB1~VB4~R1C1.~VB2_1"
    puzzle = next(formats.read(io.StringIO(text))).puzzle
    board = puzzle.rules.board
    assert (board.size, board.first, board.grid_count, board.auxiliary) == (4, 0, 6, 5)
    assert [g.kind for g in puzzle.rules.groups] == ["row"] * 2 + ["column"] * 3 + ["region"] * 2
    assert puzzle.rules.constraints[-1].scope == (6, 7, 10, 0)
    assert puzzle.candidates[8] == 0b10
    again = next(formats.read(io.StringIO(formats.write(puzzle, "iss")))).puzzle
    assert means_the_same(again, puzzle)
    kept = next(formats.read(io.StringIO(formats.write(puzzle, "json")))).puzzle
    assert kept == puzzle


def test_alternatives_hold_where_one_of_them_does() -> None:
    text = ".Shape~4x4.Or.~R1C1_1.And.~R1C1_2.~R1C2_1.End.Thermo~R1C1~R1C2.End"
    rules = next(formats.read(io.StringIO(text))).puzzle.rules
    either = rules.constraints[-1]
    assert [either.holds([a, b, *[1] * 14]) for a, b in ((1, 1), (2, 1), (2, 3), (3, 1))] == [
        True, True, True, False,
    ]  # fmt: skip


@given(st.data())
def test_relations_and_automata_come_back_from_their_texts(data: st.DataObject) -> None:
    digits = range(data.draw(st.integers(0, 1)), data.draw(st.integers(2, 9)))
    digit = st.sampled_from(digits)
    pairs = data.draw(st.frozensets(st.tuples(digit, digit)))
    key = payloads.key_of(lambda a, b: (a, b) in pairs, digits)
    assert payloads.relation_of(key, digits) == pairs
    state = st.integers(0, 5)
    steps = data.draw(st.dictionaries(st.tuples(state, st.integers(0, 8)), state))
    accepting = data.draw(st.frozensets(state))
    machine = Regular((), 0, frozenset((*key, after) for key, after in steps.items()), accepting)
    again = payloads.machine_of(payloads.text_of_machine(machine, range(9)))
    for word in data.draw(st.lists(st.lists(st.integers(0, 8), max_size=5), max_size=10)):
        one, others = 0, again.starts
        for symbol in word:
            one, others = steps.get((one, symbol), -1), again.after(others, symbol)
        assert bool(others & again.accepting) == (one in accepting)


def test_an_automaton_and_a_relation_are_read_as_the_program_writes_them() -> None:
    # What Interactive Sudoku Solver itself writes for growing digits 1 to 4.
    growing, less = links.imported(
        ".Shape~4x4.NFA~SMx5TnJzHIgA~_up~R1C1~R1C2~R1C3.Pair~Oj~_less~R1C1~R1C2"
    ).added
    for digits in product(range(1, 5), repeat=3):
        grid = [*digits, *[1] * 13]
        assert growing.holds(grid) == (digits[0] < digits[1] < digits[2])
        assert less.holds(grid) == (digits[0] < digits[1])
    assert (growing.label, less.label) == ("up", "less")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (".Cage~5~R1C1~R1C5", "no cell 'R1C5'"),
        (".Nonsense~5", "'Nonsense', which is not understood"),
        (".Or.Cage~5~R1C1", "without .End"),
        (".End~", "without what it ends"),
        (".Or" * 30 + ".End" * 30, "nested"),
        (".Var~X~~999.Var~Y~~999", "more than 1000 cells"),
        (".Cage~x~R1C1", "expected a number"),
        (".Thermo~R1C1", "2 cells or more"),
        (".WhiteDot~R1C1~R3C3", "no two share an edge"),
        (".Replicate~____________________.Thermo~R1C1~R1C2.End", "leaves the grid"),
        (".Pair~!~~R1C1~R1C2", "Base64"),
        (".Regex~KA~R1C1", "expression"),
        (".Sandwich~5", "other arguments"),
        (".~R1C1_9", "digit 9"),
        (".Shape~99x99", "shape"),
    ],
)
def test_a_string_that_makes_no_sense_is_refused_with_the_part(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        links.imported(text if "Shape" in text else ".Shape~4x4" + text)


def test_an_automaton_of_too_many_states_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payloads, "MOST_STATES", 50)
    # Both forms: a bit for a state, one symbol, a start; then a state without steps for each bit.
    for text in ("QC" + "A" * 40, "ACC" + "A" * 40):
        with pytest.raises(FormatError, match="more than 50 states"):
            payloads.machine_of(text)


def test_replicated_automata_are_made_once() -> None:
    # One named twice, one in other parts, and one that two copies of a part have.
    text = ".Shape~4x4.NFA~SMx5TnJzHIgA~_up~R1C1~R1C2~_on~R3C1~R3C2~-~R3C3"
    up, on, parted = links.imported(f"{text}~_cut~R4C1~R4C2~-~R4C3").added[:3]
    assert (up.label, on.label, parted.label) == ("up", "on", "cut")
    assert isinstance(up, Regular)
    assert isinstance(on, Regular)
    assert isinstance(parted, Regular)
    assert on.steps is parted.steps
    assert on.steps != up.steps
    copies = links.imported(".Shape~4x4.Replicate~D~R1C1.NFA~SMx5TnJzHIgA~~R1C1~R1C2.End").added
    assert [part.scope for part in copies] == [(0, 1), (1, 2)]


@given(st.text(alphabet=".~_RC1234abcORXV=-", max_size=60))
def test_strings_at_random_are_read_or_refused(text: str) -> None:
    for start in (".", ".Shape~4x4.Sum~", ".Shape~4x4.Or.~", ".NFA~", ".Pair~", ".Regex~"):
        with contextlib.suppress(FormatError):
            links.imported(start + text)


MORE = ".ChaosArrow~R1C1~1~CC1~CC2~-~CC1~CC5.ChaosCount~R2C1~1~CC5~CC16"


def test_regions_to_be_found_are_cells_beside_the_grid() -> None:
    text = ".Shape~4x4.ChaosConstruction.NoBoxes.ChaosArrow~R2C2.ChaosCount~R1C1"
    record = next(formats.read(io.StringIO(text + MORE)))
    board = record.puzzle.rules.board
    assert (board.grid_count, board.auxiliary) == (16, 16)
    cut, *counted = record.puzzle.rules.constraints[-5:]
    assert isinstance(cut, chaos.ChaosRegions)
    assert (cut.cells, cut.regions, cut.size) == (tuple(range(16)), tuple(range(16, 32)), 4)
    assert [to_text(one) for one in counted if isinstance(one, Variant)] == [
        "regionrun@r2c2/r7c2,r7c1/r7c2,r7c3,r7c4/r7c2,r6c2/r7c2,r8c2,r9c2",
        "regioncount@r1c1/r6c1,r6c2,r7c1,r7c2",
        "regionrun:1@r1c1/r6c1,r6c2/r6c1,r7c1",
        "regioncount:1@r2c1/r7c1,r9c4",
    ]
    again = next(formats.read(io.StringIO(formats.write(record, "iss"))))
    assert means_the_same(again.puzzle, record.puzzle)


def test_a_sandwich_of_many_low_digits_counts_from_0() -> None:
    # Five digits lie between 0 and 8; with digits from 1 no five of 2 to 8 add up to 17.
    text = ".Shape~9x9~0-8.Sandwich~17~R5.~R5C1_4~R5C2_0~R5C3_1~R5C4_3~R5C5_2~R5C6_6~R5C7_5"
    puzzle = next(formats.read(io.StringIO(text))).puzzle
    found = solving.solve(puzzle)
    assert found.solution is not None
    assert puzzle.rules.board.values(found.solution)[36:45] == (4, 0, 1, 3, 2, 6, 5, 8, 7)


@pytest.mark.parametrize("text", ["..Cage~3~R1C1~R1C2", "...AntiKnight.~R1C1_3"])
def test_a_string_can_begin_with_parts_that_are_empty(text: str) -> None:
    assert formats.parse(text) == formats.parse("." + text.lstrip("."))
    assert formats.parse(text, format="iss") == formats.parse(text)


def test_a_string_loads_what_reads_it_and_no_more() -> None:
    script = (
        "import sys; from cpsudoku import formats; formats.parse('.Cage~3~R1C1~R1C2');"
        "print(*(name.partition('setters.')[2] for name in sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "iss.shapes" in loaded
    assert not loaded & {"iss.writing", "f_puzzles", "lisudoku"}


LINES = [
    ".Shape~4x4",
    ".~R1C1_1",
    ".~R1C2_2",
    ".~R2C1_3",
    ".~R3C3_1",
    ".~R4C2_1",
    ".Thermo~R3C1~R3C2",
]


def of(text: str) -> list[tuple[int | None, formats.Record]]:
    return [(record.line, record) for record in formats.read(io.StringIO(text))]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(LINES), "".join(LINES), " ".join(LINES), "\r\n\r\n".join(LINES[:1]) + "\r\n"
        + "\r\n".join(LINES[1:]), "\n# a comment\n".join(LINES),
    ],
)  # fmt: skip
def test_a_string_may_have_a_line_for_each_part(text: str) -> None:
    ((line, record),) = of(text)
    assert line == 1
    assert record.puzzle == links.imported("".join(LINES)).puzzle()
    (solution,) = solving.check(record.puzzle).solutions
    assert (solution[0], solution[1], solution[4], solution[10], solution[13]) == (1, 2, 3, 1, 1)
    assert solution[8] < solution[9]


def test_parts_with_others_inside_go_over_lines() -> None:
    text = ".Shape~4x4\n.Or\n.And\n.~R1C1_1\n.~R1C2_2\n.End\n.Thermo~R2C1~R2C2\n.End\n"
    ((_, record),) = of(text)
    assert record.puzzle == links.imported("".join(text.split())).puzzle()


def test_strings_of_several_lines_follow_one_another_after_a_shape_or_a_blank_line() -> None:
    first, second = "\n".join(LINES), ".Shape~6x6\n.~R1C1_1\n.AntiKing"
    for between in ("\n\n", "\n# the next\n\n"):
        found = of(first + between + second)
        assert [record.puzzle.rules.size for _, record in found] == [4, 6]
        assert [line for line, _ in found] == [1, 9 + between.count("#")]


def test_a_string_a_line_stays_a_string_a_line() -> None:
    strings = [".~R1C1_1~R1C2_2.AntiKing", ".~R1C1_2.AntiKnight", ".~R5C5_2.Thermo~R1C1~R1C2"]
    assert [line for line, _ in of("\n".join(strings))] == [1, 2, 3]
    # The same cell is given twice, which no string does; and so is a line.
    assert len(of(".~R1C1_1~R2C2_5\n.~R1C1_3~R3C3_3\n")) == 2
    assert len(of(".AntiKing\n.AntiKing\n")) == 2
    assert len(of(".Shape~4x4.AntiKing\n.Shape~4x4.~R1C1_1\n")) == 2
    many = "".join(f".~R1C1_{1 + n % 9}.AntiKing\n" for n in range(500))
    assert len(of(many)) == 500


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (".~R1C1_1.AntiKing\n.~R1C2_2\n.Thermo~R1C1~R2C1", "one string, or a string each"),
        (".~R1C1_1~R1C2_2\n.~R2C1_4~R2C2_5", "one string, or a string each"),
        (".~R1C1_1\n.AntiKing\n\n.~R2C1_4\n.AntiKnight", "before and after a blank line"),
        (".Or\n.AntiKing\n.AntiKnight", "without .End"),
    ],
)  # fmt: skip
def test_lines_that_can_be_one_string_or_several_are_refused(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        of(text)


def test_a_flag_may_have_a_blank_after_it() -> None:
    ((_, record),) = of(".AntiKing .AntiKnight .~R1C1_1")
    assert record.puzzle == links.imported(".AntiKing.AntiKnight.~R1C1_1").puzzle()
    ((_, alone),) = of(".AntiKing")
    assert texts(links.imported(".AntiKing ")) == ["antiking"] and alone.puzzle.rules.size == 9


def test_a_line_that_says_rules_stands_between_strings() -> None:
    text = "# rules: +diagonals\n.~R1C1_1.AntiKing\n# rules: +windows\n.~R1C1_1.AntiKnight\n"
    kinds = [{group.kind for group in record.puzzle.rules.groups} for _, record in of(text)]
    assert ["diagonal" in some for some in kinds] == [True, False]
    assert ["window" in some for some in kinds] == [False, True]


def test_without_houses_a_king_moves_along_diagonals_alone_and_is_written_in_full() -> None:
    assert texts(links.imported(".Shape~4x4.AntiKing")) == ["antiking"]
    assert texts(links.imported(".Shape~4x4~~Raw.AntiKing")) == ["antimove:1:1"]
    board = square(4)
    puzzle = Puzzle.empty(Rules(board, (AntiKing(board),)))
    written = formats.write(puzzle, "iss")
    assert "AntiKing" not in written
    assert means_the_same(links.imported(written).puzzle(), puzzle)


def test_no_type_is_read_both_by_a_variant_and_by_itself() -> None:
    assert [kind for kind in reading.TYPES if rows_named("iss", kind)] == []
