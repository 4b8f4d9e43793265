"""The page in a real browser: the system's Chromium, driven as a player drives it."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the page needs the extra web")
playwright = pytest.importorskip("playwright.sync_api", reason="drives the browser")

from serving import server  # noqa: E402
from well_known import EASY, EASY_SOLVED  # noqa: E402

from cpsudoku import formats  # noqa: E402
from cpsudoku.formats.rules_json import rules_from_json  # noqa: E402
from cpsudoku.puzzle import Puzzle  # noqa: E402

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
SMALL, SMALL_SOLVED = "12..3..2.1.3.32.", "1234341221434321"
TWO_SOLUTIONS = "12343412........"

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


@pytest.fixture(scope="module")
def tab(browser: Any) -> Any:
    """One tab for all readers, since opening one takes longer than most of the tests."""
    context = browser.new_context(viewport={"width": 1100, "height": 850}, locale="en")
    return context.new_page()


@pytest.fixture
def page(tab: Any, address: str) -> Iterator[Any]:
    """A reader who is there for the first time; what the console tells at the end is a fault."""
    told: list[str] = []

    def tell(said: Any) -> None:
        if REFUSED not in said.text:
            told.append(said.text)

    def fail(error: Any) -> None:
        told.append(str(error))

    tab.goto(
        f"{address}manifest.json", wait_until="commit"
    )  # of the same origin, and no page that keeps games
    tab.evaluate("localStorage.clear()")
    tab.emulate_media(color_scheme="light", media="screen")
    tab.on("console", tell)
    tab.on("pageerror", fail)
    opened(tab, address)
    yield tab
    tab.remove_listener("console", tell)
    tab.remove_listener("pageerror", fail)
    assert told == []


def opened(page: Any, address: str) -> None:
    page.goto(address, wait_until="commit")
    page.wait_for_selector("body.ready")


def begun(page: Any, text: str) -> None:
    """Open a puzzle as a player pastes it."""
    page.click("#open")
    page.fill("#dialog textarea", text)
    page.click("#dialog button:has-text('Open')")
    playwright.expect(page.locator("#dialog")).to_be_hidden()


def cell(page: Any, row: int, column: int) -> Any:
    return page.locator(f'[data-cell="{9 * (row - 1) + column - 1}"]')


def says(page: Any, row: int, column: int) -> str:
    return str(cell(page, row, column).inner_text())


def message(page: Any) -> str:
    return str(page.inner_text("#message"))


def board_says(page: Any) -> list[str]:
    return [str(text) for text in page.get_by_role("gridcell").all_inner_texts()]


def dragged(page: Any, *cells: tuple[int, int]) -> None:
    boxes = [cell(page, *place).bounding_box() for place in cells]
    page.mouse.move(boxes[0]["x"] + 9, boxes[0]["y"] + 9)
    page.mouse.down()
    for box in boxes[1:]:
        page.mouse.move(box["x"] + 9, box["y"] + 9, steps=4)
    page.mouse.up()


def test_the_first_board_is_named_for_screen_readers(page: Any) -> None:
    assert page.get_by_role("grid").count() == 1
    assert page.get_by_role("gridcell").count() == 81
    assert says(page, 1, 1) == "row 1 column 1, 5 given"
    assert says(page, 1, 3) == "row 1 column 3, empty"


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


def test_a_puzzle_with_several_solutions_accepts_each_of_them(page: Any) -> None:
    for solution in ("1234341221434321", "1234341243212143"):
        begun(page, TWO_SOLUTIONS)
        for number in range(8, 16):
            page.locator(f'[data-cell="{number}"]').click()
            page.keyboard.press(solution[number])
        assert message(page).startswith("Complete and right")


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


def test_what_variants_hold_is_drawn_told_and_judged(page: Any) -> None:
    rules = "4+killer:5@r1c1,r1c2+white@r4c3,r4c4"
    begun(page, json.dumps({"rules": rules, "givens": [0] * 8 + [int(d) for d in "21434321"]}))
    assert page.locator("image.rules").count() == 2  # the cage below the lines, the dot on them
    cells = page.get_by_role("gridcell")
    assert cells.nth(1).inner_text() == "row 1 column 2, empty, killer 5"
    for number, digit in ((0, "1"), (1, "2")):
        cells.nth(number).click()
        page.keyboard.press(digit)
    playwright.expect(page.locator("#message")).to_have_text("killer 5 does not hold.")
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
    assert page.locator('#pad [aria-pressed="true"]').inner_text() == "4"
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
    page.locator("#panel").get_by_text("Go on").click()
    playwright.expect(page.locator("#panel p")).to_have_text("Change 2 of 2.")
    page.locator("#panel").get_by_text("Close").click()
    assert says(page, 1, 4) == "row 1 column 4, 2"
    playwright.expect(page.locator("#panel")).to_be_hidden()


def test_a_puzzle_of_another_notation_is_opened_and_the_old_game_kept(page: Any) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    begun(page, "1 . | . .\n. . | 2 .\n----+----\n. . | . .\n. . | . 3")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(16)
    page.click("#games")
    page.locator(".game button").nth(1 * 2).click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)
    assert says(page, 1, 3) == "row 1 column 3, 4"


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


def unrepeated(pairs: list[tuple[str, str]]) -> dict[str, str]:
    found = dict(pairs)
    assert len(found) == len(pairs)
    return found


def test_every_language_has_every_word() -> None:
    import cpsudoku

    words = Path(cpsudoku.__file__).parent / "web" / "page" / "words"
    languages = {
        file.stem: json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=unrepeated)
        for file in words.glob("*.json")
    }
    values = {
        name: {key: set(re.findall(r"\{\w+\}", text)) for key, text in found.items()}
        for name, found in languages.items()
    }
    assert {"en", "zh"} <= set(languages)
    for name in languages:
        assert values[name] == values["en"], name


def test_the_interface_is_described_on_a_page_of_its_own(page: Any, address: str) -> None:
    page.goto(f"{address}api.html")
    playwright.expect(page.locator("h2", has_text="/api/check")).to_have_count(1)
    playwright.expect(page.locator("#CheckRequest td", has_text="puzzle").first).to_be_visible()


@pytest.mark.compiled
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


@pytest.mark.compiled
def test_a_hint_is_made_anew_once_the_game_has_changed(page: Any) -> None:
    page.click("#hint")
    playwright.expect(page.locator("#panel p")).to_have_count(1)
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    playwright.expect(page.locator("#panel")).to_be_hidden()


@pytest.mark.compiled
def test_a_wrong_entry_is_told_before_any_hint(page: Any) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("1")
    page.click("#check")
    playwright.expect(page.locator("#message")).to_have_text("An entry here cannot be right.")
    page.click("#hint")
    playwright.expect(page.locator("#panel p")).to_have_text("An entry here cannot be right.")


@pytest.mark.compiled
def test_a_technique_is_practised_until_the_player_has_found_it(page: Any) -> None:
    page.click("#practise")
    page.locator("#dialog select").select_option("x-wing")
    page.locator("#dialog").get_by_text("Begin").click()
    playwright.expect(page.locator("#dialog")).to_be_hidden(timeout=20000)
    assert page.inner_text("#title").endswith("practise: X-Wing")
    assert page.locator(".entry").count() > 0
    page.reload()
    page.wait_for_selector("body.ready")
    page.click("#hint")
    playwright.expect(page.locator("#panel h2")).to_have_text("X-Wing")
    page.locator("#panel").get_by_text("Tell all").click()
    playwright.expect(page.locator(".candidate-mark.eliminated").first).to_be_visible()
    page.click("#hint")
    playwright.expect(page.locator("#panel h2")).to_have_text("Found: X-Wing")
    before = board_says(page)
    page.locator("#panel").get_by_text("Another position").click()
    playwright.expect(page.locator("#panel")).to_be_hidden(timeout=20000)
    assert board_says(page) != before


@pytest.mark.compiled
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
    begun(page, SMALL)
    page.click("#watch")
    playwright.expect(page.locator(".replays figure")).to_have_count(4)
    page.locator("#panel input[type=range]").fill("7")
    ended = page.locator(".counts", has_text=re.compile(r"Ended\."))
    playwright.expect(ended).to_have_count(4, timeout=30000)


@pytest.mark.compiled
def test_new_puzzles_are_made_as_they_were_wished_for(page: Any) -> None:
    dialog, title = page.locator("#dialog"), page.locator("#title")

    def make(rules: str, level: str) -> str:
        page.click("#new")
        dialog.get_by_label("Rules").select_option(rules)
        dialog.get_by_label("Level").select_option(level)
        if level == "own":
            dialog.get_by_label("ER from").fill("1.2")
            dialog.get_by_label("ER to").fill("1.5")
        dialog.get_by_text("Begin").click()
        playwright.expect(dialog).to_be_hidden(timeout=30000)
        return str(title.inner_text())

    assert "9+diagonals" in make("9+diagonals", "any")
    level = re.search(r"ER (\d\.\d)", make("9", "medium"))
    assert level and 2.0 <= float(level[1]) <= 3.5
    level = re.search(r"ER (\d\.\d)", make("9", "own"))
    assert level and 1.2 <= float(level[1]) <= 1.5
    assert "ER" in make("9", "hodoku medium")


@pytest.mark.compiled
def test_the_next_puzzle_is_ready_before_it_is_asked_for(page: Any) -> None:
    with page.expect_response("**/api/generate"):
        page.click("#new")
    asked: list[str] = []

    def note(request: Any) -> None:
        asked.append(request.url)

    page.on("request", note)
    page.locator("#dialog").get_by_text("Begin").click()
    playwright.expect(page.locator("#dialog")).to_be_hidden()
    page.remove_listener("request", note)
    assert len(asked) <= 1  # for the one after it


@pytest.mark.compiled
def test_the_puzzle_of_the_day_is_the_same_all_day(page: Any) -> None:
    found = []
    for _ in range(2):
        page.click("#new")
        page.get_by_label("Level").select_option("any")
        page.locator("#dialog").get_by_text("Puzzle of the day").click()
        playwright.expect(page.locator("#dialog")).to_be_hidden(timeout=20000)
        found.append(board_says(page))
    assert found[0] == found[1]


def test_the_puzzle_is_copied_in_each_notation(page: Any) -> None:
    for notation in ("line", "drawn", "json", "csv", "sdk", "fpuzzles"):
        with page.expect_response("**/api/convert"):
            page.click("#copy")
        text = page.locator("#dialog textarea")
        playwright.expect(text).not_to_have_value("")
        if notation != "line":
            with page.expect_response("**/api/convert") as answer:
                page.locator("#dialog select").select_option(notation)
            playwright.expect(text).to_have_value(answer.value.json()["text"])
        written = text.input_value()
        page.keyboard.press("Escape")
        begun(page, written)
        assert says(page, 1, 1) == "row 1 column 1, 5 given", notation


def test_a_text_is_shown_as_a_code_that_phones_read(page: Any) -> None:
    page.click("#copy")
    with page.expect_response("**/api/convert"):
        page.locator("#dialog select").select_option("fpuzzles")
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


@pytest.mark.compiled
def test_nothing_stands_in_the_way_of_a_screen_reader_or_weak_eyes(page: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="checks the page")
    page.click("#hint")
    playwright.expect(page.locator("#panel p")).to_have_count(1)
    for theme in ("light", "dark", "contrast"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        # Themes differ in colours alone.
        options = {} if theme == "light" else {"runOnly": ["color-contrast"]}
        found = axe.Axe().run(page, options=options).response["violations"]
        assert [(theme, one["id"], one["nodes"][0]["html"]) for one in found] == []


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
