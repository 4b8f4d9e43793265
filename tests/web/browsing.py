"""The page in a real browser, for tests that use it as people do: the system's Chromium."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the page needs the extra web")
playwright = pytest.importorskip("playwright.sync_api", reason="drives the browser")

from hosting import hosted  # noqa: E402
from serving import server  # noqa: E402

from cpsudoku import formats  # noqa: E402

# No test may fail because the machine is busy.
playwright.expect.set_options(timeout=20_000)

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)

REFUSED = "the server responded with a status of 400"
"""What a browser itself says of a request that makes no sense; the page shows the reason."""


_SERVERS: list[str] = []


STATIC = os.environ.get("CPSUDOKU_PAGE") == "site"
"""Whether the tests open the page on a host of files, with the core, instead of a server's."""

needs_server = pytest.mark.skipif(STATIC, reason="only a server knows this")


@pytest.fixture(scope="module")
def address(until_the_end: ExitStack, tmp_path_factory: pytest.TempPathFactory) -> str:
    """One server for all modules, since starting one takes longer than most of the tests."""
    if not _SERVERS:
        begun = _on_files(tmp_path_factory.mktemp("site")) if STATIC else server("-j", "1")
        _SERVERS.append(until_the_end.enter_context(begun))
    return _SERVERS[0]


def _on_files(folder: Path) -> AbstractContextManager[str]:
    """Serve a site that begins with the same puzzle as a server's page."""
    from cpsudoku.formats.base import Record
    from cpsudoku.web import pages, static

    first = Record(formats.parse(json.loads(pages.contents()["example.json"])["text"]))
    static.write(folder, static.site([first], seconds=20, core=static.CORE.read_bytes()))
    return hosted(folder)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with playwright.sync_playwright() as driver:
        # Its socket lies in the temporary directory, whose path may be too long for one.
        environment = os.environ | ({"TMPDIR": "/tmp"} if Path("/tmp").is_dir() else {})
        found = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], env=environment
        )
        yield found
        found.close()


@pytest.fixture(scope="module")
def tab(browser: Any) -> Any:
    """One tab for all readers, since opening one takes longer than most of the tests."""
    context = browser.new_context(
        # Colours that are on their way to others cannot be judged.
        viewport={"width": 1100, "height": 850},
        locale="en",
        reduced_motion="reduce",
    )
    return context.new_page()


@pytest.fixture
def visitor(tab: Any, address: str) -> Iterator[Any]:
    """A new reader; anything on the console at the end is a fault."""
    faults: list[str] = []

    def note(said: Any) -> None:
        # For a file other than a page a browser looks for the icon in the usual place.
        if REFUSED not in said.text and not said.location["url"].endswith("/favicon.ico"):
            faults.append(f"{said.text} {said.location}")

    def fail(error: Any) -> None:
        faults.append(str(error))

    tab.goto(
        f"{address}manifest.json", wait_until="commit"
    )  # of the same origin, and no page that keeps games
    tab.evaluate("localStorage.clear()")
    tab.emulate_media(color_scheme="light", media="screen")
    tab.on("console", note)
    tab.on("pageerror", fail)
    yield tab
    tab.remove_listener("console", note)
    tab.remove_listener("pageerror", fail)
    assert not faults, faults


@pytest.fixture
def page(visitor: Any, address: str) -> Any:
    """The page to play on, opened by such a reader."""
    opened(visitor, address)
    return visitor


def opened(page: Any, address: str) -> None:
    """Open a page and wait until it can be used."""
    page.goto(address, wait_until="commit")
    page.wait_for_selector("body.ready")


def gone(page: Any, button: str, place: str) -> None:
    """Press what leads to another page, and wait until that one can be used."""
    page.click(button)
    # The page that is left can be used as well, until the other one is there.
    page.wait_for_url(re.compile(place), wait_until="commit")
    page.wait_for_selector("body.ready")


def begun(page: Any, text: str) -> None:
    """Open a puzzle as a player pastes it."""
    page.click("#open")
    page.fill("#dialog textarea", text)
    page.click("#dialog button:has-text('Open')")
    playwright.expect(page.locator("#dialog")).to_be_hidden()


NOT_A_PUZZLE = "expected"
"""What is said of a text that is not a puzzle, with a server and without."""


def as_json(rules: str, givens: str) -> str:
    """Return a puzzle as a page reads it with a server and without."""
    return formats.write(formats.parse(givens, formats.parse_rules(rules)), "json")


def cell(page: Any, row: int, column: int) -> Any:
    return page.locator(f'[data-cell="{9 * (row - 1) + column - 1}"]')


def says(page: Any, row: int, column: int) -> str:
    return str(cell(page, row, column).inner_text())


def message(page: Any) -> Any:
    """The line below the board.  What it says may come by an answer: ``expect`` waits for it."""
    return playwright.expect(page.locator("#message"))


def board_says(page: Any) -> list[str]:
    return [str(text) for text in page.get_by_role("gridcell").all_inner_texts()]


def dragged(page: Any, *cells: tuple[int, int], lifted: bool = True) -> None:
    boxes = [cell(page, *place).bounding_box() for place in cells]
    first, *others = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes]
    page.mouse.move(*first)
    page.mouse.down()
    for x, y in others:
        page.mouse.move(x, y, steps=4)
    if lifted:
        page.mouse.up()


def steps_are_listed(page: Any) -> None:
    """List the steps that can be made now, those of one digit alone, and do one of them."""
    page.click("#now")
    rows = page.locator("#panel .steps li")
    playwright.expect(page.locator("#panel p")).to_contain_text("can be made now")
    assert rows.count() > 1
    page.locator("#panel select").select_option("8")
    visible = page.locator("#panel .steps li:visible")
    assert 0 < visible.count() < rows.count()
    texts = visible.locator("small").all_inner_texts()
    assert all(re.search("[=≠]8|…", text) for text in texts), texts
    place = visible.locator("small", has_text="=8").first
    row, column = map(int, re.findall(r"\d", place.inner_text())[:2])
    place.click()
    assert page.locator(".candidate-mark.placed").count() == 1
    page.click("#panel .primary")
    assert "8" in says(page, row, column)
    playwright.expect(page.locator("#panel")).to_be_hidden()


def faults(page: Any) -> list[tuple[str, str, str]]:
    """What stands in the way of a screen reader or weak eyes, in each theme."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="checks the page")
    found = []
    for theme in ("light", "dark", "contrast"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        # Themes differ in colours alone.
        options = {} if theme == "light" else {"runOnly": ["color-contrast"]}
        violations = axe.Axe().run(page, options=options).response["violations"]
        found += [(theme, one["id"], one["nodes"][0]["html"]) for one in violations]
    return found
