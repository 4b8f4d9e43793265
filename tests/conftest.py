"""What holds for all tests."""

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings

collect_ignore = ["mutants.py", "mutating.py"]  # no tests, and they need Cosmic Ray

# No test may fail because the machine is busy.
settings.register_profile(
    "quick", deadline=None, max_examples=10, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=300)
settings.load_profile("quick")

# Else each process that a test starts compiles every module anew, which takes longer than its work.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A shell starts its background jobs with Ctrl-C ignored, and a process hands that on to its
# children; the tests of Ctrl-C mean programs that somebody watches.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# What the examples of these modules show is found by compiled code.
COMPILED_EXAMPLES = {
    "cpsudoku.asking.many",
    "cpsudoku.atlas",
    "cpsudoku.atlas.classes",
    "cpsudoku.backends.fd",
    "cpsudoku.logic.explaining.explanations",
    "cpsudoku.logic.explaining.hinting",
    "cpsudoku.logic.explaining.hinting.exercise",
    "cpsudoku.logic.explaining.rating",
    "cpsudoku.generation",
    "cpsudoku.generation.searching.Judge",
    "cpsudoku.generation.setting",
    "cpsudoku.learn.classes",
    "cpsudoku.learn.labels",
    "cpsudoku.learn.paths",
    "cpsudoku.learn.puzzles",
    "cpsudoku.logic.paths",
    "cpsudoku.reasons.clues",
    "cpsudoku.reasons.paths",
    "cpsudoku.reasons.steps",
    "cpsudoku.logic.ratings",
}


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spare the garbage collector what lives until the end: modules and tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(5_000)  # with Python's 700 tests take a twentieth longer
        gc.enable()


def spare_cases(items: list[pytest.Item]) -> None:
    """Let `thorough(but=3)` mark all cases of a test but three, spread over them."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if any(mark.kwargs for mark in item.iter_markers("thorough")):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for group in cases.values():
        spared = next(group[0].iter_markers("thorough")).kwargs["but"]
        for number in range(spared):
            item = group[number * len(group) // spared]
            item.own_markers = [mark for mark in item.own_markers if mark.name != "thorough"]


@pytest.hookimpl(tryfirst=True)  # before anything deselects or shuffles
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spare cases that are not thorough; skip examples that need a core that was not built."""
    spare_cases(items)
    if find_spec("cpsudoku._native") is None:
        for item in items:
            if item.name in COMPILED_EXAMPLES:
                item.add_marker(pytest.mark.skip(reason="needs the compiled core"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs the compiled core where it was not built, or what this system has not."""
    if sys.platform == "win32" and item.get_closest_marker("posix") is not None:
        pytest.skip("needs signals, shells, terminals and links as POSIX has them")
    mark = item.get_closest_marker("compiled")
    if mark is not None and find_spec("cpsudoku._native") is None:
        pytest.skip(": ".join(("needs the compiled core", *mark.args)))


@pytest.fixture(scope="session")
def until_the_end() -> Iterator[ExitStack]:
    """What is entered here is left after the last test."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture(autouse=True)
def no_garbage_collection_while_ctrl_c_is_pressed(
    request: pytest.FixtureRequest,
) -> Iterator[None]:
    """Keep Ctrl-C out of hypothesis's callback of the garbage collector, where it would be lost."""
    if "ctrl_c" not in request.node.name:
        yield
        return
    gc.disable()
    yield
    gc.enable()
