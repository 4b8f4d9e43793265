"""Puzzles of a difficulty: every one is as wished for, whatever else is wished for."""

from __future__ import annotations

import sys

import pytest
from command_line import run

from cpsudoku import generation, logic
from cpsudoku.errors import BackendUnavailableError, GenerationError, OptionError
from cpsudoku.formats import parse
from cpsudoku.generation.making import GeneratedPuzzle
from cpsudoku.generation.searching import Fit, Judge
from cpsudoku.generation.specs import DifficultySpec, techniques_called
from cpsudoku.logic.orders import Order
from cpsudoku.logic.paths import compiled_order, technique_names
from cpsudoku.rules import boxes, classic

pytestmark = pytest.mark.compiled


def make(count: int = 5, seed: int = 3, **specs: object) -> list[GeneratedPuzzle]:
    return list(generation.generate(count, seed=seed, **specs))  # type: ignore[arg-type]


def path_of(made: GeneratedPuzzle, order: str = "explainer") -> tuple[set[str], logic.Rating]:
    path = logic.Path(made.puzzle, order=order)
    return {step.technique for step in path}, path.rating


@pytest.mark.parametrize("er", [(12, 15), (20, 26), (65, 70)])
def test_ratings_are_in_the_interval(er: tuple[int, int]) -> None:
    for made in make(difficulty=DifficultySpec(er=er)):
        assert er[0] <= logic.walked(made.puzzle)[1].hardest <= er[1]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_classes_are_hodokus(level: str) -> None:
    for made in make(difficulty=DifficultySpec(hodoku=level)):
        used, rating = path_of(made, "hodoku")
        assert logic.hodoku_class(used, rating.total) == rating.puzzle_class == level


def test_techniques_are_on_the_path_or_off_it() -> None:
    for made in make(2, difficulty=DifficultySpec(needs=("x-wing",), without=("chains",))):
        used, rating = path_of(made)
        assert "x-wing" in used
        assert not used & techniques_called("chains")
        assert rating.solved


def test_families_and_hyphens_are_understood() -> None:
    assert techniques_called("naked-pair") == {"naked pair"}
    assert {"x-wing", "jellyfish"} < techniques_called("fish")
    assert {"aic", "nishio", "forcing x-chain"} < techniques_called("chains")
    assert techniques_called("magic") == frozenset()


def test_all_other_wishes_hold_as_well() -> None:
    spec = DifficultySpec(er=(20, 34))
    for made in make(3, difficulty=spec, clues=(26, 30), symmetry="rotate180"):
        given = [digit > 0 for digit in made.digits]
        assert given == given[::-1]
        assert 26 <= made.clues <= 30
        assert 20 <= logic.walked(made.puzzle)[1].hardest <= 34


def test_other_rules_have_difficulties_too() -> None:
    (made,) = make(1, rules=boxes(2, 3), difficulty=DifficultySpec(er=(15, 23)))
    assert 15 <= logic.walked(made.puzzle)[1].hardest <= 23


def test_the_puzzles_depend_on_the_seed_alone() -> None:
    spec = DifficultySpec(er=(30, 45))
    alone = [made.digits for made in make(6, difficulty=spec)]
    assert [made.digits for made in make(6, difficulty=spec, jobs=3)] == alone
    assert [made.digits for made in make(2, difficulty=spec, first=4)] == alone[4:]
    assert len(set(alone)) == 6


def test_what_is_not_found_says_what_was() -> None:
    with pytest.raises(GenerationError, match=r"in 20 attempts; .* were too easy"):
        make(1, difficulty=DifficultySpec(er=(92, 110)), attempts=20)


def test_wishes_that_mean_nothing_are_refused() -> None:
    for spec, message in (
        ({"er": (50, 40)}, "expected the smaller"),
        ({"er": (80, 119), "from_scratch": True}, "of 9.3 or more"),
        ({"hodoku": "fiendish"}, "expected one of easy"),
        ({"needs": ("magic",)}, "no technique 'magic'"),
        ({"needs": ("mutant leviathan",)}, "no search of the order"),
    ):
        with pytest.raises(OptionError, match=message):
            DifficultySpec(**spec)


def test_a_technique_above_the_rating_is_refused() -> None:
    with pytest.raises(GenerationError, match=r"needs x-wing is rated 3\.2 at least, above 3\.1"):
        DifficultySpec(er=(10, 31), needs=("naked pair", "x-wing"))
    # A family is as easy as its easiest; HoDoKu's path may have what Explainer does without.
    DifficultySpec(er=(10, 32), needs=("fish",))
    DifficultySpec(er=(10, 20), needs=("x-wing",), hodoku="hard")


def test_a_class_that_no_puzzle_of_the_rating_has_is_refused() -> None:
    with pytest.raises(GenerationError, match=r"rated 2\.4 to 3\.0 is of HoDoKu's class easy"):
        DifficultySpec(er=(24, 30), hodoku="easy")
    with pytest.raises(GenerationError, match=r"rated 1\.0 to 1\.5 is of HoDoKu's class hard"):
        DifficultySpec(er=(10, 15), hodoku="hard")
    DifficultySpec(er=(23, 30), hodoku="easy")
    DifficultySpec(er=(10, 15), hodoku="medium")
    DifficultySpec(er=(10, 17), hodoku="hard")


def test_a_judge_says_why_a_puzzle_does_not_fit() -> None:
    text = ".......1.4.........2...........5.6.4..8...3....1.9....3..4..2...5.1........8.7..."
    digits = parse(text).digits

    def fit(**spec: object) -> Fit:
        judge = Judge(DifficultySpec(**spec), classic())  # type: ignore[arg-type]
        return judge([digits])[0]

    assert fit(er=(15, 15)) is Fit.FITS
    assert fit(er=(20, 30)) is Fit.TOO_EASY
    assert fit(er=(10, 12)) is Fit.TOO_HARD
    assert fit(needs=("x-wing",)) is Fit.TOO_EASY
    assert fit(without=("hidden single",)) is Fit.OTHER_TECHNIQUES
    assert fit(hodoku="hard") is Fit.TOO_EASY


def test_the_command_takes_all_of_it() -> None:
    made = run("generate", "-n", "2", "--seed", "1", "--er", "2.0-2.6", "--without", "x-wing", "-q")
    assert made.status == 0
    assert all(20 <= logic.walked(parse(line))[1].hardest <= 26 for line in made.lines)
    assert run("generate", "--er", "hard").status == 2
    assert run("generate", "--hodoku", "evil").status == 2


def test_without_the_core_what_rates_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cpsudoku._native", None)
    with pytest.raises(BackendUnavailableError, match="needs the compiled core"):
        compiled_order(Order("new", (), {}, {}), classic())
    with pytest.raises(BackendUnavailableError, match="needs the compiled core"):
        technique_names()


def test_from_scratch_is_refused_where_nothing_is_searched_for() -> None:
    made = run("generate", "--from-scratch", "-q")
    assert (made.status, "of 9.3 or more" in made.err) == (2, True)
