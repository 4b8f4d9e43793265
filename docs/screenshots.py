"""The pictures of docs/page.md: the page with a hint, on a phone, done, to set on, and a booklet.

    python docs/screenshots.py

It needs the extras web and pictures, Playwright with the system's Chromium, and Pillow.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
COMMAND = [sys.executable, "-m", "cpsudoku"]
COLOURS = 64


@contextmanager
def tab(width: int = 1180, height: int = 780, **options: Any) -> Iterator[tuple[Page, str]]:
    """Give a tab of a browser, and the address of the page."""
    command = [*COMMAND, "serve", "--port", "0"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    try:
        address = server.stderr.readline().split()[0]
        with sync_playwright() as driver:
            chromium = shutil.which("chromium") or shutil.which("google-chrome")
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            size: Any = {"width": width, "height": height}
            yield browser.new_page(viewport=size, locale="en", **options), address
            browser.close()
    finally:
        server.terminate()
        server.wait()


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


def phone(place: Path) -> None:
    """Draw the page on a phone, dark: some marks, and a hint below the board."""
    with tab(390, 844, color_scheme="dark", device_scale_factor=1) as (shown, address):
        shown.goto(f"{address}#puzzle={quote(KILLER)}")
        shown.wait_for_selector("body.ready")
        shown.locator("[data-cell='28']").click()
        for key in ("Shift+1", "Shift+2", "Control+2", "Control+5"):
            shown.keyboard.press(key)
        shown.click("#hint")
        shown.get_by_text("Tell all").click()
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


def done(place: Path) -> None:
    """Draw a finished puzzle."""
    with tab(1180, 780) as (shown, address):
        shown.goto(address)
        shown.wait_for_selector("body.ready")
        for cell, digit in enumerate(SOLVED):
            box = shown.locator(f"[data-cell='{cell}']")
            if "given" not in box.inner_text():
                box.click()
                shown.keyboard.press(digit)
        shown.locator("#panel h2").wait_for()
        shown.screenshot(path=place)


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


def shrink(place: Path) -> None:
    """Keep as many colours as the drawing has, more or less."""
    with Image.open(place) as picture:
        small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small.save(place, optimize=True)
    print(f"{place}: {place.stat().st_size:,} bytes")


PICTURES = (
    (page, "page.png"),
    (phone, "page-phone.png"),
    (done, "page-done.png"),
    (setting, "setting.png"),
    (sheet, "booklet.png"),
)


def main() -> None:
    """Draw all of them."""
    for draw, name in PICTURES:
        draw(HERE / name)
        shrink(HERE / name)


if __name__ == "__main__":
    main()
