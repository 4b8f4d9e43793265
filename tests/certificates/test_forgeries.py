"""Forgeries of certificates under several rules: all are refused in words, and none takes long.

Unless a test says otherwise the forger adapts the hashes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import run
from forging import claim, edit, refused, rehash, rewrite, with_more_clauses
from well_known import EIGHTEEN

import cpsudoku
from cpsudoku.certificates import certify, formula, manifest, verify_certificate
from cpsudoku.errors import CertificateError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Rules, boxes, jigsaw, latin

pytestmark = pytest.mark.compiled

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


@pytest.fixture(
    scope="module",
    params=[
        kind
        if kind in ("diagonals", "no solution")
        else pytest.param(kind, marks=pytest.mark.thorough)
        for kind in KINDS
    ],
)
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
    certify(EIGHTEEN, folder)
    return folder


@pytest.fixture
def forged_small(small: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(small, tmp_path / "forged"))


# The same forgeries under all rules ----------------------------------------------------------


def test_what_was_not_forged_holds(original: Path) -> None:
    found = verify_certificate(original)
    assert found.puzzle is not None
    counted = cpsudoku.count(found.puzzle, backend="backtrack")
    assert counted.exact
    assert len(found.solutions) == counted.value


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
    literal = lines[-1].split()[0]  # mapped, since it is in a clause already
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
        refused(forged, "a grid that is not a solution")


def test_a_changed_verdict_is_refused(forged: Path) -> None:
    for verdict in {"none", "unique", "multiple", "unknown"} - {claim(forged)["verdict"]}:
        rewrite(forged, verdict=verdict)
        refused(forged, f"verdict: '{verdict}'; expected .* with")


def test_a_changed_given_is_refused(forged: Path) -> None:
    document = json.loads((forged / "puzzle.json").read_text())
    text = document["puzzle"]
    place = next(i for i, symbol in enumerate(text) if symbol not in ".0")
    for other in (".", next(s for s in "12" if s != text[place])):
        document["puzzle"] = text[:place] + other + text[place + 1 :]
        (forged / "puzzle.json").write_text(json.dumps(document))
        rehash(forged)
        refused(forged, "clause|not a solution")


def test_another_symbol_in_a_solution_is_refused(forged: Path) -> None:
    solutions = claim(forged)["solutions"] or ["x"]
    for wrong in (solutions[0][:-1], solutions[0][:-1] + "é", solutions[0] + "1", "\x00", ""):
        rewrite(forged, solutions=[wrong], verdict="unique")
        refused(forged, r"manifest\.json: ")


def test_a_changed_byte_in_any_file_is_found_by_its_hash(forged_small: Path) -> None:
    for name in manifest.HASHED:
        content = (forged_small / name).read_bytes()
        (forged_small / name).write_bytes(content[:-1] + b" ")
        refused(forged_small, f"{name}: its SHA-256")
        (forged_small / name).write_bytes(content)
    assert verify_certificate(forged_small).verdict is Verdict.MULTIPLE


def test_a_changed_hash_is_found(forged_small: Path) -> None:
    digest = claim(forged_small)["sha256"]["proof.drat"]
    edit(forged_small / "manifest.json", digest, digest[::-1])
    refused(forged_small, r"proof\.drat: its SHA-256")


def test_a_clause_that_lost_a_literal_is_found(forged: Path) -> None:
    path = forged / "formula.cnf"
    lines, header = with_more_clauses(path, 0)
    place = next(i for i in range(header + 1, len(lines)) if len(lines[i].split()) > 2)
    lines[place] = " ".join([*lines[place].split()[:-2], "0"])
    path.write_text("\n".join(lines) + "\n")
    rehash(forged)
    refused(forged, "lacks a clause of the puzzle")


def test_a_formula_with_the_empty_clause_is_refused(forged: Path) -> None:
    path = forged / "formula.cnf"
    lines, _ = with_more_clauses(path, 1)
    path.write_text("\n".join([*lines, "0"]) + "\n")
    (forged / "proof.drat").write_text("0\n")
    rehash(forged)
    refused(forged, "does not follow from the puzzle: 0")


def test_a_header_that_lies_is_found(forged: Path) -> None:
    path = forged / "formula.cnf"
    text = path.read_text()
    variables, clauses = map(int, text.split("p cnf ")[1].split()[:2])
    for wrong in ((variables + 1, clauses), (variables, clauses + 1), (variables, f"0{clauses}")):
        path.write_text(text.replace(f"p cnf {variables} {clauses}", "p cnf {} {}".format(*wrong)))
        rehash(forged)
        refused(forged, "line [0-9]+: expected the header `p cnf [0-9]+ [0-9]+`")


def test_a_map_of_variables_that_lies_is_found(forged_small: Path) -> None:
    path = forged_small / "formula.cnf"
    edit(path, "c 5 r1c2=1\n", "c 5 r1c2=2\n")
    rehash(forged_small)
    refused(forged_small, r"variable 5 is r1c2=1, not r1c2=2")
    edit(path, "c 5 r1c2=2\n", "")
    rehash(forged_small)
    refused(forged_small, "no comment maps variable 5")
    edit(path, "c 6 r1c2=2\n", "c 5 r1c2=1\nc 6 r1c2=2\n")
    edit(path, "c 64 r4c4=4\n", "")
    rehash(forged_small)
    refused(forged_small, "no comment maps variable 64")


@pytest.mark.parametrize("length", [15, 17])
def test_a_solution_of_another_length_is_refused(length: int, forged_small: Path) -> None:
    solutions = [(text + text)[:length] for text in claim(forged_small)["solutions"]]
    rewrite(forged_small, solutions=solutions)
    refused(forged_small, f"a solution of {length} cells; expected 16")


def test_variables_in_another_order_are_refused(forged_small: Path) -> None:
    # The same puzzle by another formula: 5 and 6 stand for each other's choice, the map says so.
    path = forged_small / "formula.cnf"
    swap = {"5": "6", "6": "5", "-5": "-6", "-6": "-5"}
    lines = [
        " ".join(swap.get(word, word) for word in line.split(" "))
        for line in path.read_text().split("\n")
    ]
    path.write_text("\n".join(lines))
    rehash(forged_small)
    refused(forged_small, "variable 6 is r1c2=2, not r1c2=1")


def test_changed_rules_are_found(forged_small: Path) -> None:
    edit(forged_small / "puzzle.json", '"boxes": [2, 2]', '"regions": "1234123412341234"')
    rehash(forged_small)
    with pytest.raises(CertificateError):
        verify_certificate(forged_small)


def test_a_changed_digit_of_a_solution_is_found(forged_small: Path) -> None:
    solutions = claim(forged_small)["solutions"]
    other = "2" if solutions[0][5] != "2" else "3"
    rewrite(forged_small, solutions=[solutions[0][:5] + other + solutions[0][6:], *solutions[1:]])
    refused(forged_small, "a grid that is not a solution")


# Another puzzle than it seems ----------------------------------------------------------------


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("1.............3.", "r4c3 may be 4, not 3$"),
        ("................", "r1c1 may be 1, not 1 2 3 4, and 1 more cells differ"),
        (Puzzle(boxes(2, 2), (15, *(7,) * 9, *(15,) * 6)), "r1c1 .*, and 10 more cells differ$"),
        (Puzzle(boxes(2, 2), (1, 7, *(15,) * 12, 8, 15)), "r1c2 may be 1 2 3 4, not 1 2 3$"),
        (Puzzle(boxes(2, 2), (1, 0, *(15,) * 12, 8, 15)), "r1c2 may be 1 2 3 4, not nothing$"),
        (Puzzle.empty(boxes(2, 2).with_diagonals()), r"its rules are 4, not 4\+diagonals$"),
        (Puzzle.empty(SIX), "its rules are 4, not jigsaw:111222"),
        (Puzzle.empty(boxes(3, 3)), "its rules are 4, not 9$"),
    ],
    ids=str,
)
def test_the_difference_to_the_puzzle_that_was_asked_about_is_named(
    asked: Puzzle | str, message: str, small: Path
) -> None:
    assert verify_certificate(small, puzzle=EIGHTEEN).verdict is Verdict.MULTIPLE
    with pytest.raises(CertificateError, match=f"not the puzzle that was asked about: {message}"):
        verify_certificate(small, puzzle=asked)


def test_rules_and_pencil_marks_are_shown(tmp_path: Path) -> None:
    shown = {}
    for name, puzzle in {
        "classic": Puzzle.from_digits((1, *(0,) * 15), boxes(2, 2)),
        "jigsaw": Puzzle.from_digits((1, *(0,) * 15), jigsaw("1112 1222 3334 3444")),
        "marks": Puzzle(boxes(2, 2), (1, 3, *(15,) * 14)),
    }.items():
        certify(puzzle, tmp_path / name)
        shown[name] = run("verify", str(tmp_path / name)).lines[1:8]
    assert {lines[1] for lines in shown.values()} >= {"puzzle    1..............."}
    assert shown["classic"][0] == "rules     4"
    assert shown["jigsaw"][0] == "rules     jigsaw:1112122233343444"
    assert shown["marks"][1] == "puzzle    1..............., with these pencil marks:"
    assert "12" in shown["marks"][3].split()
    document = json.loads(run("verify", str(tmp_path / "marks"), "--json").out)
    assert document["candidates"][1] == [1, 2]
    assert document["rules"] == {"size": 4, "boxes": [2, 2]}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "puzzle",
            '{"rules": {"size": 4, "boxes": [2, 2]}, "puzzle": "1", "puzzle": "1.............4."}',
        ),
        (
            "size",
            '{"rules": {"size": 9, "size": 4, "boxes": [2, 2]}, "puzzle": "1.............4."}',
        ),
        ("puzzle", '{"puzzle": "1.............4.", "puzzle": "1.............4."}'),
    ],
)
def test_a_puzzle_with_a_name_twice_is_refused(name: str, content: str, forged_small: Path) -> None:
    (forged_small / "puzzle.json").write_text(content)
    rehash(forged_small)
    refused(forged_small, rf"puzzle\.json: the name '{name}' occurs twice in an object")


@pytest.mark.parametrize("marks", ['[1, "2", 3, 4]', '"1234"', "1", "[1, 2, true]", "null"])
def test_marks_that_are_not_lists_of_numbers_are_refused(marks: str, forged_small: Path) -> None:
    every = ", ".join([marks, *["[1, 2, 3, 4]"] * 15])
    document = '{"rules": {"size": 4, "boxes": [2, 2]}, "puzzle": "%s", "candidates": [%s]}'
    (forged_small / "puzzle.json").write_text(document % ("1.............4.", every))
    rehash(forged_small)
    refused(forged_small, r"puzzle\.json: candidates\[0\].*; expected a (list|whole number)")


@pytest.mark.parametrize(
    "content",
    [
        '"1.............4."',
        '["1.............4."]',
        '{"puzzle": "1.............4.", "grid": "................"}',
        '{"grid": "1.............4."}',
        '{"rules": "4", "puzzle": "1.............4.", "grid": "................"}',
        '{"puzzle": "1.............4.", "solution": "1234341221434321"}',
        '{"puzzle": "1.............4."} {"puzzle": "1.............4."}',
        '# a comment\n{"puzzle": "1.............4."}',
        '{"puzzle": "1.............4."}',
        '{"rules": {"size": 4}, "candidates": [' + ", ".join(["[1, 2, 3, 4]"] * 16) + "]}",
    ],
)
def test_a_puzzle_that_says_more_or_less_than_is_proved_is_refused(
    content: str, forged_small: Path
) -> None:
    (forged_small / "puzzle.json").write_text(content)
    rehash(forged_small)
    refused(
        forged_small,
        r"puzzle\.json: (line 1, column [0-9]+: not JSON|(rules|puzzle): it is missing"
        r"|(grid|solution): unknown; expected rules, puzzle, candidates"
        r"|.*; expected an object with rules)",
    )


# Files ---------------------------------------------------------------------------------------


@pytest.mark.thorough(but=2)
@pytest.mark.posix
@pytest.mark.parametrize("name", ["puzzle.json", "formula.cnf", "proof.drat", "manifest.json"])
def test_what_is_no_regular_file_is_refused_at_once(name: str, forged_small: Path) -> None:
    path = forged_small / name
    elsewhere = forged_small.parent / "elsewhere"
    path.rename(elsewhere)
    refused(forged_small, f"{name}: it is missing")
    path.symlink_to(elsewhere)
    refused(forged_small, f"{name}: it is not a regular file")
    path.unlink()
    path.symlink_to("/dev/zero")
    refused(forged_small, f"{name}: it is not a regular file")
    path.unlink()
    path.mkdir()
    refused(forged_small, f"{name}: it is not a regular file")
    path.rmdir()
    os.mkfifo(path)
    refused(forged_small, f"{name}: it is not a regular file")


@pytest.mark.parametrize("name", ["puzzle.json", "formula.cnf", "proof.drat", "manifest.json"])
def test_a_huge_file_is_refused_unread(name: str, forged_small: Path) -> None:
    with (forged_small / name).open("r+b") as stream:
        stream.truncate(manifest.MAX_BYTES + 1)  # takes no room on the disk
    refused(forged_small, f"{name}: more than {manifest.MAX_BYTES} bytes")


def test_other_files_are_not_looked_at(forged_small: Path) -> None:
    (forged_small / "README").write_bytes(b"\xff\x00")
    (forged_small / "proof.drat.bak").mkdir()
    assert verify_certificate(forged_small).verdict is Verdict.MULTIPLE


def test_a_certificate_too_big_to_be_verified_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpsudoku.certificates.writing.MAX_BYTES", 1000)
    with pytest.raises(CertificateError, match=r"formula\.cnf would have \d+ bytes; at most 1000"):
        certify(EIGHTEEN, tmp_path / "new")
    assert not (tmp_path / "new").exists()


# Manifests and puzzles -----------------------------------------------------------------------


@pytest.mark.thorough(but=8)
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "another"}, "format: 'another'; expected 'cpsudoku certificate'"),
        ({"format_version": 2}, "format_version: 2; expected 1"),
        ({"format_version": "1"}, "format_version: '1'; expected 1"),
        ({"format_version": 1.0}, "format_version: 1.0; expected 1"),
        ({"format_version": True}, "format_version: True; expected 1"),
        ({"verdict": "none"}, "verdict: 'none'; expected 'multiple' with 18 solutions"),
        ({"verdict": None}, "verdict: None; expected a text"),
        ({"verdict": ["multiple"]}, "verdict: "),
        ({"solutions": None}, "solutions: None; expected a list"),
        ({"solutions": {"0": "1"}}, "solutions: .* expected a list"),
        ({"solutions": [1, 2]}, r"solutions\[0\]: 1; expected a text"),
        ({"solver": "cadical195"}, "solver: 'cadical195'; expected an object with name, version"),
        ({"solver": {"name": 3, "version": "1"}}, "solver.name: 3; expected a text"),
        ({"solver": {"name": "x"}}, "solver.version: it is missing"),
        ({"solver": {"name": "x", "version": "1", "seed": 1}}, "solver.seed: unknown; expected"),
        ({"encoding": []}, r"encoding: \[\]; expected a text"),
        ({"sha256": None}, "sha256: None; expected an object with puzzle.json, formula.cnf, proof"),
        ({"sha256": {"../../etc/passwd": "0" * 64}}, "sha256: .*; expected an object with puzzle"),
        (
            {"sha256": {"puzzle.json": 1, "formula.cnf": 2, "proof.drat": 3}},
            r"sha256.puzzle.json: 1; expected a SHA-256",
        ),
        ({"sha256": dict.fromkeys(manifest.HASHED, "0" * 63)}, "sha256.puzzle.json: '000"),
        ({"sha256": dict.fromkeys(manifest.HASHED, "A" * 64)}, "expected a SHA-256"),
        ({"proved": True}, "proved: unknown; expected format, format_version"),
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
        refused(forged_small, "sha256: .*; expected an object with puzzle.json, formula.cnf, proof")


def test_a_name_that_occurs_twice_is_refused(forged_small: Path) -> None:
    path = forged_small / "manifest.json"
    path.write_text(path.read_text().replace("{", '{"verdict": "unique",', 1))
    refused(forged_small, r"manifest\.json: the name 'verdict' occurs twice")


@pytest.mark.thorough(but=4)
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


CLAUSE = "line [0-9]+: expected a clause such as"


def with_last(text: str, line: str) -> str:
    """The text of a formula with another last line."""
    return "\n".join([*text.splitlines()[:-1], line]) + "\n"


@pytest.mark.thorough(but=8)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "", "line 1: expected the header"),
        (lambda text: text.replace("p cnf", "p dnf"), "expected the header"),
        (lambda text: text + text[text.index("p cnf") :], "expected the header"),
        (lambda text: text[:-2], CLAUSE),
        (lambda text: with_last(text, "1_0 0"), CLAUSE),
        (lambda text: with_last(text, "+1 0"), CLAUSE),
        (lambda text: with_last(text, "9" * 5000 + " 0"), CLAUSE),
        (lambda text: with_last(text, "65 0"), "a variable beyond 64"),
        (lambda text: "1 0\n" + text, "line 1: expected the header"),
        (lambda text: with_last(text, "-0"), CLAUSE),
        (lambda text: with_last(text, "00"), CLAUSE),
        (lambda text: with_last(text, ""), CLAUSE),
        (lambda text: with_last(text, "c 1 r1c1=1"), CLAUSE),
        (lambda text: with_last(text, "1 0 2 0"), CLAUSE),
        (lambda text: with_last(text, f"{2**32 + 1} 0"), CLAUSE),
        (lambda text: text.replace("c 1 ", "c " + "1" * 5000 + " "), "no comment maps variable 1"),
        (lambda text: "\x00\x01\x02", "expected printable text"),
        (lambda text: text.replace("\n", "\r\n"), "expected printable text"),
        (lambda text: text.replace(" ", "\t"), "expected printable text"),
        (lambda text: text.replace("\n", "\f"), "expected printable text"),
    ],
)
def test_a_formula_that_is_none_is_refused(
    change: Callable[[str], str], message: str, forged_small: Path
) -> None:
    path = forged_small / "formula.cnf"
    path.write_text(change(path.read_text()))
    rehash(forged_small)
    refused(forged_small, message)


def test_a_formula_may_have_comments_that_map_nothing() -> None:
    text = "c\nc a=b\nc 1 r1c1=1\nc 8 r2c2=2\np cnf 8 2\n1 0\n-8 1 0\n"
    assert formula.read_dimacs(text, latin(2)) == {frozenset({1}), frozenset({1, -8})}
    with pytest.raises(CertificateError, match="line 5: expected the header `p cnf 8 2`"):
        formula.read_dimacs(text.replace("8 2", "8 3"), latin(2))


def test_the_command_refuses_with_status_1_and_one_line(forged_small: Path) -> None:
    (forged_small / "proof.drat").write_bytes(b"\xff")
    rehash(forged_small)
    done = run("verify", str(forged_small))
    assert done.status == 1
    assert done.out.startswith("refused: proof.drat: no text")
    assert len(done.lines) == 1
    assert done.err == ""
