"""Names of techniques, here and elsewhere.

HoDoKu's names and codes are those of its version 2.2.0 and of its regression library; the names of
Sudoku Explainer those of its version 1.2.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass
from functools import cache

from cpsudoku.errors import OptionError
from cpsudoku.ground.names import alike, plain, suggestion
from cpsudoku.words import rendered, say


@dataclass(frozen=True, slots=True)
class Technique:
    """One technique.

    Args:
        hodoku: HoDoKu's name; empty where it has none.
        code: HoDoKu's code; empty where it has none.
        explainer: Sudoku Explainer's name; empty where it has none.
        needs_uniqueness: whether it is sound only where there is one solution.
        searched_with: the search that finds it together with others; empty where it has its own.
    """

    name: str
    family: str
    hodoku: str = ""
    code: str = ""
    explainer: str = ""
    _: KW_ONLY
    needs_boxes: bool = False
    needs_uniqueness: bool = False
    searched_with: str = ""

    @property
    def finder(self) -> str:
        """The search that finds it."""
        return self.searched_with or self.name


FISH = ("x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan")
"""Fish by their size, from two base sets on."""

FISH_KINDS = ("", "finned ", "sashimi ", "franken ", "finned franken ", "mutant ", "finned mutant ")
"""What stands before the name of a fish, by HoDoKu's codes from 030 on."""

WITH_FINS = ("finned ", "sashimi ", "finned franken ", "finned mutant ")
"""Of these the kinds of which two with the same base make a siamese fish."""


def _larger_fish() -> Iterator[tuple[str, ...]]:
    for code, kind in enumerate(FISH_KINDS):
        for size, fish in enumerate(FISH):
            title = f"{kind}{fish}".title()
            if kind or size > 2:
                yield f"{kind}{fish}", "fish", title, f"03{code}{size}"
            if kind in WITH_FINS:
                yield f"siamese {kind}{fish}", "fish", f"Siamese {title}", f"03{code}{size}1"


_TABLE: tuple[tuple[str, ...], ...] = (
    # name, family, and as they have them: HoDoKu's name and code, Sudoku Explainer's name
    ("full house", "singles", "Full House", "0000", "Hidden Single"),
    ("hidden single in box", "singles", "Hidden Single", "0002", "Hidden Single"),
    ("hidden single", "singles", "Hidden Single", "0002", "Hidden Single"),
    ("naked single", "singles", "Naked Single", "0003", "Naked Single"),
    ("direct pointing", "direct", "", "", "Direct Pointing"),
    ("direct claiming", "direct", "", "", "Direct Claiming"),
    ("direct hidden pair", "direct", "", "", "Direct Hidden Pair"),
    ("direct hidden triplet", "direct", "", "", "Direct Hidden Triplet"),
    ("pointing", "locked candidates", "Locked Candidates Type 1 (Pointing)", "0100", "Pointing"),
    ("claiming", "locked candidates", "Locked Candidates Type 2 (Claiming)", "0101", "Claiming"),
    ("locked pair", "subsets", "Locked Pair", "0110"),
    ("locked triple", "subsets", "Locked Triple", "0111"),
    ("naked pair", "subsets", "Naked Pair", "0200", "Naked Pair"),
    ("naked triple", "subsets", "Naked Triple", "0201", "Naked Triplet"),
    ("naked quad", "subsets", "Naked Quadruple", "0202", "Naked Quad"),
    ("hidden pair", "subsets", "Hidden Pair", "0210", "Hidden Pair"),
    ("hidden triple", "subsets", "Hidden Triple", "0211", "Hidden Triplet"),
    ("hidden quad", "subsets", "Hidden Quadruple", "0212", "Hidden Quad"),
    ("x-wing", "fish", "X-Wing", "0300", "X-Wing"),
    ("swordfish", "fish", "Swordfish", "0301", "Swordfish"),
    ("jellyfish", "fish", "Jellyfish", "0302", "Jellyfish"),
    ("skyscraper", "single digit", "Skyscraper", "0400"),
    ("2-string kite", "single digit", "2-String Kite", "0401"),
    ("xy-wing", "wings", "XY-Wing", "0800", "XY-Wing"),
    ("xyz-wing", "wings", "XYZ-Wing", "0801", "XYZ-Wing"),
    ("bug+1", "graves", "Bivalue Universal Grave + 1", "0610", "BUG type 1"),
    ("x-chain", "chains", "X-Chain", "0701"),
    ("xy-chain", "chains", "XY-Chain", "0702"),
    ("continuous nice loop", "chains", "Continuous Nice Loop", "0706"),
    ("discontinuous nice loop", "chains", "Discontinuous Nice Loop", "0707"),
    ("aic", "chains", "AIC", "0708"),
    ("grouped continuous nice loop", "chains", "Grouped Continuous Nice Loop", "0709"),
    ("grouped discontinuous nice loop", "chains", "Grouped Discontinuous Nice Loop", "0710"),
    ("grouped aic", "chains", "Grouped AIC", "0711"),
    *(
        (f"unique loop type {n}", "unique loops", "", "", f"Unique Rectangle or Loop type {n}")
        for n in (1, 2, 3, 4)
    ),
    *((f"bug type {n}", "graves", "", "", f"BUG type {n}") for n in (1, 2, 3, 4)),
    ("aligned pair exclusion", "aligned exclusion", "", "", "Aligned Pair Exclusion"),
    ("aligned triplet exclusion", "aligned exclusion", "", "", "Aligned Triplet Exclusion"),
    ("bidirectional x-cycle", "forcing chains", "", "", "Bidirectional X-Cycle"),
    ("bidirectional y-cycle", "forcing chains", "", "", "Bidirectional Y-Cycle"),
    ("bidirectional xy-cycle", "forcing chains", "", "", "Bidirectional Cycle"),
    ("forcing x-chain", "forcing chains", "", "", "Forcing X-Chain"),
    ("forcing xy-chain", "forcing chains", "", "", "Forcing Chain"),
    ("nishio", "forcing nets", "", "", "Nishio Forcing Chains"),
    ("multiple forcing chains", "forcing nets", "", "", "Multiple Forcing Chains"),
    ("dynamic forcing chains", "forcing nets", "", "", "Dynamic Forcing Chains"),
    ("dynamic forcing chains plus", "forcing nets", "", "", "Dynamic Forcing Chains (+)"),
    *(
        (f"nested {chains.lower()}", "forcing nets", "", "", f"Dynamic Forcing Chains (+ {chains})")
        for chains in ("Forcing Chains", "Multiple Forcing Chains", "Dynamic Forcing Chains")
    ),
    *_larger_fish(),
    ("als-xz", "almost locked sets", "Almost Locked Set XZ-Rule", "0901"),
    ("als-xy-wing", "almost locked sets", "Almost Locked Set XY-Wing", "0902"),
    ("als-xy-chain", "almost locked sets", "Almost Locked Set Chain", "0903"),
    ("death blossom", "almost locked sets", "Death Blossom", "0904"),
    *(
        (f"uniqueness test {n}", "rectangles", f"Uniqueness Test {n}", f"060{n - 1}")
        for n in range(1, 7)
    ),
    ("hidden rectangle", "rectangles", "Hidden Rectangle", "0606"),
    ("avoidable rectangle 1", "rectangles", "Avoidable Rectangle Type 1", "0607"),
    ("avoidable rectangle 2", "rectangles", "Avoidable Rectangle Type 2", "0608"),
    ("turbot fish", "single digit", "Turbot Fish", "0403"),
    ("empty rectangle", "single digit", "Empty Rectangle", "0402"),
    ("dual 2-string kite", "single digit", "Dual 2-String Kite", "0404"),
    ("dual empty rectangle", "single digit", "Dual Empty Rectangle", "0405"),
    ("simple colours trap", "colours", "Simple Colors Trap", "0500"),
    ("simple colours wrap", "colours", "Simple Colors Wrap", "0501"),
    ("multi-colours 1", "colours", "Multi Colors 1", "0502"),
    ("multi-colours 2", "colours", "Multi Colors 2", "0503"),
    ("3d medusa", "colours"),
    ("remote pair", "wings", "Remote Pair", "0703"),
    ("w-wing", "wings", "W-Wing", "0803"),
    ("wxyz-wing", "wings", "WXYZ-Wing", "0802"),
    ("kraken fish type 1", "fish", "Kraken Fish Type 1", "0371"),
    ("kraken fish type 2", "fish", "Kraken Fish Type 2", "0372"),
    ("sue de coq", "sue de coq", "Sue de Coq", "1101"),
    ("template set", "templates", "Template Set", "1201"),
    ("template delete", "templates", "Template Delete", "1202"),
    ("forcing chain contradiction", "tables", "Forcing Chain Contradiction", "1301"),
    ("forcing chain verity", "tables", "Forcing Chain Verity", "1302"),
    ("forcing net contradiction", "tables", "Forcing Net Contradiction", "1303"),
    ("forcing net verity", "tables", "Forcing Net Verity", "1304"),
    ("tridagon", "impossible patterns"),
    ("sk-loop", "multi-sector sets"),
    ("multi-sector locked set", "multi-sector sets"),
    ("brute force", "brute force", "Brute Force"),
)

_NEED_BOXES = {
    "direct pointing", "pointing", "locked pair", "locked triple", "2-string kite",
    "dual 2-string kite", "empty rectangle", "dual empty rectangle", "sue de coq", "tridagon",
    "sk-loop", *(f"{kind}{fish}" for kind in FISH_KINDS if "franken" in kind for fish in FISH),
    *(f"siamese finned franken {fish}" for fish in FISH),
}  # fmt: skip

_NEED_UNIQUENESS = {"graves", "unique loops", "rectangles", "brute force"}
"""Families of techniques that are sound only where there is one solution."""

_SEARCHES = {
    "continuous nice loop": "nice loop",
    "discontinuous nice loop": "nice loop",
    "aic": "nice loop",
    "grouped continuous nice loop": "grouped nice loop",
    "grouped discontinuous nice loop": "grouped nice loop",
    "grouped aic": "grouped nice loop",
    **{f"unique loop type {n}": "unique loops" for n in (1, 2, 3, 4)},
    **{f"bug type {n}": "bivalue universal graves" for n in (1, 2, 3, 4)},
    **{name: family for name, family, *_ in _TABLE if family == "forcing chains"},
    "forcing chain contradiction": "tabled forcing chains",
    "forcing chain verity": "tabled forcing chains",
    "forcing net contradiction": "tabled forcing nets",
    "forcing net verity": "tabled forcing nets",
}
"""Of techniques that are found together the search that finds them."""


TECHNIQUES = {
    name: Technique(
        name,
        family,
        *names,
        needs_boxes=name in _NEED_BOXES,
        needs_uniqueness=family in _NEED_UNIQUENESS,
        searched_with=_SEARCHES.get(name, ""),
    )
    for name, family, *names in _TABLE
}
"""Every technique that steps may have, by name."""


_ELSEWHERE = {
    "row elimination": "hidden single",
    "column elimination": "hidden single",
    "unit elimination": "hidden single",
    "box elimination": "hidden single in box",
    "block elimination": "pointing",
    "rectangle elimination": "x-wing",
    "remainder test": "forcing net contradiction",
    "行排除法": "hidden single",
    "列排除法": "hidden single",
    "单元排除法": "hidden single",
    "宫排除法": "hidden single in box",
    "区块排除法": "pointing",
    "矩形排除法": "x-wing",
    "余数测试法": "forcing net contradiction",
    "唯一余数法": "naked single",
    "唯余解法": "naked single",
    "显性唯一法": "naked single",
    "隐性唯一法": "hidden single",
    "唯一解法": "full house",
}
"""Names in classical texts, English and Chinese, that `TECHNIQUES` has not."""

_BY_PLAIN = {plain(name): name for name in TECHNIQUES}


@cache
def other_names() -> dict[str, str]:
    """Return the technique for each name in classical texts and in Chinese.

    >>> [other for other, name in other_names().items() if name == "x-wing"]
    ['rectangle elimination', '矩形排除法', 'X翼', '矩形摒除法', '矩形排除', '矩形摒除']
    """
    found = dict(_ELSEWHERE)
    found |= {rendered(say(f"technique {name}"), "zh"): name for name in TECHNIQUES}
    found |= {other.replace("排除", "摒除"): name for other, name in found.items()}
    return found | {other.removesuffix("法"): name for other, name in found.items()}


def technique_named(name: str) -> str:
    """Return the name of a technique that is written with blanks, hyphens, and letters of any case.

    Names of classical texts are taken too, such as row elimination, and those in Chinese.

    Raises:
        OptionError: there is no such technique; says which is near.

    >>> technique_named("Naked-Single"), technique_named("x wing")
    ('naked single', 'x-wing')
    >>> technique_named("Rectangle elimination"), technique_named("矩形摒除法")
    ('x-wing', 'x-wing')
    >>> technique_named("唯余"), technique_named("宫摒除")
    ('naked single', 'hidden single in box')
    """
    if (found := _BY_PLAIN.get(plain(name))) is not None:
        return found
    if (other := alike(name, other_names())) is not None:
        return other_names()[other]
    raise OptionError(no_technique(name))


def no_technique(name: str, further: Iterable[str] = ()) -> str:
    """Return the error for a name that means no technique.

    Args:
        further: other names that are taken in its place, such as those of families.
    """
    near = suggestion(name, (*TECHNIQUES, *other_names(), *further))
    return f"there is no technique {name!r}{near or '; `cpsudoku techniques` lists them'}"
