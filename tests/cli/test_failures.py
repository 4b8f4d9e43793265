"""Whatever becomes of the standard streams, a backend or the program: a line, and a true status."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.exceptions import Exit
from command_line import PROGRAM, Ran, refusal, run, run_apart
from well_known import EASY, EASY_SOLVED

from cpsudoku.asking.outcomes import Status
from cpsudoku.cli import failures

HUGE = str(10**18)
"""The most that is allowed."""


def shell(redirections: str, *arguments: str, **environment: str) -> Ran:
    """Run a command whose standard streams a shell redirects."""
    command = f"exec {shlex.join([*PROGRAM, *arguments])} {redirections}"
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=os.environ | environment,
    )
    assert "Traceback" not in done.stderr
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.thorough(but=2)
@pytest.mark.posix
@pytest.mark.parametrize(
    ("redirections", "status"),
    [
        ("2>&-", 0),
        ("2>/dev/full", 0),
        ("<&-", 0),
        (">&-", 2),
        (">/dev/full", 2),
        (">/dev/full 2>/dev/full", 2),
        (">&- 2>&-", 2),
    ],
)
def test_the_status_says_whether_answers_could_be_written(redirections: str, status: int) -> None:
    assert shell(redirections, "solve", EASY, EASY).status == status


@pytest.mark.posix
def test_a_file_is_written_though_all_standard_streams_are_closed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert shell("<&- >&- 2>&-", "solve", EASY, EASY, "-o", str(out)).status == 0
    assert out.read_text() == f"{EASY_SOLVED}\n" * 2


@pytest.mark.posix
def test_closed_standard_input_is_an_error_where_it_is_read() -> None:
    found = shell("<&-", "solve", "-")
    assert found.status == 2 and found.err == "cpsudoku: standard input is closed\n"


@pytest.mark.posix
def test_closed_standard_output_is_named() -> None:
    assert shell(">&-", "solve", EASY).err == "cpsudoku: standard output is closed\n"


@pytest.mark.parametrize("puzzle", [EASY, "0" * 16, "puzzle.txt", "https://example.com/?load=N4"])
def test_a_puzzle_in_place_of_a_command_is_answered_by_where_it_stands(puzzle: str) -> None:
    assert "a puzzle stands after a command, as in `cpsudoku solve PUZZLE`" in refusal(puzzle)


@pytest.mark.thorough(but=1)
@pytest.mark.posix
@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"], ["--version"]])
def test_help_that_cannot_be_written_is_an_error(arguments: list[str]) -> None:
    assert shell(">/dev/full", *arguments).status == 2


@pytest.mark.posix
def test_a_usage_error_is_shown_by_the_status_alone_where_stderr_is_full() -> None:
    assert shell("2>/dev/full", "solve", "--bad").status == 2


@pytest.mark.posix
def test_a_loop_of_links_is_no_place_to_write_to(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    for command in (["solve", EASY], ["generate"]):
        assert str(tmp_path / "a") in refusal(*command, "-o", tmp_path / "a")
    assert (tmp_path / "a").is_symlink()


CHAINED = "9.23....5.....28....7..............9..4.5...35.....28.64.51..3.3...4..6.1..8..5.."
ANY_TEXT = [
    pytest.param(["explain", CHAINED, "--order", "hodoku"], b"!=", marks=pytest.mark.compiled),
    (["trace", "12..34..........", "-b", "backtrack"], b"-> r1c4=4"),
    (["repair", "11.............."], b"->2"),
    pytest.param(["techniques"], b"????", marks=pytest.mark.compiled),
    (["convert", "-f", "drawn", "1..............4"], b"| . . | . 4 |"),
]


@pytest.mark.posix
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "ascii:surrogateescape"])
@pytest.mark.parametrize(
    ("arguments", "found"), ANY_TEXT, ids=["explain", "trace", "repair", "techniques", "convert"]
)
def test_characters_that_the_encoding_lacks_are_replaced(
    encoding: str, arguments: list[str], found: bytes
) -> None:
    done = subprocess.run(
        [*PROGRAM, *arguments],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": encoding},
    )
    assert done.returncode in (0, 1), done.stderr
    assert found in done.stdout


@pytest.mark.thorough(but=1)
@pytest.mark.posix
@pytest.mark.parametrize("label", ["\ud800", "\u017elu\u0165", "\udcff"])
@pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "utf-16"])
def test_a_title_that_the_output_has_no_bytes_for_stops_nothing(
    tmp_path: Path, label: str, encoding: str
) -> None:
    path = tmp_path / "in.json"
    path.write_text(json.dumps({"puzzle": EASY, "title": label}))
    for arguments in (["convert"], ["check", "-f", "jsonl"], ["show"]):
        done = subprocess.run(
            [*PROGRAM, *arguments, str(path)],
            capture_output=True,
            check=False,
            env=os.environ | {"PYTHONIOENCODING": encoding},
        )
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("ending", ["html", "svg", "txt"])
def test_a_title_that_is_not_text_is_shown_in_files_too(tmp_path: Path, ending: str) -> None:
    path, target = tmp_path / "in.json", tmp_path / f"out.{ending}"
    path.write_text(json.dumps({"puzzle": EASY, "title": "a\ud800b", "ruleset": "\udfff"}))
    assert run("show", path, "-o", target).status == 0
    assert ("a\ufffdb" in target.read_text(encoding="utf-8")) is (ending == "html")


def test_a_file_whose_name_is_no_text_is_named_by_its_bytes(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.txt"
    Path(os.fsdecode(name)).write_text(EASY)
    done = subprocess.run([*PROGRAM, "check", name], capture_output=True, check=False)
    assert done.returncode == 0
    assert name in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", EASY, "--limit", HUGE],
        ["solve", EASY, "-b", "sat", "--limit", HUGE],
        ["solve", EASY, "-b", "cpsat", "--limit", HUGE],
        ["solve", EASY, EASY, "-j", HUGE],
        ["solve", EASY, EASY, "-b", "sat", "-j", HUGE],
        pytest.param(["rate", EASY, "-j", HUGE], marks=pytest.mark.compiled),
        ["count", EASY, "--limit", HUGE],
        ["count", EASY, "-b", "backtrack", "--limit", HUGE],
        ["check", EASY, "--timeout", "1e300"],
        ["check", EASY, "-b", "sat", "--timeout", "1e18"],
        ["check", EASY, "-b", "race:sat,dlx", "--timeout", "1e18"],
        pytest.param(["generate", "-j", HUGE], marks=pytest.mark.compiled),
        pytest.param(["explain", EASY, "--steps", f"1-{HUGE[:-1]}"], marks=pytest.mark.compiled),
        pytest.param(
            ["generate", "-r", "4", "-j", HUGE, "--timeout", "1e300"], marks=pytest.mark.compiled
        ),
    ],
    ids=" ".join,
)
def test_the_greatest_numbers_are_as_good_as_none(arguments: list[str]) -> None:
    assert run(*arguments).status == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["grids", "--seed=-1"],
        ["grids", "--seed", str(2**64)],
        ["grids", "-m", "uniform", "--seed=-1"],
        ["check", EASY, "--timeout", "inf"],
        ["generate", "--timeout", "inf"],
        ["generate", "-r", "4", "--timeout", "nan"],
        ["count", EASY, "--estimate", "--timeout", "inf"],
    ],
    ids=" ".join,
)
def test_numbers_that_make_no_sense_are_refused(arguments: list[str]) -> None:
    wrong = run(*arguments)
    assert wrong.status == 2
    assert "expected" in wrong.err or "should be" in wrong.err


@pytest.mark.thorough(but=1)
@pytest.mark.compiled
@pytest.mark.parametrize("width", ["nonsense", "x" * 5000, "\udcff"])
@pytest.mark.parametrize("arguments", [["solve", EASY], ["generate"], ["dedupe", EASY]])
def test_a_width_in_the_environment_that_is_not_there_is_an_error(
    arguments: list[str], width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CPSUDOKU_BITBOARD_WIDTH", width)
    wrong = run_apart(*arguments)
    assert wrong.status == 2
    assert "CPSUDOKU_BITBOARD_WIDTH: there is no width" in wrong.err
    assert len(wrong.err) < 300


PLUGIN = """
from cpsudoku.backends import Backend, Engine, Outcome, SUPPORTED
class Broken(Engine):
    def search(self, candidates, limits):
        raise ZeroDivisionError("oh")
class Nonsense(Engine):
    def search(self, candidates, limits):
        return None
class Bad(Backend):
    name = "bad"
    summary = "Breaks."
    engine = Broken
    def supports(self, rules):
        return SUPPORTED
    def compile(self, rules, **options):
        return self.engine(rules)
class Worse(Bad):
    name = "worse"
    engine = Nonsense
"""


@pytest.fixture
def plugins(tmp_path: Path) -> dict[str, str]:
    """The environment in which some broken backends are installed."""
    (tmp_path / "bad_backends.py").write_text(PLUGIN)
    (tmp_path / "unloadable.py").write_text("1 / 0\n")
    information = tmp_path / "bad_backends-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-backends\nVersion: 1\n")
    (information / "entry_points.txt").write_text(
        "[cpsudoku.backends]\nbad = bad_backends:Bad\nworse = bad_backends:Worse\n"
        "unloadable = unloadable:Backend\nmissing = bad_backends:Missing\n"
    )
    return {"PYTHONPATH": str(tmp_path)}


@pytest.mark.thorough(but=2)
@pytest.mark.posix
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("name", ["bad", "worse", "unloadable", "missing"])
def test_a_broken_backend_is_blamed_by_name(plugins: dict[str, str], name: str, jobs: str) -> None:
    wrong = shell("", "solve", EASY, EASY, "-b", name, "-j", jobs, **plugins)
    assert wrong.status == 2
    assert f"backend '{name}'" in wrong.err


@pytest.mark.posix
def test_a_broken_backend_breaks_only_itself(plugins: dict[str, str]) -> None:
    assert shell("", "solve", EASY, **plugins).status == 0
    listed = shell("", "backends", **plugins)
    assert listed.status == 0
    assert all(name in listed.out for name in ("bad", "unloadable", "missing", "sat"))


CRASH = (
    "import sys\n"
    "from cpsudoku import verify\n"
    "def verifier(rules): raise LookupError('nowhere')\n"
    "verify.verifier = verifier\n"
    f"sys.argv = ['cpsudoku', 'solve', '-f', 'line', {EASY!r}]\n"
    "from cpsudoku.__main__ import main\n"
    "main()\n"
)


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_crash_is_never_taken_for_an_answer(debug: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CRASH],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"CPSUDOKU_DEBUG": debug},
    )
    assert done.returncode == Status.CRASHED
    assert "LookupError: nowhere" in done.stderr
    assert ("Traceback" in done.stderr) == bool(debug)


def test_an_unsolvable_puzzle_has_no_candidates_after_one_search() -> None:
    cells = "22" + "." * 623
    found = run_apart("candidates", cells, "--rules", "25", "-b", "sat", "-q")
    assert found.status == 1
    assert "no solution" in found.out


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A 49×49 puzzle with one solution or several: hard enough that no command is done soon."""
    size, box = 49, 7
    grid = [[(box * (r % box) + r // box + c) % size + 1 for c in range(size)] for r in range(size)]
    cells = [
        str(d) if (r + c) % 3 else "." for r, row in enumerate(grid) for c, d in enumerate(row)
    ]
    path = tmp_path_factory.mktemp("big") / "big.txt"
    path.write_text(" ".join(cells))
    return path


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(
    "arguments",
    [
        ["count", "--estimate"],
        ["redundant"],
        ["repair"],
        ["explain-conflict"],
    ],
    ids=" ".join,
)
def test_a_limit_holds_on_big_boards(big: Path, arguments: list[str]) -> None:
    # Some took minutes, which is when `run_apart` gives up.
    found = run_apart(*arguments, big, "--timeout", "0.5")
    assert found.status in {0, 1, 3}


@pytest.mark.thorough
def test_generating_ends_at_its_limit_though_a_step_takes_longer() -> None:
    assert run_apart("generate", "--rules", "256", "--timeout", "0.5").status == 3


def test_a_file_of_the_program_that_is_lost_is_a_bug_and_no_mistyped_name(tmp_path: Path) -> None:
    here, ours = tmp_path / "table.csv", Path(failures.__file__).parent.parent / "words" / "em.json"
    (tmp_path / "tabel.csv").touch()
    with pytest.raises(FileNotFoundError), failures.reporting_errors():
        ours.read_text(encoding="utf-8")
    with pytest.raises(Exit), failures.reporting_errors():
        here.read_text(encoding="utf-8")


def test_rules_that_a_text_could_say_can_be_said_by_an_option_as_well() -> None:
    doubtful = "1.30678." + "." * 73
    assert "'# rules: 9+from0' before it" in refusal("solve", doubtful)
    assert refusal("solve", doubtful).rstrip().endswith("(or --rules)")
    assert "(or --rules)" not in refusal("solve", "hello")
