"""What techniques are called, here and elsewhere.

HoDoKu's names and codes are those of its version 2.2.0 and of its regression library; the names of
Sudoku Explainer those of its version 1.2.1.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
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
    needs_boxes: bool = False
    needs_uniqueness: bool = False
    searched_with: str = ""

    @property
    def finder(self) -> str:
        """The search that finds it."""
        return self.searched_with or self.name


def _singles() -> tuple[Technique, ...]:
    def single(name: str, hodoku: str, code: str, explainer: str) -> Technique:
        return Technique(
            name=name,
            family="singles",
            hodoku=hodoku,
            code=code,
            explainer=explainer,
        )

    hidden = ("Hidden Single", "0002", "Hidden Single")
    return (
        single("full house", "Full House", "0000", "Hidden Single"),
        single("hidden single in box", *hidden),
        single("hidden single", *hidden),
        single("naked single", "Naked Single", "0003", "Naked Single"),
    )


def _direct() -> tuple[Technique, ...]:
    names = {
        "direct pointing": "Direct Pointing",
        "direct claiming": "Direct Claiming",
        "direct hidden pair": "Direct Hidden Pair",
        "direct hidden triplet": "Direct Hidden Triplet",
    }
    return tuple(
        Technique(
            name=name,
            family="direct",
            explainer=explainer,
            needs_boxes=name == "direct pointing",
        )
        for name, explainer in names.items()
    )


def _locked_candidates() -> tuple[Technique, ...]:
    return (
        Technique(
            name="pointing",
            family="locked candidates",
            hodoku="Locked Candidates Type 1 (Pointing)",
            code="0100",
            explainer="Pointing",
            needs_boxes=True,
        ),
        Technique(
            name="claiming",
            family="locked candidates",
            hodoku="Locked Candidates Type 2 (Claiming)",
            code="0101",
            explainer="Claiming",
        ),
    )


def _subsets() -> tuple[Technique, ...]:
    rows = (
        ("locked pair", "Locked Pair", "0110", ""),
        ("locked triple", "Locked Triple", "0111", ""),
        ("naked pair", "Naked Pair", "0200", "Naked Pair"),
        ("naked triple", "Naked Triple", "0201", "Naked Triplet"),
        ("naked quad", "Naked Quadruple", "0202", "Naked Quad"),
        ("hidden pair", "Hidden Pair", "0210", "Hidden Pair"),
        ("hidden triple", "Hidden Triple", "0211", "Hidden Triplet"),
        ("hidden quad", "Hidden Quadruple", "0212", "Hidden Quad"),
    )
    return tuple(
        Technique(
            name=name,
            family="subsets",
            hodoku=hodoku,
            code=code,
            explainer=explainer,
            needs_boxes=name.startswith("locked"),
        )
        for name, hodoku, code, explainer in rows
    )


def _fish() -> tuple[Technique, ...]:
    rows = (
        ("x-wing", "X-Wing", "0300", "X-Wing"),
        ("swordfish", "Swordfish", "0301", "Swordfish"),
        ("jellyfish", "Jellyfish", "0302", "Jellyfish"),
    )
    return tuple(
        Technique(name=name, family="fish", hodoku=hodoku, code=code, explainer=explainer)
        for name, hodoku, code, explainer in rows
    )


FISH = ("x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan")
"""Fish by their size, from two base sets on."""


def _other_fish() -> tuple[Technique, ...]:
    kinds = (
        ("", "", "030"),
        ("finned ", "Finned ", "031"),
        ("sashimi ", "Sashimi ", "032"),
        ("franken ", "Franken ", "033"),
        ("finned franken ", "Finned Franken ", "034"),
        ("mutant ", "Mutant ", "035"),
        ("finned mutant ", "Finned Mutant ", "036"),
    )
    titles = ("X-Wing", *(name.capitalize() for name in FISH[1:]))
    found = []
    for kind, title, code in kinds:
        for size, (name, of_size) in enumerate(zip(FISH, titles, strict=True)):
            for siamese in (False, True):
                if (siamese and not kind.startswith(("finned", "sashimi"))) or (
                    kind == "" and size < 3
                ):
                    continue
                found.append(
                    Technique(
                        name=f"{'siamese ' * siamese}{kind}{name}",
                        family="fish",
                        hodoku=f"{'Siamese ' * siamese}{title}{of_size}",
                        code=f"{code}{size}{'1' * siamese}",
                        needs_boxes="franken" in kind,
                    )
                )
    return tuple(found)


def _almost_locked_sets() -> tuple[Technique, ...]:
    rows = (
        ("als-xz", "Almost Locked Set XZ-Rule", "0901"),
        ("als-xy-wing", "Almost Locked Set XY-Wing", "0902"),
        ("als-xy-chain", "Almost Locked Set Chain", "0903"),
        ("death blossom", "Death Blossom", "0904"),
    )
    return tuple(
        Technique(name=name, family="almost locked sets", hodoku=hodoku, code=code)
        for name, hodoku, code in rows
    )


def _rectangles() -> tuple[Technique, ...]:
    rows = [(f"uniqueness test {n}", f"Uniqueness Test {n}", f"060{n - 1}") for n in range(1, 7)]
    rows += [
        ("hidden rectangle", "Hidden Rectangle", "0606"),
        ("avoidable rectangle 1", "Avoidable Rectangle Type 1", "0607"),
        ("avoidable rectangle 2", "Avoidable Rectangle Type 2", "0608"),
    ]
    return tuple(
        Technique(name=name, family="rectangles", hodoku=hodoku, code=code, needs_uniqueness=True)
        for name, hodoku, code in rows
    )


def _more() -> tuple[Technique, ...]:
    rows = (
        ("turbot fish", "single digit", "Turbot Fish", "0403"),
        ("empty rectangle", "single digit", "Empty Rectangle", "0402"),
        ("dual 2-string kite", "single digit", "Dual 2-String Kite", "0404"),
        ("dual empty rectangle", "single digit", "Dual Empty Rectangle", "0405"),
        ("simple colours trap", "colours", "Simple Colors Trap", "0500"),
        ("simple colours wrap", "colours", "Simple Colors Wrap", "0501"),
        ("multi-colours 1", "colours", "Multi Colors 1", "0502"),
        ("multi-colours 2", "colours", "Multi Colors 2", "0503"),
        ("3d medusa", "colours", "", ""),
        ("remote pair", "wings", "Remote Pair", "0703"),
        ("w-wing", "wings", "W-Wing", "0803"),
        ("wxyz-wing", "wings", "WXYZ-Wing", "0802"),
        ("kraken fish type 1", "fish", "Kraken Fish Type 1", "0371"),
        ("kraken fish type 2", "fish", "Kraken Fish Type 2", "0372"),
        ("sue de coq", "sue de coq", "Sue de Coq", "1101"),
        ("template set", "templates", "Template Set", "1201"),
        ("template delete", "templates", "Template Delete", "1202"),
    )
    boxes = {"empty rectangle", "dual 2-string kite", "dual empty rectangle", "sue de coq"}
    return tuple(
        Technique(
            name=name,
            family=family,
            hodoku=hodoku,
            code=code,
            needs_boxes=name in boxes,
        )
        for name, family, hodoku, code in rows
    )


def _others() -> tuple[Technique, ...]:
    return (
        Technique(name="skyscraper", family="single digit", hodoku="Skyscraper", code="0400"),
        Technique(
            name="2-string kite",
            family="single digit",
            hodoku="2-String Kite",
            code="0401",
            needs_boxes=True,
        ),
        Technique(
            name="xy-wing", family="wings", hodoku="XY-Wing", code="0800", explainer="XY-Wing"
        ),
        Technique(
            name="xyz-wing", family="wings", hodoku="XYZ-Wing", code="0801", explainer="XYZ-Wing"
        ),
        Technique(
            name="bug+1",
            family="graves",
            hodoku="Bivalue Universal Grave + 1",
            code="0610",
            explainer="BUG type 1",
            needs_uniqueness=True,
        ),
    )


def _chains() -> tuple[Technique, ...]:
    rows = (
        ("x-chain", "X-Chain", "0701", ""),
        ("xy-chain", "XY-Chain", "0702", ""),
        ("continuous nice loop", "Continuous Nice Loop", "0706", "nice loop"),
        ("discontinuous nice loop", "Discontinuous Nice Loop", "0707", "nice loop"),
        ("aic", "AIC", "0708", "nice loop"),
        (
            "grouped continuous nice loop",
            "Grouped Continuous Nice Loop",
            "0709",
            "grouped nice loop",
        ),
        (
            "grouped discontinuous nice loop",
            "Grouped Discontinuous Nice Loop",
            "0710",
            "grouped nice loop",
        ),
        ("grouped aic", "Grouped AIC", "0711", "grouped nice loop"),
    )
    return tuple(
        Technique(name=name, family="chains", hodoku=hodoku, code=code, searched_with=finder)
        for name, hodoku, code, finder in rows
    )


def _uniqueness() -> tuple[Technique, ...]:
    rows = (
        ("unique loop", "unique loops", "Unique Rectangle or Loop", "unique loops"),
        ("bug", "graves", "BUG", "bivalue universal graves"),
    )
    return tuple(
        Technique(
            name=f"{name} type {number}",
            family=family,
            explainer=f"{explainer} type {number}",
            needs_uniqueness=True,
            searched_with=search,
        )
        for name, family, explainer, search in rows
        for number in (1, 2, 3, 4)
    )


def _aligned_exclusion() -> tuple[Technique, ...]:
    return tuple(
        Technique(
            name=f"aligned {size} exclusion",
            family="aligned exclusion",
            explainer=f"Aligned {size.title()} Exclusion",
        )
        for size in ("pair", "triplet")
    )


def _forcing_chains() -> tuple[Technique, ...]:
    names = {
        "bidirectional x-cycle": "Bidirectional X-Cycle",
        "bidirectional y-cycle": "Bidirectional Y-Cycle",
        "bidirectional xy-cycle": "Bidirectional Cycle",
        "forcing x-chain": "Forcing X-Chain",
        "forcing xy-chain": "Forcing Chain",
    }
    return tuple(
        Technique(
            name=name, family="forcing chains", explainer=explainer, searched_with="forcing chains"
        )
        for name, explainer in names.items()
    )


def _forcing_nets() -> tuple[Technique, ...]:
    names = {
        "nishio": "Nishio Forcing Chains",
        "multiple forcing chains": "Multiple Forcing Chains",
        "dynamic forcing chains": "Dynamic Forcing Chains",
        "dynamic forcing chains plus": "Dynamic Forcing Chains (+)",
        "nested forcing chains": "Dynamic Forcing Chains (+ Forcing Chains)",
        "nested multiple forcing chains": "Dynamic Forcing Chains (+ Multiple Forcing Chains)",
        "nested dynamic forcing chains": "Dynamic Forcing Chains (+ Dynamic Forcing Chains)",
    }
    return tuple(
        Technique(name=name, family="forcing nets", explainer=explainer)
        for name, explainer in names.items()
    )


def _tables() -> tuple[Technique, ...]:
    rows = (
        ("forcing chain contradiction", "Forcing Chain Contradiction", "1301"),
        ("forcing chain verity", "Forcing Chain Verity", "1302"),
        ("forcing net contradiction", "Forcing Net Contradiction", "1303"),
        ("forcing net verity", "Forcing Net Verity", "1304"),
    )
    return tuple(
        Technique(
            name=name,
            family="tables",
            hodoku=hodoku,
            code=code,
            searched_with=f"tabled forcing {'chains' if 'chain' in name else 'nets'}",
        )
        for name, hodoku, code in rows
    )


TECHNIQUES: dict[str, Technique] = {
    technique.name: technique
    for technique in (
        *_singles(),
        *_direct(),
        *_locked_candidates(),
        *_subsets(),
        *_fish(),
        *_others(),
        *_chains(),
        *_uniqueness(),
        *_aligned_exclusion(),
        *_forcing_chains(),
        *_forcing_nets(),
        *_other_fish(),
        *_almost_locked_sets(),
        *_rectangles(),
        *_more(),
        *_tables(),
        Technique(name="tridagon", family="impossible patterns", needs_boxes=True),
        Technique(name="sk-loop", family="multi-sector sets", needs_boxes=True),
        Technique(name="multi-sector locked set", family="multi-sector sets"),
        Technique(
            name="brute force", family="brute force", hodoku="Brute Force", needs_uniqueness=True
        ),
    )
}
"""Every technique that steps may have, by name."""
