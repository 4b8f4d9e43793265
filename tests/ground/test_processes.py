"""Children send what they find, and end with the process that waits for them."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from patience import BUSY

from cpsudoku.ground.processes.child import (
    CAN_FORK,
    Child,
    Send,
    TimeIsUp,
    bound_to_parent,
    forking,
    wait_for,
)

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="this system cannot fork safely")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # Where nobody waits for orphans they stay in the table as zombies (Z), which run no more.
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")


def sleeping(send: Send) -> None:
    send(os.getpid())
    time.sleep(60)


def test_messages_arrive_in_order_whatever_their_size() -> None:
    def work(send: Send) -> None:
        for size in (0, 1, 1 << 20):
            send("x" * size)

    with Child(work) as child:
        assert [len(child.receive(60)) for _ in range(3)] == [0, 1, 1 << 20]
        with pytest.raises(EOFError):
            child.receive(60)


def test_waiting_ends_in_time() -> None:
    with Child(sleeping) as child:
        child.receive()
        start = time.monotonic()
        with pytest.raises(TimeIsUp):
            child.receive(0.05)
        assert time.monotonic() - start < 0.5 + BUSY


def test_leaving_the_block_kills_the_child() -> None:
    with Child(sleeping) as child:
        pid = child.receive()
        assert is_running(pid)
    assert not is_running(pid)


def test_an_error_in_the_child_is_an_end_and_runs_nothing_of_the_parent(tmp_path: Path) -> None:
    mark = tmp_path / "mark"

    def work(send: Send) -> None:
        raise SystemExit(3)

    try:
        with Child(work) as child, pytest.raises(EOFError):
            child.receive(60)
    finally:
        assert not mark.exists()
        mark.touch(exist_ok=False)


def test_ctrl_c_does_not_reach_the_child() -> None:
    def work(send: Send) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        send("still here")

    with Child(work) as child:
        assert child.receive(60) == "still here"


def test_the_child_that_has_something_to_say_is_found() -> None:
    with Child(sleeping) as quiet, Child(lambda send: send(1)) as talking:
        quiet.receive()
        assert wait_for([quiet, talking], 60) == [talking]
        assert wait_for([quiet], 0.01) == []


def test_a_child_dies_with_its_parent() -> None:
    def parent(send: Send) -> None:
        with Child(sleeping) as grandchild:
            send(grandchild.receive())
            os.kill(os.getpid(), signal.SIGKILL)

    with Child(parent) as child:
        pid = child.receive(60)
        with pytest.raises(EOFError):
            child.receive(60)
    deadline = time.monotonic() + 60
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(pid)


def test_ctrl_c_in_the_middle_of_a_fork_is_not_lost() -> None:
    forked, done = False, threading.Event()
    other = threading.Thread(target=done.wait)  # which hears signals, too
    other.start()

    def press() -> None:
        nonlocal forked
        if not forked:
            forked = True
            os.kill(os.getpid(), signal.SIGINT)

    os.register_at_fork(after_in_parent=press)
    with pytest.raises(KeyboardInterrupt), Child(sleeping):
        pass
    done.set()
    other.join()
    assert forked
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with Child(sleeping) as child:
        assert is_running(child.receive(60))


EARLY = """
import os, signal
from cpsudoku.ground.processes import child

def leave(*_):
    raise SystemExit

def begin(*how):
    os.kill(os.getpid(), signal.SIGTERM)
    run(*how)

run, child._run_child = child._run_child, begin
signal.signal(signal.SIGTERM, leave)
parent = os.getpid()
try:
    with child.Child(lambda send: send("well")) as one:
        print(one.receive(60), flush=True)
finally:
    print("parent" if os.getpid() == parent else "child", flush=True)
"""


def test_a_signal_to_a_child_that_has_just_begun_unwinds_nothing_of_its_parent() -> None:
    done = subprocess.run([sys.executable, "-c", EARLY], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["well", "parent"]


def test_a_child_does_not_destroy_what_only_its_parent_can_end() -> None:
    """A pool's threads are in the parent; a child that waited for their end would wait for ever."""
    parent = os.getpid()

    class Cycle:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            if os.getpid() != parent:
                os._exit(1)

    def work(send: Send) -> None:
        gc.collect()
        send("alive")

    gc.disable()
    try:
        Cycle()
        with Child(work) as child:
            assert child.receive(10 + BUSY) == "alive"
    finally:
        gc.enable()


def test_a_child_whose_parent_has_ended_before_knows_it() -> None:
    answers, out = os.pipe()
    with forking():
        pid = os.fork()
    if not pid:
        parent, bound = os.getpid(), bound_to_parent()
        if not os.fork():
            while os.getppid() == parent:
                time.sleep(0.001)
            os.write(out, b"%d" % bound())
        os._exit(0)
    os.waitpid(pid, 0)
    assert os.read(answers, 1) == b"0"
    os.close(answers)
    os.close(out)
