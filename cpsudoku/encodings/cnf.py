"""Rules as a Boolean formula in conjunctive normal form, after Lynce and Ouaknine (2006).

Variable ``cell·N + digit`` (1-based, as in DIMACS) says that a cell has a digit, so that the
variables 1 … N³ mean the same for all rules of a size; auxiliary variables come after them.

Two encodings, equivalent on the variables 1 … N³:

``minimal``
    every cell has a digit, and no digit occurs twice in a constraint.
``extended``
    besides, no cell has two digits and every digit occurs in every house.  Unit propagation then
    finds naked and hidden singles, which makes solvers faster by one to two orders of magnitude.

"At most one" itself can be written in several ways (`AT_MOST_ONE`).  ``pairwise`` needs no further
variables and propagates best; the others are smaller where many literals exclude one another.

    >>> from cpsudoku.rules import boxes
    >>> formula = encode(boxes(2, 2))
    >>> formula.variables, len(formula.clauses)
    (64, 384)
    >>> formula.clauses[0]
    (1, 2, 3, 4)
    >>> decode([1, -2, -3, -4], boxes(1, 1))
    (1,)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice
from math import isqrt
from typing import TypeAlias

from cpsudoku.encodings import choices
from cpsudoku.encodings.lowering import IN_CLAUSES, Wide, lowered
from cpsudoku.encodings.sums import reducer, sums, sums_of
from cpsudoku.errors import FormatError, OptionError
from cpsudoku.rules import Candidates, Cell, Digit, Grid, Rules
from cpsudoku.rules.primitives import Pair, Primitive, Regular

Literal: TypeAlias = choices.Literal
Clause: TypeAlias = choices.Clause

ENCODINGS = ("extended", "minimal")
"""The names of the encodings, the usual one first."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in conjunctive normal form."""

    variables: int
    clauses: list[Clause]


def variable(cell: Cell, digit: Digit, size: int) -> int:
    """Return the variable that says that a cell, 0 … N²−1, has a digit, 1 … N."""
    return cell * size + digit


def meaning(variable: int, size: int) -> tuple[Cell, Digit]:
    """Return the cell and digit that a variable, 1 … N³, is about; the inverse of `variable`."""
    cell, digit = divmod(variable - 1, size)
    return cell, digit + 1


def last_choice(rules: Rules) -> int:
    """Return the last variable that says that a cell has a digit; auxiliary ones come after."""
    return rules.cell_count * rules.size


def decode(model: Iterable[Literal], rules: Rules) -> Grid:
    """Return the grid that a model describes, 0 for cells of which it says nothing.

    Args:
        model: the true literals, in any order; false ones and auxiliary variables are ignored.
    """
    size = rules.size
    last = last_choice(rules)
    grid = [0] * rules.cell_count
    for literal in model:
        if 0 < literal <= last:
            cell, digit = divmod(literal - 1, size)
            grid[cell] = digit + 1
    return tuple(grid)


def assumptions(candidates: Candidates, rules: Rules) -> list[Literal]:
    """Return the literals that a puzzle adds to its rules.

    A given is one positive literal; a cell that has lost candidates has a negative one for each.
    """
    core = reducer(rules)
    if core is not None:
        return core.assumptions(candidates)
    size = rules.size
    given = [mask and not mask & (mask - 1) for mask in candidates]
    literals = [c * size + m.bit_length() for c, m in enumerate(candidates) if given[c]]
    for cell, mask in enumerate(candidates):
        if mask != rules.all_digits and not given[cell]:
            base = cell * size
            literals += [-base - d for d in range(1, size + 1) if not mask >> d - 1 & 1]
    return literals


class AtMostOne(choices.Auxiliary):
    """Writes that at most one of some literals is true; gives out the auxiliary variables."""

    def __init__(self, name: str, first_free: int) -> None:
        if name not in _WRITERS:
            known = ", ".join(AT_MOST_ONE)
            raise OptionError(f"there is no at-most-one {name!r}; expected one of {known}")
        self._write = _WRITERS[name]
        self.is_pairwise = name == "pairwise"
        super().__init__(first_free - 1)

    def clauses(self, literals: Sequence[Literal]) -> Iterator[Clause]:
        """Yield clauses: as pairs where that takes no more of them, else as named."""
        write = _pairwise if len(literals) <= _PAIRS_ARE_BEST else self._write
        return write(literals, self)


_PAIRS_ARE_BEST = 5
# Up to five literals (ten pairs) no other encoding saves a clause worth its variables.


def _pairwise(literals: Sequence[Literal], _: AtMostOne) -> Iterator[Clause]:
    return ((-a, -b) for a, b in combinations(literals, 2))


def _sequential(literals: Sequence[Literal], amo: AtMostOne) -> Iterator[Clause]:
    """Sinz (2005): auxiliary s_i says that one of the first i literals is true."""
    *body, last = literals
    seen = amo.fresh(len(body))
    for i, (literal, s) in enumerate(zip(body, seen, strict=True)):
        yield (-literal, s)
        if i:
            yield (-seen[i - 1], s)
            yield (-literal, -seen[i - 1])
    yield (-last, -seen[-1])


def _product(literals: Sequence[Literal], amo: AtMostOne) -> Iterator[Clause]:
    """Chen (2010): literals in a rectangle; at most one of its rows and of its columns is used."""
    width = isqrt(len(literals) - 1) + 1
    height = -(-len(literals) // width)
    rows, columns = amo.fresh(height), amo.fresh(width)
    for i, literal in enumerate(literals):
        yield (-literal, rows[i // width])
        yield (-literal, columns[i % width])
    yield from amo.clauses(rows)
    yield from amo.clauses(columns)


def _commander(literals: Sequence[Literal], amo: AtMostOne) -> Iterator[Clause]:
    """Klieber and Kwon (2007): groups of three, each with a commander that its members imply."""
    groups = [literals[i : i + 3] for i in range(0, len(literals), 3)]
    commanders = amo.fresh(len(groups))
    for group, commander in zip(groups, commanders, strict=True):
        yield from _pairwise(group, amo)
        for literal in group:
            yield (-literal, commander)
    yield from amo.clauses(commanders)


def _bitwise(literals: Sequence[Literal], amo: AtMostOne) -> Iterator[Clause]:
    """Frisch et al. (2005): auxiliary variables hold the number of the true literal in binary."""
    bits = amo.fresh((len(literals) - 1).bit_length())
    for i, literal in enumerate(literals):
        for k, bit in enumerate(bits):
            yield (-literal, bit if i >> k & 1 else -bit)


_WRITERS: dict[str, Callable[[Sequence[Literal], AtMostOne], Iterator[Clause]]] = {
    "pairwise": _pairwise,
    "sequential": _sequential,
    "product": _product,
    "commander": _commander,
    "bitwise": _bitwise,
}

AT_MOST_ONE = tuple(_WRITERS)
"""The names of the ways to write that at most one of some literals is true."""


def encode(
    rules: Rules,
    encoding: str = "extended",
    *,
    at_most_one: str = "pairwise",
    candidates: Candidates | None = None,
) -> Formula:
    """Return the formula whose models are the grids that obey the rules.

    Args:
        encoding: one of `ENCODINGS`.
        candidates: for each cell the digits that it may have, as a bit mask, or None for all.
            Literals of other digits are left out, so that the formula of a puzzle is far smaller
            than that of its rules; their variables do not occur in any clause.

    Raises:
        OptionError: there is no such encoding, or way to say at most one.
    """
    amo = AtMostOne(at_most_one, last_choice(rules) + 1)
    clauses = list(chain.from_iterable(_parts(rules, encoding, candidates, amo)))
    return Formula(amo.last, clauses)


def in_parts(
    rules: Rules,
    encoding: str = "extended",
    candidates: Candidates | None = None,
    *,
    at_most_one: str = "pairwise",
) -> Iterator[list[Clause]]:
    """Yield the clauses of `encode`, some thousand at a time: all may not fit into memory."""
    amo = AtMostOne(at_most_one, last_choice(rules) + 1)
    clauses = chain.from_iterable(_parts(rules, encoding, candidates, amo))
    while part := list(islice(clauses, _PART)):
        yield part


_PART = 4096


def extent(rules: Rules, encoding: str = "extended") -> tuple[int, int]:
    """Return the last variable and the number of clauses of `in_parts`, without making them."""
    size, cells = rules.size, rules.cell_count
    _check(encoding)
    exact = {cell for house in rules.houses for cell in house.cells}
    with_pairs = cells if encoding == "extended" else cells - len(exact)
    count = cells + with_pairs * (size * (size - 1) // 2)
    count += size * sum(map(len, rules.peers)) // 2
    if encoding == "extended":
        count += sum(is_exact for _, is_exact in islice(sums(rules), cells, None))
    amo = AtMostOne("pairwise", last_choice(rules) + 1)
    if rules.others:
        masks = (rules.all_digits,) * cells
        count += sum(1 for _ in other_clauses(rules, masks, amo.fresh))
    return amo.last, count


MOST_COUNTED = 200_000
"""Clauses are counted up to this many, which take about a second to write."""


def clauses_counted(rules: Rules) -> tuple[int, str, bool]:
    """Return how many clauses `encode` makes of rules, their name, and whether there are more."""
    groups = Rules.trusted(rules.board, rules.groups)
    others = other_clauses_counted(rules, rules.others)
    return extent(groups)[1] + others, "clauses", others == MOST_COUNTED


def other_clauses_counted(rules: Rules, some: Iterable[Primitive]) -> int:
    """Return how many clauses primitives of some rules become, at most `MOST_COUNTED`.

    They are counted as they are written, one primitive after the other.

    Raises:
        UnsupportedError: one is too big to be encoded.
    """
    masks = (rules.all_digits,) * rules.cell_count
    fresh = choices.Auxiliary(last_choice(rules)).fresh
    counted = 0
    for primitive in some:
        clauses = other_clauses(Rules.trusted(rules.board, (primitive,)), masks, fresh)
        counted += sum(1 for _ in islice(clauses, MOST_COUNTED - counted))
        if counted == MOST_COUNTED:
            break
    return counted


def _check(encoding: str) -> None:
    if encoding not in ENCODINGS:
        raise OptionError(f"there is no encoding {encoding!r}; expected one of {ENCODINGS}")


def _parts(
    rules: Rules, encoding: str, candidates: Candidates | None, amo: AtMostOne
) -> Iterator[Iterable[Clause]]:
    _check(encoding)
    masks = (rules.all_digits,) * rules.cell_count if candidates is None else candidates
    found = sums(rules, masks)
    cells = [literals for literals, _ in islice(found, rules.cell_count)]
    yield [tuple(literals) for literals in cells]
    exact = {cell for house in rules.houses for cell in house.cells}
    for cell, literals in enumerate(cells):
        # In the minimal encoding a house's cells have N digits between them, so that none can
        # have two; a cell outside of every house could.
        if encoding == "extended" or cell not in exact:
            yield amo.clauses(literals)
    if amo.is_pairwise:
        yield _different_pairs(rules, masks)
    for places, is_exact in found:
        if encoding == "extended" and is_exact:
            yield (tuple(places),)
        if not amo.is_pairwise:
            yield amo.clauses(places)
    if rules.others:
        yield other_clauses(rules, masks, amo.fresh)


def constraint_clauses(rules: Rules, masks: Candidates, amo: AtMostOne) -> Iterator[Clause]:
    """Yield the clauses of all constraints, which do not say that a cell has one digit."""
    for group in rules.groups:
        for places, is_exact in sums_of(group, rules, masks):
            if is_exact:
                yield tuple(places)
            yield from amo.clauses(places)
    if rules.others:
        yield from other_clauses(rules, masks, amo.fresh)


def other_clauses(rules: Rules, masks: Candidates, fresh: choices.Fresh) -> Iterator[Clause]:
    """Yield the clauses of all that is not a group, over the candidates of masks."""
    said, wide = lowered(rules, IN_CLAUSES), list[Wide]()
    for group in said.groups[len(rules.groups) :]:
        for places, exactly in sums_of(group, rules, masks):
            if exactly:
                yield tuple(places)
            yield from ((-a, -b) for a, b in combinations(places, 2))
    for one in said.others:
        if isinstance(one, Pair):
            yield from choices.exclusions(one, rules, masks)
        elif isinstance(one, Regular):
            yield from choices.automaton(one, rules, masks, fresh)
        elif isinstance(one, Wide):
            wide.append(one)
    yield from choices.wide_clauses(wide, rules, masks, fresh)


def _different_pairs(rules: Rules, masks: Candidates) -> Iterator[Clause]:
    """Yield each pair of equal digits in peers once, also where two constraints forbid it."""
    size = rules.size
    for cell, peers in enumerate(rules.peers):
        base = cell * size
        for peer in peers:
            if peer > cell and (both := masks[cell] & masks[peer]):
                other = peer * size
                while both:
                    digit = (both & -both).bit_length()
                    both &= both - 1
                    yield (-(base + digit), -(other + digit))


def compact(formula: Formula) -> tuple[Formula, list[int]]:
    """Return a formula without the variables that occur in no clause.

    Returns:
        The formula with its variables renumbered 1 … k in their old order, and for each new
        variable the old one, at index 0 a 0.
    """
    old = [0, *sorted({abs(literal) for clause in formula.clauses for literal in clause})]
    new = [0] * (formula.variables + 1)
    for number, name in enumerate(old):
        new[name] = number
    clauses = [tuple([new[x] if x > 0 else -new[-x] for x in clause]) for clause in formula.clauses]
    return Formula(len(old) - 1, clauses), old


def dimacs(formula: Formula, comments: Iterable[str] = ()) -> str:
    """Return a formula as DIMACS text."""
    head = [f"c {comment}".rstrip() for comment in comments]
    head.append(f"p cnf {formula.variables} {len(formula.clauses)}\n")
    return "\n".join(head) + lines(formula.clauses)


def lines(clauses: Iterable[Clause]) -> str:
    """Return clauses as lines of DIMACS text."""
    return "".join([" ".join(map(str, (*clause, 0))) + "\n" for clause in clauses])


@dataclass(frozen=True, slots=True)
class DimacsAnswer:
    """A SAT solver's answer.

    Args:
        satisfiable: whether there is a model; None where the solver gave up.
    """

    satisfiable: bool | None
    literals: tuple[int, ...] = ()


_WORDS = {
    "SATISFIABLE": True,
    "SAT": True,
    "UNSATISFIABLE": False,
    "UNSAT": False,
    "UNKNOWN": None,
    "INDETERMINATE": None,
    "INDET": None,
}


def read_dimacs(text: str) -> DimacsAnswer:
    """Read a SAT solver's answer, in the form of the SAT competitions or of MiniSat's file.

    The first has a line ``s SATISFIABLE``, ``s UNSATISFIABLE`` or ``s UNKNOWN``, and the model on
    lines that begin with ``v``; the second has a line ``SAT`` or ``UNSAT`` and only the model on
    the next.  A model without a status line counts as one.  Other lines are skipped.

    Raises:
        FormatError: there is neither a status nor a model, there are two statuses, or a model
            has something else than numbers in it.
    """
    status: list[tuple[bool | None, int]] = []
    literals: list[int] = []
    complete = False
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        rest = words[1:] if words[0] in ("s", "v") else words
        if words[0] == "s" or (len(words) == 1 and words[0] in _WORDS):
            status.append(_status(rest, number))
        elif words[0] == "v" or (status and status[0][0] and _is_number(words[0])):
            for word in rest:
                if not _is_number(word):
                    raise FormatError(f"{word!r} in a model; expected a number", line=number)
                complete |= int(word) == 0
                if not complete:
                    literals.append(int(word))
    if len({satisfiable for satisfiable, _ in status}) > 1:
        raise FormatError("a second status that contradicts the first", line=status[1][1])
    if not status and not literals:
        raise FormatError("neither a line 's SATISFIABLE' or 's UNSATISFIABLE' nor a model")
    return DimacsAnswer(status[0][0] if status else True, tuple(literals))


def _status(words: list[str], line: int) -> tuple[bool | None, int]:
    word = " ".join(words)
    if word not in _WORDS:
        raise FormatError(f"status {word!r}; expected one of {', '.join(_WORDS)}", line=line)
    return _WORDS[word], line


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdecimal() and word.isascii()
