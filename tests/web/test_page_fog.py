"""Fog of puzzles on the page: what it hides, what lifts it, and how it is turned off."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browsing import (
    address,
    begun,
    board_says,
    browser,
    message,
    opened,
    page,
    playwright,
    tab,
    visitor,
)

__all__ = ["address", "browser", "page", "tab", "visitor"]

pytestmark = pytest.mark.browser

SOLUTION = "1234341221434321"
GIVEN = {0: 1, 5: 4, 10: 4, 15: 1}
FOGGY = {
    "size": 4,
    "grid": [
        [{"value": GIVEN[at], "given": True} if (at := 4 * r + c) in GIVEN else {}
         for c in range(4)]
        for r in range(4)
    ],
    "killercage": [
        {"cells": ["R3C1", "R3C2"], "value": "3"},
        {"cells": ["R1C2", "R1C3"], "value": "5"},
    ],
    "foglight": ["R1C1", "R1C2"],
}  # fmt: skip


def foggy(page: Any, **more: object) -> None:
    begun(page, json.dumps(FOGGY | more))


def cell(page: Any, at: int) -> Any:
    return page.locator(f'[data-cell="{at}"]')


def hidden(page: Any) -> list[int]:
    return [at for at, said in enumerate(board_says(page)) if "in the fog" in said]


def entered(page: Any, at: int) -> None:
    cell(page, at).click()
    page.keyboard.press(SOLUTION[at])


def test_fog_hides_givens_and_clues_until_a_right_entry_lifts_it(page: Any) -> None:
    foggy(page)
    assert hidden(page) == list(range(2, 16))
    assert page.locator(".content .given").count() == 1
    assert board_says(page)[5] == "row 2 column 2, in the fog, empty"
    assert board_says(page)[8] == "row 3 column 1, in the fog, empty"
    assert page.locator(".over").get_attribute("mask") == "url(#fog)"
    # What cannot be seen is neither counted nor said to clash.
    assert page.locator('#pad [data-digit="4"] small').inner_text() == "4"
    cell(page, 1).click()
    page.keyboard.press("4")
    playwright.expect(page.locator("#message")).to_be_empty()
    assert hidden(page) == list(range(2, 16))
    page.keyboard.press("2")
    playwright.expect(cell(page, 5)).to_have_text("row 2 column 2, 4 given")
    assert hidden(page) == [3, 7, *range(8, 16)]
    entered(page, 4)
    playwright.expect(cell(page, 8)).to_contain_text("Killer cage 3")
    page.click("#undo")
    assert 8 in hidden(page)


def test_fog_is_there_again_after_a_reload_and_gone_at_the_end(page: Any, address: str) -> None:
    foggy(page)
    entered(page, 1)
    playwright.expect(cell(page, 6)).not_to_contain_text("in the fog")
    opened(page, address)
    playwright.expect(cell(page, 6)).not_to_contain_text("in the fog")
    assert hidden(page) == [3, 7, *range(8, 16)]
    for at in range(16):
        if at not in GIVEN and at != 1:
            entered(page, at)
    message(page).to_contain_text("Complete and right")
    assert hidden(page) == []


def test_fog_can_be_turned_off(page: Any) -> None:
    foggy(page)
    page.click("#settings")
    page.locator("#dialog").get_by_text("Fog that lifts").click()
    assert hidden(page) == []
    assert page.locator(".over").get_attribute("mask") is None
    page.locator("#dialog").get_by_text("Fog that lifts").click()
    assert hidden(page) == list(range(2, 16))
    page.keyboard.press("Escape")
    begun(page, "." * 16)
    page.click("#settings")
    playwright.expect(page.locator("#dialog").get_by_text("Fog that lifts")).to_have_count(0)


def test_where_several_grids_fit_every_entry_lifts_the_fog_and_that_is_said(page: Any) -> None:
    foggy(page, grid=[[{}] * 4] * 4, killercage=[])
    message(page).to_contain_text("every entry lifts the fog")
    cell(page, 15).click()
    page.keyboard.press("3")
    playwright.expect(cell(page, 10)).not_to_contain_text("in the fog")
