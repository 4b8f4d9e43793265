"""The tables of docs/reference/tables.md are what trying every command gives."""

from pathlib import Path

import pytest
from tabulating import BARE, DOCS, TABLES, line, prepare

from cpsudoku.cli import registry

ELSEWHERE = {
    "atlas",
    "dataset",
    "site",
    "techniques",
    "verify",
    "decode",
    "same",
    "play",
    "serve",
    "backends",
    "help",
}
"""Commands that neither read nor make puzzles by the row."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tables")
    prepare(made)
    return made


@pytest.mark.thorough(but=3)
@pytest.mark.compiled
@pytest.mark.parametrize("command", BARE)
def test_the_tables_of_commands_are_what_trying_gives(command: str, folder: Path) -> None:
    text = DOCS.read_text(encoding="utf-8")
    for name in TABLES:
        table = text[text.index(f"<!-- {name} -->") :].partition("<!-- end -->")[0]
        (committed,) = [row for row in table.splitlines() if row.startswith(f"| `{command}` ")]
        assert committed + "\n" == line(name, command, folder)


def test_every_command_is_tried_or_has_no_puzzles_to_read_or_make() -> None:
    assert set(registry.HELP) == {*BARE, *ELSEWHERE}
