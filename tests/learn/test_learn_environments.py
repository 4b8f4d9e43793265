"""The environments: Gymnasium's own checks, and each promise of their own."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from answer_grids import PUZZLE, SOLUTION

from cpsudoku import formats, learn
from cpsudoku.errors import OptionError

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from cpsudoku.learn.environments import SudokuEnv, SudokuVectorEnv  # noqa: E402

NAME = "cpsudoku.learn:Sudoku-v0"
TRUTH = np.array(list(map(int, SOLUTION)))
BLANKS = [cell for cell, symbol in enumerate(PUZZLE) if symbol == "."]


def brute_mask(env: SudokuEnv, observation: Any) -> Any:
    """The legal actions of a board, said by its rules alone."""
    digits, givens = observation["digits"].reshape(-1), observation["givens"].reshape(-1)
    rules = env._game.rules
    mask = np.zeros((rules.cell_count, rules.size + 1), np.int8)
    for cell in range(rules.cell_count):
        mask[cell, 0] = bool(digits[cell]) and not givens[cell]
        for digit in range(1, rules.size + 1):
            free = not digits[cell] and all(digits[p] != digit for p in rules.peers[cell])
            mask[cell, digit] = free
    return mask.reshape(-1)


@pytest.mark.parametrize("options", [{}, {"reward": "progress", "penalty": -1.0}])
def test_gymnasium_finds_no_fault(options: dict[str, Any]) -> None:
    env = gymnasium.make(NAME, puzzles=[PUZZLE, SOLUTION[:80] + "."], render_mode="ansi", **options)
    check_env(env.unwrapped)


def test_gymnasium_makes_it_by_name_as_a_vector_too() -> None:
    many = gymnasium.make_vec(NAME, 3, vectorization_mode="vector_entry_point", puzzles=[PUZZLE])
    observation, info = many.reset(seed=1)
    assert observation["digits"].shape == (3, 9, 9)
    assert info["action_mask"].shape == (3, 810)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(
    "puzzle", [PUZZLE, ".12......21...4.", "# rules: 4+diagonals\n1..............."]
)
def test_masks_are_those_of_the_rules_after_any_actions(puzzle: str) -> None:
    env = SudokuEnv([puzzle], max_steps=10_000)
    observation, info = env.reset(seed=0)
    chance = np.random.default_rng(1)
    for _ in range(400):
        assert (info["action_mask"] == brute_mask(env, observation)).all()
        assert (env.action_masks() == info["action_mask"]).all()
        if not info["action_mask"].any() or chance.random() < 0.2:
            action = chance.integers(env._game.boards.actions)
        else:
            action = chance.choice(np.flatnonzero(info["action_mask"]))
        legal = bool(info["action_mask"][action])
        before = observation
        observation, _, over, _, info = env.step(np.int64(action))
        assert info["legal"] == legal
        if not legal:
            assert (observation["digits"] == before["digits"]).all()
        if over:
            observation, info = env.reset()


def test_a_board_is_drawn_with_its_boxes() -> None:
    env = SudokuEnv([".12......21...4."], render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == formats.write(formats.parse(".12......21...4."), "drawn")


def test_the_last_digit_is_rewarded_and_nothing_before_it() -> None:
    env = SudokuEnv([PUZZLE])
    env.reset(seed=0)
    rewards = []
    for cell in BLANKS:
        *_, reward, over, cut, _ = env.step(np.int64(cell * 10 + TRUTH[cell]))
        rewards.append(reward)
    assert rewards == [0.0] * 50 + [1.0]
    assert (over, cut) == (True, False)


def test_progress_cannot_be_gamed_by_putting_and_taking() -> None:
    env = SudokuEnv([PUZZLE], reward="progress")
    env.reset(seed=0)
    action = np.int64(BLANKS[0] * 10 + TRUTH[BLANKS[0]])
    total = 0.0
    for _ in range(20):
        total += env.step(action)[1] + env.step(np.int64(BLANKS[0] * 10))[1]
    assert total == 0
    false = next(
        d for d in range(1, 10) if env.action_masks()[BLANKS[0] * 10 + d] and d != TRUTH[2]
    )
    assert env.step(np.int64(BLANKS[0] * 10 + false))[1] < 0
    assert env.step(np.int64(BLANKS[0] * 10))[1] > 0


def test_givens_stay_and_what_is_not_an_action_changes_nothing() -> None:
    env = SudokuEnv([PUZZLE], penalty=-0.5)
    first, _ = env.reset(seed=0)
    for action in (0, 3, -1, 810, 10**9, 25):
        observation, reward, *_, info = env.step(np.int64(action))
        assert (reward, info["legal"]) == (-0.5, False)
        assert (observation["digits"] == first["digits"]).all()


def test_a_full_board_that_breaks_a_clue_is_not_solved() -> None:
    puzzle = "# rules: 4+killer:3@r1c1,r1c2\n................"
    env = SudokuEnv([puzzle])
    env.reset(seed=0)
    for text, solved in (("3412123443212143", False), ("1234341221434321", True)):
        over = False
        for cell, digit in enumerate(text):
            *_, reward, over, _, _ = env.step(np.int64(cell * 5 + int(digit)))
        assert (over, reward) == (solved, float(solved))
        for cell in range(16):
            env.step(np.int64(cell * 5))


def test_steps_run_out() -> None:
    env = SudokuEnv([PUZZLE], max_steps=3)
    env.reset(seed=0)
    assert [env.step(np.int64(0))[3] for _ in range(3)] == [False, False, True]


@pytest.mark.compiled
def test_hints_lead_to_the_solution_whatever_false_digits_stand() -> None:
    for puzzle in (
        PUZZLE,
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    ):
        env = SudokuEnv([puzzle], hints=True)
        _, info = env.reset(seed=0)
        over = False
        while info["step"] is not None and not over:
            cell, digit, technique = info["step"]
            assert technique
            _, _, over, _, info = env.step(np.int64(cell * 10 + digit))
        assert over
    several = SudokuEnv(["." * 81], hints=True)
    assert several.reset(seed=0)[1]["step"] is None


@pytest.mark.compiled
def test_new_puzzles_have_the_rating_asked_for_and_the_seed_says_which() -> None:
    draws = []
    for _ in range(2):
        env = SudokuEnv(er=(1.2, 1.5), pool=8, pool_seed=3)
        seen = [env.reset(seed=5), *(env.reset() for _ in range(4))]
        assert all(1.2 <= info["er"] <= 1.5 for _, info in seen)
        draws.append([observation["digits"].tolist() for observation, _ in seen])
    assert draws[0] == draws[1]
    assert any(a != b for a, b in pairwise(draws[0]))


def test_a_curriculum_rises_with_success_and_reviews() -> None:
    pools = [
        learn.PuzzlePool.of([SOLUTION[:80] + "."]),
        learn.PuzzlePool.of([SOLUTION[:79] + ".."]),
    ]
    levels = learn.Curriculum(pools, promote=0.5, window=4, review=0.0)
    env = SudokuEnv(levels)
    for _ in range(4):
        assert env.reset(seed=1)[1]["level"] == 0
        env.step(np.int64(809))
    assert levels.level == 1
    assert env.reset()[1]["level"] == 1
    with pytest.raises(OptionError):
        learn.Curriculum([])


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_many_boards_do_what_each_alone_does(mode: str) -> None:
    pool = learn.PuzzlePool.of([".12......21...4."])
    many = SudokuVectorEnv(5, pool, autoreset_mode=mode, max_steps=40, reward="progress")
    alone = [SudokuEnv(pool, max_steps=40, reward="progress") for _ in range(5)]
    observation, info = many.reset(seed=2)
    for env in alone:
        env.reset(seed=0)
    chance, begins = np.random.default_rng(0), np.zeros(5, bool)
    finished = 0
    for _ in range(300):
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        observation, rewards, solved, cut, info = many.step(actions)
        for i, env in enumerate(alone):
            if begins[i]:
                expected, known = env.reset()
                assert rewards[i] == 0
                assert not solved[i]
                assert not cut[i]
                over = False
            else:
                expected, reward, done, late, known = env.step(actions[i])
                assert (rewards[i], solved[i], cut[i]) == (reward, done, late)
                over = done or late
            finished += over
            begins[i] = over and mode == "NextStep"
            if over and mode == "SameStep":
                assert (info["final_obs"]["digits"][i] == expected["digits"]).all()
                expected, known = env.reset()
            assert (observation["digits"][i] == expected["digits"]).all()
            assert (info["action_mask"][i] == known["action_mask"]).all()
    assert finished > 10


@pytest.mark.parametrize(
    "options",
    [
        {"reward": "much"},
        {"puzzles": [PUZZLE], "er": (1.0, 2.0)},
        {"puzzles": ["." * 81], "reward": "progress"},
        {"render_mode": "human"},
    ],
)
def test_options_that_make_no_sense_are_errors(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        SudokuEnv(**{"puzzles": [PUZZLE]} | options)
