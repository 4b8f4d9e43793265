"""Small things that once went wrong on the page, each as a player meets it."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from browsing import (
    NOT_A_PUZZLE,
    STATIC,
    address,
    as_json,
    begun,
    board_says,
    browser,
    cell,
    gone,
    message,
    needs_server,
    opened,
    page,
    playwright,
    says,
    tab,
    visitor,
)
from well_known import EASY

from cpsudoku import formats
from cpsudoku.formats.rules_json import rules_from_json
from cpsudoku.formats.setters.lzstring import compressed
from cpsudoku.puzzle import Puzzle

__all__ = ["address", "browser", "page", "tab", "visitor"]

pytestmark = pytest.mark.browser

SMALL = "12..3..2.1.3.32."


@pytest.mark.compiled
@pytest.mark.parametrize(
    "puzzle",
    ["11" + "." * 79, "12345678" + "." * 18 + "9" + "." * 54],
    ids=["a digit twice", "a cell without a digit"],
)
def test_check_says_what_is_wrong_with_a_puzzle_without_solutions(page: Any, puzzle: str) -> None:
    begun(page, puzzle)
    page.click("#check")
    playwright.expect(page.locator("#panel .mistakes")).not_to_be_empty()
    message(page).to_be_empty()


def boxes_of(page: Any, kind: str) -> list[dict[str, float]]:
    return list(
        page.locator(f".content .{kind}").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().toJSON())"
        )
    )


@pytest.mark.parametrize("centre", ["247", "12345", "123456789"])
def test_marks_in_the_middle_and_in_the_corners_leave_one_another_alone(
    page: Any, centre: str
) -> None:
    cell(page, 1, 3).click()
    for digit in "1234":
        page.keyboard.press(f"Shift+{digit}")
    for digit in centre:
        page.keyboard.press(f"Control+{digit}")
    corners, middles = boxes_of(page, "corner"), boxes_of(page, "centre")
    assert (len(corners), len(middles)) == (4, 1 if len(centre) < 6 else 2)
    home = cell(page, 1, 3).bounding_box()
    for middle in middles:
        assert home["x"] <= middle["left"] <= middle["right"] <= home["x"] + home["width"]
        for corner in corners:
            apart = (
                middle["right"] <= corner["left"] + 1
                or corner["right"] <= middle["left"] + 1
                # Boxes of letters are higher than digits are.
                or middle["bottom"] <= corner["top"] + 8
                or corner["bottom"] <= middle["top"] + 8
            )
            assert apart, (middle, corner)


def test_marks_on_a_board_of_25_can_be_read(page: Any) -> None:
    begun(page, formats.write(Puzzle.empty(rules_from_json("25")), "json"))
    page.click("#fill")
    sizes = page.locator(".centre").evaluate_all(
        "all => [...new Set(all.map((one) => parseFloat(one.style.fontSize)))]"
    )
    assert sizes and min(sizes) >= 8  # of a cell of 60


def test_a_fast_drag_skips_no_cell(page: Any) -> None:
    def flown(*places: tuple[int, int]) -> None:
        boxes = [cell(page, *place).bounding_box() for place in places]
        for number, box in enumerate(boxes):
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            if not number:
                page.mouse.down()
        page.mouse.up()

    flown((5, 1), (5, 9))
    assert page.locator("[aria-selected=true]").count() == 9
    page.keyboard.press("b")
    flown((7, 1), (7, 5))
    assert page.locator(".pen-line").count() == 4


def test_cells_leave_the_selection_and_all_of_it_is_left(page: Any) -> None:
    chosen = page.locator("[aria-selected=true]")
    cell(page, 1, 3).click()
    for column in (4, 6):
        cell(page, 1, column).click(modifiers=["Control"])
    assert chosen.count() == 3
    cell(page, 1, 4).click(modifiers=["Control"])
    assert chosen.count() == 2
    page.locator("#message").click()
    assert chosen.count() == 0
    page.keyboard.press("5")
    assert says(page, 1, 4) == "row 1 column 4, empty"
    cell(page, 1, 3).click()
    page.keyboard.press("Escape")
    assert chosen.count() == 0
    page.keyboard.press("Shift+ArrowRight")
    assert chosen.count() == 2


def test_a_digit_shows_where_it_is_while_nothing_is_selected(page: Any) -> None:
    page.keyboard.press("Escape")
    page.keyboard.press("5")
    assert page.locator(".back .equal").count() == EASY.count("5")
    page.keyboard.press("6")
    assert page.locator(".back .equal").count() == EASY.count("6")
    page.keyboard.press("6")
    assert page.locator(".back .equal").count() == 0
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    assert says(page, 1, 3) == "row 1 column 3, 4"


def test_marks_come_back_with_another_entry_in_place_of_a_wrong_one(page: Any) -> None:
    cell(page, 1, 7).click()
    page.keyboard.press("Shift+1")
    page.keyboard.press("Shift+4")
    cell(page, 1, 3).click()
    page.keyboard.press("1")
    assert says(page, 1, 7).endswith("corner 4")
    page.keyboard.press("4")
    assert says(page, 1, 7).endswith("corner 1")
    page.keyboard.press("Delete")
    assert says(page, 1, 7).endswith("corner 1 4")


def test_filling_in_keeps_what_the_player_has_crossed_out(page: Any) -> None:
    page.click("#fill")
    cell(page, 1, 3).click()
    page.keyboard.press("Control+1")
    left = says(page, 1, 3)
    page.click("#fill")
    assert says(page, 1, 3) == left


def test_a_samurai_is_white_and_its_boxes_are_outlined(page: Any) -> None:
    begun(page, formats.write(Puzzle.empty(rules_from_json("samurai")), "json"))
    playwright.expect(page.get_by_role("gridcell")).to_have_count(369)
    assert page.locator(".extra rect").count() == 0
    # Around each box there are twelve sides of cells: its inner lines are thin.
    assert page.locator(".lines .thick").get_attribute("d").count("M") == 41 * 12
    assert page.locator(".lines .thin").get_attribute("d").count("M") == 369


RULES = "Normal rules apply.\nDigits in a cage add up to its sum."
F_PUZZLE = {
    "size": 4,
    "title": "Tuesday",
    "author": "A. Setter",
    "ruleset": RULES,
    "grid": [[{}] * 4] * 4,
    "killercage": [{"cells": ["R1C1", "R1C2"], "value": "3"}],
    "strangeconstraint": [{"cells": ["R1C1"]}],
}


def test_an_imported_puzzle_brings_its_title_its_author_and_its_rules(page: Any) -> None:
    link = f"https://f-puzzles.com/?load={compressed(json.dumps(F_PUZZLE))}"
    begun(page, link)
    assert page.inner_text("#title") == "Tuesday"
    told = page.inner_text("#about")
    assert "A. Setter" in told
    assert RULES in told
    assert "Not understood: 'strangeconstraint'" in told
    page.locator("#about summary").click()
    assert "Killer cage" in page.inner_text("#about")
    gone(page, "#set", "/set.html$")
    begun(page, link)
    playwright.expect(page.locator("#title")).to_have_text("Tuesday")
    page.locator("#about summary").click()
    assert page.get_by_label("Rules in words").input_value() == RULES
    page.click("#copy")
    playwright.expect(page.locator("#dialog textarea")).to_have_value(re.compile("A. Setter"))


def test_every_kind_of_rule_is_said_in_words(page: Any) -> None:
    begun(page, as_json("4+diagonals+killer:5@r1c1,r1c2", "." * 16))
    assert page.inner_text("#title") == "Diagonals, Killer cage"
    told = page.inner_text("#about")
    for words in ("Each row, column and box has the digits 1 to 4", "Killer cage", "Diagonals"):
        assert words in told


def test_a_damaged_link_is_said(page: Any, address: str) -> None:
    page.click("#open")
    page.fill("#dialog textarea", f"{address}#puzzle=%E0%A4%A")
    page.click("#dialog button:has-text('Open')")
    playwright.expect(page.locator("#dialog .status")).to_contain_text("link is damaged")
    page.keyboard.press("Escape")
    for place in ("", "set.html"):
        page.goto("about:blank")
        opened(page, f"{address}{place}#puzzle=%E0%A4%A")
        message(page).to_contain_text("link is damaged")
        page.goto("about:blank")
        opened(page, f"{address}{place}#puzzle=nonsense")
        message(page).to_contain_text(NOT_A_PUZZLE)


@needs_server
def test_an_answer_that_is_no_json_is_said(page: Any) -> None:
    page.route("**/api/read", lambda route: route.fulfill(status=200, body="<html>proxy</html>"))
    page.click("#open")
    page.fill("#dialog textarea", EASY)
    page.click("#dialog button:has-text('Open')")
    playwright.expect(page.locator("#dialog .status")).to_contain_text("could not be read")
    page.unroute("**/api/read")


@needs_server
def test_a_refused_list_of_names_is_asked_for_again(page: Any) -> None:
    page.route("**/api/names", lambda route: route.fulfill(status=200, body="<html>proxy</html>"))
    page.click("#practise")
    playwright.expect(page.locator("#message")).to_contain_text("could not be read")
    page.unroute("**/api/names")
    page.click("#practise")
    playwright.expect(page.locator("#dialog select")).to_be_visible()


class Held:
    """Answers to one question that come once they are let go."""

    def __init__(self, page: Any, name: str) -> None:
        self._waiting: list[Any] = []
        self._page, self._path = page, f"**/api/{name}"
        page.route(self._path, self._hold)

    def _hold(self, route: Any) -> None:
        self._waiting.append(route)

    def let_go(self) -> None:
        while self._waiting:
            self._waiting.pop().continue_()
        self._page.unroute(self._path)

    def asked(self) -> None:
        for _ in range(200):
            if self._waiting:
                return
            self._page.wait_for_timeout(50)
        raise AssertionError("nothing was asked")


@needs_server
@pytest.mark.compiled
@pytest.mark.parametrize("button", ["#hint", "#check", "#path"])
def test_an_answer_about_another_position_is_dropped(page: Any, button: str) -> None:
    held = Held(page, "explain" if button == "#path" else "hint")
    page.click(button)
    held.asked()
    assert page.locator(button).get_attribute("aria-busy") == "true"
    page.evaluate("document.activeElement.blur()")
    begun(page, SMALL)
    before = board_says(page)
    held.let_go()
    playwright.expect(page.locator(button)).not_to_have_attribute("aria-busy", "true")
    assert page.locator("#panel").is_hidden()
    message(page).to_be_empty()
    assert board_says(page) == before


@needs_server
@pytest.mark.compiled
@pytest.mark.parametrize(("button", "name"), [("#practise", "practice"), ("#new", "generate")])
def test_what_is_looked_for_in_a_dialog_that_was_left_is_not_begun(
    page: Any, button: str, name: str
) -> None:
    before = board_says(page)
    held = Held(page, name)
    page.click(button)
    page.locator("#dialog").get_by_text("Begin").click()
    held.asked()
    page.keyboard.press("Escape")
    held.let_go()
    page.wait_for_timeout(1000)
    assert board_says(page) == before


@needs_server
def test_a_sign_is_given_while_a_puzzle_is_made_and_wishes_are_checked(page: Any) -> None:
    page.click("#new")
    page.locator("#dialog summary").click()
    page.get_by_label("Blanks").fill("10")
    page.locator("#dialog").get_by_text("Begin").click()
    assert page.get_by_label("Blanks").evaluate("input => input.validity.rangeUnderflow")
    assert page.locator("#dialog .status").inner_text() == ""
    page.get_by_label("Blanks").fill("")
    page.get_by_label("Rules").select_option("16")
    playwright.expect(page.get_by_label("Level")).to_be_hidden()
    held = Held(page, "generate")
    begin = page.locator("#dialog").get_by_text("Begin")
    begin.click()
    held.asked()
    assert begin.get_attribute("aria-busy") == "true"
    assert "of at most 20 s" in page.locator("#dialog .status").inner_text()
    page.keyboard.press("Escape")
    held.let_go()


@pytest.mark.parametrize("theme", ["light", "contrast"])
def test_paper_is_white_and_shows_no_selection(page: Any, theme: str) -> None:
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    page.emulate_media(media="print")
    fills = page.locator(".back .cell").evaluate_all(
        "all => [...new Set(all.map((one) => getComputedStyle(one).fill))]"
    )
    assert fills == ["rgb(255, 255, 255)"]
    given = page.locator(".given").first.evaluate("one => getComputedStyle(one).fill")
    assert sum(map(int, re.findall(r"\d+", given))) < 150
    assert page.locator(".rings").evaluate("one => getComputedStyle(one).display") == "none"


def test_a_picture_is_as_on_paper(page: Any) -> None:
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.click("#copy")
    with page.expect_download() as download:
        page.locator("#dialog").get_by_text("SVG", exact=True).click()
    text = download.value.path().read_text()
    assert "rgb(255, 240, 194)" not in text  # what is selected
    assert "rgb(18, 22, 31)" in text  # a given on paper
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_focus_stays_where_it_is_while_keys_are_held_and_modes_change(page: Any) -> None:
    focused = "document.activeElement.dataset.mode ?? document.activeElement.dataset.digit"
    page.locator('#modes [data-mode="digit"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "corner"
    assert page.locator('#modes [aria-checked="true"]').get_attribute("data-mode") == "corner"
    assert page.locator('#modes [tabindex="0"]').count() == 1
    page.keyboard.press("Home")
    page.locator('#pad [data-digit="5"]').focus()
    for key in ("Shift", "Control"):
        page.keyboard.down(key)
        page.keyboard.up(key)
    assert page.evaluate(focused) == "5"
    page.locator("#erase").focus()
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(focused) == "9"


def test_an_entry_is_said_to_screen_readers(page: Any) -> None:
    heard = page.locator("#heard")
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    assert heard.inner_text() == "row 1 column 3, 4"
    page.keyboard.press("Control+z")
    assert heard.inner_text() == "row 1 column 3, empty"


@pytest.mark.parametrize("size", [(320, 256), (350, 225), (700, 450)])
def test_the_board_can_be_read_at_a_great_zoom(
    browser: Any, address: str, size: tuple[int, int]
) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    opened(page, address)
    assert page.locator("#board").bounding_box()["width"] >= 270
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    context.close()


@pytest.mark.parametrize("scrolled", ["0", "document.body.scrollHeight"])
def test_a_phone_shows_the_board_with_a_hint_and_the_names_of_icons(
    browser: Any, address: str, scrolled: str
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    opened(page, address)
    for name in page.locator("nav .name").all():
        assert name.is_visible() and name.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.evaluate(f"scrollTo(0, {scrolled})")
    page.click("#hint")
    for level in range(4):
        playwright.expect(page.locator("#panel .levels .on")).to_have_count(level + 1)
        shown = page.evaluate(
            """() => ["board", "panel", "entering", "helping"].map((id) => {
              const { top, bottom } = document.getElementById(id).getBoundingClientRect();
              return top >= 0 && bottom <= innerHeight;
            })"""
        )
        assert shown == [True, True, True, True]
        page.locator("#panel .primary").click()
    context.close()


def test_a_finished_game_shows_what_comes_next_first(page: Any) -> None:
    begun(page, "1234341221434.21")
    page.locator('[data-cell="13"]').click()
    page.keyboard.press("3")
    panel, entering = page.locator("#panel"), page.locator("#entering")
    playwright.expect(panel).to_contain_text("Solved in")
    assert panel.bounding_box()["y"] < entering.bounding_box()["y"]
    assert page.locator("#hint").is_hidden()
    assert page.locator('[aria-selected="true"]').count() == 0
    page.click("#undo")
    playwright.expect(page.locator("#hint")).to_be_visible()


def test_forced_colours_show_what_is_chosen(browser: Any, address: str) -> None:
    context = browser.new_context(forced_colors="active")
    page = context.new_page()
    opened(page, address)
    colour = "e => getComputedStyle(e).backgroundColor"
    chosen = page.locator('#modes [aria-checked="true"]').evaluate(colour)
    assert chosen != page.locator('#modes [aria-checked="false"]').first.evaluate(colour)
    stroke = "e => getComputedStyle(e).stroke"
    assert page.locator(".ring.selected").evaluate(stroke) != "none"
    context.close()


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_digits_and_marks_stand_out_on_every_ground(page: Any, theme: str) -> None:
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    colours = page.evaluate(
        """(names) => {
          const probe = document.body.appendChild(document.createElement("p"));
          const found = names.map((name) => {
            probe.style.color = `var(--${name})`;
            return [name, getComputedStyle(probe).color];
          });
          probe.remove();
          return Object.fromEntries(found);
        }""",
        [*INKS, *GROUNDS, "ring", "edge"],
    )
    for ink in INKS:
        for ground in GROUNDS:
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground, colours)
    # Cells that see the one in focus, and the frame of what is selected, can be seen.
    assert contrast(colours["peer"], colours["surface"]) >= 1.15
    assert contrast(colours["fog"], colours["surface"]) >= 1.4
    assert contrast(colours["ring"], colours["surface"]) >= 3
    assert contrast(colours["edge"], colours["surface"]) >= 3


INKS = ["given", "entry", "mark", "clash"]
GROUNDS = ["surface", "peer", "selected", "equal", "marked", "fog"]
GROUNDS += [f"colour-{n}" for n in range(1, 10)]


@needs_server
@pytest.mark.compiled
def test_a_conflict_that_may_be_smaller_is_called_so(visitor: Any, address: str) -> None:
    def unsure(route: Any) -> None:
        route.fulfill(json=route.fetch().json() | {"minimal": False})

    visitor.route("**/api/explain-conflict", unsure)
    opened(visitor, f"{address}set.html#puzzle={quote('11' + '.' * 14)}")
    playwright.expect(visitor.locator("#findings")).to_contain_text("Perhaps fewer")
    visitor.unroute("**/api/explain-conflict")


def test_an_entry_does_not_read_the_games_that_are_kept(page: Any) -> None:
    cell(page, 1, 3).click()
    page.evaluate(
        """() => {
          window.reads = 0;
          const before = Storage.prototype.getItem;
          Storage.prototype.getItem = function (key) {
            window.reads += key.startsWith("cpsudoku.game.");
            return before.call(this, key);
          };
        }"""
    )
    page.keyboard.press("4")
    assert page.evaluate("window.reads") <= 1


def test_shades_of_candidates_lie_below_the_sums_of_cages(visitor: Any, address: str) -> None:
    text = quote(as_json("4+killer:3@r1c1,r1c2", "..343412........"))
    opened(visitor, f"{address}set.html#puzzle={text}")
    visitor.locator(".shade").first.wait_for(state="attached")
    layers = visitor.locator(".drawing > g").evaluate_all(
        "all => all.map((one) => one.className.baseVal)"
    )
    assert layers.index("shades") < layers.index("over") < layers.index("content")
    assert visitor.locator(".content .shade").count() == 0


def test_a_puzzle_is_opened_in_other_programs_by_one_click(page: Any) -> None:
    begun(page, f"https://f-puzzles.com/?load={compressed(json.dumps(F_PUZZLE))}")
    page.click("#copy")
    links = page.locator("#dialog .programs a")
    count = 2 if STATIC else 3  # a link to Interactive Sudoku Solver is written by a server alone
    playwright.expect(links).to_have_count(count)
    for number in range(count):
        address = links.nth(number).get_attribute("href")
        again = formats.parse(address).rules
        assert [one.label for one in again.constraints][-1] == "killer 3", address


@needs_server
def test_what_a_program_cannot_say_is_not_offered_for_it(page: Any) -> None:
    begun(page, "# rules: 4+hiddenskyscraper:2@r1c1,r1c2,r1c3,r1c4\n" + "." * 16)
    page.click("#copy")
    links = page.locator("#dialog .programs a")
    playwright.expect(links).to_have_text(["Interactive Sudoku Solver"])
