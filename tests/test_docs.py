"""README and the docs keep their word: examples give what they show, links lead somewhere."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku import backends
from cpsudoku.cli import registry
from cpsudoku.formats import base as notations
from cpsudoku.formats.rules_words import _ADDED, _NAMED

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
EXPECTED = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
TEXTS = {str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in PAGES}


def blocks(text: str, kind: str) -> list[str]:
    """Return what stands between the fences of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


# What needs the compiled core, or would take minutes in plain Python; so do most of other pages.
COMPILED = re.compile(
    r"cpsudoku (rate|explain|hint|generate|repair|prove|canon|grids) "
    r"|compare --by|--estimate|--rules 9\+-72|--steps"
)

Shown = tuple[str, str]
"""A command with the output that it is said to give."""


def runs() -> list[list[Shown]]:
    """Return what is run together: each command alone, or a block of which some write files."""
    found: list[list[Shown]] = []
    for block in (block for text in TEXTS.values() for block in blocks(text, "console")):
        parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
        shown = [(command, output) for command, _, output in (p.partition("\n") for p in parts)]
        writes = any(re.search(r" (-o|--output|--job|-i\S*) ", command) for command, _ in shown)
        found += [shown] if writes else [[one] for one in shown]
    return [run for n, run in enumerate(found) if run not in found[:n]]


def is_compiled(run: list[Shown]) -> bool:
    plain = TEXTS["README.md"]
    return any(COMPILED.search(command) or f"$ {command}\n" not in plain for command, _ in run)


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A directory with the puzzles, and an environment in which ``cpsudoku`` is this one."""
    (tmp_path / "puzzles").symlink_to(ROOT / "puzzles")
    program = tmp_path / "bin" / "cpsudoku"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cpsudoku "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return tmp_path, os.environ | {"PATH": path, "PYTHONUTF8": "1"}


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


@pytest.mark.parametrize("page", [page for page in TEXTS if "cpsudoku " in TEXTS[page]])
def test_commands_that_are_named_exist_with_their_options(page: str) -> None:
    text = TEXTS[page]
    scripts = "\n".join(blocks(text, "sh"))
    named = re.findall(r"`cpsudoku (?!aside)([^`]*)`", text)  # begins names of what the page keeps
    named += re.findall(r"^(?: {4}|\$ )cpsudoku (.*)$", text, re.MULTILINE)
    named += re.findall(r"^cpsudoku (.*)$", scripts, re.MULTILINE)
    for words in (line.partition(" |")[0].split() or ["help"] for line in named):
        if words[0] not in registry.HELP:
            assert words[0] in {"help", "--show-completion", "--version"}, words
            continue
        options = registry.command_of(words[0]).params
        known = {name for one in options for name in (*one.opts, *one.secondary_opts)}
        assert {word for word in words if word.startswith("--")} <= known | {"--help"}, words


BENCHMARK = re.compile(r"(?:python benchmarks/(\w+\.py)|\bbench_(\w+))([^`\n]*)")


@pytest.mark.parametrize("page", [page for page, text in TEXTS.items() if BENCHMARK.search(text)])
def test_benchmarks_that_are_named_exist_with_their_options(page: str) -> None:
    for script, core, words in BENCHMARK.findall(TEXTS[page]):
        shared = "benchmarks/contest.hpp" if core else "cpsudoku/cli/options.py"
        places = (f"benchmarks/{script or core + '.cpp'}", shared)
        known = "".join((ROOT / place).read_text("utf-8") for place in places)
        for option in re.findall(r"(?<!\S)--[a-z-]+", re.sub(r'"[^"]*"|#.*', "", words)):
            assert re.search(f'"{option}[" ]', known), (script or core, option)


@pytest.mark.parametrize("page", [page for page in TEXTS if page.startswith("docs/measurements/")])
def test_every_table_of_measurements_has_its_command(page: str) -> None:
    for section in re.split(r"(?m)^## ", TEXTS[page])[1:]:
        if "|--" in section:
            assert re.search(r"benchmarks/\w+\.py|bench_\w|cpsudoku \w", section), section[:60]


# Other packages that a page shows, all in the extra `test`.
WITH = {"docs/reference/python.md": ("pandas", "polars", "duckdb", "pyarrow")}
PLAIN = {"docs/reference/rules.md", "docs/reference/notations.md"}


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=() if page in PLAIN else pytest.mark.compiled)
        for page, text in TEXTS.items()
        if blocks(text, "pycon")
    ],
)
def test_examples_in_python_give_what_they_show(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for package in WITH.get(page, ()):
        pytest.importorskip(package, reason="the test extra")
    text = "\n".join(blocks(TEXTS[page], "pycon"))
    runner = doctest.DocTestRunner(optionflags=EXPECTED)
    runner.run(doctest.DocTestParser().get_doctest(text, {}, page, page, 0))
    assert runner.summarize(verbose=False).failed == 0


def test_there_are_examples_of_both_kinds() -> None:
    assert len(runs()) > 20
    assert len(blocks(TEXTS["README.md"], "console")) >= 2
    assert len([text for text in TEXTS.values() if blocks(text, "pycon")]) > 5


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    words = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", words):
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


def test_pages_that_code_and_changelog_name_are_there() -> None:
    code = (path for end in ("py", "[ch]pp") for path in (ROOT / "cpsudoku").rglob(f"*.{end}"))
    for path in (ROOT / "CHANGELOG.md", *code):
        for named in re.findall(r"\bdocs/[\w/-]+\.md", path.read_text("utf-8")):
            assert (ROOT / named).is_file(), (path, named)


def test_the_table_of_backends_has_those_that_there_are() -> None:
    text = TEXTS["docs/reference/backends.md"]
    table = text[text.index("| backend |") :].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(backends.BUILT_IN)


@pytest.mark.parametrize("option", ["json", "timeout", "output"])
def test_most_commands_know_the_options_that_they_are_said_to_know(option: str) -> None:
    commands = list(map(registry.command_of, registry.HELP))
    knowing = [one for one in commands if f"--{option}" in {n for p in one.params for n in p.opts}]
    assert f"`--{option}`" in TEXTS["docs/start/first-hour.md"]
    assert len(knowing) > len(commands) / 2


def test_the_page_on_python_has_all_calls_about_many() -> None:
    calls = [name for name in cpsudoku.__all__ if name.endswith(("_many", "_stream"))]
    assert len(calls) > 5
    for name in calls:
        assert f"`{name}`" in TEXTS["docs/reference/python.md"]


def test_the_reference_of_notations_has_all_of_them() -> None:
    rows = re.findall(r"(?m)^\| \[.*$", TEXTS["docs/reference/notations.md"])
    assert set(notations.names()) <= set(re.findall(r"`([a-z0-9]+)`", "".join(rows)))


def test_the_reference_of_rules_has_all_words() -> None:
    for name in (*_ADDED, *_NAMED):
        assert f"`{name}`" in TEXTS["docs/reference/rules.md"]
