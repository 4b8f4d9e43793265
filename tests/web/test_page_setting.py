"""Setting in a real browser: puzzles are made from nothing, by keyboard, and judged meanwhile."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import (
    address,
    as_json,
    browser,
    faults,
    gone,
    needs_server,
    opened,
    playwright,
    tab,
    visitor,
)

import cpsudoku
from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.variants import Variant, to_text, variants

__all__ = ["address", "browser", "tab", "visitor"]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

CAGES = {
    "6": ["r1c1", "r1c2", "r1c3"],
    "5": ["r2c2", "r2c3"],
    "4": ["r3c2", "r4c2"],
    "3": ["r4c3", "r4c4"],
}
THERMOS = [["r1c1", "r1c2", "r1c3"], ["r2c3", "r2c4", "r3c4", "r3c3"], ["r4c3", "r4c2", "r4c1"]]
"""On 4×4 either leaves one solution alone."""

SOLVED = "1234341221434321"

TOO_SHORT = re.compile("2 cells or more|select two cells or more")
"""What is said of a line of one cell, with a server and without."""


@pytest.fixture
def page(visitor: Any, address: str) -> Iterator[Any]:
    opened(visitor, f"{address}set.html")
    yield visitor


def begun(page: Any, base: str) -> None:
    page.click("#new")
    page.locator("#dialog select").select_option(base)
    page.locator("#dialog").get_by_text("Begin").click()
    size = int(base)
    playwright.expect(page.get_by_role("gridcell")).to_have_count(size * size)
    # A board of the same size may have been there before, and the dialog takes keys until then.
    playwright.expect(page.locator("#dialog")).to_be_hidden()


def walked(page: Any, cells: list[str]) -> None:
    """Select cells in their order with the arrow keys alone."""
    page.keyboard.press("Escape")
    row, column = 1, 1
    for number, name in enumerate(cells):
        down, right = int(name[1]) - row, int(name[3]) - column
        keys = ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down)
        keys += ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right)
        for key in keys:
            page.keyboard.press(f"Shift+{key}" if number else key)
        row, column = row + down, column + right


def home(page: Any) -> None:
    page.get_by_role("gridcell").first.click()


def chosen(page: Any, clue: str) -> None:
    page.keyboard.press("k")
    page.locator(f'#palette [data-type="{clue}"]').last.click()
    page.keyboard.press("Escape")


def verdict(page: Any, expected: str) -> None:
    playwright.expect(page.locator("#verdict")).to_have_text(expected, timeout=20000)


def says(page: Any, cell: int) -> str:
    return str(page.get_by_role("gridcell").nth(cell).inner_text())


def set_killer(page: Any) -> None:
    begun(page, "4")
    chosen(page, "killer")
    for total, cells in CAGES.items():
        home(page)
        walked(page, cells)
        page.keyboard.type(total)
        page.keyboard.press("Enter")
    playwright.expect(page.locator("#clues li")).to_have_count(len(CAGES))


def test_a_kind_without_a_picture_shows_its_first_letters(page: Any) -> None:
    page.keyboard.press("k")
    shown = page.locator('#palette [data-type="product"] b')
    playwright.expect(shown.first).to_have_text("Pr")


def test_a_killer_is_set_from_nothing_by_keyboard_until_it_is_unique(page: Any) -> None:
    begun(page, "4")
    verdict(page, "Empty")
    set_killer(page)
    verdict(page, "One solution")
    for cell, digit in enumerate(SOLVED):
        assert f"{digit} in 1" in says(page, cell)
    playwright.expect(page.locator("#findings")).to_contain_text("No given and no clue could go")


def set_thermo(page: Any) -> None:
    begun(page, "4")
    chosen(page, "thermo")
    for cells in THERMOS:
        home(page)
        walked(page, cells)
        page.keyboard.press("Enter")
    playwright.expect(page.locator("#clues li")).to_have_count(len(THERMOS))


def test_a_thermo_is_set_from_nothing_and_played(page: Any) -> None:
    set_thermo(page)
    verdict(page, "One solution")
    gone(page, "#play-it", "/$")
    assert says(page, 0) == "row 1 column 1, empty, Thermometer"
    gone(page, "#set", "/set.html$")
    verdict(page, "One solution")
    playwright.expect(page.locator("#clues li")).to_have_count(len(THERMOS))


def test_setting_begins_without_the_puzzle_that_is_played_whose_solution_it_would_show(
    visitor: Any, address: str
) -> None:
    opened(visitor, address)
    assert visitor.locator(".given").count() > 0
    gone(visitor, "#set", "/set.html$")
    verdict(visitor, "Empty")
    assert visitor.locator(".given, .candidate").count() == 0


def test_nothing_is_asked_of_an_empty_board(page: Any) -> None:
    begun(page, "4")
    verdict(page, "Empty")
    assert page.locator(".candidate").count() == 0
    page.keyboard.press("1")
    verdict(page, "Several solutions")


def test_a_line_with_a_gap_is_noted(page: Any) -> None:
    """Of the same lines as where files are read."""
    findings = page.locator("#findings")
    for clue in (
        "thermo@r1c1,r2c2,r3c3", "thermo@r1c1,r2c2,r4c4", "doublearrow@r1c1,r1c2,r1c4",
        "arrow@r1c1/r1c2,r3c4", "valueindex@r4c4,r1c3,r2c1,r2c2,r2c3,r2c4",
    ):  # fmt: skip
        page.click("#open")
        text = as_json(f"4+{clue}", "." * 16)
        page.fill("#dialog textarea", text)
        page.locator("#dialog button:has-text('Open')").click()
        playwright.expect(page.locator("#clues")).to_contain_text(clue.split(",")[-1])
        playwright.expect(findings).to_contain_text("Two solutions differ in")
        noted = "not all of its cells touch the next one." in findings.inner_text()
        (record,) = formats.read(io.StringIO(text))
        assert noted == any(record.gaps), clue


def test_where_two_solutions_differ_is_told_and_what_decides_is_shaded(page: Any) -> None:
    begun(page, "4")
    for digit in "12343412":
        page.keyboard.press(digit)
        page.keyboard.press("ArrowRight")
        if digit in "42" and page.locator(".given").count() == 4:
            page.keyboard.press("ArrowDown")
    verdict(page, "Several solutions")
    playwright.expect(page.locator("#findings")).to_contain_text("Two solutions differ in")
    playwright.expect(page.locator(".shade").first).to_be_attached()
    assert page.locator(".differing").count() > 0
    assert page.get_by_role("gridcell").filter(has_text="solutions differ here").count() > 0
    page.keyboard.press("t")
    assert page.locator(".candidate").count() == 0


def test_a_conflict_of_clues_is_lit_and_explained(page: Any) -> None:
    begun(page, "4")
    chosen(page, "killer")
    for cells in (["r1c1", "r1c2"], ["r1c3", "r1c4"]):
        home(page)
        walked(page, cells)
        page.keyboard.type("3")
        page.keyboard.press("Enter")
    verdict(page, "No solution")
    told = page.locator("#findings")
    playwright.expect(told).to_contain_text("Killer cage 3 · r1c1 r1c2")
    playwright.expect(told).to_contain_text("Killer cage 3 · r1c3 r1c4")
    playwright.expect(told).to_contain_text("row 1")
    assert page.locator('[aria-invalid="true"]').count() == 4
    # The palette leaves it room on a small desk, without a turn of the wheel, and on a phone.
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        box = told.locator("p").first.bounding_box()
        assert box["y"] + box["height"] <= height
    page.set_viewport_size({"width": 1100, "height": 850})
    assert says(page, 0).endswith("in a conflict")
    page.keyboard.press("Control+z")
    verdict(page, "Several solutions")
    assert page.locator('[aria-invalid="true"]').count() == 0


def test_what_makes_no_sense_is_said_and_not_kept(page: Any) -> None:
    begun(page, "4")
    chosen(page, "renban")
    page.keyboard.press("Enter")
    playwright.expect(page.locator("#message")).to_contain_text(TOO_SHORT)
    assert page.locator("#clues li").count() == 0
    verdict(page, "Empty")


def test_what_a_clue_lacks_is_said_where_it_is_drawn_and_a_sign_is_a_number(page: Any) -> None:
    begun(page, "4")
    chosen(page, "xv")
    home(page)
    walked(page, ["r1c1", "r1c2"])
    page.keyboard.press("Enter")
    said = page.locator("#message")
    playwright.expect(said).to_have_text("X, V or sum: its number is missing.")
    page.locator("#palette .fields input").fill("v")
    page.keyboard.press("Enter")
    playwright.expect(page.locator("#clues li")).to_contain_text("X, V or sum V · r1c1 r1c2")
    chosen(page, "sandwich")
    boxes = [page.locator(f'[data-cell="{at}"]').bounding_box() for at in (2, 6)]
    start, end = ([b["x"] + b["width"] / 2, b["y"] + b["height"] / 2] for b in boxes)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    playwright.expect(said).to_have_text("Sandwich: its number is missing.")


def test_enter_in_the_search_chooses_the_clue_and_adds_none(page: Any) -> None:
    begun(page, "4")
    page.keyboard.press("k")
    page.keyboard.type("arrow")
    page.keyboard.press("Enter")
    playwright.expect(page.get_by_role("gridcell").first).to_be_focused()
    page.keyboard.press("Enter")
    playwright.expect(page.locator("#message")).to_contain_text("Arrow: select two cells or more")
    for key in ("Shift+ArrowRight", "Shift+ArrowRight", "Enter"):
        page.keyboard.press(key)
    playwright.expect(page.locator("#clues li")).to_contain_text("Arrow · r1c1 r1c2 r1c3")
    playwright.expect(page.locator("#clues li")).to_have_count(1)


def test_another_clue_is_looked_for_in_place_of_the_one_before(page: Any) -> None:
    begun(page, "4")
    for clue in ("kropki", "thermo"):
        page.keyboard.press("k")
        page.keyboard.type(clue)
        page.keyboard.press("Enter")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    playwright.expect(page.locator("#clues li")).to_contain_text("Thermometer · r1c1 r1c2")


BAD = {"type": "arrow", "bulb": ["r1c1"], "cells": []}
GOOD = [{"type": "killer", "cells": cells, "total": int(total)} for total, cells in CAGES.items()]


def reopened(page: Any, address: str, *states: list[dict[str, Any]]) -> None:
    """Open the page where it has kept a draft with these clues, one state after the other."""
    drafts = [
        {"base": "4", "regions": None, "clues": clues, "givens": [], "marks": None}
        for clues in states
    ]
    kept = {"states": drafts, "at": len(states) - 1, "changed": 1}
    page.goto(f"{address}manifest.json", wait_until="commit")
    page.evaluate(
        "kept => localStorage.setItem('cpsudoku.draft.kept', kept)",
        json.dumps({"version": 1, "value": kept}),
    )
    opened(page, f"{address}set.html")


def test_a_bad_clue_of_a_kept_draft_hides_no_other(page: Any, address: str) -> None:
    reopened(page, address, [], [GOOD[0], BAD], [GOOD[0], BAD, *GOOD[1:]])
    playwright.expect(page.locator("#clues li")).to_have_count(len(GOOD))
    playwright.expect(page.locator("#message")).to_contain_text("was set aside")
    verdict(page, "One solution")
    opened(page, f"{address}set.html")
    playwright.expect(page.locator("#clues li")).to_have_count(len(GOOD))
    playwright.expect(page.locator("#message")).to_be_empty()


BROKEN = '{"error": "broken-down", "message": "a process ended without an answer"}'


@needs_server
def test_a_draft_that_breaks_its_server_is_set_aside(page: Any, address: str) -> None:
    def answer(route: Any) -> None:
        broken = '"type":"arrow"' in route.request.post_data
        route.fulfill(status=400, body=BROKEN) if broken else route.continue_()

    page.route("**/api/draft", answer)
    try:
        reopened(page, address, [{"type": "arrow", "bulb": ["r1c1"], "cells": ["r1c2"]}])
        playwright.expect(page.locator("#message")).to_contain_text("was set aside")
        set_killer(page)
        verdict(page, "One solution")
    finally:
        page.unroute("**/api/draft")


def test_a_clue_that_says_nothing_new_is_marked_and_can_go(page: Any) -> None:
    set_killer(page)
    chosen(page, "odd")
    home(page)
    page.keyboard.press("Enter")
    row = page.locator("#clues li").last
    playwright.expect(row).to_contain_text("could go", timeout=20000)
    playwright.expect(page.locator("#findings")).to_contain_text(
        "without any single one of these: "
    )
    playwright.expect(page.locator("#findings")).to_contain_text("Odd · r1c1")
    page.keyboard.press("l")
    for _ in range(3 * len(CAGES)):
        page.keyboard.press("Tab")
    page.keyboard.press("Delete")
    playwright.expect(page.locator("#clues li")).to_have_count(len(CAGES))


CLUES = {
    "killer": [f"killer:{total}@{','.join(cells)}" for total, cells in CAGES.items()],
    "thermo": [f"thermo@{','.join(cells)}" for cells in THERMOS],
}


def taken(page: Any, clues: list[str]) -> None:
    """Open the puzzle of some clues as a text."""
    page.click("#open")
    page.fill("#dialog textarea", as_json("+".join(["4", *clues]), "." * 16))
    page.locator("#dialog button", has_text="Open").click()
    playwright.expect(page.locator("#dialog")).to_be_hidden()
    playwright.expect(page.locator("#clues li")).to_have_count(len(clues))


@pytest.mark.parametrize(
    ("kind", "notation"),
    [
        ("killer", "json"),
        pytest.param("killer", "sudokupad", marks=pytest.mark.slow),
        pytest.param("thermo", "json", marks=pytest.mark.slow),
        ("thermo", "fpuzzles"),
    ],
)
def test_what_was_set_is_exported_and_imported(page: Any, kind: str, notation: str) -> None:
    taken(page, CLUES[kind])
    verdict(page, "One solution")
    page.click("#copy")
    area = page.locator("#dialog[aria-label=Copy] textarea")
    playwright.expect(area).not_to_have_value("")
    if notation != "json":
        page.locator("#dialog select").select_option(notation)
        playwright.expect(area).to_have_value(LINKS[notation])
    text = area.input_value()
    page.keyboard.press("Escape")
    assert "".join(map(str, solving.solve(formats.parse(text)).solutions[0])) == SOLVED
    begun(page, "4")
    page.click("#open")
    page.fill("#dialog textarea", text)
    page.locator("#dialog button", has_text="Open").click()
    playwright.expect(page.locator("#clues li")).to_have_count(len(CLUES[kind]))
    verdict(page, "One solution")


LINKS = {"fpuzzles": re.compile("f-puzzles"), "sudokupad": re.compile("sudokupad")}


@pytest.mark.parametrize("kind", CLUES)
def test_a_draft_is_there_again_after_a_reload_with_all_that_can_be_undone(
    page: Any, kind: str
) -> None:
    *first, last = CLUES[kind]
    count = len(CLUES[kind])
    taken(page, first)
    chosen(page, kind)
    walked(page, last.partition("@")[2].split(","))
    if kind == "killer":
        page.keyboard.type("3")
    page.keyboard.press("Enter")
    playwright.expect(page.locator("#clues li")).to_have_count(count)
    page.reload()
    page.wait_for_selector("body.ready")
    verdict(page, "One solution")
    playwright.expect(page.locator("#clues li")).to_have_count(count)
    page.click("#undo")
    playwright.expect(page.locator("#clues li")).to_have_count(count - 1)
    page.click("#redo")
    verdict(page, "One solution")


def test_regions_are_drawn_cell_by_cell(page: Any) -> None:
    begun(page, "4")
    page.keyboard.press("x")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    # One region is too big as yet, and says nothing.
    playwright.expect(page.get_by_role("gridcell").nth(1)).to_contain_text("region 2")
    verdict(page, "Several solutions")
    playwright.expect(page.locator("#findings")).to_contain_text("Region 2 has 5 cells of 4.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    playwright.expect(page.get_by_role("gridcell").nth(2)).to_contain_text("region 1")
    page.click("#copy")
    area = page.locator("#dialog textarea")
    playwright.expect(area).not_to_have_value("")
    rules = formats.parse(area.input_value()).rules
    assert {region.cells for region in rules.of_kind("region")} >= {(0, 2, 4, 5), (1, 3, 6, 7)}


def test_the_last_question_alone_is_answered_and_the_page_never_waits(page: Any) -> None:
    begun(page, "9")
    page.keyboard.press("c")
    for _ in range(8):  # each change ends what was asked of the one before
        page.keyboard.press("z")
        page.keyboard.press("5")
        page.keyboard.press("5")
    page.keyboard.press("5")
    assert says(page, 0).startswith("row 1 column 1, 5 given")
    verdict(page, "Several solutions")


def test_setting_is_for_screen_readers_and_weak_eyes_too(page: Any) -> None:
    set_killer(page)
    verdict(page, "One solution")
    page.keyboard.press("c")
    assert faults(page) == []


def test_every_clue_has_a_name_in_every_language() -> None:
    folder = Path(cpsudoku.__file__).parent / "words"
    for language in ("en", "zh"):
        words = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        for name in variants():
            assert f"clue {name}" in words, (language, name)
            assert language == "en" or f"means {name}" in words, (language, name)


def test_a_line_is_set_diagonally_with_its_name_typed(page: Any) -> None:
    begun(page, "4")
    page.keyboard.press("k")
    page.keyboard.type("Zip")
    page.keyboard.press("Escape")
    for key in ("Shift+PageDown", "Shift+PageDown", "Shift+PageUp", "Enter"):
        page.keyboard.press(key)
    playwright.expect(page.locator("#clues li")).to_contain_text(
        "Zipper line · r1c1 r2c2 r3c3 r2c4"
    )


def test_a_drag_along_a_diagonal_takes_no_cell_beside_it(page: Any) -> None:
    begun(page, "4")
    boxes = [page.get_by_role("gridcell").nth(cell).bounding_box() for cell in (3, 6, 9)]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*middles[0])
    page.mouse.down()
    for x, y in middles[1:]:
        page.mouse.move(x + 2, y, steps=9)
    page.mouse.up()
    assert page.locator("[aria-selected=true]").count() == 3


def test_another_number_takes_the_place_of_the_old_one(page: Any) -> None:
    begun(page, "4")
    chosen(page, "killer")
    for total in "3", "7":
        home(page)
        walked(page, ["r1c1", "r1c2"])
        page.keyboard.type(total)
        page.keyboard.press("Enter")
        playwright.expect(page.locator("#clues li")).to_contain_text(f"Killer cage {total} · ")
    playwright.expect(page.locator("#clues li")).to_have_count(1)


def test_regions_are_found_and_seen_from_cells(page: Any) -> None:
    begun(page, "4")
    chosen(page, "regionrun")
    page.keyboard.press("Enter")
    playwright.expect(page.locator("#message")).to_contain_text("first add “Regions to be found”")
    chosen(page, "chaos")
    page.keyboard.press("Enter")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(32)
    for clue, told in (
        ("regionrun", "Region cells seen"),
        ("regioncount", "Region cell count"),
    ):
        chosen(page, clue)
        page.keyboard.press("Enter")
        playwright.expect(page.locator("#clues li").last).to_contain_text(f"{told} · r1c1")
    verdict(page, "Several solutions")
    page.click("#copy")
    playwright.expect(page.locator("#dialog textarea")).not_to_have_value("")
    rules = formats.parse(page.locator("#dialog textarea").input_value()).rules
    seen = [to_text(one) for one in rules.constraints if isinstance(one, Variant)][1:]
    assert seen == [
        "regionrun@r1c1/r6c1,r6c2,r6c3,r6c4/r6c1,r7c1,r8c1,r9c1",
        "regioncount@r1c1/r6c1,r6c2,r7c1,r7c2",
    ]


def test_clues_are_drawn_for_dark_boards_too(page: Any) -> None:
    begun(page, "4")
    chosen(page, "thermo")
    walked(page, ["r1c1", "r1c2"])
    page.keyboard.press("Enter")
    drawn = page.locator(".over .rules")
    playwright.expect(drawn).to_have_css("filter", "none")
    page.emulate_media(color_scheme="dark")
    playwright.expect(drawn).to_have_css("filter", "invert(1) hue-rotate(180deg)")
    page.emulate_media(media="print")
    playwright.expect(drawn).to_have_css("filter", "none")


@needs_server
def test_the_setter_hears_when_each_clue_is_needed(page: Any) -> None:
    set_thermo(page)
    verdict(page, "One solution")
    page.click("#steps")
    page.locator("#dialog").get_by_text("When is each clue needed?").click()
    told = page.locator("#dialog ul li", has_text="Thermometer")
    playwright.expect(told).to_have_count(len(THERMOS))
    playwright.expect(told.first).to_contain_text(
        re.compile("first needed at step|no step needs it")
    )
