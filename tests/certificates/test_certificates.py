"""Certificates: what holds is certified and accepted, and limits hold."""

from __future__ import annotations

import ast
import os
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from forging import rehash
from interrupting import ctrl_c_after
from patience import BUSY
from well_known import EIGHTEEN, INKALA_2010

import cpsudoku
from cpsudoku import certificates, formats
from cpsudoku.certificates import certify, checking, formula, manifest, proving, verify_certificate
from cpsudoku.encodings import cnf
from cpsudoku.errors import BackendError, CertificateError, OptionError, UnsupportedError
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.child import CAN_FORK
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Rules, boxes, jigsaw, latin, rectangular

pytestmark = pytest.mark.compiled

NO_SOLUTION = INKALA_2010[:80] + "1"


def solved(rules: Rules) -> Puzzle:
    """Return a grid of the rules as a puzzle without blanks."""
    result = cpsudoku.solve(Puzzle.empty(rules), backend="dlx")
    assert result.solution is not None
    return Puzzle.from_digits(result.solution, rules)


def holed(rules: Rules, holes: Callable[[int], bool]) -> Puzzle:
    """Return a puzzle: a grid of the rules without the cells that `holes` names."""
    digits = [0 if holes(cell) else d for cell, d in enumerate(solved(rules).digits)]
    return Puzzle.from_digits(digits, rules)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("original")
    assert certify(INKALA_2010, folder).verdict is Verdict.UNIQUE
    return folder


@pytest.fixture
def forged(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "forged"))


def test_a_unique_puzzle_is_certified_and_verified(original: Path) -> None:
    found = verify_certificate(original)
    assert found.verdict is Verdict.UNIQUE
    assert found.puzzle == formats.parse(INKALA_2010)
    assert found.solutions == cpsudoku.check(INKALA_2010, backend="dlx").solutions
    assert found.steps > 100
    assert found.checkers[0].startswith("dratify ")
    assert found.checkers[1] == "cpsudoku's LRAT checker"


def test_a_puzzle_without_solution_is_certified(tmp_path: Path) -> None:
    assert certify(NO_SOLUTION, tmp_path).verdict is Verdict.NONE
    found = verify_certificate(tmp_path)
    assert (found.verdict, found.solutions) == (Verdict.NONE, ())


def test_the_directory_is_made_and_other_files_in_it_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "deep"
    folder.mkdir(parents=True)
    (folder / "notes.txt").write_text("mine")
    certify("1......2.3....4.", folder)
    assert (folder / "notes.txt").read_text() == "mine"
    names = ["formula.cnf", "manifest.json", "notes.txt", "proof.drat", "puzzle.json"]
    assert sorted(path.name for path in folder.iterdir()) == names
    certify("1......2.3....4.", tmp_path / "other" / "deep")
    assert verify_certificate(tmp_path / "other" / "deep").verdict is Verdict.UNIQUE


def test_givens_that_clash_and_cells_without_candidates_are_certified(tmp_path: Path) -> None:
    for name, masks in {"clash": (1, 1, *(15,) * 14), "empty": (0, *(15,) * 15)}.items():
        certify(Puzzle(boxes(2, 2), masks), tmp_path / name)
        assert verify_certificate(tmp_path / name).verdict is Verdict.NONE


def test_exactly_k_solutions_are_certified(tmp_path: Path) -> None:
    text = EIGHTEEN
    expected = cpsudoku.count(text, backend="dlx").value
    certificate = certify(text, tmp_path)
    assert certificate.verdict is Verdict.MULTIPLE
    assert len(certificate.solutions) == expected == 18
    assert set(verify_certificate(tmp_path).solutions) == set(certificate.solutions)


def test_a_full_grid_is_certified(tmp_path: Path) -> None:
    certify(solved(boxes(2, 2)), tmp_path)
    assert verify_certificate(tmp_path).verdict is Verdict.UNIQUE


@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(holed(boxes(4, 4), lambda cell: cell % 5 < 2), marks=pytest.mark.thorough),
        holed(jigsaw("111222 113322 133332 455556 445566 444666"), lambda cell: cell % 4 > 0),
        holed(boxes(2, 3).with_diagonals(), lambda cell: cell % 3 > 0),
        holed(latin(5).with_groups([[0, 6, 12]]), lambda cell: cell % 3 == 0),
        Puzzle(boxes(2, 2), (3, 3, 12, *(15,) * 13)),
    ],
    ids=["16x16", "jigsaw", "diagonals", "groups", "pencil marks"],
)
def test_other_rules_are_certified(puzzle: Puzzle, tmp_path: Path) -> None:
    certificate = certify(puzzle, tmp_path)
    found = verify_certificate(tmp_path, puzzle=puzzle)
    assert found.verdict is certificate.verdict
    assert set(found.solutions) == set(certificate.solutions)
    assert len(found.solutions) == cpsudoku.count(puzzle, backend="backtrack").value


@pytest.mark.parametrize(
    "solver",
    [
        solver
        if solver == proving.DEFAULT_SOLVER
        else pytest.param(solver, marks=pytest.mark.thorough)
        for solver in proving.SOLVERS
    ],
)
def test_every_solver_offered_writes_proofs_that_hold(solver: str, tmp_path: Path) -> None:
    certify(INKALA_2010, tmp_path, solver=solver)
    assert verify_certificate(tmp_path).verdict is Verdict.UNIQUE


@pytest.mark.parametrize("solver", sorted(proving.REFUSED))
def test_solvers_whose_proofs_cannot_be_trusted_are_refused_with_the_reason(
    solver: str, tmp_path: Path
) -> None:
    with pytest.raises(OptionError, match=f"'{solver}' is refused for proofs: it "):
        certify(INKALA_2010, tmp_path / "new", solver=solver)
    assert not (tmp_path / "new").exists()
    with pytest.raises(OptionError, match="there is no solver 'nobody'"):
        certify(INKALA_2010, tmp_path, solver="nobody")


def test_a_refused_solver_does_write_proofs_that_do_not_hold() -> None:
    # The reason given for refusing maplesat, seen with our own eyes.
    puzzle = formats.parse(INKALA_2010)
    solution = cpsudoku.solve(puzzle, backend="dlx").solution
    assert solution is not None
    encoded = cnf.encode(puzzle.rules, candidates=puzzle.candidates)
    blocked = tuple(-cnf.variable(cell, digit, 9) for cell, digit in enumerate(solution))
    clauses = [*encoded.clauses, blocked]
    proof = proving.prove(clauses, "maplesat", None)
    assert proof is not None
    with pytest.raises(CertificateError, match=r"clause is not RUP.*does not follow by unit"):
        checking.check(clauses, proof)


# Limits, checkers, independence --------------------------------------------------------------


def test_boards_that_certificates_do_not_know_are_refused_before_anything_is_searched(
    original: Path, tmp_path: Path
) -> None:
    puzzle = Puzzle.empty(rectangular(2, 3))
    with pytest.raises(UnsupportedError, match="certificates: only square boards"):
        certify(puzzle, tmp_path / "proof", backend="no such")
    forged = Path(shutil.copytree(original, tmp_path / "forged"))
    (forged / "puzzle.json").write_text(formats.write(puzzle, "json"))
    rehash(forged)
    with pytest.raises(UnsupportedError, match="certificates: only square boards"):
        verify_certificate(forged)


def test_a_time_limit_is_a_value_and_writes_nothing(tmp_path: Path, original: Path) -> None:
    start = time.monotonic()
    certificate = certify(Puzzle.empty(boxes(3, 3)), tmp_path / "new", limit=10**12, seconds=0.2)
    assert time.monotonic() - start < 0.2 + 0.5 + BUSY
    assert certificate.verdict is Verdict.UNKNOWN
    assert "0.2 s" in certificate.reason
    assert not (tmp_path / "new").exists()
    assert verify_certificate(original, seconds=0).verdict is Verdict.UNKNOWN


def test_the_time_limit_holds_whatever_takes_long(
    tmp_path: Path, original: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "own_fault", lambda *_: time.sleep(60))
    start = time.monotonic()
    certificate = certify(INKALA_2010, tmp_path / "new", seconds=0.2)
    assert (certificate.verdict, certificate.directory) == (Verdict.UNKNOWN, None)
    assert not (tmp_path / "new").exists()
    found = verify_certificate(original, seconds=0.2)
    assert (found.verdict, found.puzzle) == (Verdict.UNKNOWN, None)
    assert time.monotonic() - start < 2 * (0.2 + 0.5) + BUSY


@pytest.mark.skipif(not CAN_FORK, reason="no process can be forked here")
def test_ctrl_c_does_not_wait_for_a_solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> str:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        time.sleep(60)
        return ""

    monkeypatch.setattr(proving, "prove", endless)
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.5):
        certify(INKALA_2010, tmp_path / "new")
    assert time.monotonic() - start < 0.5 + 0.5 + BUSY
    assert not (tmp_path / "new").exists()


def test_a_process_that_dies_is_a_failure_and_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "own_fault", lambda *_: os._exit(9))
    with pytest.raises(BackendError, match="ended without an answer"):
        certify(INKALA_2010, tmp_path / "new", seconds=60)
    assert not (tmp_path / "new").exists()


def test_a_certificate_that_is_half_overwritten_does_not_look_whole(
    forged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def fail_at_the_proof(self: Path, target: Path) -> Path:
        if target.name == "proof.drat":
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fail_at_the_proof)
    with pytest.raises(OSError, match="No space left"):
        certify(INKALA_2010[::-1], forged)
    assert sorted(p.name for p in forged.iterdir()) == ["formula.cnf", "proof.drat", "puzzle.json"]
    with pytest.raises(CertificateError, match=r"manifest\.json: it is missing"):
        verify_certificate(forged)


def test_with_a_time_limit_the_solver_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    assert certify(INKALA_2010, tmp_path, seconds=60).verdict is Verdict.UNIQUE
    assert verify_certificate(tmp_path, seconds=60).verdict is Verdict.UNIQUE


def test_more_solutions_than_the_limit_are_not_certified(tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="more than 17 solutions"):
        certify(EIGHTEEN, tmp_path / "new", limit=17)
    assert not (tmp_path / "new").exists()


def test_a_solver_that_finds_a_model_is_caught() -> None:
    for seconds in (None, 30):
        with pytest.raises(BackendError, match="found a model where there should be none"):
            proving.prove([(1, 2)], "cadical195", seconds)


def test_a_solver_in_a_process_of_its_own_gives_the_proof_that_it_gives_here() -> None:
    clauses = [(1, 2), (1, -2), (-1, 3), (-1, -3)]
    proof = proving.prove(clauses, "cadical195", None)
    assert proof.splitlines()[-1] == "0"
    assert proving.prove(clauses, "cadical195", 60) == proof
    assert checking.check(clauses, proof, programs=False).steps == len(proof.splitlines())
    assert proving.prove([*clauses, ()], "cadical195", 60) == "0\n"
    with pytest.raises(OutOfTimeError):
        proving.prove(clauses, "cadical195", 0)


def test_the_two_encoders_agree_and_share_no_code() -> None:
    for rules in (
        boxes(3, 3),
        boxes(2, 3).with_diagonals(),
        jigsaw("1112 1222 3334 3444"),
        latin(4).with_groups([[0, 5], [1, 4, 11]]),
    ):
        puzzle = holed(rules, lambda cell: cell % 4 > 0)
        other = cnf.encode(rules, candidates=puzzle.candidates)
        assert set(formula.each_clause(puzzle)) == set(map(frozenset, other.clauses))
    folder = Path(certificates.__file__).parent
    for name in (
        "formula",
        "derivatives",
        "alternatives",
        "verification",
        "checking",
        "manifest",
    ):
        tree = ast.parse((folder / f"{name}.py").read_text())
        modules = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
        assert not [m for m in modules if "encodings" in m or "solving" in m or "backends" in m]


@pytest.mark.parametrize("size", [4, 35, 36])
def test_grids_of_any_size_survive_their_text(size: int) -> None:
    grid = tuple((r + c) % size + 1 for r in range(size) for c in range(size))
    assert manifest.parse_grid(latin(size).text(grid), latin(size)) == grid


@pytest.mark.skipif(shutil.which("drat-trim") is None, reason="drat-trim is not on the path")
def test_drat_trim_is_asked_too(original: Path, forged: Path) -> None:
    assert "drat-trim" in verify_certificate(original).checkers


@pytest.mark.posix
def test_what_drat_trim_says_counts(
    original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "drat-trim"
    monkeypatch.setenv("PATH", str(tmp_path))
    for answer, accepted in (("s VERIFIED", True), ("s NOT VERIFIED", False)):
        program.write_text(f"#!/bin/sh\necho '{answer}'\n")
        program.chmod(0o755)
        if accepted:
            assert verify_certificate(original).checkers[2] == "drat-trim"
        else:
            with pytest.raises(
                CertificateError,
                match=r"dratify .*: accepted; .*: accepted; drat-trim: it does not accept",
            ):
                verify_certificate(original)


@pytest.mark.posix
def test_drat_trim_gets_the_formula_and_the_proof_and_no_more_time_than_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clauses = [(1, 2), (1, -2), (-1, 3), (-1, -3)]
    program = tmp_path / "drat-trim"
    program.write_text(
        '#!/bin/sh\n/bin/cat "$1" > "${0%/*}/formula"\n/bin/cat "$2" > "${0%/*}/proof"\n'
        "echo $3 $4 > \"${0%/*}/options\"\necho 's VERIFIED'\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = checking.check(clauses, "1 0\n0\n", Deadline(30))
    assert (found.steps, found.checkers[2]) == (2, "drat-trim")
    assert (tmp_path / "formula").read_text() == "p cnf 3 4\n1 2 0\n1 -2 0\n-1 3 0\n-1 -3 0\n"
    assert (tmp_path / "proof").read_text() == "1 0\n0\n"
    flag, seconds = (tmp_path / "options").read_text().split()
    assert (flag, 20 < int(seconds) <= 31) == ("-t", True)
    program.write_text("#!/bin/sh\nexec /bin/sleep 60\n")
    with pytest.raises(OutOfTimeError):
        checking.check(clauses, "1 0\n0\n", Deadline(0.3))
    assert checking.check(clauses, "1 0\n0\n", programs=False).checkers == found.checkers[:2]
