"""The panel of the clues that were read from drawings and words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from browsing import (
    STATIC,
    address,
    begun,
    browser,
    cell,
    message,
    needs_server,
    opened,
    page,
    playwright,
    says,
    tab,
    visitor,
)
from drawn import SOLUTION, drawn

__all__ = ["address", "browser", "page", "tab", "visitor"]

pytestmark = pytest.mark.browser

ROWS = "#proposals > ul > li"
expect: Callable[..., Any] = playwright.expect


def row(page: Any, name: str) -> Any:
    """What looks alike and means the same."""
    return page.locator(ROWS).filter(has=page.locator(".family b", has_text=name))


def tick(page: Any, name: str) -> Any:
    return row(page, name).locator(".family input")


def lights(page: Any, cells: int) -> None:
    """Hold that as many cells are lit, each of which is a square of the path."""
    lit = page.locator(".overlay .pattern")
    if cells:
        expect(lit).to_have_attribute("d", re.compile(f"^([^M]*M[^M]*){{{cells}}}$"))
    else:
        expect(lit).to_have_count(0)


def means(page: Any) -> str:
    """The kinds of clues that the page judges by."""
    return str(page.locator("#about details").text_content())


@needs_server
def test_what_was_read_and_why_is_listed_and_lights_its_cells(page: Any) -> None:
    begun(page, drawn())
    expect(page.locator("#proposals h2")).to_have_text("7 clues read from drawings and words")
    message(page).to_have_text("7 clues read from drawings and words")
    blue = row(page, "Region sum line")
    expect(blue).to_contain_text("× 2 · cyan line")
    expect(blue).to_contain_text("“Box borders divide blue lines into segments")
    unread = page.locator("#proposals .unread li")
    assert [str(text)[:16] for text in unread.all_inner_texts()] == [
        "yellow #f3e5ab r",
        "in words: The va",
    ]
    row(page, "Whispers").hover()
    lights(page, 3)
    blue.hover()
    lights(page, 7)
    page.locator("#title").hover()
    lights(page, 0)
    blue.locator("details summary").press("Enter")
    blue.locator("details input").nth(1).focus()
    lights(page, 3)


@needs_server
def test_a_clue_is_taken_out_of_a_game_and_put_back_by_keys_and_the_game_stays(page: Any) -> None:
    begun(page, drawn())
    cell(page, 1, 1).click()
    page.keyboard.press("3")
    tick(page, "Whispers").press("Space")
    expect(page.locator("#proposals h2")).to_contain_text("6 clues")
    expect(page.locator("#about details")).not_to_contain_text("Whispers")
    expect(tick(page, "Whispers")).to_be_focused()
    assert "3" in says(page, 1, 1)
    # Nobody is told that neighbours on the line are too close.
    for column, digit in ((6, "1"), (7, "2")):
        cell(page, 9, column).click()
        page.keyboard.press(digit)
        message(page).to_have_text("")
    page.reload()
    page.wait_for_selector("body.ready")
    assert not tick(page, "Whispers").is_checked()
    tick(page, "Whispers").check()
    expect(page.locator("#about details")).to_contain_text("Whispers")
    assert "2" in says(page, 9, 7)
    cell(page, 9, 8).click()
    page.keyboard.press("3")
    message(page).to_contain_text("Whispers")


@needs_server
def test_one_of_a_family_is_left_out_and_all_of_it_mean_something_else(page: Any) -> None:
    begun(page, drawn())
    blue = row(page, "Region sum line")
    blue.locator("details summary").click()
    blue.locator("details input").nth(0).uncheck()
    expect(page.locator("#proposals h2")).to_contain_text("6 clues")
    assert tick(page, "Region sum line").evaluate("(box) => box.indeterminate")
    choices = blue.locator("select option").all_inner_texts()
    assert "Renban" not in " ".join(choices)  # of which no sentence speaks
    blue.locator("select").select_option(label="Whispers 4")
    changed = row(page, "Whispers 4")
    expect(changed).to_contain_text("× 2 · cyan line")
    expect(page.locator("#about details")).not_to_contain_text("Region sum")
    expect(page.locator("#proposals h2")).to_contain_text("7 clues")
    changed.locator("select").select_option(label="Region sum line")
    expect(page.locator("#about details")).to_contain_text("Region sum")


@needs_server
def test_what_a_stored_solution_breaks_is_shown_and_can_be_taken_all_the_same(page: Any) -> None:
    begun(page, drawn(solution=SOLUTION))
    expect(row(page, "Thermometer")).to_contain_text("The stored solution obeys it.")
    green = row(page, "Whispers")
    expect(green).to_contain_text("Doubtful: the stored solution breaks it.")
    assert not tick(page, "Whispers").is_checked()
    assert "Whispers" not in means(page)
    tick(page, "Whispers").check()
    expect(page.locator("#about details")).to_contain_text("Whispers")


@needs_server
def test_a_draft_shows_what_was_read_and_undoes_what_is_changed(visitor: Any, address: str) -> None:
    opened(visitor, f"{address}set.html")
    begun(visitor, drawn())
    clues = visitor.locator("#clues li")
    expect(clues).to_have_count(7)
    tick(visitor, "Thermometer").uncheck()
    expect(clues).to_have_count(5)
    visitor.click("#undo")
    expect(clues).to_have_count(7)
    expect(tick(visitor, "Thermometer")).to_be_checked()
    row(visitor, "Whispers").locator("select").select_option(label="Whispers 4")
    expect(visitor.locator("#clues")).to_contain_text("Whispers 4")
    # What is taken out of the list of clues is out of this one as well.
    clues.filter(has_text="Whispers 4").get_by_label("Remove").click()
    expect(tick(visitor, "Whispers")).not_to_be_checked()
    visitor.reload()
    visitor.wait_for_selector("body.ready")
    expect(visitor.locator("#proposals h2")).to_have_text("6 clues read from drawings and words")
    expect(tick(visitor, "Whispers")).not_to_be_checked()


@needs_server
def test_things_are_called_by_their_looks_in_chinese(browser: Any, address: str) -> None:
    context = browser.new_context(locale="zh-CN")
    tab = context.new_page()
    opened(tab, address)
    tab.click("#open")
    tab.fill("#dialog textarea", drawn())
    tab.click("#dialog .primary")
    expect(row(tab, "白点")).to_contain_text("· 小白色圆")
    expect(tab.locator("#proposals .unread li").first).to_have_text("只是画出的黄色矩形（1）")
    context.close()


def test_a_puzzle_without_drawings_has_no_such_panel(page: Any) -> None:
    begun(page, "." * 81)
    expect(page.locator("#proposals")).to_be_hidden()


@pytest.mark.skipif(not STATIC, reason="a server reads drawings")
def test_a_page_without_a_server_says_that_drawings_are_not_read_here(page: Any) -> None:
    shape = {"lines": [["R1C1", "R1C2"]], "outlineC": "#ff0000"}
    grid = [[{"value": 1, "given": True} if not r + c else {} for c in range(9)] for r in range(9)]
    begun(page, json.dumps({"size": 9, "grid": grid, "line": [shape]}))
    expect(page.locator("#about .warning")).to_have_text(
        re.compile("Not understood: line.*cpsudoku play")
    )


@needs_server
def test_a_sentence_that_is_not_understood_ends_with_one_full_stop(page: Any) -> None:
    about = {"rules": "Cells on the loop alternate."}
    begun(page, json.dumps({"cells": [[{}] * 9 for _ in range(9)], "metadata": about}))
    expect(page.locator("#about .warning")).to_have_text(re.compile(r"loop alternate\.\s*$"))


@needs_server
def test_on_a_phone_the_board_is_in_sight_while_its_proposals_are_ticked(
    browser: Any, address: str
) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce"
    )
    phone = context.new_page()
    opened(phone, address)
    begun(phone, drawn())
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    whispers = tick(phone, "Whispers")
    whispers.tap()
    expect(phone.locator("#proposals h2")).to_contain_text("6 clues")
    lights(phone, 3)
    board = phone.locator("#board").bounding_box()
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= whispers.bounding_box()["y"]
    context.close()
