"""What is kept: games and drafts outlive damage, full browsers, other tabs, and time."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browsing import (
    CHROMIUM,
    address,
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
from serving import server

__all__ = ["address", "browser", "page", "tab", "visitor"]

pytestmark = pytest.mark.browser

SMALL = "12..3..2.1.3.32."


def entered(page: Any, digit: str = "4") -> None:
    cell(page, 1, 3).click()
    page.keyboard.press(digit)


def kept(page: Any) -> str:
    """The name under which the game that was played last is kept."""
    return str(
        page.evaluate(
            """() => Object.keys(localStorage)
              .filter((key) => key.startsWith("cpsudoku.game."))
              .map((key) => [JSON.parse(localStorage.getItem(key)).value.changed, key])
              .sort(([one], [other]) => other - one)[0][1]"""
        )
    )


@pytest.mark.parametrize(
    "damage",
    [
        '{"version": 1, "value": {"id": "x"}}',
        '{"version": 99, "value": null}',
        "[]",
        "null",
        '{"id": "x", "board": {"places": [[0, 0]], "symbols": []}, "state": {}}',
    ],
)
def test_a_damaged_game_is_set_aside_and_said_and_the_page_goes_on(page: Any, damage: str) -> None:
    page.goto("about:blank")  # which keeps the game on its way
    page.go_back()
    page.wait_for_selector("body.ready")
    page.evaluate("text => localStorage.setItem('cpsudoku.game.damaged', text)", damage)
    page.reload()
    page.wait_for_selector("body.ready")
    message(page).to_contain_text("could not be read")
    entered(page)
    assert says(page, 1, 3) == "row 1 column 3, 4"
    assert page.evaluate("localStorage.getItem('cpsudoku aside.game.damaged')") == damage
    page.reload()
    page.wait_for_selector("body.ready")
    message(page).to_be_empty()


@pytest.mark.parametrize("place", ["", "set.html"])
def test_damaged_settings_are_the_usual_ones(visitor: Any, address: str, place: str) -> None:
    for name, text in (
        ("theme", "{"),
        ("language", '"klingon"'),
        ("wish", "7"),
        ("digit first", '"yes"'),
        ("draft", "[]"),
        ("draft.one", "{}"),
    ):
        visitor.evaluate(
            "([name, text]) => localStorage.setItem(`cpsudoku.${name}`, text)", [name, text]
        )
    opened(visitor, f"{address}{place}")
    assert visitor.evaluate("document.documentElement.lang") == "en"
    visitor.click("#new")
    playwright.expect(visitor.locator("#dialog select").first).to_be_visible()


DENIED = """
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); },
});
"""

FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""


@pytest.mark.compiled
@pytest.mark.parametrize(("script", "told"), [(DENIED, "keeps nothing"), (FULL, "no room")])
def test_a_browser_that_keeps_nothing_is_played_in_all_the_same(
    browser: Any, address: str, script: str, told: str
) -> None:
    context = browser.new_context(locale="en")
    context.add_init_script(script)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    opened(page, address)
    message(page).to_contain_text(told)
    entered(page)
    assert says(page, 1, 3) == "row 1 column 3, 4"
    if script == FULL:  # which is said again, as each entry is not kept either
        message(page).to_contain_text(told)
    page.click("#settings")
    page.locator("#dialog select").first.select_option("dark")
    page.get_by_label("Count points").check()
    page.keyboard.press("Escape")
    playwright.expect(page.locator("#score")).to_be_visible()
    page.click("#new")
    page.locator("#dialog").get_by_text("Begin").click()
    playwright.expect(page.locator("#dialog")).to_be_hidden()
    assert not wrong
    context.close()


def test_a_page_that_cannot_begin_says_so_and_offers_to_begin_afresh(
    browser: Any, address: str
) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.route("**/example.json", lambda route: route.fulfill(body="no json"))
    page.goto(address)
    failure = page.get_by_role("alert")
    playwright.expect(failure).to_contain_text("cannot begin")
    page.unroute("**/example.json")
    page.evaluate("localStorage.setItem('cpsudoku.theme', '\"dark\"')")
    failure.get_by_text("Start afresh").click()
    page.wait_for_selector("body.ready")
    assert page.evaluate("localStorage.getItem('cpsudoku.theme')") is None
    context.close()


def test_two_tabs_with_one_game_go_on_together(browser: Any, address: str) -> None:
    context = browser.new_context(locale="en")
    one = context.new_page()
    opened(one, address)
    entered(one)
    other = context.new_page()
    opened(other, address)
    assert says(other, 1, 3) == "row 1 column 3, 4"
    cell(other, 1, 4).click()
    other.keyboard.press("2")
    playwright.expect(cell(one, 1, 4)).to_have_text("row 1 column 4, 2")
    message(one).to_contain_text("another tab")
    cell(one, 1, 6).click()
    one.keyboard.press("8")
    playwright.expect(cell(other, 1, 6)).to_have_text("row 1 column 6, 8")
    assert board_says(one) == board_says(other)
    context.close()


def test_two_tabs_with_one_draft_go_on_together(browser: Any, address: str) -> None:
    context = browser.new_context(locale="en")
    one, other = context.new_page(), context.new_page()
    opened(one, f"{address}set.html")
    cell(one, 1, 1).click()
    one.keyboard.press("5")
    playwright.expect(one.locator("#verdict")).to_have_text("Several solutions")
    opened(other, f"{address}set.html")
    playwright.expect(cell(other, 1, 1)).to_contain_text("5 given")
    other.keyboard.press("ArrowRight")
    other.keyboard.press("6")
    playwright.expect(cell(one, 1, 2)).to_contain_text("6 given")
    context.close()


def test_drafts_have_names_and_are_all_kept(browser: Any, address: str) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    opened(page, f"{address}set.html")
    for title, digit in (("First", "5"), ("Second", "6")):
        page.click("#new")
        page.locator("#dialog").get_by_text("Begin").click()
        page.locator("[role=gridcell]").first.click()
        page.keyboard.press(digit)
        if page.locator("#about[open]").count() == 0:
            page.locator("#about summary").click()
        page.get_by_label("Title").fill(title)
        page.get_by_label("Author").fill("A. Setter")
        playwright.expect(page.locator("#title")).to_have_text(title)
    page.reload()
    page.wait_for_selector("body.ready")
    playwright.expect(page.locator("#title")).to_have_text("Second")
    page.click("#drafts")
    page.locator(".game", has_text="First").get_by_role("button").first.click()
    playwright.expect(page.locator("#title")).to_have_text("First")
    playwright.expect(cell(page, 1, 1)).to_contain_text("5 given")
    gone(page, "#play-it", "/$")
    playwright.expect(page.locator("#title")).to_have_text("First")
    playwright.expect(page.locator("#about")).to_contain_text("A. Setter")
    context.close()


@needs_server
def test_what_is_said_of_a_draft_is_kept_although_another_is_begun_before_the_answer(
    browser: Any, address: str
) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    opened(page, f"{address}set.html")
    page.locator("[role=gridcell]").first.click()
    page.keyboard.press("5")
    playwright.expect(cell(page, 1, 1)).to_contain_text("5 given")
    page.locator("#about summary").click()
    held: list[Any] = []

    def held_back(route: Any) -> None:
        if "First" in route.request.post_data:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/draft", held_back)
    page.get_by_label("Title").fill("First")
    page.click("#new")
    page.locator("#dialog").get_by_text("Begin").click()
    playwright.expect(cell(page, 1, 1)).to_contain_text("empty")
    assert held
    page.unroute("**/api/draft")
    page.click("#drafts")
    page.locator(".game", has_text="First").get_by_role("button").first.click()
    playwright.expect(page.locator("#title")).to_have_text("First")
    context.close()


def test_games_are_kept_at_the_next_start_of_the_server(browser: Any) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    with server() as first:
        opened(page, first)
        entered(page)
        port = first.rstrip("/").rpartition(":")[2]
    with server("--port", port) as second:
        assert second == first
        opened(page, second)
        assert says(page, 1, 3) == "row 1 column 3, 4"
    context.close()


def test_another_machine_can_open_the_page_and_copy(browser: Any) -> None:
    with server("--host", "0.0.0.0") as found:
        # To a browser, an address with a name of its own is one of another machine.
        away = browser.browser_type.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--host-resolver-rules=MAP sudoku.test 127.0.0.1"],
        )
        page = away.new_page(locale="en")
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        port = found.partition("://")[2].partition("/")[0].rpartition(":")[2]
        opened(page, f"http://sudoku.test:{port}/{found.partition(port + '/')[2]}")
        assert not page.evaluate("window.isSecureContext")
        entered(page)
        assert says(page, 1, 3) == "row 1 column 3, 4"
        page.click("#copy")
        area = page.locator("#dialog textarea")
        playwright.expect(area).not_to_have_value("")
        page.locator("#dialog .row").get_by_text("Copy", exact=True).click()
        playwright.expect(page.locator("#dialog .status")).to_contain_text("opied")
        assert not wrong
        away.close()


def pressed(page: Any, key: str, code: str, *, ctrl: bool = False) -> None:
    """Press a key as a keyboard of another layout sends it."""
    session = page.context.new_cdp_session(page)
    event = {"key": key, "code": code, "modifiers": 2 if ctrl else 0}
    for kind in ("rawKeyDown", "keyUp"):
        session.send("Input.dispatchKeyEvent", event | {"type": kind})
    session.detach()


@pytest.mark.parametrize(
    ("undo", "redo"),
    [
        (("z", "KeyZ"), ("y", "KeyY")),
        (("z", "KeyY"), ("y", "KeyZ")),
        (("z", "KeyW"), ("y", "KeyY")),
        (("я", "KeyZ"), ("н", "KeyY")),
    ],
    ids=["English", "German", "French", "Russian"],
)
@pytest.mark.parametrize("place", ["", "set.html"])
def test_undo_and_redo_are_letters_whatever_the_keyboard(
    visitor: Any, address: str, place: str, undo: tuple[str, str], redo: tuple[str, str]
) -> None:
    opened(visitor, f"{address}{place}")
    if place:
        # A draft of old may be there; the third cell is empty in either.
        playwright.expect(visitor.locator("#verdict")).not_to_have_text("…")
    entered(visitor)
    playwright.expect(cell(visitor, 1, 3)).to_contain_text("row 1 column 3, 4")
    pressed(visitor, *undo, ctrl=True)
    playwright.expect(cell(visitor, 1, 3)).to_contain_text("row 1 column 3, empty")
    pressed(visitor, *redo, ctrl=True)
    playwright.expect(cell(visitor, 1, 3)).to_contain_text("row 1 column 3, 4")


@pytest.mark.parametrize("a", [("a", "KeyA"), ("a", "KeyQ")], ids=["English", "French"])
def test_all_cells_are_selected_by_a_letter(page: Any, a: tuple[str, str]) -> None:
    pressed(page, *a, ctrl=True)
    assert page.locator("[aria-selected=true]").count() == 81


def test_a_finished_game_is_there_again_with_its_time(page: Any, address: str) -> None:
    begun(page, SMALL)
    for number, digit in enumerate("1234341221434321"):
        if SMALL[number] == ".":
            page.locator(f'[data-cell="{number}"]').click()
            page.keyboard.press(digit)
    message(page).to_contain_text("Complete and right")
    playwright.expect(page.locator("#panel h2")).to_contain_text("Solved in 0:")
    game = kept(page)
    page.evaluate(
        """(name) => {
          const kept = JSON.parse(localStorage.getItem(name));
          kept.value.taken = 61_000;
          localStorage.setItem(name, JSON.stringify(kept));
          Storage.prototype.setItem = () => {};  // a page that is left keeps its game once more
        }""",
        game,
    )
    opened(page, address)
    assert page.get_by_role("gridcell").count() == 16
    page.wait_for_timeout(1200)
    assert page.inner_text("#clock") == "1:01"
    page.keyboard.press("Control+z")
    playwright.expect(page.locator("#clock")).not_to_have_text("1:01")


def test_the_clock_counts_only_while_somebody_looks(browser: Any, address: str) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.clock.install(time=0)
    opened(page, address)
    page.clock.pause_at(60_000)  # from here on no time passes by itself

    def seconds() -> int:
        minutes, rest = page.inner_text("#clock").split(":")
        return 60 * int(minutes) + int(rest)

    first = seconds()
    page.clock.run_for(5000)
    assert seconds() == first + 5
    page.clock.fast_forward(5 * 3600 * 1000)
    assert seconds() <= first + 16
    before = page.inner_text("#clock")
    page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { value: true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    page.clock.run_for(60_000)
    assert page.inner_text("#clock") == before
    context.close()


def test_a_paused_game_cannot_be_seen_or_played_and_stays_paused(page: Any) -> None:
    entered(page)
    page.keyboard.press("p")
    hidden = "e => getComputedStyle(e).visibility"
    for layer in ("back", "content", "pen", "extra", "overlay", "rings"):
        assert page.locator(f".drawing .{layer}").evaluate(hidden) == "hidden", layer
    for key in ("5", "Control+z", "Delete", "h"):
        page.keyboard.press(key)
    assert page.locator("#tools").evaluate("e => e.inert")
    assert page.get_by_role("grid").evaluate("e => e.inert")  # for a screen reader
    page.reload()
    page.wait_for_selector("body.ready")
    assert page.locator("body.paused").count() == 1
    page.click("#resume")
    assert says(page, 1, 3) == "row 1 column 3, 4"
    assert page.locator("#panel").is_hidden()


@pytest.mark.parametrize(
    "first",
    [{"clues": [{"type": "gone"}]}, {"base": "nonsense"}, {"givens": [1] * 80}],
    ids=["a clue", "a board", "givens"],
)
def test_a_draft_that_makes_no_sense_is_set_aside(
    visitor: Any, address: str, first: dict[str, Any]
) -> None:
    draft = {"base": "9", "regions": None, "clues": [], "givens": [1] + [0] * 80, "marks": None}
    saved = {"version": 1, "value": {"states": [draft | first], "at": 0, "changed": 1}}
    visitor.evaluate(f"localStorage.setItem('cpsudoku.draft.x', {json.dumps(json.dumps(saved))})")
    opened(visitor, f"{address}set.html")
    message(visitor).to_contain_text("set aside")
    cell(visitor, 1, 1).click()
    visitor.keyboard.press("7")
    playwright.expect(cell(visitor, 1, 1)).to_contain_text("7")
    aside = visitor.evaluate("localStorage.getItem('cpsudoku aside.draft.x')")
    assert json.loads(aside) == saved


@needs_server
@pytest.mark.parametrize("status", [503, 502])
def test_what_is_set_while_the_server_cannot_answer_is_kept(
    browser: Any, address: str, status: int
) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    opened(page, f"{address}set.html")
    cell(page, 1, 1).click()
    page.keyboard.press("7")
    playwright.expect(page.locator("#verdict")).to_have_text("Several solutions")
    busy = {"error": "busy", "message": "too many requests wait already; ask again in a while"}
    body = json.dumps(busy) if status == 503 else "<h1>Bad gateway</h1>"
    page.route("**/api/draft", lambda route: route.fulfill(status=status, body=body))
    cell(page, 1, 2).click()
    page.keyboard.press("8")
    message(page).not_to_be_empty()
    page.unroute("**/api/draft")
    opened(page, f"{address}set.html")
    playwright.expect(cell(page, 1, 1)).to_contain_text("7 given")
    playwright.expect(cell(page, 1, 2)).to_contain_text("8 given")
    page.click("#undo")
    playwright.expect(cell(page, 1, 2)).not_to_contain_text("given")
    playwright.expect(cell(page, 1, 1)).to_contain_text("7 given")
    context.close()
