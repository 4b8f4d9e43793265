"""What a method needs of rules, said as data, and how it refuses others in the user's words.

Whatever leans on more than a board and constraints (that digits are alike, that the board is
square, that rules are the classic ones) asks here before it begins.

    >>> from cpsudoku.rules import Linear, boxes
    >>> cage = Linear((0, 1), (1, 1), "=", (5,), label="killer cage")
    >>> refusal(boxes(2, 2).with_constraints([cage]))
    'cannot say: killer cage r1c1 r1c2'
    >>> refusal(boxes(2, 2), board="classic")
    'only the classic 9×9 with rows, columns and 3×3 boxes'
"""

from __future__ import annotations

from typing import Literal, TypeAlias, cast

from cpsudoku.errors import UnsupportedError
from cpsudoku.rules.constraint import GROUPS_ALONE
from cpsudoku.rules.rules import Rules

BoardNeed: TypeAlias = Literal["any", "square", "classic"]
"""Which boards will do: any, N rows of N cells, or that of the classic rules with just these."""

_LISTED = 3


class _Vocabulary:
    """A class attribute that imports the primitives only when it is read."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names

    def __get__(self, instance: object, owner: type) -> frozenset[type]:
        from cpsudoku.rules import primitives

        if not self._names:
            return primitives.VOCABULARY
        return GROUPS_ALONE | {getattr(primitives, name) for name in self._names}


def vocabulary(*names: str) -> frozenset[type]:
    """Return a class attribute: the types of named primitives and of groups, or of all primitives.

    The primitives are imported when it is asked for, which puzzles of groups alone never do.
    """
    return cast("frozenset[type]", _Vocabulary(names))


def refusal(
    rules: Rules, *, knows: frozenset[type] | None = GROUPS_ALONE, board: BoardNeed = "square"
) -> str:
    """Return why a method cannot have some rules, in the user's words; empty if it can.

    By default it needs the most: groups of different cells and nothing else, which makes all
    digits alike, and a square board.  A method that can do with less says so.

    Args:
        knows: the types of the primitives that the method knows; None for all that there are.
        board: which boards will do.
    """
    if knows is not None and not _knows_all(knows) and not rules.vocabulary <= knows:
        unknown = [
            constraint.described(rules.board)
            for constraint in rules.constraints
            if not {type(primitive) for primitive in constraint.primitives} <= knows
        ]
        more = f" and {len(unknown) - _LISTED} more" if len(unknown) > _LISTED else ""
        return f"cannot say: {', '.join(unknown[:_LISTED])}{more}"
    if board == "classic" and not rules.is_classic:
        return "only the classic 9×9 with rows, columns and 3×3 boxes"
    if board == "square" and not rules.board.is_square:
        return "only square boards with as many digits as rows"
    return ""


def _knows_all(knows: frozenset[type]) -> bool:
    if knows == GROUPS_ALONE:
        return False
    from cpsudoku.rules.primitives import VOCABULARY

    return knows >= VOCABULARY


def require(
    rules: Rules,
    what: str,
    *,
    knows: frozenset[type] | None = GROUPS_ALONE,
    board: BoardNeed = "square",
) -> None:
    """Raise `UnsupportedError` with what `refusal` says, if anything, after the method's name."""
    found = refusal(rules, knows=knows, board=board)
    if found:
        raise UnsupportedError(f"{what}: {found}")
