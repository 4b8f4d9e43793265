"""Work in a process of its own ends at its deadline; so do workers."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from cpsudoku.errors import BackendError, OptionError
from cpsudoku.ground.deadline import ENDLESS, NEVER, Deadline, OutOfTimeError
from cpsudoku.ground.processes.child import CAN_FORK, interrupting, within
from cpsudoku.ground.processes.workers import answered_in_order


def endless() -> int:
    while True:
        pass


def test_it_returns_and_raises_what_the_work_does() -> None:
    assert within(NEVER, lambda: "done") == "done"
    assert within(Deadline(60), lambda: "done") == "done"
    with pytest.raises(ZeroDivisionError):
        within(Deadline(60), lambda: 1 // 0)


@pytest.mark.skipif(not CAN_FORK, reason="needs processes that are forked")
def test_work_that_looks_at_no_clock_ends_at_the_deadline() -> None:
    with pytest.raises(OutOfTimeError):
        within(Deadline(0.2), endless)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs an alarm")
def test_work_is_interrupted_at_the_deadline_even_where_it_catches_that_once() -> None:
    def stubborn() -> None:
        with suppress(OutOfTimeError):
            endless()
        endless()

    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(OutOfTimeError), interrupting(Deadline(0.01)):
        stubborn()
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.posix
def test_a_block_within_another_leaves_the_alarm_of_that_one() -> None:
    with pytest.raises(OutOfTimeError), interrupting(Deadline(0.3)):
        with interrupting(Deadline(60)):
            pass
        with suppress(OutOfTimeError), interrupting(Deadline(0.05)):
            time.sleep(60)
        time.sleep(60)
    with pytest.raises(OutOfTimeError), interrupting(Deadline(0.1)), interrupting(Deadline(60)):
        time.sleep(60)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


@pytest.mark.posix
def test_an_alarm_that_a_library_has_left_does_not_end_the_process_afterwards() -> None:
    assert not callable(signal.getsignal(signal.SIGALRM))
    signal.setitimer(signal.ITIMER_REAL, 2500)
    with interrupting(Deadline(60)):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.skipif(not CAN_FORK, reason="needs processes that are forked")
def test_a_process_that_is_killed_is_an_error() -> None:
    with pytest.raises(BackendError, match="without an answer"):
        within(Deadline(60), lambda: os.kill(os.getpid(), 9))


def hanging_at_three() -> Callable[[int], int]:
    def answer(number: int) -> int:
        return endless() if number == 3 else number

    return answer


@pytest.mark.skipif(not CAN_FORK, reason="needs processes that are forked")
def test_workers_end_at_the_deadline_whatever_they_are_at() -> None:
    answers = answered_in_order(range(10), hanging_at_three, jobs=1, deadline=Deadline(1))
    given: list[int] = []
    with pytest.raises(OutOfTimeError):
        given.extend(answers)
    assert given == [0, 1, 2][: len(given)]  # a busy machine may come to none of them


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf")])
def test_a_limit_that_makes_no_sense_is_refused(seconds: float) -> None:
    with pytest.raises(OptionError):
        Deadline(seconds)


def test_a_limit_of_years_is_none() -> None:
    assert Deadline(ENDLESS).left is None
    left = Deadline(ENDLESS / 2).left
    assert left is not None
    assert left + time.monotonic() > 0
