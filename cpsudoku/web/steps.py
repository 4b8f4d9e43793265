"""Steps as a page needs them: with cells as numbers, what a drawing lights, and their names."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.logic import TECHNIQUES, Position, Step, coaching
from cpsudoku.logic.coaching.clues import Deduction, Reasoning
from cpsudoku.logic.highlights import highlights
from cpsudoku.logic.naming import display_name
from cpsudoku.logic.sentences import said
from cpsudoku.logic.sentences.hints import hint_levels
from cpsudoku.reasons import ReasonPath, ReasonStep
from cpsudoku.web.boards import digits_left
from cpsudoku.web.models import LinkModel, Marked, StepAnswer, TechniqueName
from cpsudoku.words import rendered

LISTED = ("aic",)
"""Where lists of all steps end: of what comes after these, a position may have thousands."""


def techniques() -> list[TechniqueName]:
    """Return the techniques that hints speak of, easiest first, with their names."""
    return [
        TechniqueName(
            technique=name,
            name=display_name(name),
            family=TECHNIQUES[name].family,
        )
        for name in coaching.techniques_of()
    ]


def answers(path: Reasoning | ReasonPath) -> Iterator[StepAnswer]:
    """Yield the steps of a path as a page needs them."""
    position = path.position
    for step in path:
        yield step_answer(step, position) if isinstance(step, Step) else clue_answer(step)
        position = path.position


def step_answer(step: Step, position: Position) -> StepAnswer:
    """Return a step as a page needs it."""
    rules, shown = position.rules, highlights(step, position)
    levels = hint_levels(step, position, said(step, position))
    return StepAnswer(
        technique=step.technique,
        name=display_name(step.technique),
        sentence=rendered(levels[-1]),
        notation=step.notation,
        hints=list(map(rendered, levels)),
        said=list(levels),
        placements=list(step.placements),
        eliminations=list(step.eliminations),
        cells=list(shown.cells),
        houses=[list(rules.groups[number].cells) for number in shown.houses],
        sets=[list(cells) for cells in shown.sets],
        candidates=[
            Marked(candidate=candidate, role=role)
            for candidate, role in sorted(shown.roles.items())
        ],
        links=[
            LinkModel.model_validate(
                {"from": list(link.start), "to": list(link.end), "strong": link.strong}
            )
            for link in shown.links
        ],
        digits=list(position.digits),
        marks=digits_left(position.candidates),
    )


def clue_answer(found: Deduction | ReasonStep) -> StepAnswer:
    """Return what a clue or a reason leaves as a page needs it, in the manner of a step."""
    shown = found.highlights
    return StepAnswer(
        technique=found.name.lower(),
        name=found.name,
        sentence=found.sentence,
        notation=found.notation,
        hints=list(found.hints),
        said=list(found.said_hints),
        placements=list(found.placements),
        eliminations=list(found.eliminations),
        cells=list(shown.cells),
        houses=[],
        sets=[],
        candidates=[
            Marked(candidate=candidate, role=role)
            for candidate, role in sorted(shown.roles.items())
        ],
        links=[],
        digits=list(found.position.digits),
        marks=digits_left(found.position.candidates),
    )
