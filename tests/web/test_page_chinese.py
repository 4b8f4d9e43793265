"""A reader of Chinese meets no English but names of programs, notations and techniques."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from browsing import address, browser, opened, playwright

__all__ = ["address", "browser"]

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KILLER = (
    "# rules: 9+killer:10@r1c3,r1c4+killer:13@r4c7,r4c8,r5c7+thermo@r5c1,r4c2,r4c3\n"
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)

TEXTS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    if (!node.parentElement.closest("script, style, svg, noscript, option")) found.push(node.textContent);
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    for (const name of ["aria-label", "title", "placeholder"]) found.push(element.getAttribute(name) ?? "");
  }
  return found;
}"""  # noqa: E501

NAMES = re.compile(
    r"cpsudoku|HoDoKu|SudokuPad|f-puzzles|Interactive Sudoku Solver|English|CSV|JSON|SVG|PNG|ALS"
    r"|'[^']*'|XYZ|Ctrl|Shift|Escape|Delete|Enter|Home|End|Page Up|Page Down|Backspace|`[^`]*`"
)
ENGLISH = re.compile(r"[A-Za-z]{3,}")


@pytest.fixture
def reader(browser: Any, address: str) -> Iterator[Any]:
    context = browser.new_context(locale="zh-CN", viewport={"width": 1100, "height": 850})
    page = context.new_page()
    opened(page, address)
    yield page
    context.close()


def is_chinese(page: Any) -> None:
    english = [text for text in page.evaluate(TEXTS) if ENGLISH.search(NAMES.sub("", text))]
    assert english == []


def look_at(page: Any, *buttons: str) -> None:
    is_chinese(page)
    for name in buttons:
        page.click(f"#{name}")
        playwright.expect(page.locator("#dialog h2")).to_be_visible()
        is_chinese(page)
        page.keyboard.press("Escape")


def test_who_plays_in_chinese_reads_chinese(reader: Any) -> None:
    look_at(reader, "new", "open", "games", "settings", "help", "practise")
    reader.click("#open")
    reader.fill("#dialog textarea", KILLER)
    reader.click("#dialog .primary")
    playwright.expect(reader.locator("#title")).to_have_text("杀手笼、温度计")
    for text in ("hello", "." * 80, "# rules: 9+kilr:5@r1c1\n" + "." * 81, '{"puzzle": [1, 2]}'):
        reader.click("#open")
        reader.fill("#dialog textarea", text)
        reader.click("#dialog .primary")
        playwright.expect(reader.locator("#dialog .status")).not_to_be_empty()
        is_chinese(reader)
        reader.keyboard.press("Escape")
    for level in range(1, 5):
        reader.click("#hint")
        playwright.expect(reader.locator(f"#panel .levels .on >> nth={level - 1}")).to_be_attached()
        is_chinese(reader)
    reader.click("#path")
    steps = reader.locator("#panel .steps li")
    playwright.expect(steps.first).to_be_attached()
    for _ in range(min(20, steps.count())):
        is_chinese(reader)
        reader.locator("#panel .row button").nth(1).click()
    reader.keyboard.press("Escape")
    for cell, digit in ((2, "5"), (3, "2")):
        reader.locator(f'[data-cell="{cell}"]').click()
        reader.keyboard.press(digit)
        playwright.expect(reader.locator("#message")).not_to_be_empty()
        is_chinese(reader)


def test_who_sets_in_chinese_reads_chinese(reader: Any, address: str) -> None:
    opened(reader, f"{address}set.html")
    look_at(reader, "new", "open", "drafts", "settings", "help")
    reader.keyboard.press("c")
    for number, kind in enumerate(("killer", "white", "xv", "diagonals"), start=1):
        reader.locator(f'#palette [data-type="{kind}"]').last.click()
        reader.locator('[data-cell="0"]').click()
        reader.locator('[data-cell="1"]').click(modifiers=["Shift"])
        for field in reader.locator("#palette .fields input").all():
            field.fill("5")
        reader.click("#palette .primary")
        playwright.expect(reader.locator("#clues li").nth(number - 1)).to_be_attached()
        is_chinese(reader)
    # 5 and 5 apart with the sum 5 are no two digits.
    playwright.expect(reader.locator("#findings")).to_contain_text(re.compile("杀手笼|白点"))
    is_chinese(reader)
