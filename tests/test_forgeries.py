"""Forgeries of certificates under several rules: all are refused in words, and none takes long.

Unless a test says otherwise the forger adapts the hashes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import run

import cpsudoku
from cpsudoku.certificates import certify, limits, manifest, verify_certificate
from cpsudoku.errors import CertificateError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Rules, boxes, jigsaw

# Arto Inkala's puzzle of 2010.
HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
SIX = jigsaw("111222 113322 133332 455556 445566 444666")
KINDS = {
    "16x16": (boxes(4, 4), 1),
    "jigsaw": (SIX, 1),
    "diagonals": (boxes(2, 3).with_diagonals(), 1),
    "windoku": (boxes(3, 3).with_windows(), 1),
    "no solution": (boxes(2, 3), 0),
    "several": (boxes(2, 3), 2),
}


def puzzle_with(rules: Rules, solutions: int) -> Puzzle:
    """Return a puzzle with no solution, with one, or with several, that is not solved at sight."""
    grid = cpsudoku.solve(Puzzle.empty(rules), backend="dlx").solution
    assert grid is not None
    digits = list(grid)
    kept = set(range(rules.cell_count))
    for cell in range(0, rules.cell_count, 1 if rules.size < 16 else 3):
        fewer = [d if c in kept - {cell} else 0 for c, d in enumerate(digits)]
        count = cpsudoku.count(Puzzle.from_digits(fewer, rules), limit=9).value
        if count == 1 or (solutions > 1 and count < 9):
            kept.remove(cell)
    puzzle = Puzzle.from_digits([d if c in kept else 0 for c, d in enumerate(digits)], rules)
    if solutions:
        return puzzle
    blank = next(c for c in range(rules.cell_count) if c not in kept)
    others = (puzzle.with_given(blank, d) for d in range(1, rules.size + 1) if d != grid[blank])
    return next(p for p in others if p.clash() is None)


@pytest.fixture(scope="module", params=KINDS)
def original(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("original")
    rules, solutions = KINDS[request.param]
    found = certify(puzzle_with(rules, solutions), folder)
    assert min(len(found.solutions), 2) == solutions
    return folder


@pytest.fixture
def forged(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "forged"))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    certify("1.............4.", folder)
    return folder


@pytest.fixture
def forged_small(small: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(small, tmp_path / "forged"))


def claim(folder: Path) -> Any:
    return json.loads((folder / "manifest.json").read_text())


def rewrite(folder: Path, **changes: object) -> None:
    (folder / "manifest.json").write_text(json.dumps(claim(folder) | changes))


def rehash(folder: Path) -> None:
    hashes = {n: manifest.sha256((folder / n).read_bytes()) for n in manifest.HASHED}
    rewrite(folder, sha256=hashes)


def refused(folder: Path, message: str) -> None:
    with pytest.raises(CertificateError, match=message):
        verify_certificate(folder, seconds=60)


# The same forgeries under all rules ----------------------------------------------------------


def test_what_was_not_forged_holds(original: Path) -> None:
    found = verify_certificate(original)
    assert found.puzzle is not None
    counted = cpsudoku.count(found.puzzle, backend="backtrack")
    assert counted.exact
    assert len(found.solutions) == counted.value


def with_more_clauses(path: Path, number: int) -> tuple[list[str], int]:
    """Return the lines of a formula whose header says so many clauses more, and its place."""
    lines = path.read_text().splitlines()
    header = next(i for i, line in enumerate(lines) if line.startswith("p"))
    _, _, variables, clauses = lines[header].split()
    lines[header] = f"p cnf {variables} {int(clauses) + number}"
    return lines, header


def test_a_weaker_formula_is_refused(forged: Path) -> None:
    path = forged / "formula.cnf"
    lines, header = with_more_clauses(path, -1)
    del lines[header + 5]
    path.write_text("\n".join(lines) + "\n")
    rehash(forged)
    refused(forged, r"formula\.cnf lacks a clause of the puzzle: ")


def test_a_stronger_formula_is_refused(forged: Path) -> None:
    path = forged / "formula.cnf"
    lines, _ = with_more_clauses(path, 1)
    literal = lines[-1].split()[0]  # mapped, as it is in a clause already
    path.write_text("\n".join([*lines, f"{literal} 0"]) + "\n")
    rehash(forged)
    refused(forged, f"a clause that does not follow from the puzzle: {literal} 0")


def test_a_solution_taken_away_or_listed_twice_is_refused(forged: Path) -> None:
    solutions = claim(forged)["solutions"]
    verdicts = ("none", "unique", "multiple")
    if solutions:
        fewer, more = solutions[1:], [*solutions, solutions[0]]
        rewrite(forged, solutions=fewer, verdict=verdicts[min(len(fewer), 2)])
        refused(forged, "does not follow from the puzzle")
        rewrite(forged, solutions=more, verdict="multiple")
        refused(forged, "listed twice")
    else:
        puzzle = verify_certificate(forged.parent / "forged").puzzle
        assert puzzle is not None
        rewrite(forged, solutions=["1" * puzzle.rules.cell_count], verdict="unique")
        refused(forged, "a grid that is no solution")


def test_a_changed_verdict_is_refused(forged: Path) -> None:
    for verdict in {"none", "unique", "multiple", "unknown"} - {claim(forged)["verdict"]}:
        rewrite(forged, verdict=verdict)
        refused(forged, f"verdict '{verdict}' with")


def test_a_changed_given_is_refused(forged: Path) -> None:
    document = json.loads((forged / "puzzle.json").read_text())
    text = document["puzzle"]
    place = next(i for i, symbol in enumerate(text) if symbol not in ".0")
    for other in (".", next(s for s in "12" if s != text[place])):
        document["puzzle"] = text[:place] + other + text[place + 1 :]
        (forged / "puzzle.json").write_text(json.dumps(document))
        rehash(forged)
        refused(forged, "clause|no solution")


def test_a_proof_cut_short_or_garbled_is_refused(forged: Path) -> None:
    path = forged / "proof.drat"
    lines = path.read_text().splitlines()
    for content, message in (
        ("\n".join(lines[:-1]) + "\n", "the empty clause as its last step"),
        (path.read_text()[: len(path.read_text()) // 2], r"proof\.drat"),
        ("a\x01\x02b\x00", r"proof\.drat"),
        ("", "the empty clause as its last step"),
    ):
        path.write_text(content)
        rehash(forged)
        refused(forged, message)
    path.write_bytes(bytes(range(256)) * 10)
    rehash(forged)
    refused(forged, r"proof\.drat: no text")


def test_another_symbol_in_a_solution_is_refused(forged: Path) -> None:
    solutions = claim(forged)["solutions"] or ["x"]
    for wrong in (solutions[0][:-1], solutions[0][:-1] + "é", solutions[0] + "1", "\x00", ""):
        rewrite(forged, solutions=[wrong], verdict="unique")
        refused(forged, r"manifest\.json: ")


@pytest.mark.parametrize(
    ("puzzle", "kept", "verdict"), [(HARD, 0, "none"), ("1.............4.", 1, "unique")]
)
def test_steps_that_do_not_follow_prove_nothing_whatever_was_deleted_before(
    puzzle: str, kept: int, verdict: str, tmp_path: Path
) -> None:
    # Two new variables a and b: -b is no consequence but does no harm, nor does `a b`, from which
    # a follows.  Whoever now deletes `a b` and still holds a to be true, though nothing speaks of a
    # any more, finds -a harmless too, and that refutes anything.  The formula lacks the clauses
    # that forbid the solutions left out, so that nothing else is wrong with this certificate.
    certify(puzzle, tmp_path)
    solutions = claim(tmp_path)["solutions"]
    path = tmp_path / "formula.cnf"
    lines, header = with_more_clauses(path, kept - len(solutions))
    path.write_text("\n".join(lines[: len(lines) + kept - len(solutions)]) + "\n")
    variables = int(lines[header].split()[2])
    a, b = variables + 1, variables + 2
    (tmp_path / "proof.drat").write_text(f"-{b} 0\n{a} {b} 0\nd {a} {b} 0\n-{a} 0\n0\n")
    rehash(tmp_path)
    rewrite(tmp_path, solutions=solutions[:kept], verdict=verdict)
    refused(tmp_path, r"proof\.drat: dratify .*: step 1: .* LRAT checker: step 1: ")


# Files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["puzzle.json", "formula.cnf", "proof.drat", "manifest.json"])
def test_what_is_no_regular_file_is_refused_at_once(name: str, forged_small: Path) -> None:
    path = forged_small / name
    elsewhere = forged_small.parent / "elsewhere"
    path.rename(elsewhere)
    refused(forged_small, f"{name}: it is missing")
    path.symlink_to(elsewhere)
    refused(forged_small, f"{name}: it is no regular file")
    path.unlink()
    path.symlink_to("/dev/zero")
    refused(forged_small, f"{name}: it is no regular file")
    path.unlink()
    path.mkdir()
    refused(forged_small, f"{name}: it is no regular file")
    path.rmdir()
    os.mkfifo(path)
    refused(forged_small, f"{name}: it is no regular file")


@pytest.mark.parametrize("name", ["puzzle.json", "formula.cnf", "proof.drat", "manifest.json"])
def test_a_huge_file_is_refused_unread(name: str, forged_small: Path) -> None:
    with (forged_small / name).open("r+b") as stream:
        stream.truncate(limits.MAX_BYTES + 1)  # takes no room on the disk
    refused(forged_small, f"{name}: more than {limits.MAX_BYTES} bytes")


def test_other_files_are_not_looked_at(forged_small: Path) -> None:
    (forged_small / "README").write_bytes(b"\xff\x00")
    (forged_small / "proof.drat.bak").mkdir()
    assert verify_certificate(forged_small).verdict is Verdict.MULTIPLE


def test_a_certificate_too_big_to_be_verified_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpsudoku.certificates.writing.MAX_BYTES", 1000)
    with pytest.raises(CertificateError, match=r"formula\.cnf would have \d+ bytes; at most 1000"):
        certify("1.............4.", tmp_path / "new")
    assert not (tmp_path / "new").exists()


# Manifests and puzzles -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "another"}, "expected an object with format"),
        ({"format_version": 2}, "format_version 2; expected 1"),
        ({"format_version": "1"}, "format_version '1'; expected 1"),
        ({"format_version": True}, "format_version True; expected 1"),
        ({"verdict": None}, "verdict None with 18 solutions"),
        ({"verdict": ["multiple"]}, "verdict"),
        ({"solutions": None}, "a list of solutions"),
        ({"solutions": {"0": "1"}}, "a list of solutions"),
        ({"solutions": [1, 2]}, "a list of solutions"),
        ({"solver": "cadical195"}, "expected the solver's name as a text, not None"),
        ({"solver": {"name": 3, "version": "1"}}, "expected the solver's name as a text, not 3"),
        ({"solver": {"name": "x"}}, "expected the solver's version as a text"),
        ({"encoding": []}, "expected the name of the encoding as a text"),
        ({"sha256": None}, "expected the sha256 of puzzle.json, formula.cnf, proof.drat"),
        ({"sha256": {"../../etc/passwd": "0"}}, "expected the sha256 of"),
        (
            {"sha256": {"puzzle.json": 1, "formula.cnf": 2, "proof.drat": 3}},
            r"expected the sha256 of puzzle\.json as a text, not 1",
        ),
    ],
    ids=str,
)
def test_a_manifest_of_wrong_types_is_refused(
    changes: dict[str, object], message: str, forged_small: Path
) -> None:
    rewrite(forged_small, **changes)
    refused(forged_small, message)


def test_file_names_of_the_manifest_are_never_followed(forged_small: Path) -> None:
    hashes = claim(forged_small)["sha256"]
    for name in ("../forged/proof.drat", "/etc/passwd", "proof.drat/"):
        rewrite(forged_small, sha256=hashes | {name: hashes["proof.drat"]})
        refused(forged_small, "expected the sha256 of puzzle.json, formula.cnf, proof.drat")


def test_a_name_that_occurs_twice_is_refused(forged_small: Path) -> None:
    path = forged_small / "manifest.json"
    path.write_text(path.read_text().replace("{", '{"verdict": "unique",', 1))
    refused(forged_small, "a name occurs twice")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "null",
        "[]",
        "{}",
        "[" * 100_000,
        '{"puzzle": 5}',
        '{"puzzle": "12"}',
        '{"rules": {"boxes": [1000000, 1000000]}, "puzzle": "1"}',
        '{"rules": {"size": 10000000}, "puzzle": "1"}',
        '{"rules": {"regions": "1"}, "puzzle": "' + "." * 81 + '"}',
        '{"rules": "../../etc/passwd", "puzzle": "' + "." * 81 + '"}',
        '{"puzzle": "' + "9" * 100_000 + '"}',
    ],
    ids=lambda content: content[:30],
)
def test_a_puzzle_that_is_none_is_refused(content: str, forged_small: Path) -> None:
    (forged_small / "puzzle.json").write_text(content)
    rehash(forged_small)
    refused(forged_small, r"puzzle\.json: |manifest\.json: |formula\.cnf")


def test_a_puzzle_whose_formula_would_fill_the_memory_is_refused_at_once(
    forged_small: Path,
) -> None:
    size = 64
    document = {"rules": {"boxes": [8, 8]}, "puzzle": " ".join(["0"] * size**2)}
    (forged_small / "puzzle.json").write_text(json.dumps(document))
    rehash(forged_small)
    rewrite(forged_small, solutions=[], verdict="none")
    refused(forged_small, r"formula\.cnf")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "", "its header does not fit"),
        (lambda text: text.replace("p cnf", "p dnf"), "expected one header"),
        (lambda text: text + text[text.index("p cnf") :], "expected one header"),
        (lambda text: text + "1 2", "the last clause has no 0 at its end"),
        (lambda text: text + "1_0 0\n", "expected whole numbers"),
        (lambda text: text + "+1 0\n", "expected whole numbers"),
        (lambda text: text + "9" * 5000 + " 0\n", "expected whole numbers"),
        (lambda text: text + "65 0\n", "a variable beyond 64"),
        (lambda text: "1 0\n" + text, "a clause before the header"),
        (lambda text: "\x00\x01\x02", "whole numbers|before the header"),
    ],
)
def test_a_formula_that_is_none_is_refused(
    change: Callable[[str], str], message: str, forged_small: Path
) -> None:
    path = forged_small / "formula.cnf"
    path.write_text(change(path.read_text()))
    rehash(forged_small)
    refused(forged_small, message)


def test_the_command_refuses_with_status_1_and_one_line(forged_small: Path) -> None:
    (forged_small / "proof.drat").write_bytes(b"\xff")
    rehash(forged_small)
    done = run("verify", str(forged_small))
    assert done.status == 1
    assert done.out.startswith("refused: proof.drat: no text")
    assert len(done.lines) == 1
    assert done.err == ""
