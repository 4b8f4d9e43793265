"""Forged proofs of false claims: nothing that is written into ``proof.drat`` makes them hold.

Each certificate here claims fewer solutions than there are.  Its formula has a model, so that it
lacks nothing but a proof; manifest and hashes fit.
"""

from __future__ import annotations

import gzip
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from forging import claim, edit, refused, rehash, rewrite, with_more_clauses
from plain_proofs import Elaborator, Follower, lists_in
from well_known import EIGHTEEN, INKALA_2010

from cpsudoku.certificates import certify, checking, verify_certificate
from cpsudoku.errors import CertificateError
from cpsudoku.result import Verdict

pytestmark = pytest.mark.compiled


def claim_fewer(folder: Path, kept: int) -> None:
    """Claim only this many of the solutions, with a formula to match."""
    solutions = claim(folder)["solutions"]
    path = folder / "formula.cnf"
    lines, _ = with_more_clauses(path, kept - len(solutions))
    path.write_text("\n".join(lines[: len(lines) + kept - len(solutions)]) + "\n")
    verdict = ("none", "unique", "multiple")[min(kept, 2)]
    rewrite(folder, solutions=solutions[:kept], verdict=verdict)
    rehash(folder)


@pytest.fixture(scope="module")
def small_original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    certify(EIGHTEEN, folder)
    claim_fewer(folder, 1)
    return folder


@pytest.fixture(scope="module", params=[(INKALA_2010, 0), (EIGHTEEN, 1)], ids=["none", "unique"])
def original(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("false")
    puzzle, kept = request.param
    certify(puzzle, folder)
    claim_fewer(folder, kept)
    return folder


@pytest.fixture
def false(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "false"))


@pytest.fixture
def small(tmp_path: Path, small_original: Path) -> Path:
    return Path(shutil.copytree(small_original, tmp_path / "small"))


@pytest.fixture(scope="module")
def genuine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("genuine")
    certify(INKALA_2010, folder)
    return folder


@pytest.fixture
def forged(genuine: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(genuine, tmp_path / "forged"))


def write_proof(folder: Path, proof: str | bytes) -> None:
    (folder / "proof.drat").write_bytes(proof if isinstance(proof, bytes) else proof.encode())
    rehash(folder)


@pytest.mark.thorough(but=1)
def test_the_proof_of_the_true_claim_does_not_prove_the_false_one(false: Path) -> None:
    refused(false, r"proof\.drat: dratify .*: step \d+: .* LRAT checker: step \d+: ")


def test_steps_that_do_not_follow_prove_nothing_whatever_was_deleted_before(false: Path) -> None:
    # Two new variables a and b: -b is not a consequence but harmless, as is `a b`, from which
    # a follows.  A checker that now deletes `a b` and still holds a to be true, though no clause
    # mentions a any more, finds -a harmless too, and that refutes anything.
    header = next(
        line for line in (false / "formula.cnf").read_text().splitlines() if line[0] == "p"
    )
    variables = int(header.split()[2])
    a, b = variables + 1, variables + 2
    write_proof(false, f"-{b} 0\n{a} {b} 0\nd {a} {b} 0\n-{a} 0\n0\n")
    refused(false, r"proof\.drat: dratify .*: step 1: .* LRAT checker: step 1: ")


STEP = "expected a step"
END = "expected the empty clause as its last step, and once"
CHARACTER = "expected printable text"
NOT_RUP = r"dratify .*: step \d+: clause is not RUP.* LRAT checker: step \d+: "


@pytest.mark.thorough(but=8)
@pytest.mark.parametrize(
    ("proof", "message"),
    [
        # It ends too early or too late.
        ("", END),
        ("\n", STEP),
        ("0", END),
        ("0\n", NOT_RUP),
        ("0\n0\n", END),
        ("0\n1 0\n", END),
        ("1 0\n", END),
        ("d 1 2 0\n", END),
        ("d 0\n", END),
        ("d 0\n0\n", END),
        # Clauses that say nothing, or say it twice.
        ("1 -1 0\n0\n", NOT_RUP),
        ("-1 -1 -1 0\n0\n", NOT_RUP),
        ("3 -3 3 0\nd 3 -3 0\n0\n", NOT_RUP),
        ("d 1 -1 0\nd 1 1 0\n0\n", NOT_RUP),
        ("d 1 0\nd -1 0\nd 2 0\nd -2 0\n0\n", NOT_RUP),
        # New variables, and definitions, which RAT would allow.
        ("65 0\n-65 0\n0\n", NOT_RUP),
        ("65 -2 0\n-65 2 0\n-65 0\n0\n", NOT_RUP),
        ("-66 0\n65 66 0\nd 65 66 0\nd -66 0\n-65 0\n0\n", NOT_RUP),
        ("65 66 0\n65 -66 0\n-65 66 0\n-65 -66 0\n0\n", NOT_RUP),
        # Numbers that overflow.
        ("999999999 0\n0\n", "a variable far beyond"),
        ("d 999999999 1 0\n0\n", "a variable far beyond"),
        (f"{2**31} 0\n0\n", STEP),
        (f"-{2**31} 0\n0\n", STEP),
        (f"{2**32} 0\n", STEP),
        (f"{2**32 + 1} 0\n-1 0\n0\n", STEP),
        (f"{2**64 + 1} 0\n0\n", STEP),
        ("9" * 5000 + " 0\n0\n", STEP),
        ("d " + "9" * 5000 + " 0\n0\n", STEP),
        # Zeros where none may be.
        ("1 0 0\n", STEP),
        ("1 0 -1 0\n0\n", STEP),
        ("-0\n", STEP),
        ("1 -0\n0\n", STEP),
        ("00\n", STEP),
        ("+0\n", STEP),
        ("0x0\n", STEP),
        ("01 0\n0\n", STEP),
        ("1_0 0\n0\n", STEP),
        ("1e1 0\n0\n", STEP),
        ("1.0 0\n0\n", STEP),
        ("- 1 0\n0\n", STEP),
        # Other readers take other spaces, other line ends and comments.
        ("0\r\n", CHARACTER),
        ("0\r", CHARACTER),
        ("1\t0\n0\n", CHARACTER),
        ("1 0\v0\n", CHARACTER),
        ("1 0\f0\n", CHARACTER),
        ("1 0\x1c0\n", CHARACTER),
        ("0\n\x00", CHARACTER),
        ("0\n\x1a", CHARACTER),
        (" 0\n", STEP),
        ("0 \n", STEP),
        ("1  0\n0\n", STEP),
        ("1 0\n\n0\n", STEP),
        ("1\n0\n0\n", STEP),
        ("c 0\n0\n", STEP),
        ("c\n0\n", STEP),
        ("0\nc\n", STEP),
        ("p cnf 1 1\n0\n", STEP),
        ("d\n1 0\n0\n", STEP),
        ("d1 2 0\n0\n", STEP),
        ("dd 1 2 0\n0\n", STEP),
        ("D 1 2 0\n0\n", STEP),
        ("a 1 0\n0\n", STEP),
        ("s VERIFIED\n", STEP),
        ("%\n0\n0\n", STEP),
        # Other formats: binary DRAT, LRAT, FRAT, compressed, other alphabets.
        (b"a\x00", CHARACTER),
        (b"a\x02\x00a\x03\x00a\x00", CHARACTER),
        (b"a\xff\xff\xff\xff\x0f\x00", "no text"),
        ("9999 0 1 2 3 0\n", STEP),
        ("9999 d 1 2 3 0\n0\n", STEP),
        ("o 1 1 0\na 2 0\nf 1 0\n", STEP),
        (gzip.compress(b"0\n", mtime=0), "no text|expected printable"),
        ("\ufeff0\n", "no text"),
        ("\u0661 0\n0\n", "no text"),
        ("\u2212" + "1 0\n0\n", "no text"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_no_proof_proves_nothing(proof: str | bytes, message: str, small: Path) -> None:
    write_proof(small, proof)
    refused(small, f"^proof\\.drat.*{message}")


def formula_of(folder: Path) -> list[str]:
    lines = (folder / "formula.cnf").read_text().splitlines()
    return [line for line in lines if line[0] not in "cp"]


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("which", ["all", "units", "long", "twice"])
def test_deleting_clauses_of_the_formula_proves_nothing(which: str, false: Path) -> None:
    clauses = formula_of(false)
    kept = {
        "all": clauses,
        "units": [clause for clause in clauses if len(clause.split()) == 2],
        "long": [clause for clause in clauses if len(clause.split()) > 3],
        "twice": [*clauses, *clauses],
    }[which]
    write_proof(false, "".join(f"d {clause}\n" for clause in kept) + "0\n")
    refused(false, NOT_RUP)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("seed", range(8))
def test_genuine_steps_with_one_thing_changed_prove_nothing(
    seed: int, false: Path, genuine: Path
) -> None:
    chance = random.Random(seed)
    lines = (genuine / "proof.drat").read_text().splitlines()
    place = chance.randrange(len(lines) - 1)
    words = lines[place].removeprefix("d ").split(" ")
    change = seed % 4
    if change == 0:  # a deletion becomes an addition, or an addition a deletion
        deletes = lines[place].startswith("d ")
        lines[place] = lines[place].removeprefix("d ") if deletes else "d " + lines[place]
    elif change == 1:  # a literal is left out
        del words[chance.randrange(len(words))]
        lines[place] = " ".join([*words[:-1], "0"] if words[-1] == "0" else [*words, "0"])
    elif change == 2:
        lines[place] = lines[place].replace("-", "", 1)
    else:
        chance.shuffle(lines)
    write_proof(false, "\n".join([*filter(lambda line: line != "0", lines), "0"]) + "\n")
    refused(false, r"^proof\.drat: dratify .*: step \d+: .* LRAT checker: step \d+: ")


# Proofs of true claims -----------------------------------------------------------------------


@pytest.mark.thorough
def test_a_proof_cut_short_garbled_or_of_something_else_is_refused(forged: Path) -> None:
    text = (forged / "proof.drat").read_text()
    lines = text.splitlines()
    solution = claim(forged)["solutions"][0]
    for proof, message in (
        ("\n".join(lines[:-1]) + "\n", END),
        (text[: len(text) // 2], END),
        ("nonsense\n" + text, f"line 1: {STEP}"),
        (text + "1 0\n", END),
        ("0\n", NOT_RUP),
        (f"-{solution[0]} 0\n{text}", "dratify .*: step 1: clause is not RUP.*: step 1: the"),
        (bytes(range(256)) * 10, r"proof\.drat: no text"),
    ):
        write_proof(forged, proof)
        refused(forged, message)


def test_the_proof_of_another_puzzle_is_refused(forged: Path, tmp_path: Path) -> None:
    # The same clues turned around: as hard, and another formula.
    certify(INKALA_2010[::-1], tmp_path / "other")
    write_proof(forged, (tmp_path / "other" / "proof.drat").read_text())
    refused(forged, r"proof\.drat: dratify .*: step \d+: .* LRAT checker: step \d+: ")


def test_deletions_of_clauses_that_are_still_needed_are_refused_or_harmless(forged: Path) -> None:
    # Units are in use as long as there is a root assignment, so that deleting them does nothing.
    text = (forged / "proof.drat").read_text()
    units = [clause for clause in formula_of(forged) if len(clause.split()) == 2]
    assert units
    write_proof(forged, "".join(f"d {clause}\n" for clause in units) + text)
    assert verify_certificate(forged).verdict is Verdict.UNIQUE


def test_new_variables_in_a_proof_do_no_harm(forged: Path) -> None:
    text = (forged / "proof.drat").read_text()
    first = text.split(" ", 1)[0].removeprefix("-")
    write_proof(forged, f"1000 -1000 0\nd 1001 1002 0\n{first} -{first} 1003 0\n{text}")
    found = verify_certificate(forged)
    assert found.verdict is Verdict.UNIQUE
    assert found.steps == len(text.splitlines()) + 3


# Checkers that err ---------------------------------------------------------------------------


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("liar", ["library_fault", "own_fault"])
def test_one_checker_that_accepts_is_not_enough_and_both_are_quoted(
    liar: str, false: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, liar, lambda *_: None)
    message = {
        "library_fault": r"dratify [\d.]+: accepted; cpsudoku's LRAT checker: step \d+: ",
        "own_fault": r"dratify [\d.]+: step \d+: .*; cpsudoku's LRAT checker: accepted",
    }[liar]
    refused(false, message)


class Liar(Elaborator):
    """An elaborator that finds hints for everything."""

    def add(self, clauses: bytes) -> int | None:
        self._lines += [line for clause in lists_in(clauses) for line in (clause, (1, 2, 3))]
        self.refuted = True
        return None


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("compiled", [True, False])
def test_an_elaborator_that_lies_is_caught_by_the_follower(
    compiled: bool, false: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    native = pytest.importorskip("cpsudoku._native") if compiled else None
    follower = Follower if native is None else native.ProofFollower
    monkeypatch.setattr(checking, "_checker", lambda f: (Liar(f), follower(f)))
    write_proof(false, "0\n")
    refused(false, r"LRAT checker: line \d+ does not follow from its hints")


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("lie", [lambda lines: b"", lambda lines: lines[: len(lines) // 8 * 4]])
def test_lines_that_are_kept_back_prove_nothing(
    lie: Callable[[bytes], bytes], genuine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Shy(Elaborator):
        def take_lines(self) -> bytes:
            return lie(super().take_lines())

    monkeypatch.setattr(checking, "_checker", lambda f: (Shy(f), Follower(f)))
    with pytest.raises(
        (CertificateError, ValueError), match=r"empty clause|does not follow|without"
    ):
        verify_certificate(genuine)


@pytest.mark.thorough(but=1)
def test_a_false_claim_is_refused_by_the_plain_checker_too(
    false: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "_checker", lambda f: (Elaborator(f), Follower(f)))
    refused(false, NOT_RUP)


def test_a_false_claim_whose_hash_is_old_is_refused_before_anything_is_checked(
    false: Path,
) -> None:
    edit(false / "proof.drat", " 0\n", " 0\n0\n")
    refused(false, "its SHA-256")
