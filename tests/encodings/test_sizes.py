"""Estimates of how big rules become: near what an encoding has, and given by `supports`."""

from __future__ import annotations

import pytest
from variant_examples import EXAMPLES, board_of

from cpsudoku import backends
from cpsudoku.encodings import choices, cnf, sizes
from cpsudoku.rules import Linear, Rules, boxes, classic, latin
from cpsudoku.variants import from_text, with_variants

# Where an automaton merges most of its states, which no size shows.
MERGED = {"skyscraper", "equality", "regionrun", "sandwich", "lunchbox", "xsum", "countdistinct"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_estimate_is_near_the_number_of_clauses(name: str) -> None:
    board = board_of(name)
    for text in EXAMPLES[name]:
        variant = from_text(text, board)
        houses = latin(board.size).constraints if variant.needs_houses else ()
        rules = Rules(board, [*houses, variant])
        real = len(cnf.encode(rules).clauses)
        found = sizes.clauses(rules)
        assert real / 2 <= found <= real * (8 if name in MERGED else 3), (text, real, found)


@pytest.mark.parametrize("rules", [boxes(2, 2), boxes(2, 3).with_diagonals(), latin(4), classic()])
def test_of_groups_alone_nothing_is_estimated(rules: Rules) -> None:
    assert sizes.clauses(rules) == cnf.extent(rules)[1]


def test_nothing_is_unrolled_for_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = with_variants(latin(16), "distinct:6@" + ",".join(f"r1c{i}" for i in range(1, 17)))

    def encoded(*_: object) -> object:
        raise AssertionError

    monkeypatch.setattr(choices, "automaton", encoded)
    assert sizes.clauses(rules) > 1_000_000


def test_supports_says_native_encoded_and_how_big_or_refused() -> None:
    cage = classic().with_constraints([Linear((0, 1, 2), (1, 1, 1), "=", (9,), "cage")])
    said = {name: backends.get(name).supports(cage) for name in ("backtrack", "dlx")}
    assert said["backtrack"].described() == "native"
    assert said["backtrack"].size is None
    assert said["dlx"].described() == "cannot say: cage r1c1 r1c2 r1c3"
    assert backends.get("dlx").supports(classic()).described() == "encoded: about 730 options"


@pytest.mark.parametrize("name", ["sat", "cpsat", "fd"])
def test_solvers_say_how_big_a_line_becomes(name: str) -> None:
    support = backends.get(name).supports(with_variants(classic(), "entropic@r1c1,r2c2,r3c3"))
    if not support:
        pytest.skip(support.reason)
    expected = {
        "sat": "encoded: about 11,000 clauses",
        "cpsat": "encoded: about 81 clauses beside groups, sums and counts",
        "fd": "native",
    }
    assert support.described() == expected[name]
    killer = with_variants(classic(), "killer:9@r1c1,r1c2")
    assert (backends.get(name).supports(killer).size is None) == (name != "sat")
