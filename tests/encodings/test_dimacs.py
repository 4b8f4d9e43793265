"""The backend dimacs: programs of the machine, and programs that misbehave."""

import shlex
import shutil
import sys
import time
from pathlib import Path

import pytest
from brute_force import grids
from interrupting import ctrl_c_after
from patience import BUSY
from well_known import INKALA_2012

from cpsudoku.backends import engine, get
from cpsudoku.backends.base import Engine
from cpsudoku.backends.dimacs import Dimacs
from cpsudoku.errors import BackendError, BackendUnavailableError, OptionError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import boxes, latin

PROGRAMS = ("cadical", "minisat", "kissat")


def program(tmp_path: Path, body: str) -> Engine:
    """A solver written in Python for the occasion; `cnf` is the name of its input."""
    path = tmp_path / "solver.py"
    path.write_text(f"import os, subprocess, sys, time\ncnf = sys.argv[-1]\n{body}\n")
    return engine("dimacs:" + shlex.join([sys.executable, str(path)]), boxes(2, 2))


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_of_the_machine_find_all_solutions(name: str) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    rules = latin(3).with_groups([(0, 4)])
    solver = engine(f"dimacs:{name}", rules)
    outcome = solver.search((0b111,) * 9, Limits(solutions=None))
    assert outcome.exhausted
    assert sorted(outcome.solutions) == sorted(grids(rules, (0b111,) * 9))
    classic = engine(f"dimacs:{name}", boxes(3, 3), encoding="minimal", at_most_one="product")
    masks = Puzzle.from_digits(
        [int(c) if c != "." else 0 for c in INKALA_2012], boxes(3, 3)
    ).candidates
    unique = classic.search(masks, Limits(solutions=2))
    assert len(unique.solutions) == 1
    assert unique.exhausted
    assert classic.search((1, 1, *masks[2:]), Limits()).exhausted


def test_a_command_may_say_where_its_files_go(tmp_path: Path) -> None:
    path = tmp_path / "solver.py"
    path.write_text(
        "import os, sys\nassert os.stat(sys.argv[1]) and sys.argv[2] == '-x{}'\n"
        "open(sys.argv[3], 'w').write('UNSAT\\n')\n"
    )
    solver = engine(
        "dimacs:" + shlex.join([sys.executable, str(path), "{input}", "-x{{}}", "{output}"]),
        boxes(2, 2),
    )
    assert solver.search((15,) * 16, Limits()).exhausted


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("print('out of memory', file=sys.stderr); sys.exit(3)", "exit status 3.*out of memory"),
        ("print('s SATISFIABLE')", "did not print"),
        ("print('nonsense')", "gave no answer.*nonsense"),
        ("print('s UNKNOWN'); sys.exit(5)", "exit status 5"),
        ("os.kill(os.getpid(), 11)", "exit status -11"),
    ],
)
def test_programs_that_fail_are_named_with_what_they_said(
    tmp_path: Path, body: str, message: str
) -> None:
    with pytest.raises(BackendError, match=message):
        program(tmp_path, body).search((15,) * 16, Limits())


def test_a_program_that_gives_up_is_undecided(tmp_path: Path) -> None:
    outcome = program(tmp_path, "print('s UNKNOWN')").search((15,) * 16, Limits())
    assert (outcome.solutions, outcome.exhausted) == ((), False)


def has_ended(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.01)
    return False


SLEEPS = """
child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])
open({pids!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')
time.sleep(60)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc to look at")
def test_time_limits_hold_and_nothing_is_left_running(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    solver = program(tmp_path, SLEEPS.format(pids=str(pids)))
    start = time.monotonic()
    outcome = solver.search((15,) * 16, Limits(seconds=1.0))
    assert time.monotonic() - start < 1.5 + BUSY
    assert (outcome.solutions, outcome.exhausted) == ((), False)
    assert all(has_ended(int(pid)) for pid in pids.read_text().split())


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc to look at")
def test_ctrl_c_ends_the_program(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    solver = program(tmp_path, SLEEPS.format(pids=str(pids)))
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(1.0):
        solver.search((15,) * 16, Limits())
    assert time.monotonic() - start < 1.5 + BUSY
    assert all(has_ended(int(pid)) for pid in pids.read_text().split())


def test_missing_and_malformed_commands_are_refused() -> None:
    assert "no-such-solver" in get("dimacs:no-such-solver -q").supports(boxes(2, 2)).reason
    assert "dimacs:cadical" in Dimacs().supports(boxes(2, 2)).reason
    with pytest.raises(BackendUnavailableError):
        Dimacs("no-such-solver").compile(boxes(2, 2))
    with pytest.raises(OptionError, match="not a command"):
        Dimacs("cadical '")
    with pytest.raises(OptionError, match="extended"):
        Dimacs(sys.executable).compile(boxes(2, 2), encoding="huge")
