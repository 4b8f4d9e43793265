"""The pages on techniques are in step with the program: table, sentences, pictures."""

import re
import shlex
from pathlib import Path

import pytest
from command_line import run

from cpsudoku.logic.paths import technique_names
from cpsudoku.logic.techniques import TECHNIQUES

PAGES = Path(__file__).parents[2] / "docs" / "reference" / "techniques"
COMMAND = re.compile(r"^    cpsudoku (explain .*)$", re.MULTILINE)


def examples() -> list[tuple[str, str]]:
    """Each command of the pages with the page's text."""
    return [
        (command, path.read_text(encoding="utf-8"))
        for path in sorted(PAGES.glob("*.md"))
        for command in COMMAND.findall(path.read_text(encoding="utf-8"))
    ]


@pytest.mark.compiled
def test_the_table_is_what_the_program_prints() -> None:
    table = run("techniques", "--markdown").out
    assert table in (PAGES / "README.md").read_text(encoding="utf-8")
    assert len(table.splitlines()) == 2 + len(set(technique_names()) & set(TECHNIQUES))


@pytest.mark.compiled
def test_each_technique_stands_on_the_page_of_its_family() -> None:
    pages = [path.read_text(encoding="utf-8") for path in PAGES.glob("*-*.md")]
    pages += [path.read_text(encoding="utf-8") for path in PAGES.glob("[a-z]*.md")]
    for line in run("techniques", "--markdown").lines[2:]:
        name = line.split("|")[1].strip()
        assert any(f"| {name} |" in page for page in pages), name


@pytest.mark.thorough(but=8)
@pytest.mark.compiled
@pytest.mark.parametrize(("command", "page"), examples(), ids=lambda text: text[-40:-4])
def test_examples_are_what_their_commands_make(command: str, page: str, tmp_path: Path) -> None:
    arguments = shlex.split(command)
    picture = Path(arguments.pop())
    assert arguments.pop() == "-o"
    made = tmp_path / "made.svg"
    assert run(*arguments, "-o", made).status == 0
    assert made.read_text() == (PAGES / picture.name).read_text()
    sentence = run(*arguments).out.strip().partition(". ")[2]
    assert f"> {sentence}\n" in page
    assert f"]({picture.name})" in page
