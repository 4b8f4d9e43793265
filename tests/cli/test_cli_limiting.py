"""Commands that work through many things end at their limit, with what is finished by then."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import run
from well_known import EASY

from cpsudoku.asking.outcomes import Status
from cpsudoku.cli.answering import Limit
from cpsudoku.ground.deadline import Deadline

TWO = f"{EASY}\n{EASY}\n"


class Ticking(Deadline):
    """Has passed once it was asked often enough; no clock is read."""

    __slots__ = ("_looks",)

    def __init__(self, looks: int) -> None:
        super().__init__(1000)
        self._looks = looks

    @property
    def has_passed(self) -> bool:
        self._looks -= 1
        return self._looks < 0


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time run out after the first thing that is made."""
    monkeypatch.setattr("cpsudoku.cli.answering.Deadline", lambda _: Ticking(1))


COMMANDS = [
    ("convert", "-"),
    ("shuffle", "-"),
    pytest.param(("canon", "-"), marks=pytest.mark.compiled),
    pytest.param(("dedupe", "-"), marks=pytest.mark.compiled),
    pytest.param(("grids",), marks=pytest.mark.compiled),
    pytest.param(("grids", "--method", "pattern"), marks=pytest.mark.compiled),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_limit_that_has_passed_leaves_nothing_and_says_how_far_it_came(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "written.txt"
    ran = run(*command, "--timeout", "0", "-o", path, text=TWO)
    assert (ran.status, path.read_text()) == (Status.UNKNOWN, "")
    assert "the timeout of 0 s was reached after 0 " in ran.err


@pytest.mark.usefixtures("soon")
def test_what_is_finished_by_then_is_written(tmp_path: Path) -> None:
    written = tmp_path / "written.txt"
    ran = run("convert", "--timeout", "9", "-o", written, EASY, EASY)  # a block each
    assert ran.status == Status.UNKNOWN
    assert written.read_text() == f"{EASY}\n"
    assert "the timeout of 9 s was reached after 1 puzzle" in ran.err


@pytest.mark.usefixtures("soon")
@pytest.mark.compiled
def test_dedupe_counts_only_what_it_has_looked_at() -> None:
    ran = run("dedupe", "--timeout", "9", EASY, "1.............4.")  # a block each
    assert (ran.status, ran.out) == (Status.UNKNOWN, f"{EASY}\n")
    assert "reached after 1 puzzle" in ran.err


@pytest.mark.usefixtures("soon")
def test_half_an_exported_puzzle_does_not_appear(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.cnf"
    ran = run("export", "--to", "dimacs", "--timeout", "9", "-o", path, EASY)
    assert ran.status == Status.UNKNOWN
    assert "timeout was reached" in ran.err
    assert not path.exists()


def endless(made: int) -> Iterator[int]:
    yield from range(made)
    while True:
        pass


def test_a_thing_that_never_ends_is_left_in_the_middle() -> None:
    limit = Limit(0.01)
    assert list(limit.until(endless(0))) == []
    assert limit.reached


def test_writing_is_never_interrupted() -> None:
    limit = Limit(0.01)
    for item in limit.until(range(3)):
        while not limit.deadline.has_passed:
            time.sleep(0.001)
        written = item
    assert written == 0


def test_without_a_limit_all_is_done() -> None:
    limit = Limit(None)
    assert list(limit.until(range(3))) == [0, 1, 2]
    assert limit.status(3) is Status.DONE
