"""How long a player waits: for the first board, for an entry, for a hint.

    python benchmarks/page_times.py --rounds 10 puzzles/contract.txt

A Chromium is running already, without a window, with an empty page.  The first board is timed from
the start of the process `cpsudoku play`, which gives the address to $BROWSER as it would to any
browser, to the frame in which the board is painted; each round has a new reader, without anything
kept.  An entry is timed from the key to the end of what the page does for it, layout included,
and to the next frame.  A hint is timed from the press to the frame with the text, the server's
answer included, at positions along the path of puzzles below ER 7; all levels of one step.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from cpsudoku import logic
from cpsudoku.formats import parse
from cpsudoku.logic import explaining
from cpsudoku.puzzle import Puzzle

PAINTED = """
window.painted = new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector(".drawing .given")) return requestAnimationFrame(look);
    // What runs in a frame comes before its painting; the next frame comes after it.
    requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
  };
  requestAnimationFrame(look);
});
"""

ENTRY = """
async (keys) => {
  const times = [];
  for (const key of keys) {
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    const event = { key, code: key.length === 1 ? `Digit${key}` : key, bubbles: true };
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", event));
    document.body.getBoundingClientRect();
    const done = performance.now() - start;
    await new Promise(requestAnimationFrame);
    if (key.length === 1) times.push([done, performance.now() - start]);
  }
  return times;
}
"""

HINT = """
async () => {
  const panel = document.getElementById("panel");
  const start = performance.now();
  const shown = new Promise((resolve) => new MutationObserver((_, watcher) => {
    if (!panel.querySelector("p")) return;
    watcher.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - start));
  }).observe(panel, { childList: true }));
  document.getElementById("hint").click();
  return await shown;
}
"""


@contextmanager
def played(*arguments: str) -> Iterator[tuple[float, str]]:
    """Run `cpsudoku play`; give the moment of its start, and the address that it opens."""
    with tempfile.TemporaryDirectory() as folder:
        pipe = Path(folder, "address")
        os.mkfifo(pipe)
        browser = Path(folder, "browser")
        browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {pipe}\n', encoding="utf-8")
        browser.chmod(0o755)
        surroundings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        began = time.time()
        process = subprocess.Popen(
            [sys.executable, "-m", "cpsudoku", "play", "--port", "0", *arguments],
            stderr=subprocess.DEVNULL,
            env=surroundings | {"BROWSER": str(browser)},
        )
        try:
            yield began, pipe.read_text(encoding="utf-8")
        finally:
            process.terminate()
            process.wait()


def first_board(browser: Browser) -> tuple[float, float]:
    """Return the seconds from the command to the address, and to the first painted board."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(PAINTED)
    with played() as (began, address):
        opened = time.time() - began
        page.goto(address)
        painted = page.evaluate("() => window.painted") / 1000 - began
        context.close()
    return opened, painted


def entries(page: Page, address: str) -> list[tuple[float, float]]:
    """Return for each entry milliseconds to the end of its work, and to the next frame."""
    page.goto(address)
    page.wait_for_selector("body.ready")
    page.click("#fill")
    page.click("[data-cell='2']")
    keys = [key for digit in "124" * 9 for key in (digit, "ArrowRight")]
    found: list[tuple[float, float]] = page.evaluate(ENTRY, keys)
    return found


def hints(page: Page, address: str, puzzles: list[Puzzle], each: int) -> Iterator[float]:
    """Yield milliseconds from the press to the text, at positions along paths."""
    page.goto(address)
    page.wait_for_selector("body.ready")
    for puzzle in puzzles:
        steps = list(logic.Path(puzzle, order="teaching"))
        for step in steps[:: max(1, len(steps) // each)]:
            assert step.position is not None
            text = "".join(map(str, step.position.digits))
            page.goto("about:blank")
            page.goto(f"{address}#puzzle={text}")
            page.wait_for_selector("body.ready")
            yield page.evaluate(HINT)


def print_times(what: str, times: list[float], unit: str) -> None:
    """Print the median, the 99th percentile and the worst of some times."""
    times = sorted(times)
    late = times[min(len(times) - 1, int(0.99 * len(times)))]
    middle = statistics.median(times)
    print(
        f"{what:34} median {middle:7.2f}  99% {late:7.2f}  "
        f"worst {times[-1]:7.2f} {unit}  ({len(times)})"
    )


def main() -> None:
    """Time first boards, entries and hints, and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="puzzles, one a line; those below ER 7 are taken")
    parser.add_argument("--rounds", type=int, default=10, help="first boards")
    parser.add_argument("--puzzles", type=int, default=20, help="puzzles that hints are asked of")
    parser.add_argument("--each", type=int, default=5, help="hints of each puzzle")
    options = parser.parse_args()
    lines = options.file.read_text(encoding="utf-8").splitlines()
    all_of_them = [parse(line[:81]) for line in lines if re.match(r"[.0-9]{81}", line)]
    rated = ((p, explaining.rate(p, scales=("explainer",), seconds=10)) for p in all_of_them)
    easy = [p for p, r in rated if r.er is not None and r.er < 7 and not r.at_least]
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        first_board(browser)  # what Python and the browser have not cached yet, they have then
        found = [first_board(browser) for _ in range(options.rounds)]
        print_times("the address is given", [opened for opened, _ in found], "s")
        print_times("the first board is painted", [painted for _, painted in found], "s")
        page = browser.new_page()
        with played() as (_, address):
            times = entries(page, address)
            print_times("an entry is worked on", [done for done, _ in times], "ms")
            print_times("an entry until the next frame", [frame for _, frame in times], "ms")
            asked = hints(page, address, easy[: options.puzzles], options.each)
            print_times("a hint is shown", list(asked), "ms")
        browser.close()


if __name__ == "__main__":
    main()
