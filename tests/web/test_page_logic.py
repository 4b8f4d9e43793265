"""What of the page needs no browser: its modules' own tests, run by Node."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

NODE = shutil.which("node")
OLDEST = (20, 19)
"""Older ones take a file of another folder for no module, unless a package says so."""

TESTS = sorted((Path(__file__).parent / "modules").glob("*.test.js"))


def is_there() -> bool:
    if NODE is None:
        return False
    version = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, version.strip().removeprefix("v").split(".")[:2])) >= OLDEST


@pytest.mark.skipif(not is_there(), reason="there is no Node of 20.19 or newer on this machine")
@pytest.mark.parametrize("file", TESTS, ids=[file.stem for file in TESTS])
def test_the_modules_of_the_page_do_what_their_tests_say(file: Path) -> None:
    environment = os.environ | {"NODE_NO_WARNINGS": "1"}
    ended = subprocess.run(
        [str(NODE), "--test", file], capture_output=True, text=True, check=False, env=environment
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
