"""What the shell offers for the name of a backend."""

import os
import subprocess

import pytest
from command_line import PROGRAM

from cpsudoku import backends
from cpsudoku.cli.completion import backend, backends_list


def test_backends_and_their_choices_are_offered_with_a_line() -> None:
    offered = dict(backend(""))
    assert set(backends.names()) <= offered.keys()
    assert offered["backtrack:index"] == backends.choices("backtrack")["index"]
    assert [name for name, _ in backend("backtrack:p")] == ["backtrack:pruned"]
    assert backend("nothing") == []


def test_of_a_list_the_last_name_is_completed() -> None:
    assert [text for text, _ in backends_list("dlx,bitboard:p")] == ["dlx,bitboard:portable"]


def test_a_broken_backend_does_not_break_completion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BUILT_IN, "gone", "no_such_module:Gone")
    assert "dlx" in dict(backend(""))
    assert "gone" not in dict(backend(""))


def test_the_shell_gets_the_offer() -> None:
    environment = os.environ | {
        "_CPSUDOKU_COMPLETE": "complete_fish",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "_TYPER_COMPLETE_ARGS": "cpsudoku solve --backend backtrack:",
    }
    script = "from cpsudoku.cli.group import run; run()"
    done = subprocess.run(
        [PROGRAM[0], "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert "backtrack:index" in done.stdout
