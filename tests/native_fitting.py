"""Values that fit the parameters of the compiled core, by the name of the parameter."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ODD: list[Any] = [None, "x", b"", b"\xff" * 9, 1.5, math.nan, [], (), [[]], {}, object(), "ä", True]


_LOGIC = ("Logic.rate_many", "Logic.singles_many")


class Fitting:
    """Values for what is called `name`; a method `fit_X` makes those of the parameter X.

    Args:
        native: the compiled core.
        chance: what is random.
    """

    def __init__(self, native: Any, chance: random.Random) -> None:
        self._native, self._chance = native, chance
        self._bad = 0.0  # the share of arguments that are to be wrong
        self._size = 9
        self._rows = 1
        self._classic_cover = True
        self._cover: list[list[int]] = []

    def fit_groups(self, name: str, kind: str) -> Any:
        if kind == "Groups":
            return self._native.Groups(9, houses(9))
        if name == "Logic":
            kinds = ("row", "column", "box")
            found = houses(self._size)
            return [(cells, kinds[i // self._size]) for i, cells in enumerate(found)]
        return houses(self._size)

    def fit_digits(self, name: str, kind: str) -> Any:
        if name.startswith("Logic."):
            solved = [int(digit) for digit in SOLUTION] if self._size == 9 else [0] * 16
            return [d if self._chance.random() < 0.4 else 0 for d in solved]
        return self._size if kind == "int" else NotImplemented

    def fit_cells(self, name: str, kind: str) -> Any:
        if name == "DefiningSets":
            return 2
        if name.startswith("FdFormula."):
            return self._chance.sample(range(16), 4)
        return self._size**2 if kind.startswith("int") else NotImplemented

    # Formulas of four cells, each of a board of four digits at least.

    def fit_part(self, name: str, kind: str) -> Any:
        if name.startswith("HittingSets."):
            return self.fit_set(name, kind)
        make, chance = self._native.FdFormula, self._chance
        cells = self.fit_cells("FdFormula.", kind)
        total = self._native.FdFormula.linear(cells, [1] * 4, "<=", [chance.randrange(4, 16)])
        return chance.choice((total, make.all_different(cells), make.element(cells, 0, 1, 0)))

    def fit_parts(self, name: str, kind: str) -> Any:
        return [self.fit_part(name, kind) for _ in range(self._chance.randrange(4))]

    fit_formulas = fit_parts

    def fit_relation(self, name: str, kind: str) -> Any:
        return self._chance.choice(("=", "!=", "<=", ">="))

    def fit_allowed(self, name: str, kind: str) -> Any:
        return self._chance.choices(range(16), k=4)

    fit_coefficients = fit_totals = fit_allowed

    def fit_tuples(self, name: str, kind: str) -> Any:
        return {tuple(self._chance.choices(range(1, 5), k=4)) for _ in range(3)}

    def fit_steps(self, name: str, kind: str) -> Any:
        return {(state, digit, self._chance.randrange(2)) for state in (0, 1) for digit in range(5)}

    def fit_accepting(self, name: str, kind: str) -> Any:
        return {self._chance.randrange(2)}

    def fit_start(self, name: str, kind: str) -> Any:
        return self._chance.randrange(2)

    def fit_sides(self, name: str, kind: str) -> Any:
        lines = [[4 * row + column for column in range(4)] for row in range(4)]
        turned = [list(line) for line in zip(*lines, strict=True)]
        return [lines, [line[::-1] for line in lines], turned, [line[::-1] for line in turned]]

    def fit_digit(self, name: str, kind: str) -> Any:
        return self._chance.randrange(4) if name == "FdFormula.ranks" else NotImplemented

    # Regions to be found among four cells, by their places.

    def fit_edges(self, name: str, kind: str) -> Any:
        return [(0, 1), (1, 2), (2, 3)]

    def fit_together(self, name: str, kind: str) -> Any:
        return [tuple(self._chance.sample(range(4), 2)) for _ in range(self._chance.randrange(2))]

    fit_apart = fit_together

    def fit_asked(self, name: str, kind: str) -> Any:
        some = self._chance.randrange
        return [(some(self._size**2), some(4)) for _ in range(some(4))]

    def fit_solution(self, name: str, kind: str) -> Any:
        if name != "FdSampler.know":
            return NotImplemented
        return bytes(self._chance.choices(range(1, 5), k=self._size**2))

    # Sets of nine members.

    def fit_members(self, name: str, kind: str) -> Any:
        return 9

    def fit_set(self, name: str, kind: str) -> Any:
        return self._chance.randrange(512).to_bytes(8, "little")

    fit_roots = fit_set

    def fit_neighbours(self, name: str, kind: str) -> Any:
        if name != "HittingSets.link":
            return NotImplemented
        return [self.fit_set(name, kind) for _ in range(9)]

    # Exact covers: the boxed grid of four, or items and colours at random.

    def fit_primary(self, name: str, kind: str) -> Any:
        self._classic_cover = self._chance.random() < 0.7
        return 64 if self._classic_cover else 4

    def fit_secondary(self, name: str, kind: str) -> Any:
        return 0 if self._classic_cover else 3

    def fit_options(self, name: str, kind: str) -> Any:
        if name == "LogicOrder":
            return []
        if self._classic_cover:
            digits = [(cell, digit) for cell in range(16) for digit in range(4)]
            self._cover = [
                [cell, *(16 + 4 * k + d for k, group in enumerate(houses(4)) if cell in group)]
                for cell, d in digits
            ]
        else:
            items = self._chance.sample
            self._cover = [sorted(items(range(7), items(range(1, 5), 1)[0])) for _ in range(9)]
        return self._cover

    def fit_colours(self, name: str, kind: str) -> Any:
        if self._classic_cover or self._chance.random() < 0.5:
            return []
        return [[0 if i < 4 else self._chance.randrange(3) for i in o] for o in self._cover]

    def fit_algorithm(self, name: str, kind: str) -> Any:
        return self._chance.choice(("auto", "links", "cells", "sparse", "packed", "portable"))

    def fit_chosen(self, name: str, kind: str) -> Any:
        return self._chance.sample(range(9), self._chance.randrange(3))

    def fit_removed(self, name: str, kind: str) -> Any:
        return self._chance.sample(range(9), self._chance.randrange(5))

    def fit_choices(self, name: str, kind: str) -> Any:
        if name == "DefiningSets":
            return 4
        return choices_of(self._masks(9)) if kind != "int" else NotImplemented

    def fit_candidates(self, name: str, kind: str) -> Any:
        of_nine = name.startswith(("Bitboard", "Digger", "ClassicDefining"))
        masks = self._masks(9 if of_nine else self._size)
        return tuple(masks) if kind.startswith("tuple") else masks

    def fit_givens(self, name: str, kind: str) -> Any:
        return [] if self._chance.random() < 0.5 else self.fit_digits(name, kind)

    # Arrays have as many rows as one another, and the cells of the object that is asked.

    def _of_cells(self, name: str, kind: str) -> Any:
        if name in ("Groups.first_fault", "CoverSolver.solve_many", *_LOGIC):
            cells = 16 if name == "CoverSolver.solve_many" else self._size**2
            made = [self._chance.choices(range(3), k=cells) for _ in range(self._rows)]
            return np.array(made, np.uint8).reshape(self._rows, cells)
        if kind.startswith("Array") and "82" not in kind and self._chance.random() < 0.8:
            dtype = kind.split("_")[1]
            most = 512 if dtype == "uint16" else 3
            made = [self._chance.choices(range(most), k=81) for _ in range(self._rows)]
            return np.array(made, dtype).reshape(self._rows, 81)
        return NotImplemented

    fit_puzzles = fit_solutions = fit_grids = _of_cells

    def fit_out(self, name: str, kind: str) -> Any:
        if name == "Logic.singles_many":
            return np.zeros((self._rows, 9, 4), np.int16)
        return np.zeros((self._rows, 8), np.int32) if name == "Logic.rate_many" else NotImplemented

    def fit_lengths(self, name: str, kind: str) -> Any:
        return np.zeros(self._rows, np.int32) if name == "Logic.singles_many" else NotImplemented

    def fit_used(self, name: str, kind: str) -> Any:
        return np.zeros((self._rows, 4), np.uint64)

    def fit_first(self, name: str, kind: str) -> Any:
        return self._chance.randrange(100) if kind == "int" else NotImplemented

    fit_seed = fit_first

    def fit_stride(self, name: str, kind: str) -> Any:
        return 82

    # Formulas and lines of proofs: whole numbers of 32 bits.

    def _clauses(self, name: str, kind: str) -> Any:
        if kind.startswith("Array"):
            return NotImplemented
        numbers: list[int] = []
        for _ in range(self._chance.randrange(12)):
            numbers += (self._chance.choice((-3, -2, -1, 1, 2, 3)) for _ in range(2))
            numbers.append(0)
        if self._chance.random() < self._bad:
            numbers.append(self._chance.choice((0, 1, -9, 2**30 + 1, -(2**31))))
        return np.array(numbers, np.int32).tobytes()

    fit_formula = fit_clauses = fit_lines = _clauses

    # Formulas of sums: which candidates their variables are, and a model of them.

    def fit_names(self, name: str, kind: str) -> Any:
        if name == "FdFormula.regions":
            return [self._chance.sample(range(16), 4)]
        return list(range(1, 9))

    fit_literals = fit_named = fit_names

    def fit_model(self, name: str, kind: str) -> Any:
        return [v if self._chance.random() < 0.5 else -v for v in range(1, 20)]

    # Lines of puzzles.

    def fit_columns(self, name: str, kind: str) -> Any:
        return self._chance.choice((None, (",", 0, None), (",", 0, 1), (";", 1, 2)))

    def fit_backend(self, name: str, kind: str) -> Any:
        return self._chance.choice(("", "bitboard"))

    def fit_left(self, name: str, kind: str) -> Any:
        return self._masks(self._size)

    def fit_grid(self, name: str, kind: str) -> Any:
        return tuple(map(int, SOLUTION))

    def fit_layout(self, name: str, kind: str) -> Any:
        return self._native.Layout(self._size, self._size**2, houses(self._size))

    def fit_finders(self, name: str, kind: str) -> Any:
        known = [finder for finder, _ in self._native.logic_finders()]
        return self._chance.sample(known, self._chance.randrange(1, len(known)))

    def fit_numbers(self, name: str, kind: str) -> Any:
        return [(technique, 10) for technique, *_ in self._native.logic_techniques()]

    def fit_order(self, name: str, kind: str) -> Any:
        if kind == "LogicOrder":
            return NotImplemented
        return self._chance.choice(("index", "fewest"))

    def fit_singles(self, name: str, kind: str) -> Any:
        return self._chance.choice(("none", "naked", "hidden"))

    def fit_threads(self, name: str, kind: str) -> Any:
        return self._chance.choice((1, 2, 3))

    def fit_width(self, name: str, kind: str) -> Any:
        return self._chance.choice((None, *self._native.bitboard_widths()))

    def fit_orbits(self, name: str, kind: str) -> Any:
        return [[cell, 80 - cell] for cell in range(40)] + [[40]]

    def fit_must_go(self, name: str, kind: str) -> Any:
        return [False] * 41

    def fit_targets(self, name: str, kind: str) -> Any:
        return []

    def fit_clues(self, name: str, kind: str) -> Any:
        if name == "FdFormula.ranks":
            some = self._chance.randrange
            return [(some(4), some(4), some(4), some(2) == 0) for _ in range(some(3))]
        if name == "FdFormula.regions":
            return [(self._chance.choice(("run", "count", "distinct")), 0, 0, [[0, 1]])]
        return (0, 81)

    def fit_least_blanks(self, name: str, kind: str) -> Any:
        return [0] * 9

    def fit_most_blanks(self, name: str, kind: str) -> Any:
        return [9] * 9

    def fit_effort(self, name: str, kind: str) -> Any:
        return (0, 2**64 - 1)

    def fit_state(self, name: str, kind: str) -> Any:
        return [self._chance.getrandbits(64) for _ in range(4)]

    def fit_text(self, name: str, kind: str) -> Any:
        lines = self._chance.choices((SOLUTION, "." * 81, SOLUTION[:60] + "." * 21, "# x", ""), k=5)
        return "\n".join(lines).encode()

    def fit_texts(self, name: str, kind: str) -> Any:
        made = [SOLUTION, "." * 81] * self._rows
        if self._chance.random() < self._bad:
            made[-1:] = [self._chance.choice(ODD)]
        return made[: self._rows]

    def fit_row(self, name: str, kind: str) -> Any:
        return self._chance.choice(([0, 2], [1, 2], [0, 3], [1, 3]))

    def fit_size(self, name: str, kind: str) -> Any:
        if name == "CoverSolver.solve_many":
            return 4
        return self._size if name in ("Groups", "Filler") else NotImplemented

    def _masks(self, size: int) -> list[int]:
        digits = (
            map(int, SOLUTION) if size == 9 else (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
        )
        share = self._chance.choice((0.1, 0.5, 0.65, 0.8))
        every = (1 << size) - 1
        # The same list for the same seed of the object: masks and choices have to fit one another.
        return [
            every if (i * 7919 + d * 104729) % 100 < 100 * share else 1 << (d - 1)
            for i, d in enumerate(digits)
        ]


def houses(size: int) -> list[list[int]]:
    """Return the houses of the rules with square boxes."""
    side = math.isqrt(size)
    cells = [(r, c) for r in range(size) for c in range(size)]
    keys: list[Callable[[int, int], int]] = [
        lambda r, c: r,
        lambda r, c: c,
        lambda r, c: r // side * side + c // side,
    ]
    return [[size * r + c for r, c in cells if key(r, c) == n] for key in keys for n in range(size)]


def choices_of(masks: list[int]) -> list[tuple[int, int]]:
    """Return the candidates of the open cells."""
    return [
        (cell, digit)
        for cell, mask in enumerate(masks)
        for digit in range(1, 10)
        if mask >> (digit - 1) & 1 and mask & (mask - 1)
    ]
