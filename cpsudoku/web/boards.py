"""Puzzles as a page needs them, and back."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from textwrap import shorten
from typing import TypeVar

from cpsudoku import formats
from cpsudoku.drawing.constraints import overlay
from cpsudoku.errors import CpsudokuError, FormatError, OptionError, PuzzleError
from cpsudoku.formats.base import Record
from cpsudoku.formats.rules_json import constraint_to_json, rules_from_json, rules_to_json
from cpsudoku.formats.setters.imported import MOST_DECORATION
from cpsudoku.formats.setters.meanings import others
from cpsudoku.logic import TECHNIQUES, Position, Step, explaining
from cpsudoku.logic.explaining.explanations import Conclusion
from cpsudoku.logic.naming import display_name
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Board, Constraint, Rules, cell_name, digits_of_mask
from cpsudoku.variants import naming
from cpsudoku.variants.base import Variant
from cpsudoku.web.models import (
    About,
    BoardAnswer,
    Drawing,
    LinkModel,
    MarkedCandidate,
    Meaning,
    PositionModel,
    ProposalModel,
    Region,
    Rule,
    StepAnswer,
    TechniqueName,
)
from cpsudoku.words import rendered

T = TypeVar("T")


def bounded(rules: Rules, most_cells: int) -> Rules:
    """Return rules whose board is not too big for this server."""
    if rules.cell_count > most_cells:
        raise OptionError(
            f"a board of {rules.cell_count} cells; this server takes {most_cells} at most"
        )
    return rules


def rules_of(value: str | dict[str, object], most_cells: int) -> Rules:
    """Return the rules that a request names."""
    return bounded(rules_from_json(value), most_cells)


def puzzle_of(source: PositionModel | str, most_cells: int) -> Puzzle:
    """Return the puzzle that a request is about: its givens, what was entered, and marks.

    Args:
        source: a position, or a text in any notation.
    """
    if isinstance(source, str):
        puzzle = formats.parse(source)
        bounded(puzzle.rules, most_cells)
        return puzzle
    rules = rules_of(source.rules, most_cells)
    givens = per_cell("givens", source.givens, rules)
    entries = per_cell("entries", source.entries or [0] * rules.cell_count, rules)
    digits = [given or entry for given, entry in zip(givens, entries, strict=True)]
    puzzle = Puzzle.from_digits(digits, rules)
    return puzzle if source.marks is None else marked(puzzle, source.marks)


def marked(puzzle: Puzzle, marks: list[list[int] | None]) -> Puzzle:
    """Return a puzzle whose open cells have the marks given for them; None leaves it as it is."""
    rules, masks = puzzle.rules, list(puzzle.candidates)
    for cell, left in enumerate(per_cell("marks", marks, rules)):
        if left is not None and not puzzle.digits[cell]:
            masks[cell] = mask_of(cell, left, rules)
    return Puzzle(rules, tuple(masks))


def per_cell(name: str, values: list[T], rules: Rules) -> list[T]:
    """Return values, of which there must be one for each cell."""
    if len(values) != rules.cell_count:
        raise PuzzleError(f"{len(values)} {name}; expected {rules.cell_count}, one for each cell")
    return values


def mask_of(cell: int, digits: list[int], rules: Rules) -> int:
    """Return digits as a mask of candidates.

    Args:
        digits: numbers from 1.
    """
    mask = 0
    for digit in digits:
        if not 1 <= digit <= rules.size:
            where = cell_name(cell, rules.board)
            raise PuzzleError(f"{where} has mark {digit}; expected 1 to {rules.size}")
        mask |= 1 << digit - 1
    return mask


def digits_left(masks: Iterable[int]) -> list[list[int]]:
    """Return masks of candidates as lists of digits."""
    return [list(digits_of_mask(mask)) for mask in masks]


NO_WORDS = About()


def board_of(record: Record) -> BoardAnswer:
    """Return the puzzle of a text as a page needs it, with how the text was read."""
    found = board_answer(record.puzzle, about_of(record))
    read = {"ignored": list(record.ignored), "proposals": proposals_of(record)}
    return found.model_copy(update=read)


def proposals_of(record: Record) -> list[ProposalModel]:
    """Return what was read from drawings and words, each once, with what else it may mean."""
    board = record.puzzle.rules.board
    fits = None if record.solution is None else True
    found = []
    # A thing of two kinds that come to the same was refuted as each of them.
    for one in {(one.thing, one.constraint): one for one in record.proposals}.values():
        way = [_meaning(other, board) | {"fits": fits} for other in others(record, one)]
        fields = one.document(board) | _meaning(one.constraint, board) | {"others": way}
        found.append(ProposalModel.model_validate(fields))
    return found


def _meaning(constraint: Constraint, board: Board) -> dict[str, object]:
    rule = rule_of(constraint)
    clue = constraint_to_json(constraint, board)
    return {"meaning": rule.label, "cells": rule.cells, "clue": clue}


def board_answer(puzzle: Puzzle, about: About = NO_WORDS) -> BoardAnswer:
    """Return a puzzle as a page needs it."""
    rules = puzzle.rules
    board, drawn = rules.board, overlay(rules)
    return BoardAnswer(
        rules=rules_to_json(rules),
        title=title_of(rules),
        height=board.height,
        width=board.width,
        places=list(board.places),
        auxiliary=board.auxiliary,
        symbols=list(rules.symbols),
        regions=[Region(label=g.label, kind=g.kind, cells=list(g.cells)) for g in rules.groups],
        others=list(map(rule_of, rules.clues)),
        drawing=drawn and Drawing(below=drawn[0], above=drawn[1], margin=drawn[2]),
        givens=list(puzzle.digits),
        marks=digits_left(puzzle.candidates) if puzzle.has_pencil_marks else None,
        text=text_of(puzzle, about),
        about=about,
        meanings=meanings_of(rules),
    )


def record_of(text: str, most_cells: int, rules: Rules | None = None) -> Record:
    """Return the one puzzle of a text with what the text says of it.

    Args:
        rules: of a text that has none; None for the usual ones of its size.
    """
    records = formats.read(io.StringIO(text, newline=None), rules)
    record = next(records)
    for second in records:
        raise FormatError("a second puzzle; expected only one", line=second.line)
    bounded(record.puzzle.rules, most_cells)
    return record


MOST_QUEUED = 1000
"""The most puzzles of a text that are played in turn."""


def texts_of(text: str, most_cells: int) -> list[str]:
    """Return a text for each puzzle of a text, with its title and so on.

    Raises:
        FormatError: there are too many, or one cannot be read.
    """
    found: list[str] = []
    lines = text.splitlines()
    for record in formats.read(io.StringIO(text, newline=None)):
        if len(found) == MOST_QUEUED:
            raise FormatError(f"more than {MOST_QUEUED} puzzles", line=record.line)
        bounded(record.puzzle.rules, most_cells)
        own = lines[record.line - 1] if record.line else ""
        is_told = bool(record.proposals or record.ignored) and _says(own, record.puzzle)
        found.append(own if is_told else text_of(record.puzzle, about_of(record)))
    return found


def _says(text: str, puzzle: Puzzle) -> bool:
    """Return whether a line is a puzzle by itself: how it was read is seen again there."""
    try:
        return [one.puzzle for one in formats.read(io.StringIO(text))] == [puzzle]
    except FormatError:
        return False


_SAID = {
    "title": ("label", ("title", "label", "name")), "author": ("author", ("author",)),
    "rules": ("words", ("ruleset",)), "decoration": ("decoration", ("decoration",)),
}  # fmt: skip
"""The title and so on of a puzzle: its places in a record, and its names in an object of JSON."""


def about_of(record: Record) -> About:
    """Return what a text says of its puzzle."""
    row = {} if record.row is None else dict(zip(record.row.names, record.row.values, strict=True))
    said = {}
    for field, (own, names) in _SAID.items():
        found = (row[name] for name in names if isinstance(row.get(name), str))
        said[field] = getattr(record, own) or str(next(found, ""))
    return About(
        title=said["title"][:200],
        author=said["author"][:200],
        rules=said["rules"][:10_000],
        decoration=said["decoration"] if len(said["decoration"]) <= MOST_DECORATION else "",
    )


def with_about(puzzle: Puzzle, about: About) -> Record:
    """Return a record of a puzzle with its title and so on."""
    said = {own: getattr(about, field) for field, (own, _) in _SAID.items()}
    return Record(puzzle, **said)


def meanings_of(rules: Rules) -> list[Meaning]:
    """Return the kinds of rules beside rows, columns and boxes, each with its sentence."""
    found = naming.meanings_of(rules).items()
    return [Meaning(type=name, means=means, number=number) for name, (means, number) in found]


def rule_of(constraint: Constraint) -> Rule:
    """Return a constraint as a page needs it."""
    return Rule(label=constraint.label, cells=list(constraint.scope))


def board_at(puzzle: Puzzle, position: Position) -> BoardAnswer:
    """Return a puzzle as a page needs it, with the progress of a position.

    Args:
        position: what was placed, and which candidates are left.
    """
    entries = [0 if cell in position.givens else d for cell, d in enumerate(position.digits)]
    marks = digits_left(position.candidates)
    return board_answer(puzzle).model_copy(update={"entries": entries, "marks": marks})


def title_of(rules: Rules) -> str:
    """Return rules in a few words: all of them or, if they are many, their kinds."""
    if rules.is_classic:
        return "Sudoku"
    text = formats.rules_text(rules)
    if len(text) <= 60:
        return text
    kinds = dict.fromkeys(
        c.kind if isinstance(c, AllDifferent) else c.name if isinstance(c, Variant) else c.label
        for c in rules.constraints
    )
    names = ", ".join(kind for kind in kinds if kind and kind not in {"row", "column", "box"})
    words = f"{rules.size} digits: {names}" if names else f"{rules.size} digits"
    return shorten(words, 100, placeholder=" …")


def text_of(puzzle: Puzzle, about: About = NO_WORDS) -> str:
    """Return a puzzle in the shortest notation that says all of it."""
    if about != NO_WORDS:
        return text_in_json(puzzle, about).strip()
    for notation in ("line", "json"):
        try:
            text = formats.write(puzzle, notation).strip()
            if formats.parse(text) == puzzle:
                return text
        except CpsudokuError:
            continue
    raise FormatError("no notation can say this puzzle")


def text_in_json(puzzle: Puzzle, about: About) -> str:
    """Return a puzzle as JSON, with its title and so on."""
    text = formats.write(puzzle, "json")
    said = {names[0]: getattr(about, field) for field, (_, names) in _SAID.items()}
    own = {name: words for name, words in said.items() if words}
    return json.dumps(own | json.loads(text), ensure_ascii=False) + "\n" if own else text


LISTED = ("aic",)
"""Where lists of all steps end: of what comes after these, a position may have thousands."""


def techniques() -> list[TechniqueName]:
    """Return the techniques that hints speak of, easiest first, with their names."""
    return [
        TechniqueName(technique=name, name=display_name(name), family=TECHNIQUES[name].family)
        for name in explaining.techniques_of()
    ]


def step_answer(step: Conclusion) -> StepAnswer:
    """Return a step, or what a clue or a reason leaves, as a page needs it."""
    named = isinstance(step, Step)
    position, shown, levels = step.position, step.highlights, step.said_hints
    assert position is not None  # as it has in a path
    groups = position.rules.groups
    return StepAnswer(
        technique=step.technique if isinstance(step, Step) else step.name.lower(),
        name=step.name,
        sentence=rendered(levels[-1]),
        notation=step.notation,
        hints=list(map(rendered, levels)),
        said=list(levels),
        placements=list(step.placements),
        eliminations=list(step.eliminations),
        cells=list(shown.cells),
        houses=[list(groups[number].cells) for number in shown.houses if named],
        sets=[list(cells) for cells in shown.sets if named],
        candidates=[
            MarkedCandidate(candidate=candidate, role=role)
            for candidate, role in sorted(shown.roles.items())
        ],
        links=[LinkModel.model_validate(link, from_attributes=True) for link in shown.links],
        digits=list(position.digits),
        marks=digits_left(position.candidates),
    )
