"""Steps as JSON can hold them: for pages, other languages and data sets.

Cells are names (``r1c2``), digits what they are worth, houses names (``row 3``).

================  ==================================================================================
key               value
================  ==================================================================================
``technique``     its name here; ``name`` as its inventors have it, ``family``
``number``        what it counts in the order, where this is known
``placements``    candidates: ``{"cell": "r1c2", "digit": 5}``
``eliminations``  likewise
``sentence``      why, in words
``notation``      HoDoKu's line, with Eureka for chains
``hints``         five texts, each of which says more than the one before
``cells``         the cells of the pattern
``houses``        ``{"base": […], "cover": […]}``
``candidates``    those that stand out, with a ``role`` (see `cpsudoku.logic.highlights`)
``links``         ``{"from": candidates, "to": candidates, "strong": true or false}``
``sets``          almost locked sets: ``{"cells": […], "digits": […]}``
``reasoning``     the lines of all proofs
``parts``         the steps that it is made of, each as such an object; missing where it is one
================  ==================================================================================
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cpsudoku.logic.highlights import highlights, parts
from cpsudoku.logic.naming import display_name, hodoku_line
from cpsudoku.logic.sentences import position_of, reasoning
from cpsudoku.logic.sentences.hints import said_hints
from cpsudoku.logic.steps import Candidate, Step
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.rules import Rules, cell_name, digits_of_mask
from cpsudoku.words import rendered


def as_json(step: Step, *, number: int | None = None) -> dict[str, Any]:
    """Return a step, with what it counts if that is known, as JSON; see the module for the keys.

    Raises:
        PuzzleError: the step has no position.
    """
    rules, shown = position_of(step).rules, highlights(step)
    hints = list(map(rendered, said_hints(step)))
    found: dict[str, Any] = {
        "technique": step.technique,
        "name": display_name(step.technique),
        "family": TECHNIQUES[step.technique].family,
        **({} if number is None else {"number": number}),
        "placements": candidates_json(step.placements, rules),
        "eliminations": candidates_json(step.eliminations, rules),
        "sentence": hints[-1],
        "notation": hodoku_line(step, rules),
        "hints": hints,
        "cells": [cell_name(cell, rules.board) for cell in shown.cells],
        "houses": {
            "base": [rules.groups[n].name for n in shown.base],
            "cover": [rules.groups[n].name for n in shown.cover],
        },
        "candidates": [
            candidate_json(candidate, rules) | {"role": role}
            for candidate, role in sorted(shown.roles.items())
        ],
        "links": [
            {
                "from": candidates_json(link.start, rules),
                "to": candidates_json(link.end, rules),
                "strong": link.strong,
            }
            for link in shown.links
        ],
        "sets": [
            {
                "cells": [cell_name(cell, rules.board) for cell in locked.cells],
                "digits": [d + rules.board.first - 1 for d in digits_of_mask(locked.digits)],
            }
            for locked in step.evidence.sets
        ],
        "reasoning": list(reasoning(step)),
    }
    if len(parts(step)) > 1:
        found["parts"] = list(map(as_json, parts(step)))
    return found


def candidate_json(candidate: Candidate, rules: Rules) -> dict[str, Any]:
    """Return a candidate as JSON can hold it."""
    cell, digit = candidate
    return {"cell": cell_name(cell, rules.board), "digit": digit + rules.board.first - 1}


def candidates_json(candidates: Iterable[Candidate], rules: Rules) -> list[dict[str, Any]]:
    """Return candidates as JSON can hold them."""
    return [candidate_json(candidate, rules) for candidate in candidates]
