"""The words by which rules name what is drawn: books of phrases, and rules cut in sentences.

``phrases.toml`` is the book of English: for each kind expressions that one of its sentences
matches, and clues that a sentence alone defines (`recogniser.told`).  A kind of which no variant is
known is listed nowhere, so that its sentences are reported as not read.  Users add books of their
own, whose expressions are tried beside those of English.

>>> rules = "Normal sudoku rules apply. Digits along a purple line are a set of consecutive digits."
>>> book = phrase_book()
>>> book.spoken(rules)["renban"]
('Digits along a purple line are a set of consecutive digits.',)
>>> sorted(book.colours_in("along a light-blue line"))
['blue', 'cyan']
>>> book.unread("Cells on the loop alternate. Have fun!", ())
['Cells on the loop alternate.']

The formulas of a book are expressions of Python without names of their own: numbers, texts, lists,
comparisons, arithmetic without powers and a few functions, so that a book cannot do anything.

>>> formula("max(cells) - min(cells) == n")(cells=(3, 1, 5), n=4)
True
>>> formula("cells.count(1)")
Traceback (most recent call last):
cpsudoku.errors.FormatError: formula 'cells.count(1)': Attribute is not allowed
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import prod
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from unicodedata import normalize

from cpsudoku.errors import FormatError, quoted
from cpsudoku.variants import variant_named

_VALUES = re.compile(
    r"\bvalues (?:along|on|in|at|sum|must|strictly|increase|separated|form)\b"
    r"|\bvalue of (?:an?|the|each|every) "
    r"(?:\w+ )?(?:digits?|cells?)\b|\b(?:its|their) (?:actual |true )?values?\b|doubl(?:er|ed)|"
    r"negat(?:or|ive (?:digit|cell))|halve|multipli|modif|"
    r"vampire|\b(?:hot|cold)\b cell|wrogn|\bliar|false|schr|\bs-?cell|unknown|incorrect|\bwrong\b",
    re.IGNORECASE,
)

_HARMLESS = re.compile(
    r"\b(?:enjoy|have fun|thank|good luck|happy|comment|patreon|discord|puzzle (?:is|was|by)|"
    r"solution|link|http|youtube|video|difficulty|note that|i hope|credit|inspired|set by|penpa|"
    r"f-puzzles|beginner|hint)\b|^\W*(?:for (?:example|instance)|e\.?g)\b", re.I)  # fmt: skip
_OF_RULES = re.compile(
    r"\b(?:digits?|numbers?|cells?|lines?|rows?|columns?|box(?:es)?|regions?|sums?|cages?|arrows?|"
    r"dots?|circles?|squares?|grid|clues?|values?|adjacent|repeat|consecutive|loop|path|shade\w*|"
    r"diagonals?|knight|king|colou?rs?|symmetry)\b", re.I)  # fmt: skip


_ENGLISH_WORDS = re.compile(
    r"\b(?:the|an?|and|or|of|to|in|on|is|are|be|it|this|that|by|for|with|you|your|each|all|no|not|"
    r"from|at|as|i|my)\b", re.I)  # fmt: skip
_IN_OTHER_LETTERS = re.compile(r"[^\W\d_\u0000-\u024f\u1d00-\u1d7f]")


def _is_foreign(sentence: str) -> bool:
    """Return whether a sentence is in other letters, or too long to have no words of English."""
    is_long = len(re.findall(r"[^\W\d_]{2,}", sentence)) > _FEW_WORDS
    has_letters = _IN_OTHER_LETTERS.search(sentence) is not None
    return has_letters or (is_long and not _ENGLISH_WORDS.search(sentence))


_FEW_WORDS = 4  # of names and headings


_BREAK = (
    r"(?<=[。！？；])|(?<=[.!?;])\s+(?=[^a-z])|(?<=[a-z]{3}[.!?])\s+|(?:[\r\n]|\\n)+|\s+[•*●]\s*"
)
"""What is between sentences, which may begin with a small letter after a word of three.

Some programs write the end of a line as a backslash and an n.
"""


@lru_cache(maxsize=64)
def sentences(words: str) -> tuple[str, ...]:
    """Return the sentences of rules in words; a heading with a colon is part of the next one."""
    parts = re.split(_BREAK, normalize("NFKC", words))  # bold letters are letters
    found: list[str] = []
    for part in (one.strip(" •*-–\t") for one in parts):
        if found and found[-1].endswith(":"):
            found[-1] += " " + part
        elif part:
            found.append(part)
    return tuple(found)


def speaks_of_values(words: str) -> bool:
    """Return whether digits may count for something else, or clues be wrong."""
    return _VALUES.search(words) is not None


_MORE = re.compile(
    r"\b(?:additional(?:ly)?|moreover|furthermore|in addition|also act|must also|at least one|"
    r"exactly (?:one|two|six|five|\d)|deduced?|determined?|figure out|choose|pick|subset|share|"
    r"which digits|same (?:total|sum|value)|unique|different (?:total|sum)s?|in order|counts?|"
    r"out of order|no two|no other|only|touch|except|unless|however|wrong|false|broken|unknown|"
    r"doubl(?:er|ed)|joined by|parallel|see[sn]?|hidden|missing|adjacent to each other|"
    r"either(?! (?:side|end|direction|of))|opposite|twice|lengths?|multiples? of|ascend\w*|nor|"
    r"difference between|acts? like|all cages|build-your-own|selected|same set|square number|"
    r"orthogonally touch|unmarked|may not (?:sum|total)|increase towards|"
    r"each (?:positive|negative)|in this (?:puzzle|grid))\b",
    re.IGNORECASE,
)
"""Words of a sentence that may say more than the kind by whose phrase it is known."""

_PLAIN = frozenset(
    ("regionsum", "same sums", "no sums", "white", "black", "xv", "antiknight", "antiking",
     "no repeats", "lines differ", "lines equal", "magic square", "usual", "circles", "all given",
     "not all given", "some wrong")
)  # fmt: skip
"""Kinds in whose sentences such words are common."""

_DOTS = frozenset(("white", "black", "xv"))
_BARS = re.compile(r"\b(?:may|must|can) ?not\b|\bnever\b", re.IGNORECASE)
"""What a sentence about dots says of neighbours without one, beside what the dots mean."""


class ToldClue(NamedTuple):
    """A clue that a sentence of the rules defines, as a book has it.

    Args:
        where: what it is said of: a kind of place, see `recogniser.told`.
        text: what is written in the thing, an expression; of others it is not said.
        looks: kinds of things, any if empty.
        each: a formula of the lists of cells of which it is said, one after the other.
        some: whether it is said of one or more of these lists, not of each.
        together: whether it is said of all such things at once, whose cells are ``areas``.
        besides: whether it is said of things that mean something else as well.
        variant: the variant that it is, with a formula in braces for each number; or
        holds: a formula of the digits ``cells``; or
        start: the state of an automaton before the first digit, a formula, and
        step: the state after digit ``d`` in state ``s``; None where it is refused, and
        end: whether a state is one in which the cells may end.
    """

    where: str
    text: str = ""
    looks: tuple[str, ...] = ()
    each: str = "[cells]"
    some: bool = False
    together: bool = False
    besides: bool = False
    variant: str = ""
    holds: str = ""
    start: str = "0"
    step: str = ""
    end: str = "True"

    @property
    def variant_name(self) -> str:
        """The variant without the numbers and cells that follow its name."""
        return self.variant.partition(":")[0]

    def check(self) -> None:
        """Raise `FormatError` or `RulesError` unless its place and its formulas are known."""
        if self.where not in PLACES:
            variant_named(self.where)
        elif self.where == "layer":
            variant_named(self.variant_name)
        for text in (self.each, self.holds, self.start, self.step, self.end):
            if text:
                formula(text)


PLACES = frozenset(
    ("outside", "edge", "corner", "cell", "line", "cage", "cages", "area", "areas", "board",
     "layer")
)  # fmt: skip
"""Kinds of places of which clues are told; others are names of variants that were read."""


class PhraseBook:
    """Expressions by which sentences are known, clues that they define, and words of colours.

    Args:
        phrases: for each kind its expressions.
        clues: for each kind its clue, and ``words``, its expressions.
        colours: for each word plain names of colours.
        modifiers: for each kind of modified cells ``words``, and ``factors`` of digits: those of
            other cells, and theirs.
    """

    def __init__(
        self,
        phrases: Mapping[str, Iterable[str]],
        clues: Mapping[str, Mapping[str, Any]],
        colours: Mapping[str, Iterable[str]],
        modifiers: Mapping[str, Mapping[str, Any]],
    ) -> None:
        told = {kind: dict(row) for kind, row in clues.items()}
        every = {**phrases, **{kind: row.pop("words") for kind, row in told.items()}}
        every |= {kind: row["words"] for kind, row in modifiers.items()}
        self.modifiers = {kind: tuple(row["factors"]) for kind, row in modifiers.items()}
        self.expressions = {
            kind: re.compile("|".join(some), re.IGNORECASE) for kind, some in every.items()
        }
        self.clues = {
            kind: ToldClue(**row | {"looks": tuple(row.get("looks", ()))})
            for kind, row in told.items()
        }
        self.colours = {word: frozenset(names) for word, names in colours.items()}

    @lru_cache(maxsize=64)  # noqa: B019 (few books, kept as long as the program runs)
    def spoken(self, words: str) -> dict[str, tuple[str, ...]]:
        """Return the kinds that rules in words speak of, each with its sentences."""
        every = sentences(words)
        found = {
            kind: tuple(filter(expression.search, every))
            for kind, expression in self.expressions.items()
        }
        return {kind: some for kind, some in found.items() if some}

    def numbers_in(self, kind: str, those: Iterable[str]) -> tuple[int, ...]:
        """Return the numbers that the groups of a kind's expressions find in its sentences."""
        found = map(self.expressions[kind].search, those)
        groups = (group for one in found if one for group in one.groups() if group)
        return tuple(number for number in map(whole, groups) if number is not None)

    def colours_in(self, text: str) -> set[str]:
        """Return the plain names of the colours that a text names."""
        words = re.findall(r"[^\W\d_]+", text.lower())
        inside = (word for word in self.colours if not word.isascii() and word in text.lower())
        return {name for word in (*words, *inside) for name in self.colours.get(word, ())}

    def unread(self, words: str, kinds: Collection[str]) -> list[str]:
        """Return the sentences that speak of rules, and of none of the kinds that were read.

        A sentence that may say more than its kind does is among them, unless it defines its clue.
        """
        spoken = self.spoken(words)
        its = {kind: spoken.get(kind, ()) for kind in kinds}
        plain = {
            one
            for kind in its
            if kind in _PLAIN or kind in self.clues or kind in self.modifiers
            for one in its[kind]
            if kind not in _DOTS or not _BARS.search(one)
        }
        known = {one for some in its.values() for one in some if not _MORE.search(one)} | plain
        left = (one for one in sentences(words) if one not in known and not _HARMLESS.search(one))
        return [one for one in left if _OF_RULES.search(one) or _is_foreign(one)]


_ENGLISH = Path(__file__).with_name("phrases.toml")


def phrase_book(*paths: str) -> PhraseBook:
    """Return the book of English with the rows of others, whose rows of one name are joined.

    Raises:
        FormatError: a file is not a book.
    """
    try:
        return _book(*((Path(path), Path(path).stat().st_mtime_ns) for path in paths))
    except OSError as error:
        raise FormatError(f"a book of phrases cannot be read: {error}") from error


@cache
def _book(*written: tuple[Path, int]) -> PhraseBook:
    """Return the book of files as they were at a time."""
    phrases: dict[str, list[str]] = {}
    clues: dict[str, dict[str, Any]] = {}
    colours: dict[str, list[str]] = {}
    modifiers: dict[str, dict[str, Any]] = {}
    for path in (_ENGLISH, *(path for path, _ in written)):
        try:
            said = tomllib.loads(path.read_text(encoding="utf-8"))
            for kind, some in said.get("phrases", {}).items():
                phrases.setdefault(kind, []).extend(some)
            for word, names in said.get("colours", {}).items():
                colours.setdefault(word, []).extend(names)
            clues |= said.get("clues", {})
            modifiers |= said.get("modifiers", {})
            book = PhraseBook(phrases, clues, colours, modifiers)
            for kind in said.get("clues", {}) if path != _ENGLISH else ():  # ours are tested
                book.clues[kind].check()
        except (
            tomllib.TOMLDecodeError,
            UnicodeDecodeError,
            re.error,
            TypeError,
            KeyError,
            AttributeError,
        ) as error:
            raise FormatError(f"{quoted(str(path))} is not a book of phrases: {error}") from error
    return book


NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10,
           "twenty": 20}  # fmt: skip


def number_in(sentences: Iterable[str], after: str) -> int | None:
    """Return the number, in digits or as a word, that follows some words in a sentence."""
    found = re.search(rf"(?:{after}) (\d+|{'|'.join(NUMBERS)})\b", " ".join(sentences).lower())
    return None if found is None else whole(found[1])


def whole(text: str) -> int | None:
    """Return the number that a text says, in digits or as a word; None for other texts."""
    plain = text.strip()
    return int(plain) if re.fullmatch("[0-9]{1,6}", plain) else NUMBERS.get(plain)


AT_LEAST = "at least|minimum|minimum of"


FORBIDS = re.compile(
    r"\bnot\b|\bno\b|\bnever\b|n't\b|cannot|different|differ\b|anti|non-?conse|repeat", re.I
)


LIMITS = re.compile(
    r"\b(?:only|loops?|lines?|paths?|within(?! an? \W?(?:chess\W? )?k(?:night|ing))|sums?|parity|"
    r"even|odd|arrows?|cages?|"
    r"golden|applied|some sort)\b|\b(?:joined|separated) by (?!.{0,24}\bk(?:night|ing))"
    r"|\bknight.*\bconsecutive",
    re.IGNORECASE,
)
"""Words by which a rule about all cells is about some of them."""


_Item = TypeVar("_Item")

_NODES = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp, ast.Add,
    ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.FloorDiv, ast.Mod, ast.Compare, ast.Eq,
    ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot, ast.IfExp,
    ast.Call, ast.Name, ast.Load, ast.Store, ast.Constant, ast.Subscript, ast.Slice, ast.Tuple,
    ast.List, ast.Set, ast.GeneratorExp, ast.ListComp, ast.comprehension, ast.Starred,
)  # fmt: skip


def windows(items: Sequence[_Item], count: int) -> list[Sequence[_Item]]:
    """Return all runs of some number of neighbours in a list."""
    return [items[begin : begin + count] for begin in range(len(items) - count + 1)]


_FUNCTIONS: dict[str, Callable[..., object]] = {
    "abs": abs, "all": all, "any": any, "divmod": divmod, "enumerate": enumerate, "len": len,
    "list": list, "max": max, "min": min, "prod": prod, "set": set, "sorted": sorted, "str": str,
    "sum": sum, "tuple": tuple, "windows": windows, "zip": zip,
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
