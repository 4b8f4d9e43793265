"""Mutants: modules with one change, made by Cosmic Ray's operators and by one of our own."""

from __future__ import annotations

import ast
import contextlib
import difflib
import random
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import parso
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).resolve().parent.parent

LEFT_OUT = re.compile(r"(Eq|Lt|LtE|Gt|GtE)_Is|Is(Not)?_(Eq|NotEq|Lt|LtE|Gt|GtE)$|_Pow$|Variable")
"""Replacements that mean the same for small numbers and None, that take for ever, or that need to
be given a name."""

WITHOUT_MEANING = (
    r"(slots|strict)=True|@(lru_)?cache\b.*|if TYPE_CHECKING|.*: (TypeAlias =|Final\[).*"
    r"|__slots__ = .*|__all__ = .*|@final|(?<=[(, ])\*(?=,)|^ *\.\.\.$"
    r"|^[A-Z]\w+ = \w+\[.*"
)
"""What is there for speed, memory, type checkers or as an assertion (`zip(…, strict=True)`)."""


@dataclass(frozen=True)
class Mutant:
    """A module with one change: an operator at one of the places where it can be used."""

    path: Path
    operator: str
    occurrence: int
    line: int

    def source(self) -> str | None:
        """Return the changed source; None where the operator fails."""
        # Cosmic Ray cannot replace an exception whose name has a dot.
        with contextlib.suppress(AttributeError):
            operator = operators()[self.operator]
            changed: str | None = mutate_code(self.path.read_text(), operator, self.occurrence)
            return changed
        return None

    @property
    def module(self) -> str:
        """The name of the module."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts).removesuffix(".__init__")

    @property
    def function(self) -> ast.FunctionDef | None:
        """The innermost function that the change is in."""
        around = [one for one in functions(self.path) if self.line in lines(one)]
        return min(around, key=lambda one: len(lines(one)), default=None)

    @property
    def swappable(self) -> ast.FunctionDef | None:
        """The outermost function in whose body the change is."""
        around = [one for one in functions(self.path) if self.line in lines(one)]
        outer = max(around, key=lambda one: len(lines(one)), default=None)
        if outer is None or not outer.lineno < outer.body[0].lineno <= self.line:
            return None
        return outer

    def __str__(self) -> str:
        before, after = self.path.read_text().splitlines(), (self.source() or "").splitlines()
        lines = list(difflib.unified_diff(before, after, n=0))[2:]
        changed = [text.strip() for text in lines if text[0] in "+-"]
        place = f"{self.path.relative_to(ROOT)}:{self.line}: {self.operator}"
        return "\n    ".join([place, *changed])


@cache
def operators() -> dict[str, Any]:
    """Return Cosmic Ray's operators, and our own."""
    found = {n: get_operator(n)() for n in operator_names() if not LEFT_OUT.search(n)}
    return found | {"deletion": Deletion()}


class Deletion(Operator):  # type: ignore[misc]
    """Puts `pass` in the place of a statement."""

    def mutation_positions(self, node: Any) -> Any:
        if node.type == "simple_stmt" and node.children[0].type not in KEPT:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        return parso.parse(f"{node.get_first_leaf().prefix}pass\n").children[0]

    @classmethod
    def examples(cls) -> Any:
        return ()


def mutants(path: Path, chance: random.Random) -> list[Mutant]:
    """Return the mutants of a module: for each place and kind of operator one."""
    source = path.read_text()
    tree = list(ast_nodes(get_ast(source)))
    unseen = [*spans_of_annotations(source), *spans_without_meaning(source)]
    choices: dict[tuple[str, Any], list[tuple[str, int]]] = {}
    for name, operator in operators().items():
        places = (place for node in tree for place in operator.mutation_positions(node))
        for occurrence, place in enumerate(places):
            if not any(first <= place[0] < last for first, last in unseen):
                choices.setdefault((name.split("_")[0], place), []).append((name, occurrence))
    found = [
        Mutant(path, *chance.choice(several), place[0][0])
        for (_, place), several in choices.items()
    ]
    return sorted(found, key=lambda mutant: mutant.line)


def spans_of_annotations(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return from where to where annotations go, which are never evaluated."""
    nodes = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg | ast.AnnAssign):
            nodes.append(node.annotation)
        elif isinstance(node, ast.FunctionDef):
            nodes.append(node.returns)
    ends = [(n, n.end_lineno or 0, n.end_col_offset or 0) for n in nodes if n is not None]
    return [((n.lineno, n.col_offset), (line, column)) for n, line, column in ends]


def spans_without_meaning(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return from where to where what matches `WITHOUT_MEANING` goes."""
    return [
        ((number, found.start()), (number, found.end()))
        for number, line in enumerate(source.splitlines(), 1)
        for found in re.finditer(WITHOUT_MEANING, line)
    ]


@cache
def functions(path: Path) -> list[ast.FunctionDef]:
    """Return the functions and methods of a file, with those within them."""
    tree = ast.walk(ast.parse(path.read_text()))
    return [node for node in tree if isinstance(node, ast.FunctionDef)]


def lines(function: ast.FunctionDef) -> range:
    """Return the lines of a function, from its first decorator to its end."""
    first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
    return range(first, (function.end_lineno or 0) + 1)


KEPT = {"string", "strings", "import_from", "import_name", "keyword", "pass_stmt", "assert_stmt"}
"""Statements that are not deleted: docstrings, imports, assertions, and `pass` itself."""
