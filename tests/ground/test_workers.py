"""Worker processes: answers in the order of the tasks, and an end in every case."""

import gc
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from patience import BUSY

from cpsudoku.errors import BackendError, PuzzleError
from cpsudoku.ground.processes.child import CAN_FORK, Child
from cpsudoku.ground.processes.workers import answered_in_order

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="this system cannot fork safely")


COLLECTING: list[Callable[[], None]] = []
"""What a fork's callbacks do in the parent before it, while a test is at it: leave garbage."""


def _leave_garbage() -> None:
    for leave in COLLECTING:
        leave()


def _allocate() -> None:
    """Make Python collect garbage, if it does so by itself."""
    if COLLECTING:
        _ = [[] for _ in range(10 * gc.get_threshold()[0])]


if CAN_FORK:
    os.register_at_fork(before=_leave_garbage, after_in_child=_allocate)


def slower_first() -> Callable[[int], int]:
    def answer(number: int) -> int:
        time.sleep(0.05 if number == 0 else 0)
        return number * number

    return answer


def process_numbers() -> Callable[[int], int]:
    return lambda number: os.getpid()


def children() -> set[int]:
    """The processes that this one has started and that have not ended."""
    found = set()
    for name in (path.name for path in Path("/proc").iterdir()):
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid() and fields[0] != "Z":
                found.add(int(name))
    return found


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_answers_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(answered_in_order(range(40), slower_first, jobs=jobs)) == [
        number * number for number in range(40)
    ]


@pytest.mark.parametrize("make", ["workers", "child"])
def test_garbage_of_the_parent_is_not_destroyed_while_a_fork_is_made(
    make: str, tmp_path: Path
) -> None:
    """To destroy a pool of threads that the child has not would wait for them for ever."""

    class Garbage:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            (tmp_path / str(os.getpid())).touch()

    COLLECTING.append(lambda: (Garbage(), None)[1])
    try:
        if make == "workers":
            list(answered_in_order(range(3), process_numbers, jobs=1))
        else:
            with Child(lambda send: send(0)) as child:
                child.receive()
    finally:
        COLLECTING.clear()
    gc.collect()
    assert [path.name for path in tmp_path.iterdir()] == [str(os.getpid())]


def test_there_are_no_more_workers_than_tasks() -> None:
    assert len(set(answered_in_order(range(2), process_numbers, jobs=1000))) <= 2
    assert list(answered_in_order([], process_numbers, jobs=1000)) == []


def test_tasks_are_taken_only_a_little_ahead() -> None:
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    answers = answered_in_order(endless(), slower_first, jobs=2)
    for number in range(1, 50):
        next(answers)
        assert taken <= number + 8
    answers.close()


def test_whoever_stops_asking_leaves_no_process_behind() -> None:
    before = children()
    answers = answered_in_order(iter(range(10**9)), slower_first, jobs=3)
    next(answers)
    assert children() > before
    answers.close()
    assert children() == before


def test_large_tasks_and_answers_go_through() -> None:
    tasks = [bytes([i]) * 3_000_000 for i in range(6)]
    assert list(answered_in_order(tasks, lambda: lambda data: data + data, jobs=2)) == [
        data + data for data in tasks
    ]


def test_what_a_task_raises_is_raised_and_nobody_goes_on() -> None:
    def failing() -> Callable[[int], int]:
        def answer(number: int) -> int:
            if number == 3:
                raise PuzzleError("no puzzle")
            return number

        return answer

    before = children()
    answers = answered_in_order(range(10), failing, jobs=2)
    with pytest.raises(PuzzleError, match="no puzzle"):
        list(answers)
    assert children() == before


def test_answers_to_earlier_tasks_come_before_an_error() -> None:
    def failing_soon() -> Callable[[int], int]:
        def answer(number: int) -> int:
            if number == 1:
                raise PuzzleError("no puzzle")
            time.sleep(0.3)
            return number

        return answer

    answers = answered_in_order(range(2), failing_soon, jobs=2)
    assert next(answers) == 0
    with pytest.raises(PuzzleError, match="no puzzle"):
        next(answers)


def test_an_error_that_cannot_be_pickled_is_reported_in_words() -> None:
    def failing() -> Callable[[int], int]:
        class OddError(Exception):
            pass

        def answer(number: int) -> int:
            raise OddError(f"number {number}")

        return answer

    with pytest.raises(BackendError, match="OddError: number 0"):
        list(answered_in_order([0], failing, jobs=2))


def test_a_worker_that_is_killed_is_an_error_and_no_hang() -> None:
    def dying() -> Callable[[int], int]:
        def answer(number: int) -> int:
            if number == 5:
                os.kill(os.getpid(), signal.SIGKILL)
            return number

        return answer

    start = time.monotonic()
    with pytest.raises(BackendError, match="killed by SIGKILL"):
        list(answered_in_order(range(20), dying, jobs=2))
    assert time.monotonic() - start < 10 + BUSY
