"""`cpsudoku backends`."""

import json
import sys

import pytest
from command_line import run

from cpsudoku import backends


def test_every_backend_is_listed_with_its_summary() -> None:
    listed = run("backends")
    assert listed.status == 0
    for name in backends.names():
        assert any(line.split()[0] == name for line in listed.lines)
        assert backends.get(name).summary in listed.out


def test_the_compiled_core_is_told() -> None:
    present = "cpsudoku._native" in sys.modules
    document = json.loads(run("backends", "--json").out)
    assert document["compiled_core"] is present
    assert run("backends").lines[0] == f"compiled core: {'present' if present else 'missing'}"


def test_a_backend_that_cannot_be_loaded_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BUILT_IN, "gone", "no_such_module:Gone")
    listed = run("backends")
    assert listed.status == 0
    line = next(line for line in listed.lines if line.startswith("gone"))
    assert "missing" in line
    assert "no_such_module" in line
