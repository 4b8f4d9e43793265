"""Nothing that is not a solution is rewarded, and every solution is, by an oracle of its own."""

import random
from typing import Any

import numpy as np
import pytest
from answer_grids import PUZZLE, SOLUTION, could_be_read, is_right, rows_of, written

import cpsudoku
from cpsudoku import learn
from cpsudoku.errors import FormatError, OptionError, PuzzleError
from cpsudoku.puzzle import Puzzle

DIGITS = np.array([[int(c) if c != "." else 0 for c in PUZZLE]], np.uint8)
GRID = np.array([list(map(int, SOLUTION))], np.uint8)


def test_an_array_of_answers_is_judged_row_by_row() -> None:
    answers = np.repeat(GRID, 4, axis=0)
    answers[1, 2] = 5  # twice in its row
    answers[2, 0] = 6  # a given
    answers[3, 80] = 0
    found = learn.verify(np.repeat(DIGITS, 4, axis=0), answers)
    assert found.solved.tolist() == [True, False, False, False]
    assert found.kept.tolist() == [True, True, False, False]
    assert [np.flatnonzero(row).tolist() for row in found.altered] == [[], [], [0], [80]]
    assert found.why == [
        "",
        "row 1 has a digit twice",
        "the given 5 of r1c1 is 6",
        "the given 9 of r9c9 is left out",
    ]
    assert found.right.tolist() == [1.0, 50 / 51, 1.0, 1.0]


@pytest.mark.parametrize("value", [0, 10, 255, -1, 5 + 256, 5.5, float("nan"), float("inf"), 1e300])
def test_numbers_that_are_not_digits_are_wrong_and_no_error(value: float) -> None:
    answers: Any = GRID.astype(type(value))
    assert learn.verify(DIGITS, answers).solved.tolist() == [True]
    answers[0, 0] = value
    assert learn.verify(DIGITS, answers).solved.tolist() == [False]
    assert learn.verify([PUZZLE], [answers[0].tolist()]).solved.tolist() == [False]


def test_another_permutation_of_a_solution_is_not_one() -> None:
    # Rows, columns and boxes are right, and the givens are not: the cheat of a stored grid.
    swapped = SOLUTION.translate(str.maketrans("12", "21"))
    assert not learn.verify(PUZZLE, swapped).solved[0]
    assert learn.verify("." * 81, swapped).solved[0]


def test_any_solution_of_a_puzzle_with_several_counts() -> None:
    puzzle = "." * 9 + SOLUTION[9:]
    for solution in cpsudoku.solutions("1.............4.", limit=18):
        grid = "".join(map(str, solution))
        assert learn.verify("1.............4.", grid).solved[0]
    found = learn.verify([puzzle, "1.............4."], [SOLUTION, "1" * 16])
    assert found.solved.tolist() == [True, False]
    assert np.isnan(found.right[1])


def test_the_rules_of_variants_are_asked() -> None:
    puzzle = cpsudoku.parse("# rules: 4+killer:5@r1c1,r1c2\n................")
    good, bad = "1423321441322341", "1234341221434321"
    assert learn.verify([puzzle] * 2, [good, bad]).solved.tolist() == [True, False]
    assert learn.verify([puzzle], [bad]).why[0].endswith("does not hold")


def test_puzzles_of_several_rules_in_one_list() -> None:
    puzzles = [".12......21...4.", PUZZLE, cpsudoku.parse("." * 81, "9+diagonals")]
    found = learn.verify(puzzles, ["3124243142131342", SOLUTION, SOLUTION])
    assert found.solved.tolist() == [True, True, False]
    assert found.why[2].endswith("has a digit twice")


def test_pencil_marks_bind_the_answer() -> None:
    rules = cpsudoku.boxes(2, 2)
    masks = [0b1111] * 16
    masks[0] = 0b0110
    puzzle = Puzzle(rules, tuple(masks))
    answers = ["2143341212344321", "1234341221434321"]
    expected = [
        cpsudoku.verify.is_solution(tuple(map(int, a)), rules, puzzle.candidates) for a in answers
    ]
    assert learn.verify([puzzle] * 2, answers).solved.tolist() == expected
    assert expected[1] is False


def test_boards_with_more_digits_than_bits_of_a_word() -> None:
    for size in (25, 36):
        grid = [[(i + j) % size + 1 for j in range(size)] for i in range(size)]
        rules = cpsudoku.latin(size)
        right = np.array(grid).reshape(1, -1)
        wrong = right.copy()
        wrong[0, 3] = wrong[0, 4]
        puzzles = np.zeros((2, size * size), np.uint8)
        found = learn.verify(puzzles, np.concatenate([right, wrong]), rules=rules)
        assert found.solved.tolist() == [True, False]


def test_what_is_wrong_with_the_question_is_an_error() -> None:
    with pytest.raises(PuzzleError, match="2 answers for 1 puzzles"):
        learn.verify(PUZZLE, [SOLUTION] * 2)
    with pytest.raises(PuzzleError, match=r"digits of shape \(1, 81\)"):
        learn.verify(DIGITS, GRID[:, :80])
    with pytest.raises(PuzzleError, match="bool"):
        learn.verify(DIGITS, GRID > 0)
    with pytest.raises(PuzzleError, match="expected one for each"):
        learn.verify(PUZZLE, 5)
    with pytest.raises(FormatError):
        learn.verify("what", SOLUTION)
    with pytest.raises(OptionError, match="lenient or strict"):
        learn.verify(PUZZLE, SOLUTION, reading="loose")


def test_answers_of_any_kind_are_never_an_error() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    odd: list[Any] = [
        None,
        1,
        b"x",
        {},
        [],
        [[]],
        deep,
        [1] * 80,
        ["5"] * 81,
        [10**30] * 81,
        "\x00" * 99,
        {1: 2},
    ]
    found = learn.verify([PUZZLE] * len(odd), odd)
    assert not found.solved.any()
    assert all(found.why)


def attacked(chance: random.Random, puzzle: str, solution: str) -> str:
    """An answer as somebody would write it that wants to be rewarded for nothing."""
    grid = list(solution)
    for _ in range(chance.choice([0, 0, 0, 1, 1, 2, 5])):
        grid[chance.randrange(81)] = chance.choice("123456789.0")
    if chance.random() < 0.2:
        i, j = chance.sample(range(81), 2)
        grid[i], grid[j] = grid[j], grid[i]
    if chance.random() < 0.1:
        grid = list("".join(grid).translate(str.maketrans("12", "21")))
    if chance.random() < 0.1:
        del grid[chance.randrange(81)]
    text = "".join(grid)
    form = chance.randrange(8)
    if form == 0:
        text = "\n".join(rows_of(text))
    elif form == 1:
        text = str([list(map(str, row)) for row in rows_of(text)])
    elif form == 2:
        text = chance.choice([" ", ", ", "|", "-", "+", ".", "a", "\n\n", " and "]).join(text)
    elif form == 3:
        text = "\n".join(f"Row {i}: {row}" for i, row in enumerate(rows_of(text), 1))
    before = chance.choice(
        ["", "", "So: ", puzzle + "\n", "1" * 81 + "\n", "<answer>", "4 ", "r1c1=5 "]
    )
    after = chance.choice(["", "", " done", "\n" + puzzle, "</answer>", "</think>", " 5", "."])
    return before + text + after


def test_no_attacked_answer_is_rewarded_falsely() -> None:
    chance = random.Random(7)
    texts = [attacked(chance, PUZZLE, SOLUTION) for _ in range(1_500)]
    for reading in ("lenient", "strict"):
        found = learn.verify([PUZZLE] * len(texts), texts, reading=reading)
        for text, solved, row in zip(texts, found.solved, found.answers, strict=True):
            assert not solved or could_be_read(PUZZLE, text), text
            assert solved == is_right(PUZZLE, "".join(map(str, row)))
        assert 0.005 < found.solved.mean() < 0.6


def wrong_grids(chance: random.Random) -> list[str]:
    """Return grids that are not the solution: near ones, images of it, and unfinished ones."""
    rows = rows_of(SOLUTION)
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    place = chance.randrange(81)
    changed = "123456789".replace(SOLUTION[place], "")
    return [
        SOLUTION[:place] + chance.choice(changed) + SOLUTION[place + 1 :],
        SOLUTION[:place] + "." + SOLUTION[place + 1 :],
        SOLUTION[:place] + "0" + SOLUTION[place + 1 :],
        "".join(columns),
        SOLUTION[::-1],
        "".join(row[::-1] for row in rows),
        "".join([*rows[1:], rows[0]]),
        "".join([*rows[:8], rows[7]]),
        SOLUTION.translate(str.maketrans("12", "21")),
        PUZZLE,
    ]


def test_wrong_grids_are_not_rewarded_in_any_form_nor_right_ones_before_them() -> None:
    chance = random.Random(16)
    right = written(SOLUTION)
    texts: list[str] = []
    last: list[str] = []
    for wrong in wrong_grids(chance):
        assert not is_right(PUZZLE, wrong)
        forms = written(wrong)
        texts += forms.values()
        if set(wrong) <= set("123456789"):
            kinds = [kind for kind in forms if kind != "tagged"]
            pairs = [chance.sample(kinds, 2) for _ in range(40)]
            texts += [f"{right[one]}\n\nNo:\n\n{forms[other]}" for one, other in pairs]
            last += [f"{forms[one]}\n\nNo:\n\n{right[other]}" for one, other in pairs]
    assert len(texts) > 900
    found = learn.verify([PUZZLE] * len(texts), texts)
    assert [text for text, solved in zip(texts, found.solved, strict=True) if solved] == []
    found = learn.verify([PUZZLE] * len(last), last)
    assert [text for text, solved in zip(last, found.solved, strict=True) if not solved] == []


@pytest.mark.thorough
def test_near_misses_in_arrays_are_judged_as_the_oracle_does() -> None:
    chance = np.random.default_rng(3)
    answers = np.repeat(GRID, 20_000, axis=0)
    for _ in range(2):
        some = np.flatnonzero(chance.random(len(answers)) < 0.5)
        answers[some, chance.integers(81, size=len(some))] = chance.integers(1, 10, len(some))
    rows = np.arange(0, 5000)
    one, other = chance.integers(81, size=(2, 5000))
    answers[rows, one], answers[rows, other] = answers[rows, other], answers[rows, one]
    found = learn.verify(np.repeat(DIGITS, len(answers), axis=0), answers)
    expected = [is_right(PUZZLE, "".join(map(str, row))) for row in answers.tolist()]
    assert found.solved.tolist() == expected
    assert 0 < sum(expected) < len(expected)


def right_by_sorting(puzzles: Any, answers: Any) -> Any:
    """Which grids solve their puzzles: each house, sorted, is 1 to 9."""
    grids = answers.reshape(-1, 9, 9)
    boxes = grids.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    found = ((puzzles == 0) | (puzzles == answers)).all(axis=1)
    for houses in (grids, grids.swapaxes(1, 2), boxes):
        found &= (np.sort(houses, axis=2) == np.arange(1, 10)).all(axis=(1, 2))
    return found


@pytest.mark.slow
@pytest.mark.compiled
def test_ten_million_attacked_answers_in_arrays() -> None:
    found = list(cpsudoku.generate(2000, seed=5))
    puzzles = np.array([one.digits for one in found], np.uint8)
    solutions = np.array([one.solution for one in found], np.uint8)
    chance, rewarded = np.random.default_rng(9), 0
    for turn in range(1000):
        rows = chance.integers(len(puzzles), size=10_000)
        given, answers = puzzles[rows], solutions[rows].copy()
        kind = turn % 5
        if kind == 0:  # near misses
            some = np.flatnonzero(chance.random(10_000) < 0.7)
            answers[some, chance.integers(81, size=len(some))] = chance.integers(
                0, 256, len(some), dtype=np.uint8
            )
        elif kind == 1:  # valid grids of other puzzles, and other names of digits
            moved = chance.random(10_000) < 0.5
            answers[moved] = learn.augment(answers[moved], seed=turn)
        elif kind == 2:  # two cells, or two rows of a band, change places
            one, other = chance.integers(81, size=(2, 10_000))
            every = np.arange(10_000)
            answers[every, one], answers[every, other] = (
                answers[every, other],
                answers[every, one].copy(),
            )
        elif kind == 3:  # puzzles with fewer givens have other solutions, which count
            given = np.where(chance.random(given.shape) < 0.8, 0, given)
            moved = chance.random(10_000) < 0.5
            answers[moved] = learn.augment(answers[moved], seed=turn)
            given[::2] = 0
        else:
            answers = chance.integers(1, 10, answers.shape, dtype=np.uint8)
        expected = right_by_sorting(given, answers)
        assert (learn.verify(given, answers).solved == expected).all()
        rewarded += int(expected.sum())
    assert 10**6 < rewarded < 9 * 10**6


@pytest.mark.slow
@pytest.mark.compiled
def test_a_million_attacked_texts() -> None:
    found = list(cpsudoku.generate(500, seed=6))
    pairs = [(str(one.puzzle), "".join(map(str, one.solution))) for one in found]
    chance, rewarded = random.Random(11), 0
    for _ in range(100):
        some = [chance.choice(pairs) for _ in range(10_000)]
        texts = [attacked(chance, *pair) for pair in some]
        puzzles = [puzzle for puzzle, _ in some]
        judged = learn.verify(puzzles, texts)
        for (puzzle, solution), text, solved in zip(some, texts, judged.solved, strict=True):
            assert not solved or could_be_read(puzzle, text), text
            assert solved or text not in {solution, f"So: {solution}", f"{solution} done"}
            rewarded += bool(solved)
    assert rewarded > 5 * 10**4


def test_an_answer_that_was_not_read_alters_no_given() -> None:
    found = learn.verify([".12......21...4."] * 2, ["I give up.", "1" * 16])
    assert found.altered.any(axis=1).tolist() == [False, True]
    assert not found.kept.any()
