"""Do the tests fail when the code is changed?  Mutation testing of one module or room at a time.

    python tests/mutants.py cpsudoku/verify.py
    python tests/mutants.py cpsudoku/formats --sample 150 --seed 1 --jobs 2

Mutants are made by Cosmic Ray's operators (an `and` becomes an `or`, a number one more, a loop runs
not at all …) and by one of our own that deletes a statement; of the many replacements of one
operator at one place the seed chooses one.  A mutant is never written to disk: a child process
forked for it gets the changed source through an import hook and runs the tests in `TESTS` until one
fails.  So nothing has to be restored, and heavy libraries are imported once for all mutants.  What
a test starts as a process of its own sees the unchanged code.

Survivors are printed as the changed line.  Each should be killed by a test, vanish with code that
nothing needs, or be understood: it may well mean the same.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import difflib
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import hypothesis
import parso
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).resolve().parent.parent

TESTS: dict[str, str] = {
    "cpsudoku/verify.py": "test_verify test_solving",
    "cpsudoku/result.py": "test_result test_public test_solving test_backends_base",
    "cpsudoku/puzzle.py": "test_puzzle test_public test_verify test_solving",
    "cpsudoku/solving.py": "test_solving test_public test_random_solutions test_backends_base",
    "cpsudoku/rules": "test_rules test_public test_verify test_needs",
    "cpsudoku/bulk/rows": "test_bulk_arrays test_bulk_lines",
    "cpsudoku/bulk/arrays": "test_bulk_arrays",
    "cpsudoku/bulk/block": "test_bulk_block test_bulk_lines",
    "cpsudoku/bulk": "test_bulk_asking test_bulk_lines test_cli_solve test_cli_check",
    "cpsudoku/certificates/derivatives": "test_certified_clues",
    "cpsudoku/certificates/meaning": "test_certified_clues",
    "cpsudoku/certificates/alternatives": "test_certified_clues",
    "cpsudoku/certificates/regions": "test_certified_clues",
    "cpsudoku/certificates/writing": "test_public test_certificates test_cli_proofs",
    "cpsudoku/certificates/proving": "test_certificates",
    "cpsudoku/certificates/formula": "test_certified_clues test_forgeries test_certificates",
    "cpsudoku/certificates/manifest": "test_public test_forgeries test_certificates",
    "cpsudoku/certificates/verification": "test_forgeries test_certificates",
    "cpsudoku/certificates": "test_proof_checkers test_forged_proofs test_certificates",
    "cpsudoku/variants": "test_variants",
    "cpsudoku/encodings/sizes": "test_sizes",
    "cpsudoku/witnesses": "test_witnesses",
    "cpsudoku/formats/setters/iss": "test_formats_iss",
    "cpsudoku/formats/setters": "test_formats_setters test_formats_setters_writing "
    "test_formats_programs",
    "cpsudoku/formats/rules_": "test_formats_rules_text test_formats_rules_json",
    "cpsudoku/formats/constraints_": "test_formats_rules_json",
    "cpsudoku/formats/boards": "test_formats_boards test_formats_drawn",
    "cpsudoku/formats/other_boards": "test_formats_boards test_formats_drawn",
    "cpsudoku/formats/containers": "test_formats_containers",
    "cpsudoku/formats/draw": "test_formats_drawn test_formats_notations test_formats",
    "cpsudoku/formats": "test_formats_notations test_formats_rules_text test_formats "
    "test_formats_boards",
}
"""For each module or room the tests that belong to it; the first that fits counts."""

LEFT_OUT = re.compile(r"(Eq|Lt|LtE|Gt|GtE)_Is|Is(Not)?_(Eq|NotEq|Lt|LtE|Gt|GtE)$|_Pow$|Variable")
"""Replacements that mean the same for small numbers and None, that take for ever, or that need to
be told a name."""

WITHOUT_MEANING = (
    r"(slots|strict)=True|@(lru_)?cache\b.*|if TYPE_CHECKING|.*: (TypeAlias =|Final\[).*"
    r"|__slots__ = .*|__all__ = .*|@final"
)
"""What is there for speed, memory, type checkers or as an assertion (`zip(…, strict=True)`)."""

MOST_MEMORY = 12 << 30
"""Bytes of address space for a child: a mutant may ask for any number of anything."""


@dataclass(frozen=True)
class Mutant:
    """A module with one change: an operator at one of the places where it can be used."""

    path: Path
    operator: str
    occurrence: int
    line: int

    def source(self) -> str | None:
        """Return the changed source; None where the operator fails."""
        # Cosmic Ray cannot replace an exception whose name has a dot.
        with contextlib.suppress(AttributeError):
            operator = operators()[self.operator]
            changed: str | None = mutate_code(self.path.read_text(), operator, self.occurrence)
            return changed
        return None

    def __str__(self) -> str:
        before, after = self.path.read_text().splitlines(), (self.source() or "").splitlines()
        lines = list(difflib.unified_diff(before, after, n=0))[2:]
        changed = [text.strip() for text in lines if text[0] in "+-"]
        place = f"{self.path.relative_to(ROOT)}:{self.line}: {self.operator}"
        return "\n    ".join([place, *changed])


@cache
def operators() -> dict[str, Any]:
    """Return Cosmic Ray's operators, and our own."""
    found = {n: get_operator(n)() for n in operator_names() if not LEFT_OUT.search(n)}
    return found | {"deletion": Deletion()}


class Deletion(Operator):  # type: ignore[misc]
    """Puts `pass` in the place of a statement."""

    def mutation_positions(self, node: Any) -> Any:
        if node.type == "simple_stmt" and node.children[0].type not in KEPT:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        return parso.parse(f"{node.get_first_leaf().prefix}pass\n").children[0]

    @classmethod
    def examples(cls) -> Any:
        return ()


def mutants(path: Path, chance: random.Random) -> list[Mutant]:
    """Return the mutants of a module: for each place and kind of operator one."""
    source = path.read_text()
    tree = list(ast_nodes(get_ast(source)))
    unseen = [*spans_of_annotations(source), *spans_without_meaning(source)]
    choices: dict[tuple[str, Any], list[tuple[str, int]]] = {}
    for name, operator in operators().items():
        places = (place for node in tree for place in operator.mutation_positions(node))
        for occurrence, place in enumerate(places):
            if not any(first <= place[0] < last for first, last in unseen):
                choices.setdefault((name.split("_")[0], place), []).append((name, occurrence))
    found = [
        Mutant(path, *chance.choice(several), place[0][0])
        for (_, place), several in choices.items()
    ]
    return sorted(found, key=lambda mutant: mutant.line)


def spans_of_annotations(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return from where to where annotations go, which are never evaluated."""
    nodes = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg | ast.AnnAssign):
            nodes.append(node.annotation)
        elif isinstance(node, ast.FunctionDef):
            nodes.append(node.returns)
    ends = [(n, n.end_lineno or 0, n.end_col_offset or 0) for n in nodes if n is not None]
    return [((n.lineno, n.col_offset), (line, column)) for n, line, column in ends]


def spans_without_meaning(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return from where to where what matches `WITHOUT_MEANING` goes."""
    return [
        ((number, found.start()), (number, found.end()))
        for number, line in enumerate(source.splitlines(), 1)
        for found in re.finditer(WITHOUT_MEANING, line)
    ]


class Changed(MetaPathFinder, Loader):
    """Finds one module, with the source of a mutant: a plugin of pytest."""

    def __init__(self, path: Path, source: str) -> None:
        self.path, self.source = path, source
        parts = path.relative_to(ROOT).with_suffix("").parts
        self.name = ".".join(parts).removesuffix(".__init__")

    def pytest_configure(self) -> None:
        """Come before pytest's own hook, which finds modules whose examples are tests."""
        sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return spec_from_file_location(fullname, self.path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, self.path, "exec"), module.__dict__)


def tests_of(path: Path) -> list[str]:
    """Return the tests of a module, among them its own examples."""
    within = path.relative_to(ROOT).as_posix()
    chosen = [names for start, names in TESTS.items() if within.startswith(start)]
    if not chosen:
        raise SystemExit(f"{within}: no tests are named for it in TESTS")
    examples = [within] if ">>>" in path.read_text() else []
    return examples + [f"tests/{name}.py" for name in chosen[0].split()]


def start(tests: list[str], change: Changed | None = None) -> int:
    """Return the process that runs tests on the changed code, or on the unchanged."""
    child = os.fork()
    if child:
        return child
    status = 70
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        if change is not None:
            with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
        status = pytest.main([*OPTIONS, *tests], [change] if change else [])
    finally:
        sys.stdout.flush()
        os._exit(status)


OPTIONS = ["-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
OPTIONS += ["-k", "not megabytes and not a_little_at_a_time"]  # they take long
OPTIONS += ["--hypothesis-profile=mutants", "-W", "ignore::pytest.PytestAssertRewriteWarning"]


def killed(
    mutants: list[Mutant], tests: dict[Path, list[str]], seconds: float, jobs: int
) -> dict[Mutant, str]:
    """Return for each mutant how it ended: killed, survived or out of time."""
    running: dict[int, tuple[Mutant, float]] = {}
    ended: dict[Mutant, str] = {}
    waiting = mutants[::-1]
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            source = mutant.source()
            if source is not None and source != mutant.path.read_text():
                child = start(tests[mutant.path], Changed(mutant.path, source))
                running[child] = mutant, time.monotonic() + seconds
        time.sleep(0.02)
        for child, (mutant, until) in list(running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                ended[mutant] = "killed" if status else "survived"
            elif time.monotonic() > until:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                ended[mutant] = "out of time"
            else:
                continue
            del running[child]
            if ended[mutant] != "killed":
                print(f"{ended[mutant]}: {mutant}", flush=True)
    return ended


def main() -> None:
    """Run it."""
    shape = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=shape)
    parser.add_argument("where", help="module or room, such as cpsudoku/verify.py")
    parser.add_argument("--sample", type=int, help="so many mutants, chosen by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    os.chdir(ROOT)
    where = ROOT / options.where
    paths = sorted(where.glob("**/*.py")) if where.is_dir() else [where]
    chance = random.Random(options.seed)
    chosen = [mutant for path in paths for mutant in mutants(path, chance)]
    print(f"{len(chosen)} mutants", flush=True)
    if options.sample is not None and options.sample < len(chosen):
        chosen = sorted(chance.sample(chosen, options.sample), key=chosen.index)
    tests = {path: tests_of(path) for path in paths}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder
        prepare()
        began = time.monotonic()
        everything = list(dict.fromkeys(test for several in tests.values() for test in several))
        if os.waitpid(start(everything), 0)[1]:
            raise SystemExit("the tests fail on the unchanged code")
        seconds = 10 + 3 * (time.monotonic() - began)
        ended = list(killed(chosen, tests, seconds, options.jobs).values())
    print(f"{len(ended)} tried:", *(f"{ended.count(end)} {end}," for end in dict.fromkeys(ended)))


def prepare() -> None:
    """Import what takes long, and let no property test shrink what it found."""
    import numpy  # noqa: F401
    import ortools.sat.python.cp_model  # noqa: F401
    import pysat.solvers  # noqa: F401
    import typer.testing  # noqa: F401

    generating = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    checks = [hypothesis.HealthCheck.too_slow]
    hypothesis.settings.register_profile(
        "mutants",
        deadline=None,
        suppress_health_check=checks,
        phases=generating,
        derandomize=True,
        database=None,
    )


KEPT = {"string", "strings", "import_from", "import_name", "keyword", "pass_stmt", "assert_stmt"}
"""Statements that are not deleted: docstrings, imports, assertions, and `pass` itself."""

if __name__ == "__main__":
    main()
