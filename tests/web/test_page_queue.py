"""Puzzles one after the other, what a game has come to, and what is said of a full board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsing import (
    address,
    begun,
    browser,
    cell,
    faults,
    message,
    needs_server,
    opened,
    page,
    playwright,
    tab,
    visitor,
)

from cpsudoku.cli.commands.page import _path

__all__ = ["address", "browser", "page", "tab", "visitor"]

pytestmark = pytest.mark.browser

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ONE, TWO = SOLVED[:-1] + ".", "." + SOLVED[1:]
BOTH = f"{SOLVED[:-2]}.."


def entered(page: Any, place: tuple[int, int], digit: str) -> None:
    cell(page, *place).click()
    page.keyboard.press(digit)


@pytest.mark.compiled
def test_several_puzzles_are_played_in_their_order(page: Any) -> None:
    begun(page, f"{ONE}\n{TWO}\n")
    panel, place = page.locator("#panel"), page.locator("#queue")
    playwright.expect(place).to_have_text("1 of 2")
    entered(page, (9, 9), "1")
    entered(page, (9, 9), "9")
    playwright.expect(panel).to_contain_text("Hints: 0, mistakes: 1.")
    panel.get_by_text("Next", exact=True).click()
    playwright.expect(place).to_have_text("2 of 2")
    page.reload()
    page.wait_for_selector("body.ready")
    playwright.expect(place).to_have_text("2 of 2")
    entered(page, (1, 1), "5")
    panel.get_by_role("button", name="Results").click()
    assert faults(page) == []
    rows = page.locator("#dialog tr")
    assert [row.split()[2:] for row in rows.all_inner_texts()[1:]] == [
        ["0", "1"],
        ["0", "0"],
        ["0", "1"],
    ]
    page.get_by_label("Puzzle 1").click()
    playwright.expect(place).to_have_text("1 of 2")
    assert "9" in cell(page, 9, 9).inner_text()


@pytest.mark.compiled
def test_links_of_several_puzzles_are_a_queue(page: Any, address: str) -> None:
    begun(page, f"{address}#puzzle={ONE}\n{address}#puzzle={TWO}\n")
    playwright.expect(page.locator("#queue")).to_have_text("1 of 2")


@pytest.mark.compiled
@needs_server
def test_a_file_of_several_puzzles_is_what_play_opens(
    page: Any, address: str, tmp_path: Path
) -> None:
    file = tmp_path / "two.txt"
    file.write_text(f"{ONE} # first\n# rules: 9+diagonals\n{'.' * 81}\n")
    opened(page, f"{address}{_path(str(file), to_set=False).removeprefix('/')}")
    playwright.expect(page.locator("#queue")).to_have_text("1 of 2")


@pytest.mark.compiled
def test_a_full_board_that_is_wrong_is_answered(page: Any) -> None:
    begun(page, BOTH)
    page.click("#settings")
    page.get_by_label("Show clashes").uncheck()
    page.keyboard.press("Escape")
    entered(page, (9, 8), "9")
    entered(page, (9, 9), "7")
    message(page).to_have_text(
        "All cells are filled, but something is wrong: 7 stands twice in column 9."
    )
    assert page.locator(".clash").count() > 1


@pytest.mark.compiled
def test_an_answer_that_was_shown_is_told_and_counts_no_day(page: Any) -> None:
    page.evaluate(
        "localStorage.setItem('cpsudoku.streak', JSON.stringify({version: 1, value: true}))"
    )
    begun(page, ONE)
    panel = page.locator("#panel")
    page.click("#hint")
    panel.get_by_text("Tell all").click()
    panel.get_by_text("Do it").click()
    playwright.expect(panel).to_contain_text("Hints: 1, mistakes: 0. Answers shown: 1.")
    playwright.expect(panel).to_contain_text("Days in a row: 0.")
    begun(page, ONE)
    page.click("#hint")
    entered(page, (9, 9), "9")
    playwright.expect(panel).to_contain_text("Days in a row: 1")
    panel.get_by_text("Share").click()
    card = page.get_by_label("Share", exact=True).locator("visible=true").last
    assert "Hints: 1, mistakes: 0." in card.input_value()
    assert SOLVED[:9] not in card.input_value()
    assert faults(page) == []


@pytest.mark.compiled
def test_the_seconds_can_be_taken_from_the_points(page: Any) -> None:
    begun(page, BOTH)
    page.click("#settings")
    for label in ("Count points", "Take a point off"):
        page.get_by_label(label).check()
    page.keyboard.press("Escape")
    entered(page, (9, 8), "7")
    playwright.expect(page.locator("#score")).to_have_text("9 points")
