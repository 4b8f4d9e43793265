"""Formulas of books of phrases: one expression of Python without names of its own.

Numbers, texts, lists, comparisons, arithmetic without powers and a few functions are all that it
may use, so that a book cannot do anything.

>>> formula("max(cells) - min(cells) == n")(cells=(3, 1, 5), n=4)
True
>>> formula("cells.count(1)")
Traceback (most recent call last):
cpsudoku.errors.FormatError: formula 'cells.count(1)': Attribute is not allowed
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from typing import Any, TypeVar

from cpsudoku.errors import FormatError, quoted

_Item = TypeVar("_Item")

_NODES = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp, ast.Add,
    ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.FloorDiv, ast.Mod, ast.Compare, ast.Eq,
    ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot, ast.IfExp,
    ast.Call, ast.Name, ast.Load, ast.Store, ast.Constant, ast.Subscript, ast.Slice, ast.Tuple,
    ast.List, ast.Set, ast.GeneratorExp, ast.ListComp, ast.comprehension, ast.Starred,
)  # fmt: skip


def windows(items: Sequence[_Item], count: int) -> list[Sequence[_Item]]:
    """Return each so many neighbours of a list."""
    return [items[begin : begin + count] for begin in range(len(items) - count + 1)]


_FUNCTIONS: dict[str, Callable[..., object]] = {
    "abs": abs, "all": all, "any": any, "divmod": divmod, "len": len, "list": list, "max": max,
    "min": min, "prod": prod, "set": set, "sorted": sorted, "str": str, "sum": sum, "tuple": tuple,
    "windows": windows, "zip": zip,
}  # fmt: skip


@lru_cache(maxsize=512)
def formula(text: str) -> Callable[..., Any]:
    """Return the function that a formula is, of named values.

    Raises:
        FormatError: it is not a formula, or uses what is not allowed.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError) as error:
        raise FormatError(f"formula {quoted(text)}: {error}") from error
    for node in ast.walk(tree):
        name = type(node).__name__
        if not isinstance(node, _NODES) or (isinstance(node, ast.Name) and "__" in node.id):
            raise FormatError(f"formula {quoted(text)}: {name} is not allowed")
    code = compile(tree, "<formula>", "eval")

    def value(**values: object) -> Any:
        try:
            return eval(code, {"__builtins__": {}, **_FUNCTIONS, **values})
        except (ArithmeticError, LookupError, NameError, TypeError, ValueError) as error:
            raise FormatError(f"formula {quoted(text)}: {error}") from error

    return value


@lru_cache(maxsize=512)
def names_in(text: str) -> frozenset[str]:
    """Return the names whose values a formula needs."""
    nodes = ast.walk(ast.parse(text.strip(), mode="eval"))
    names = [(node.id, node.ctx) for node in nodes if isinstance(node, ast.Name)]
    bound = {name for name, use in names if isinstance(use, ast.Store)}
    return frozenset(name for name, _ in names) - bound - _FUNCTIONS.keys()
