"""Drafts of puzzles and what they mean: houses, regions half drawn, clues, givens.

>>> from cpsudoku.web.setting.models import Draft
>>> draft = Draft(base="4", clues=[{"type": "diagonals"}, {"type": "odd", "cells": ["r1c1"]}])
>>> puzzle = puzzle_of(draft, 100)
>>> [constraint.label for constraint in puzzle.rules.constraints[-3:]]
['diagonal', 'antidiagonal', 'odd']
>>> draft_of(puzzle).clues[0]["kind"], draft_of(puzzle).clues[2]["type"]
('diagonal', 'odd')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsudoku.errors import PuzzleError, RulesError
from cpsudoku.formats.rules_json import (
    constraint_from_json,
    constraint_to_json,
    listed,
    rules_from_json,
    rules_to_json,
)
from cpsudoku.formats.rules_words import add_houses, check_number
from cpsudoku.formats.strict_json import placed
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import (
    AllDifferent,
    Board,
    Constraint,
    Rules,
    boxes,
    jigsaw,
    latin,
    layered,
    usual,
)
from cpsudoku.variants.base import FieldKind, fields_of
from cpsudoku.variants.chaos import ChaosRegions
from cpsudoku.variants.naming import HOUSES
from cpsudoku.variants.registry import found_variant
from cpsudoku.web.boards import digits_left, marked, per_cell, rules_of
from cpsudoku.web.setting.models import Clue, Draft
from cpsudoku.web.setting.vocabulary import TO_FIND


def puzzle_of(draft: Draft, most_cells: int) -> Puzzle:
    """Return the puzzle that a draft stands for at present."""
    base = rules_of(draft.base, most_cells)
    if draft.regions is not None:
        base = _with_regions(base, per_cell("regions", draft.regions, base))
    check_number(len(draft.clues))
    clues = _clues(draft.clues, base)
    # Groups come first, since rules list them together with the other houses.
    groups = [clue for clue in clues if isinstance(clue, AllDifferent)]
    others = [clue for clue in clues if not isinstance(clue, AllDifferent)]
    rules = base.with_constraints([*groups, *others])
    nothing = [0] * rules.cell_count
    puzzle = Puzzle.from_digits(per_cell("givens", draft.givens or nothing, rules), rules)
    if draft.marks is not None:
        puzzle = marked(puzzle, draft.marks)
        if 0 in puzzle.candidates:
            raise PuzzleError("a cell with no digit left")
    return puzzle


def with_regions_to_find(draft: Draft) -> Draft:
    """Return a draft without boxes and with auxiliary cells, if its regions are to be found."""
    asked: Clue = {"type": TO_FIND}
    if asked not in draft.clues:
        return draft
    base = rules_from_json(draft.base)
    if not base.board.is_square:
        raise RulesError("only square boards can have regions to be found, and only once")
    rows_and_columns = latin(base.size)
    board = layered(rows_and_columns.board)
    whole = ChaosRegions(board, tuple(range(board.grid_count)), board.layers[0], base.size)
    at = draft.clues.index(asked)
    clues = [*draft.clues[:at], constraint_to_json(whole, board), *draft.clues[at + 1 :]]
    return _laid_on(board, rows_and_columns, draft.model_copy(update={"clues": clues}))


def _laid_on(board: Board, base: Rules, draft: Draft) -> Draft:
    """Return a draft on a board that has auxiliary cells beside those of the draft."""
    beside = board.auxiliary
    base_as_json = listed(Rules(board, base.constraints))
    givens = [*(draft.givens or [0] * (board.cell_count - beside)), *[0] * beside]
    marks = None if draft.marks is None else [*draft.marks, *[None] * beside]
    laid = {"base": base_as_json, "regions": None, "givens": givens, "marks": marks}
    return draft.model_copy(update=laid)


def with_layers(draft: Draft) -> Draft:
    """Return a draft with a copy of its grid beside it if a clue is about one, and has no cells."""
    number = max((_layers_of(clue) for clue in draft.clues), default=0)
    base = rules_from_json(draft.base)
    if not number or base.board.auxiliary:
        return draft
    if draft.regions is not None:
        base = _with_regions(base, per_cell("regions", draft.regions, base))
    return _laid_on(layered(base.board, number), base, draft)


def _layers_of(clue: Clue) -> int:
    """Return how many layers a clue is about, none where it names cells or digits that say it."""
    name = clue.get("type")
    variant = found_variant(name) if isinstance(name, str) else None
    if variant is None or not variant.layers or clue.get("shaded"):
        return 0
    fields = [field.name for field in fields_of(variant) if field.kind is FieldKind.CELLS]
    return 0 if any(map(clue.get, fields)) else variant.layers


def _with_regions(base: Rules, labels: Sequence[int]) -> Rules:
    """Return rules with regions: too small ones have different digits, too big ones say nothing."""
    size = base.size
    if not base.board.is_square:
        raise RulesError("only square boards can have drawn regions")
    regions: dict[int, list[int]] = {}
    for cell, label in enumerate(labels):
        if label:
            regions.setdefault(label, []).append(cell)
    if len(regions) == size and all(len(cells) == size for cells in regions.values()):
        return jigsaw(labels)
    begun = [
        AllDifferent(tuple(cells), "region", label)
        for label, cells in sorted(regions.items())
        if len(cells) <= size
    ]
    return latin(size).with_constraints(begun)


def clues_of(draft: Draft, board: Board) -> list[tuple[Clue, Constraint]]:
    """Return the clues of a draft, houses that come together one by one."""
    base = rules_from_json(draft.base)
    return [(constraint_to_json(clue, board), clue) for clue in _clues(draft.clues, base)]


def _clues(clues: Iterable[Clue], base: Rules) -> list[Constraint]:
    found: dict[Constraint, None] = {}
    for at, clue in enumerate(clues):
        try:
            found |= dict.fromkeys(_constraints(clue, base))
        except RulesError as error:
            raise placed(f"clues[{at}]", error) from error
    return list(found)


def _constraints(clue: Clue, base: Rules) -> tuple[Constraint, ...]:
    name = clue.get("type")
    if isinstance(name, str) and name in HOUSES:
        return add_houses(base, name).constraints[len(base.constraints) :]
    constraint = constraint_from_json(clue, base.board)
    constraint.check(base.board)
    return (constraint,)


def draft_of(puzzle: Puzzle) -> Draft:
    """Return a draft that is a puzzle."""
    rules = puzzle.rules
    base, labels = _houses(rules)
    known = set(base.constraints)
    clues = [clue for clue in rules.constraints if clue not in known]
    base = latin(rules.size) if labels else base
    is_usual = base.board.is_square and base == usual(base.size)
    words = str(base.size) if is_usual else rules_to_json(base)
    return Draft(
        base=words,
        regions=labels,
        clues=[constraint_to_json(clue, rules.board) for clue in clues],
        givens=list(puzzle.digits),
        marks=[*digits_left(puzzle.candidates)] if puzzle.has_pencil_marks else None,
    )


def _houses(rules: Rules) -> tuple[Rules, list[int] | None]:
    """Return the houses that the rules begin with, and the regions where these are drawn."""
    if not rules.board.is_square:
        groups = (c for c in rules.constraints if isinstance(c, AllDifferent))
        return Rules(rules.board, groups), None
    regions = [c for c in rules.constraints if isinstance(c, AllDifferent) and c.kind == "region"]
    if regions:
        home = {cell: r.number or n for n, r in enumerate(regions, start=1) for cell in r.cells}
        labels = [home.get(cell, 0) for cell in range(rules.cell_count)]
        return _with_regions(latin(rules.size), labels), labels
    shape = rules.box_shape
    return (latin(rules.size) if shape is None else boxes(*shape)), None
