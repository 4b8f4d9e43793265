"""Proof checkers against brute force: nothing refutes a formula that has a model."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

import pytest
from dratify import CNF, DRATChecker
from plain_proofs import Elaborator, Follower, lists_in

from cpsudoku.certificates import checking, proving
from cpsudoku.certificates.checking import ProofStep, flat
from cpsudoku.errors import BackendError, CertificateError

Clause = tuple[int, ...]
native = pytest.importorskip("cpsudoku._native")

Run = Callable[[Sequence[Clause], Sequence[ProofStep]], bool]


def by_library(clauses: Sequence[Clause], steps: Sequence[ProofStep]) -> bool:
    return checking.library_fault(clauses, steps) is None


def by_own(clauses: Sequence[Clause], steps: Sequence[ProofStep]) -> bool:
    return checking.own_fault(clauses, steps) is None


def by_own_plain(clauses: Sequence[Clause], steps: Sequence[ProofStep]) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checking, "_checker", plain_checker)
        return by_own(clauses, steps)


def plain_checker(formula: bytes) -> tuple[Elaborator, Follower]:
    return Elaborator(formula), Follower(formula)


CHECKERS: dict[str, Run] = {"library": by_library, "own": by_own, "plain": by_own_plain}


def models(clauses: Sequence[Clause], variables: int) -> Iterator[set[int]]:
    for signs in product((1, -1), repeat=variables):
        model = {sign * variable for variable, sign in enumerate(signs, start=1)}
        if all(not model.isdisjoint(clause) for clause in clauses):
            yield model


def random_clause(chance: random.Random, variables: int, longest: int = 3) -> Clause:
    size = chance.randint(1, longest)
    return tuple(chance.choice((-1, 1)) * chance.randint(1, variables) for _ in range(size))


def random_formula(chance: random.Random) -> tuple[list[Clause], int]:
    variables = chance.randint(2, 5)
    number = chance.randint(2, 4 * variables)
    return [random_clause(chance, variables) for _ in range(number)], variables


def internal(clause: Iterable[int]) -> list[int]:
    return [2 * abs(x) - 2 + (x < 0) for x in clause]


def lax_proof(chance: random.Random, clauses: list[Clause], variables: int) -> list[ProofStep]:
    """Return random steps that the library accepts *with* RAT, and the empty clause.

    RAT and deletions together it accepts wrongly at times, so that these are the forgeries to try.
    """
    formula = CNF()
    for clause in clauses:
        formula.add_dimacs(clause)
    lax = DRATChecker(formula, check_rat=True)
    there, steps = list(clauses), []
    for _ in range(40):
        if chance.random() < 0.3 and there:
            clause = there.pop(chance.randrange(len(there)))
            lax.check_step("d", internal(clause))
            steps.append(ProofStep(True, clause))
            continue
        # Two variables more than the formula has: definitions, and what is forged with them.
        clause = random_clause(chance, variables + 2)
        if lax.check_step("a", internal(clause)):
            there.append(clause)
            steps.append(ProofStep(False, clause))
        if lax.check_step("a", []):
            break
    return [*steps, ProofStep(False, ())]


def try_forgeries(seed: int, tries: int) -> tuple[int, int]:
    """Try forgeries; return how many formulas had a model, and how many of them RAT refutes."""
    chance = random.Random(seed)
    satisfiable = fooled = 0
    for _ in range(tries):
        clauses, variables = random_formula(chance)
        has_model = next(models(clauses, variables), None) is not None
        steps = lax_proof(chance, clauses, variables)
        accepted = {name: run(clauses, steps) for name, run in CHECKERS.items()}
        if has_model:
            assert not any(accepted.values()), (accepted, clauses, steps)
            satisfiable += 1
            formula = CNF()
            for clause in clauses:
                formula.add_dimacs(clause)
            checker = DRATChecker(formula, check_rat=True)
            fooled += checker.check(
                ("d" if step.deletes else "a", internal(step.clause)) for step in steps
            ).ok
        else:
            # The plain one ignores deletions, so that it may accept what the others do not.
            assert accepted["library"] == accepted["own"] <= accepted["plain"], (clauses, steps)
    return satisfiable, fooled


@pytest.mark.thorough
def test_no_forgery_refutes_a_formula_that_has_a_model() -> None:
    satisfiable, fooled = try_forgeries(1, 3000)
    assert satisfiable > 1000
    assert fooled > 0  # the forgeries are such as have fooled a checker


@pytest.mark.slow
def test_no_forgery_of_many_refutes_a_formula_that_has_a_model() -> None:
    satisfiable, fooled = try_forgeries(2, 250_000)
    assert satisfiable > 100_000
    assert fooled > 10_000


# Lines with hints: the follower alone --------------------------------------------------------


def random_lines(chance: random.Random, formula: list[Clause], variables: int) -> list[Clause]:
    """Return clauses and hints in turn; the hints are good, nearly good, or anything."""
    elaborator = native.ProofElaborator(flat(formula))
    for _ in range(20):
        elaborator.add(flat([random_clause(chance, variables)]))
        if elaborator.refuted:
            break
    lines = list(lists_in(elaborator.take_lines()))
    for _ in range(chance.randint(0, 3)):
        line = 2 * chance.randint(0, len(lines) // 2)
        hints = tuple(
            chance.randint(-1, len(formula) + 9) or 1 for _ in range(chance.randint(0, 4))
        )
        what = chance.randint(0, 3)
        if what == 0:
            lines[line:line] = [random_clause(chance, variables)[1:], hints]
        elif lines and what == 1:
            lines[chance.randrange(len(lines)) | 1] = hints
        elif lines and what == 2:
            place = 2 * chance.randrange(len(lines) // 2)
            lines[place] = lines[place][1:]
        elif lines:
            place = chance.randrange(len(lines))
            lines[place] = tuple(x + chance.choice((-1, 0, 0, 1)) or 1 for x in lines[place])
    return lines


def try_lines(seed: int, tries: int) -> tuple[int, int]:
    """Follow random lines; return how many were followed, and how many refused."""
    chance = random.Random(seed)
    followed = refused = 0
    for _ in range(tries):
        clauses, variables = random_formula(chance)
        lines = random_lines(chance, clauses, variables)
        twins = native.ProofFollower(flat(clauses)), Follower(flat(clauses))
        said = [twin.follow(flat(lines)) for twin in twins]
        assert said[0] == said[1], (clauses, lines)
        assert twins[0].accepted == twins[1].accepted
        assert twins[0].refuted == twins[1].refuted
        accepted = lines[: 2 * twins[0].accepted : 2]
        top = max([variables, *(abs(x) for clause in accepted for x in clause)])
        for model in models(clauses, min(top, 9)):
            for clause in accepted:
                assert not model.isdisjoint(clause), (clauses, lines)
            assert not twins[0].refuted
        followed += twins[0].accepted
        refused += not said[0]
    return followed, refused


def test_every_clause_that_is_followed_holds_in_every_model() -> None:
    followed, refused = try_lines(3, 3000)
    assert followed > 1000
    assert refused > 500


@pytest.mark.slow
def test_every_clause_of_many_that_is_followed_holds_in_every_model() -> None:
    followed, refused = try_lines(4, 150_000)
    assert followed > 50_000
    assert refused > 10_000


FORMULA = [(1, 2), (1, -2), (-1, 3), (-1, -3)]


@pytest.mark.parametrize("make", [native.ProofFollower, Follower])
@pytest.mark.parametrize(
    "line",
    [
        ((), (1,)),  # leaves two literals
        ((1,), (1,)),  # leaves one, and no conflict
        ((1,), ()),
        ((), ()),
        ((1,), (0 + 5, 1, 2)),  # the line itself
        ((1,), (6, 1, 2)),  # a line to come
        ((1,), (-1, 1, 2)),
        ((1,), (1, 2**30)),
        ((), (1, 2)),
        ((3,), (1, 2)),
        ((1, -1), (1, 2**29)),
    ],
)
def test_a_line_that_does_not_follow_ends_everything(
    make: type[Follower], line: tuple[Clause, Clause]
) -> None:
    follower = make(flat(FORMULA))
    assert not follower.follow(flat(line))
    good = flat([(1,), (1, 2), (), (5, 3, 4)])
    assert not follower.follow(good)  # though it is good
    assert not follower.refuted
    assert make(flat(FORMULA)).follow(good)


@pytest.mark.parametrize("make", [native.ProofFollower, Follower])
def test_literals_twice_and_of_both_signs_are_what_they_say(
    make: type[Follower],
) -> None:
    follower = make(flat([(1, 1, 1), (2, -2), (-1, -1, 3), (-3, -1, -3)]))
    assert follower.follow(flat([(3, 3), (1, 3), (5, -5, 1), (1,), (), (1, 5, 4)]))
    assert follower.refuted
    weak = make(flat([(2, -2), (1, -1, 1), (3, 3)]))
    assert not weak.follow(flat([(), (1, 2, 3)]))


@pytest.mark.parametrize("make", [native.ProofFollower, Follower])
@pytest.mark.parametrize("lines", [flat([(1,)])[:-4], flat([(1,)]), flat([(1,), (1, 2)])[:-4]])
def test_lists_without_an_end_are_refused_and_spoil_nothing(
    make: type[Follower], lines: bytes
) -> None:
    follower = make(flat(FORMULA))
    with pytest.raises(ValueError, match="without"):
        follower.follow(lines)
    assert not follower.follow(flat([(1,), (1, 2), (), (5, 3, 4)]))
    assert not follower.refuted


# What solvers write --------------------------------------------------------------------------


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize("solver", proving.SOLVERS)
def test_genuine_proofs_are_accepted_by_all(solver: str) -> None:
    chance = random.Random(solver)
    proved = 0
    while proved < 15:
        variables = chance.randint(8, 30)
        clauses = [
            tuple(chance.choice((-1, 1)) * v for v in chance.sample(range(1, variables + 1), 3))
            for _ in range(5 * variables)
        ]
        try:
            proof = proving.prove(clauses, solver, None)
        except BackendError:
            continue  # it has a model
        proved += 1
        steps = checking.parse(proof, variables)
        assert checking.library_fault(clauses, steps) is None
        assert checking.own_fault(clauses, steps) is None
        assert by_own_plain(clauses, steps)


def test_a_proof_may_have_a_variable_more_for_each_of_its_literals() -> None:
    assert checking.parse("5 -6 0\n0\n", 4)[0].clause == (5, -6)
    with pytest.raises(CertificateError, match="far beyond"):
        checking.parse("5 -7 0\n0\n", 4)


def test_a_step_that_does_not_follow_is_named_by_its_number() -> None:
    clauses = [(1, 2), (1, -2)]
    steps = [ProofStep(False, (1,)), ProofStep(True, (1, 2)), ProofStep(False, (5,))]
    for fault in (checking.own_fault, checking.library_fault):
        assert str(fault(clauses, steps)).startswith("step 3: ")
        assert not str(fault(clauses, steps[:1])).startswith("step")


@pytest.mark.parametrize("make", [native.ProofElaborator, Elaborator])
def test_of_added_clauses_the_first_that_does_not_follow_is_reported(
    make: type[Elaborator],
) -> None:
    elaborator, follower = make(flat([(1,), (2, 3)])), Follower(flat([(1,), (2, 3)]))
    assert elaborator.add(flat([(3, 2), (1, 4), (5, -5)])) is None  # some say nothing new
    assert follower.follow(elaborator.take_lines())
    assert elaborator.add(flat([(2, 3), (2,), (3,)])) == 1
    assert not elaborator.refuted
