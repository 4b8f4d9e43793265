r"""Rules as a MiniZinc model.

>>> from cpsudoku.rules import latin
>>> print("".join(write(latin(2), (1, 3, 3, 3))), end="")
include "alldifferent.mzn";
array[1..2, 1..2] of var 1..2: grid;
constraint alldifferent([grid[1,1], grid[1,2]]); % row 1
constraint alldifferent([grid[2,1], grid[2,2]]); % row 2
constraint alldifferent([grid[1,1], grid[2,1]]); % column 1
constraint alldifferent([grid[1,2], grid[2,2]]); % column 2
constraint grid[1,1] = 1;
solve satisfy;
output [show(grid[r,c]) ++ if c = 2 then "\n" else " " endif | r in 1..2, c in 1..2];
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from cpsudoku.errors import FormatError
from cpsudoku.export.reading import Read, nothing
from cpsudoku.rules import Candidates, Cell, Rules, digits_of_mask

if TYPE_CHECKING:
    from cpsudoku.encodings.machines import Unrolled
    from cpsudoku.rules.primitives import Linear, Table


def write(rules: Rules, candidates: Candidates) -> Iterator[str]:
    """Yield a puzzle as a MiniZinc model, which prints the grid with spaces between the digits.

    On a board that is not square the cells are one array, row by row.
    """
    n, board = rules.size, rules.board
    lines = ['include "alldifferent.mzn";']
    if rules.others:
        lines += ['include "regular.mzn";', 'include "table.mzn";']
    if board.is_square:
        lines.append(f"array[1..{n}, 1..{n}] of var 1..{n}: grid;")
        ending = f'if c = {n} then "\\n" else " " endif'
        shown = f"show(grid[r,c]) ++ {ending} | r in 1..{n}, c in 1..{n}"
        places = [f"grid[{cell // n + 1},{cell % n + 1}]" for cell in range(rules.cell_count)]
    else:
        lines.append(f"array[1..{rules.cell_count}] of var {board.first}..{board.last}: grid;")
        shown = 'show(digit) ++ " " | digit in grid'
        places = [f"grid[{cell + 1}]" for cell in range(rules.cell_count)]
    lines += _Constraints(rules, places).lines()
    for place, mask in zip(places, candidates, strict=True):
        if mask == rules.all_digits:
            continue
        digits = [digit + board.first - 1 for digit in digits_of_mask(mask)]
        only = f"= {digits[0]}" if len(digits) == 1 else f"in {{{', '.join(map(str, digits))}}}"
        lines.append(f"constraint {place} {only};")
    lines += ["solve satisfy;", f"output [{shown}];"]
    yield "\n".join(lines) + "\n"


def read(text: str, rules: Rules) -> Read:
    """Return what MiniZinc printed says, plainly or in one of its output modes."""
    count = rules.cell_count
    first = text.split("----------", maxsplit=1)[0]
    lines = [line for line in first.splitlines() if not line.lstrip().startswith("%")]
    # With --output-mode the grid has a name, and as dzn its index sets.
    named = re.search(r'\bgrid"?\s*[=:]([^;}]*)', "\n".join(lines))
    if named:
        numbers = [int(n) for n in re.findall(r"\d+", re.sub(r"(?<!\d)\d+\.\.\d+", "", named[1]))]
    else:
        words = (word for line in lines for word in line.split())
        numbers = [int(word) for word in words if word.isascii() and word.isdigit()]
    if not numbers:
        return nothing(text, f"{count} digits")
    if len(numbers) != count:
        raise FormatError(f"{len(numbers)} digits; expected {count}")
    return {cell: number - rules.board.first + 1 for cell, number in enumerate(numbers)}


Said = TypeVar("Said", bound="Linear | Table | Unrolled")

_MOST = (1 << 31) - 1
# Solvers with MiniZinc count in 32 bits.


def _labelled(say: Callable[[Said], str]) -> Callable[[Said], str]:
    """Return what says a primitive in a line, with its label after it."""
    return lambda one: f"constraint {say(one)}; % {' '.join(one.label.split())}"


class _Constraints:
    def __init__(self, rules: Rules, places: list[str]) -> None:
        self._rules = rules
        self._places = places

    def lines(self) -> Iterator[str]:
        """Yield a line for each primitive."""
        from cpsudoku.encodings.lowering import in_words

        words = in_words(
            self._rules,
            linear=_labelled(self._linear),
            table=_labelled(self._table),
            automaton=_labelled(self._automaton),
            most=_MOST,
        )
        for group in words.groups:
            yield f"constraint alldifferent({self._list(group.cells)}); % {group.label}"
        yield from words.said

    def _list(self, cells: tuple[Cell, ...]) -> str:
        return f"[{', '.join(self._places[cell] for cell in cells)}]"

    def _linear(self, linear: Linear) -> str:
        pairs = zip(linear.coefficients, linear.cells, strict=True)
        total = " + ".join(f"{factor}*{self._places[cell]}" for factor, cell in pairs) or "0"
        if linear.relation in ("<=", ">="):
            return f"{total} {linear.relation} {linear.totals[0]}"
        among = f"({total}) in {{{', '.join(map(str, sorted(set(linear.totals))))}}}"
        return among if linear.relation == "=" else f"not ({among})"

    def _table(self, table: Table) -> str:
        board = self._rules.board
        values = range(board.first, board.last + 1)
        tuples = sorted(one for one in table.tuples if all(value in values for value in one))
        if not tuples or not table.cells:
            return "true" if tuples else "false"
        rows = "".join(f"| {', '.join(map(str, one))} " for one in tuples)
        return f"table({self._list(table.cells)}, [{rows}|])"

    def _automaton(self, regular: Unrolled) -> str:
        """Write an automaton, whose states count from 1 and 0 is failure."""
        if not regular.accepting or not regular.cells:
            return "true" if regular.accepting else "false"
        first, size = self._rules.board.first, self._rules.size
        after = {(state, digit): following for state, digit, following in regular.steps}
        states = max(following for _, _, following in regular.steps) + 1
        rows = "".join(
            "| " + ", ".join(str(after.get((state, d + first), -1) + 1) for d in range(size)) + " "
            for state in range(states)
        )
        cells = self._list(regular.cells)
        if first != 1:
            cells = f"[cell - {first - 1} | cell in {cells}]"
        accepting = ", ".join(str(state + 1) for state in sorted(regular.accepting))
        return f"regular({cells}, {states}, {size}, [{rows}|], 1, {{{accepting}}})"
