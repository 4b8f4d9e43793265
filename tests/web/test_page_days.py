"""A puzzle of the day, days in a row, and clues that are found, drawn and changed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browsing import (
    address,
    begun,
    board_says,
    browser,
    cell,
    dragged,
    opened,
    page,
    playwright,
    tab,
    visitor,
)

__all__ = ["address", "browser", "page", "tab", "visitor"]

pytestmark = pytest.mark.browser

LAST_OPEN = "534678912672195348198342567859761423426853791713924856961537284287419635345286170"


def test_the_puzzle_of_the_day_is_one_for_all_and_waits_for_a_game(page: Any, address: str) -> None:
    example = board_says(page)
    opened(page, f"{address}?#daily")
    playwright.expect(page.locator("#level")).to_contain_text("Gentle")
    first = board_says(page)
    assert sum("given" in text for text in first) >= 36
    assert first != example
    free = next(at for at, text in enumerate(first) if "given" not in text)
    page.locator(f'[data-cell="{free}"]').click()
    page.keyboard.press("1")
    playwright.expect(page.locator("#undo")).to_be_enabled()
    begun_on = board_says(page)
    page.goto("about:blank")
    opened(page, f"{address}#daily")
    assert board_says(page) == begun_on
    assert "daily" not in page.url
    title = str(page.locator("#title").inner_text())
    assert title.startswith("Puzzle of ")
    page.click("#games")
    playwright.expect(page.locator("#dialog .game b").first).to_have_text(title)
    page.keyboard.press("Escape")


def test_days_in_a_row_are_counted_by_choice(page: Any) -> None:
    page.evaluate(
        "localStorage.setItem('cpsudoku.days', JSON.stringify({version: 1, value: [19990101]}))"
    )
    for shown in (0, 1):
        if shown:
            page.click("#settings")
            page.get_by_label("Count the days in a row").check()
            page.keyboard.press("Escape")
        begun(page, LAST_OPEN)
        cell(page, 9, 9).click()
        page.keyboard.press("9")
        playwright.expect(page.locator("#panel")).to_contain_text("Next puzzle")
        row = page.locator("#panel p", has_text="Days in a row: 1")
        playwright.expect(row).to_have_count(shown)


def setting_clues(page: Any, address: str) -> None:
    opened(page, f"{address}set.html")
    page.get_by_role("radio", name="Clues").click()


def test_a_clue_is_found_by_what_it_means_and_is_offered_again(visitor: Any, address: str) -> None:
    setting_clues(visitor, address)
    palette = visitor.locator("#palette")
    palette.get_by_label("Find a clue").fill("from the bulb on")
    tile = palette.get_by_role("radio", checked=True)
    playwright.expect(tile).to_have_text("Thermometer")
    playwright.expect(tile.locator("img")).to_have_attribute("src", re.compile("svg.*circle"))
    preview = visitor.locator(".overlay image")
    dragged(visitor, (1, 1), (1, 3), lifted=False)
    playwright.expect(preview).to_have_count(1)
    visitor.mouse.up()
    playwright.expect(visitor.locator("#clues li")).to_have_count(1)
    playwright.expect(preview).to_have_count(0)
    palette.get_by_role("button", name="Add").click()
    playwright.expect(visitor.locator("#clues li")).to_have_count(1)
    playwright.expect(palette.locator("h3").first).to_have_text("Used last")
    playwright.expect(palette.get_by_role("radio").first).to_have_text("Thermometer")


def test_a_clue_is_changed_where_it_is(visitor: Any, address: str) -> None:
    setting_clues(visitor, address)
    palette, clues = visitor.locator("#palette"), visitor.locator("#clues li")
    for total, ends in (("5", ((1, 1), (1, 2))), ("7", ((3, 1), (3, 2)))):
        dragged(visitor, *ends)
        palette.get_by_label("Sum (optional)").fill(total)
        palette.get_by_role("button", name="Add").click()
        playwright.expect(clues.filter(has_text=re.compile(rf"\b{total}\b"))).to_have_count(1)
    clues.first.get_by_role("button", name="Change").click()
    playwright.expect(palette.get_by_label("Sum (optional)")).to_have_value("5")
    palette.get_by_label("Sum (optional)").fill("9")
    palette.get_by_role("button", name="Change").click()
    playwright.expect(clues.first).to_contain_text("9 · r1c1 r1c2")
    playwright.expect(clues).to_have_count(2)


def test_numbers_and_cells_follow_a_clue_that_was_dragged(visitor: Any, address: str) -> None:
    setting_clues(visitor, address)
    clues = visitor.locator("#clues li")
    dragged(visitor, (1, 1), (1, 2))
    for digit in "12":
        visitor.keyboard.press(digit)
    playwright.expect(clues).to_contain_text("12 · r1c1 r1c2")
    cell(visitor, 2, 2).click(modifiers=["Shift"])
    playwright.expect(clues).to_contain_text("12 · r1c1 r1c2 r2c2")
    dragged(visitor, (4, 4), (4, 5))
    playwright.expect(clues).to_have_count(2)
    playwright.expect(clues.last).not_to_contain_text("12")


def test_a_dot_is_set_and_taken_away_at_an_edge(visitor: Any, address: str) -> None:
    setting_clues(visitor, address)
    visitor.get_by_label("Find a clue").fill("kropki")
    visitor.locator('#palette [data-type="black"]').first.click()
    clues, box = visitor.locator("#clues li"), cell(visitor, 3, 3).bounding_box()
    for count in (1, 0):
        visitor.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
        playwright.expect(clues).to_have_count(count)
