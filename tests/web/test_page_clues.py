"""Clues on the page to set on: what is selected becomes each clue of the vocabulary."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browsing import (
    NOT_A_PUZZLE,
    address,
    as_json,
    browser,
    cell,
    dragged,
    needs_server,
    opened,
    playwright,
    tab,
    visitor,
)

from cpsudoku.variants import variants
from cpsudoku.variants.naming import HOUSES

__all__ = ["address", "browser", "tab", "visitor"]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


@pytest.fixture
def page(visitor: Any, address: str) -> Any:
    opened(visitor, f"{address}set.html")
    return visitor


DRAW_ALL = """async () => {
  const { clueOf, cellFields } = await import("/js/setting/shapes.js");
  const { Board } = await import("/js/board.js");
  const { ask: question, vocabulary } = await import("/js/api.js");
  const ask = async (name, body) => {
    try {
      return { ok: true, found: await question(name, body) };
    } catch (error) {
      return { ok: false, found: error };
    }
  };
  const board = new Board((await ask("draft", { draft: { base: "9", clues: [] } })).found.board);
  const { families } = await vocabulary();
  const kinds = families.flatMap(({ clues }) => clues);
  const hasRegions = kinds.some((one) => one.type === "chaos");
  const base = { base: "4", clues: hasRegions ? [{ type: "chaos" }] : [] };
  const toFind = (await ask("draft", { draft: base })).found;
  const numbers = { total: "11", totals: "10 11", wanted: "1,2", said: "1 2", number: "3",
    difference: "2", ratio: "3", modulus: "3", allowed: "1 2 3", down: "1", right: "3",
    coefficients: "", ties: "", inside: "1 2", size: "", offset: "" };
  const drawn = {};
  for (const kind of kinds) {
    const cells = kind.type === "valueindex" ? [0, 1, 2, 3, 4, 5, 6, 7, 8] : [0, 1, 9, 10];
    const one = kind.type === "equalsums" ? [0, 1, 2, 3] : cells;
    const [place, draft] = kind.of_regions
      ? [new Board(toFind.board), toFind.draft] : [board, { base: "9", clues: [] }];
    const clue = clueOf(kind, place, cellFields(kind).length ? [one] : [], numbers);
    const clues = [...draft.clues, clue];
    const answer = await ask("draft", { draft: { ...draft, clues } });
    const at = clues.length - 1;
    drawn[kind.type] = answer.ok ? answer.found.clues[at].clue : answer.found.message;
  }
  return drawn;
}"""


def test_every_clue_of_the_palette_can_be_drawn(page: Any) -> None:
    drawn = page.evaluate(DRAW_ALL)
    assert {name: found for name, found in drawn.items() if isinstance(found, str)} == {}
    of_clues = {"wrong", "valued", "bothdigits"}  # which nobody can draw
    assert set(drawn) == {*variants(), *HOUSES} - of_clues
    assert drawn["quad"] == {
        "type": "quad", "cells": ["r1c1", "r1c2", "r2c1", "r2c2"], "wanted": [1, 2]
    }  # fmt: skip
    # A circle and its arrow; a line that is cut where boxes end; the box of the cells.
    assert drawn["arrow"]["bulb"] == ["r1c1"]
    assert drawn["equalsums"]["parts"] == [["r1c1", "r1c2", "r1c3"], ["r1c4"]]
    assert len(drawn["boxindexer"]["box"]) == 9
    # From the first cell towards the second, to the other edge.
    assert drawn["sandwich"]["cells"] == [f"r1c{column}" for column in range(1, 10)]
    # What is seen along the row of the first cell, and down and aslant from there.
    assert drawn["regionrun"]["arms"] == [
        ["r6c1", "r6c2", "r6c3", "r6c4"], ["r6c1", "r7c2", "r8c3", "r9c4"]
    ]  # fmt: skip
    assert drawn["regioncount"]["cells"] == ["r6c1", "r6c2", "r8c2", "r8c3"]


def clicked(page: Any, *cells: tuple[int, int]) -> None:
    for number, (row, column) in enumerate(cells):
        cell = page.locator(f'[data-cell="{9 * (row - 1) + column - 1}"]')
        cell.click(modifiers=["Shift"] if number else [])


def chosen(page: Any, clue: str) -> None:
    page.keyboard.press("k")
    page.locator(f'#palette [data-type="{clue}"]').last.click()
    page.keyboard.press("Escape")


def clues(page: Any) -> list[dict[str, Any]]:
    texts = page.evaluate(
        """() => Object.entries(localStorage).flatMap(([key, text]) =>
          key.startsWith("cpsudoku.draft.") ? [text] : [])"""
    )
    kept = max((json.loads(text)["value"] for text in texts), key=lambda value: value["changed"])
    found: list[dict[str, Any]] = kept["states"][kept["at"]]["clues"]
    return found


def has_clues(page: Any, number: int) -> None:
    playwright.expect(page.locator("#clues li")).to_have_count(number)


def test_a_pill_and_its_arrow_are_two_parts(page: Any) -> None:
    chosen(page, "arrow")
    clicked(page, (5, 5), (5, 6))
    page.keyboard.press("/")
    playwright.expect(page.locator(".parts")).to_contain_text("r5c5 r5c6")
    clicked(page, (6, 5), (7, 5))
    page.keyboard.press("Enter")
    has_clues(page, 1)
    assert clues(page) == [
        {"type": "arrow", "bulb": ["r5c5", "r5c6"], "cells": ["r6c5", "r7c5"]}
    ]  # fmt: skip


def test_a_line_is_dragged_and_a_clue_outside_looks_where_the_drag_went(page: Any) -> None:
    page.keyboard.press("c")
    for clue, way in (("thermo", [(2, 2), (3, 3), (4, 3)]), ("littlekiller", [(9, 3), (8, 4)])):
        chosen(page, clue)
        boxes = [
            page.locator(f'[data-cell="{9 * (r - 1) + c - 1}"]').bounding_box() for r, c in way
        ]
        page.mouse.move(boxes[0]["x"] + 30, boxes[0]["y"] + 30)
        page.mouse.down()
        for box in boxes[1:]:
            page.mouse.move(box["x"] + 30, box["y"] + 30)
        page.mouse.up()
        if clue == "littlekiller":
            page.keyboard.type("20")
        page.keyboard.press("Enter")
    has_clues(page, 2)
    assert clues(page)[0]["cells"] == ["r2c2", "r3c3", "r4c3"]
    assert clues(page)[1]["cells"] == [f"r{9 - step}c{3 + step}" for step in range(7)]


def test_the_cells_of_a_clue_are_not_those_of_the_next_kind(page: Any) -> None:
    page.keyboard.press("c")
    chosen(page, "thermo")
    dragged(page, (2, 2), (3, 3), (4, 3))
    has_clues(page, 1)
    assert page.locator('.grid [aria-selected="true"]').count() == 3
    page.locator('#palette [data-type="black"]').first.click()
    assert page.locator('.grid [aria-selected="true"]').count() == 1
    # Nor is it drawn there before it is set.
    assert page.locator(".overlay .rules").count() == 0


def test_a_dot_that_is_drawn_is_exempt_from_all_dots_being_given(page: Any) -> None:
    chosen(page, "white")
    clicked(page, (1, 1), (1, 2))
    page.keyboard.press("Enter")
    has_clues(page, 1)
    chosen(page, "nowhite")
    page.keyboard.press("Enter")
    has_clues(page, 2)
    chosen(page, "black")
    clicked(page, (3, 3), (4, 3))
    page.keyboard.press("Enter")
    has_clues(page, 3)
    assert clues(page)[1]["exempt"] == [["r1c1", "r1c2"], ["r3c3", "r4c3"]]
    page.locator("#clues li").first.get_by_label("Remove").click()
    has_clues(page, 2)
    assert clues(page)[0]["exempt"] == [["r3c3", "r4c3"]]


def test_what_an_imported_puzzle_exempts_is_kept_as_it_is(page: Any) -> None:
    rules = "9+white@r1c1,r1c2+white@r2c1,r2c2+nowhite@r1c1,r1c2"
    page.click("#open")
    page.fill("#dialog textarea", as_json(rules, "." * 81))
    page.locator("#dialog button", has_text="Open").click()
    has_clues(page, 3)
    assert clues(page)[2]["exempt"] == [["r1c1", "r1c2"]]


def test_the_last_clue_of_a_cell_is_taken_away(page: Any) -> None:
    for clue in ("odd", "thermo"):
        chosen(page, clue)
        clicked(page, (1, 1), (1, 2))
        page.keyboard.press("Enter")
    has_clues(page, 2)
    page.keyboard.press("7")  # a number that was begun goes first
    page.keyboard.press("Delete")
    has_clues(page, 1)
    assert clues(page)[0]["type"] == "odd"


def test_what_of_an_imported_puzzle_is_only_drawn_is_said(page: Any) -> None:
    rows: list[Any] = [[{} for _ in range(9)] for _ in range(9)]
    line = {"lines": [["R1C1", "R1C2"]], "outlineC": "#ff0000"}
    page.click("#open")
    page.fill("#dialog textarea", json.dumps({"size": 9, "grid": rows, "line": [line]}))
    page.locator("#dialog button", has_text="Open").click()
    playwright.expect(page.locator("#message")).to_contain_text("Not understood")
    page.click("#open")
    page.fill("#dialog textarea", "nonsense")
    page.locator("#dialog button", has_text="Open").click()
    playwright.expect(page.locator("#dialog .status")).to_contain_text(NOT_A_PUZZLE)


HANGING = """() => {
  const before = window.fetch;
  window.ended = 0;
  window.fetch = (address, options) => {
    if (address !== "api/check") return before(address, options);
    window.fetch = before;
    return new Promise((_, reject) => options.signal.addEventListener("abort", () => {
      window.ended += 1;
      reject(new DOMException("ended", "AbortError"));
    }));
  };
}"""
"""The next check is never answered; that it is ended is counted."""


@needs_server
def test_a_change_ends_what_was_asked_of_the_puzzle_before(page: Any) -> None:
    page.keyboard.press("3")
    playwright.expect(page.locator("#verdict")).to_have_text("Several solutions", timeout=20000)
    page.evaluate(HANGING)
    page.keyboard.press("1")
    playwright.expect(page.locator("#verdict")).to_have_text("…")
    assert page.evaluate("window.ended") == 0
    page.keyboard.press("2")
    playwright.expect(page.locator("#verdict")).to_have_text("Several solutions", timeout=20000)
    assert page.evaluate("window.ended") == 1


@needs_server
def test_what_time_runs_out_for_is_unknown_yet_and_not_none(page: Any) -> None:
    answer: dict[str, Any] = {"verdict": "unknown", "backend": "fd", "solutions": []}
    left = {"verdict": "unknown", "complete": False, "counts": [[0] * 9] * 81, "solutions": []}
    page.route("**/api/check", lambda route: route.fulfill(json=answer))
    page.route("**/api/left", lambda route: route.fulfill(json=left))
    page.keyboard.press("1")
    playwright.expect(page.locator("#verdict")).to_have_text("Unknown yet")
    playwright.expect(page.locator("#findings")).to_contain_text("was not decided within 5 s")
    playwright.expect(page.locator("#findings")).to_contain_text("After 60 s")
    page.unroute("**/api/check")
    page.unroute("**/api/left")


@needs_server
def test_bigger_boards_are_shaded_as_well(page: Any) -> None:
    counts = [[1, *[8] * 10, 0]] * 144
    left = {"verdict": "multiple", "complete": True, "counts": counts, "solutions": []}
    page.route("**/api/left", lambda route: route.fulfill(json=left))
    page.click("#new")
    page.locator("#dialog select").select_option("12")
    page.locator("#dialog").get_by_text("Begin").click()
    cell(page, 1, 1).click()
    page.keyboard.press("1")
    playwright.expect(page.locator(".shade.few-1")).to_have_count(143)
    playwright.expect(page.locator(".candidate")).to_have_count(143 * 11)
    page.unroute("**/api/left")


@needs_server
def test_nothing_is_set_on_the_old_board_while_the_next_is_on_its_way(page: Any) -> None:
    waiting: list[Any] = []

    def hold(route: Any) -> None:
        waiting.append(route)

    page.route("**/api/draft", hold)
    page.click("#new")
    page.locator("#dialog select").select_option("4")
    page.locator("#dialog").get_by_text("Begin").click()
    playwright.expect(page.locator("#dialog [aria-busy=true]")).to_be_visible()
    page.keyboard.press("1")
    assert page.locator("#dialog").is_visible()
    assert len(waiting) == 1
    waiting[0].continue_()
    page.unroute("**/api/draft")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(16)
    playwright.expect(page.locator("#dialog")).to_be_hidden()
    assert page.locator(".given").count() == 0


@needs_server
def test_setting_begins_once_the_server_answers(browser: Any, address: str) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.clock.install()
    for question in ("draft", "vocabulary"):
        page.route(f"**/api/{question}", lambda route: route.abort())
    page.goto(f"{address}set.html")
    playwright.expect(page.locator("#message")).to_contain_text("The server does not answer")
    for question in ("draft", "vocabulary"):
        page.unroute(f"**/api/{question}")
    page.clock.run_for(3000)
    page.wait_for_selector("body.ready")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)
    context.close()


@pytest.mark.slow
def test_clues_are_named_in_chinese(browser: Any, address: str) -> None:
    context = browser.new_context(locale="zh-CN")
    page = context.new_page()
    opened(page, f"{address}set.html")
    page.keyboard.press("c")
    playwright.expect(page.locator("#palette .means").first).to_contain_text("笼内数字互不相同")
    clicked(page, (1, 1), (1, 2))
    page.keyboard.press("Enter")
    playwright.expect(page.locator("#clues li")).to_contain_text("杀手笼")
    context.close()


def test_what_is_set_on_cells_is_copied_cut_and_pasted(page: Any) -> None:
    chosen(page, "killer")
    clicked(page, (1, 1), (1, 2))
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    chosen(page, "sandwich")
    clicked(page, (2, 1), (2, 2))
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    chosen(page, "antiknight")
    page.keyboard.press("Enter")
    has_clues(page, 3)
    page.keyboard.press("z")
    clicked(page, (1, 2))
    page.keyboard.press("5")
    clicked(page, (1, 1), (1, 2), (2, 1), (2, 2))
    page.keyboard.press("Control+c")
    playwright.expect(page.locator("#message")).to_contain_text("Copied")
    clicked(page, (5, 1))
    page.keyboard.press("Control+v")
    has_clues(page, 5)
    assert [(one["type"], one["cells"][:2]) for one in clues(page)[3:]] == [
        ("killer", ["r5c1", "r5c2"]),
        ("sandwich", ["r6c1", "r6c2"]),
    ]
    assert clues(page)[3]["total"] == 7
    assert len(clues(page)[4]["cells"]) == 9
    cell = page.locator(f'[data-cell="{9 * 4 + 1}"]')
    playwright.expect(cell).to_contain_text("5 given")
    page.keyboard.press("Control+z")  # all of it is one change
    has_clues(page, 3)
    clicked(page, (1, 1), (1, 2))
    page.keyboard.press("Control+x")
    has_clues(page, 2)
    clicked(page, (9, 9))
    page.keyboard.press("Control+v")  # its given fits, its cage does not
    playwright.expect(page.locator("#message")).to_contain_text(
        "does not fit on the board there: 2"
    )
    has_clues(page, 2)
