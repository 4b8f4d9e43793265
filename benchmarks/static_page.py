"""The page without a server: how long a reader waits, and what the core does in a tab.

    python benchmarks/static_page.py --rounds 10 puzzles/classics.txt

A site with its core (docs/how-to/wasm.md) is written and served by Python's own host of files.
Each round has a reader whose browser has nothing of it yet.  The board is timed from the start of
the visit to the frame in which it is painted; the hint and the verdict of a killer from the
question to the answer, the second of each: the first waits for the core to be compiled, which it
is while one looks at the board.  Classics per second are those of a file, over and over, solved
with limit 2 in the thread of the tab.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from page_times import PAINTED
from playwright.sync_api import Browser, Page, sync_playwright

from cpsudoku import formats, generation
from cpsudoku.formats.base import Record
from cpsudoku.generation.setting import VariantMaker, VariantSpec
from cpsudoku.rules import boxes
from cpsudoku.web import static

ASK = """
async ([name, board, seconds]) => {
  const { answer, remember } = await import("./js/core/answers.js");
  remember(board);
  const puzzle = { rules: board.rules, givens: board.givens };
  const times = [];
  for (let round = 0; round < 6; round++) {
    const start = performance.now();
    await answer(name, { puzzle, seconds }, new AbortController().signal);
    times.push(performance.now() - start);
  }
  return times.slice(1);
}
"""

MANY = """
async (puzzles) => {
  const { Core } = await import("./js/core/module.js");
  const core = await Core.from(await (await fetch("core/cpsudoku.wasm")).arrayBuffer());
  const rates = [];
  for (let round = 0; round < 8; round++) {
    const start = performance.now();
    core.solveMany(puzzles);
    rates.push(1000 * puzzles.length / (performance.now() - start));
  }
  return rates.slice(1);
}
"""

KILLERS = 5
CLASSICS = 50_000


class _Host(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm"}

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@contextmanager
def hosted(core: bytes) -> Iterator[str]:
    """Serve a site without puzzles, and give its address."""
    with tempfile.TemporaryDirectory() as folder:
        static.write(Path(folder), static.site([], seconds=20, core=core))
        host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Host, directory=folder))
        thread = threading.Thread(target=host.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{host.server_port}/"
        finally:
            host.shutdown()
            thread.join()


def boards(browser: Browser, address: str, rounds: int) -> Iterator[float]:
    """Yield milliseconds from a visit to its painted board, for new readers."""
    for _ in range(rounds):
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script(PAINTED)
        page.goto(address, wait_until="commit")
        yield float(page.evaluate("window.painted.then((at) => at - performance.timeOrigin)"))
        context.close()


def killers() -> Iterator[object]:
    """Yield the boards of killers without givens that have one solution."""
    setting = VariantMaker(VariantSpec.of(boxes(3, 3), {"killer": 30}, givens=0), seed=7)
    for index in range(KILLERS):
        yield static.board_data(Record(setting.make(index).puzzle))


def print_values(name: str, values: list[float], unit: str) -> None:
    low, middle, high = min(values), statistics.median(values), max(values)
    print(f"{name:32} median {middle:,.0f} {unit}, {low:,.0f} to {high:,.0f}, of {len(values)}")


def measure(page: Page, texts: list[str]) -> None:
    hints = [
        page.evaluate(ASK, ["hint", static.board_data(Record(formats.parse(text))), 10])
        for text in texts[:KILLERS]
    ]
    print_values("hint", [time for times in hints for time in times], "ms")
    checks = [page.evaluate(ASK, ["check", board, 10]) for board in killers()]
    print_values("verdict of a killer", [time for times in checks for time in times], "ms")
    made = generation.generate(CLASSICS, minimal=True, seed=7)
    minimal = ["".join(map(str, one.puzzle.digits)) for one in made]
    print_values("minimal classics in a tab", page.evaluate(MANY, minimal), "a second")
    print_values("hard classics in a tab", page.evaluate(MANY, texts * 1000), "a second")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("puzzles", type=Path, help="classic puzzles, one a line")
    parser.add_argument("--rounds", type=int, default=10)
    asked = parser.parse_args()
    if not static.CORE.is_file():
        sys.exit("the core for browsers was not built; docs/how-to/wasm.md says how")
    lines = (line[:81] for line in asked.puzzles.read_text(encoding="utf-8").splitlines())
    texts = [line for line in lines if len(line) == 81 and not line.startswith("#")]
    with sync_playwright() as driver, hosted(static.CORE.read_bytes()) as address:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        print_values(
            "first board, nothing cached", list(boards(browser, address, asked.rounds)), "ms"
        )
        page = browser.new_page()
        page.goto(address)
        page.wait_for_selector("body.ready")
        measure(page, texts)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
