"""Compare the reasons of techniques in a file of HoDoKu's regression library with smallest reasons.

python benchmarks/reasons_of_techniques.py FILE [--technique CODE] [--larger]

A technique's own reason is made of the houses that its evidence is about: those that it names and
those with two of its cells.  What its conclusions do not need of them is left out.  A smallest
reason may use any house; sizes count houses.  What rests on the solution being unique, and cases in
which nothing may be found, are left out.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from regression_library import cases_in, names_of, order_for, steps_of

from cpsudoku.encodings.cnf import Literal
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic.evidence import Evidence
from cpsudoku.logic.steps import Step
from cpsudoku.reasons.finding import EFFORT, MOST
from cpsudoku.reasons.knowledge import Knowledge, bits
from cpsudoku.reasons.search import ReasonSearch

SECONDS = 60
"""For a case, which takes a few at most."""

UNIQUENESS = "06"
"""How the codes of techniques begin that rest on the solution being unique."""


def whole(evidence: Evidence) -> Iterator[Evidence]:
    """Yield some evidence and that of all steps within it."""
    yield evidence
    for step in evidence.inner:
        yield from whole(step.evidence)


def cells_of(step: Step) -> set[int]:
    found = {cell for cell, _ in (*step.placements, *step.eliminations)}
    for one in whole(step.evidence):
        found.update(one.cells, *(locked.cells for locked in one.sets))
        lists = [one.candidates, one.fins, one.endo_fins, *one.colours]
        lists += [line.candidates for proof in one.proofs for line in proof]
        lists += [(*inner.placements, *inner.eliminations) for inner in one.inner]
        found.update(cell for candidates in lists for cell, _ in candidates)
    return found


def groups_of(step: Step) -> set[int]:
    found: set[int] = set()
    for one in whole(step.evidence):
        found.update(one.base, one.cover)
        lines = (line for proof in one.proofs for line in proof)
        found.update(line.number for line in lines if line.reason == "house")
    return found


def houses_of(step: Step, knowledge: Knowledge) -> int:
    """Return the houses that the evidence of a step is about, as a bit mask of sources."""
    cells, named = cells_of(step), groups_of(step)
    groups = [set(knowledge.rules.groups[number].cells) for number in named]
    found = 0
    for number, source in enumerate(knowledge.catalogue.sources):
        scope = set(source.scope)
        if len(scope & cells) > 1 or scope in groups:
            found |= 1 << number
    return found


def opposites_of(step: Step, knowledge: Knowledge) -> list[Literal]:
    gone = [knowledge.literal(*candidate, True) for candidate in step.eliminations]
    return gone + [knowledge.literal(*candidate, False) for candidate in step.placements]


def shrunk(sources: int, opposite: Literal, knowledge: Knowledge) -> int | None:
    """Return how many of some sources refute something, when what is not needed is left out."""
    if not refuted(sources, opposite, knowledge):
        return None
    left, needed = needed_of(sources, knowledge), 0
    while left:
        last = 1 << left.bit_length() - 1
        left ^= last
        if refuted(needed | left, opposite, knowledge):
            left = needed_of(left, knowledge)
        else:
            needed |= last
    return needed.bit_count()


def needed_of(sources: int, knowledge: Knowledge) -> int:
    """Return those of some sources that the last refutation needed."""
    core, first = set(knowledge.oracle.core), knowledge.switches.source
    return sum(1 << one for one in bits(sources) if first + one in core)


def refuted(sources: int, opposite: Literal, knowledge: Knowledge) -> bool:
    return not knowledge.oracle.satisfiable([*knowledge.switches_of(sources), opposite])


def own_size(step: Step, knowledge: Knowledge) -> int:
    """Return the houses of a technique, for that of its conclusions which needs most."""
    houses = houses_of(step, knowledge)
    sizes = [shrunk(houses, one, knowledge) for one in opposites_of(step, knowledge)]
    # A house has been overlooked where its own do not suffice; then all are looked at.
    return max(len(knowledge.catalogue.sources) if size is None else size for size in sizes)


def smallest_size(opposites: Iterable[Literal], most: int, knowledge: Knowledge) -> int:
    """Return the houses of the smallest reason that is found for one of some conclusions."""
    sizes = []
    search = ReasonSearch(knowledge)
    for one in opposites:
        found = _searched(search, one, min(most, MOST), knowledge)
        sizes.append(shrunk(knowledge.sources, one, knowledge) if found is None else found)
    return min(size for size in sizes if size is not None)


def _searched(
    search: ReasonSearch, opposite: Literal, most: int, knowledge: Knowledge
) -> int | None:
    if refuted(0, opposite, knowledge):
        return 0
    if any(refuted(1 << source, opposite, knowledge) for source in bits(knowledge.sources)):
        return 1
    if opposite < 0:
        return None  # searches are for candidates that are refuted
    search.begin(EFFORT)
    for size in range(2, most + 1):
        if any(True for _ in search.of_size(size, [opposite])):
            return size
        if search.is_spent:
            return None
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--technique", default="", help="only codes that begin so")
    parser.add_argument("--larger", action="store_true", help="print the lines with larger reasons")
    arguments = parser.parse_args()
    cases, as_small, smaller = Counter[str](), Counter[str](), Counter[str]()
    larger = []
    for number, line, case in cases_in(arguments.file, arguments.technique):
        order = order_for(case)
        if case.must_fail or case.code.startswith(UNIQUENESS) or order is None:
            continue
        step = next((one for one in steps_of(case, order) if case.is_met_by((one,))), None)
        if step is None:
            continue
        with Knowledge(case.position, Deadline(SECONDS)) as knowledge:
            own = own_size(step, knowledge)
            ours = smallest_size(opposites_of(step, knowledge), own, knowledge)
        cases[case.code] += 1
        as_small[case.code] += ours <= own
        smaller[case.code] += ours < own
        if ours > own:
            larger.append(f"{number}: {ours} instead of {own} houses: {line}")
    for code in sorted(cases):
        name = " / ".join(names_of(code))
        print(f"{code:6} {name:45} {cases[code]:4} {as_small[code]:4}, smaller {smaller[code]:4}")
    share = 100 * as_small.total() / max(1, cases.total())
    print(f"all {cases.total()}, no larger {as_small.total()} ({share:.1f} %), ", end="")
    print(f"smaller {smaller.total()}")
    if arguments.larger:
        print(*larger, sep="\n")


if __name__ == "__main__":
    main()
