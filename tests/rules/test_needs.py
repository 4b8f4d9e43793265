"""What knows groups alone refuses other rules, everywhere and in the user's words."""

from collections.abc import Callable
from typing import Any

import pytest

import cpsudoku
from cpsudoku import backends
from cpsudoku.backends.base import Backend, Engine
from cpsudoku.encodings import machines
from cpsudoku.errors import UnsupportedError
from cpsudoku.export import LANGUAGES, export
from cpsudoku.generation.filling import random_grid
from cpsudoku.generation.final_grids import final_grids
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import GROUPS_ALONE, Linear, Or, Rules, boxes, classic, rectangular

CAGE = Linear((0, 1), (1, 1), "=", (5,), label="killer cage")
CAGED = boxes(2, 2).with_constraints([CAGE])
PUZZLE = Puzzle.empty(CAGED)
SAYS = "cannot say: killer cage r1c1 r1c2"


@pytest.mark.parametrize(
    "call",
    [
        lambda: cpsudoku.generate(1, rules=CAGED),
        lambda: next(final_grids(1, rules=CAGED)),
        lambda: random_grid(CAGED, Randomness(0, 0)),
        lambda: cpsudoku.solve(PUZZLE, backend=Everything()),
        lambda: cpsudoku.solve(PUZZLE, backend="backtrack", core="compiled"),
    ],
    ids=[
        "generate",
        "final grids",
        "random grid",
        "foreign",
        "compiled",
    ],
)
def test_methods_that_lean_on_groups_refuse_other_constraints(call: Callable[[], Any]) -> None:
    with pytest.raises(UnsupportedError, match=SAYS):
        call()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.compiled if name == "fd" else ())
        for name in backends.names()
    ],
)
def test_backends_refuse_what_they_do_not_know(name: str) -> None:
    backend = backends.get(name)
    support = backend.supports(CAGED)
    assert bool(support) == (Linear in backend.knows)
    if not support:
        assert support.reason == SAYS
        with pytest.raises(UnsupportedError, match=f"'{name}': {SAYS}"):
            cpsudoku.solve(PUZZLE, backend=name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_say_all_of_the_rules(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(export(PUZZLE, language)) != list(export(Puzzle.empty(boxes(2, 2)), language))
    monkeypatch.setattr(machines, "MOST_STEPS", 5000)
    powers = Linear(tuple(range(16)), tuple(3**i for i in range(16)), "!=", (3**15,), "powers")
    with pytest.raises(UnsupportedError, match=r"too big to encode: powers$"):
        list(
            export(Puzzle.empty(boxes(2, 2).with_constraints([Or((powers,), "powers")])), language)
        )


class Everything(Backend):
    """A backend from elsewhere that says it supports whatever it is given."""

    name = "everything"
    summary = ""
    knows = GROUPS_ALONE

    def compile(self, rules: Rules, **options: object) -> Engine:
        raise AssertionError("rules that it does not know")


def test_a_square_is_asked_for_where_it_is_needed() -> None:
    puzzle = Puzzle.empty(rectangular(2, 3))
    for call in (
        lambda: cpsudoku.certify(puzzle, "nowhere"),
        lambda: cpsudoku.generate(1, rules=puzzle.rules),
        lambda: cpsudoku.canonical(puzzle),
    ):
        with pytest.raises(UnsupportedError, match=r"square|symmetries"):
            call()


def test_the_bitboard_has_the_classic_rules_alone() -> None:
    support = backends.get("bitboard").supports(classic().with_diagonals())
    assert "only the classic" in support.reason
