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
from functools import lru_cache

from cpsudoku import formats
from cpsudoku.errors import FormatError, OptionError, UnsupportedError
from cpsudoku.formats import parse_rules, rules_text
from cpsudoku.learn.entries import FALSE, NONE, judge
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Cell, Digit, Rules
from cpsudoku.variants import Variant, to_text
from cpsudoku.variants.base import number_field
from cpsudoku.words import templates

_SENTENCES = {
    "en": {
        "begin": "Solve this sudoku.  The grid has {size} rows and {size} columns; r1c2 is the cell"
        " in row 1, column 2.",
        "digits": "Put a digit from {least} to {most} into each blank cell (.).",
        "houses": "Each {houses} has each digit once.",
        "box": "  A box has {rows} rows and {columns} columns.",
        "short": "In short, the rules are: ",
        "grid": "The grid:",
        "answer": "Answer with the whole grid, between <answer> and </answer>.",
        "turn": "Answer with one cell and its digit, such as r1c2=3.",
        "unread": "Your last reply has no move that can be made.",
        "false": "Your last move, {cell}={digit}, is wrong.",
        "different": "different digits",
        "between": ", ",
        "last": " and ",
        "colon": ": ",
    },
    "zh": {
        "begin": "请解这道数独。盘面有{size}行{size}列；r1c2表示第1行第2列的格子。",
        "digits": "在每个空格（.）中填入{least}到{most}中的一个数字。",
        "houses": "每{houses}中每个数字恰好出现一次。",
        "box": "每宫有{rows}行{columns}列。",
        "short": "规则简写：",
        "grid": "盘面：",
        "answer": "请写出完整的盘面，放在<answer>和</answer>之间。",
        "turn": "请只填一格，例如：r1c2=3。",
        "unread": "你的上一条回复中没有可行的一步。",
        "false": "你的上一步{cell}={digit}是错的。",
        "different": "数字互不相同",
        "between": "、每",
        "last": "、每",
        "colon": "：",
        "row": "行",
        "column": "列",
        "box kind": "宫",
        "region": "区域",
        "diagonal": "对角线",
        "antidiagonal": "反对角线",
        "window": "窗口",
        "disjoint group": "同位组",
        "extra region": "额外区域",
        "group": "组",
    },
}
"""By language what prompts are made of; in English a house is called by its kind."""

LANGUAGES = tuple(_SENTENCES)
"""The languages of prompts."""

_MOVE = re.compile(
    r"(?:\br([0-9]{1,2})c([0-9]{1,2})|第([0-9]{1,2})行第([0-9]{1,2})列)"
    r"\s*(?:=|is|:|：|是|为|填)\s*([0-9]{1,2}|(?-i:[A-Z]))(?![0-9A-Za-z_])",
    re.IGNORECASE,
)


@lru_cache(maxsize=8)
def _words(language: str) -> dict[str, str]:
    """Return the words of a language: the page's, and those of prompts."""
    if language not in _SENTENCES:
        raise OptionError(f"no language {language!r}; expected {', '.join(LANGUAGES)}")
    clues = templates(language).items()
    own = {key: said for key, said in clues if key.startswith(("clue ", "means "))}
    return own | _SENTENCES[language]


def prompt(puzzle: Puzzle | str, *, turns: bool = False, language: str = "en") -> str:
    """Return a puzzle and its rules in sentences, which ask for the whole grid or for one move.

    Raises:
        FormatError: the text is not a puzzle.
        OptionError: there is no such language.
        UnsupportedError: a board that is not square, pencil marks, or rules that no text can say.
    """
    puzzle = puzzle if isinstance(puzzle, Puzzle) else formats.parse(puzzle)
    rules, words = puzzle.rules, _words(language)
    if not rules.board.is_square or puzzle.has_pencil_marks:
        raise UnsupportedError("sentences are for givens on square boards")
    size = rules.size
    symbols = (".", *rules.symbols)
    rows = [puzzle.digits[start : start + size] for start in range(0, size * size, size)]
    lines = [
        words["begin"].format(size=size),
        words["digits"].format(least=symbols[1], most=symbols[-1]),
        *(f"- {line}" for line in rules_lines(rules, language)),
        words["short"] + rules_text(rules),
        words["grid"],
        *(" ".join(symbols[digit] for digit in row) for row in rows),
        words["turn" if turns else "answer"],
    ]
    return "\n".join(lines)


def rules_lines(rules: Rules, language: str = "en") -> list[str]:
    """Return the rules as sentences: what each house has, then each constraint with its meaning.

    Raises:
        OptionError: there is no such language.
    """
    words = _words(language)
    kinds = dict.fromkeys(house.kind for house in rules.houses)
    *before, last = [words.get("box kind" if kind == "box" else kind, kind) for kind in kinds]
    named = words["last"].join([*filter(None, [words["between"].join(before)]), last])
    box = rules.box_shape
    shape = "" if box is None else words["box"].format(rows=box[0], columns=box[1])
    lines = [words["houses"].format(houses=named) + shape]
    for constraint in rules.constraints:
        if isinstance(constraint, Variant):
            lines.append(_clue(constraint, words))
        elif not isinstance(constraint, AllDifferent):
            lines.append(f"{constraint.described(rules.board)}{words['colon']}{_own(constraint)}")
        elif constraint.kind not in {"row", "column", "box"}:
            kind = words.get(constraint.kind, constraint.kind)
            number = [str(constraint.number)] if constraint.number else []
            said = " ".join([kind, *number, *map(rules.board.name, constraint.cells)])
            lines.append(f"{said}{words['colon']}{words['different']}")
    return lines


def _clue(clue: Variant, words: dict[str, str]) -> str:
    """Return what a clue is called, its numbers and cells in the parts that it has, its meaning."""
    said = to_text(clue).removeprefix(clue.name).lstrip(":@")
    for mark, instead in (("@", " "), (",", " "), (":", "; "), ("/", " / ")):
        said = said.replace(mark, instead)
    number = number_field(type(clue))
    if number and getattr(clue, number) is None and clue.usual is not None:
        said = f"{clue.usual} {said}"
    called = words.get(f"clue {clue.name}", clue.name)
    meaning = words.get(f"means {clue.name}") or _own(clue)
    return f"{called} {said}".rstrip() + words["colon"] + meaning


def _own(constraint: object) -> str:
    """Return what a constraint says of itself."""
    return (type(constraint).__doc__ or "").partition("\n")[0].strip().replace("``", "")


def read_prompt(text: str) -> Puzzle:
    """Return the puzzle of a text that `prompt` has written, in any of its languages.

    Raises:
        FormatError: it is not such a text.
        RulesError: the rules that it says make no sense.
    """
    for words in _SENTENCES.values():
        short = re.search(rf"^{words['short']}(.+)$", text, re.MULTILINE)
        grid = re.search(rf"^{words['grid']}\n(.*)\n[^\n]*$", text, re.MULTILINE | re.DOTALL)
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
    places = {place: cell for cell, place in enumerate(rules.board.places)}
    letters = {symbol: digit for digit, symbol in enumerate(rules.symbols, 1) if symbol.isalpha()}
    moves = [move for move in _MOVE.findall(text) if move[-1].isdecimal() or move[-1] in letters]
    if not moves:
        return None
    row, column, *chinese, worth = moves[-1]
    if not row:
        row, column = chinese
    cell = places.get((int(row) - 1, int(column) - 1))
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
        """What the model is asked now, after what was wrong with its last reply."""
        return self._fault + prompt(self.puzzle, turns=True, language=self.language)

    def play(self, reply: str) -> float:
        """Return what a reply's last move is worth: a blank cell's share if true, else nothing."""
        move = None if self.over else read_move(reply, self.puzzle.rules)
        code = NONE if move is None else int(judge([self.puzzle], [[move]]).codes[0, 0])
        if move is None or code in (NONE, FALSE):
            self._missed += 1
            self.over = self.over or self._missed >= self.most
            words = _words(self.language)
            self._fault = words["unread"] + "\n"
            if move is not None and code == FALSE:
                (cell, digit), rules = move, self.puzzle.rules
                said = {"cell": rules.board.name(cell), "digit": rules.symbols[digit - 1]}
                self._fault = words["false"].format(**said) + "\n"
            return 0.0
        self._fault = ""
        self.puzzle = self.puzzle.with_given(*move)
        worth = 1 / self._blanks
        self.credit += worth
        self.over = all(self.puzzle.digits)
        return worth
