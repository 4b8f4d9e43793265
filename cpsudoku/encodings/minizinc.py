r"""Rules as a MiniZinc model.

>>> from cpsudoku.rules import latin
>>> print(minizinc(latin(2), (1, 3, 3, 3)), end="")
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

from cpsudoku.encodings.cp import digits_of
from cpsudoku.rules import Candidates, Rules


def minizinc(rules: Rules, candidates: Candidates) -> str:
    """Return a puzzle as a MiniZinc model, which prints the grid with spaces between the digits.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.
    """
    n = rules.size
    places = [f"grid[{cell // n + 1},{cell % n + 1}]" for cell in range(rules.cell_count)]
    lines = ['include "alldifferent.mzn";', f"array[1..{n}, 1..{n}] of var 1..{n}: grid;"]
    for constraint in rules.groups:
        cells = ", ".join(places[cell] for cell in constraint.cells)
        lines.append(f"constraint alldifferent([{cells}]); % {constraint.label}")
    for place, mask in zip(places, candidates, strict=True):
        if mask == rules.all_digits:
            continue
        digits = digits_of(mask)
        only = f"= {digits[0]}" if len(digits) == 1 else f"in {{{', '.join(map(str, digits))}}}"
        lines.append(f"constraint {place} {only};")
    lines.append("solve satisfy;")
    show = f'show(grid[r,c]) ++ if c = {n} then "\\n" else " " endif'
    lines.append(f"output [{show} | r in 1..{n}, c in 1..{n}];")
    return "\n".join(lines) + "\n"
