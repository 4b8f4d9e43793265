"""What the book shows and nobody writes: pictures, commands, the interface in Python, notebooks.

Each is made from the code while the book is built, so that none of it is kept or grows old.  A page
says where by a comment ``<!-- made: NAME -->``, and names a picture by its command, in a block::

    ```{picture} A killer cage
    cpsudoku show -r '4+killer:5@r1c1,r1c2' ................
    ```
"""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from html import escape
from io import StringIO
from pathlib import Path

import click

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a notebook's matrices are too small for more

import cpsudoku
from cpsudoku.cli import registry
from cpsudoku.cli.application import app
from cpsudoku.rules import latin
from cpsudoku.variants import from_text

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
SITE = ROOT / "build" / "site"
"""A folder whose content is published with the book: `cpsudoku site build/site/play` makes it."""

PICTURE = re.compile(r"^```\{picture\} (.*)\ncpsudoku (.*)\n```$", re.MULTILINE)
MADE = re.compile(r"^<!-- made: (\w+) -->$", re.MULTILINE)
LINK = re.compile(r"\]\(((?!https?:|#)[^)#\s]+)")
BESIDE = {
    "CONTRIBUTING.md": "contributing",
    "benchmarks/README.md": "benchmarks",
    "puzzles/README.md": "puzzles",
}
"""Files that lie beside what they are about, and the page of the book that shows each."""

VARIANT = re.compile(r"^(\| `(\w+)[^|]*\|[^|]*\|)$", re.MULTILINE)


def page(path: Path, text: str) -> str:
    """Return the text of a page with what is made for it.

    Args:
        path: the file; a notebook (``.ipynb``) is run, and shown with what its cells give.
        text: what is in the file.
    """
    if path.suffix == ".ipynb":
        return notebook(text)
    if path.name == "variants.md":
        text = drawn_variants(text)
    text = PICTURE.sub(
        lambda found: f"{_shown(found[1], picture(found[2]))}\n\n    cpsudoku {found[2]}", text
    )
    text = MADE.sub(lambda found: MAKERS[found[1]](), text)
    for file, name in BESIDE.items():
        if path.stem == name:
            text = (ROOT / file).read_text(encoding="utf-8")
            return linked(text, (ROOT / file).parent, path.parent)
    return linked(text, path.parent, path.parent)


def linked(text: str, was: Path, now: Path) -> str:
    """Return a text from one folder for another: its links lead to the same, or to its page."""
    pages = {ROOT / file: DOCS / f"{name}.md" for file, name in BESIDE.items()}

    def link(found: re.Match[str]) -> str:
        to = Path(os.path.normpath(was / found[1]))
        return f"]({os.path.relpath(pages.get(to, to), now)}"

    return LINK.sub(link, text)


def picture(arguments: str) -> str:
    """Return the SVG that a command of the program draws, in the folder of the checkout."""
    with tempfile.TemporaryDirectory() as place, chdir(ROOT):
        file = Path(place) / "picture.svg"
        app.main([*shlex.split(arguments), "-o", str(file)], "cpsudoku", standalone_mode=False)
        return file.read_text(encoding="utf-8")


def _shown(about: str, svg: str) -> str:
    """Return a picture within a page.  It is an image, since identifiers of several would clash."""
    data = b64encode(svg.encode()).decode()
    return f'<img class="picture" alt="{escape(about)}" src="data:image/svg+xml;base64,{data}">'


def drawn_variants(text: str) -> str:
    """Return the page of variants with a picture in each row, of a board as small as it allows."""
    sys.path.append(str(ROOT / "tests"))
    from variant_examples import EXAMPLES, board_of

    def row(found: re.Match[str]) -> str:
        example, board = EXAMPLES[found[2]][0], board_of(found[2])
        rules = latin(board.size).with_constraints([from_text(example, board)])
        return f"{found[1]} {_shown(example, cpsudoku.Puzzle.empty(rules)._repr_svg_())} |"

    text = VARIANT.sub(row, text)
    return text.replace(
        "| text | what holds |\n|---|---|", "| text | what holds | drawn |\n|---|---|---|"
    )


def commands() -> str:
    """Return the reference of all commands: their help, as the program prints it."""
    lines = []
    for section, names in registry.COMMANDS.items():
        lines += [f"## {section}", ""]
        for name in names:
            command = registry.command_of(name)
            with click.Context(app, info_name="cpsudoku", **app.context_settings) as above:
                context = click.Context(
                    command, info_name=name, parent=above, max_content_width=100
                )
                with context:
                    lines += [f"### {name}", "", "```text", command.get_help(context), "```", ""]
    return "\n".join(lines)


def interface() -> str:
    """Return directives that list the public names of the package."""
    kinds = {True: "autoclass", False: "autofunction"}
    lines = ["```{eval-rst}"]
    for name in sorted(cpsudoku.__all__, key=str.lower):
        value = getattr(cpsudoku, name)
        if callable(value):
            lines += [f".. {kinds[isinstance(value, type)]}:: cpsudoku.{name}", ""]
    return "\n".join([*lines, "```"])


def play() -> str:
    """Return a link to the page that plays, where it was written to be published with the book."""
    return '**<a href="play/index.html">Play here</a>**' if SITE.is_dir() else ""


MAKERS = {"commands": commands, "interface": interface, "play": play}
"""By the name in a page what makes the text."""


READABLE = (
    (re.compile(r"<pre>"), '<pre tabindex="0">'),
    (re.compile(r'(<div class="table-wrapper[^"]*")>'), r'\1 tabindex="0">'),
    (
        re.compile(r'<aside class="sidebar-drawer">'),
        '<aside class="sidebar-drawer" aria-label="All pages">',
    ),
    (
        re.compile(r'<aside class="toc-drawer([^"]*)">'),
        r'<aside class="toc-drawer\1" aria-label="This page">',
    ),
    (re.compile(r'<th class="head[^"]*"><p></p></th>'), "<td></td>"),
    (
        re.compile(r'(?<!</h1>)<div id="search-results">'),
        '<h1>Search</h1><div id="search-results">',
    ),
)
"""What stands in a finished page, and what serves readers who hear it or use the keyboard alone."""


def readable(html: str) -> str:
    """Return a finished page in which what scrolls can be reached, and each part has its name."""
    for found, put in READABLE:
        html = found.sub(put, html)
    return html


def notebook(text: str) -> str:
    """Run a notebook, and return it as a page: its words, its code, and what each cell gives.

    Raises:
        Exception: whatever a cell raises.
    """
    names: dict[str, object] = {"__name__": "__main__"}
    parts: list[str] = []
    with tempfile.TemporaryDirectory() as place, chdir(place):
        for cell in json.loads(text)["cells"]:
            source = "".join(cell["source"])
            if cell["cell_type"] == "markdown":
                parts.append(source)
            else:
                parts += [f"```python\n{source}\n```", *_results(source, names)]
    return "\n\n".join(parts)


def _results(source: str, names: dict[str, object]) -> Iterator[str]:
    """Run a cell as notebooks do, and yield what it prints and the value of its last expression."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    value: object = None
    with redirect_stdout(StringIO()) as printed:
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if printed.getvalue():
        yield f"```text\n{printed.getvalue().rstrip()}\n```"
    if hasattr(value, "_repr_svg_"):
        yield _shown("the value of the cell", value._repr_svg_())
    elif value is not None:
        yield f"```text\n{value!r}\n```"
