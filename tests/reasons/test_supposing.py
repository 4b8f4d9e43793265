"""What is supposed holds where it is supposed, and nowhere else."""

from cpsudoku.deadline import NEVER
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.reasons.supposing import SupposingOracle


def test_clauses_hold_in_what_is_supposed_and_in_what_is_supposed_there() -> None:
    with Oracle([(1, 2)], NEVER, solver="cadical153") as whole:
        one = SupposingOracle(whole, NEVER)
        other = SupposingOracle(whole, NEVER)
        one.add([-1])
        other.add([-2])
        within = SupposingOracle(one, NEVER)
        within.add([-2])
        assert not one.satisfiable([-2])
        assert one.satisfiable([2])
        assert not other.satisfiable([-1])
        assert not within.satisfiable()
        assert within.satisfiable_within(1000) is False
        within.__exit__()
        assert one.satisfiable()
        one.__exit__()
        other.__exit__()
        assert whole.satisfiable([1, 2])
