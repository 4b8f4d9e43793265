"""The program itself: help, version, what it loads, failures and exit statuses."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import PROGRAM, refusal, run, run_apart, start, wait_until_begun
from well_known import CLASH, EASY, EASY_SOLVED, EIGHTEEN, ENDLESS

import cpsudoku
from cpsudoku.cli import registry

HEAVY = (
    "ortools", "pysat", "numpy", "rich", "pandas", "pydantic", "importlib.metadata", "email",
    "cpsudoku.diagnosis", "cpsudoku.logic", "cpsudoku.reasons",
)  # fmt: skip

SIXTEEN_WITH_TEN_WRONG = (
    ".9B.CG..DE41.872D...3..B.9..CG....6578A.3.F.D..17....E..C.6G39.."
    ".3....5.4G.81A2.E4..F1B..A...C...C5D2.7.F3B.E4..12AG4D8E.C57.3B9"
    "9.3.G5......42184D.79..F2.86G5.....A14.87B...DE.2816E.D7G5.49..."
    "BF....GC.27.8.A4..DEBF93..1.26.C..2C5.64..9..7DE61.4A.ED...C.F93"
)
"""A 16×16 puzzle with ten wrong givens: its smallest conflict takes minutes."""


def loaded_by(*arguments: str) -> set[str]:
    """Return the modules that a command has loaded when it is done."""
    program = (
        "import atexit, json, sys\n"
        "atexit.register(lambda: print(json.dumps(list(sys.modules)), file=sys.stderr))\n"
        f"sys.argv = {['cpsudoku', *arguments]!r}\n"
        "from cpsudoku.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["solve", "--help"],
        ["solve", EASY],
        ["solve", EASY, "--json", "-n", "2", "--seed", "3", "--timeout", "9.5"],
        ["check", EASY],
        ["check", CLASH],
        ["count", EIGHTEEN],
        ["convert", EASY],
    ],
    ids=" ".join,
)
def test_short_commands_load_no_library_that_they_do_not_use(arguments: list[str]) -> None:
    assert loaded_by(*arguments).isdisjoint(HEAVY)


@pytest.mark.parametrize("said", [None, "3"])
def test_libraries_start_no_threads_that_wait_unless_the_user_asks_for_them(
    said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    if said is not None:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", said)
    program = (
        "import atexit, os, sys\n"
        "atexit.register(lambda: print(os.environ['OPENBLAS_NUM_THREADS']))\n"
        "sys.argv = ['cpsudoku', '--version']\n"
        "from cpsudoku.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[-1] == (said or "1")


@pytest.mark.parametrize("number", ["0", "-1", "x", "²", "6", "9" * 30])
def test_whole_numbers_beyond_their_range_are_refused(number: str) -> None:
    ran = run("hint", "--level", number, EASY)
    assert (ran.status, ran.out) == (2, "")
    assert "--level" in ran.err


def test_importing_the_package_loads_nothing_but_the_package() -> None:
    program = (
        "import sys; before = set(sys.modules); import cpsudoku; print({*sys.modules} - before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert "cpsudoku" in done.stdout
    assert not any(f"'cpsudoku.{name}" in done.stdout for name in ("solving", "rules", "formats"))


@pytest.mark.parametrize("name", registry.HELP)
def test_each_line_of_the_registry_is_a_command_with_help(name: str) -> None:
    assert callable(registry.command_of(name))
    shown = run(name, "--help")
    assert shown.status == 0
    assert f"cpsudoku {name}" in shown.out or f"{name} [OPTIONS]" in shown.out


def test_help_lists_every_command() -> None:
    shown = run("--help")
    assert shown.status == 0
    for name, line in registry.HELP.items():
        assert name in shown.out
        assert line.split()[0] in shown.out


def test_version_is_that_of_the_package() -> None:
    assert run("--version").out == f"cpsudoku {cpsudoku.__version__}\n"


def test_an_unknown_command_is_reported_with_a_near_one() -> None:
    said = refusal("sovle", EASY)
    assert "'sovle'" in said
    assert "'solve'" in said


def test_no_command_at_all_shows_the_help() -> None:
    assert "solve" in "".join(run().__dict__[part] for part in ("out", "err"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve"], "no puzzle found"),
        (["same", EASY], "'B'"),
        (["solve", EASY, "--bad"], "--bad"),
        (["solve", EASY, "--limit", "none"], "--limit none"),
        (["solve", EASY, "--limit", "0"], "--limit 0"),
        (["solve", EASY, "--jobs", "0"], "--jobs"),
        (["solve", EASY, "--timeout", "soon"], "--timeout"),
        (["solve", EASY, "--backend", "magic"], "'magic'"),
        (["solve", EASY, "--option", "nothing"], "key=value"),
        (["solve", EASY, "--option", "limit=2"], "--limit"),
        (["solve", EASY, "--option", "colour=red"], "'colour'"),
        (["solve", EASY, "--rules", "9+stripes"], "stripes"),
        (["solve", EASY, "--format", "morse"], "'morse'"),
        (["convert", EASY, "--from", "morse"], "'morse'"),
        (["check", EASY, "--backends", "dlx,dlx"], "twice"),
        (["compare", EASY, "--json", "--csv"], "--csv"),
    ],
    ids=" ".join,
)
def test_a_usage_error_is_reported_and_has_status_2(arguments: list[str], words: str) -> None:
    wrong = run(*arguments)
    assert wrong.status == 2
    assert words in wrong.err
    assert "Traceback" not in wrong.err
    assert wrong.out == ""


def test_bad_input_names_file_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f"{EASY}\n{EASY[:40]}!{EASY[41:]}\n", encoding="utf-8")
    wrong = run("solve", path)
    assert wrong.status == 2
    assert len(wrong.err.splitlines()) == 1
    assert f"{path}, line 2, column 41" in wrong.err
    assert "'!'" in wrong.err


def test_a_missing_file_a_directory_and_a_word_are_reported(tmp_path: Path) -> None:
    for argument in (tmp_path / "none.txt", tmp_path, "word"):
        wrong = run("solve", argument)
        assert wrong.status == 2
        assert str(argument) in wrong.err
        assert len(wrong.err.splitlines()) == 1


def test_answers_before_a_failure_are_not_lost(tmp_path: Path) -> None:
    done = run_apart("solve", EASY, tmp_path)
    assert done.status == 2
    assert done.out == f"{EASY_SOLVED}\n"


def test_output_that_cannot_be_written_is_reported() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    with full.open("w") as stream:
        done = subprocess.run(
            [*PROGRAM, "solve", EASY], stdout=stream, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "cpsudoku: standard output: No space left on device\n"


def test_a_reader_that_closes_the_pipe_early_ends_the_program_quietly() -> None:
    process = start("solve", "--limit", "all", ENDLESS)
    assert process.stdout is not None
    assert process.stderr is not None
    assert len(process.stdout.readline()) == 82
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.thorough(but=2)
@pytest.mark.posix
@pytest.mark.parametrize(
    "arguments",
    [
        ["count", ENDLESS],
        ["solve", "--limit", "all", "-o", "FILE", ENDLESS],
        ["count", "-j", "2", ENDLESS, ENDLESS],
        ["explain-conflict", "--smallest", "--timeout", "60", SIXTEEN_WITH_TEN_WRONG],
        pytest.param(["repair", "--timeout", "60", ENDLESS], marks=pytest.mark.compiled),
    ],
    ids=["count", "solve", "jobs", "conflict", "completion"],
)
def test_ctrl_c_ends_the_program_cleanly(arguments: list[str], tmp_path: Path) -> None:
    target = tmp_path / "solutions.txt"
    process = start(*(str(target) if a == "FILE" else a for a in arguments))
    wait_until_begun(process)
    time.sleep(0.5)  # most likely it is at work then; any other moment is as good
    process.send_signal(signal.SIGINT)
    try:
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()  # nothing may run on after a failed test
    assert process.returncode == 130
    assert err == "cpsudoku: interrupted\n"
    assert list(tmp_path.iterdir()) == []


def test_a_limit_that_is_reached_has_status_3() -> None:
    limited = run("count", ENDLESS, "--timeout", "0.05")
    assert limited.status == 3
    assert limited.out.startswith("at least ")


def test_python_m_runs_the_same_program() -> None:
    assert run_apart("--version").out == f"cpsudoku {cpsudoku.__version__}\n"
