"""The book can be built without a warning, and what is made for it while it is built."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku.cli import registry

DOCS = Path(__file__).parent.parent / "docs"
sys.path.append(str(DOCS))

import making  # noqa: E402 - found by the line above

PAGES = [path for path in sorted(DOCS.rglob("*.md")) if "{toctree}" in path.read_text("utf-8")]
NOTEBOOKS = sorted(DOCS.rglob("*.ipynb"))
PICTURES = [
    command
    for path in sorted(DOCS.rglob("*.md"))
    for _, command in making.PICTURE.findall(path.read_text("utf-8"))
]


def test_every_page_has_a_place_in_the_book() -> None:
    listed = {DOCS / "index.md"}
    tree = re.compile(r"^```\{toctree\}\n(.*?)^```", re.MULTILINE | re.DOTALL)
    for page in PAGES:
        for block in tree.findall(page.read_text("utf-8")):
            for entry in (line for line in block.splitlines() if re.match(r"[\w/]", line)):
                found = [f for f in page.parent.glob(f"{entry}.*") if f.suffix in {".md", ".ipynb"}]
                assert len(found) == 1, entry
                listed.add(found[0])
    assert listed == {*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")}


@pytest.mark.compiled
def test_the_reference_of_commands_has_the_help_of_each() -> None:
    text = making.commands()
    for name in registry.HELP:
        assert f"\n### {name}\n\n```text\nUsage: cpsudoku {name} " in text


def test_each_row_of_the_page_of_variants_is_drawn() -> None:
    text = (DOCS / "reference" / "variants.md").read_text("utf-8")
    rows = making.VARIANT.findall(text)
    assert len(rows) > 60
    assert making.drawn_variants(text).count("data:image/svg+xml") == len(rows)


def test_links_lead_to_the_pages_that_stand_in_for_files_beside_the_book() -> None:
    there = DOCS / "reference"
    text = "[a](../../CONTRIBUTING.md#x) [b](rules.md) [c](https://e.org) [d](#e)"
    now = "[a](../contributing.md#x) [b](rules.md) [c](https://e.org) [d](#e)"
    assert making.linked(text, there, there) == now


def test_a_notebook_shows_what_its_cells_print_and_give() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# T"]},
        {"cell_type": "code", "source": ["x = 1\n", "print(x)\n", "x + 1"]},
    ]
    shown = making.notebook(json.dumps({"cells": cells}))
    assert shown.startswith("# T\n\n```python\nx = 1\n")
    assert shown.endswith("```text\n1\n```\n\n```text\n2\n```")


def test_what_scrolls_can_be_reached_by_keys_and_parts_of_a_page_have_names() -> None:
    page = (
        '<aside class="sidebar-drawer"></aside><pre>x</pre>'
        '<aside class="toc-drawer no-toc"></aside>'
        '<div class="table-wrapper docutils container"><th class="head"><p></p></th></div>'
    )
    once = making.readable(page)
    assert once == (
        '<aside class="sidebar-drawer" aria-label="All pages"></aside><pre tabindex="0">x</pre>'
        '<aside class="toc-drawer no-toc" aria-label="This page"></aside>'
        '<div class="table-wrapper docutils container" tabindex="0"><td></td></div>'
    )
    assert making.readable(once) == once


@pytest.mark.thorough(but=2)
@pytest.mark.compiled
@pytest.mark.parametrize("command", PICTURES)
def test_each_picture_can_be_drawn(command: str) -> None:
    assert making.picture(command).startswith("<svg ")


@pytest.mark.thorough
@pytest.mark.compiled
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_notebook_runs(path: Path) -> None:
    text = path.read_text("utf-8")
    assert '"outputs": []' in text
    assert making.notebook(text)


@pytest.mark.thorough
@pytest.mark.compiled
def test_the_whole_is_built_without_a_warning(tmp_path: Path) -> None:
    for package in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(package, reason="the extra docs")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    ran = subprocess.run(
        [*command, str(DOCS), str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert '"thermomet"' in (tmp_path / "searchindex.js").read_text("utf-8")
