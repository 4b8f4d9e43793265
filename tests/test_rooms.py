"""Rooms at the top of the house can be taken away: the rest imports, and its commands work."""

import subprocess
import sys

import pytest
from well_known import EASY, EASY_SOLVED

from cpsudoku.cli.failures import LEFT_OUT

HIDDEN = """
import sys

class Hiding:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        is_hidden = name == hidden or name.startswith(hidden + ".")
        return None if is_hidden else self.finder.find_spec(name, path, target)

hidden = sys.argv.pop(1)
sys.meta_path = list(map(Hiding, sys.meta_path))
"""

EVERYTHING = """
import pkgutil
from importlib import import_module
import cpsudoku
from cpsudoku.cli.registry import HELP, command_of

for found in pkgutil.walk_packages(cpsudoku.__path__, "cpsudoku."):
    own = ["cpsudoku.cli.commands", "cpsudoku.__main__", "cpsudoku.learn.adapters", hidden]
    if not any(found.name.startswith(one) for one in own):
        import_module(found.name)
for name in HELP:
    command_of(name)
"""

COMMAND = "from cpsudoku.cli.application import run; run()"

COMMANDS_OF = {
    "atlas": "atlas", "certificates": "prove verify", "comparison": "compare",
    "export": "export decode", "jobs": "", "learn": "dataset", "terminal": "", "tracing": "trace",
    "web": "play serve site",
}  # fmt: skip


def without(room: str, code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    whole = [sys.executable, "-c", HIDDEN + code, room, *arguments]
    return subprocess.run(whole, capture_output=True, text=True, check=False)


def test_every_room_that_can_be_left_out_is_tried() -> None:
    assert {f"cpsudoku.{room}" for room in COMMANDS_OF} == LEFT_OUT


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("room", sorted(LEFT_OUT))
def test_the_rest_imports_without_a_room(room: str) -> None:
    found = without(room, EVERYTHING)
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("room", sorted(LEFT_OUT))
def test_commands_work_without_a_room_and_its_own_are_not_there(room: str) -> None:
    solved = without(room, COMMAND, "solve", EASY)
    assert (solved.returncode, solved.stdout, solved.stderr) == (0, f"{EASY_SOLVED}\n", "")
    for own in COMMANDS_OF[room.removeprefix("cpsudoku.")].split():
        refused = without(room, COMMAND, own)
        assert refused.returncode == 2
        assert f"there is no command {own!r}" in refused.stderr


@pytest.mark.parametrize(
    ("room", "arguments"),
    [
        ("cpsudoku.jobs", ("solve", EASY, "--job", "folder")),
        ("cpsudoku.jobs", ("check", EASY, "--cubes", "1", "--job", "folder")),
        ("cpsudoku.terminal", ("play", EASY, "--terminal")),
        ("cpsudoku.web", ("show", EASY, "-o", "page.html")),
        ("cpsudoku.comparison", ("check", EASY, "--backends", "dlx,sat")),
    ],
)
def test_options_say_which_room_they_need(room: str, arguments: tuple[str, ...]) -> None:
    refused = without(room, COMMAND, *arguments)
    said = f"cpsudoku: this needs {room}, which is not installed\n"
    assert (refused.returncode, refused.stderr) == (2, said)
