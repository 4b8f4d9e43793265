"""A server of the page in a process of its own, for tests that ask it as clients do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def server(*options: str, **environment: str) -> Iterator[str]:
    """Run ``cpsudoku serve`` and give its address; it is ended as Ctrl-C ends it."""
    port = () if {"--port", "--fpuzzles"} & {*options} else ("--port", "0")
    command = [sys.executable, "-m", "cpsudoku", "serve", *port, *options]
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONWARNINGS": "default"} | environment,
    )
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        found = re.match(r"(http://\S+)", line)
        assert found, line + process.stderr.read()
        yield found[1]
    finally:
        process.terminate()
        process.communicate(timeout=60)
