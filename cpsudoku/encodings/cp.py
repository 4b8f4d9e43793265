"""Rules as a model for constraint programming: variables with domains, and a few constraints.

Two models.  In the *integer* one each cell is a variable whose value is its digit, and each
constraint is ``all_different``: variable c is cell c.  In the *Boolean* one each candidate is a
0-1 variable; each cell has exactly one, and each digit occurs exactly once in a house and at most
once in another constraint.  What givens exclude directly is left out of it, and so are cells that
are settled (`cpsudoku.encodings.groups`).

A model is written down as the text form of CP-SAT's ``CpModelProto`` by `proto_text`.

    >>> from cpsudoku.rules import latin
    >>> model = integer_model(latin(2), (1, 3, 3, 3))
    >>> model.domains, model.all_different
    (((1,), (1, 2), (1, 2), (1, 2)), ((0, 1), (2, 3), (0, 2), (1, 3)))
    >>> print(proto_text(boolean_model(latin(1), (1,))[0]) or "all is settled")
    all is settled
    >>> text = proto_text(boolean_model(latin(2), (3, 3, 3, 3))[0])
    >>> text.count("variables"), text.splitlines()[-1]
    (8, 'constraints { exactly_one { literals: [6, 7] } }')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cpsudoku.encodings.groups import grouped, struck
from cpsudoku.rules import Candidates, Digit, Grid, Rules


@dataclass(frozen=True, slots=True)
class Model:
    """Variables and constraints; variables are numbered from 0.

    Args:
        domains: for each variable its values, ascending.
        all_different: sets of variables whose values are all different.
        exactly_one: sets of 0-1 variables of which exactly one is 1.
        at_most_one: sets of 0-1 variables of which at most one is 1.
        impossible: whether it is known that nothing satisfies the model.
    """

    domains: tuple[tuple[int, ...], ...]
    all_different: tuple[tuple[int, ...], ...] = ()
    exactly_one: Sequence[Sequence[int]] = ()
    at_most_one: Sequence[Sequence[int]] = ()
    impossible: bool = False


def digits_of(mask: int) -> tuple[Digit, ...]:
    """Return the digits of a set of digits, ascending.

    Args:
        mask: bit d−1 stands for digit d.
    """
    digits = []
    while mask:
        bit = mask & -mask
        digits.append(bit.bit_length())
        mask ^= bit
    return tuple(digits)


def integer_model(rules: Rules, candidates: Candidates) -> Model:
    """Return the model with a variable for each cell.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.
    """
    return Model(
        domains=tuple(map(digits_of, candidates)),
        all_different=tuple(constraint.cells for constraint in rules.groups),
        impossible=0 in candidates,
    )


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the variables of a Boolean model say.

    Args:
        candidates: for each variable the candidate that it stands for, as cell·N + digit.
        fixed: for each cell the digit that it has in any case, 0 where the model decides.
        size: the number N of digits.
    """

    candidates: Sequence[int]
    fixed: Grid
    size: int

    def grid(self, values: Iterable[int]) -> Grid:
        """Return the grid that a solution of the model describes.

        Args:
            values: for each variable 0 or 1.
        """
        grid = list(self.fixed)
        for candidate, value in zip(self.candidates, values, strict=True):
            if value:
                cell, digit = divmod(candidate - 1, self.size)
                grid[cell] = digit + 1
        return tuple(grid)


def boolean_model(rules: Rules, candidates: Candidates) -> tuple[Model, Meaning]:
    """Return the model with a variable for each candidate that the givens leave.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.

    Returns:
        The model, and what its variables mean.
    """
    masks = struck(rules, candidates)
    groups = grouped(rules, masks, first=0)
    # A group without a variable sorts first.
    impossible = not all(groups.exactly_one[:1])
    model = Model(
        domains=((0, 1),) * len(groups.candidates),
        exactly_one=groups.exactly_one[1:] if impossible else groups.exactly_one,
        at_most_one=groups.at_most_one,
        impossible=impossible,
    )
    fixed = tuple(m.bit_length() if not m & (m - 1) else 0 for m in masks)
    return model, Meaning(groups.candidates, fixed, rules.size)


def proto_text(model: Model) -> str:
    """Return a model in the text form of CP-SAT's ``CpModelProto``.

    Args:
        model: the model.
    """
    # Written for speed: this text is made for each puzzle.
    variables = "\n".join(map(_variable, model.domains))
    parts = [variables, *map(_all_different, model.all_different)]
    parts += [_groups("exactly_one", model.exactly_one), _groups("at_most_one", model.at_most_one)]
    if model.impossible:
        parts.append("constraints { bool_or { } }")
    return "\n".join(filter(None, parts))


def _variable(values: tuple[int, ...]) -> str:
    # A variable without values is no valid model; what is impossible is said by an empty clause.
    if values == (0, 1):
        return "variables { domain: [0, 1] }"
    return f"variables {{ domain: {intervals(values or (0,))} }}"


def _all_different(group: Sequence[int]) -> str:
    expressions = " ".join(f"exprs {{ vars: {v} coeffs: 1 }}" for v in group)
    return f"constraints {{ all_diff {{ {expressions} }} }}"


def _groups(kind: str, groups: Sequence[Sequence[int]]) -> str:
    """Return a constraint a line; all of them from the text of one list, which is quickest."""
    if not groups:
        return ""
    before, after = f"constraints {{ {kind} {{ literals: [", "] } }"
    return before + str(list(map(list, groups)))[2:-2].replace("], [", f"{after}\n{before}") + after


def intervals(values: Sequence[int]) -> list[int]:
    """Return the first and last number of each run of successive numbers, one after the other.

    Args:
        values: numbers, ascending.

    >>> intervals((1, 2, 3, 5, 8, 9))
    [1, 3, 5, 5, 8, 9]
    """
    ends: list[int] = []
    for value in values:
        if ends and ends[-1] == value - 1:
            ends[-1] = value
        else:
            ends += [value, value]
    return ends
