"""What the README says is so: its examples run, and its set-up is the one that is checked."""

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku import backends, formats
from cpsudoku.cli import registry
from cpsudoku.formats import base as notations
from cpsudoku.formats.rules_words import _ADDED, _NAMED

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXPECTED = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


# What needs the compiled core; the others would take minutes in plain Python.
COMPILED = re.compile(
    r"cpsudoku (rate|explain|hint|generate|repair|prove|canon|grids) "
    r"|compare --by|--estimate|--rules 9\+-72"
)


Shown = tuple[str, str]
"""A command of the README with the output that it is said to give."""


def runs() -> list[list[Shown]]:
    """Return what is run together: each command alone, or a block of which some write files."""
    found = []
    for block in blocks("console"):
        parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
        shown = [(command, output) for command, _, output in (p.partition("\n") for p in parts)]
        writes = any(re.search(r" (-o|--output|-i\S*) ", command) for command, _ in shown)
        found += [shown] if writes else [[one] for one in shown]
    return found


def is_compiled(run: list[Shown]) -> bool:
    return any(COMPILED.search(command) for command, _ in run)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A directory with the puzzles, and an environment in which ``cpsudoku`` is this one."""
    directory = tmp_path_factory.mktemp("readme")
    (directory / "puzzles").symlink_to(ROOT / "puzzles")
    program = directory / "bin" / "cpsudoku"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cpsudoku "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return directory, os.environ | {"PATH": path, "PYTHONUTF8": "1"}


@pytest.mark.thorough(but=8)
@pytest.mark.posix
@pytest.mark.parametrize(
    "run",
    [pytest.param(run, marks=pytest.mark.compiled if is_compiled(run) else ()) for run in runs()],
    ids=lambda run: run[0][0][:40],
)
def test_commands_give_the_output_shown(
    run: list[Shown], place: tuple[Path, dict[str, str]]
) -> None:
    directory, environment = place
    for command, output in run:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=directory,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert "Traceback" not in done.stderr
        assert doctest.OutputChecker().check_output(output, done.stdout, EXPECTED), (
            f"{command}\nexpected:\n{output}\ngot:\n{done.stdout}{done.stderr}"
        )


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        place, _, heading = target.partition("#")
        file = page.parent / place if place else page
        assert file.is_file(), target
        if not heading:
            continue
        headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        found = {re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings}
        assert heading in found, target


def test_the_table_of_backends_has_those_that_there_are() -> None:
    table = README[README.index("| backend |") :].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(backends.BUILT_IN)


def test_there_are_as_many_notations_as_are_promised() -> None:
    assert "any of fifteen notations" in README
    assert len(formats.names()) == 15


@pytest.mark.parametrize("option", ["json", "timeout", "output"])
def test_most_commands_know_the_options_that_they_are_said_to_know(option: str) -> None:
    commands = list(map(registry.command_of, registry.HELP))
    knowing = [one for one in commands if f"--{option}" in {n for p in one.params for n in p.opts}]
    assert f"`--{option}`" in README
    assert len(knowing) > len(commands) / 2


def test_there_are_examples_of_both_kinds() -> None:
    assert len(runs()) > 5
    assert len(blocks("pycon")) > 2


@pytest.mark.compiled
def test_python_examples_hold() -> None:
    text = "\n".join(blocks("pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.posix
def test_set_up_is_two_commands() -> None:
    assert len(blocks("sh")) == 2
    solve, check = (block.strip() for block in blocks("sh"))
    assert "\n" not in solve + check
    assert "solve puzzles/wikipedia.sdk --backend sat" in solve
    for block in (solve, check):
        assert block.startswith(
            "python3 -m venv .venv && .venv/bin/pip install uv && .venv/bin/uv pip install "
        )


@pytest.mark.posix
def test_what_is_checked_is_what_the_readme_says() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    lines = [line.replace(" -q", "").replace('"$venv"', ".venv") for line in script.splitlines()]
    steps = blocks("sh")[1].strip().replace(".venv/bin/", "").split(" && ")
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


@pytest.mark.parametrize("page", ["rules", "notations"])
def test_examples_of_the_references_give_what_they_show(page: str) -> None:
    path = ROOT / "docs" / f"{page}.md"
    ran = doctest.testfile(str(path), module_relative=False, optionflags=EXPECTED)
    assert ran.attempted
    assert not ran.failed


@pytest.mark.compiled
def test_examples_of_the_page_on_python_give_what_they_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for package in ("pandas", "polars", "duckdb", "pyarrow"):
        pytest.importorskip(package, reason="the test extra")
    path = ROOT / "docs" / "python.md"
    ran = doctest.testfile(str(path), module_relative=False, optionflags=EXPECTED)
    assert ran.attempted > 30
    assert not ran.failed


def test_the_page_on_python_has_all_calls_about_many() -> None:
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    calls = [name for name in cpsudoku.__all__ if name.endswith(("_many", "_stream"))]
    assert len(calls) > 5
    for name in calls:
        assert f"`{name}`" in text


def test_the_reference_of_notations_has_all_of_them() -> None:
    text = (ROOT / "docs" / "notations.md").read_text(encoding="utf-8")
    listed = re.findall(r"`([a-z]+)`", "".join(re.findall(r"(?m)^\| \[.*$", text)))
    assert set(notations.names()) <= set(listed)


def test_the_reference_of_rules_has_all_words() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for name in (*_ADDED, *_NAMED):
        assert f"`{name}`" in text
