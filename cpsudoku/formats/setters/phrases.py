"""The words by which rules name what is drawn: a table of expressions, and rules cut in sentences.

Each kind has an expression that one of its sentences matches, in English.  A kind of which no
variant is known is listed nowhere, so that its sentences are reported as not read.

>>> rules = "Normal sudoku rules apply. Digits along a purple line are a set of consecutive digits."
>>> spoken(rules)["renban"]
('Digits along a purple line are a set of consecutive digits.',)
>>> sorted(colours_in("along a light-blue line"))
['blue', 'cyan']
>>> unread("Cells on the loop alternate. Have fun!", ())
['Cells on the loop alternate.']
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache, lru_cache

_SUM = r"\b(?:sums?|add(?:s|ed|ing)? (?:up )?to|totals?)\b"

PHRASES = {
    "usual": r"\b(?:normal|standard|regular|usual|classic)\b.{0,30}\b(?:rules|sudoku|apply)"
    r"|digits? (?:from )?1 ?(?:-|–|to|through) ?\d+|(?:exactly )?once (?:in|each)"
    r"|(?:row|column)[^.]{0,30}(?:and|,) (?:box|region|3x3)|^place .{0,40}(?:row|column|box)"
    r"|(?:fill|complete) (?:in )?the grid",
    "killer": rf"\bcages?\b.*{_SUM}|{_SUM}.*\bcages?\b|\bkiller\b|\bcages? (?:show|is|are|have)\b",
    "no repeats": r"(?:repeat|different|distinct|unique)[^.]{0,40}\bcages?\b"
    r"|\bcages?\b[^.]{0,60}(?:repeat|different|distinct)",
    "arrow": rf"\barrows?\b.*{_SUM}|{_SUM}.*\barrows?\b|\bcircles?\b.{{0,60}}{_SUM}.{{0,60}}\b"
    r"arrow|\barrow (?:sudoku|rules)\b|\barrows?:",
    "doublearrow": r"double[- ]?arrow|\blines?\b.{0,80}sum.{0,60}\b(?:both|two|ends?|circles)\b"
    r"|sum of the (?:digits|two)[^.]{0,30}(?:circles|ends)",
    "slowthermo": r"\bslow\b|(?:increase|rise)\w* or (?:stay|remain)|not decrease|never decrease",
    "thermo": r"\bthermo|\bbulb",
    "whispers": r"\bwhisper|\bdiffer\w*.{0,60}\b(?:at least|minimum(?: of)?) (?:5|five)\b"
    r"|\b(?:5|five) or more\b|at least (?:5|five)\b.{0,20}(?:apart|differ)"
    r"|\b(?:5|five) apart",
    "dutch": r"\bdutch\b|differ\w*.{0,60}\b(?:at least|minimum(?: of)?) (?:4|four)\b",
    "apart": r"\bdiffer\w*.{0,60}\b(?:at least|minimum(?: of)?) (?:\d|two|three|six|seven)\b",
    "renban": r"\brenban|(?:set|sequence|group|run|string) of (?:\w+[- ,]*){0,3}consecutive"
    r"|\bconsecutive (?:set|digits|values|numbers)\b.*\border\b"
    r"|\bform (?:an? )?(?:\w+[- ])?consecutive (?:set|sequence|run)"
    r"|non-?repeating,? (?:set of )?consecutive|consecutive,? (?:and )?non-?repeating"
    r"|\blines?\b.{0,60}\bconsecutive\b.{0,60}\border\b",
    "regionsum": r"\bregion[- ]?sum|\bbox(?:es)? (?:borders?|boundar\w+)|\bborders?\b.{0,30}"
    r"(?:divide|split|segment|cut)|(?:equal|same) (?:sum|total).{0,80}(?:box|region)"
    r"|(?:sum|total|add up) to (?:the same|an equal).{0,80}(?:box|region)"
    r"|(?:box|region).{0,60}(?:equal|same) (?:sum|total)"
    r"|\bsums?\b.{0,60}\bsame\b.{0,40}\b(?:box|region)",
    "palindrome": r"\bpalindrom|reads? the same|same (?:forwards?|in (?:both|either))",
    "between": r"\bbetween (?:the )?(?:\w+ ){0,4}(?:circles?|ends|bulbs?|endpoints)"
    r"|\bbetween[- ]lines?\b|strictly between",
    "zipper": r"\bzipper|equal distance.{0,40}(?:cent|middle)",
    "entropic": r"\bentrop|(?:1,? ?2,? ?(?:or |and |& ?)?3|123|low)\b.{0,80}"
    r"(?:4,? ?5|456|middle|mid)",
    "modular": r"\bmodular|\bmodulo|\bremainder|\bmod 3|147|1,? ?4,? ?(?:or |and |& ?)?7",
    "parity": r"\bparity lines?\b|\balternat\w*\b.{0,60}\b(?:odd|even|parity)"
    r"|\b(?:odd|even)\b.{0,40}\balternat|\blines?\b.{0,60}\bone (?:odd|even)\b.{0,30}\bone "
    r"(?:odd|even)",
    "arithmetic": r"\barithmetic|\bsequence lines?\b|\b(?:same|constant|fixed) difference",
    "average": r"\baverage\b|\bmean\b",
    "product": r"\bproducts?\b|\bmultipl(?:y|ied|ies)\b",
    "prime": r"\bprime",
    "square sum": r"\bsquare number|\bperfect square",
    "nabner": r"\bnabner",
    "lockout": r"\blockout|\bdiamonds?\b.{0,80}(?:differ|outside|4|four)",
    "tenline": r"\b(?:10|ten)[- ]?(?:sum)?[- ]?lines?\b"
    r"|groups? .{0,60}sum(?:ming)? to (?:10|ten)"
    r"|(?:segments?|divided).{0,80}(?:sum|add)\w*(?: up)? to (?:10|ten)",
    "white": r"\bwhite\b.{0,30}\b(?:dots?|circles?|kropki)\b"
    r"|\bconsecutive\b.{0,40}\b(?:dots?|white)|\bkropki|\bdots?\b.{0,60}\bconsecutive",
    "black": r"\bblack\b.{0,30}\b(?:dots?|circles?|kropki)\b|\bratio\b|\b1:2\b|\b2:1\b|\bkropki"
    r"|\bdots?\b.{0,60}\bdouble",
    "differences": r"\bdiffer\w*\b.{0,60}\b(?:dots?|circles?)"
    r"|\b(?:dots?|circles?)\b.{0,80}\bdiffer",
    "xv": r"\bxv?\b.{0,60}\b(?:10|ten)\b|\bv\b.{0,60}\b(?:5|five)\b|\bxv\b"
    r"|\bx'?s?\b.{0,30}\bv'?s?\b|\b(?:10|ten)\b.{0,30}\bx\b|\b(?:5|five)\b.{0,30}\bv\b",
    "roman": r"\b[XVI]{2,5}s?\b.{0,40}\b(?:sums?|add)\b",
    "contains": r"\b(?:corner|top[- ]left|small|shown|indicated)\b.{0,80}\bappears?\b"
    r".{0,40}\bcage",
    "global entropy": r"\b2 ?[x×] ?2\b.{0,80}\blow\b.{0,80}\b(?:middle|medium|mid)\b",
    "inequality": r"\binequalit|\bgreater[- ]than (?:sign|symbol)|\bpoints? (?:to|at|towards?)\b"
    r".{0,20}\b(?:smaller|lower|lesser)|\bchevron|\bwedge",
    "quad": r"\bquad|\b(?:corner|intersection|circles?)\b.{0,80}\b(?:surrounding|four|4|adjacent|"
    r"touching)\b.{0,20}\bcells|(?:digits?|numbers?) in (?:a |the )?(?:white |small )?circles?"
    r"\b.{0,80}\b(?:surround|four|4\b|at least once)",
    "odd": r"\bodd\b",
    "even": r"\beven\b",
    "littlekiller": r"\blittle[- ]killer|\bdiagonal\w*\b.{0,80}\b(?:sum|total|add)|"
    r"\b(?:sum|total)s?\b.{0,80}\bdiagonal|\b(?:clues?|numbers?|digits|values?) outside\b.{0,80}"
    r"\b(?:diagonal|arrow)|\barrows?\b.{0,40}\boutside\b|\boutside\b.{0,40}\barrow|"
    r"\bindicated diagonal",
    "sandwich": r"\bsandwich|between (?:the )?1s? and (?:the )?9",
    "xsum": r"\bx-?sums?\b|\bfirst x\b|\bx is the first",
    "skyscraper": r"\bskyscraper|\bbuildings?\b",
    "numberedroom": r"\bnumbered room|\bnth position|\b(?:n|x)-?th\b.{0,60}\b(?:digit|cell)",
    "diagonal": r"\b(?:main|marked|both|blue|long|positive|negative|major|indicated|each|the)\b"
    r".{0,20}\bdiagonals?\b(?!.{0,60}\b(?:sum|total|arrow))|\bdiagonals?\b.{0,60}"
    r"\b(?:repeat|once|1-9|different|contain)|\brepeat\w*\b.{0,60}\bdiagonals?",
    "antiknight": r"\bknight'?s?'?\b|\bknights?\b",
    "antiking": r"\bking'?s?'?\b|\bkings?\b|touch diagonally|diagonally (?:adjacent|touching|"
    r"neighbou?r\w*)\b.{0,40}\b(?:same|repeat|differ|not)|\b(?:same|identical)\b.{0,60}\bdiagonally",
    "nonconsecutive": r"\bnon-?consecutive\b|\b(?:orthogonal\w*|adjacent|neighbou?r\w*)\b.{0,60}\b"
    r"(?:can ?not|may not|must not|not|never|can't|no)\b.{0,30}\bconsecutive"
    r"|\bconsecutive\b.{0,40}\b(?:can ?not|may not|must not|not|never|can't)\b.{0,60}\b"
    r"(?:adjacent|orthogonal|neighbou?r)",
    "disjoint": r"\bdisjoint|\bcorresponding\b.{0,20}\bpositions?"
    r"|\bsame (?:relative )?(?:position|place)s?\b.{0,40}"
    r"\b(?:box|region|3x3)",
    "extraregion": r"\bextra regions?|\bwindoku|\bwindows?\b|\b(?:shaded|grey|gray|marked|"
    r"colou?red|additional|green|blue|yellow|pink|purple|orange)\b.{0,20}\b(?:area|region|box|window|"
    r"3x3|cells)s?\b.{0,60}\b(?:1|repeat|once|different)",
    "clone": r"\bclones?\b|\bcloned\b",
    "minimum": r"\b(?:smaller|less|lower) than\b.{0,60}\b(?:orthogonal|neighbou?r|adjacent)"
    r"|\bminim(?:um|a)\b",
    "maximum": r"\b(?:greater|larger|higher|bigger) than\b.{0,60}\b(?:orthogonal|neighbou?r|"
    r"adjacent)|\bfortress|\bmaxim(?:um|a)\b",
    "circles": r"\bcounting circles?|\bcircles?\b.{0,80}\b(?:how many|number of (?:times|circles))"
    r"|\bcircled\b.{0,60}\b(?:that|exactly|many)\b",
    "indexing": r"\b1-?5-?9\b|\b(?:first column|column 1)\b.{0,60}\b(?:where|which column)\b"
    r"|\bcolumns? (?:1|one)\b.{0,120}\bcolumns? (?:5|five)\b|\bindex",
    "no sums": r"\b(?:adjacent|neighbou?r\w*|sharing an edge)\b.{0,40}\b(?:sum|add)\w*"
    r".{0,20}\b(?:\d|five|ten)",
    "global apart": r"^(?:orthogonally )?adjacent (?:cells|digits)\b(?!.*\bline).{0,30}\bdiffer\w*"
    r".{0,30}\bat least (?:\d|two|three|four)\b",
    "global mod": r"\b2 ?[x×] ?2\b.{0,120}\b(?:1,? ?4,? ?(?:and )?7|147)\b",
    "one way": r"\bbulb-?less\b|\bincreas\w*\b.{0,40}\b(?:one|either|some) (?:direction|end|way)"
    r"|\bbulbs?\b.{0,80}\b(?:deduced?|determined?|deduce)",
    "lines differ": r"\b(?:not|never)\b.{0,20}\brepeat\w*\b.{0,30}\blines?\b"
    r"|\blines?\b.{0,60}\b(?:not|never)\b.{0,20}\brepeat",
    "lines equal": r"\b(?:every|each|all)\b.{0,20}\blines?\b(?!.{0,90}\bbox).{0,40}"
    r"\bsame (?:total|sum)",
    "magic square": r"\b(?:central|middle|center|box (?:\d|one|two|three|five|seven))\b.{0,40}"
    r"\bmagic square",
    "line sum": r"\blines?\b(?!.{0,60}\bsame\b).{0,40}\bsums? to (?:\d+|ten)\b",
    "same sums": r"\bcages?\b.{0,120}\bsame\b.{0,30}\b(?:sum|total|value)"
    r"|\b(?:same|equal|identical)\b.{0,30}\b(?:sum|total)\b.{0,80}\bcages?\b"
    r"|\bcages?\b.{0,60}\b(?:sum|total)s?\b.{0,30}\b(?:same|equal|identical)",
    "all given": r"\ball (?:\w+ ){0,3}(?:dots|x'?s?|v'?s?|xv'?s?|clues|kropki|signs|possible)\b"
    r".{0,60}\b(?:given|shown|marked|present|drawn)|\bnegative constraint\b"
    r"|\b(?:dots|xs?|vs?) (?:are|have been) (?:all )?(?:given|shown|marked)",
    "not all given": r"\bnot (?:all|every|necessarily)\b|\b(?:no|isn't a|without) negative",
    "fog": r"\bfog|\breveal|\bclear the|\blamp",
}  # fmt: skip
"""For each kind an expression, which a sentence that speaks of it matches."""

_VALUES = re.compile(
    r"\bvalues?\b(?! 1)|doubl(?:er|ed)|negat(?:or|ive (?:digit|cell))|halve|multipli|modif|"
    r"vampire|\b(?:hot|cold)\b cell|wrogn|\bliar|false|schr|\bs-?cell|unknown|incorrect|\bwrong\b",
    re.IGNORECASE,
)

_COLOURS = {
    "gray": ("grey",), "grey": ("grey",), "silver": ("grey",), "purple": ("purple", "pink"),
    "pink": ("pink", "purple", "red"), "magenta": ("pink", "purple"), "violet": ("purple", "pink"),
    "lavender": ("purple", "blue"), "mauve": ("purple", "pink"), "peach": ("orange", "yellow"),
    "green": ("green",), "lime": ("green",), "blue": ("blue", "cyan"), "cyan": ("cyan", "blue"),
    "teal": ("cyan", "green"), "turquoise": ("cyan", "green"), "aqua": ("cyan",),
    "indigo": ("purple", "blue"), "red": ("red", "pink"), "orange": ("orange", "red", "yellow"),
    "gold": ("yellow", "orange"), "golden": ("yellow", "orange"), "yellow": ("yellow", "orange"),
    "tan": ("orange", "yellow"), "brown": ("orange", "red"), "beige": ("yellow", "orange"),
    "black": ("black",), "white": ("white",),
}  # fmt: skip
"""The plain names of colours that a word may stand for."""

_HARMLESS = re.compile(
    r"\b(?:enjoy|have fun|thank|good luck|happy|comment|patreon|discord|puzzle (?:is|was|by)|"
    r"solution|link|http|youtube|video|difficulty|note that|i hope|credit|inspired|set by|penpa|"
    r"f-puzzles|beginner|hint)\b", re.I)  # fmt: skip
_OF_RULES = re.compile(
    r"\b(?:digits?|numbers?|cells?|lines?|rows?|columns?|box(?:es)?|regions?|sums?|cages?|arrows?|"
    r"dots?|circles?|squares?|grid|clues?|values?|adjacent|repeat|consecutive|loop|path|shade\w*|"
    r"diagonals?|knight|king|colou?rs?)\b", re.I)  # fmt: skip


@cache
def _compiled(kind: str) -> re.Pattern[str]:
    return re.compile(PHRASES[kind], re.IGNORECASE)


_BREAK = r"(?<=[.!?;])\s+(?=[^a-z])|(?<=[a-z]{3}[.!?])\s+|[\r\n]+|\s+[•*●]\s*"
"""What is between sentences, which may begin with a small letter after a word of three."""


@lru_cache(maxsize=64)
def sentences(words: str) -> tuple[str, ...]:
    """Return the sentences of rules in words; a heading with a colon is part of the next one."""
    parts = re.split(_BREAK, words)
    found: list[str] = []
    for part in (one.strip(" •*-–\t") for one in parts):
        if found and found[-1].endswith(":"):
            found[-1] += " " + part
        elif part:
            found.append(part)
    return tuple(found)


@lru_cache(maxsize=64)
def spoken(words: str) -> dict[str, tuple[str, ...]]:
    """Return the kinds that rules in words speak of, each with its sentences."""
    every = sentences(words)
    found = {kind: tuple(filter(_compiled(kind).search, every)) for kind in PHRASES}
    return {kind: some for kind, some in found.items() if some}


def speaks_of_values(words: str) -> bool:
    """Return whether digits may count for something else, or clues be wrong."""
    return _VALUES.search(words) is not None


def colours_in(text: str) -> set[str]:
    """Return the plain names of the colours that a text names."""
    words = re.findall("[a-z]+", text.lower())
    return {name for word in words for name in _COLOURS.get(word, ())}


_MORE = re.compile(
    r"\b(?:additional(?:ly)?|moreover|furthermore|in addition|also act|must also|at least one|"
    r"exactly (?:one|two|six|five|\d)|deduced?|determined?|figure out|choose|pick|subset|share|"
    r"which digits|same (?:total|sum|value)|unique|different (?:total|sum)s?|in order|counts?|"
    r"out of order|"
    r"no two|no other|only|touch|except|unless|however|wrong|false|broken|unknown|doubl(?:er|ed)|"
    r"joined by|parallel|see[sn]?|hidden|missing|adjacent to each other)\b",
    re.IGNORECASE,
)
"""Words of a sentence that may say more than the kind by whose phrase it is known."""

_PLAIN = frozenset(
    ("regionsum", "same sums", "white", "black", "xv", "antiknight", "antiking", "no repeats",
     "lines differ", "lines equal", "magic square", "usual", "circles", "all given",
     "not all given")
)  # fmt: skip
"""Kinds in whose sentences such words are common."""


def unread(words: str, kinds: Collection[str]) -> list[str]:
    """Return the sentences that speak of rules, and of none of the kinds that were read.

    A sentence that may say more than its kind does is among them.
    """
    its = {kind: spoken(words).get(kind, ()) for kind in kinds}
    plain = {one for kind in _PLAIN & its.keys() for one in its[kind]}
    known = {one for some in its.values() for one in some if one in plain or not _MORE.search(one)}
    every = (one for one in sentences(words) if one not in known and _OF_RULES.search(one))
    return [one for one in every if not _HARMLESS.search(one)]


NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}


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
    r"\b(?:only|loops?|lines?|paths?|within|sums?|parity|even|odd|arrows?|cages?|"
    r"golden|applied|some sort)\b|\b(?:joined|separated) by (?!.{0,24}\bk(?:night|ing))"
    r"|\bknight.*\bconsecutive",
    re.IGNORECASE,
)
"""Words by which a rule about all cells is about some of them."""
