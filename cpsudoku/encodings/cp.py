"""Rules as a model for constraint programming: variables with domains, and a few constraints.

Two models.  In the *integer* one each cell is a variable whose value is its digit, and each
constraint is ``all_different``: variable c is cell c.  In the *Boolean* one each candidate is a
0-1 variable; each cell has exactly one, and each digit occurs exactly once in a house and at most
once in another group.  What givens exclude directly is left out of it, and so are cells that are
settled (`cpsudoku.encodings.sums`).

What is not a group is a sum or clauses over 0-1 variables for candidates; in the integer model a
table ties those of a cell to it, and sums are of cells.  Variables of its own come last and are
functions of the others.  (CP-SAT's own constraint for automata has variables inside that are not:
it gave each of the 236 grids of a board of 4×4 with one *or* up to 20,480 times.)

    >>> from cpsudoku.rules import latin
    >>> model = integer_model(latin(2), (1, 3, 3, 3))
    >>> model.domains, model.all_different
    (((1,), (1, 2), (1, 2), (1, 2)), ((0, 1), (2, 3), (0, 2), (1, 3)))
    >>> boolean_model(latin(2), (3, 3, 3, 3))[0].exactly_one[:2]
    [[0, 1], [0, 2]]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, pairwise
from typing import TypeAlias

from cpsudoku.encodings import totals
from cpsudoku.encodings.choices import Auxiliary, digit_of
from cpsudoku.encodings.cnf import last_choice, other_clauses
from cpsudoku.encodings.lowering import span, within
from cpsudoku.encodings.sums import open_sums, struck
from cpsudoku.rules import Candidates, Grid, Rules, digits_of_mask
from cpsudoku.rules.primitives import And, Count, Linear, Primitive, Relation

Tuples: TypeAlias = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]
"""Variables, and the values that they may have together."""


@dataclass(frozen=True, slots=True)
class IntervalSum:
    """A sum of variables that lies in some intervals.

    Args:
        domain: first and last number of each interval in turn, ascending.
    """

    variables: tuple[int, ...]
    coefficients: tuple[int, ...]
    domain: tuple[int, ...]

    @property
    def is_impossible(self) -> bool:
        """Whether no interval is left, or there are no variables and no interval contains 0."""
        ends = zip(self.domain[::2], self.domain[1::2], strict=True)
        return not any(self.variables or low <= 0 <= high for low, high in ends)


@dataclass(frozen=True, slots=True)
class CpModel:
    """Variables and constraints; variables are numbered from 0.

    Args:
        domains: for each variable its values, ascending.
        exactly_one: sets of 0-1 variables, as those of `at_most_one` are.
        clauses: literals of which one is true: a 0-1 variable, or −1 minus it for its negation.
        impossible: whether it is known that nothing satisfies the model.
    """

    domains: tuple[tuple[int, ...], ...]
    all_different: tuple[tuple[int, ...], ...] = ()
    exactly_one: Sequence[Sequence[int]] = ()
    at_most_one: Sequence[Sequence[int]] = ()
    clauses: tuple[tuple[int, ...], ...] = ()
    sums: tuple[IntervalSum, ...] = ()
    tables: tuple[Tuples, ...] = ()
    impossible: bool = False


def integer_model(rules: Rules, candidates: Candidates) -> CpModel:
    """Return the model whose first variables are the cells, with digits as their values."""
    model = CpModel(
        domains=tuple(map(digits_of_mask, candidates)),
        all_different=tuple(group.cells for group in rules.groups),
        impossible=0 in candidates,
    )
    if not rules.others:
        return model
    domains, ties, number = list(model.domains), list[Tuples](), dict[int, int]()
    words = (one for one in fitting(rules).others if not isinstance(one, Linear))
    for cell in sorted({cell for one in words for cell in one.scope}):
        digits = model.domains[cell]
        variables = range(len(domains), len(domains) + len(digits))
        number |= zip((cell * rules.size + digit for digit in digits), variables, strict=True)
        domains += [(0, 1)] * len(digits)
        rows = tuple((one, *(int(one == digit) for digit in digits)) for one in digits)
        ties += [((cell, *variables), rows)] if rows else []
    model = replace(model, domains=tuple(domains), tables=tuple(ties))
    return _with_others(model, rules, candidates, number, on_cells=True)


@lru_cache(maxsize=64)
def fitting(rules: Rules) -> Rules:
    """Return rules that hold for the same grids, with no sum that is beyond CP-SAT's 64 bits."""
    board = rules.board

    def fits(one: Primitive) -> Primitive:
        if isinstance(one, And):  # whose parts become sums of the model too
            return And(tuple(map(fits, one.parts)), one.label)
        return within(one, board, _MOST) if isinstance(one, Linear) else one

    if not any(isinstance(one, And | Linear) for one in rules.others):
        return rules
    return Rules.trusted(board, (*rules.groups, *map(fits, rules.others)))


_MOST = 1 << 60
# CP-SAT refuses a model in which a sum of coefficients times bounds exceeds half of 64 bits.


def _totals(linear: Linear, rules: Rules) -> tuple[int, ...]:
    """Return the intervals in which a sum of digits may lie; they count from 1."""
    shift = (rules.board.first - 1) * sum(linear.coefficients)
    low, high = (end - shift for end in span(linear, rules.board))
    totals = sorted({total - shift for total in linear.totals})
    return _domain(linear.relation, totals, low, high)


def _numbers(count: Count) -> tuple[int, ...]:
    """Return the intervals in which a number of cells may lie."""
    most = len(count.cells)
    # CP-SAT takes 64 bits, and one less than none or more than all says as much.
    number = max(-1, min(count.number, most + 1))
    return _domain(count.relation, [number], 0, most)


def _domain(relation: Relation, totals: list[int], low: int, high: int) -> tuple[int, ...]:
    """Return the intervals between two ends that stand in a relation to some totals, ascending."""
    if relation == "=":
        return tuple(intervals(totals))
    if relation == "<=":
        gaps = [(low, totals[0])]
    elif relation == ">=":
        gaps = [(totals[0], high)]
    else:
        gaps = [(a + 1, b - 1) for a, b in pairwise([low - 1, *totals, high + 1])]
    return tuple(end for gap in gaps if gap[0] <= gap[1] for end in gap)


@dataclass(frozen=True, slots=True)
class VariableMeaning:
    """The meanings of a Boolean model's variables.

    Args:
        candidates: for each variable the candidate that it stands for, as cell·N + digit.
        fixed: for each cell the digit that it has in any case, 0 where the model decides.
    """

    candidates: Sequence[int]
    fixed: Grid
    size: int

    def grid(self, values: Iterable[int]) -> Grid:
        """Return the grid of a solution: for each variable 0 or 1, first those of candidates."""
        grid = list(self.fixed)
        for candidate, value in zip(self.candidates, values, strict=False):
            if value:
                cell, digit = divmod(candidate - 1, self.size)
                grid[cell] = digit + 1
        return tuple(grid)


def boolean_model(
    rules: Rules, candidates: Candidates, equal: Sequence[totals.Parts] = ()
) -> tuple[CpModel, VariableMeaning]:
    """Return the model with a variable for each candidate that givens leave, and its meaning.

    Args:
        equal: parts that have one total, as the rules say already, also written as clauses.
    """
    masks = struck(rules, candidates)
    found = open_sums(rules, masks, first=0)
    # A sum without a variable sorts first.
    impossible = not all(found.exactly_one[:1])
    model = CpModel(
        domains=((0, 1),) * len(found.candidates),
        exactly_one=found.exactly_one[1:] if impossible else found.exactly_one,
        at_most_one=found.at_most_one,
        impossible=impossible,
    )
    fixed = tuple(m.bit_length() if not m & (m - 1) else 0 for m in masks)
    if rules.others:
        number = {candidate: i for i, candidate in enumerate(found.candidates)}
        model = _with_others(model, rules, masks, number, equal)
    return model, VariableMeaning(found.candidates, fixed, rules.size)


def _with_others(
    model: CpModel,
    rules: Rules,
    masks: Candidates,
    number: dict[int, int],
    equal: Sequence[totals.Parts] = (),
    *,
    on_cells: bool = False,
) -> CpModel:
    """Return a model with all that is not a group: sums and counts, the rest as clauses.

    The variables of the clauses come after those that it has.

    Args:
        number: for each candidate its variable; cells without any are settled.
        on_cells: whether sums are of cells, which are the first variables, and not of candidates.
    """
    primitives = fitting(rules).others
    natural = [p for p in primitives if isinstance(p, Count | Linear)]
    others = [p for p in primitives if not isinstance(p, Count | Linear)]
    first = last_choice(rules)
    more = Auxiliary(first)
    clauses = []
    impossible = model.impossible
    rest = Rules(rules.board, others)
    of_totals = totals.clauses(equal, rules, masks, more.fresh)
    for clause in chain(other_clauses(rest, masks, more.fresh), of_totals):
        literals = [_literal(x, number, len(model.domains) - first - 1, first) for x in clause]
        if not any(x is True for x in literals):  # variable 1 equals True
            clauses.append(tuple(x for x in literals if x is not False))
            impossible |= not clauses[-1]
    sums = [
        IntervalSum(one.cells, one.coefficients, _totals(one, rules))
        if on_cells and isinstance(one, Linear)
        else _sum_of_choices(one, rules, masks, number)
        for one in natural
    ]
    impossible |= any(one.is_impossible for one in sums)
    return replace(
        model,
        domains=(*model.domains, *[(0, 1)] * (more.last - first)),
        clauses=tuple(filter(None, clauses)),
        sums=tuple(one for one in sums if one.variables and one.domain),
        impossible=impossible,
    )


def _literal(literal: int, number: dict[int, int], shift: int, last: int) -> int | bool:
    """Return a literal of a formula as one of a model, or what it is where a cell is settled.

    Args:
        shift: how much further auxiliary variables come in the model.
        last: the last variable that is a candidate.
    """
    variable = abs(literal)
    found = variable + shift if variable > last else number.get(variable)
    if found is None:  # clauses have only candidates: this is the digit of a settled cell
        return literal > 0
    return found if literal > 0 else -1 - found


def _sum_of_choices(
    one: Linear | Count, rules: Rules, masks: Candidates, number: dict[int, int]
) -> IntervalSum:
    """Return a sum of digits, or a number of cells, as a sum over candidates of open cells."""
    if isinstance(one, Linear):
        factors, counted, domain = one.coefficients, None, _totals(one, rules)
    else:
        factors, domain = (1,) * len(one.cells), _numbers(one)
        counted = {digit_of(value, rules) for value in one.values}
    worth = {
        cell * rules.size + digit: factor * digit if counted is None else int(digit in counted)
        for cell, factor in zip(one.cells, factors, strict=True)
        for digit in digits_of_mask(masks[cell])
    }
    settled = sum(each for choice, each in worth.items() if choice not in number)
    open_ = {number[choice]: each for choice, each in worth.items() if each and choice in number}
    domain = tuple(end - settled for end in domain)
    return IntervalSum(tuple(open_), tuple(open_.values()), domain)


def intervals(values: Sequence[int]) -> list[int]:
    """Return the first and last number of each run of successive numbers, in turn.

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
