"""The hardest puzzles: what neighbours there are, and that searches end at what was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

import numpy as np
import pytest

import cpsudoku
from cpsudoku import generation, logic
from cpsudoku.errors import GenerationError
from cpsudoku.generation import fitting
from cpsudoku.generation.digging import Digger
from cpsudoku.generation.making import GeneratedPuzzle
from cpsudoku.generation.searching import (
    ANCESTORS,
    LEAST_MOVES,
    Judge,
    NeighbourSearch,
    ancestors,
)
from cpsudoku.generation.specs import DifficultySpec, Spec
from cpsudoku.ground.randomness import Randomness
from cpsudoku.rules import boxes, classic
from cpsudoku.symmetry.orbits import orbits

pytestmark = pytest.mark.compiled

RED_DWARF = next(iter(ANCESTORS))
HARD = DifficultySpec(er=(94, 104))
MILD = DifficultySpec(er=(72, 84))
"""Sooner rated; searched for where `searching_for_all` says so."""


@pytest.fixture
def searching_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpsudoku.generation.specs._SEARCHED_FOR", 20)


def make(count: int, seed: int = 1, **specs: object) -> list[GeneratedPuzzle]:
    return list(generation.generate(count, seed=seed, **specs))  # type: ignore[arg-type]


def neighbours(text: str, **specs: object) -> set[str]:
    puzzle = cpsudoku.parse(text)
    spec = Spec(puzzle.rules, **specs)  # type: ignore[arg-type]
    maker = Digger(spec, seed=1, attempts=1)
    start = GeneratedPuzzle(0, spec.rules, puzzle.digits, ())
    return {str(made.puzzle) for made in maker.around(start, Randomness(1))}


def has_one_solution(digits: list[int]) -> bool:
    text = "".join(str(digit or ".") for digit in digits)
    return cpsudoku.count(text, limit=2).value == 1


def without(digits: list[int], cells: tuple[int, ...]) -> list[int]:
    return [0 if cell in cells else digit for cell, digit in enumerate(digits)]


def exchanges(digits: list[int], pairs: tuple[tuple[int, ...], ...]) -> Iterator[list[int]]:
    """Yield all puzzles with one orbit of givens taken out and any filled in."""
    for out in pairs:
        left = without(digits, out)
        for orbit in pairs:
            if left == digits or any(left[cell] for cell in orbit):
                continue
            for way in product(range(1, 5), repeat=len(orbit)):
                filled = dict(zip(orbit, way, strict=True))
                found = [filled.get(cell, digit) for cell, digit in enumerate(left)]
                if found != digits:
                    yield found


@pytest.mark.parametrize("symmetry", ["none", "rotate180"])
def test_neighbours_are_all_minimal_puzzles_of_one_exchange(symmetry: str) -> None:
    """Against a search of all exchanges, of which those are kept that need nothing taken away."""
    pairs = orbits(symmetry, 4)
    start = make(1, rules=boxes(2, 2), symmetry=symmetry)[0]
    found = neighbours(str(start.puzzle), symmetry=symmetry)
    expected = {
        "".join(str(digit or ".") for digit in digits)
        for digits in exchanges(list(start.digits), pairs)
        if has_one_solution(digits)
        and not any(has_one_solution(without(digits, o)) for o in pairs if digits[o[0]])
    }
    assert expected
    assert expected <= found
    for text in found - expected:  # more than the given exchanged has gone
        assert 16 - text.count(".") < start.clues
        assert has_one_solution([int(c) if c != "." else 0 for c in text])


def test_neighbours_keep_to_the_spec() -> None:
    text = RED_DWARF
    mask = "".join("?" if cell % 9 else "." if symbol == "." else "#" for cell, symbol in
                   enumerate(text))  # fmt: skip
    found = neighbours(text, mask=mask, clues=(22, 22))
    assert found
    for one in found:
        assert [symbol == "." for symbol in one[::9]] == [symbol == "." for symbol in text[::9]]
        assert 81 - one.count(".") == 22


def rated_as_said(known: dict[str, int]) -> bool:
    rated = logic.rate_many(np.array([cpsudoku.parse(text).digits for text in known], np.uint8))
    found: list[int] = rated.hardest.tolist()
    return found == list(known.values())


@pytest.mark.thorough
def test_well_known_puzzles_are_rated_as_said() -> None:
    assert rated_as_said({text: er for text, er in ANCESTORS.items() if er < 116})
    assert all(cpsudoku.check(text).verdict.value == "unique" for text in ANCESTORS)


@pytest.mark.slow
def test_the_hardest_well_known_puzzles_are_rated_as_said() -> None:
    assert rated_as_said({text: er for text, er in ANCESTORS.items() if er >= 116})


def test_puzzles_are_as_asked_for_and_minimal() -> None:
    found = make(2, difficulty=HARD)
    for made in found:
        assert 94 <= logic.walked(made.puzzle)[1].hardest <= 104
        assert cpsudoku.check(made.puzzle).verdict.value == "unique"
        assert cpsudoku.solve(made.puzzle).solution == made.solution
        for cell, digit in enumerate(made.digits):
            if digit:
                assert not has_one_solution(without(list(made.digits), (cell,)))
    assert len({cpsudoku.canonical(made.puzzle).puzzle for made in found}) == 2


@pytest.mark.thorough
@pytest.mark.usefixtures("searching_for_all")
def test_puzzles_depend_on_the_seed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "FAMILY", 2)
    alone = make(5, difficulty=MILD)
    assert [made.index for made in alone] == [0, 1, 2, 3, 4]
    assert make(5, difficulty=MILD, jobs=3) == alone
    assert make(2, difficulty=MILD, first=3) == alone[3:]
    assert make(1, difficulty=MILD, first=2, jobs=2) == alone[2:3]
    assert make(2, difficulty=MILD, backend="backtrack") == alone[:2]
    assert len({made.digits for made in make(2, seed=2, difficulty=MILD) + alone}) == 7


@pytest.mark.usefixtures("searching_for_all")
def test_those_of_a_family_are_some_moves_apart_and_of_different_classes() -> None:
    spec = Spec(classic(), difficulty=MILD)
    maker = Digger(spec, seed=1, attempts=1)
    search = NeighbourSearch(maker, Judge(MILD, spec.rules), maker.deadline)
    start = GeneratedPuzzle(0, spec.rules, cpsudoku.parse(RED_DWARF).digits, ())
    near = neighbours(RED_DWARF)
    family = list(islice(search.all([start], Randomness(3), 1000), 4))
    assert len({cpsudoku.canonical(made.puzzle).puzzle for made in family}) == 4
    assert str(family[0].puzzle) not in near
    assert search.judged > 4 * LEAST_MOVES


@pytest.mark.parametrize("wish", [{"symmetry": "rotate180"}, {"clues": (26, 28)}])
@pytest.mark.usefixtures("searching_for_all")
def test_where_no_known_puzzle_will_do_searches_begin_at_dug_ones(wish: dict[str, object]) -> None:
    difficulty = DifficultySpec(er=(42, 80))
    spec = Spec(**{"rules": classic(), "difficulty": difficulty, **wish})  # type: ignore[arg-type]
    assert ancestors(spec) == []
    for made in make(2, difficulty=difficulty, **wish):  # type: ignore[arg-type]
        assert 42 <= logic.walked(made.puzzle)[1].hardest <= 80
        given = [digit > 0 for digit in made.digits]
        assert "symmetry" not in wish or given == given[::-1]
        assert "clues" not in wish or 26 <= made.clues <= 28


def test_from_scratch_no_known_puzzle_is_used() -> None:
    assert len(ancestors(Spec(classic(), difficulty=HARD))) == len(ANCESTORS)
    scratch = DifficultySpec(er=HARD.er, from_scratch=True)
    assert ancestors(Spec(classic(), difficulty=scratch)) == []
    assert ancestors(Spec(classic(), clues=(26, 28), difficulty=HARD)) == []
    assert {len(digits) for digits in ancestors(Spec(classic(), difficulty=HARD))} == {81}


def test_what_is_not_found_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "_MOST_FROM_DUG", 70)
    with pytest.raises(GenerationError, match=r"in 2 searches, in which 1[34]\d were rated"):
        make(1, difficulty=DifficultySpec(er=(140, 150)), attempts=2)
    found = generation.generate(1, difficulty=HARD, seed=1, seconds=0.001)
    assert list(found) == []
    assert found.timed_out


@pytest.mark.usefixtures("searching_for_all")
def test_equal_ones_are_searched_for_anew() -> None:
    first = make(1, difficulty=MILD)
    spec = Spec(classic(), distinct=True, difficulty=MILD)
    maker = generation.maker_of(spec, seed=1, attempts=10)
    again = generation.Generation(maker, range(1), distinct=True, before=first)
    (made,) = again
    assert again.equal == 1
    assert made.digits != first[0].digits
    assert 72 <= logic.walked(made.puzzle)[1].hardest <= 84
