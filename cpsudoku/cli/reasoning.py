"""The options that say which steps ``explain``, ``hint`` and others look for."""

from __future__ import annotations

from cpsudoku.cli.declaring import OUTPUT, Declaration, Name, option
from cpsudoku.logic import ORDERS, TECHNIQUES
from cpsudoku.logic.orders import MODES, WITH_REASONS
from cpsudoku.logic.techniques import other_names
from cpsudoku.reasons.steps import COSTS
from cpsudoku.words import USUAL, languages

STEPS = "Steps"
"""The heading of options that say which steps are looked for."""

MODE = option(
    "--mode NAME",
    "Way of looking: candidates, or direct for what is seen without pencil marks.",
    "candidates",
    heading=STEPS,
    kind=Name("mode", MODES),
)
COST = option(
    "--cost NAME",
    "Minimise houses (and clues) of smallest reasons, or elements.",
    "houses",
    heading=STEPS,
    kind=Name("cost", COSTS),
)

LANGUAGE = option(
    "--language NAME", "Language of sentences: en (English) or zh (Chinese).", USUAL,
    heading=OUTPUT, kind=Name("language", languages),
)  # fmt: skip


def _orders() -> tuple[str, ...]:
    names = (*ORDERS, *TECHNIQUES, *other_names())
    return (*names, *(f"{name}+reasons" for name in names), "reasons")


def order_option(default: str) -> Declaration:
    """Return the option ``--order``."""
    named = ", ".join((*ORDERS, *WITH_REASONS))
    return option(
        "--order NAME",
        f"Order of techniques: {named}, or techniques with commas between.",
        default,
        heading=STEPS,
        kind=Name(
            "order",
            _orders,
            between=",",
            expected=f"expected one of {named}, or techniques with commas between them",
        ),
    )
