"""The manual page has all that the help has."""

import re
import shutil
import subprocess

import click
import pytest

from cpsudoku import __version__
from cpsudoku.cli import manual, registry


@pytest.fixture(scope="module")
def page() -> str:
    return manual.page()


@pytest.mark.parametrize("name", registry.HELP)
def test_every_command_is_there_with_its_options(name: str, page: str) -> None:
    [_, part] = page.replace("\\-", "-").split(f".SS cpsudoku {name} ")
    part = re.split(r"^\.S[SH]", part, maxsplit=1, flags=re.MULTILINE)[0]
    shown = " ".join(part.replace("\\&", "").replace("\\e", "\\").split())
    shown = re.sub(r"\\\[u(\w{4})\]", lambda found: chr(int(found[1], 16)), shown)
    command = registry.command_of(name)
    for parameter in command.params:
        is_option = parameter.param_type_name == "option"
        names = parameter.opts if is_option else [str(parameter.metavar)]
        for one in names:
            assert re.search(rf"^\\fB(.*, )?{re.escape(one)}(,.*)?\\fR", part, re.MULTILINE), one
        record = parameter.get_help_record(click.Context(command))
        assert record is not None
        words = " ".join(record[1].split())
        assert words in shown
    assert (command.help or "").split("\n")[0].split()[:3] == part.split("\n")[1].split()[:3]


def test_the_page_says_what_it_is_about(page: str) -> None:
    assert page.startswith(f'.TH CPSUDOKU 1 "" "cpsudoku {__version__}"')
    assert page.count("\n.SH ") == 4 + len(registry.COMMANDS)


def test_nothing_is_taken_for_a_request() -> None:
    wrapped = manual._wrapped("a " * 38 + ".png or 'x' and C:\\new, with -n or --json, well-known")
    assert "\n\\&.png" in wrapped
    assert "C:\\enew, with \\-n or \\-\\-json, well-known" in wrapped.replace("\n", " ")
    requests = {line.split()[0] for line in manual.page().splitlines() if line[0] in ".'"}
    assert requests == {".TH", ".SH", ".SS", ".B", ".PP", ".TP"}


@pytest.mark.parametrize(
    "check", [["mandoc", "-Tlint", "-Wwarning"], ["groff", "-man", "-ww", "-z"]]
)
def test_programs_that_show_manuals_have_nothing_to_complain_of(
    check: list[str], page: str
) -> None:
    if shutil.which(check[0]) is None:
        pytest.skip(f"there is no {check[0]} here")
    done = subprocess.run(check, input=page, capture_output=True, text=True, check=False)
    said = (done.stdout + done.stderr).splitlines()
    assert [line for line in said if "missing date" not in line] == []
