"""The page without a server: as files for any host, or as a single file with one puzzle.

A puzzle comes with its rules as formulas, its solution, and its path in words, all made here; the
page judges and explains by them.  What is to be found out again, such as steps from where a player
stands, is the work of the core in the browser, which `CORE` names where it was built.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cpsudoku.asking import solving
from cpsudoku.errors import BackendUnavailableError, UnsupportedError
from cpsudoku.formats.base import Record
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.files import appearing
from cpsudoku.logic.explaining.explanations import explain
from cpsudoku.logic.orders import EXPLAINER, HINTED, TEACHING, Order, up_to
from cpsudoku.logic.sentences.patterns import explainer
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Rules
from cpsudoku.web.boards import LISTED, board_of, step_answer, techniques
from cpsudoku.web.lowered import lowered
from cpsudoku.web.pages import as_json, contents
from cpsudoku.web.setting.vocabulary import written

CORE = Path(__file__).parent / "core" / "cpsudoku.wasm"
"""Where the compiled core for browsers is, once ``docs/how-to/wasm.md`` was followed."""

_NOT_HERE = re.compile(r"api\.html|example\.json|js/reference\.js")
"""Files that need a server, or are made again."""

_SETTING = re.compile(r"set\.html|setting\.css|js/setting/")
"""Files for setters, which need the core at least."""

_WITHIN = re.compile(r"js/core/(worker|module)\.js|service\.js|manifest\.json")
"""Files that a single file does not need either."""


def embedded(record: Record, seconds: float, source: str) -> dict[str, Any]:
    """Return a puzzle as a page without a server needs it: board, solution and path.

    Args:
        seconds: time for the solution and the path together; what is not found by then is None.
        source: the file that it is in.
    """
    puzzle, deadline = record.puzzle, Deadline(seconds)
    result = solving.check(puzzle, seconds=deadline.left)
    solution = result.solution if result.verdict.value == "unique" else None
    return {
        "board": board_data(record) | {"source": source},
        "solution": None if solution is None else list(solution),
        "path": _path(puzzle, deadline),
    }


def board_data(record: Record) -> dict[str, Any]:
    """Return a puzzle's board as a server gives it, with formulas to judge by."""
    puzzle = record.puzzle
    board = board_of(record).model_dump(by_alias=True)
    for other, holds in zip(board["others"], _formulas(puzzle.rules), strict=True):
        other["holds"] = holds
    return board


def _formulas(rules: Rules) -> Iterator[list[Any] | None]:
    """Yield for each constraint beside the groups what it means; None where that is too much."""
    for place, constraint in enumerate(rules.constraints):
        if isinstance(constraint, AllDifferent):
            continue
        try:
            yield lowered(rules, place)
        except UnsupportedError:
            yield None


_LEFT_OUT = {"digits", "marks", "sentence", "hints", "notation"}
"""Of steps what the page makes itself: positions, which are most of their text, and sentences."""


def _path(puzzle: Puzzle, deadline: Deadline) -> dict[str, Any] | None:
    """Return the steps that hints show; None where they cannot be searched for."""
    try:
        path = explain(puzzle, order=HINTED, seconds=deadline.left)
    except (UnsupportedError, BackendUnavailableError):
        return None
    answers = map(step_answer, path)
    steps = [step.model_dump(by_alias=True, exclude=_LEFT_OUT) for step in answers]
    return {"steps": steps, "end": path.end}


def order_data(order: Order) -> dict[str, Any]:
    """Return an order as the core in a browser takes it."""
    numbers, options = dict(order.numbers), dict(order.options)
    return {"finders": list(order.finders), "numbers": numbers, "options": options}


def site(records: Iterable[Record], *, seconds: float, core: bytes | None) -> dict[str, bytes]:
    """Return the files of a page for any static host, by their paths.

    Args:
        records: puzzles that it offers; it begins with the first.
        core: the compiled core for browsers; None for a page that has none.
    """
    found = _files(_NOT_HERE, *([] if core is not None else [_SETTING]))
    found["example.json"] = contents()["example.json"]
    puzzles = []
    for number, record in enumerate(records, start=1):
        path = f"puzzles/{number}.json"
        puzzle = embedded(record, seconds, path)
        found[path] = as_json(puzzle)
        if number == 1:
            found["example.json"] = as_json(puzzle["board"])
        puzzles.append({"file": path, "name": puzzle["board"]["about"]["title"]})
    found["puzzles.json"] = as_json(puzzles)
    found["names.json"] = as_json(_names())
    listed = up_to(TEACHING, LISTED)
    orders = {"teaching": TEACHING, "listed": listed, "explainer": EXPLAINER}
    found["orders.json"] = as_json({name: order_data(order) for name, order in orders.items()})
    found["clues.json"] = as_json(written())
    if core is not None:
        found["core/cpsudoku.wasm"] = core
        found["set.html"] = _answered_by("core", found["set.html"])
    found["index.html"] = _answered_by("core" if core else "nobody", found["index.html"])
    found["files.json"] = as_json(["./", *sorted(set(found) - {"service.js"})])
    return found


def _files(*left_out: re.Pattern[str]) -> dict[str, bytes]:
    every = contents().items()
    return {path: file for path, file in every if not any(one.match(path) for one in left_out)}


def _names() -> dict[str, Any]:
    return {
        "notations": ["line", "json", "fpuzzles", "sudokupad"],
        "backends": [],
        "techniques": [one.model_dump() for one in techniques()],
        "explainers": {name: explainer(name).__name__ for name in TECHNIQUES},
    }


def _answered_by(answers: str, page: bytes) -> bytes:
    return page.replace(b"<html ", f'<html data-answers="{answers}" '.encode(), 1)


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Write files into a folder, which is made where it is missing; others in it stay."""
    for path, content in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with appearing(place, durable=False) as out:
            out.write(content)


def single_file(record: Record, seconds: float) -> bytes:
    """Return a page with one puzzle in a single file, which plays without any host."""
    files = _files(_NOT_HERE, _SETTING, _WITHIN)
    puzzle = embedded(record, seconds, "puzzle.json")
    data = {path: json.loads(text) for path, text in files.items() if path.endswith(".json")}
    data |= {"example.json": puzzle["board"], "puzzle.json": puzzle, "names.json": _names()}
    page = _answered_by("nobody", files["index.html"]).decode()
    icon = _address("image/svg+xml", files["icon.svg"])
    page = re.sub(r' *<link rel="manifest"[^>]*>\n', "", page).replace("icon.svg", icon)
    style = f"<style>\n{files['style.css'].decode()}</style>"
    page = page.replace('<link rel="stylesheet" href="style.css">', style)
    start = '<script type="module" src="js/main.js"></script>'
    assert start in page and style in page
    return page.replace(start, "\n".join(_scripts(files, data))).encode()


def _scripts(files: dict[str, bytes], data: dict[str, Any]) -> Iterator[str]:
    """Yield scripts in place of the modules: a browser loads none from beside a file.

    Each is an address with its text in it, and modules name one another by that map.
    """
    modules = {
        path: _address("text/javascript", _renamed(path, text.decode()).encode())
        for path, text in files.items()
        if path.endswith(".js")
    }
    yield f'<script type="importmap">{_quoted({"imports": modules})}</script>'
    yield f'<script type="application/json" id="files">{_quoted(data)}</script>'
    yield '<script type="module">import "js/main.js";</script>'


def _renamed(path: str, text: str) -> str:
    """Return a module that names others by their paths from the page on."""
    folder = posixpath.dirname(path)

    def absolute(found: re.Match[str]) -> str:
        return f'{found[1]}"{posixpath.normpath(posixpath.join(folder, found[2]))}"'

    return re.sub(r'(\bfrom |\bimport |\bimport\()"(\.[^"]*)"', absolute, text)


def _address(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def _quoted(value: object) -> str:
    """Return JSON that ends no script."""
    return as_json(value).decode().replace("<", "\\u003c")
