"""Generated puzzles are what was wished for, and depend on nothing but seed, number and wish."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from cpsudoku import backends, verify
from cpsudoku.asking import solving
from cpsudoku.errors import GenerationError, OptionError, RulesError
from cpsudoku.generation import GeneratedPuzzle, Spec, generate
from cpsudoku.generation.specs import DifficultySpec
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, boxes, classic, jigsaw, latin, usual
from cpsudoku.symmetry.orbits import NAMES, orbits

pytestmark = pytest.mark.compiled

SMALL = boxes(2, 3)
JIGSAW = jigsaw("11122 13322 13342 55344 55544")


def lines(**wish: object) -> list[str]:
    return [str(made.puzzle) for made in generate(**wish)]  # type: ignore[arg-type]


def test_what_generate_gives_shows_itself_in_a_line() -> None:
    making = generate(2, rules=boxes(2, 2), seed=1)
    made = next(making)
    assert repr(making) == "<Generation: 1 made; next() gives one more>"
    assert repr(made) == f"<Made {made.puzzle}, {made.clues} clues>"


def count_otherwise(puzzle: Puzzle, limit: int) -> int:
    """Count solutions by plain trial on small grids, else by a backend that was not the judge."""
    if puzzle.rules.size > 6:
        return solving.count(puzzle, backend="dlx", limit=limit).value
    rules = puzzle.rules
    digits = list(puzzle.digits)

    def free(cell: int) -> set[int]:
        return set(range(1, rules.size + 1)) - {digits[peer] for peer in rules.peers[cell]}

    def count() -> Iterator[None]:
        blanks = [cell for cell, digit in enumerate(digits) if not digit]
        if not blanks:
            yield
            return
        cell = min(blanks, key=lambda c: len(free(c)))
        for digit in free(cell):
            digits[cell] = digit
            yield from count()
            digits[cell] = 0

    return sum(1 for _ in itertools.islice(count(), limit))


def check_made(made: GeneratedPuzzle) -> None:
    rules = made.puzzle.rules
    assert verify.is_solution(made.solution, rules, made.puzzle.candidates)
    assert count_otherwise(made.puzzle, 2) == 1


def without(puzzle: Puzzle, cells: tuple[int, ...]) -> Puzzle:
    digits = [0 if cell in cells else digit for cell, digit in enumerate(puzzle.digits)]
    return Puzzle.from_digits(digits, puzzle.rules)


@pytest.mark.parametrize(
    "rules",
    [
        boxes(1, 1),
        boxes(2, 2),
        SMALL,
        classic(),
        classic().with_diagonals(),
        classic().with_windows(),
        latin(5),
        JIGSAW,
    ],
)
def test_every_puzzle_has_exactly_one_solution_whatever_the_rules(rules: Rules) -> None:
    for made in generate(2, rules=rules, seed=3):
        check_made(made)


@pytest.mark.parametrize("rules", [boxes(2, 2), SMALL, classic(), JIGSAW])
def test_a_puzzle_dug_to_its_end_is_minimal(rules: Rules) -> None:
    for made in generate(2, rules=rules, seed=8):
        for cell, digit in enumerate(made.puzzle.digits):
            if digit:
                assert count_otherwise(without(made.puzzle, (cell,)), 2) == 2


@pytest.mark.parametrize("symmetry", NAMES)
def test_a_symmetric_puzzle_has_of_each_orbit_all_or_none_and_is_minimal_by_orbit(
    symmetry: str,
) -> None:
    for made in generate(2, rules=SMALL, seed=4, symmetry=symmetry, minimal=True):
        check_made(made)
        for orbit in orbits(symmetry, SMALL.size):
            given = [made.puzzle.digits[cell] > 0 for cell in orbit]
            assert len(set(given)) == 1
            if given[0]:
                assert count_otherwise(without(made.puzzle, orbit), 2) == 2


def test_the_number_of_givens_is_within_the_range() -> None:
    numbers = [made.clues for made in generate(12, clues=(26, 30), seed=6)]
    assert all(26 <= n <= 30 for n in numbers)
    assert len(set(numbers)) > 1


def test_an_exact_number_of_givens_is_met_with_symmetry_too() -> None:
    for made in generate(3, clues=32, symmetry="rotate90", seed=6):
        assert made.clues == 32
        check_made(made)


def test_minimal_and_a_range_together_hold_both() -> None:
    [made] = generate(1, clues=(23, 24), minimal=True, seed=2)
    assert made.clues in {23, 24}
    assert all(
        count_otherwise(without(made.puzzle, (cell,)), 2) == 2
        for cell, digit in enumerate(made.puzzle.digits)
        if digit
    )


@pytest.mark.parametrize("backend", backends.names())
def test_every_backend_as_judge_gives_the_same_puzzles(backend: str) -> None:
    if not backends.get(backend).supports(classic()):
        pytest.skip(f"{backend} is not installed")
    wish = {"count": 2, "seed": 11, "clues": (24, 60)}
    assert lines(**wish, backend=backend) == [
        ".......87.516...9.4..13852..4.952.68.97.164..68.3.4.1.7..2..93..32.6.8.1...4.3672",
        "4.7183...8.194.76..2......46..851.47184..6...27..39618.382...719.......27.2.9..3.",
    ]


def test_puzzles_depend_on_seed_and_number_only() -> None:
    several = lines(count=6, rules=SMALL, seed=1)
    assert len(set(several)) == 6
    assert lines(count=2, rules=SMALL, seed=1, first=4) == several[4:]
    assert lines(count=6, rules=SMALL, seed=2) != several


def test_jobs_change_nothing() -> None:
    wish = {"count": 9, "rules": SMALL, "seed": 1, "clues": (12, 20)}
    assert lines(**wish, jobs=3) == lines(**wish)


def test_known_puzzles_of_a_seed_stay_the_same() -> None:
    assert lines(count=2, rules=boxes(2, 2), seed=1) == [".12......21...4.", ".1...4.....4...3"]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"clues": (10, 16)}, "at least 17"),
        ({"clues": (82, 90)}, "81 cells"),
        ({"clues": 26, "symmetry": "rotate90"}, "25 or 28"),
        ({"clues": 3, "rules": boxes(2, 2)}, "at least 4"),
        ({"clues": 3, "rules": latin(5)}, "at least 4"),
    ],
)
def test_an_impossible_wish_is_refused_with_the_reason(wish: dict[str, object], said: str) -> None:
    with pytest.raises(GenerationError, match=said):
        generate(**wish)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wish",
    [
        {"clues": (30, 20)},
        {"symmetry": "round"},
        {"seed": -1},
        {"seed": 1 << 64},
        {"count": -1},
        {"jobs": 0},
        {"attempts": 0},
        {"backend": "nobody"},
    ],
)
def test_an_option_without_sense_is_refused(wish: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        list(generate(**wish))  # type: ignore[arg-type]


def test_a_target_that_is_not_met_says_what_was_reached() -> None:
    with pytest.raises(GenerationError, match=r"2 attempts; 2 ended with \d+ (to \d+ )?givens"):
        list(generate(clues=17, seed=1, attempts=2))


def test_time_that_runs_out_ends_the_puzzles_and_says_so() -> None:
    source = generate(5, seed=1, seconds=0)
    assert list(source) == []
    assert source.timed_out


def test_a_backend_that_contradicts_the_known_solution_is_an_error() -> None:
    from cpsudoku.backends.base import Engine
    from cpsudoku.errors import BackendError
    from cpsudoku.result import Limits, Outcome

    class Blind(Engine):
        def search(self, candidates: tuple[int, ...], limits: Limits) -> Outcome:
            return Outcome((), True)

    with pytest.raises(BackendError, match="missed"):
        list(generate(rules=SMALL, backend=Blind(SMALL)))


def test_the_digging_is_that_of_a_search_for_two_solutions_for_each_cell() -> None:
    """What `dig` promises to equal, written down directly."""
    from cpsudoku.generation.filling import random_grid
    from cpsudoku.ground.randomness import Randomness

    for index, made in enumerate(generate(3, rules=SMALL, seed=21)):
        chance = Randomness(21, index, 0)
        grid = random_grid(SMALL, chance)
        order = list(range(36))
        chance.shuffle(order)
        digits = list(grid)
        for cell in order:
            digits[cell] = 0
            if solving.check(Puzzle.from_digits(digits, SMALL)).verdict.value != "unique":
                digits[cell] = grid[cell]
        assert made.puzzle.digits == tuple(digits)


DIAGONAL = "".join("#" if row == column else "." for row in range(9) for column in range(9))
GIVENS = Puzzle.from_digits([5, 0, 3] + [0] * 75 + [0, 0, 7], classic())
WISHES: list[dict[str, object]] = [
    {},
    {"clues": (26, 40)},
    {"clues": (23, 25), "minimal": True},
    {"symmetry": "rotate180"},
    {"symmetry": "all", "clues": (36, 45)},
    {"symmetry": "mirror+flip", "minimal": True},
    {"box_blanks": (2, 5)},
    {"box_blanks": (6, 9), "clues": (24, 27)},
    {"givens": GIVENS},
    {"mask": "#" * 12 + "?" * 57 + "." * 12, "clues": (28, 32)},
    {"effort": (1, 4)},
    {"effort": (0, 0), "clues": (30, 32)},
    {"distinct": True},
]


@pytest.mark.thorough(but=6)
@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_the_compiled_digger_makes_the_same_puzzles_as_the_plain_one(
    wish: dict[str, object],
) -> None:
    fast = list(generate(4, seed=9, **wish, backend="bitboard", jobs=2))  # type: ignore[arg-type]
    assert fast == list(generate(4, seed=9, **wish, backend="dlx"))  # type: ignore[arg-type]
    for made in fast:
        check_made(made)


def test_the_compiled_digger_makes_the_same_puzzles_with_any_number_of_threads() -> None:
    # Few enough givens that many attempts for one puzzle are under way at the same time.
    wish = {"count": 6, "seed": 5, "clues": (20, 21), "minimal": True}
    assert lines(**wish, jobs=1) == lines(**wish, jobs=3)


def test_many_puzzles_of_the_compiled_digger_are_all_minimal_and_different() -> None:
    import numpy as np

    from cpsudoku.asking.many import solve_many

    made = list(generate(2000, seed=1))
    assert [m.index for m in made] == list(range(2000))
    puzzles = np.array([m.digits for m in made], dtype=np.uint8)
    assert len({m.digits for m in made}) == 2000
    assert (solve_many(puzzles, limit=2, backend="dlx").counts == 1).all()
    smaller = np.repeat(puzzles[:200], 81, axis=0).reshape(200, 81, 81)
    cells = np.arange(81)
    smaller[:, cells, cells] = 0
    counts = solve_many(smaller.reshape(-1, 81), limit=2, backend="dlx").counts.reshape(200, 81)
    assert ((counts == 2) == (puzzles[:200] > 0)).all()


@pytest.mark.parametrize("backend", ["bitboard", "dlx"])
def test_the_blanks_of_every_box_are_within_their_range(backend: str) -> None:
    wish = {"box_blanks": (4, 6), "clues": (30, 40)}
    for made in generate(3, seed=2, backend=backend, **wish):  # type: ignore[arg-type]
        boxes_of = [made.digits[i // 3 * 27 + i % 3 * 3 :] for i in range(9)]
        blanks = [sum(not d for r in range(3) for d in box[9 * r : 9 * r + 3]) for box in boxes_of]
        assert all(4 <= n <= 6 for n in blanks)


@pytest.mark.parametrize("backend", ["bitboard", "dlx"])
def test_a_mask_and_givens_are_kept_to(backend: str) -> None:
    mask = "#.?" * 27
    givens = Puzzle.from_digits([0, 0, 4] + [0] * 78, classic())
    [made] = generate(1, seed=2, backend=backend, mask=mask, givens=givens)
    assert all(made.digits[cell] for cell in range(0, 81, 3))
    assert not any(made.digits[cell] for cell in range(1, 81, 3))
    assert made.digits[2] == 4


def test_the_effort_is_that_of_a_search_with_singles_and_within_its_range() -> None:
    from plain_grids import effort_plainly

    for made in generate(3, seed=2, effort=(3, 6)):
        assert made.effort == effort_plainly(made.puzzle)
        assert 3 <= made.effort <= 6


def test_distinct_puzzles_differ_by_more_than_a_symmetry() -> None:
    from cpsudoku.symmetry.canonical import canonical

    # There are 13 different puzzles of 4×4 with four givens; plain generation repeats some.
    wish = {"rules": boxes(2, 2), "seed": 1, "clues": 4}
    plain = generate(13, **wish)  # type: ignore[arg-type]
    assert len({str(canonical(made.puzzle).puzzle) for made in plain}) < 13
    source = generate(13, **wish, distinct=True)  # type: ignore[arg-type]
    assert len({str(canonical(made.puzzle).puzzle) for made in source}) == 13
    assert source.equal > 0


def test_more_distinct_puzzles_than_there_are_end_with_an_error_that_says_so() -> None:
    source = generate(14, rules=boxes(2, 2), seed=1, clues=4, distinct=True, attempts=200)
    with pytest.raises(GenerationError, match="equal"):
        list(source)
    assert source.made == 13


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"mask": DIAGONAL}, "fewer than 17"),
        ({"mask": "." * 18 + "?" * 63}, "row 1 and row 2"),
        ({"mask": "#" + "?" * 79 + ".", "symmetry": "rotate180"}, "r1c1 .* r9c9"),
        ({"box_blanks": (10, 10)}, "a box has 9"),
        ({"box_blanks": (8, 9), "clues": (30, 40)}, "at most 9 givens"),
        ({"box_blanks": (0, 2), "clues": (20, 30)}, "at least 63 givens"),
        ({"box_blanks": (8, 9), "mask": "##" + "?" * 79}, "box 1 is to have 2 givens"),
        ({"givens": Puzzle.from_digits([1, 1] + [0] * 79, classic())}, "both 1 in row 1"),
    ],
)
def test_controls_that_contradict_are_refused_with_the_reason(
    wish: dict[str, object], said: str
) -> None:
    with pytest.raises(GenerationError, match=said):
        generate(**wish)  # type: ignore[arg-type]


def test_givens_that_no_grid_has_are_refused() -> None:
    digits = [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9] + [0] * 63
    with pytest.raises(GenerationError, match="no final grid"):
        generate(givens=Puzzle.from_digits(digits, classic()))


@pytest.mark.parametrize("mask", ["#" * 80, "#" * 80 + "!"])
def test_a_mask_that_is_none_is_refused(mask: str) -> None:
    with pytest.raises(OptionError, match="mask"):
        generate(mask=mask)


def test_a_minimal_puzzle_with_full_rows_is_refused_at_once() -> None:
    with pytest.raises(GenerationError, match="at most 72 givens, not 73"):
        Spec(classic(), clues=(73, 81), minimal=True)
    with pytest.raises(GenerationError, match="at most 12 givens, not 13"):
        Spec(boxes(2, 2), clues=(13, 16), minimal=True)


def test_a_minimal_puzzle_with_more_givens_than_any_known_is_refused_at_once() -> None:
    with pytest.raises(GenerationError, match="more than 40 givens is known, and 60 were"):
        Spec(classic(), clues=(60, 60), minimal=True)
    Spec(classic(), clues=(40, 60), minimal=True)
    Spec(classic(), clues=(60, 60), minimal=True, symmetry="all")


def test_numbers_of_givens_that_digging_seldom_reaches_are_reported() -> None:
    assert Spec(classic(), clues=(17, 20)).rarity == "this few givens are rare"
    assert "this many" in Spec(classic(), clues=(33, 40), minimal=True).rarity
    assert not Spec(classic(), clues=(33, 40)).rarity
    assert not Spec(classic()).rarity
    assert not Spec(boxes(2, 2), clues=(4, 5)).rarity
    assert not Spec(classic(), clues=(17, 30), minimal=True).rarity


def test_puzzles_that_digging_to_the_end_seldom_gives_are_reported_unless_givens_are_left() -> None:
    easy, large = DifficultySpec(er=(10, 10)), usual(25)
    assert "rarely this easy" in Spec(classic(), difficulty=easy).bareness
    assert "dug to their end slowly" in Spec(large).bareness
    assert "without choices" in Spec(usual(16), effort=(0, 0)).bareness
    assert not any(
        (
            Spec(classic(), difficulty=easy, clues=(65, 75)).bareness,
            Spec(classic(), difficulty=DifficultySpec(er=(15, 20))).bareness,
            Spec(large, clues=(350, 350)).bareness,
            Spec(classic(), effort=(0, 0)).bareness,
            Spec(usual(16), effort=(0, 3)).bareness,
        )
    )


@pytest.mark.compiled
def test_rules_may_be_a_text() -> None:
    found = next(generate(rules="4+diagonals", seed=1))
    assert found.puzzle.rules == boxes(2, 2).with_diagonals()
    assert next(generate(rules="2x3", seed=1)).puzzle.rules == boxes(2, 3)
    with pytest.raises(RulesError):
        generate(rules="4+nonsense")


def test_a_greatest_number_beyond_all_is_as_good_as_none() -> None:
    (made,) = generate(1, seed=1, clues=(20, 10**30), effort=(0, 10**30))
    assert made.clues >= 20
    with pytest.raises(OptionError, match="expected 1 to"):
        generate(1, seed=1, attempts=10**30)
    with pytest.raises(OptionError, match="expected 0 to"):
        generate(10**30, seed=1)
