"""What lies beside the puzzles is not imported, whatever is started there."""

import ast
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.ground.deadline import OutOfTimeError
from cpsudoku.ground.processes.starting import run_module, run_program, safe_path, without_ctrl_c

PACKAGE = Path(cpsudoku.__file__).parent

LOADED_BEFORE = {
    "collections", "contextlib", "functools", "importlib", "keyword", "operator", "reprlib",
    "runpy", "types", "warnings",
}  # fmt: skip
"""What Python itself may load from the current folder, to find a module for ``-m``."""

TRAP = """\
import os
with open({found!r}, "a") as out:
    print({name!r}, file=out)
os._exit(77)
"""


class Beside:
    """A folder in which all modules of the standard library are shadowed by traps."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "here"
        self._found = folder / "executed"
        self.folder.mkdir()
        self.script = folder / "start.py"
        self.write("from cpsudoku.__main__ import main", "main()")
        self.command = [sys.executable, str(self.script)]
        for name in sys.stdlib_module_names - {"os"} | {"cpsudoku", "numpy", "typer"}:
            text = TRAP.format(found=str(self._found), name=name)
            (self.folder / f"{name}.py").write_text(text)
        (self.folder / "p.txt").write_text("12...4..34......\n....4..3.....2.1\n..3.4..2........\n")

    def write(self, before: str, *program: str) -> None:
        """Make a script, whose processes may import it as pools of Python's do."""
        body = "".join(f"    {line}\n" for line in program)
        self.script.write_text(f"{before}\nif __name__ == '__main__':\n{body}")

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*self.command, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def executed(self) -> list[str]:
        return self._found.read_text().split() if self._found.exists() else []


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[Beside]:
    place = Beside(tmp_path)
    yield place
    assert place.executed() == []


def test_a_trap_is_noticed(tmp_path: Path) -> None:
    place = Beside(tmp_path)
    subprocess.run([sys.executable, "-c", "import random"], cwd=place.folder, check=False)
    assert place.executed() in (["random"], ["linecache"])  # by Python 3.13, before it runs a text


JOB = ("check", "p.txt", "--job", "job", "--shard-size", "1")


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("check", "p.txt", "-j", "2"), id="pool"),
        pytest.param((*JOB, "-j", "2"), id="job"),
        pytest.param((*JOB, "--scheduler", "local:1"), id="dask"),
        pytest.param(
            ("count", "1.............4.", "--cubes", "4", "--job", "job", "-j", "2"), id="cubes"
        ),
        pytest.param(("count", "p.txt", "-b", "sat", "--timeout", "9"), id="solver"),
    ],
)
@pytest.mark.posix
def test_children_do_not_import_from_the_current_folder(
    beside: Beside, arguments: tuple[str, ...]
) -> None:
    if "--scheduler" in arguments:
        pytest.importorskip("distributed")
    ran = beside.run(*arguments)
    assert ran.returncode in (0, 1), ran.stderr


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("play", "--no-browser")])
@pytest.mark.posix
def test_the_servers_processes_do_not(beside: Beside, command: tuple[str, ...]) -> None:
    for name in ("fastapi", "uvicorn", "segno", "websockets"):
        pytest.importorskip(name)
    process = subprocess.Popen(
        [*beside.command, *command, *(() if "serve" in command else ("--port", "0"))],
        cwd=beside.folder,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        address = re.match(r"http://[^/\s]+", process.stderr.readline())
        assert address is not None
        request = urllib.request.Request(
            f"{address[0]}/api/read",
            b'{"text": "1.............4."}',
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert answer.status == 200
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


@pytest.mark.posix
def test_the_program_started_as_a_module_does_not_after_its_start(beside: Beside) -> None:
    for name in LOADED_BEFORE | {"cpsudoku"}:
        (beside.folder / f"{name}.py").unlink()
    beside.command = [sys.executable, "-m", "cpsudoku"]
    ran = beside.run(*JOB, "-j", "2")
    assert ran.returncode in (0, 1), ran.stderr


PROVED = "cadical195\n1 2\n-1 2\n-2 3\n-2 -3\n"


def test_a_module_that_runs_apart_does_not(beside: Beside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(beside.folder)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    status, out, err = run_module("cpsudoku.certificates.proving", PROVED, None)
    assert (status, err) == (0, "")
    assert out.split()[-1] == "0"


def test_a_module_that_runs_apart_is_found_where_its_parent_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere.py").write_text(
        "import sys\ndef main(): print(sys.flags.safe_path, input())"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert run_module("elsewhere", "text", None) == (0, "True text\n", "")


@pytest.mark.posix
def test_ctrl_c_does_not_reach_a_child_that_is_still_loading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = "import signal\ndef main(): print(signal.SIGINT in signal.pthread_sigmask(0, []))"
    (tmp_path / "masked.py").write_text(program)
    monkeypatch.syspath_prepend(tmp_path)
    assert run_module("masked", "", None) == (0, "True\n", "")
    with pytest.raises(KeyboardInterrupt), without_ctrl_c():
        signal.raise_signal(signal.SIGINT)  # to this thread: another one may let it through
        assert signal.SIGINT in signal.sigpending()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_a_module_that_runs_apart_is_killed_when_time_is_up() -> None:
    with pytest.raises(OutOfTimeError):
        run_module("cpsudoku.jobs.local", "", 0)


@pytest.mark.parametrize("method", ["forkserver", "spawn"])
@pytest.mark.posix
def test_fresh_processes_do_not(beside: Beside, method: str) -> None:
    beside.write(
        "import sys, multiprocessing; from cpsudoku.ground.processes.starting import Fresh",
        f"multiprocessing.get_all_start_methods = lambda: [{method!r}]",
        "process, pipe = Fresh(['random']).start(print)",
        "process.join()",
        "sys.exit(process.exitcode)",
    )
    ran = beside.run()
    assert ran.returncode == 0, ran.stderr


@pytest.mark.posix
def test_workers_that_cannot_be_forked_do_not(beside: Beside) -> None:
    beside.write(
        "import math\nfrom functools import partial\nfrom cpsudoku.ground.processes import workers",
        "workers.CAN_FORK = False",
        "workers.bound_to_parent = lambda: partial(bool, 1)  # what Linux does cannot be pickled",
        "prepare = partial(partial, math.gcd, 6)",
        "print(*workers.answered_in_order([4, 9], prepare, jobs=1))",
    )
    ran = beside.run()
    assert ran.stdout == "2 3\n", ran.stderr


def test_the_environment_is_as_before_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    with safe_path(), safe_path():
        assert os.environ["PYTHONSAFEPATH"]
    assert "PYTHONSAFEPATH" not in os.environ
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    with safe_path():
        pass
    assert os.environ["PYTHONSAFEPATH"] == "1"


@pytest.mark.posix
def test_programs_of_others_import_as_their_users_want(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = [sys.executable, "-c", "import sys; print(sys.flags.safe_path)"]
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    with safe_path():
        assert run_program(program, tmp_path, None) == (0, "False\n", "")
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    with safe_path():
        assert run_program(program, tmp_path, None) == (0, "True\n", "")


STARTS = re.compile(r"^os\.(system|popen|fork|forkpty|startfile|posix_spawn|exec[lv]|spawn[lv])")
ALLOWED = {f"ground/processes/{name}.py" for name in ("starting", "child", "workers")}


def starts(path: Path) -> Iterator[str]:
    """What a module names that starts processes."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing = {
        id(inner)
        for node in tree.body
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in typing:
            continue
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.split(".")[0] in STARTERS)
        elif isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names}
            if str(node.module).split(".")[0] in STARTERS or "ProcessPoolExecutor" in names:
                yield str(node.module)
        elif isinstance(node, ast.Attribute) and STARTS.match(ast.unparse(node)):
            yield node.attr


STARTERS = {"subprocess", "multiprocessing", "pty", "runpy", "_posixsubprocess"}


def test_processes_are_started_in_one_place() -> None:
    found = {
        str(path.relative_to(PACKAGE).as_posix()): [*starts(path)] for path in PACKAGE.rglob("*.py")
    }
    assert {name for name, names in found.items() if names} == ALLOWED


def test_dasks_processes_are_started_with_a_safe_path() -> None:
    users = [p for p in PACKAGE.rglob("*.py") if "LocalCluster(" in p.read_text(encoding="utf-8")]
    assert [path.name for path in users] == ["cluster.py"]
