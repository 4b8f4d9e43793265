"""What shells offer for half typed values."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import PROGRAM

from cpsudoku import backends
from cpsudoku.cli import completion, options
from cpsudoku.cli.completion import rules

backend = options.BACKEND.autocompletion
backends_list = options.BACKENDS.autocompletion
notations = options.FORMAT.autocompletion


def test_backends_and_their_choices_are_offered_with_a_line() -> None:
    offered = dict(backend(""))
    assert set(backends.names()) <= offered.keys()
    assert offered["backtrack:index"] == backends.choices("backtrack")["index"]
    assert [name for name, _ in backend("backtrack:p")] == ["backtrack:pruned"]
    assert backend("nothing") == []


def test_of_a_list_the_last_name_is_completed() -> None:
    assert [text for text, _ in backends_list("dlx,bitboard:p")] == ["dlx,bitboard:portable"]
    assert "all" in dict(backends_list(""))


def test_rules_are_offered_as_a_base_and_as_what_is_added() -> None:
    assert "latin:" in dict(rules(""))
    assert [text for text, _ in rules("6+diagonals+w")] == ["6+diagonals+windows"]


def test_notations_are_offered() -> None:
    assert [name for name, _ in notations("js")] == ["json", "jsonl"]


def test_a_broken_backend_does_not_break_completion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BUILT_IN, "gone", "no_such_module:Gone")
    assert "dlx" in dict(backend(""))
    assert "gone" not in dict(backend(""))


SCRIPT = "import sys; sys.argv[0] = 'cpsudoku'; from cpsudoku.cli.application import run; run()"


def offered(shell: str, **asked: str) -> list[str]:
    """What the program offers, asked as the shell's script does."""
    environment = os.environ | {"_CPSUDOKU_COMPLETE": f"complete_{shell}"} | asked
    done = subprocess.run(
        [PROGRAM[0], "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_fish_gets_the_offer() -> None:
    found = offered(
        "fish",
        _TYPER_COMPLETE_FISH_ACTION="get-args",
        _TYPER_COMPLETE_ARGS="cpsudoku solve --backend backtrack:f",
    )
    assert [line.split("\t")[0] for line in found] == ["backtrack:fewest"]


def test_zsh_gets_the_offer() -> None:
    found = offered("zsh", _TYPER_COMPLETE_ARGS="cpsudoku solve --rules 9+dia")
    assert "9+diagonals" in "".join(found)


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
    assert set(found) <= set(expected)
    assert found


def test_bash_gets_all_values_behind_an_option() -> None:
    found = offered("bash", COMP_WORDS="cpsudoku\nsolve\n--format\n", COMP_CWORD="3")
    assert {"line", "json", "sdk"} <= set(found)


@pytest.mark.posix
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_a_real_bash_completes_with_the_script_that_is_installed(tmp_path: Path) -> None:
    program = tmp_path / "cpsudoku"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{SCRIPT}" "$@"\n')
    program.chmod(0o755)
    asking = (
        'eval "$(_CPSUDOKU_COMPLETE=source_bash cpsudoku)"\n'
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


def test_nobody_is_answered_who_does_not_ask() -> None:
    assert completion.asked_by() == ""
