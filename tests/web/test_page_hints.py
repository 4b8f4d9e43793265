"""Hints, paths, searches and new puzzles on the page, in a real browser."""

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
    faults,
    needs_server,
    page,
    playwright,
    steps_are_listed,
    tab,
    visitor,
)

__all__ = ["address", "browser", "page", "tab", "visitor"]

SMALL = "12..3..2.1.3.32."

pytestmark = pytest.mark.browser


@pytest.mark.compiled
def test_a_hint_tells_more_at_each_press_and_the_last_one_does_it(page: Any) -> None:
    before = board_says(page)
    panel = page.locator("#panel")
    told: list[str] = []
    for _ in range(4):
        page.click("#hint")
        if told:
            playwright.expect(panel.locator("p")).not_to_have_text(told[-1])
        else:
            playwright.expect(panel.locator("p")).to_have_count(1)
        told.append(panel.locator("p").inner_text())
        assert board_says(page) == before
        # Nothing of the answer is seen before the last level.
        assert page.locator(".candidate-mark.placed").count() == (len(told) == 4)
    technique, place, reason, answer = told
    assert technique == "Look for a hidden single."
    assert re.fullmatch(r"Look at (row|column|box) \d\.", place)
    assert re.fullmatch(r"In .* leaves? only one cell for \d\.", reason)
    (found,) = re.findall(r"So (r\dc\d) must be", answer)
    assert found not in reason
    assert page.locator(".candidate-mark.placed").count() == 1
    page.locator("#panel .ref").first.hover()
    assert page.locator(".ring.pointed").get_attribute("d")
    page.click("#hint")
    playwright.expect(panel).to_be_hidden()
    changed = [one for one, other in zip(board_says(page), before, strict=True) if one != other]
    assert len(changed) == 1


@pytest.mark.compiled
@needs_server
def test_what_was_not_checked_in_time_is_not_called_right(page: Any) -> None:
    def unchecked(route: Any) -> None:
        route.fulfill(json=route.fetch().json() | {"checked": False})

    page.route("**/api/hint", unchecked)
    page.click("#check")
    playwright.expect(page.locator("#message")).to_contain_text("Time ran out before")
    page.click("#hint")
    playwright.expect(page.locator("#panel p").nth(1)).to_contain_text("Time ran out before")
    page.unroute("**/api/hint")
    page.click("#check")
    playwright.expect(page.locator("#message")).to_contain_text("Nothing is wrong so far")


@pytest.mark.compiled
@needs_server
def test_what_a_clue_leaves_is_hinted_at_lit_and_done(page: Any) -> None:
    begun(page, "# rules: 4+thermo@r1c1,r1c2,r2c2\n.......2........\n")
    panel = page.locator("#panel p")
    told: list[str] = []
    for _ in range(4):
        page.click("#hint")
        if told:
            playwright.expect(panel).not_to_have_text(told[-1])
        else:
            playwright.expect(panel).to_have_count(1)
        told.append(panel.inner_text())
    assert told[1] == "Look at what Thermometer r1c1 r1c2 r2c2 rules out."
    assert told[2] == "Thermometer r1c1 r1c2 r2c2. A thermometer: digits grow from the bulb on."
    assert "means that r1c1 cannot be 3 or 4" in told[3]
    assert page.locator(".candidate-mark.eliminated").count() > 0
    page.click("#hint")
    playwright.expect(page.locator("#panel")).to_be_hidden()
    page.click("#hint")
    playwright.expect(page.locator("#panel")).to_be_visible()
    assert panel.inner_text() not in told


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
    for button in ("#check", "#hint"):
        page.click(button)
        playwright.expect(page.locator("#panel p")).to_have_text("r1c3 is not 1.")
        assert page.locator(".wrong").get_attribute("d").startswith("M120 0h")
        page.keyboard.press("Escape")


@needs_server
def test_an_answer_that_is_long_in_coming_is_waited_for_in_words(page: Any) -> None:
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route("**/api/hint", hold)
    page.click("#hint")
    message = page.locator("#message")
    playwright.expect(message).to_have_text("Working …")
    held[0].continue_()
    playwright.expect(page.locator("#panel")).to_contain_text("hidden single")
    playwright.expect(message).to_be_empty()
    page.unroute("**/api/hint")


@pytest.mark.compiled
def test_a_technique_is_practised_until_the_player_has_found_it(page: Any) -> None:
    page.click("#practise")
    page.locator("#dialog select").select_option("x-wing")
    page.locator("#dialog").get_by_text("Begin").click()
    playwright.expect(page.locator("#dialog")).to_be_hidden(timeout=20000)
    assert page.inner_text("#level") == "practise: X-Wing"
    assert page.locator(".entry").count() > 0
    page.reload()
    page.wait_for_selector("body.ready")
    page.click("#hint")
    page.locator("#panel").get_by_text("Tell all").click()
    playwright.expect(page.locator("#panel h2")).to_have_text("X-Wing")
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
    page.locator("#panel summary").click()
    steps = page.locator("#panel .steps button")
    steps.nth(4).click()
    playwright.expect(told).to_contain_text(f"Step 5 of {steps.count()}.")
    assert steps.nth(4).get_attribute("aria-current") == "step"
    page.locator("#panel").get_by_label("Close").click()
    assert board_says(page) == before
    # What is said of the game next is shown on the game, not on the path.
    for button in ("hint", "now"):
        page.click("#path")
        playwright.expect(told).to_contain_text("Step 1 of ")
        page.click(f"#{button}")
        playwright.expect(page.locator("#panel .stepper")).to_have_count(0)
        assert board_says(page) == before
        assert page.locator(".candidate-mark").count() == 0


@pytest.mark.compiled
def test_a_path_where_there_are_several_solutions_says_so(page: Any) -> None:
    begun(page, "1" + "." * 15)
    page.click("#path")
    playwright.expect(page.locator("#panel")).to_contain_text("The puzzle has several solutions")


@needs_server
@pytest.mark.compiled
def test_that_there_are_several_solutions_is_said_before_their_path_is_there(page: Any) -> None:
    held: list[Any] = []
    page.route("**/api/explain", lambda route: held.append(route))  # noqa: PLW0108
    begun(page, "1" + "." * 15)
    page.click("#path")
    playwright.expect(page.locator("#message")).to_contain_text("The puzzle has several solutions")
    page.wait_for_timeout(1200)  # after which it would say that something is being worked on
    playwright.expect(page.locator("#message")).to_contain_text("The puzzle has several solutions")
    playwright.expect(page.locator("#path")).to_have_attribute("aria-busy", "true")
    held.pop().continue_()
    page.unroute("**/api/explain")
    playwright.expect(page.locator("#panel")).to_contain_text("The puzzle has several solutions")


@pytest.mark.compiled
def test_all_steps_of_a_position_are_listed_by_digit_and_one_is_done(page: Any) -> None:
    steps_are_listed(page)


@needs_server
def test_searches_are_replayed_side_by_side_until_they_end(page: Any) -> None:
    begun(page, SMALL)
    page.click("#watch")
    playwright.expect(page.locator(".replays figure")).to_have_count(4)
    playwright.expect(page.locator(".replays figcaption").last).to_have_text("Dancing links")
    page.locator("#dialog input[type=range]").fill("7")
    page.locator("#dialog").get_by_role("button", name="Begin", exact=True).click()
    ended = page.locator(".counts", has_text=re.compile(r"Ended\."))
    playwright.expect(ended).to_have_count(4, timeout=30000)
    left = page.locator(".matrix-box .counts")
    playwright.expect(left).to_have_text("0 columns and 0 rows are left.")
    page.locator("#dialog").get_by_role("button", name="One step back").click()
    page.locator("#dialog").get_by_role("button", name="One step back").click()
    playwright.expect(left).to_contain_text("Fewest rows: ")


@needs_server
def test_the_rows_that_a_search_chooses_from_are_shown_large_with_their_columns(page: Any) -> None:
    begun(page, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    page.click("#watch")
    branch = page.locator(".branch")
    names = ["r5c5", "5 in row 5", "5 in column 5", "5 in box 5", "r5c5=5"]
    playwright.expect(branch.locator("th")).to_have_text(names)
    assert branch.locator("td.fewest").all_inner_texts() == ["■"]
    for name in branch.locator("th").all():
        assert name.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 12
    assert faults(page) == []


@pytest.mark.compiled
@needs_server
def test_new_puzzles_are_made_as_they_were_wished_for(page: Any) -> None:
    dialog, title = page.locator("#dialog"), page.locator("#bar")

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

    assert "Diagonals" in make("9+diagonals", "any")
    level = re.search(r"ER (\d\.\d)", make("9", "medium"))
    assert level and 2.0 <= float(level[1]) <= 3.5
    level = re.search(r"ER (\d\.\d)", make("9", "own"))
    assert level and 1.2 <= float(level[1]) <= 1.5
    assert "ER" in make("9", "hodoku medium")
    assert re.search(r"Thermometer.*\n?Gentle", make("thermo", "gentle"))


@pytest.mark.compiled
@needs_server
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
