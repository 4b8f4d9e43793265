"""Do the tests fail when the code is changed?  Mutation testing of one module or room at a time.

    python tests/mutants.py cpsudoku/verify.py
    python tests/mutants.py cpsudoku/formats --sample 150 --seed 1 --jobs 2

Mutants are made by Cosmic Ray's operators (an `and` becomes an `or`, a number one more, a loop runs
not at all …) and by one of our own that deletes a statement; of the many replacements of one
operator at one place the seed chooses one.  A mutant is never written to disk: a child process
forked for it gets the change and runs those of the tests in `TESTS` that call the changed function,
the quickest first, until one fails.  So nothing has to be restored, and what is imported is
imported once for all mutants.  What a test starts as a process of its own sees the unchanged code.

Survivors are printed as the changed line.  Each should be killed by a test, vanish with code that
nothing needs, or be understood: it may well mean the same.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import importlib
import inspect
import os
import pickle
import random
import resource
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import entry_points
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import hypothesis
import pytest
from mutating import ROOT, Mutant, lines, mutants

TESTS: dict[str, str] = {
    "cpsudoku/verify": "test_verify asking/test_solving",
    "cpsudoku/result": "test_result test_public asking/test_solving backends/test_base",
    "cpsudoku/puzzle": "test_puzzle test_public test_verify asking/test_solving",
    "cpsudoku/asking/solving": "asking/test_solving test_public test_random_solutions "
    "backends/test_base",
    "cpsudoku/backends/base/witnesses": "backends/test_witnesses",
    "cpsudoku/rules": "rules test_public test_verify",
    "cpsudoku/asking/many": "asking/test_many asking/test_answers_in_tables",
    "cpsudoku/rows/arrays": "rows/test_inputs asking/test_many asking/test_answers_in_tables",
    "cpsudoku/rows/frames": "rows/test_inputs asking/test_answers_in_tables",
    "cpsudoku/certificates": "certificates test_public cli/test_proofs",
    "cpsudoku/formats/setters/iss": "formats/test_iss formats/test_setters_writing",
    "cpsudoku/formats/setters": "formats/test_setters formats/test_programs "
    "formats/test_setters_writing",
    "cpsudoku/web/guards": "web/test_web_bounds",
}
"""The tests of a module or room, where they are not just its room's folder; the first that fits."""

MOST_MEMORY = 12 << 30
"""Bytes of address space for a child: a mutant may ask for any number of anything."""


NOT_SWAPPED = 99
"""How a child ends that cannot give a function its new code."""

ENDS = {0: "survived", NOT_SWAPPED: "not tried", -signal.SIGXCPU: "out of time"}
"""What the status of a child means; any other, that a test failed."""


@dataclass(frozen=True)
class Test:
    """A test as it ran on the unchanged code.

    Attributes:
        name: pytest's name for it.
        seconds: how long it took.
        calls: of the functions that it called, the file and the first line.
    """

    name: str
    seconds: float
    calls: frozenset[tuple[str, int]]

    @property
    def file(self) -> str:
        """The file that it is in."""
        return self.name.partition("::")[0]

    def calls_into(self, path: Path, function: ast.FunctionDef) -> bool:
        """Return whether it calls a function of a file, or one within that."""
        return not self.calls.isdisjoint({(str(path), line) for line in lines(function)})


class Watch:
    """Sees what each test calls, and writes it to a file in the end: a plugin of pytest."""

    def __init__(self, paths: list[Path], result: Path) -> None:
        self.files, self.result = set(map(str, paths)), result
        self.seen: list[Test] = []
        self.messages = result.with_suffix(".calls")

    def pytest_sessionstart(self) -> None:
        """Open the file to which forked processes report their calls, and see what imports call."""
        self.process = os.getpid()
        self.line = os.open(self.messages, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
        self.imports: set[tuple[str, int]] = set()
        sys.settrace(self._noting(self.imports))

    def pytest_collection_finish(self) -> None:
        """Tell what imports have called, as of a test without a name."""
        sys.settrace(None)
        self.seen.append(Test("", 0, frozenset(self.imports)))

    def _noting(self, calls: set[tuple[str, int]]) -> Callable[[FrameType, str, object], None]:
        def note(frame: FrameType, event: str, arg: object) -> None:
            call = frame.f_code.co_filename, frame.f_code.co_firstlineno
            if call[0] in self.files and call not in calls:
                calls.add(call)
                if os.getpid() != self.process:
                    os.write(self.line, f"{call[0]}\n{call[1]}\n".encode())

        return note

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run a test."""
        calls: set[tuple[str, int]] = set()
        began = time.monotonic()
        threading.settrace(self._noting(calls))
        sys.settrace(self._noting(calls))
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            seconds = time.monotonic() - began
            messages = self.messages.read_text().splitlines()
            os.truncate(self.messages, 0)
            calls |= {(messages[i], int(messages[i + 1])) for i in range(0, len(messages), 2)}
            self.seen.append(Test(item.nodeid, seconds, frozenset(calls)))

    def pytest_sessionfinish(self) -> None:
        """Tell."""
        self.result.write_bytes(pickle.dumps(self.seen))


def tests_of(path: Path) -> list[str]:
    """Return the files with the tests of a module, among them its own examples."""
    within = path.relative_to(ROOT).as_posix()
    chosen = [names for start, names in TESTS.items() if within.startswith(start)]
    names = chosen[0] if chosen else path.relative_to(ROOT / "cpsudoku").parts[0]
    tests = [ROOT / "tests" / name for name in names.split()]
    found = [test if test.is_dir() else test.with_suffix(".py") for test in tests]
    if missing := [str(test) for test in found if not test.exists()]:
        raise SystemExit(f"{within}: there is no {missing[0]}; name its tests in TESTS")
    examples = [within] if ">>>" in path.read_text() else []
    return examples + [test.relative_to(ROOT).as_posix() for test in found]


def tests_for(mutant: Mutant, seen: list[Test]) -> list[Test]:
    """Return the tests that call the changed function, or else all of a module, the quickest first.

    Args:
        mutant: the change.
        seen: the tests and how they ran on the unchanged code.
    """
    files = tests_of(mutant.path)
    found = [test for test in seen if test.file in files]
    if mutant.function is not None:
        calling = [test for test in found if test.calls_into(mutant.path, mutant.function)]
        found = calling or found  # what only a program of its own calls is not seen
    return sorted(found, key=lambda test: test.seconds)


class Swapping:
    """Tries mutants whose change is within a function: a plugin of pytest.

    Modules and tests are imported once, and a child process gives the changed function its new
    code, wherever the function is bound; not of one that imports call, as what it has made then
    would stay.  What is computed while a test is imported comes from the unchanged code.
    """

    def __init__(self, mutants: list[Mutant], seen: list[Test], jobs: int, result: Path) -> None:
        self.mutants, self.seen, self.jobs, self.result = mutants, seen, jobs, result
        self.functions: list[FunctionType] = []
        self.caches: list[Any] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the mutants, in the place of running the tests."""
        for mutant in self.mutants:
            importlib.import_module(mutant.module)
        objects = gc.get_objects()
        self.functions = [one for one in objects if isinstance(one, FunctionType)]
        self.caches = [one for one in objects if hasattr(type(one), "cache_clear")]
        gc.collect()
        gc.freeze()
        items = {item.nodeid: item for item in session.items}

        def begin(mutant: Mutant, source: str, tests: list[Test]) -> int:
            chosen = [(items[test.name], test.seconds) for test in tests]
            return start(lambda: self.status(session, chosen, mutant, source))

        self.result.write_bytes(pickle.dumps(killed(self.mutants, self.seen, self.jobs, begin)))
        return True

    def status(
        self,
        session: pytest.Session,
        items: list[tuple[pytest.Item, float]],
        mutant: Mutant,
        source: str,
    ) -> int:
        """Return 0 where all tests pass on a mutant, 1 where one fails."""
        if not self.swap(mutant, source):
            return NOT_SWAPPED
        others = [item for item, _ in items[1:]]
        for (item, seconds), following in zip(items, [*others, None], strict=True):
            limit_work(seconds)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return 1
        return 0

    def swap(self, mutant: Mutant, source: str) -> bool:
        """Give the changed function its code, and return whether that can be done."""
        file = str(mutant.path)
        before = codes(compile(mutant.path.read_text(), file, "exec"))
        after = codes(compile(source, file, "exec"))
        assert mutant.swappable is not None
        first = lines(mutant.swappable).start
        (place,) = (i for i, code in enumerate(before) if code.co_firstlineno == first)
        changed = [one for one in self.functions if one.__code__ == before[place]]
        try:
            for function in changed:
                function.__code__ = after[place]
        except ValueError:  # it takes another number of variables from outside
            return False
        for cached in self.caches:
            if getattr(cached.__wrapped__, "__code__", before[0]).co_filename == file:
                cached.cache_clear()
        return bool(changed)


def codes(code: CodeType) -> list[CodeType]:
    """Return the code of the functions of a module and of its classes."""
    found = []
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found += [inner] if inner.co_flags & inspect.CO_OPTIMIZED else codes(inner)
    return found


def limit_work(seconds: float) -> None:
    """End the process where a test takes much more processor time than it took once."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + 2 + 4 * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))


class Changed(MetaPathFinder, Loader):
    """Finds one module, with the source of a mutant, and chooses tests: a plugin of pytest."""

    def __init__(self, mutant: Mutant, source: str, tests: list[Test]) -> None:
        self.mutant, self.source = mutant, source
        self.places = {test.name: place for place, test in enumerate(tests)}
        self.seconds = {test.name: test.seconds for test in tests}

    def pytest_configure(self) -> None:
        """Come before pytest's own hook, which finds modules whose examples are tests."""
        sys.meta_path.insert(0, self)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests that may fail."""
        kept = [item for item in items if item.nodeid in self.places]
        items[:] = sorted(kept, key=lambda item: self.places[item.nodeid])

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Let no test run for ever."""
        limit_work(self.seconds[item.nodeid])

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.mutant.module:
            return None
        return spec_from_file_location(fullname, self.mutant.path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, self.mutant.path, "exec"), module.__dict__)


def start(run: Callable[[], int], *, quiet: bool = True) -> int:
    """Return the process that runs something, and that ends with the status that it returns."""
    child = os.fork()
    if child:
        return child
    status = 70
    try:
        if quiet:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
        status = run()
    finally:
        sys.stdout.flush()
        os._exit(status)


OPTIONS = ["-x", "-q", "-s", "--no-header", "--tb=no", "--assert=plain", "-p", "no:cacheprovider"]
OPTIONS += ["-m", "not slow and not browser"]
OPTIONS += ["-k", "not megabytes and not a_little_at_a_time"]  # they take long
OPTIONS += ["--hypothesis-profile=mutants", "-W", "ignore::pytest.PytestAssertRewriteWarning"]


def killed(
    mutants: list[Mutant],
    seen: list[Test],
    jobs: int,
    begin: Callable[[Mutant, str, list[Test]], int],
) -> dict[Mutant, str]:
    """Return for each mutant how it ended: killed, survived, out of time or not tried.

    Args:
        mutants: the changes.
        seen: the tests and how they ran on the unchanged code.
        jobs: how many processes at once.
        begin: starts the process that runs tests on the changed source.
    """
    running: dict[int, tuple[Mutant, float]] = {}
    ended: dict[Mutant, str] = {}
    waiting = mutants[::-1]
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            source = mutant.source()
            if source is not None and source != mutant.path.read_text():
                tests = tests_for(mutant, seen)
                child = begin(mutant, source, tests)
                seconds = 10 + 3 * sum(test.seconds for test in tests)
                running[child] = mutant, time.monotonic() + seconds
        time.sleep(0.01)
        for child, (mutant, until) in list(running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                code = os.waitstatus_to_exitcode(status)
                ended[mutant] = ENDS.get(code, "killed")
            elif time.monotonic() > until:
                ended[mutant] = "out of time"
            else:
                continue
            with contextlib.suppress(ProcessLookupError):  # also what a test has left
                os.killpg(child, signal.SIGKILL)
            if not done:
                os.waitpid(child, 0)
            del running[child]
            if ended[mutant] in {"survived", "out of time"}:
                print(f"{ended[mutant]}: {mutant}", flush=True)
    return ended


def main() -> None:
    """Run it."""
    shape = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=shape)
    parser.add_argument("where", help="module or room, such as cpsudoku/verify.py")
    parser.add_argument("--sample", type=int, help="this many mutants, chosen by the seed")
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
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder
        # What does not change is compiled once for all mutants.
        sys.pycache_prefix, sys.dont_write_bytecode = folder, False
        prepare()
        ends = list(tried(chosen, paths, options.jobs, Path(folder)).values())
    print(f"{len(ends)} tried:", *(f"{ends.count(end)} {end}," for end in dict.fromkeys(ends)))


def tried(chosen: list[Mutant], paths: list[Path], jobs: int, folder: Path) -> dict[Mutant, str]:
    """Return how the mutants of some files ended.

    Args:
        chosen: the mutants.
        paths: the files.
        jobs: how many processes at once.
        folder: for what a process reports.
    """
    result = folder / "result"
    files = list(dict.fromkeys(test for path in paths for test in tests_of(path)))

    def reported(plugin: Watch | Swapping) -> Any:
        child = start(lambda: pytest.main([*OPTIONS, *files], [plugin]), quiet=False)
        if os.waitpid(child, 0)[1]:
            raise SystemExit("the tests fail on the unchanged code")
        return pickle.loads(result.read_bytes())

    def begin(mutant: Mutant, source: str, tests: list[Test]) -> int:
        changed = Changed(mutant, source, tests)
        files = list(dict.fromkeys(test.file for test in tests))
        return start(lambda: pytest.main([*OPTIONS, *files], [changed]))

    seen = reported(Watch(paths, result))
    imports = next(test for test in seen if not test.name)
    swappable = [
        mutant
        for mutant in chosen
        if mutant.swappable is not None and not imports.calls_into(mutant.path, mutant.swappable)
    ]
    ended: dict[Mutant, str] = (
        reported(Swapping(swappable, seen, jobs, result)) if swappable else {}
    )
    others = [one for one in chosen if ended.get(one, "not tried") == "not tried"]
    return ended | killed(others, seen, jobs, begin)


def prepare() -> None:
    """Import what takes long, and let no property test shrink what it found."""
    import click.testing  # noqa: F401
    import numpy  # noqa: F401
    import ortools.sat.python.cp_model  # noqa: F401
    import pysat.solvers  # noqa: F401

    for plugin in entry_points(group="pytest11"):
        plugin.load()
    gc.collect()
    gc.freeze()
    generating = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    checks = [hypothesis.HealthCheck.too_slow]
    hypothesis.settings.register_profile(
        "mutants",
        deadline=None,
        max_examples=15,
        suppress_health_check=checks,
        phases=generating,
        derandomize=True,
        database=None,
    )


if __name__ == "__main__":
    main()
