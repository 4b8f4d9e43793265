"""Which commands there are: one line each.

The command ``some-name`` is ``command`` of ``cpsudoku.cli.commands.some_name``, or ``some_name`` of
a module with several commands (`cpsudoku.cli.declaring.as_command`).  Its long help is its
docstring, and it returns a `cpsudoku.asking.outcomes.Status` (None stands for 0).
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from cpsudoku.cli.declaring import HeadedCommand

_ALL = {
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
    "Help": {"help": "Show the help of a command, or what rules, variants and formats there are."},
}
_TOGETHER = {
    "answers": "solve check count candidates",
    "diagnosis": "explain-conflict repair redundant ambiguity",
    "exporting": "export decode",
    "generate": "generate complete",
    "page": "play serve site",
    "proofs": "prove verify",
    "showing": "show convert",
    "symmetry": "canon same shuffle",
}
"""By their modules the commands that share one."""

_MODULES = {name: module for module, names in _TOGETHER.items() for name in names.split()}

_ROOMS = {
    "atlas": "atlas",
    "compare": "comparison",
    "dataset": "learn",
    "exporting": "export",
    "page": "web",
    "proofs": "certificates",
    "trace": "tracing",
}
"""By the modules of commands the room of ``cpsudoku`` that each is about."""


def _is_there(command: str) -> bool:
    """Return whether the room is installed that a command is about: each can be left out."""
    room = _ROOMS.get(_MODULES.get(command, command))
    return room is None or find_spec(f"cpsudoku.{room}") is not None


COMMANDS = {
    section: {name: line for name, line in commands.items() if _is_there(name)}
    for section, commands in _ALL.items()
}
"""By section of the help: for each command its name and one line of help."""

HELP = {name: line for section in COMMANDS.values() for name, line in section.items()}
"""For each command one line of help."""

_ELSEWHERE: dict[str, str] = {}


def register(section: str, name: str, line: str, module: str) -> None:
    """Add a command of another package.

    Args:
        line: the line of help.
        module: what has it as ``command``.
    """
    COMMANDS.setdefault(section, {})[name] = HELP[name] = line
    _ELSEWHERE[name] = module


def command_of(name: str) -> HeadedCommand:
    """Return a command, whose module is imported now."""
    if name in _MODULES:
        module = import_module(f"cpsudoku.cli.commands.{_MODULES[name]}")
        return cast("HeadedCommand", getattr(module, name.replace("-", "_")))
    alone = f"cpsudoku.cli.commands.{name.replace('-', '_')}"
    return cast("HeadedCommand", import_module(_ELSEWHERE.get(name, alone)).command)
