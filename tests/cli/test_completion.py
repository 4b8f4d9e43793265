"""What shells offer for half typed values."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from command_line import PROGRAM, refusal, run

from cpsudoku import backends
from cpsudoku.cli import registry


def offer(incomplete: str, name: str, of: str = "solve") -> dict[str, str]:
    """What an option offers for the beginning of a value."""
    command = registry.command_of(of)
    (option,) = (one for one in command.params if name in one.opts)
    found = option.shell_complete(click.Context(command), incomplete)
    return {item.value: item.help or "" for item in found}


def test_backends_and_their_choices_are_offered_with_a_line() -> None:
    offered = offer("", "--backend")
    assert set(backends.names()) <= offered.keys()
    assert offered["backtrack:index"] == backends.choices("backtrack")["index"]
    assert list(offer("backtrack:p", "--backend")) == ["backtrack:pruned"]
    assert offer("nothing", "--backend") == {}


def test_of_a_list_the_last_name_is_completed() -> None:
    found = offer("dlx,backtrack:p", "--backends", "compare")
    assert list(found) == ["dlx,backtrack:pruned"]
    assert "all" in offer("", "--backends", "compare")


def test_rules_are_offered_as_a_base_and_as_what_is_added() -> None:
    assert "latin:" in offer("", "--rules")
    assert list(offer("6+diagonals+w", "--rules")) == ["6+diagonals+windows"]


def test_notations_are_offered() -> None:
    assert list(offer("js", "--format")) == ["json", "jsonl"]


def test_a_broken_backend_does_not_break_completion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BUILT_IN, "gone", "no_such_module:Gone")
    found = offer("", "--backend")
    assert "dlx" in found
    assert "gone" not in found


SCRIPT = "import sys; sys.argv[0] = 'cpsudoku'; from cpsudoku.cli.application import run; run()"


def offered(shell: str, **asked: str) -> list[str]:
    """What the program offers, asked as the shell's script does."""
    environment = os.environ | {"_CPSUDOKU_COMPLETE": f"{shell}_complete"} | asked
    done = subprocess.run(
        [PROGRAM[0], "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_fish_gets_the_offer() -> None:
    found = offered(
        "fish",
        COMP_WORDS="cpsudoku solve --backend backtrack:f",
        COMP_CWORD="backtrack:f",
    )
    assert "backtrack:fewest" in "".join(found)


def test_zsh_gets_the_offer() -> None:
    found = offered("zsh", COMP_WORDS="cpsudoku solve --rules 9+dia", COMP_CWORD="3")
    assert "9+diagonals" in found


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["solve", "-b", "backtrack", ":", "f"], ["fewest"]),
        (["compare", "-b", "dlx,backtrack", ":", "p"], ["pruned"]),
        (["solve", "--option", "presolve", "=", "pro"], ["probing"]),
        (["solve", "--format", "j"], ["json", "jsonl"]),
        (["export", "--to", "c"], ["cp-sat"]),
        (["generate", "--symmetry", "flip+d"], ["flip+diagonal", "flip+diagonal+antidiagonal"]),
        (["generate", "--columns", "puzzle,so"], ["puzzle,solution", "puzzle,solutions"]),
        (["prove", "--solver", "cadical15"], ["cadical153"]),
    ],
    ids=" ".join,
)
def test_bash_gets_what_follows_the_word_that_it_replaces(
    words: list[str], expected: list[str]
) -> None:
    line = "\n".join(["cpsudoku", *words])
    found = offered("bash", COMP_WORDS=line, COMP_CWORD=str(len(words)))
    assert found == [f"plain,{one}" for one in expected]


def test_bash_gets_all_values_behind_an_option() -> None:
    found = offered("bash", COMP_WORDS="cpsudoku\nsolve\n--format\n", COMP_CWORD="3")
    assert {"plain,line", "plain,json", "plain,sdk"} <= set(found)


@pytest.mark.posix
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_a_real_bash_completes_with_the_script_that_is_installed(tmp_path: Path) -> None:
    program = tmp_path / "cpsudoku"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{SCRIPT}" "$@"\n')
    program.chmod(0o755)
    asking = (
        'eval "$(_CPSUDOKU_COMPLETE=bash_source cpsudoku)"\n'
        "COMP_WORDS=(cpsudoku solve -b backtrack : f) COMP_CWORD=5\n"
        '_cpsudoku_completion cpsudoku; echo "${COMPREPLY[@]}"\n'
    )
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "--norc", "-c", asking],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "fewest\n"


def test_arguments_are_completed_as_files() -> None:
    found = offered("bash", COMP_WORDS="cpsudoku\nsolve\npuzz", COMP_CWORD="2")
    assert found == ["file,puzz"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_shown(shell: str) -> None:
    shown = run("--show-completion", shell)
    assert shown.status == 0
    assert f"_CPSUDOKU_COMPLETE={shell}_complete" in shown.out
    assert "did you mean 'bash'" in refusal("--show-completion", "bsh")
