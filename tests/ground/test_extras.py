"""A missing package is named with how to install it; a fault of ours is not taken for one."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from command_line import run
from well_known import EASY

from cpsudoku.errors import BackendUnavailableError
from cpsudoku.ground import extras

ROOT = Path(__file__).parent.parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w.-]", one, maxsplit=1)[0] for one in requirements}


def test_a_missing_package_is_named_with_the_command_that_installs_it() -> None:
    with (
        pytest.raises(BackendUnavailableError) as caught,
        extras.needing("the page needs", "fastapi", "segno"),
    ):
        raise ModuleNotFoundError("No module named 'fastapi'", name="fastapi")
    message = str(caught.value)
    assert message.startswith("the page needs fastapi, segno; install with: ")
    command = shlex.split(message.partition("install with: ")[2])
    assert command[:4] == [sys.executable, "-m", "pip", "install"]
    assert command[4:] == ["fastapi", "segno"]


def test_a_path_of_python_with_blanks_can_be_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/my place/python")
    assert extras.how_to_install("segno") == '"/my place/python" -m pip install segno'


def test_a_package_that_cannot_be_loaded_is_said_to_be_there_with_its_fault() -> None:
    with (
        pytest.raises(BackendUnavailableError, match=r"need pyarrow \(wrong libc\); install"),
        extras.needing("Parquet files need", "pyarrow"),
    ):
        raise ImportError("wrong libc", name="pyarrow.lib")


def test_a_missing_module_of_ours_is_a_fault() -> None:
    with (
        pytest.raises(ModuleNotFoundError, match=r"cpsudoku\.tea"),
        extras.needing("tea needs", "tea"),
    ):
        raise ModuleNotFoundError("No module named 'cpsudoku.tea'", name="cpsudoku.tea")


def test_the_extra_all_has_every_package_that_an_answer_may_need() -> None:
    [everything] = EXTRAS["all"]
    optional = set(EXTRAS) - {"all", "test", "dev", "docs", "mutation"}
    assert set(re.findall(r"\w+", everything)) == {"cpsudoku"} | optional
    assert EXTRAS["test"][0] == "cpsudoku[all]"
    named: set[str] = set()
    for path in (ROOT / "cpsudoku").rglob("*.py"):
        for call in re.findall(r"needing\((.*?)\)", path.read_text(encoding="utf-8")):
            named |= set(re.findall(r'"([\w-]+)"', call))
    asked = set().union(*(names(EXTRAS[extra]) for extra in optional))
    named -= {"pandas"}  # whose frames come only from callers that have it
    assert named == asked | (named & names(PROJECT["project"]["dependencies"]))


COMMANDS = [
    (("play", "--terminal", EASY), ["textual"], ["textual"]),
    (("serve",), ["fastapi"], ["fastapi", "uvicorn", "segno", "websockets"]),
    (("show", EASY, "-o", "shown.png"), ["cairosvg"], ["cairosvg"]),
    (("book", "-n", "1", "-o", "book.png"), ["cairosvg"], ["cairosvg"]),
    (("book", EASY, "-o", "book.pdf"), ["pypdf"], ["pypdf", "cairosvg"]),
    (("book", EASY, "-o", "book.pdf"), ["cairosvg"], ["cairosvg"]),
]


@pytest.mark.parametrize(("arguments", "gone", "wanted"), COMMANDS)
def test_a_command_says_what_it_needs_before_it_works(
    arguments: tuple[str, ...],
    gone: list[str],
    wanted: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [module for module in sys.modules if module.partition(".")[0] in gone]:
        monkeypatch.delitem(sys.modules, name)
    for room in ("web.serving", "web.site", "web.interface", "terminal.application"):
        monkeypatch.delitem(sys.modules, f"cpsudoku.{room}", raising=False)
    for name in gone:
        monkeypatch.setitem(sys.modules, name, None)
    found = run(*arguments)
    assert found.status == 2
    assert f"{', '.join(wanted)}; install with: {extras.how_to_install(*wanted)}" in found.err
    assert len(found.err.splitlines()) == 1  # nothing of what a booklet is made of
    assert list(tmp_path.iterdir()) == []


def test_a_missing_library_of_the_system_is_named() -> None:
    script = (
        "import sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'cairosvg':\n"
        "            raise OSError('no library called \"cairo\" was found')\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from cpsudoku.drawing import converting\n"
        "converting.converter('png')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert "need Cairo, a library of the system: `apt install libcairo2`" in done.stderr
