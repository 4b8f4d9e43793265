"""Run a file of HoDoKu's regression library: technique, cases, passed, and the lines that fail.

python benchmarks/regression_library.py FILE [--technique CODE] [--failing]
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cpsudoku.logic import fault, find_all
from cpsudoku.logic.orders import HODOKU, Order
from cpsudoku.logic.steps import Step
from cpsudoku.logic.techniques import TECHNIQUES

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from regression_cases import Case


def names_of(code: str) -> tuple[str, ...]:
    """Return the techniques of a code: four digits, or five for siamese fish."""
    return tuple(t.name for t in TECHNIQUES.values() if t.code == code)


def order_for(case: Case) -> Order | None:
    """Return the order that looks for a case's technique alone, or None where it is unknown."""
    names = names_of(case.code)
    if not names:
        return None
    finders = tuple(dict.fromkeys(TECHNIQUES[name].finder for name in names))
    return Order(f"{case.code}-{case.variant}", finders, HODOKU.numbers, options_of(case))


def options_of(case: Case) -> dict[str, int]:
    """Return the options that a case's code and variant ask for."""
    options: dict[str, int] = {}
    if case.code.startswith("06") and case.variant != "1":
        options["missing candidates"] = 1
    if (case.code, case.variant) == ("0402", "1"):
        options["two candidates"] = 1
    if case.code.startswith("09") and case.variant == "2":
        options["overlap"] = 1
    if (case.code, case.variant) in LOCKED_SET_NODES:
        options["locked set nodes"] = 1
    return options


LOCKED_SET_NODES = {("0709", "2"), ("0710", "3"), ("0710", "4"), ("0711", "3"), ("0711", "4")}


def steps_of(case: Case, order: Order) -> tuple[Step, ...]:
    names = set(names_of(case.code))
    found = find_all(case.position, order=order)
    return tuple(step for step in found.steps if step.technique in names)


def cases_in(file: Path, technique: str) -> Iterator[tuple[int, str, Case]]:
    """Yield the lines of techniques whose codes begin so: number, text, case."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith(f":{technique}"):
            yield number, line, Case.read(line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--technique", default="", help="only codes that begin so")
    parser.add_argument("--failing", action="store_true", help="print the lines that fail")
    arguments = parser.parse_args()
    cases, passed, unsound = Counter[str](), Counter[str](), Counter[str]()
    unknown, failing = Counter[str](), []
    for number, line, case in cases_in(arguments.file, arguments.technique):
        key = case.code + (f"-{case.variant}" if case.variant else "")
        order = order_for(case)
        if order is None:
            unknown[key] += 1
            continue
        steps = steps_of(case, order)
        cases[key] += 1
        passed[key] += case.is_met_by(steps)
        unsound[key] += any(fault(case.position, step) for step in steps)
        if not case.is_met_by(steps):
            failing.append(f"{number}: {line}")
    for key in sorted(cases):
        name = " / ".join(names_of(key.partition("-")[0]))
        note = f"  {unsound[key]} with an unsound step" if unsound[key] else ""
        print(f"{key:8} {name:45} {cases[key]:4} cases {passed[key]:4} passed{note}")
    print(f"{'all':54} {cases.total():4} cases {passed.total():4} passed")
    if unknown:
        print(f"not implemented: {unknown.total()} cases of {', '.join(sorted(unknown))}")
    if arguments.failing:
        print(*failing, sep="\n")


if __name__ == "__main__":
    main()
