"""What README says of itself is so: two screens, a picture, and the set-up that is checked."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from command_line import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def set_up() -> list[str]:
    """Return the two commands that install, and that test."""
    return [block.strip() for block in re.findall(r"(?ms)^```sh\n(.*?)^```$", README)]


def test_it_is_two_screens_with_three_reasons() -> None:
    assert len(README.splitlines()) <= 120
    first = README.partition("\n## ")[0]
    assert len(re.findall(r"^- \*\*.*?\]\(docs/", first, re.MULTILINE | re.DOTALL)) == 3


@pytest.mark.compiled
def test_its_picture_is_what_its_command_draws(tmp_path: Path) -> None:
    (picture,) = re.findall(r"^!\[.*\]\((.*)\)$", README, re.MULTILINE)
    (command,) = re.findall(r"^    cpsudoku (.* -o \S+)$", README, re.MULTILINE)
    *arguments, there = shlex.split(command)
    assert there == picture
    made = tmp_path / "made.svg"
    assert run(*arguments, made).status == 0
    assert made.read_text() == (ROOT / picture).read_text()


def test_set_up_is_two_commands_after_the_clone() -> None:
    solve, check = set_up()
    assert "\n" not in solve + check
    assert "solve puzzles/wikipedia.sdk --backend sat" in solve
    for command in (solve, check):
        assert command.startswith(
            "python3 -m venv .venv && .venv/bin/pip install uv && .venv/bin/uv pip install "
        )
    assert README.index("git clone ") < README.index(solve) < README.index("$ cpsudoku ")


@pytest.mark.posix
def test_what_is_checked_is_what_the_readme_says() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    lines = [line.replace(" -q", "").replace('"$venv"', ".venv") for line in script.splitlines()]
    steps = set_up()[1].replace(".venv/bin/", "").split(" && ")
    assert steps[2] == "uv pip install -e '.[test]'"
    steps[2] = "uv pip install -e '.[test,dev]'"  # the same and ruff and mypy
    assert [line for line in lines if line in steps] == steps
    for check in ("ruff check .", "ruff format --check .", "mypy"):
        assert check in lines


def test_a_second_installation_finds_what_the_first_has_compiled() -> None:
    """An isolated build removes the objects at the top of the build that another one made."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    source = ROOT / project["tool"]["scikit-build"]["cmake"]["source-dir"] / "CMakeLists.txt"
    lines = [line for line in source.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    commands = [line.partition("(")[0] for line in lines if line]
    assert commands == ["cmake_minimum_required", "project", "add_subdirectory"]
