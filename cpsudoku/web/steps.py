"""Steps as a page needs them: with cells as numbers, what a drawing lights, and their names."""

from __future__ import annotations

from cpsudoku.logic import TECHNIQUES, Step, explaining
from cpsudoku.logic.explaining.explanations import Conclusion
from cpsudoku.logic.naming import display_name
from cpsudoku.web.boards import digits_left
from cpsudoku.web.models import LinkModel, Marked, StepAnswer, TechniqueName
from cpsudoku.words import rendered

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
            Marked(candidate=candidate, role=role)
            for candidate, role in sorted(shown.roles.items())
        ],
        links=[LinkModel.model_validate(link, from_attributes=True) for link in shown.links],
        digits=list(position.digits),
        marks=digits_left(position.candidates),
    )
