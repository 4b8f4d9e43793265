"""The pictures of docs/page.md: the page with a hint, and a sheet of a booklet.

    python docs/screenshots.py

It needs the extras web and pictures, Playwright with the system's Chromium, and Pillow.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
COMMAND = [sys.executable, "-m", "cpsudoku"]
COLOURS = 64


def page(place: Path) -> None:
    """Draw the page: a game with marks and a chain that a hint shows."""
    server = subprocess.Popen([*COMMAND, "serve"], stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    try:
        address = server.stderr.readline().split()[0]
        with sync_playwright() as driver:
            chromium = shutil.which("chromium") or shutil.which("google-chrome")
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            tab = browser.new_page(viewport={"width": 1080, "height": 760}, locale="en")
            tab.goto(address)
            tab.wait_for_selector("body.ready")
            tab.click("#practise")
            tab.locator("#dialog select").select_option("xy-chain")
            tab.evaluate(SEEDED)
            tab.locator("#dialog").get_by_text("Begin").click()
            tab.wait_for_selector("#dialog", state="hidden")
            tab.click("#hint")
            tab.get_by_text("Tell all").click()
            tab.screenshot(path=place)
            browser.close()
    finally:
        server.terminate()
        server.wait()


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


def main() -> None:
    """Draw both."""
    for draw, name in ((page, "page.png"), (sheet, "booklet.png")):
        draw(HERE / name)
        shrink(HERE / name)


if __name__ == "__main__":
    main()
