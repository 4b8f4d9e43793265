"""The files of the page without a server."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest
from command_line import run

pytest.importorskip("fastapi", reason="the page needs the extra web")

from cpsudoku import formats
from cpsudoku.errors import UnsupportedError
from cpsudoku.formats.base import Record
from cpsudoku.rules import Linear, boxes, latin
from cpsudoku.web import static
from cpsudoku.web.lowered import lowered

SMALL = "1234341221.3...."
TITLE = "</script><b>\u2028"


def small() -> Record:
    return Record(formats.parse(SMALL), label=TITLE)


def test_a_single_file_asks_for_nothing_else() -> None:
    page = static.single_file(small(), 5).decode()
    assert TITLE not in page
    links = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert links
    assert all(link.startswith("data:") for link in links)
    found = re.search(r'<script type="importmap">(.*?)</script>', page)
    assert found is not None
    modules = {
        name: base64.b64decode(address.partition(",")[2]).decode()
        for name, address in json.loads(found[1])["imports"].items()
    }
    named = {
        name
        for text in modules.values()
        for name in re.findall(r'^import (?:.* from )?"([^"]+)";$', text, re.MULTILINE)
    }
    assert "js/main.js" in modules
    assert named
    assert named <= set(modules)


def test_what_lies_within_a_single_file_is_what_the_page_reads() -> None:
    page = static.single_file(small(), 5).decode()
    found = re.search(r'<script type="application/json" id="files">(.*?)</script>', page)
    assert found is not None
    files = json.loads(found[1])
    assert files["puzzle.json"]["solution"] == [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    assert files["example.json"]["about"]["title"] == TITLE
    assert {"words/en.json", "words/zh.json", "words/index.json", "names.json"} <= set(files)


def test_a_site_names_all_its_files_and_nothing_that_needs_a_server() -> None:
    files = static.site([small(), small()], seconds=5, core=b"core")
    named = json.loads(files["files.json"])
    assert {*named} - {"./"} == {*files} - {"service.js", "files.json"}
    assert [one["file"] for one in json.loads(files["puzzles.json"])] == [
        "puzzles/1.json", "puzzles/2.json",
    ]  # fmt: skip
    assert "api.html" not in files
    for page in ("index.html", "set.html"):
        assert b'data-answers="core"' in files[page]
    kinds = {kind["type"]: kind for family in json.loads(files["clues.json"])["families"]
             for kind in family["clues"]}  # fmt: skip
    assert kinds["thermo"]["f_puzzles"] == ["thermometer", "lines"]
    assert kinds["quad"]["drawn"]["kind"] == "quad"
    without = static.site([small()], seconds=5, core=None)
    assert not any("setting" in path or path == "set.html" for path in without)
    assert json.loads(files["example.json"])["source"] == "puzzles/1.json"
    modules = {path: text.decode() for path, text in files.items() if path.endswith(".js")}
    for path, text in modules.items():
        for name in re.findall(r'^import .*?"(\.[^"]+)";$', text, re.MULTILINE):
            where = (Path("/") / Path(path).parent / name).resolve().relative_to("/")
            assert where.as_posix() in modules, (path, name)


def test_a_site_without_the_core_says_so_in_it_and_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "CORE", tmp_path / "missing.wasm")
    ran = run("site", tmp_path / "to" / "site", SMALL)
    assert ran.status == 0
    assert "docs/how-to/wasm.md" in ran.err
    page = (tmp_path / "to" / "site" / "index.html").read_text(encoding="utf-8")
    assert 'data-answers="nobody"' in page
    assert not (tmp_path / "to" / "site" / "core").exists()


def test_show_writes_a_page_and_takes_no_options_of_pictures_for_it(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.html"
    assert run("show", SMALL, "-o", file, "--solution").status == 2
    assert not file.exists()
    assert run("show", SMALL, "-o", file).status == 0
    assert "importmap" in file.read_text(encoding="utf-8")


def test_what_is_too_great_for_a_browser_is_not_lowered_and_comes_without_formulas() -> None:
    great = Linear((0, 1), (2_000_000_000, 1), "=", (5,), "great")
    with pytest.raises(UnsupportedError, match="numbers"):
        lowered(boxes(2, 2).with_constraints([great]), -1)
    wide = latin(33).with_constraints([Linear((0, 1), (1, 1), "=", (5,), "cage")])
    with pytest.raises(UnsupportedError, match="32 digits"):
        lowered(wide, -1)
    rules = boxes(2, 2).with_constraints([great])
    board = static.board_data(Record(formats.parse(SMALL, rules)))
    assert [other["holds"] for other in board["others"]] == [None]
