"""The page in a real browser, driven as a player drives it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from browsing import (
    address,
    begun,
    browser,
    cell,
    dragged,
    faults,
    message,
    needs_server,
    opened,
    page,
    playwright,
    says,
    tab,
    visitor,
)
from well_known import EASY, EASY_SOLVED

from cpsudoku import formats
from cpsudoku.formats.rules_json import rules_from_json
from cpsudoku.puzzle import Puzzle

__all__ = ["address", "browser", "page", "tab", "visitor"]

SMALL, SMALL_SOLVED = "12..3..2.1.3.32.", "1234341221434321"
TWO_SOLUTIONS = "12343412........"

pytestmark = pytest.mark.browser


def test_the_first_board_is_named_for_screen_readers(page: Any) -> None:
    assert page.get_by_role("grid").count() == 1
    assert page.get_by_role("gridcell").count() == 81
    assert says(page, 1, 1) == "row 1 column 1, 5 given"
    assert says(page, 1, 3) == "row 1 column 3, empty"


@needs_server
def test_the_first_board_is_as_the_server_would_read_it(page: Any) -> None:
    read, kept = page.evaluate(
        """async (text) => {
          const body = JSON.stringify({ text });
          const headers = { "content-type": "application/json" };
          const read = await fetch("api/read", { method: "POST", headers, body });
          return [await read.json(), await (await fetch("example.json")).json()];
        }""",
        EASY,
    )
    assert kept == read


def test_a_puzzle_is_played_to_its_end_by_keyboard_alone(page: Any) -> None:
    for number, digit in enumerate(EASY_SOLVED):
        if EASY[number] == ".":
            page.keyboard.press(digit)
        page.keyboard.press("ArrowRight")
        if number % 9 == 8:
            page.keyboard.press("ArrowDown")
    message(page).to_contain_text("Complete and right")


def test_a_puzzle_is_played_by_touch_on_a_small_screen(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True)
    page = context.new_page()
    opened(page, f"{address}#puzzle={SMALL}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for number, digit in enumerate(SMALL_SOLVED):
        if SMALL[number] == ".":
            page.locator(f'[data-cell="{number}"]').tap()
            page.locator(f'#pad [data-digit="{digit}"]').tap()
    message(page).to_contain_text("Complete and right")
    context.close()


def test_a_puzzle_with_several_solutions_accepts_each_of_them(page: Any) -> None:
    for solution in ("1234341221434321", "1234341243212143"):
        begun(page, TWO_SOLUTIONS)
        for number in range(8, 16):
            page.locator(f'[data-cell="{number}"]').click()
            page.keyboard.press(solution[number])
        message(page).to_contain_text("Complete and right")


def test_a_wrong_entry_is_told_by_the_rules_and_can_be_undone(page: Any) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("5")
    message(page).to_contain_text("5 stands twice")
    assert cell(page, 1, 3).get_attribute("aria-invalid") == "true"
    page.keyboard.press("Control+z")
    assert says(page, 1, 3) == "row 1 column 3, empty"
    assert cell(page, 1, 3).get_attribute("aria-invalid") is None
    page.keyboard.press("Control+y")
    assert says(page, 1, 3) == "row 1 column 3, 5"


def test_points_are_for_what_is_right_by_the_rules_and_off_for_a_clash(page: Any) -> None:
    page.click("#settings")
    page.get_by_label("Count points").check()
    page.keyboard.press("Escape")
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    assert page.inner_text("#score") == "10 points"
    cell(page, 1, 4).click()
    page.keyboard.press("5")
    assert page.inner_text("#score") == "0 points"


def test_boards_with_holes_and_irregular_regions_are_played_as_well(page: Any) -> None:
    samurai = Puzzle.empty(rules_from_json("samurai"))
    begun(page, formats.write(samurai, "json"))
    playwright.expect(page.get_by_role("gridcell")).to_have_count(369)
    corner = page.locator('[data-cell="0"]')
    corner.click()
    page.keyboard.press("7")
    assert corner.inner_text() == "row 1 column 1, 7"
    begun(page, json.dumps({"rules": "jigsaw:1112122233334444", "puzzle": "1" + "." * 15}))
    page.locator('[data-cell="4"]').click()
    page.keyboard.press("1")
    assert page.locator('[aria-invalid="true"]').count() == 2


@needs_server
def test_what_variants_hold_is_drawn_told_and_judged(page: Any) -> None:
    rules = "4+killer:5@r1c1,r1c2+white@r4c3,r4c4"
    begun(page, json.dumps({"rules": rules, "givens": [0] * 8 + [int(d) for d in "21434321"]}))
    assert page.locator("image.rules").count() == 2  # the cage below the lines, the dot on them
    cells = page.get_by_role("gridcell")
    assert cells.nth(1).inner_text() == "row 1 column 2, empty, Killer cage 5"
    for number, digit in ((0, "1"), (1, "2")):
        cells.nth(number).click()
        page.keyboard.press(digit)
    playwright.expect(page.locator("#message")).to_have_text("Killer cage 5 does not hold.")
    assert cells.nth(0).get_attribute("aria-invalid") == "true"
    for number, digit in enumerate("4323214", start=1):
        cells.nth(number).click()
        page.keyboard.press(digit)
    playwright.expect(page.locator("#message")).to_contain_text("Complete and right")


def test_givens_cannot_be_changed(page: Any) -> None:
    cell(page, 1, 1).click()
    page.keyboard.press("7")
    page.keyboard.press("Delete")
    assert says(page, 1, 1) == "row 1 column 1, 5 given"


def test_marks_and_colours_have_keys_modes_and_places(page: Any) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("Shift+1")
    page.keyboard.press("Control+2")
    assert says(page, 1, 3) == "row 1 column 3, corner 1, centre 2"
    page.keyboard.press("v")
    page.keyboard.press("3")
    assert says(page, 1, 3).endswith("colour 3")
    page.keyboard.press("z")
    page.keyboard.press("4")
    assert says(page, 1, 3) == "row 1 column 3, 4, colour 3"
    for expected in ("row 1 column 3, empty, colour 3", "row 1 column 3, empty"):
        page.keyboard.press("Delete")
        page.keyboard.press("Delete")
        assert says(page, 1, 3).startswith(expected.partition(",")[0])
    assert says(page, 1, 3) == "row 1 column 3, empty"


def test_a_held_key_changes_what_the_pad_enters_until_it_is_let_go(page: Any) -> None:
    cell(page, 1, 3).click()
    for keys, mode in (
        (["Shift"], "corner"),
        (["Control"], "centre"),
        (["Shift", "Control"], "colour"),
    ):
        for key in keys:
            page.keyboard.down(key)
        assert page.locator('#modes [aria-checked="true"]').get_attribute("data-mode") == mode
        page.locator('#pad [data-digit="1"]').click()
        for key in keys:
            page.keyboard.up(key)
    assert page.locator('#modes [aria-checked="true"]').get_attribute("data-mode") == "digit"
    assert says(page, 1, 3) == "row 1 column 3, corner 1, centre 1, colour 1"


def test_a_digit_is_chosen_first_and_the_cells_that_are_touched_take_it(page: Any) -> None:
    page.keyboard.press("n")
    page.locator('#pad [data-digit="4"]').click()
    assert page.locator('#pad [aria-pressed="true"]').get_attribute("data-digit") == "4"
    cell(page, 1, 3).click()
    assert says(page, 1, 3) == "row 1 column 3, 4"
    cell(page, 1, 3).click()
    assert says(page, 1, 3) == "row 1 column 3, empty"
    page.click('#modes [data-mode="corner"]')
    dragged(page, (1, 3), (1, 4))
    assert says(page, 1, 3).endswith("corner 4")
    assert says(page, 1, 4).endswith("corner 4")
    cell(page, 1, 1).click()  # a given is chosen itself
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert says(page, 3, 1).endswith("corner 5")
    page.keyboard.press("n")
    cell(page, 1, 3).click()
    assert says(page, 1, 3).endswith("corner 4")


def test_lines_are_drawn_by_dragging_and_by_keys(page: Any) -> None:
    page.keyboard.press("b")
    dragged(page, (1, 1), (1, 2), (2, 3))
    assert page.locator(".pen-line").count() == 2
    assert says(page, 1, 1) == "row 1 column 1, 5 given, lines to r1c2"
    page.keyboard.press("Shift+ArrowDown")
    assert page.locator(".pen-line").count() == 3
    page.keyboard.press("Shift+ArrowUp")
    assert page.locator(".pen-line").count() == 2
    dragged(page, (1, 1), (1, 2))
    assert page.locator(".pen-line").count() == 1
    page.keyboard.press("Delete")
    assert page.locator(".pen-line").count() == 0
    page.keyboard.press("Control+z")
    assert page.locator(".pen-line").count() == 1


def test_an_entry_takes_its_digit_from_the_marks_of_its_peers(page: Any) -> None:
    page.click("#fill")
    assert "centre" in says(page, 1, 4)
    cell(page, 1, 4).click()
    page.keyboard.press("2")
    assert "2" not in says(page, 1, 6).partition("centre")[2]
    page.click("#undo")
    assert "2" in says(page, 1, 6).partition("centre")[2]


def test_many_cells_are_selected_by_dragging_and_equal_ones_by_a_double_click(page: Any) -> None:
    dragged(page, (1, 3), (2, 3))
    page.keyboard.press("Control+7")
    assert says(page, 1, 3).endswith("centre 7")
    assert says(page, 2, 3).endswith("centre 7")
    cell(page, 1, 1).dblclick()
    assert page.locator('[aria-selected="true"]').count() == EASY.count("5")
    assert page.locator(".back .equal").count() == EASY.count("5")


def test_a_game_is_there_again_after_a_reload_and_half_a_save_does_no_harm(page: Any) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    page.evaluate("localStorage.setItem('cpsudoku.game.broken', '{\"id\": \"bro')")
    page.reload()
    page.wait_for_selector("body.ready")
    assert says(page, 1, 3) == "row 1 column 3, 4"
    page.click("#undo")
    assert says(page, 1, 3) == "row 1 column 3, empty"


def test_a_game_is_replayed_change_by_change_and_left_as_it_is(page: Any) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    page.click("#replay")
    assert says(page, 1, 3) == "row 1 column 3, empty"
    page.get_by_label("Change").fill("1")
    assert says(page, 1, 3) == "row 1 column 3, 4"
    assert says(page, 1, 4) == "row 1 column 4, empty"
    page.locator("#panel").get_by_text("Continue").click()
    playwright.expect(page.locator("#panel p")).to_have_text("Change 2 of 2.")
    page.locator("#panel").get_by_label("Close").click()
    assert says(page, 1, 4) == "row 1 column 4, 2"
    playwright.expect(page.locator("#panel")).to_be_hidden()


def test_a_puzzle_of_another_notation_is_opened_and_the_old_game_kept(page: Any) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    begun(page, "1 . | . .\n. . | 2 .\n----+----\n. . | . .\n. . | . 3")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(16)
    page.click("#games")
    # Givens are nothing that a player fills.
    playwright.expect(page.locator(".game small").nth(0)).to_contain_text(
        re.compile(r"\b0 % filled")
    )
    page.locator(".game button").nth(1 * 2).click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)
    assert says(page, 1, 3) == "row 1 column 3, 4"


@needs_server
def test_rules_say_the_number_of_a_kind_of_clue(page: Any) -> None:
    begun(page, "# rules: 6+whispers:3@r1c1,r1c2\n" + "." * 36)
    said = "Whispers Neighbours on the line differ by at least 3."
    playwright.expect(page.locator("#about")).to_contain_text(said)


def test_a_puzzle_is_opened_by_pasting_or_dropping_it_anywhere(page: Any, address: str) -> None:
    link = f"see {address}#puzzle={SMALL}"
    for kind, text, cells in (("paste", SMALL, 16), ("drop", EASY, 81), ("paste", link, 16)):
        page.evaluate(
            """([kind, text]) => {
              const data = new DataTransfer();
              if (kind === "paste") data.setData("text", text);
              else data.items.add(new File([text], "puzzle.txt"));
              const options = { bubbles: true, cancelable: true };
              document.body.dispatchEvent(kind === "paste"
                ? new ClipboardEvent("paste", { ...options, clipboardData: data })
                : new DragEvent("drop", { ...options, dataTransfer: data }));
            }""",
            [kind, text],
        )
        playwright.expect(page.get_by_role("gridcell")).to_have_count(cells)


@needs_server
def test_what_is_no_puzzle_is_refused_with_what_was_expected(page: Any) -> None:
    page.click("#open")
    page.fill("#dialog textarea", "not a puzzle")
    page.click("#dialog button:has-text('Open')")
    playwright.expect(page.locator(".status")).to_contain_text("expected")


def test_a_game_can_be_paused_which_hides_the_board(page: Any) -> None:
    page.click("#clock")
    assert page.locator(".drawing .content").evaluate("e => getComputedStyle(e).visibility") == (
        "hidden"
    )
    page.keyboard.press("5")
    page.click("#clock")
    message(page).to_be_empty()
    assert re.fullmatch(r"\d+:\d\d", page.inner_text("#clock"))
    page.click("#settings")
    page.get_by_label("Show the timer").uncheck()
    assert page.text_content("#clock") == "⏱"


def test_the_words_are_chinese_where_the_reader_wants_them(browser: Any, address: str) -> None:
    context = browser.new_context(locale="zh-CN")
    page = context.new_page()
    opened(page, address)
    assert page.inner_text("#hint") == "提示"
    assert page.evaluate("document.documentElement.lang") == "zh"
    page.click("#settings")
    page.locator("#dialog select").nth(1).select_option(label="English")
    playwright.expect(page.locator("#hint")).to_have_text("Hint")
    context.close()


@pytest.mark.compiled
def test_hints_are_chinese_up_to_the_whole_sentence(browser: Any, address: str) -> None:
    context = browser.new_context(locale="zh-CN")
    page = context.new_page()
    opened(page, address)
    told = page.locator("#panel p")
    page.click("#hint")
    playwright.expect(told).to_have_count(1)
    for _ in range(4):
        assert not re.search("[A-Za-z]{3,}", page.inner_text("#panel")), page.inner_text("#panel")
        page.click("#hint")
    page.click("#path")
    playwright.expect(page.locator("#panel ol li")).not_to_have_count(0)
    assert not re.search("[A-Za-z]{3,}", page.inner_text("#panel")), page.inner_text("#panel")
    cell(page, 1, 3).click()
    page.keyboard.press("5")
    message(page).not_to_be_empty()
    message(page).not_to_contain_text(re.compile("[A-Za-z]{3,}"))
    context.close()


@needs_server
def test_the_interface_is_described_on_a_page_of_its_own(page: Any, address: str) -> None:
    page.goto(f"{address}api.html")
    playwright.expect(page.locator("h2", has_text="/api/check")).to_have_count(1)
    playwright.expect(page.locator("#CheckRequest td", has_text="puzzle").first).to_be_visible()


def written(notation: str) -> Any:
    """What gives the answer with a notation from those for links to other programs."""
    asked = f'"to":"{notation}"'
    return lambda answer: "/api/convert" in answer.url and asked in (answer.request.post_data or "")


@needs_server
def test_the_puzzle_is_copied_in_each_notation(page: Any) -> None:
    for notation in ("line", "drawn", "json", "csv", "sdk", "fpuzzles"):
        with page.expect_response(written("line")):
            page.click("#copy")
        text = page.locator("#dialog textarea")
        playwright.expect(text).not_to_have_value("")
        if notation != "line":
            with page.expect_response(written(notation)) as answer:
                page.locator("#dialog select").select_option(notation)
            playwright.expect(text).to_have_value(answer.value.json()["text"])
        found = text.input_value()
        page.keyboard.press("Escape")
        begun(page, found)
        assert says(page, 1, 1) == "row 1 column 1, 5 given", notation


def test_a_puzzle_with_marks_is_copied_in_a_notation_that_holds_them(page: Any) -> None:
    cell(page, 1, 3).click()
    for key in ("Control+4", "Control+2"):
        page.keyboard.press(key)
    page.click("#copy")
    playwright.expect(page.locator("#dialog textarea")).to_have_value(
        re.compile("marks|candidates")
    )
    playwright.expect(page.locator("#dialog .status")).to_be_empty()


@needs_server
def test_a_text_is_shown_as_a_code_that_phones_read(page: Any) -> None:
    page.click("#copy")
    with page.expect_response(written("fpuzzles")):
        page.locator("#dialog select").select_option("fpuzzles")
    playwright.expect(page.locator("#dialog textarea")).to_have_value(re.compile("f-puzzles"))
    with page.expect_response("**/api/code") as answer:
        page.locator("#dialog").get_by_text("QR code").click()
    picture = page.locator("#dialog .code img")
    playwright.expect(picture).to_have_attribute("src", answer.value.json()["picture"])
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100


def test_the_board_is_saved_as_a_picture(page: Any) -> None:
    page.click("#copy")
    for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.locator("#dialog").get_by_text(kind, exact=True).click()
        assert download.value.path().read_bytes().startswith(start)


def test_printing_leaves_the_board_alone(page: Any) -> None:
    page.emulate_media(media="print")
    for shown in ("#board", "#title", "#about"):
        assert page.locator(shown).is_visible(), shown
    for hidden in ("header", "#entering", "#helping", "#more", "#clock", "#message"):
        assert not page.locator(hidden).first.is_visible(), hidden


@needs_server
def test_play_goes_on_without_a_connection_after_a_single_visit(browser: Any, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    opened(page, address)
    page.evaluate("navigator.serviceWorker.ready")
    context.set_offline(True)
    for place in ("", "set.html", ""):
        page.goto(f"{address}{place}", wait_until="commit")
        page.wait_for_selector("#message")
    page.wait_for_selector("body.ready")
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    assert says(page, 1, 3) == "row 1 column 3, 4"
    page.click("#hint")
    playwright.expect(page.locator("#message")).to_contain_text("does not answer")
    context.close()


@pytest.mark.compiled
def test_nothing_stands_in_the_way_of_a_screen_reader_or_weak_eyes(page: Any) -> None:
    page.click("#hint")
    playwright.expect(page.locator("#panel p")).to_have_count(1)
    assert faults(page) == []


def test_dark_colours_are_dark_and_readable(page: Any) -> None:
    page.emulate_media(color_scheme="dark")
    ink, paper = (
        page.evaluate(f"getComputedStyle(document.body).{name}")
        for name in ("color", "backgroundColor")
    )
    assert contrast(ink, paper) > 7


def contrast(one: str, other: str) -> float:
    """The contrast of two colours after WCAG 2.1, 1 to 21."""

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
