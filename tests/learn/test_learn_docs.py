"""What docs/learn.md shows is so."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.compiled
def test_the_examples_of_the_page_run() -> None:
    ran = doctest.testfile(str(DOCS / "learn.md"), module_relative=False, verbose=False)
    assert ran.attempted > 8
    assert ran.failed == 0
