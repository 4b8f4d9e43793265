"""Sudoku as environments of Gymnasium: one board, or many of them as arrays.

    env = gymnasium.make("cpsudoku.learn:Sudoku-v0", er=(1.0, 1.5))
    many = gymnasium.make_vec("cpsudoku.learn:Sudoku-v0", num_envs=1024)

An *action* is a number: ``cell × (N + 1) + digit`` puts a digit into a cell, and digit 0 takes back
what was put there.  It is *legal* if the cell is blank and no peer has the digit, or for digit 0 if
the cell was filled by an action; ``info["action_mask"]`` has the legal ones.  An action that is not
legal changes nothing.  Rewards are

``solved``
    1 for the action that solves the puzzle, else 0.
``progress``
    What an action changes in (true entries − false ones) / blank cells.  Over an episode it sums to
    that share, however often digits are put and taken back, and to 1 for a solved puzzle.  The
    puzzles must have one solution each.

To either, `penalty` is added for an action that is not legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cpsudoku import logic
from cpsudoku.errors import OptionError
from cpsudoku.formats.drawn import draw
from cpsudoku.ground.extras import needing
from cpsudoku.learn.boards import PlayedBoards
from cpsudoku.learn.puzzles import Curriculum, Interval, PuzzlePool
from cpsudoku.logic.evidence import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.arrays import Puzzles
from cpsudoku.rules import Rules

with needing("environments need", "gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

Observation: TypeAlias = "dict[str, NDArray[Any]]"
"""``digits`` and ``givens``, each of shape (N, N), or (cells,) where the board is not square."""

REWARDS = ("solved", "progress")
"""What is rewarded."""


class _Game:
    """The boards of an environment, their puzzles, and the rewards of actions."""

    def __init__(
        self,
        count: int,
        *,
        puzzles: Puzzles | PuzzlePool | Curriculum | None = None,
        rules: Rules | str | None = None,
        er: Interval | None = None,
        blanks: tuple[int, int] | None = None,
        pool: int = 256,
        pool_seed: int = 0,
        reward: str = "solved",
        penalty: float = 0.0,
        max_steps: int | None = None,
    ) -> None:
        if reward not in REWARDS:
            raise OptionError(f"no reward {reward!r}; expected {' or '.join(REWARDS)}")
        if puzzles is not None and (er is not None or blanks is not None):
            raise OptionError("er and blanks choose new puzzles, and puzzles were given")
        if puzzles is None:
            puzzles = PuzzlePool.generated(pool, er=er, blanks=blanks, rules=rules, seed=pool_seed)
        elif not isinstance(puzzles, PuzzlePool | Curriculum):
            puzzles = PuzzlePool.of(puzzles, None if isinstance(rules, str) else rules)
        self.levels = puzzles if isinstance(puzzles, Curriculum) else Curriculum([puzzles])
        self.rules = self.levels.rules
        if reward == "progress" and not all(p.has_single_solutions for p in self.levels.pools):
            raise OptionError("reward 'progress' is for puzzles with one solution each")
        self._rewards_progress, self._penalty = reward == "progress", penalty
        self.boards = PlayedBoards(self.rules, count)
        self.max_steps = 4 * self.rules.cell_count if max_steps is None else max_steps
        cells = self.rules.cell_count
        self.solutions = np.zeros((count, cells), np.uint8)
        self.ratings = np.full(count, np.nan)
        self.at_level = np.zeros(count, np.int64)
        self.place = np.zeros(count, np.int64)
        self.steps = np.zeros(count, np.int64)
        self._blanks = np.ones(count, np.int64)
        self.shape = (self.rules.size,) * 2 if self.rules.board.is_square else (cells,)
        self.observation_space: Any = spaces.Dict(
            {
                "digits": spaces.Box(0, self.rules.size, self.shape, np.uint8),
                "givens": spaces.Box(0, 1, self.shape, np.uint8),
            }
        )
        self.action_space = spaces.Discrete(self.boards.actions)

    def begin(self, which: NDArray[np.intp], chance: np.random.Generator) -> None:
        """Set up random puzzles on some boards."""
        drawn = np.array(self.levels.draw(chance, len(which)), np.int64).reshape(-1, 2)
        for level, pool in enumerate(self.levels.pools):
            mine = drawn[:, 0] == level
            boards, places = which[mine], drawn[mine, 1]
            if len(boards):
                self.boards.begin(boards, pool.lot.part(places))
                self.solutions[boards] = pool.solutions[places]
                self.ratings[boards] = pool.ratings[places]
                self.place[boards] = places
        self.at_level[which] = drawn[:, 0]
        self.steps[which] = 0
        self._blanks[which] = np.maximum((~self.boards.givens[which]).sum(axis=1), 1)

    def act(
        self, actions: NDArray[np.int64], active: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
        """Return rewards, solved boards, those out of steps, and which actions were legal."""
        every = np.arange(len(actions))
        legal, removes, cells, digits = self.boards.act(actions, active)
        self.steps += active
        solved = self.boards.solved() & active
        cut = (self.steps >= self.max_steps) & ~solved & active
        if self._rewards_progress:
            true = self.solutions[every, cells] == digits
            change = np.where(true != removes, 1.0, -1.0) / self._blanks
            rewards = np.where(legal, change, 0.0)
        else:
            rewards = solved.astype(np.float64)
        rewards[active & ~legal] += self._penalty
        if len(self.levels.pools) > 1:
            for board in np.flatnonzero(solved | cut).tolist():
                self.levels.record(int(self.at_level[board]), solved=bool(solved[board]))
        return rewards, solved, cut, legal

    def observed(self) -> Observation:
        """Return the observations of all boards."""
        shape = (self.boards.count, *self.shape)
        return {
            "digits": self.boards.digits.reshape(shape).copy(),
            "givens": self.boards.givens.reshape(shape).astype(np.uint8),
        }

    def known(self) -> dict[str, Any]:
        """Return the state of all boards."""
        return {
            "action_mask": self.boards.legal(),
            "er": self.ratings.copy(),
            "level": self.at_level.copy(),
        }

    def puzzle(self, board: int) -> Puzzle:
        """Return the puzzle on a board, as it was given."""
        pool = self.levels.pools[int(self.at_level[board])]
        return pool.lot.puzzle(int(self.place[board]))


class SudokuEnv(gymnasium.Env[Observation, np.int64]):
    """A puzzle that is solved an action at a time.

    Args:
        puzzles: those to draw from: as for `cpsudoku.solve_many`, a `PuzzlePool`, a `Curriculum`;
            None for new ones.
        rules: of new puzzles, or their text such as ``4`` or ``9+diagonals``; None for 9×9.
        er: the least and the largest rating (Sudoku Explainer's) of new puzzles; None for any.
        blanks: fewest and most blank cells of new puzzles; None for as many as digging gives.
        pool: how many new puzzles there are to draw from.
        pool_seed: the same seed gives the same new puzzles.
        reward: ``solved`` or ``progress``; see the module.
        penalty: added to the reward of an action that is not legal.
        max_steps: actions after which an episode is cut; None for four for each cell.
        hints: whether ``info["step"]`` says a next true step: see `next_step`.
        render_mode: ``ansi`` for text, or None.

    Raises:
        CpsudokuError: the puzzles cannot be had.
        OptionError: an option makes no sense.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 (as the base class has it)

    def __init__(
        self,
        puzzles: Puzzles | PuzzlePool | Curriculum | None = None,
        *,
        hints: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise OptionError(f"no render mode {render_mode!r}; expected ansi, or None")
        self._game = _Game(1, puzzles=puzzles, **options)
        self._hints, self.render_mode = hints, render_mode
        self.observation_space = self._game.observation_space
        self.action_space = self._game.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a random puzzle; the same seed draws the same ones from here on, None goes on."""
        super().reset(seed=seed)
        self._game.begin(np.arange(1), self.np_random)
        return self._observed(), self._known(legal=True)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do an action, given by its number (`cpsudoku.learn.environments`).

        Returns:
            What the board shows, the reward, whether it is solved, whether there are no more steps,
            and what there is to know.
        """
        actions = np.array([action], np.int64)
        rewards, solved, cut, legal = self._game.act(actions, np.ones(1, np.bool_))
        known = self._known(legal=bool(legal[0]))
        return self._observed(), float(rewards[0]), bool(solved[0]), bool(cut[0]), known

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, under the name that some libraries call."""
        masks: NDArray[np.bool_] = self._game.boards.legal()[0].astype(np.bool_)
        return masks

    def next_step(self) -> tuple[int, int, str] | None:
        """Return the cell, digit and technique of the next placement that follows.

        Placed digits that are not true are left out; the technique is that of the hardest step
        before the placement, which eliminations may precede.  None where nothing follows, or the
        puzzle has not just one solution.
        """
        game = self._game
        solution, digits = game.solutions[0], game.boards.digits[0]
        if not solution.all():
            return None
        standing = np.where(digits == solution, digits, 0).tolist()
        start = Position.placed(game.rules, standing, game.puzzle(0).candidates)
        path = logic.Path(start)
        hardest = ""
        for step in path:
            if not hardest or path.number(step) >= path.rating.hardest:
                hardest = step.technique
            if step.placements:
                cell, digit = step.placements[0]
                return cell, digit, hardest
        return None

    def render(self) -> str | None:
        """Return the board drawn in lines of text."""
        if self.render_mode is None:
            return None
        symbols = (".", *self._game.rules.symbols)
        texts = [symbols[digit] for digit in self._game.boards.digits[0].tolist()]
        return draw(texts, self._game.rules)

    def _observed(self) -> Observation:
        return {name: values[0] for name, values in self._game.observed().items()}

    def _known(self, *, legal: bool) -> dict[str, Any]:
        known = {name: values[0] for name, values in self._game.known().items()}
        rating = float(known.pop("er"))
        known |= {"level": int(known["level"]), "legal": legal}
        known |= {} if np.isnan(rating) else {"er": rating}
        return known | ({"step": self.next_step()} if self._hints else {})


class SudokuVectorEnv(gymnasium.vector.VectorEnv[Observation, "NDArray[np.int64]", Any]):
    """Many puzzles that are solved at the same time, as arrays.

    Args:
        autoreset_mode: ``NextStep`` or ``SameStep``: when a board that is done begins again.

    Raises:
        CpsudokuError: the puzzles cannot be had.
        OptionError: an option makes no sense.
    """

    def __init__(
        self,
        num_envs: int = 1,
        puzzles: Puzzles | PuzzlePool | Curriculum | None = None,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.DISABLED or render_mode is not None:
            raise OptionError("boards begin anew by themselves, and are not drawn")
        self._game = _Game(num_envs, puzzles=puzzles, **options)
        self.num_envs, self._same_step = num_envs, mode is AutoresetMode.SAME_STEP
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.render_mode = None
        self.single_observation_space = self._game.observation_space
        self.single_action_space = self._game.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin random puzzles on all boards; of several seeds the first counts, None goes on."""
        one = seed if seed is None or isinstance(seed, int) else seed[0]
        super().reset(seed=one)
        self._over[:] = False
        self._game.begin(np.arange(self.num_envs), self.np_random)
        return self._game.observed(), self._game.known()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Do an action, by its number, on each board; those that are done begin again, by the mode.

        Returns:
            What the boards show, the rewards, which are solved, which have no more steps, and what
            there is to know.
        """
        active = ~self._over
        rewards, solved, cut, legal = self._game.act(np.asarray(actions, np.int64), active)
        if not active.all():
            self._game.begin(np.flatnonzero(self._over), self.np_random)
        over = solved | cut
        final: dict[str, Any] = {}
        if self._same_step and over.any():
            # The others' rows are those of boards that continue.
            final = {"final_obs": self._game.observed(), "_final_obs": over}
            self._game.begin(np.flatnonzero(over), self.np_random)
            over = np.zeros_like(over)
        self._over = over
        known = self._game.known() | {"legal": legal} | final
        return self._game.observed(), rewards, solved, cut, known
