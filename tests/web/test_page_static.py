"""The page without a server: on a host of files, offline, and as a single file."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from browsing import (
    begun,
    board_says,
    browser,
    cell,
    opened,
    playwright,
    says,
    steps_are_listed,
)
from drawn import drawn
from hosting import hosted

from cpsudoku import formats
from cpsudoku.formats.base import Record
from cpsudoku.web import static

__all__ = ["browser"]

pytestmark = pytest.mark.browser

needs_core = pytest.mark.skipif(
    not static.CORE.is_file(),
    reason="the core for browsers was not built; see docs/how-to/wasm.md",
)

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

KILLER = """{"size": 4, "boxes": [2, 2], "also": [
    {"type": "killer", "cells": ["r1c1", "r1c2"], "total": 3},
    {"type": "killer", "cells": ["r1c3", "r2c3", "r2c4"], "total": 6}]}"""


def killer() -> Record:
    from cpsudoku.asking import solving

    rules = formats.parse_rules(KILLER)
    givens = "..........2..3.."
    puzzle = formats.parse(givens, rules)
    assert solving.check(puzzle).verdict.value == "unique"
    return Record(puzzle, label="A small one", author="Me", words="Cages show sums.")


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("host")
    core = static.CORE.read_bytes() if static.CORE.is_file() else None
    classic = Record(formats.parse(CLASSIC))
    if core:
        static.write(folder / "a" / "core", static.site([], seconds=20, core=core))
    static.write(folder / "plain", static.site([classic], seconds=20, core=None))
    with hosted(folder) as address:
        yield address, folder


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    """A reader who was never there; what the console tells at the end is a fault."""
    context = browser.new_context(viewport={"width": 1100, "height": 850}, locale="en")
    tab, told = context.new_page(), []
    tab.on("console", lambda said: told.append(f"{said.text} {said.location}"))
    tab.on("pageerror", lambda error: told.append(str(error)))
    yield tab
    context.close()
    assert not told, told


@needs_core
def test_a_host_of_files_gives_hints_checks_and_new_puzzles(tab: Any, sites: Any) -> None:
    opened(tab, f"{sites[0]}a/core/")
    begun(tab, CLASSIC)
    tab.click("#hint")
    playwright.expect(tab.locator("#panel h2")).to_be_visible()
    tab.click("#panel button:has-text('Tell all')")
    playwright.expect(tab.locator("#panel")).to_contain_text("Hidden Single")
    playwright.expect(tab.locator("#panel")).to_contain_text("is the only place left for")
    tab.click("#panel .primary")
    assert "8" in says(tab, 1, 6)
    cell(tab, 1, 3).click()
    tab.keyboard.press("1")
    tab.click("#check")
    playwright.expect(tab.locator("#panel .mistakes")).to_contain_text(" is not ")
    before = board_says(tab)
    tab.click("#new")
    tab.click("#dialog .primary")
    playwright.expect(tab.locator("#dialog")).to_be_hidden()
    assert board_says(tab) != before
    assert "ER" in tab.inner_text("#level")


@needs_core
def test_a_host_of_files_walks_the_path_of_a_hard_puzzle(tab: Any, sites: Any) -> None:
    hard = "...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7..."
    opened(tab, f"{sites[0]}a/core/#puzzle={hard}")
    tab.click("#path")
    playwright.expect(tab.locator("#panel .steps li").first).to_be_attached()
    assert tab.locator("#panel .steps li").count() > 50


@needs_core
def test_a_host_of_files_lists_all_steps_of_a_position(tab: Any, sites: Any) -> None:
    opened(tab, f"{sites[0]}a/core/#puzzle={CLASSIC}")
    steps_are_listed(tab)


@needs_core
def test_what_takes_long_ends_when_something_else_is_asked(tab: Any, sites: Any) -> None:
    opened(tab, f"{sites[0]}a/core/")
    took = tab.evaluate(
        """async () => {
          const { ask } = await import("./js/api.js");
          const wish = { rules: "9", er: [11.9, 12], seconds: 60 };
          const first = ask("generate", wish).catch((error) => error.name);
          const began = performance.now();
          const second = await ask("generate", { rules: "9", seed: 5 });
          return [await first, performance.now() - began < 30000, second.board.givens.length];
        }"""
    )
    assert took == ["AbortError", True, 81]


@pytest.mark.compiled
def test_a_host_of_files_without_the_core_says_so_and_has_the_path(tab: Any, sites: Any) -> None:
    opened(tab, f"{sites[0]}plain/")
    assert tab.is_hidden("#new")
    assert tab.is_hidden("#set")
    tab.click("#help")
    playwright.expect(tab.locator("#dialog")).to_contain_text("makes no new puzzles")
    tab.keyboard.press("Escape")
    assert says(tab, 1, 1).endswith("5 given")
    tab.click("#hint")
    tab.click("#panel button:has-text('Tell all')")
    playwright.expect(tab.locator("#panel .primary")).to_contain_text("Do it")
    begun(tab, SOLUTION[:78] + "...")
    tab.click("#hint")
    playwright.expect(tab.locator("#panel")).to_contain_text("came with")


@pytest.mark.compiled
def test_a_hint_waits_for_modules_that_come_late(browser: Any, sites: Any) -> None:
    """The answer is about a board that these modules have to know first."""

    def late(route: Any) -> None:
        time.sleep(0.3)
        route.continue_()

    # In half of the rounds what was asked second was answered first.
    for _ in range(6):
        with closing(browser.new_context(locale="en", service_workers="block")) as context:
            tab = context.new_page()
            tab.route("**/core/answers.js", late)
            opened(tab, f"{sites[0]}plain/")
            tab.click("#hint")
            playwright.expect(tab.locator("#panel button").first).to_be_visible()


def test_the_page_says_when_what_came_with_a_puzzle_cannot_be_fetched(
    browser: Any, sites: Any
) -> None:
    # What a service worker fetches, once it has begun, goes round the route.
    with closing(browser.new_context(locale="en", service_workers="block")) as context:
        tab = context.new_page()
        tab.route("**/puzzles/1.json", lambda route: route.fulfill(body="no JSON"))
        opened(tab, f"{sites[0]}plain/")
        tab.click("#hint")
        playwright.expect(tab.locator("#message")).to_contain_text("does not answer")


def test_the_page_plays_on_offline_after_its_first_visit(tab: Any, sites: Any) -> None:
    at = "a/core/" if static.CORE.is_file() else "plain/"
    opened(tab, sites[0] + at)
    tab.evaluate("navigator.serviceWorker.ready")
    tab.context.set_offline(True)
    opened(tab, sites[0] + at)
    begun(tab, CLASSIC)
    cell(tab, 1, 3).click()
    tab.keyboard.press("4")
    assert "4" in says(tab, 1, 3)
    if static.CORE.is_file():
        tab.click("#check")
        playwright.expect(tab.locator("#message")).to_contain_text("Nothing is wrong")


def test_a_link_of_a_variant_carries_all_of_it(tab: Any, sites: Any) -> None:
    static.write(sites[1] / "killer", static.site([killer()], seconds=20, core=None))
    opened(tab, f"{sites[0]}killer/")
    tab.click("#copy")
    link = tab.input_value("#dialog textarea")
    assert f"{sites[0]}killer/#board=" in link
    opened(tab, link.replace("killer/", "plain/"))
    assert tab.inner_text("#title") == "A small one"
    assert "Cages show sums." in tab.inner_text("#about")
    for column, digit in ((1, "1"), (2, "4")):
        tab.locator(f'[data-cell="{column - 1}"]').click()
        tab.keyboard.press(digit)
    playwright.expect(tab.locator("#message")).to_contain_text("Killer cage")
    tab.evaluate("location.hash = '#board=AAAA'")
    playwright.expect(tab.locator("#message")).to_contain_text("damaged")


@pytest.mark.compiled
def test_a_single_file_plays_judges_and_explains(tab: Any, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.html"
    file.write_bytes(static.single_file(killer(), 20))
    opened(tab, file.as_uri())
    assert tab.inner_text("#title") == "A small one"
    assert "Cages show sums." in tab.inner_text("#about")
    tab.locator('[data-cell="0"]').click()
    tab.keyboard.press("4")
    tab.click("#check")
    playwright.expect(tab.locator("#panel .mistakes")).to_contain_text(" is not ")
    tab.click("#undo")
    playwright.expect(tab.locator("#message")).to_be_empty()
    while any(re.match(r"[^,]*, (empty|corner|centre)", text) for text in board_says(tab)):
        tab.click("#hint")
        tab.click("#panel button:has-text('Tell all')")
        tab.click("#panel .primary")
    playwright.expect(tab.locator("#message")).to_contain_text("Complete and right")


@needs_core
def test_a_host_of_files_gives_positions_to_practise_on(tab: Any, sites: Any) -> None:
    opened(tab, f"{sites[0]}a/core/")
    tab.click("#practise")
    tab.select_option("#dialog select", "hidden single")
    tab.click("#dialog .primary")
    playwright.expect(tab.locator("#dialog")).to_be_hidden()
    tab.click("#hint")
    tab.click("#panel button:has-text('Tell all')")
    playwright.expect(tab.locator("#panel")).to_contain_text("Hidden Single")
    playwright.expect(tab.locator("#panel")).to_contain_text("is the only place left for")
    tab.click("#panel .primary")
    playwright.expect(tab.locator("#panel")).to_contain_text("Found")


@needs_core
def test_a_host_of_files_sets_puzzles_and_plays_them(tab: Any, sites: Any) -> None:
    opened(tab, f"{sites[0]}a/core/set.html")
    tab.click("#new")
    tab.locator("#dialog select").select_option("4")
    tab.locator("#dialog").get_by_text("Begin").click()
    playwright.expect(tab.get_by_role("gridcell")).to_have_count(16)
    tab.get_by_role("radio", name="Clues").click()
    for total, cells in ((3, (0, 1)), (3, (2, 3))):
        for number, at in enumerate(cells):
            tab.locator(f'[data-cell="{at}"]').click(modifiers=["Shift"] if number else [])
        tab.keyboard.type(str(total))
        tab.keyboard.press("Enter")
        playwright.expect(tab.locator("#clues li").last).to_contain_text(str(total))
    verdict, findings = tab.locator("#verdict"), tab.locator("#findings")
    playwright.expect(verdict).to_have_text("No solution")
    playwright.expect(findings).to_contain_text("cannot hold together")
    tab.click("#undo")
    playwright.expect(verdict).to_have_text("Several solutions")
    tab.click("#count")
    playwright.expect(tab.locator("#message")).to_contain_text("Number of solutions: 48")
    tab.get_by_role("radio", name="Givens").click()
    for at, digit in enumerate("1234341221..4..."):
        if digit != "." and at not in (0, 7):
            tab.locator(f'[data-cell="{at}"]').click()
            tab.keyboard.press(digit)
    playwright.expect(verdict).to_have_text("One solution")
    playwright.expect(findings).to_contain_text("without any single one of these")
    playwright.expect(findings).to_contain_text("ER 1.")
    tab.click("#copy")
    playwright.expect(tab.locator("#dialog textarea")).to_have_value(re.compile("killer"))
    pad = tab.get_by_role("link", name="SudokuPad")
    playwright.expect(pad).to_have_attribute("href", re.compile("^https://sudokupad.app/fpuz"))
    link = pad.get_attribute("href")
    tab.keyboard.press("Escape")
    tab.click("#play-it")
    tab.wait_for_url(re.compile(r"core/(#.*)?$"))
    playwright.expect(tab.locator("#title")).to_have_text("Killer cage")
    begun(tab, link)
    playwright.expect(tab.locator("#title")).to_have_text("Killer cage")


@needs_core
def test_a_clue_of_a_plugin_is_set_without_a_server_and_not_judged(tab: Any, sites: Any) -> None:
    def added(route: Any) -> None:
        answer = route.fetch()
        kinds = answer.json()
        kind = dict(kinds["families"][0]["clues"][0], type="ours", means="Ours.")
        kinds["families"][0]["clues"].append(kind)
        route.fulfill(response=answer, json=kinds)

    tab.route("**/clues.json", added)
    opened(tab, f"{sites[0]}a/core/set.html")
    tab.get_by_role("radio", name="Clues").click()
    tile = tab.locator('#palette [data-type="ours"]')
    assert tile.get_attribute("title") == "Ours."
    tile.click(force=True)
    playwright.expect(tile).to_have_attribute("aria-checked", "true")
    for place in (0, 1):
        tab.locator(f'[data-cell="{place}"]').click(modifiers=["Control"] if place else [])
    tab.keyboard.press("Enter")
    playwright.expect(
        tab.get_by_role("gridcell", name="row 1 column 2, empty, ours")
    ).to_be_visible()
    playwright.expect(tab.locator("#verdict")).to_have_text("Unknown yet")


@needs_core
def test_a_host_of_files_shows_what_was_read_of_a_puzzle_that_it_offers(
    tab: Any, sites: Any
) -> None:
    (record,) = formats.read(io.StringIO(drawn()))
    core = static.CORE.read_bytes()
    static.write(sites[1] / "drawn", static.site([record], seconds=20, core=core))
    opened(tab, f"{sites[0]}drawn/")
    count = tab.locator("#proposals h2")
    playwright.expect(count).to_have_text("7 clues read from drawings and words")
    tab.locator("#proposals .family input").first.uncheck()
    playwright.expect(count).to_have_text("5 clues read from drawings and words")
    tab.click("#copy")
    tab.click("#dialog button:has-text('Copy a link')")
    link = tab.input_value("#dialog textarea")
    assert "#board=" in link
    opened(tab, link.replace("#", "set.html#"))
    playwright.expect(count).to_have_text("5 clues read from drawings and words")


@needs_core
def test_a_host_of_files_sets_boards_of_several_grids(tab: Any, sites: Any) -> None:
    opened(tab, f"{sites[0]}a/core/set.html")
    tab.click("#new")
    tab.locator("#dialog select").select_option("samurai")
    tab.locator("#dialog").get_by_text("Begin").click()
    playwright.expect(tab.get_by_role("gridcell")).to_have_count(369)
    tab.locator('[data-cell="0"]').click()
    tab.keyboard.press("5")
    playwright.expect(tab.locator("#verdict")).to_have_text("Several solutions")
    tab.locator('[data-cell="1"]').click()
    tab.keyboard.press("5")
    playwright.expect(tab.locator("#verdict")).to_have_text("No solution")
    tab.click("#undo")
    tab.click("#play-it")
    tab.wait_for_url(re.compile(r"core/(#.*)?$"))
    playwright.expect(tab.locator("#title")).to_have_text("Samurai")
    tab.locator('[data-cell="1"]').click()
    tab.keyboard.press("5")
    tab.click("#check")
    playwright.expect(tab.locator("#panel .mistakes")).to_contain_text("wrong")


def test_a_single_file_goes_on_with_its_own_game_alone(tab: Any, tmp_path: Path) -> None:
    one, other = tmp_path / "one.html", tmp_path / "other.html"
    one.write_bytes(static.single_file(killer(), 20))
    other.write_bytes(static.single_file(Record(formats.parse(CLASSIC)), 20))
    opened(tab, one.as_uri())
    tab.locator('[data-cell="0"]').click()
    tab.keyboard.press("1")
    opened(tab, other.as_uri())
    assert len(board_says(tab)) == 81
    opened(tab, one.as_uri())
    assert ", 1," in board_says(tab)[0]
