"""What readers see of the page on screens of all sizes, and while something is not there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from browsing import (
    address,
    as_json,
    begun,
    browser,
    opened,
    page,
    playwright,
    tab,
    visitor,
)

import cpsudoku

__all__ = ["address", "browser", "page", "tab", "visitor"]

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "across"])
def test_dialogs_are_no_wider_than_a_phone(
    browser: Any, address: str, size: tuple[int, int], language: str
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, has_touch=True
    )
    shown = context.new_page()
    opened(shown, address)
    for button in ("new", "open", "games", "copy", "practise", "settings", "help"):
        shown.click(f"#{button}")
        dialog = shown.locator("#dialog")
        playwright.expect(dialog).to_be_visible()
        beyond = dialog.evaluate(
            """(box) => [...box.querySelectorAll("*")].filter((one) => {
              const { left, right } = one.getBoundingClientRect(), at = box.getBoundingClientRect();
              return right > left && (right > at.right + 1 || left < at.left - 1);
            }).map((one) => one.outerHTML.slice(0, 80))"""
        )
        assert (button, beyond) == (button, [])
        shown.keyboard.press("Escape")
    context.close()


def test_keys_and_what_they_do_stand_side_by_side_on_a_phone(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    shown = context.new_page()
    opened(shown, address)
    shown.click("#help")
    keys, does = shown.locator(".keys dt").first, shown.locator(".keys dd").first
    assert does.bounding_box()["width"] >= 0.8 * keys.bounding_box()["width"]
    context.close()


def test_the_clock_of_a_finished_game_cannot_be_pressed(page: Any) -> None:
    clock = page.locator("#clock")
    playwright.expect(clock).to_be_enabled()
    begun(page, "1234341221434.21")
    page.locator('[data-cell="13"]').click()
    page.keyboard.press("3")
    playwright.expect(clock).to_be_disabled()
    assert clock.locator("svg").count() == 0
    assert clock.get_attribute("aria-label") == clock.inner_text()
    page.click("#undo")
    playwright.expect(clock).to_be_enabled()
    # Who speaks to the page names a button by what is seen on it.
    playwright.expect(clock).to_have_attribute("aria-label", re.compile(r"Pause .*, \d:\d\d$"))
    assert clock.locator("svg").count() == 1


def test_marks_that_are_filled_in_have_places_on_a_board_of_16(page: Any) -> None:
    begun(page, as_json("16", "." * 256))
    page.click("#fill")
    places = page.locator("#board svg .candidate").evaluate_all(
        "all => all.map((one) => ['x', 'y'].map((axis) => one.getAttribute(axis)).join())"
    )
    assert len(places) == 16 * 256
    assert len(set(places)) == 16


def test_a_page_that_cannot_begin_says_so_once(browser: Any, address: str) -> None:
    context = browser.new_context(locale="en")
    shown = context.new_page()
    wrong: list[str] = []
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    shown.route("**/words/*.json", lambda route: route.fulfill(body="no json"))
    shown.goto(address)
    playwright.expect(shown.get_by_role("alert")).to_contain_text("cannot begin")
    # What an error leads to comes with the next task.
    shown.evaluate("() => new Promise((done) => setTimeout(done))")
    assert len(wrong) == 1, wrong
    context.close()


def test_a_link_is_opened_in_the_tab_of_the_page_to_set_on(visitor: Any, address: str) -> None:
    opened(visitor, f"{address}set.html")
    assert visitor.get_by_role("gridcell").count() == 81
    visitor.evaluate("location.hash = '#puzzle=12..............'")
    playwright.expect(visitor.get_by_role("gridcell")).to_have_count(16)
    playwright.expect(visitor.get_by_role("gridcell").nth(1)).to_contain_text("2")
    assert "#" not in visitor.url
    visitor.evaluate("location.hash = '#puzzle=nothing'")
    playwright.expect(visitor.locator("#message")).not_to_be_empty()
    assert visitor.get_by_role("gridcell").count() == 16


def reach(page: Any) -> list[float]:
    """How far the drawing goes beyond the board in cells: above, right, below, left."""
    return list(
        page.evaluate(
            """() => {
              const { x, y, width, height } = document.querySelector(".drawing").viewBox.baseVal;
              return [-y, width + x - 540, height + y - 540, -x].map((one) => one / 60);
            }"""
        )
    )


def test_a_clue_outside_takes_room_at_its_own_side(page: Any) -> None:
    row = ",".join(f"r4c{column}" for column in range(1, 10))
    begun(page, as_json(f"9+sandwich:12@{row}", "." * 81))
    top, right, bottom, left = reach(page)
    assert 0.3 < left < 0.6
    assert max(top, right, bottom) < 0.1
    first = page.locator('[data-cell="0"]').bounding_box()
    drawn = page.locator(".back rect").first.bounding_box()
    assert all(abs(first[side] - drawn[side]) < 1 for side in ("x", "y", "width", "height"))


def test_what_a_setter_only_draws_is_shown(page: Any) -> None:
    puzzle = {
        "size": 9,
        "grid": [[{}] * 9] * 9,
        "line": [{"lines": [["R1C1", "R2C2"]], "outlineC": "#67F067", "width": 0.4}],
        "circle": [{"cells": ["R5C5", "R5C6"], "baseC": "url(#x)", "value": "A"}],
        "rectangle": [{"cells": ["R7C7"], "baseC": "#FFD0D0", "angle": 45}],
        "text": [{"cells": ["R0C3"], "value": "beside", "fontC": "#FF0000", "size": 0.4}],
        "cage": [{"cells": ["R8C1", "R8C2"], "value": "<b>"}],
    }
    begun(page, json.dumps(puzzle))
    assert page.locator(".decoration text").all_text_contents() == ["<b>", "beside", "A"]
    # In a cell it lies below the digits; between cells above the lines.
    assert page.locator(".over .decoration rect").count() == 1
    assert page.locator(".edges .decoration ellipse").get_attribute("fill") == "none"
    top, right, *_ = reach(page)
    assert top > 0.6 > right
    beside = page.locator(".decoration text", has_text="beside")
    assert beside.evaluate("(text) => getComputedStyle(text).fill") == "rgb(255, 0, 0)"


def test_a_hint_is_left_by_its_cross_and_the_focus_goes_to_the_board(page: Any) -> None:
    page.click("#hint")
    panel = page.locator("#panel")
    panel.get_by_label("Close").press("Enter")
    playwright.expect(panel).to_be_hidden()
    assert page.locator(".overlay *").count() == 0
    assert page.evaluate("document.activeElement.role") == "gridcell"


SOLVED = "123434122143432"
"""A board of four but for its last cell."""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_wave_goes_over_a_finished_board_and_the_pad_is_gone(
    browser: Any, address: str, motion: Any
) -> None:
    context = browser.new_context(locale="en", reduced_motion=motion)
    shown = context.new_page()
    opened(shown, address)
    begun(shown, SOLVED + ".")
    shown.locator('[data-cell="15"]').click()
    shown.keyboard.press("1")
    playwright.expect(shown.locator("#panel h2")).to_contain_text("Solved")
    moves = shown.locator(".back .won").last.evaluate(
        "(cell) => getComputedStyle(cell).animationName"
    )
    assert moves == ("won" if motion == "no-preference" else "none")
    playwright.expect(shown.locator("#pad")).to_be_hidden()
    shown.click("#undo")
    playwright.expect(shown.locator("#pad")).to_be_visible()
    context.close()


@pytest.mark.parametrize("size", [(820, 1060), (390, 844), (360, 640)])
def test_board_and_pad_are_seen_together(browser: Any, address: str, size: tuple[int, int]) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="en")
    shown = context.new_page()
    opened(shown, address)
    pad = shown.locator("#pad").bounding_box()
    assert pad["y"] + pad["height"] <= size[1]
    keys = [key.bounding_box() for key in shown.locator("#pad button").all()]
    assert len({key["y"] for key in keys}) == 1
    assert all(key["width"] >= 28 for key in keys)
    context.close()


def test_lines_are_called_in_the_readers_language(browser: Any, address: str) -> None:
    context = browser.new_context(locale="zh-CN")
    shown = context.new_page()
    opened(shown, address)
    shown.click("#open")
    shown.fill("#dialog textarea", as_json("9+nabner@r1c1,r1c2,r1c3", "." * 81))
    shown.click("#dialog .primary")
    drawn = shown.locator(".over image.rules")
    playwright.expect(drawn).to_be_attached()
    said = unquote(drawn.get_attribute("href"))
    assert "nabner" not in said
    words = json.loads((Path(cpsudoku.__file__).parent / "words" / "zh.json").read_text("utf-8"))
    assert words["clue nabner"] in said
    context.close()
