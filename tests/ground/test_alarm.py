"""Solvers outside of Python are interrupted at a deadline and at Ctrl-C."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator

import pytest
from interrupting import ctrl_c_after
from patience import BUSY

from cpsudoku.diagnosis.hitting import HittingSets, smallest_correction
from cpsudoku.diagnosis.oracle import Oracle, alarm
from cpsudoku.ground.deadline import Deadline, OutOfTimeError

CHANCE = random.Random(1)
SETS = [CHANCE.sample(range(1, 151), 4) for _ in range(900)]
"""Far too many for a smallest set that hits them all."""


def endless(deadline: Deadline) -> HittingSets:
    sets = HittingSets(deadline)
    for numbers in SETS:
        sets.add(numbers)
    return sets


def test_it_rings_when_time_is_up_and_not_before() -> None:
    rung: list[float] = []
    heard = threading.Event()

    def ring() -> None:
        rung.append(time.monotonic())
        heard.set()

    start = time.monotonic()
    with alarm(ring, 0.2):
        assert heard.wait(60)
    assert len(rung) == 1
    assert rung[0] - start >= 0.2
    with alarm(lambda: rung.append(0.0), 60):
        pass
    with alarm(lambda: rung.append(0.0), None):
        pass
    assert len(rung) == 1


@pytest.mark.posix
def test_it_rings_at_ctrl_c_while_python_does_not_answer() -> None:
    rung = threading.Event()
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.3), alarm(rung.set, 60):
        rung.wait(60)
        time.sleep(60)
    assert rung.is_set()


@pytest.mark.posix
def test_another_listener_to_signals_gets_them_too() -> None:
    ear, mouth = os.pipe()
    os.set_blocking(mouth, False)
    before = signal.set_wakeup_fd(mouth, warn_on_full_buffer=False)
    try:
        with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.3), alarm(lambda: None, 60):
            time.sleep(60)
        assert os.read(ear, 10) == bytes([signal.SIGINT])
        assert signal.set_wakeup_fd(before) == mouth
    finally:
        signal.set_wakeup_fd(before)
        os.close(ear)
        os.close(mouth)


def test_it_does_its_part_in_other_threads() -> None:
    rung = threading.Event()

    def wait() -> None:
        with alarm(rung.set, 0.05):
            rung.wait(60)

    thread = threading.Thread(target=wait)
    thread.start()
    thread.join()
    assert rung.is_set()


@pytest.mark.posix
@pytest.mark.parametrize("seconds", [None, 60.0])
def test_ctrl_c_ends_the_search_for_smallest_hitting_sets(seconds: float | None) -> None:
    with endless(Deadline(seconds)) as sets:
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.3):
            sets.smallest()
        assert time.monotonic() - start < 0.5 + BUSY


def test_a_deadline_ends_the_search_for_smallest_hitting_sets() -> None:
    with endless(Deadline(0.3)) as sets:
        start = time.monotonic()
        with pytest.raises(OutOfTimeError):
            sets.smallest()
        assert time.monotonic() - start < 0.5 + BUSY


@pytest.mark.posix
def test_ctrl_c_and_a_deadline_end_the_search_for_smallest_corrections() -> None:
    clauses = [tuple(numbers) for numbers in SETS]
    elements = [-number for number in range(1, 151)]
    start = time.monotonic()
    oracle = Oracle(clauses, Deadline(60))
    with oracle, pytest.raises(KeyboardInterrupt), ctrl_c_after(0.3):
        smallest_correction(clauses, oracle, elements, Deadline(60))
    assert time.monotonic() - start < 1 + BUSY
    with Oracle(clauses, deadline := Deadline(1)) as oracle:
        found = smallest_correction(clauses, oracle, elements, deadline)
    assert time.monotonic() - start < 3 + 2 * BUSY
    assert found is not None
    assert not found.smallest
    assert 0 < found.at_least < len(found.elements)
    kept = set(elements) - set(found.elements)
    assert all(any(-number not in kept for number in numbers) for numbers in SETS)


@pytest.mark.posix
def test_a_deadline_ends_clauses_of_which_one_takes_for_ever() -> None:
    def clauses() -> Iterator[tuple[int, ...]]:
        yield (1,)
        while True:
            time.sleep(0.01)

    with pytest.raises(OutOfTimeError):
        Oracle(clauses(), Deadline(0.2))
