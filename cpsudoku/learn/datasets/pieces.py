"""The puzzles of a part of a recipe, a piece at a time: made, labelled, classified."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import Any

import numpy as np
import pyarrow as pa

from cpsudoku.errors import GenerationError
from cpsudoku.formats import rules_text
from cpsudoku.generation import Made, generate
from cpsudoku.generation.fitting import FAMILY
from cpsudoku.generation.setting import Set, Setting, SettingSpec
from cpsudoku.ground.processes.workers import answered_in_order
from cpsudoku.ground.processors import useful_workers
from cpsudoku.learn.datasets.classes import grid_keys, puzzle_keys
from cpsudoku.learn.datasets.labels import labels_of, schema_of
from cpsudoku.learn.datasets.recipes import PartOfSet, Recipe
from cpsudoku.rules import Rules

_PUZZLES = 1000
_SETTINGS, _SEARCHED = 50, 2 * FAMILY
"""Puzzles of a piece: so that one takes seconds, also where variants are laid out, or minutes where
puzzles are searched for."""

GRID_CLASS = "grid_class"
"""The column of a piece with the class of the solution, by which puzzles are split."""


def piece_of(recipe: Recipe, number: int, piece: int, threads: int | None) -> pa.Table:
    """Return the rows of a piece, in the columns of the set and `GRID_CLASS`.

    Raises:
        GenerationError: no such puzzle exists, or none was found.
    """
    part = recipe.parts[number]
    # All pieces of a small part are small, as what is not needed is made in vain.
    size = _SETTINGS if part.wished else _SEARCHED if part.is_searched_for else _PUZZLES
    size = min(size, part.count)
    numbers = range(piece * size, piece * size + size)
    seed = seed_of(recipe.seed, number)
    made = _set(part, seed, numbers, threads) if part.wished else _dug(part, seed, numbers, threads)
    schema = schema_of(recipe.labels).append(pa.field(GRID_CLASS, pa.string()))
    tables = [
        pa.table(_columns(rules, list(its), recipe.labels, threads), schema)
        for rules, its in groupby(made, lambda one: one.rules)
    ]
    return pa.concat_tables(tables)


def _columns(
    rules: Rules, made: list[Made], labels: Iterable[str], threads: int | None
) -> dict[str, Any]:
    digits = np.array([one.digits for one in made], np.uint8)
    solutions = np.array([one.solution for one in made], np.uint8)
    return {
        "puzzle": [rules.text(one.digits) for one in made],
        "solution": [rules.text(one.solution) for one in made],
        "rules": [rules_text(rules)] * len(made),
        "class": [key.hex() for key in puzzle_keys(digits, solutions, rules, threads)],
        **labels_of(digits, rules, list(labels), threads),
        GRID_CLASS: [key.hex() for key in grid_keys(solutions, rules, threads)],
    }


def _dug(part: PartOfSet, seed: int, numbers: range, threads: int | None) -> Iterator[Made]:
    return generate(
        len(numbers),
        rules=part.known_rules,
        clues=part.clues,
        difficulty=part.difficulty,
        seed=seed,
        first=numbers.start,
        jobs=useful_workers(threads),
    )


def _set(part: PartOfSet, seed: int, numbers: range, threads: int | None) -> Iterator[Made]:
    """Yield puzzles with variants, without the numbers for which none was found.

    Raises:
        GenerationError: none was found for any number.
    """
    setting = Setting(SettingSpec.of(part.known_rules, part.wished, givens=part.givens), seed=seed)
    jobs = min(useful_workers(threads), len(numbers))
    answers: Iterable[Set | GenerationError]
    if jobs < 2:
        answers = map(partial(_set_one, setting), numbers)
    else:
        answers = answered_in_order(numbers, partial(partial, _set_one, setting), jobs=jobs)
    last, count = None, 0
    for number, answer in zip(numbers, answers, strict=True):
        if isinstance(answer, GenerationError):
            last = answer
            continue
        count += 1
        yield Made(number, answer.puzzle.rules, answer.puzzle.digits, answer.solution)
    if last is not None and not count:
        raise last


def _set_one(setting: Setting, number: int) -> Set | GenerationError:
    try:
        return setting.puzzle(number)
    except GenerationError as error:
        return error


def seed_of(seed: int, part: int) -> int:
    """Return the seed of a part's puzzles."""
    digest = hashlib.sha256(f"{seed} {part}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
