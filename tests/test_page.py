"""The page in a real browser: the system's Chromium, driven as a player drives it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the page needs the extra web")
playwright = pytest.importorskip("playwright.sync_api", reason="drives the browser")

from serving import server  # noqa: E402
from well_known import EASY, EASY_SOLVED  # noqa: E402

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
SMALL, SMALL_SOLVED = "12..3..2.1.3.32.", "1234341221434321"

REFUSED = "the server responded with a status of 400"
"""What a browser itself tells of a request that makes no sense; the page shows the reason."""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server("-j", "1") as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A fresh reader on the page; what the console tells at the end is a fault."""
    context = browser.new_context(viewport={"width": 1100, "height": 850}, locale="en")
    found = context.new_page()
    told: list[str] = []
    found.on("console", lambda said: None if REFUSED in said.text else told.append(said.text))
    found.on("pageerror", lambda error: told.append(str(error)))
    opened(found, address)
    yield found
    context.close()
    assert told == []


def opened(page: Any, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("body.ready")


def cell(page: Any, row: int, column: int) -> Any:
    return page.locator(f'[data-cell="{9 * (row - 1) + column - 1}"]')


def says(page: Any, row: int, column: int) -> str:
    return str(cell(page, row, column).inner_text())


def message(page: Any) -> str:
    return str(page.inner_text("#message"))


def test_the_first_board_is_named_for_screen_readers(page: Any) -> None:
    assert page.get_by_role("grid").count() == 1
    assert page.get_by_role("gridcell").count() == 81
    assert says(page, 1, 1) == "row 1 column 1, 5 given"
    assert says(page, 1, 3) == "row 1 column 3, empty"


def test_a_puzzle_is_played_to_its_end_by_keyboard_alone(page: Any) -> None:
    for number, digit in enumerate(EASY_SOLVED):
        if EASY[number] == ".":
            page.keyboard.press(digit)
        page.keyboard.press("ArrowRight")
        if number % 9 == 8:
            page.keyboard.press("ArrowDown")
    assert message(page).startswith("Complete and right")


def test_a_puzzle_is_played_by_touch_on_a_small_screen(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True)
    page = context.new_page()
    opened(page, f"{address}#puzzle={SMALL}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for number, digit in enumerate(SMALL_SOLVED):
        if SMALL[number] == ".":
            page.locator(f'[data-cell="{number}"]').tap()
            page.locator(f'#pad [data-digit="{digit}"]').tap()
    assert message(page).startswith("Complete and right")
    context.close()


def test_a_wrong_entry_is_told_by_the_rules_and_can_be_undone(page: Any) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("5")
    assert "5 stands twice" in message(page)
    assert cell(page, 1, 3).get_attribute("aria-invalid") == "true"
    page.keyboard.press("Control+z")
    assert says(page, 1, 3) == "row 1 column 3, empty"
    assert cell(page, 1, 3).get_attribute("aria-invalid") is None
    page.keyboard.press("Control+y")
    assert says(page, 1, 3) == "row 1 column 3, 5"


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


def test_an_entry_takes_its_digit_from_the_marks_of_its_peers(page: Any) -> None:
    page.click("#fill")
    assert "centre" in says(page, 1, 4)
    cell(page, 1, 4).click()
    page.keyboard.press("2")
    assert "2" not in says(page, 1, 6).partition("centre")[2]
    page.click("#undo")
    assert "2" in says(page, 1, 6).partition("centre")[2]


def test_many_cells_are_selected_by_dragging_and_filled_at_once(page: Any) -> None:
    first, last = cell(page, 1, 3).bounding_box(), cell(page, 2, 3).bounding_box()
    page.mouse.move(first["x"] + 9, first["y"] + 9)
    page.mouse.down()
    page.mouse.move(last["x"] + 9, last["y"] + 9, steps=4)
    page.mouse.up()
    page.keyboard.press("Control+7")
    assert says(page, 1, 3).endswith("centre 7")
    assert says(page, 2, 3).endswith("centre 7")


def test_a_game_is_there_again_after_a_reload(page: Any) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    page.reload()
    page.wait_for_selector("body.ready")
    assert says(page, 1, 3) == "row 1 column 3, 4"
    page.click("#undo")
    assert says(page, 1, 3) == "row 1 column 3, empty"


def test_a_puzzle_of_another_notation_is_opened_and_the_old_game_kept(page: Any) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    page.click("#open")
    page.fill("#dialog textarea", "1 . | . .\n. . | 2 .\n----+----\n. . | . .\n. . | . 3")
    page.click("#dialog button:has-text('Open')")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(16)
    page.click("#games")
    page.locator(".game button").nth(1 * 2).click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)
    assert says(page, 1, 3) == "row 1 column 3, 4"


def test_what_is_no_puzzle_is_refused_with_what_was_expected(page: Any) -> None:
    page.click("#open")
    page.fill("#dialog textarea", "not a puzzle")
    page.click("#dialog button:has-text('Open')")
    playwright.expect(page.locator(".told")).to_contain_text("expected")


def test_a_game_can_be_paused_which_hides_the_board(page: Any) -> None:
    page.click("#clock")
    assert page.locator(".drawing .content").evaluate("e => getComputedStyle(e).visibility") == (
        "hidden"
    )
    page.keyboard.press("5")
    page.click("#clock")
    assert message(page) == ""


def test_the_words_are_chinese_where_the_reader_wants_them(browser: Any, address: str) -> None:
    context = browser.new_context(locale="zh-CN")
    page = context.new_page()
    opened(page, address)
    assert page.inner_text("#hint") == "提示"
    assert page.evaluate("document.documentElement.lang") == "zh"
    context.close()


def test_every_language_has_every_word(page: Any) -> None:
    keys = page.evaluate(
        """async () => Object.fromEntries(await Promise.all(["en", "zh"].map(async (l) =>
             [l, Object.keys(await (await fetch(`words/${l}.json`)).json()).sort()])))"""
    )
    assert keys["en"] == keys["zh"]


def test_the_interface_is_described_on_a_page_of_its_own(page: Any, address: str) -> None:
    page.goto(f"{address}api.html")
    playwright.expect(page.locator("h2", has_text="/api/check")).to_have_count(1)
    playwright.expect(page.locator("#CheckRequest td", has_text="puzzle").first).to_be_visible()


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


def board_says(page: Any) -> list[str]:
    return [str(text) for text in page.get_by_role("gridcell").all_inner_texts()]


def test_a_hint_tells_more_at_each_press_and_the_last_one_does_it(page: Any) -> None:
    before = board_says(page)
    panel = page.locator("#panel")
    told: list[str] = []
    for _ in range(5):
        page.click("#hint")
        if told:
            playwright.expect(panel.locator("p")).not_to_have_text(told[-1])
        else:
            playwright.expect(panel.locator("p")).to_have_count(1)
        told.append(panel.locator("p").inner_text())
        assert board_says(page) == before
    assert len(set(told)) == 5
    assert page.locator(".candidate-mark.placed").count() == 1
    page.click("#hint")
    playwright.expect(panel).to_be_hidden()
    changed = [one for one, other in zip(board_says(page), before, strict=True) if one != other]
    assert len(changed) == 1


def test_a_hint_is_made_anew_once_the_game_has_changed(page: Any) -> None:
    page.click("#hint")
    playwright.expect(page.locator("#panel p")).to_have_count(1)
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    playwright.expect(page.locator("#panel")).to_be_hidden()


def test_a_wrong_entry_is_told_before_any_hint(page: Any) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("1")
    page.click("#check")
    playwright.expect(page.locator("#message")).to_have_text("An entry here cannot be right.")
    page.click("#hint")
    playwright.expect(page.locator("#panel p")).to_have_text("An entry here cannot be right.")


def test_the_whole_path_is_walked_forwards_and_back_beside_the_game(page: Any) -> None:
    before = board_says(page)
    page.click("#path")
    told = page.locator("#panel p")
    playwright.expect(told).to_contain_text("Step 1 of ")
    page.get_by_label("Forwards").click()
    playwright.expect(told).to_contain_text("Step 2 of ")
    assert board_says(page) != before
    page.get_by_label("Back").click()
    playwright.expect(told).to_contain_text("Step 1 of ")
    page.locator("#panel").get_by_text("Close").click()
    assert board_says(page) == before


def test_searches_are_replayed_side_by_side_until_they_end(page: Any) -> None:
    page.click("#watch")
    playwright.expect(page.locator(".replays figure")).to_have_count(4)
    page.locator("#panel input[type=range]").fill("7")
    ended = page.locator(".counts", has_text=re.compile(r"Ended\.|Cut off here\."))
    playwright.expect(ended).to_have_count(4, timeout=30000)


def test_a_new_puzzle_is_made_as_it_was_wished_for(page: Any) -> None:
    page.click("#new")
    dialog = page.locator("#dialog")
    dialog.locator("select").nth(0).select_option("9+diagonals")
    dialog.locator("select").nth(1).select_option("any")
    dialog.get_by_text("Begin").click()
    playwright.expect(dialog).to_be_hidden(timeout=20000)
    playwright.expect(page.locator("#title")).to_contain_text("9+diagonals")


def test_a_new_puzzle_has_the_level_that_was_chosen(page: Any) -> None:
    page.click("#new")
    page.locator("#dialog select").nth(1).select_option("medium")
    page.locator("#dialog").get_by_text("Begin").click()
    playwright.expect(page.locator("#dialog")).to_be_hidden(timeout=30000)
    level = re.search(r"ER (\d\.\d)", page.locator("#title").inner_text())
    assert level and 2.0 <= float(level[1]) <= 3.5


def test_the_puzzle_of_the_day_is_the_same_all_day(page: Any) -> None:
    found = []
    for _ in range(2):
        page.click("#new")
        page.locator("#dialog select").nth(1).select_option("any")
        page.locator("#dialog").get_by_text("Puzzle of the day").click()
        playwright.expect(page.locator("#dialog")).to_be_hidden(timeout=20000)
        found.append(board_says(page))
    assert found[0] == found[1]


def test_the_puzzle_is_copied_in_each_notation(page: Any) -> None:
    for notation in ("line", "drawn", "json", "csv", "sdk", "fpuzzles"):
        page.click("#copy")
        text = page.locator("#dialog textarea")
        page.locator("#dialog select").select_option(notation)
        playwright.expect(text).not_to_have_value("")
        page.wait_for_timeout(200)
        written = text.input_value()
        page.keyboard.press("Escape")
        page.click("#open")
        page.fill("#dialog textarea", written)
        page.click("#dialog button:has-text('Open')")
        playwright.expect(page.locator("#dialog")).to_be_hidden()
        assert says(page, 1, 1) == "row 1 column 1, 5 given", notation


def test_the_board_is_saved_as_a_picture(page: Any) -> None:
    page.click("#copy")
    for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.locator("#dialog").get_by_text(kind, exact=True).click()
        assert download.value.path().read_bytes().startswith(start)


def test_printing_leaves_the_board_alone(page: Any) -> None:
    page.emulate_media(media="print")
    assert page.locator("#board").is_visible()
    assert not page.locator("#tools").is_visible()
    assert not page.locator("header").is_visible()


def test_play_goes_on_without_a_connection(browser: Any, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    opened(page, address)
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.wait_for_selector("body.ready")
    context.set_offline(True)
    page.reload()
    page.wait_for_selector("body.ready")
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    assert says(page, 1, 3) == "row 1 column 3, 4"
    page.click("#hint")
    playwright.expect(page.locator("#message")).to_contain_text("does not answer")
    context.close()


def test_nothing_stands_in_the_way_of_a_screen_reader_or_weak_eyes(page: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="checks the page")
    page.click("#hint")
    playwright.expect(page.locator("#panel p")).to_have_count(1)
    for theme in ("light", "dark", "contrast"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        found = axe.Axe().run(page).response["violations"]
        assert [(theme, one["id"], one["nodes"][0]["html"]) for one in found] == []
