"""Rules as a model for constraint programming: variables with domains, and a few constraints.

Two models.  In the *integer* one each cell is a variable whose value is its digit, and each
constraint is ``all_different``: variable c is cell c.  In the *Boolean* one each candidate is a
0-1 variable; each cell has exactly one, and each digit occurs exactly once in a house and at most
once in another constraint.  Cells with one candidate are left out of it, with what they exclude.

A model is written down as the text form of CP-SAT's ``CpModelProto`` by `proto_text`.

    >>> from cpsudoku.rules import latin
    >>> model = integer_model(latin(2), (1, 3, 3, 3))
    >>> model.domains, model.all_different
    (((1,), (1, 2), (1, 2), (1, 2)), ((0, 1), (2, 3), (0, 2), (1, 3)))
    >>> print(proto_text(boolean_model(latin(2), (2, 1, 1, 3))[0]))
    variables { domain: [0, 0] }
    variables { domain: [0, 1] }
    constraints { exactly_one { literals: [0, 1] } }
    constraints { exactly_one { literals: [1] } }
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cpsudoku.rules import Candidates, Cell, Digit, Grid, Rules


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
    exactly_one: tuple[tuple[int, ...], ...] = ()
    at_most_one: tuple[tuple[int, ...], ...] = ()
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
        candidates: for each variable the cell and the digit that it says it has.
        fixed: for each cell the digit that it has in any case, 0 where the model decides.
    """

    candidates: tuple[tuple[Cell, Digit], ...]
    fixed: Grid

    def grid(self, values: Iterable[int]) -> Grid:
        """Return the grid that a solution of the model describes.

        Args:
            values: for each variable 0 or 1.
        """
        grid = list(self.fixed)
        for (cell, digit), value in zip(self.candidates, values, strict=True):
            if value:
                grid[cell] = digit
        return tuple(grid)


def boolean_model(rules: Rules, candidates: Candidates) -> tuple[Model, Meaning]:
    """Return the model with a variable for each candidate of a cell that has several.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.

    Returns:
        The model, and what its variables mean.
    """
    fixed = tuple(m.bit_length() if m and not m & (m - 1) else 0 for m in candidates)
    meanings: list[tuple[Cell, Digit]] = []
    number: dict[tuple[Cell, Digit], int] = {}
    for cell, mask in enumerate(candidates):
        if not fixed[cell]:
            for digit in digits_of(mask):
                number[cell, digit] = len(meanings)
                meanings.append((cell, digit))
    groups = _Groups(len(meanings))
    for cell, mask in enumerate(candidates):
        if not fixed[cell]:
            groups.exactly_one([number[cell, digit] for digit in digits_of(mask)])
    for constraint in rules.groups:
        given = [fixed[cell] for cell in constraint.cells]
        is_open = [cell for cell in constraint.cells if not fixed[cell]]
        for digit in range(1, rules.size + 1):
            places = [number[c, digit] for c in is_open if candidates[c] >> digit - 1 & 1]
            if times := given.count(digit):
                groups.none(places, times)
            elif rules.is_exact(constraint):
                groups.exactly_one(places)
            else:
                groups.at_most_one(places)
    return groups.model(), Meaning(tuple(meanings), fixed)


class _Groups:
    """Collects sets of variables, each once."""

    def __init__(self, count: int) -> None:
        self._values: list[tuple[int, ...]] = [(0, 1)] * count
        # Dictionaries are sets that keep their order.
        self._exactly: dict[tuple[int, ...], None] = {}
        self._at_most: dict[tuple[int, ...], None] = {}
        self._impossible = False

    def exactly_one(self, variables: Sequence[int]) -> None:
        if variables:
            self._exactly[tuple(variables)] = None
        else:
            self._impossible = True

    def at_most_one(self, variables: Sequence[int]) -> None:
        if len(variables) > 1:
            self._at_most[tuple(variables)] = None

    def none(self, variables: Sequence[int], times: int) -> None:
        """The digit of these variables is given in their constraint so many times."""
        for variable in variables:
            self._values[variable] = (0,)
        self._impossible |= times > 1

    def model(self) -> Model:
        return Model(
            domains=tuple(self._values),
            exactly_one=tuple(self._exactly),
            at_most_one=tuple(self._at_most),
            impossible=self._impossible,
        )


def proto_text(model: Model) -> str:
    """Return a model in the text form of CP-SAT's ``CpModelProto``.

    Args:
        model: the model.
    """
    # A variable without values is no valid model; what is impossible is said by an empty clause.
    lines = [f"variables {{ domain: {intervals(values or (0,))} }}" for values in model.domains]
    for variables in model.all_different:
        expressions = " ".join(f"exprs {{ vars: {v} coeffs: 1 }}" for v in variables)
        lines.append(f"constraints {{ all_diff {{ {expressions} }} }}")
    for kind, groups in (("exactly_one", model.exactly_one), ("at_most_one", model.at_most_one)):
        lines += [f"constraints {{ {kind} {{ literals: {list(group)} }} }}" for group in groups]
    if model.impossible:
        lines.append("constraints { bool_or { } }")
    return "\n".join(lines)


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
