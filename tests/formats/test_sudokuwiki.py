"""Links of sudokuwiki.org, old and new: the page, the regions and the cages count, or are named."""

from __future__ import annotations

import io

import pytest

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.errors import FormatError
from cpsudoku.formats.rules_text import parse_rules
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Rules
from cpsudoku.variants.cages import Killer

SITE = "https://www.sudokuwiki.org/"
# Puzzles made for this test, each with one solution under its own rules and several without them.
DIAGONAL = ".......5....2......8..61...2.13....9.4....3......2....6.....9.391..8.....2......."
DIAGONAL_SOLVED = (
    "192837456756294831384561297261345789549178362837926145678452913915783624423619578"
)
WINDOWS = "59.8.............8...9....3.........9....6...3..5...7......4.....1...28.4..6....1"
JIGSAW = "..28..4566.7..5.3....728..3..........3.....8....9.32.8.5.6..7...........8..1..3.."
JIGSAW_SOLVED = "192837456617295834549728613386514927735462189471953268253689741968341572824176395"
REGIONS = "111123333122222334115662234155662334155644444555647788599677788996677788999997888"


def read(text: str, rules: str | None = None) -> Puzzle:
    record = next(formats.read(io.StringIO(text), rules))
    assert record.ignored == ()
    return record.puzzle


def under(rules: str) -> Rules:
    return parse_rules(rules).rules()


def solved(puzzle: Puzzle) -> str:
    result = solving.check(puzzle)
    assert result.verdict is Verdict.UNIQUE
    return puzzle.rules.text(result.solutions[0])


@pytest.mark.parametrize("page", ["sudokux.aspx", "SudokuX.aspx", "Sudoku_X_Player", "SudokuX.htm"])
def test_the_page_of_diagonals_has_them(page: str) -> None:
    assert solved(read(f"{SITE}{page}?bd={DIAGONAL}")) == DIAGONAL_SOLVED
    assert solving.check(DIAGONAL).verdict is Verdict.MULTIPLE


def test_the_page_of_windows_has_them() -> None:
    found = read(f"{SITE}Windoku.aspx?bd={WINDOWS}")
    assert found.rules.means(under("9+windows"))
    solved(found)


@pytest.mark.parametrize(
    "link",
    [
        f"{SITE}jigsaw.aspx?shape=33&bd={JIGSAW}&jigmap={REGIONS}",
        f"{SITE}Jigsaw_Sudoku_Player?jigmap={REGIONS}&bd={JIGSAW}#top",
        f"shape=33&bd={JIGSAW}&jigmap={REGIONS}",
    ],
)
def test_the_regions_of_a_link_count(link: str) -> None:
    assert solved(read(link)) == JIGSAW_SOLVED


@pytest.mark.parametrize("fields", ["bd={}", "shape=5&bd={}", "shape=33&bd={}"])
def test_a_layout_that_only_the_site_has_is_asked_for(fields: str) -> None:
    link = f"{SITE}jigsaw.aspx?{fields.format(JIGSAW)}"
    with pytest.raises(FormatError, match="only the site has; expected its regions as &jigmap="):
        read(link)
    with pytest.raises(FormatError, match="only the site has"):
        read(link, "+diagonals")
    assert solved(read(link, f"jigsaw:{REGIONS}")) == JIGSAW_SOLVED


def test_rules_of_the_caller_are_added_to_those_of_a_link_or_refused() -> None:
    plain = f"{SITE}sudoku.htm?bd={DIAGONAL}"
    for rules in ("9+diagonals", "+diagonals"):
        assert solved(read(plain, rules)) == DIAGONAL_SOLVED
    both = read(f"{SITE}sudokux.aspx?bd={DIAGONAL}", "9+windows").rules
    assert both.means(under("9+diagonals+windows"))
    with pytest.raises(FormatError, match="other boxes or regions than the puzzle itself has"):
        read(plain, f"jigsaw:{REGIONS}")
    with pytest.raises(FormatError, match="another board than the puzzle itself has"):
        read(plain, "16")


def test_a_line_that_says_rules_holds_for_the_links_after_it() -> None:
    text = f"# rules: +diagonals\n{SITE}sudoku.htm?bd={DIAGONAL}\n"
    assert solved(read(text)) == DIAGONAL_SOLVED


def test_a_page_whose_rules_are_not_known_is_not_guessed() -> None:
    link = f"{SITE}Colour_Sudoku.aspx?bd={DIAGONAL}"
    with pytest.raises(FormatError, match="whose rules are not known; expected them"):
        read(link)
    assert solved(read(link, "9+diagonals")) == DIAGONAL_SOLVED


def killer(cages: list[list[int]], totals: list[int]) -> tuple[str, str]:
    """Return colours and totals of cages of whole rows, of which none touches its own colour."""
    colours, shown = ["0"] * 81, ["00"] * 81
    for number, (cells, total) in enumerate(zip(cages, totals, strict=True)):
        shown[min(cells)] = f"{total:02}"
        for cell in cells:
            colours[cell] = str(1 + number % 4)
    return "".join(colours), "".join(shown)


# Vertical pieces of three cells: each has its own total, so that no two read alike.
CAGES = [
    [27 * band + 9 * row + column for row in range(3)] for band in range(3) for column in range(9)
]
TOTALS = [sum(int(DIAGONAL_SOLVED[cell]) for cell in cage) for cage in CAGES]
COLOURS, SHOWN = killer(CAGES, TOTALS)


def in_32(numbers: list[int]) -> str:
    digits = "0123456789abcdefghijklmnopqrstuv"
    return "".join(digits[number // 32] + digits[number % 32] for number in numbers)


OLD_CELLS = in_32([2 * (1 << int(d) - 1) + 1 if d != "." else 2 * 511 for d in JIGSAW])
OLD_CAGES = in_32(
    [int(SHOWN[2 * cell : 2 * cell + 2]) * 8 + int(COLOURS[cell]) - 1 for cell in range(81)]
)


@pytest.mark.parametrize(
    "text",
    [
        f"{COLOURS},{SHOWN}",
        f"{SITE}killersudoku.aspx?bd={COLOURS},{SHOWN}",
        f"{SITE}killersudoku.aspx?bd={COLOURS}%2C{SHOWN}&jigmap=111222333111222333111222333"
        "444555666444555666444555666777888999777888999777888999",
        f"{OLD_CAGES},{in_32([1022] * 81)}",
        f"{SITE}killersudoku.htm?bd={OLD_CAGES},{in_32([1022] * 81)}",
    ],
)
def test_a_killer_has_its_cages_with_and_without_a_link(text: str) -> None:
    rules = read(text).rules
    cages = [one for one in rules.constraints if isinstance(one, Killer)]
    assert [
        (sorted(one.cells), one.total) for one in sorted(cages, key=lambda c: c.cells)
    ] == sorted((cage, total) for cage, total in zip(CAGES, TOTALS, strict=True))
    assert len(rules.of_kind("box")) == 9


def test_a_killer_on_a_jigsaw_has_both() -> None:
    link = f"{SITE}killerjigsaw.aspx?bd={COLOURS},{SHOWN}&jigmap={REGIONS}"
    rules = read(link).rules
    regions = under(f"jigsaw:{REGIONS}").of_kind("region")
    assert rules.of_kind("region") == regions
    assert sum(isinstance(one, Killer) for one in rules.constraints) == 27


@pytest.mark.parametrize(
    "text",
    [
        f"{SITE}jigsaw.aspx?shape=33&bd={OLD_CELLS}&jigmap={REGIONS}",
        f"jigmap={REGIONS}&bd={OLD_CELLS}",
    ],
)
def test_older_strings_have_two_digits_of_radix_32_for_a_cell(text: str) -> None:
    assert solved(read(text)) == JIGSAW_SOLVED


def test_older_strings_keep_candidates() -> None:
    text = in_32([2 * 0b101, 2 * 0b100, 0] + [1022] * 78)
    for found in (text, f"{SITE}sudoku.htm?bd={text}"):
        assert read(found).candidates[:4] == (0b101, 0b100, 511, 511)


@pytest.mark.parametrize(
    ("link", "words"),
    [
        (f"sudoku.htm?bd={JIGSAW}&jigmap={REGIONS}", "other regions than S9B has"),
        (f"sudokux.aspx?bd={JIGSAW}&jigmap={REGIONS}", "other regions than X9B has"),
        (f"sudokux.aspx?bd={JIGSAW}&shape=3", "shape of a jigsaw"),
        (f"jigsaw.aspx?shape=4&bd={JIGSAW}&jigmap={REGIONS}", "both shape '4' and jigmap"),
        (f"jigsaw.aspx?shape=33&bd={JIGSAW}&jigmap=123", "expected 81 digits from 1 to 9"),
        (f"jigsaw.aspx?bd={JIGSAW}&bd={DIAGONAL}", "two values of 'bd'"),
        (f"jigsaw.aspx?bd={JIGSAW}&jigmap={'1' * 81}", "more cells than the 9 digits"),
        (f"killersudoku.aspx?bd={JIGSAW}", "a killer without cages"),
        ("sudokux.aspx?bd=S9B" + "01" * 81, "a page for X9B with a string of S9B"),
        ("sudoku.htm?bd=", "no packed string"),
    ],
)
def test_a_link_that_says_two_things_is_refused(link: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        read(SITE + link)
