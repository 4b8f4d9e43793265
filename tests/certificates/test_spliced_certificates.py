"""Certificates put together from pieces of others: whatever is accepted is true.

Files are changed, exchanged and repaired at random, with hashes that fit, and often with a formula
that fits puzzle and claim, so that many go as far as the proof checkers.
"""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.certificates import certify, formula, manifest, verification
from cpsudoku.errors import CertificateError
from cpsudoku.ground.deadline import NEVER
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import boxes, cell_name, jigsaw, latin
from cpsudoku.variants import with_variants

Files = dict[str, str]

RULES = (
    boxes(2, 2),
    latin(3),
    latin(4),
    boxes(2, 2).with_diagonals(),
    jigsaw("1112 1222 3334 3444"),
    with_variants(boxes(2, 2), "killer:5@r1c1,r1c2,r2c3", "thermo@r4c1,r3c1"),
    with_variants(latin(4), "xv:5@r1c1,r1c2", "between@r2c1,r2c2,r2c3", "even@r4c4"),
    with_variants(latin(3), "antiknight"),
)


def random_puzzle(chance: random.Random) -> Puzzle:
    rules = chance.choice(RULES)
    masks = [rules.all_digits] * rules.cell_count
    for _ in range(chance.randint(1, 7)):
        marks = [1 << chance.randrange(rules.size), chance.randint(1, rules.all_digits)]
        masks[chance.randrange(len(masks))] = chance.choice(marks)
    return Puzzle(rules, tuple(masks))


def genuine(chance: random.Random, folder: Path) -> list[Files]:
    """Return the files of some certificates."""
    found: list[Files] = []
    while len(found) < 25:
        try:
            certify(random_puzzle(chance), folder, limit=40)
        except CertificateError:
            continue  # too many solutions
        found.append({p.name: p.read_text() for p in folder.iterdir()})
    return found


def changed(chance: random.Random, text: str) -> str:
    """Return a text with a line or word or character lost, doubled, moved or changed."""
    lines = text.split("\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    what = chance.randrange(6)
    if what == 0:
        del lines[one]
    elif what == 1:
        lines.insert(one, lines[other])
    elif what == 2:
        lines[one], lines[other] = lines[other], lines[one]
    elif what == 3:
        lines = lines[: min(one, other)] + lines[max(one, other) :]
    elif what == 4:
        words = lines[one].split(" ")
        place = chance.randrange(len(words))
        number = str(chance.randint(-70, 70))
        words[place] = chance.choice([number, "0", "d", f"-{words[place]}", words[0]])
        lines[one] = " ".join(words)
    else:
        place = chance.randrange(len(text) + 1)
        new = chance.choice('0123456789 -d\n.,"[]{}')
        return text[:place] + new + text[place + chance.randint(0, 1) :]
    return "\n".join(lines)


def with_fewer_solutions(chance: random.Random, text: str) -> str:
    document = json.loads(text)
    if document["solutions"]:
        document["solutions"].pop(chance.randrange(len(document["solutions"])))
    document["verdict"] = ("none", "unique", "multiple")[min(len(document["solutions"]), 2)]
    return json.dumps(document)


def fitting_formula(files: Files) -> str:
    """Return the formula that puzzle and claim of some files ask for."""
    puzzle = verification.puzzle_of(files["puzzle.json"])
    texts = json.loads(files["manifest.json"])["solutions"]
    size = puzzle.rules.size
    grids = [manifest.parse_grid(text, puzzle.rules) for text in texts]
    clauses = set(formula.each_clause(puzzle, grids))
    lines = [
        f"c {cell * size + digit} {cell_name(cell, size)}={digit}"
        for cell in range(size * size)
        for digit in range(1, size + 1)
    ]
    lines.append(f"p cnf {formula.last_variable(puzzle.rules)} {len(clauses)}")
    lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return "\n".join(lines) + "\n"


def spliced(chance: random.Random, certificates: list[Files]) -> Files:
    files = dict(chance.choice(certificates))
    for _ in range(chance.randint(1, 3)):
        name = chance.choice(list(files))
        if chance.random() < 0.3:
            files[name] = chance.choice(certificates)[name]
        elif name == "manifest.json":
            files[name] = with_fewer_solutions(chance, files[name])
        else:
            files[name] = changed(chance, files[name])
    if chance.random() < 0.7:
        with suppress(CertificateError):  # the puzzle may be damaged
            files["formula.cnf"] = fitting_formula(files)
    document = json.loads(files["manifest.json"])
    document["sha256"] = {name: manifest.sha256(files[name].encode()) for name in manifest.HASHED}
    return files | {"manifest.json": json.dumps(document)}


def try_splices(seed: int, tries: int, folder: Path) -> tuple[int, int]:
    """Verify spliced certificates; return how many were accepted and how many refused."""
    chance = random.Random(seed)
    certificates = genuine(chance, folder)
    accepted = refused = 0
    for _ in range(tries):
        files = spliced(chance, certificates)
        for name, text in files.items():
            (folder / name).write_text(text)
        try:
            found = verification._verified(folder, None, NEVER)
        except CertificateError:
            refused += 1
            continue
        assert found.puzzle is not None
        every = list(cpsudoku.solutions(found.puzzle, backend="backtrack"))
        assert sorted(found.solutions) == sorted(every), files
        accepted += 1
    return accepted, refused


@pytest.mark.thorough
@pytest.mark.compiled
def test_what_is_accepted_of_spliced_certificates_is_true(tmp_path: Path) -> None:
    accepted, refused = try_splices(1, 100, tmp_path)
    assert accepted > 10
    assert refused > 40


@pytest.mark.slow
def test_what_is_accepted_of_many_spliced_certificates_is_true(tmp_path: Path) -> None:
    accepted, refused = try_splices(2, 20_000, tmp_path)
    assert accepted > 2000
    assert refused > 8000
