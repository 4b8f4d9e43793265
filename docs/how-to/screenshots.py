"""The pictures of docs/how-to/page.md: a hint, all screens, all states, setting, and a booklet.

    python docs/how-to/screenshots.py [NAME.png ...]

It needs the extras web and pictures, Playwright with the system's Chromium, and Pillow.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import sub
from pathlib import Path
from typing import Any
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent
COMMAND = [sys.executable, "-m", "cpsudoku"]
COLOURS = 160
"""This many has a picture."""

LOOKED_AT, ALIKE = 4000, 9
"""Of this many colours they are chosen; those whose parts differ by less in all are one."""


SIZES = {"desk": (1180, 780), "tablet": (820, 1060), "upright": (390, 844), "across": (844, 390)}
"""Width and height of the screens that people have."""

GAP = 24
"""Between screens of one picture."""


@contextmanager
def browsing() -> Iterator[tuple[Browser, str]]:
    """Give a browser, and the address of the page."""
    command = [*COMMAND, "serve", "--port", "0"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    try:
        address = server.stderr.readline().split()[0]
        with sync_playwright() as driver:
            chromium = shutil.which("chromium") or shutil.which("google-chrome")
            yield (
                driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"]),
                address,
            )
    finally:
        server.terminate()
        server.wait()


def opened(browser: Browser, size: str, colours: Any = "light") -> Page:
    """Return a tab of a screen of some size, on its first visit."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en", color_scheme=colours
    )
    return context.new_page()


@contextmanager
def tab() -> Iterator[tuple[Page, str]]:
    """Give a tab on a desk, and the address of the page."""
    with browsing() as (browser, address):
        yield opened(browser, "desk"), address


def page(place: Path) -> None:
    """Draw the page: a game with marks and a chain that a hint shows."""
    with tab() as (shown, address):
        shown.goto(address)
        shown.wait_for_selector("body.ready")
        shown.click("#practise")
        shown.locator("#dialog select").select_option("xy-chain")
        shown.evaluate(SEEDED)
        shown.locator("#dialog").get_by_text("Begin").click()
        shown.wait_for_selector("#dialog", state="hidden")
        shown.click("#hint")
        shown.get_by_text("Tell all").click()
        shown.mouse.move(0, 0)
        shown.evaluate("scrollTo(0, 0)")
        shown.screenshot(path=place)


EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


KILLER = json.dumps(
    {
        "title": "A killer with a thermometer",
        "author": "cpsudoku",
        "rules": "9+killer:10@r1c3,r1c4+killer:13@r4c7,r4c8,r5c7+thermo@r5c1,r4c2,r4c3",
        "puzzle": EASY,
    }
)


SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def begin(shown: Page, address: str, puzzle: str = KILLER) -> None:
    """Open a puzzle, and wait until it can be played."""
    shown.goto(f"{address}#puzzle={quote(puzzle)}")
    shown.wait_for_selector("body.ready")


def marked(shown: Page, address: str) -> None:
    """Show a game with some marks, and a hint."""
    begin(shown, address)
    shown.locator("[data-cell='28']").click()
    for key in ("Shift+1", "Shift+2", "Control+2", "Control+5"):
        shown.keyboard.press(key)
    shown.click("#hint")
    shown.get_by_text("Tell all").click()
    shown.mouse.move(0, 0)
    shown.evaluate("scrollTo(0, 0)")


def loading(shown: Page, address: str) -> None:
    """Show the page before its words have come."""
    shown.route("**/words/*.json", lambda _: None)
    shown.goto(address, wait_until="domcontentloaded")
    shown.locator("nav .icon").first.wait_for(state="attached")


def failed(shown: Page, address: str) -> None:
    """Show a page that cannot begin."""
    shown.route("**/words/*.json", lambda route: route.fulfill(status=500))
    shown.goto(address)
    shown.locator("#failure").wait_for()


def clashing(shown: Page, address: str) -> None:
    """Show an entry that the rules exclude."""
    begin(shown, address)
    shown.locator("[data-cell='2']").click()
    shown.keyboard.press("5")


def paused(shown: Page, address: str) -> None:
    """Show a game that is paused."""
    begin(shown, address)
    shown.click("#clock")


def done(shown: Page, address: str) -> None:
    """Show a finished puzzle."""
    begin(shown, address, EASY)
    for cell, digit in enumerate(SOLVED):
        if EASY[cell] == ".":
            shown.locator(f"[data-cell='{cell}']").click()
            shown.keyboard.press(digit)
    shown.locator("#panel h2").wait_for()
    shown.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))")


def unset(shown: Page, address: str) -> None:
    """Show where setting begins."""
    shown.goto(f"{address}set.html")
    shown.locator("#findings p").wait_for()


def chosen(shown: Page, address: str) -> None:
    """Show what can be chosen of a new puzzle."""
    begin(shown, address)
    shown.click("#new")


def lesson(shown: Page, address: str) -> None:
    """Show a lesson with its puzzles."""
    begin(shown, address)
    shown.click("#practise")
    shown.locator("#dialog .lesson button").first.wait_for()


def taken(browser: Browser, size: str, colours: str, show: Any, address: str) -> Image.Image:
    """Return a picture, half as wide and high as the screen."""
    shown = opened(browser, size, colours)
    show(shown, address)
    shown.wait_for_timeout(300)  # until what moves stands still
    picture = Image.open(io.BytesIO(shown.screenshot())).convert("RGB")
    shown.unroute_all(behavior="ignoreErrors")
    shown.context.close()
    return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS)


def mounted(rows: Sequence[Sequence[Image.Image]]) -> Image.Image:
    """Return pictures beside and below one another."""
    widths = [sum(one.width + GAP for one in row) for row in rows]
    heights = [max(one.height for one in row) + GAP for row in rows]
    whole = Image.new("RGB", (max(widths) + GAP, sum(heights) + GAP), "#8a919f")
    y = GAP
    for row, height in zip(rows, heights, strict=True):
        x = GAP
        for one in row:
            whole.paste(one, (x, y))
            x += one.width + GAP
        y += height
    return whole


def screens(place: Path) -> None:
    """Draw one game on a desk, a tablet and a phone, light and dark."""
    with browsing() as (browser, address):

        def one(size: str, colours: str) -> Image.Image:
            return taken(browser, size, colours, marked, address)

        phones = [one("upright", "light"), one("upright", "dark")]
        across = mounted([[one("across", "light")], [one("across", "dark")]])
        rows = [
            [one("desk", "light"), one("desk", "dark")],
            [one("tablet", "light"), *phones, across],
        ]
        mounted(rows).save(place)


STATES = [[loading, failed], [clashing, paused], [done, chosen], [lesson, unset]]


def states(place: Path) -> None:
    """Draw the page while it loads, as it fails, at the end of a game, and with nothing set."""
    with browsing() as (browser, address):
        rows = [[taken(browser, "desk", "light", show, address) for show in row] for row in STATES]
        mounted(rows).save(place)


RULES = (
    "9+killer:14@r1c1,r1c2,r2c1+killer:9@r5c4,r5c5+killer:20@r8c8,r8c9,r9c9"
    "+thermo@r4c1,r3c2,r3c3,r4c4,r5c3,r6c2+thermo@r9c3,r8c3,r7c4,r7c5+whispers@r1c5,r1c6,r2c7,r3c7,r3c8"
    "+renban@r6c6,r6c7,r7c7,r8c6+black@r2c4,r2c5+white@r5c8,r5c9+quad:3,8@r8c1,r8c2,r9c1,r9c2"
    "+sandwich:12@r4c1,r4c2,r4c3,r4c4,r4c5,r4c6,r4c7,r4c8,r4c9"
)


GIVENS = "........6.......7..............................8.....................6.....2....."


def setting(place: Path) -> None:
    """Draw a puzzle in the making, with its true candidates and the palette."""
    with tab() as (shown, address):
        text = quote(f"# rules: {RULES}\n{GIVENS}")
        shown.goto(f"{address}set.html#puzzle={text}")
        shown.wait_for_selector("body.ready")
        shown.locator(".shade").first.wait_for(state="attached", timeout=60_000)
        shown.keyboard.press("c")
        shown.locator(".tiles").evaluate("(tiles) => tiles.scrollTo(0, 265)")
        shown.screenshot(path=place)


SEEDED = """
() => {
  const before = window.fetch;
  window.fetch = (address, options) => before(address, address === "api/practice"
    ? { ...options, body: JSON.stringify({ ...JSON.parse(options.body), seed: 12 }) } : options);
}
"""
"""The same position each time."""


def sheet(place: Path) -> None:
    """Draw the first sheet of a booklet."""
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder, "sheet.png")
        wishes = ["-n", "4", "--er", "2.0-4.5", "--symmetry", "rotate180", "--seed", "1"]
        shape = ["--per-page", "4", "--title", "Sudoku", "--paper", "a5"]
        subprocess.run([*COMMAND, "book", *wishes, *shape, "-o", book], check=True)
        shutil.copy(Path(folder, "sheet-001.png"), place)


def palette(picture: Image.Image, most: int) -> Image.Image:
    """Return the colours that cover most of a picture, no two of which look the same."""
    counted: list[Any] = picture.getcolors(picture.width * picture.height) or []
    chosen: list[tuple[int, ...]] = []
    for _, colour in sorted(counted, reverse=True)[:LOOKED_AT]:
        if all(sum(map(abs, map(sub, colour, other))) > ALIKE for other in chosen):
            chosen.append(colour)
        if len(chosen) == most:
            break
    found = Image.new("P", (1, 1))
    found.putpalette([part for colour in chosen for part in colour])
    return found


def shrink(place: Path) -> None:
    """Keep as many colours as the drawing has, more or less."""
    with Image.open(place) as picture:
        whole = picture.convert("RGB")
    small = whole.quantize(palette=palette(whole, COLOURS), dither=Image.Dither.NONE)
    small.save(place, optimize=True)
    print(f"{place}: {place.stat().st_size:,} bytes")


PICTURES = (
    (page, "page.png"),
    (screens, "page-screens.png"),
    (states, "page-states.png"),
    (setting, "setting.png"),
    (sheet, "booklet.png"),
)


def main() -> None:
    """Draw all of them, or those that are named."""
    for draw, name in PICTURES:
        if len(sys.argv) > 1 and name not in sys.argv:
            continue
        draw(HERE / name)
        shrink(HERE / name)


if __name__ == "__main__":
    main()
