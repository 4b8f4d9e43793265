"""Settings of the book: `python -m sphinx -W -b html docs build/book` (extra `docs`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import making  # noqa: E402 - found by the line above

import cpsudoku  # noqa: E402

project = "cpsudoku"
author = copyright = "the authors of cpsudoku"  # noqa: A001 - Sphinx calls it so
release = version = cpsudoku.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown", ".ipynb": "markdown"}
root_doc = "index"
html_theme = "furo"
html_title = f"cpsudoku {release}"
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["book.css"]
html_extra_path = [str(making.SITE)] if making.SITE.is_dir() else []
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 4
autodoc_typehints = "description"
autodoc_member_order = "bysource"


def read(app: Any, name: str, source: list[str]) -> None:
    """Write what is made from code into the text of a page, before it is parsed."""
    source[0] = making.page(Path(app.env.doc2path(name)), source[0])


def finish(app: Any, error: Exception | None) -> None:
    """Make the finished pages readable without a screen or a pointer."""
    pages = Path(app.outdir)
    for path in () if error or app.builder.format != "html" else pages.rglob("*.html"):
        if "play" not in path.relative_to(pages).parts:  # which is another program's
            path.write_text(making.readable(path.read_text("utf-8")), "utf-8")


def setup(app: Any) -> None:
    """Connect this file with the builder."""
    app.connect("source-read", read)
    app.connect("build-finished", finish)
