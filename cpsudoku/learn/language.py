"""Puzzles as sentences for language models, single answers and one move a turn; and back.

The languages are English and Chinese.  What a clue is called, and what it means, is said with the
words of `cpsudoku.words` where these have it, else as its class describes it.

>>> text = prompt(".12......21...4.")
>>> print(text)
Solve this sudoku.  The grid has 4 rows and 4 columns; r1c2 is the cell in row 1, column 2.
Put a digit from 1 to 4 into each blank cell (.).
- Each row, column and box has each digit once.  A box has 2 rows and 2 columns.
In short, the rules are: 4
The grid:
. 1 2 .
. . . .
. 2 1 .
. . 4 .
Answer with the whole grid, between <answer> and </answer>.
>>> str(read_prompt(text)), read_prompt(prompt(".12......21...4.", language="zh")).digits[:4]
('.12......21...4.', (0, 1, 2, 0))
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial

from cpsudoku import formats
from cpsudoku.errors import FormatError, UnsupportedError
from cpsudoku.formats import parse_rules, rules_text
from cpsudoku.learn.entries import FALSE, NONE, judge
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Cell, Digit, Rules
from cpsudoku.variants import Variant, to_text
from cpsudoku.variants.base import number_field
from cpsudoku.words import Said, languages, rendered, say

LANGUAGES = tuple(languages())
"""The languages of prompts."""

_MOVE = re.compile(
    r"(?:\br([0-9]{1,2})c([0-9]{1,2})|第([0-9]{1,2})行第([0-9]{1,2})列)"
    r"\s*(?:=|is|:|：|是|为|填)\s*([0-9]{1,2}|(?-i:[A-Z]))(?![0-9A-Za-z_])",
    re.IGNORECASE,
)


def _say(language: str, key: str, **values: Said) -> str:
    """Return words of prompts; a kind of houses is called so where a language has no other word."""
    return rendered(say(f"prompt {key}", key, **values), language)


def prompt(puzzle: Puzzle | str, *, turns: bool = False, language: str = "en") -> str:
    """Return a puzzle and its rules in sentences, which ask for the whole grid or for one move.

    Raises:
        FormatError: the text is not a puzzle.
        OptionError: there is no such language.
        UnsupportedError: a board that is not square, pencil marks, or rules that no text can say.
    """
    puzzle = puzzle if isinstance(puzzle, Puzzle) else formats.parse(puzzle)
    rules, words = puzzle.rules, partial(_say, language)
    if not rules.board.is_square or puzzle.has_pencil_marks:
        raise UnsupportedError("sentences are for givens on square boards")
    size = rules.size
    symbols = (".", *rules.symbols)
    rows = [puzzle.digits[start : start + size] for start in range(0, size * size, size)]
    lines = [
        words("begin", size=size),
        words("digits", least=symbols[1], most=symbols[-1]),
        *(f"- {line}" for line in rules_lines(rules, language)),
        words("short") + rules_text(rules),
        words("grid"),
        *(" ".join(symbols[digit] for digit in row) for row in rows),
        words("turn" if turns else "answer"),
    ]
    return "\n".join(lines)


def rules_lines(rules: Rules, language: str = "en") -> list[str]:
    """Return the rules as sentences: what each house has, then each constraint with its meaning.

    Raises:
        OptionError: there is no such language.
    """
    words, board = partial(_say, language), rules.board
    kinds: list[Said] = list(map(words, dict.fromkeys(house.kind for house in rules.houses)))
    box = rules.box_shape
    shape = "" if box is None else words("boxes", rows=box[0], columns=box[1])
    lines = [words("houses", houses=kinds) + shape]
    for constraint in rules.constraints:
        if isinstance(constraint, Variant):
            said, meaning = _clue(constraint, language)
        elif not isinstance(constraint, AllDifferent):
            said, meaning = constraint.described(board), _own(constraint)
        elif constraint.kind not in {"row", "column", "box"}:
            number = [str(constraint.number)] if constraint.number else []
            named = (words(constraint.kind), *number, *map(board.name, constraint.cells))
            said, meaning = " ".join(named), words("different")
        else:
            continue
        lines.append(f"{said}{words('colon')}{meaning}")
    return lines


def _clue(clue: Variant, language: str) -> tuple[str, str]:
    """Return what a clue is called, with its numbers and cells, and what it means."""
    said = to_text(clue).removeprefix(clue.name).lstrip(":@")
    for mark, instead in (("@", " "), (",", " "), (":", "; "), ("/", " / ")):
        said = said.replace(mark, instead)
    number = number_field(type(clue))
    if number and getattr(clue, number) is None and clue.usual is not None:
        said = f"{clue.usual} {said}"
    called = rendered(say(f"clue {clue.name}", clue.name), language)
    return f"{called} {said}".rstrip(), rendered(say(f"means {clue.name}", _own(clue)), language)


def _own(constraint: object) -> str:
    """Return a constraint's own words."""
    return (type(constraint).__doc__ or "").partition("\n")[0].strip().replace("``", "")


def read_prompt(text: str) -> Puzzle:
    """Return the puzzle of a text that `prompt` has written, in any of its languages.

    Raises:
        FormatError: it is not such a text.
        RulesError: the rules that it says make no sense.
    """
    for language in LANGUAGES:
        before = _say(language, "short"), _say(language, "grid")
        short = re.search(rf"^{before[0]}(.+)$", text, re.MULTILINE)
        grid = re.search(rf"^{before[1]}\n(.*)\n[^\n]*$", text, re.MULTILINE | re.DOTALL)
        if short is not None and grid is not None:
            break
    else:
        raise FormatError("not in cpsudoku's format; expected rules in short and a grid")
    rules = parse_rules(short[1], files=False).rules()
    values = {".": 0} | {symbol: digit for digit, symbol in enumerate(rules.symbols, 1)}
    cells = grid[1].split()
    if len(cells) != rules.cell_count or not set(cells) <= set(values):
        raise FormatError(f"{len(cells)} cells; expected {rules.cell_count} of these rules")
    return Puzzle.from_digits([values[cell] for cell in cells], rules)


def read_move(text: str, rules: Rules) -> tuple[Cell, Digit] | None:
    """Return the last move that a text says, such as ``r1c2=3`` or ``第1行第2列填3``.

    Digits from 10 are read as numbers and as the letters that grids show.  None if there is no
    move, or the last one is not on the board.
    """
    letters = {symbol: digit for digit, symbol in enumerate(rules.symbols, 1) if symbol.isalpha()}
    moves = [move for move in _MOVE.findall(text) if move[-1].isdecimal() or move[-1] in letters]
    if not moves:
        return None
    row, column, *chinese, worth = moves[-1]
    if not row:
        row, column = chinese
    cell = rules.board.cells_at.get((int(row) - 1, int(column) - 1))
    digit = letters[worth] if worth in letters else int(worth) - rules.board.first + 1
    return (cell, digit) if cell is not None and 1 <= digit <= rules.size else None


@dataclass
class Dialogue:
    """A puzzle with one solution that is solved with one move a turn.

    A move that is false, or not one, does not stand; the next message says so, and `most` of them
    end it.
    """

    puzzle: Puzzle
    most: int = 1
    language: str = "en"
    over: bool = field(default=False, init=False)
    """Whether it has ended."""
    credit: float = field(default=0.0, init=False)
    """Share of the blank cells filled so far."""

    def __post_init__(self) -> None:
        self._blanks = max(1, self.puzzle.digits.count(0))
        self._missed = 0
        self._fault = ""

    @property
    def message(self) -> str:
        """The next message to the model, after the fault of its last reply."""
        return self._fault + prompt(self.puzzle, turns=True, language=self.language)

    def play(self, reply: str) -> float:
        """Return the reward of a reply's last move: a blank cell's share if true, else 0."""
        move = None if self.over else read_move(reply, self.puzzle.rules)
        code = NONE if move is None else int(judge([self.puzzle], [[move]]).codes[0, 0])
        if move is None or code in (NONE, FALSE):
            self._missed += 1
            self.over = self.over or self._missed >= self.most
            self._fault = _say(self.language, "unread") + "\n"
            if move is not None and code == FALSE:
                (cell, digit), rules = move, self.puzzle.rules
                said = {"cell": rules.board.name(cell), "digit": rules.symbols[digit - 1]}
                self._fault = _say(self.language, "false", **said) + "\n"
            return 0.0
        self._fault = ""
        self.puzzle = self.puzzle.with_given(*move)
        worth = 1 / self._blanks
        self.credit += worth
        self.over = all(self.puzzle.digits)
        return worth
