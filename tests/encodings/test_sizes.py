"""How big rules become: counted as an encoding is written, and given by `supports`."""

from __future__ import annotations

import pytest
from variant_examples import EXAMPLES, board_of

from cpsudoku import backends
from cpsudoku.encodings import cnf
from cpsudoku.rules import Linear, Rules, boxes, classic, latin
from cpsudoku.variants import from_text, with_variants


@pytest.mark.parametrize("name", EXAMPLES)
def test_clauses_are_counted_as_they_are_written(name: str) -> None:
    board = board_of(name)
    for text in EXAMPLES[name]:
        variant = from_text(text, board)
        houses = latin(board.size).constraints if variant.needs_houses else ()
        rules = Rules(board, [*houses, variant])
        real = len(cnf.encode(rules).clauses)
        found, _, is_least = cnf.clauses_counted(rules)
        # Parts of alternatives that occur twice are written once.
        assert real <= found <= 1.1 * real, text
        assert not is_least


@pytest.mark.parametrize("rules", [boxes(2, 2), boxes(2, 3).with_diagonals(), latin(4), classic()])
def test_groups_alone_are_counted_from_their_sizes(rules: Rules) -> None:
    assert cnf.clauses_counted(rules) == (cnf.extent(rules)[1], "clauses", False)


def test_counting_is_cut_off() -> None:
    rules = with_variants(classic(), "noties")  # millions of clauses
    assert cnf.other_clauses_counted(rules, rules.others) == cnf.MOST_COUNTED
    if (sat := backends.get("sat")).supports(rules):
        assert sat.described(rules) == "encoded: more than 210,000 clauses"


def test_supports_says_native_encoded_and_how_big_or_refused() -> None:
    cage = classic().with_constraints([Linear((0, 1, 2), (1, 1, 1), "=", (9,), "cage")])
    backtrack, dlx = map(backends.get, ("backtrack", "dlx"))
    assert (backtrack.described(cage), backtrack.measure(cage)) == ("native", None)
    assert dlx.supports(cage).reason == "cannot say: cage r1c1 r1c2 r1c3"
    assert dlx.described(classic()) == "encoded: about 730 options"


@pytest.mark.parametrize("name", ["sat", "cpsat", "fd"])
def test_solvers_say_how_big_a_line_becomes(name: str) -> None:
    backend, line = backends.get(name), with_variants(classic(), "entropic@r1c1,r2c2,r3c3")
    if not (support := backend.supports(line)):
        pytest.skip(support.reason)
    expected = {
        "sat": "encoded: about 11,000 clauses",
        "cpsat": "encoded: about 81 clauses beside groups, sums and counts",
        "fd": "native",
    }
    assert backend.described(line) == expected[name]
    killer = with_variants(classic(), "killer:9@r1c1,r1c2")
    assert (backend.measure(killer) is None) == (name != "sat")
