"""A data set of reasoning-gym: ``reasoning_gym.create_dataset("cpsudoku", min_er=1.2, …)``.

Difficulty is an interval of Sudoku Explainer's rating, and so is the curriculum's; an answer scores
1 if it is a solution, whatever the stored one is, and 0 if it is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset

from cpsudoku import formats, generation
from cpsudoku.errors import OptionError
from cpsudoku.formats import parse_rules
from cpsudoku.generation.fitting import FAMILY
from cpsudoku.generation.making import GeneratedPuzzle
from cpsudoku.generation.specs import DifficultySpec
from cpsudoku.learn.language import prompt
from cpsudoku.learn.puzzles import tenths
from cpsudoku.learn.verifying import verify

NAME = "cpsudoku"


@dataclass
class CpsudokuConfig:
    """What puzzles there are."""

    min_er: float = 1.0
    max_er: float = 2.3
    rules: str = "9"
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Check the interval.

        Raises:
            OptionError: it is empty.
        """
        if not 0 <= self.min_er <= self.max_er:
            raise OptionError(f"ratings from {self.min_er} to {self.max_er}")


@lru_cache(maxsize=4)
def _made(
    rules: str, wish: DifficultySpec, seed: int | None, first: int, count: int
) -> tuple[GeneratedPuzzle, ...]:
    """Return some puzzles: all of those that come out of one search, as they are soon wanted."""
    known = parse_rules(rules, files=False).rules()
    return tuple(generation.generate(count, rules=known, difficulty=wish, seed=seed, first=first))


class CpsudokuDataset(ProceduralDataset):  # type: ignore[misc]
    """Puzzles with one solution each; puzzle *i* depends only on the seed and *i*."""

    def __init__(self, config: CpsudokuConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Return a puzzle as text, its solution, and what is known of it.

        Raises:
            IndexError: there is no such number.
        """
        if not 0 <= idx < self.size:
            raise IndexError(idx)
        config = self.config
        er = (config.min_er, config.max_er)
        wish = DifficultySpec(er=tenths(er))
        at = idx % FAMILY if wish.is_searched_for else 0
        count = min(FAMILY, self.size - idx + at) if wish.is_searched_for else 1
        made = _made(config.rules, wish, self.seed, idx - at, count)[at]
        puzzle = made.puzzle
        return {
            "question": prompt(puzzle),
            "answer": puzzle.rules.text(made.solution),
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                "puzzle": str(puzzle),
                "rules": config.rules,
                "difficulty": {"er": er},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return 1 if an answer solves the puzzle of an entry, else 0."""
        about = entry["metadata"]
        puzzle = formats.parse(about["puzzle"], about["rules"])
        return float(verify([puzzle], [answer]).solved[0])


class CpsudokuCurriculum(BaseCurriculum):  # type: ignore[misc]
    """Ratings that rise."""

    def __init__(self) -> None:
        super().__init__(CpsudokuCurriculum.__name__, CpsudokuConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="er",
                levels=[1.0, 1.2, 1.5, 2.0, 2.6, 3.4, 4.5, 6.6, 7.6, 8.5, 9.3, 10.5, 11.9],
                description="Sudoku Explainer's rating",
                lower_field_name="min_er",
                upper_field_name="max_er",
                ensure_interval=True,
            )
        )


if NAME not in DATASETS:
    register_dataset(NAME, CpsudokuDataset, CpsudokuConfig, CpsudokuCurriculum)
