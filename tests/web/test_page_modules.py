"""How the modules of the page hang together, and with its documents: read as text."""

from __future__ import annotations

import posixpath
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import cpsudoku

PAGE = Path(cpsudoku.__file__).parent / "web" / "page"
MODULES = {
    path.relative_to(PAGE / "js").as_posix(): path.read_text(encoding="utf-8")
    for path in sorted((PAGE / "js").rglob("*.js"))
}

IMPORT = re.compile(r'^(?:import|export) (?:[^"\n]* from )?"(\.[^"]+)";', re.MULTILINE)
ELEMENT = re.compile(r'\belement\("([\w-]+)"\)')
WIRED = re.compile(r"\.wire\(\{(.*?)\}\);", re.DOTALL)
BUTTON = re.compile(r'(?:^ {4}|\{ |\), )"?([\w-]+)"?: (?:async )?\(\) =>', re.MULTILINE)


def imported(name: str, text: str) -> set[str]:
    folder = posixpath.dirname(name)
    return {posixpath.normpath(posixpath.join(folder, found)) for found in IMPORT.findall(text)}


def elements(text: str) -> set[str]:
    """Return the names by which a module asks for elements."""
    wired = (name for block in WIRED.findall(text) for name in BUTTON.findall(block))
    return {*ELEMENT.findall(text), *wired}


def test_no_modules_import_one_another_in_a_circle() -> None:
    graph = {name: imported(name, text) for name, text in MODULES.items()}
    assert {"hints.js", "page.js"} <= graph["main.js"]
    assert set().union(*graph.values()) <= graph.keys()
    TopologicalSorter(graph).prepare()  # which refuses circles
    with pytest.raises(CycleError):
        TopologicalSorter(graph | {"words.js": {"main.js"}}).prepare()


def test_elements_that_modules_ask_for_are_in_their_documents() -> None:
    play, setting = (
        set(re.findall(r'\bid="([\w-]+)"', (PAGE / name).read_text(encoding="utf-8")))
        for name in ("index.html", "set.html")
    )
    assert {"undo", "play-it", "shades"} <= elements(MODULES["setting/main.js"])
    assert {"path", "now"} == elements(MODULES["stepping.js"])
    missing = {
        name: elements(text) - setting - (set() if name.startswith("setting/") else play)
        for name, text in MODULES.items()
    }
    assert {name: found for name, found in missing.items() if found} == {}
