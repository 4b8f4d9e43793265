"""Which commands there are: one line each.

The command ``some-name`` is ``command`` of ``cpsudoku.cli.commands.some_name``
(`cpsudoku.cli.declaring.as_command`): its long help is its docstring, and it returns a
`cpsudoku.cli.status.Status` (None stands for 0).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from cpsudoku.cli.declaring import HeadedCommand

COMMANDS = {
    "Answers": {
        "solve": "Find a solution of each puzzle, or several.",
        "check": "Check whether each puzzle has just one solution.",
        "count": "Count the solutions of each puzzle.",
        "candidates": "Find for each cell the digits that occur in some solution.",
    },
    "People": {
        "rate": "Rate puzzles on the scales of Sudoku Explainer, HoDoKu and qqwing.",
        "explain": "Explain how a puzzle is solved, step by step.",
        "hint": "Show what comes next, as little of it as you like.",
        "show": "Show a puzzle as text or as a picture.",
        "techniques": "List the techniques: what they count, and their names elsewhere.",
    },
    "Diagnosis": {
        "explain-conflict": "Show givens, houses and clues that already conflict.",
        "repair": "Show the fewest changes after which a puzzle has one solution.",
        "redundant": "Show which givens and clues can be left out, and a minimal puzzle.",
        "ambiguity": "Show in which cells solutions differ, and how much.",
    },
    "Proofs": {
        "prove": "Write a certificate of all solutions of a puzzle: one, none, or several.",
        "verify": "Verify a certificate without trusting its author.",
    },
    "Notations": {
        "convert": "Write puzzles in another notation.",
        "export": "Write a puzzle in the language of another solver.",
        "decode": "Read another solver's answer back, and verify it.",
    },
    "Puzzles": {
        "generate": "Make puzzles with exactly one solution.",
        "dataset": "Make, label and compare data sets for learning machines.",
        "complete": "Add what a half-made puzzle needs to have one solution.",
    },
    "Grids and symmetry": {
        "grids": "Make different final grids: by a pattern, random, or uniform.",
        "atlas": "Count the grids of rules without givens, and their classes.",
        "canon": "Write the canonical form of each puzzle: equal puzzles have the same.",
        "same": "Show whether two puzzles are the same up to symmetry, and how.",
        "dedupe": "Keep one of all puzzles that are the same up to symmetry.",
        "shuffle": "Write random copies of puzzles that are the same up to symmetry.",
    },
    "Page and paper": {
        "play": "Play, set and watch in the browser.",
        "book": "Print puzzles as a booklet, with the solutions at the end.",
        "serve": "Serve the page and its interface, until Ctrl-C.",
        "site": "Write the page for any static host: it needs no server.",
    },
    "Backends": {
        "trace": "Replay a search: tries, dead ends, what follows; several side by side.",
        "compare": "Run backends over the same puzzles, check that they agree, compare speed.",
        "backends": "List the backends: what each is for and whether it can be used.",
    },
    "Help": {"help": "Show the help of a command, or what rules and formats there are."},
}
"""By section of the help: for each command its name and one line of help."""

HELP = {name: line for section in COMMANDS.values() for name, line in section.items()}
"""For each command one line of help."""


_ELSEWHERE: dict[str, str] = {}


def register(section: str, name: str, line: str, module: str) -> None:
    """Add a command of another room.

    Args:
        line: the line of help.
        module: what has it as ``command``.
    """
    COMMANDS.setdefault(section, {})[name] = HELP[name] = line
    _ELSEWHERE[name] = module


def module_of(name: str) -> str:
    """Return the name of the module that holds a command."""
    return _ELSEWHERE.get(name, f"cpsudoku.cli.commands.{name.replace('-', '_')}")


def command_of(name: str) -> HeadedCommand:
    """Return a command, whose module is imported now."""
    return cast("HeadedCommand", import_module(module_of(name)).command)
