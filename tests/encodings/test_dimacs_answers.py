"""Answers of SAT solvers are read in every usual form, and nothing else is taken for one."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.encodings.cnf import DimacsAnswer, read_dimacs
from cpsudoku.errors import FormatError


@pytest.mark.parametrize(
    ("text", "satisfiable", "literals"),
    [
        ("s SATISFIABLE\nv 1 -2 0\n", True, (1, -2)),
        ("c a comment\nv 1\nv -2 3 0\ns SATISFIABLE\n", True, (1, -2, 3)),
        ("SAT\n1 -2 0\n", True, (1, -2)),
        ("v 1 -2 0", True, (1, -2)),
        ("s UNSATISFIABLE\n", False, ()),
        ("UNSAT\n", False, ()),
        ("s UNKNOWN\n", None, ()),
        ("INDET\n", None, ()),
        ("WARNING: for repeatability\n| stat: 3 |\n\nUNSATISFIABLE\n", False, ()),
        ("s SATISFIABLE\r\nv 1 0\r\nv 7 0\r\n", True, (1,)),
    ],
)
def test_answers_are_read(text: str, satisfiable: bool | None, literals: tuple[int, ...]) -> None:
    assert read_dimacs(text) == DimacsAnswer(satisfiable, literals)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", None, "neither"),
        ("hello\n", None, "neither"),
        ("s PERHAPS\n", 1, "PERHAPS"),
        ("\nv 1 x 0\n", 2, "'x'"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", 2, "contradicts"),
    ],
)
def test_what_is_no_answer_is_refused(text: str, line: int | None, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read_dimacs(text)
    assert caught.value.line == line


@given(st.text(alphabet="sv 0123-\nSATUN", max_size=60))
def test_any_text_is_an_answer_or_refused(text: str) -> None:
    with contextlib.suppress(FormatError):
        assert 0 not in read_dimacs(text).literals
