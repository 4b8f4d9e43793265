"""Certificates: what holds is accepted, every forgery is refused."""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from patience import BUSY

import cpsudoku
from cpsudoku import certificates, formats
from cpsudoku.certificates import certify, checking, formula, manifest, proving, verify_certificate
from cpsudoku.encodings import cnf
from cpsudoku.errors import BackendError, CertificateError, OptionError
from cpsudoku.processes.child import CAN_FORK
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Rules, boxes, jigsaw, latin

# Arto Inkala's puzzle of 2010: no proof of its uniqueness is found by unit propagation alone.
HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
NO_SOLUTION = HARD[:80] + "1"


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
    assert certify(HARD, folder).verdict is Verdict.UNIQUE
    return folder


@pytest.fixture
def forged(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "forged"))


def rehash(folder: Path) -> None:
    """Do what a forger does: write hashes that fit."""
    path = folder / "manifest.json"
    document = json.loads(path.read_text())
    for name in document["sha256"]:
        document["sha256"][name] = manifest.sha256((folder / name).read_bytes())
    path.write_text(json.dumps(document))


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_a_unique_puzzle_is_certified_and_verified(original: Path) -> None:
    found = verify_certificate(original)
    assert found.verdict is Verdict.UNIQUE
    assert found.puzzle == formats.parse(HARD)
    assert found.solutions == cpsudoku.check(HARD, backend="dlx").solutions
    assert found.steps > 100
    assert found.checkers[0].startswith("dratify ")
    assert found.checkers[1] == "cpsudoku's LRAT checker"


def test_a_puzzle_without_solution_is_certified(tmp_path: Path) -> None:
    assert certify(NO_SOLUTION, tmp_path).verdict is Verdict.NONE
    found = verify_certificate(tmp_path)
    assert (found.verdict, found.solutions) == (Verdict.NONE, ())


def test_givens_that_clash_and_cells_without_candidates_are_certified(tmp_path: Path) -> None:
    for name, masks in {"clash": (1, 1, *(15,) * 14), "empty": (0, *(15,) * 15)}.items():
        certify(Puzzle(boxes(2, 2), masks), tmp_path / name)
        assert verify_certificate(tmp_path / name).verdict is Verdict.NONE


def test_exactly_k_solutions_are_certified(tmp_path: Path) -> None:
    text = "1.............4."
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
        holed(boxes(4, 4), lambda cell: cell % 5 < 2),
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


@pytest.mark.parametrize("solver", proving.SOLVERS)
def test_every_solver_offered_writes_proofs_that_hold(solver: str, tmp_path: Path) -> None:
    certify(HARD, tmp_path, solver=solver)
    assert verify_certificate(tmp_path).verdict is Verdict.UNIQUE


@pytest.mark.parametrize("solver", sorted(proving.REFUSED))
def test_solvers_whose_proofs_cannot_be_trusted_are_refused_with_the_reason(
    solver: str, tmp_path: Path
) -> None:
    with pytest.raises(OptionError, match=f"'{solver}' is refused for proofs: it "):
        certify(HARD, tmp_path / "new", solver=solver)
    assert not (tmp_path / "new").exists()
    with pytest.raises(OptionError, match="there is no solver 'nobody'"):
        certify(HARD, tmp_path, solver="nobody")


def test_a_refused_solver_does_write_proofs_that_do_not_hold() -> None:
    # The reason given for refusing maplesat, seen with our own eyes.
    puzzle = formats.parse(HARD)
    solution = cpsudoku.solve(puzzle, backend="dlx").solution
    assert solution is not None
    encoded = cnf.encode(puzzle.rules, candidates=puzzle.candidates)
    blocked = tuple(-cnf.variable(cell, digit, 9) for cell, digit in enumerate(solution))
    clauses = [*encoded.clauses, blocked]
    proof = proving.prove(clauses, "maplesat", None)
    assert proof is not None
    with pytest.raises(CertificateError, match=r"clause is not RUP.*does not follow by unit"):
        checking.check(clauses, proof)


# Forgeries -----------------------------------------------------------------------------------


def test_a_changed_byte_in_any_file_is_found_by_its_hash(forged: Path) -> None:
    for name in manifest.HASHED:
        content = (forged / name).read_bytes()
        (forged / name).write_bytes(content[:-1] + b" ")
        with pytest.raises(CertificateError, match=f"{name}: its SHA-256"):
            verify_certificate(forged)
        (forged / name).write_bytes(content)
    assert verify_certificate(forged).verdict is Verdict.UNIQUE


def test_a_changed_hash_is_found(forged: Path) -> None:
    digest = manifest.sha256((forged / "proof.drat").read_bytes())
    edit(forged / "manifest.json", digest, digest[::-1])
    with pytest.raises(CertificateError, match=r"proof\.drat: its SHA-256"):
        verify_certificate(forged)


def test_a_changed_clause_is_found_though_the_hash_fits(forged: Path) -> None:
    lines = (forged / "formula.cnf").read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("p")) + 1
    changed = lines.copy()
    changed[first] = changed[first].removesuffix(" 0").rpartition(" ")[0] + " 0"
    (forged / "formula.cnf").write_text("\n".join(changed) + "\n")
    rehash(forged)
    with pytest.raises(CertificateError, match="lacks a clause of the puzzle"):
        verify_certificate(forged)


def test_a_lost_and_an_added_clause_are_found_though_hash_and_header_fit(forged: Path) -> None:
    text = (forged / "formula.cnf").read_text()
    count = int(text.split("p cnf 729 ")[1].split()[0])
    lost = text.replace(f"p cnf 729 {count}", f"p cnf 729 {count - 1}").splitlines()[:-1]
    (forged / "formula.cnf").write_text("\n".join(lost) + "\n")
    rehash(forged)
    with pytest.raises(CertificateError, match="lacks a clause of the puzzle"):
        verify_certificate(forged)
    added = text.replace(f"p cnf 729 {count}", f"p cnf 729 {count + 1}") + "0\n"
    (forged / "formula.cnf").write_text(added)
    rehash(forged)
    with pytest.raises(CertificateError, match="does not follow from the puzzle: 0"):
        verify_certificate(forged)


def test_a_header_that_lies_is_found(forged: Path) -> None:
    edit(forged / "formula.cnf", "p cnf 729", "p cnf 730")
    rehash(forged)
    with pytest.raises(CertificateError, match="header does not fit"):
        verify_certificate(forged)


def test_a_map_of_variables_that_lies_is_found(forged: Path) -> None:
    edit(forged / "formula.cnf", "c 1 r1c1=1\n", "c 1 r1c1=2\n")
    rehash(forged)
    with pytest.raises(CertificateError, match="line 6: variable 1 is r1c1=1, not r1c1=2"):
        verify_certificate(forged)
    edit(forged / "formula.cnf", "c 1 r1c1=2\n", "")
    rehash(forged)
    with pytest.raises(CertificateError, match="no comment maps variable 1"):
        verify_certificate(forged)


def test_a_changed_digit_of_the_solution_is_found(forged: Path, original: Path) -> None:
    solution = json.loads((original / "manifest.json").read_text())["solutions"][0]
    other = "2" if solution[0] != "2" else "3"
    edit(forged / "manifest.json", solution, other + solution[1:])
    with pytest.raises(CertificateError, match="a grid that is no solution"):
        verify_certificate(forged)


def test_a_solution_that_is_left_out_is_found(forged: Path) -> None:
    document = json.loads((forged / "manifest.json").read_text())
    document |= {"solutions": [], "verdict": "none"}
    (forged / "manifest.json").write_text(json.dumps(document))
    with pytest.raises(CertificateError, match="does not follow from the puzzle"):
        verify_certificate(forged)


def test_a_solution_listed_twice_is_found(forged: Path) -> None:
    document = json.loads((forged / "manifest.json").read_text())
    document |= {"solutions": document["solutions"] * 2, "verdict": "multiple"}
    (forged / "manifest.json").write_text(json.dumps(document))
    with pytest.raises(CertificateError, match="listed twice"):
        verify_certificate(forged)


def test_a_changed_verdict_is_found(forged: Path) -> None:
    edit(forged / "manifest.json", '"unique"', '"none"')
    with pytest.raises(CertificateError, match="verdict 'none' with 1 solutions"):
        verify_certificate(forged)


def test_a_changed_given_is_found_though_the_hash_fits(forged: Path) -> None:
    edit(forged / "puzzle.json", "..53", "...3")
    rehash(forged)
    with pytest.raises(CertificateError, match=r"formula\.cnf"):
        verify_certificate(forged)


def test_changed_rules_are_found_though_the_hash_fits(forged: Path) -> None:
    edit(forged / "puzzle.json", '"boxes": [3, 3]', '"regions": "' + "123456789" * 9 + '"')
    rehash(forged)
    with pytest.raises(CertificateError):
        verify_certificate(forged)


def test_a_changed_proof_line_is_found_though_the_hash_fits(forged: Path) -> None:
    lines = (forged / "proof.drat").read_text().splitlines()
    solution = json.loads((forged / "manifest.json").read_text())["solutions"][0]
    (forged / "proof.drat").write_text("\n".join([f"-{solution[0]} 0", *lines]) + "\n")
    rehash(forged)
    with pytest.raises(CertificateError, match=r"step 1: clause is not RUP.*: step 1: the clause"):
        verify_certificate(forged)


def test_a_proof_that_jumps_to_its_end_is_found(forged: Path) -> None:
    (forged / "proof.drat").write_text("0\n")
    rehash(forged)
    with pytest.raises(CertificateError, match=r"clause is not RUP.*step 1: the clause"):
        verify_certificate(forged)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[:-2], "empty clause as its last step"),
        (lambda text: text + "1 0\n", "empty clause as its last step"),
        (lambda _: "", "empty clause as its last step"),
        (lambda text: "nonsense\n" + text, "line 1: expected a step"),
        (lambda text: "999999999 0\n" + text, "variable far beyond"),
    ],
    ids=["no end", "steps behind the end", "nothing", "nonsense", "huge variable"],
)
def test_a_proof_that_is_none_is_found(
    change: Callable[[str], str], message: str, forged: Path
) -> None:
    path = forged / "proof.drat"
    path.write_text(change(path.read_text()))
    rehash(forged)
    with pytest.raises(CertificateError, match=message):
        verify_certificate(forged)


def test_the_proof_of_another_puzzle_is_refused(forged: Path, tmp_path: Path) -> None:
    # The same clues turned around: as hard, and another formula.
    certify(HARD[::-1], tmp_path / "other")
    shutil.copy(tmp_path / "other" / "proof.drat", forged / "proof.drat")
    rehash(forged)
    with pytest.raises(CertificateError, match=r"proof\.drat"):
        verify_certificate(forged)


def test_a_certificate_about_another_puzzle_is_refused(original: Path) -> None:
    assert verify_certificate(original, puzzle=HARD).verdict is Verdict.UNIQUE
    with pytest.raises(CertificateError, match="not the puzzle that was asked about"):
        verify_certificate(original, puzzle=NO_SOLUTION)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "expected an object"),
        ('{"format": "cpsudoku certificate", "format_version": 2}', "format_version 2"),
        ('{"format": "cpsudoku certificate", "format_version": 1}', "list of solutions"),
        (
            '{"format": "cpsudoku certificate", "format_version": 1, "solutions": []}',
            "verdict None with 0 solutions",
        ),
    ],
)
def test_a_manifest_that_is_none_is_refused(content: str, message: str, forged: Path) -> None:
    (forged / "manifest.json").write_text(content)
    with pytest.raises(CertificateError, match=message):
        verify_certificate(forged)


def test_missing_files_are_named(forged: Path, tmp_path: Path) -> None:
    (forged / "proof.drat").unlink()
    with pytest.raises(CertificateError, match=r"proof\.drat: it is missing"):
        verify_certificate(forged)
    with pytest.raises(FileNotFoundError):
        verify_certificate(tmp_path / "nowhere")


# Limits, checkers, independence --------------------------------------------------------------


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
    certificate = certify(HARD, tmp_path / "new", seconds=0.2)
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
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        certify(HARD, tmp_path / "new")
    timer.join()
    assert time.monotonic() - start < 0.5 + 0.5 + BUSY
    assert not (tmp_path / "new").exists()


def test_a_process_that_dies_is_a_failure_and_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "own_fault", lambda *_: os._exit(9))
    with pytest.raises(BackendError, match="ended without an answer"):
        certify(HARD, tmp_path / "new", seconds=60)
    assert not (tmp_path / "new").exists()


def test_a_certificate_that_is_half_overwritten_does_not_look_whole(
    forged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replaced: list[Path] = []
    replace = Path.replace

    def fail_at_the_third(self: Path, target: Path) -> Path:
        replaced.append(target)
        if len(replaced) == 3:
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fail_at_the_third)
    with pytest.raises(OSError, match="No space left"):
        certify(HARD[::-1], forged)
    assert sorted(p.name for p in forged.iterdir()) == ["formula.cnf", "proof.drat", "puzzle.json"]
    with pytest.raises(CertificateError, match=r"manifest\.json: it is missing"):
        verify_certificate(forged)


def test_with_a_time_limit_the_solver_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    assert certify(HARD, tmp_path, seconds=60).verdict is Verdict.UNIQUE
    assert verify_certificate(tmp_path, seconds=60).verdict is Verdict.UNIQUE


def test_more_solutions_than_the_limit_are_not_certified(tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="more than 17 solutions"):
        certify("1.............4.", tmp_path / "new", limit=17)
    assert not (tmp_path / "new").exists()


def test_a_solver_that_finds_a_model_is_caught() -> None:
    for seconds in (None, 30):
        with pytest.raises(BackendError, match="found a model where there should be none"):
            proving.prove([(1, 2)], "cadical195", seconds)


def test_the_two_encoders_agree_and_share_no_code() -> None:
    for rules in (
        boxes(3, 3),
        boxes(2, 3).with_diagonals(),
        jigsaw("1112 1222 3334 3444"),
        latin(4).with_groups([[0, 5], [1, 4, 11]]),
    ):
        puzzle = holed(rules, lambda cell: cell % 4 > 0)
        other = cnf.encode(rules, candidates=puzzle.candidates)
        assert formula.clauses_of(puzzle) == set(map(frozenset, other.clauses))
    folder = Path(certificates.__file__).parent
    for name in (
        "formula",
        "verification",
        "checking",
        "drup",
        "elaborating",
        "following",
        "manifest",
    ):
        tree = ast.parse((folder / f"{name}.py").read_text())
        modules = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
        assert not [m for m in modules if "encodings" in m or "solving" in m or "backends" in m]


@pytest.mark.skipif(shutil.which("drat-trim") is None, reason="drat-trim is not on the path")
def test_drat_trim_is_asked_too(original: Path, forged: Path) -> None:
    assert "drat-trim" in verify_certificate(original).checkers


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
