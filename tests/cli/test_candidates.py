"""`cpsudoku candidates`."""

import json
from collections import Counter

from command_line import run
from well_known import CLASH, EIGHTEEN, ENDLESS

from cpsudoku import formats, verify
from cpsudoku.asking import solving


def test_one_puzzle_is_drawn_with_the_digits_that_its_cells_can_take() -> None:
    found = run("candidates", EIGHTEEN)
    assert found.status == 0
    assert found.lines[1] == "│    1  234 │   23  234 │"


def test_several_are_a_line_each() -> None:
    found = run("candidates", "-q", EIGHTEEN, "1234............")
    assert len(found.lines) == 2
    assert found.lines[0].split()[:4] == ["1", "234", "23", "234"]
    assert found.lines[1].split()[:4] == ["1", "2", "3", "4"]


def test_json_has_a_witness_for_each_digit() -> None:
    document = json.loads(run("candidates", "--json", EIGHTEEN).out)
    assert document["complete"] is True
    puzzle = formats.parse(EIGHTEEN)
    assert len(document["candidates"]) == 16
    for cell, witnesses in enumerate(document["candidates"].values()):
        assert witnesses
        for digit, text in witnesses.items():
            grid = formats.parse(text).digits
            assert verify.is_solution(grid, puzzle.rules, puzzle.candidates)
            assert grid[cell] == int(digit)


def test_solutions_are_counted_up_to_the_most_that_is_asked_for() -> None:
    grids = solving.solve(EIGHTEEN, limit=None).solutions
    counts = Counter(candidate for grid in grids for candidate in enumerate(grid))
    document = json.loads(run("candidates", "--json", "--most", "5", EIGHTEEN).out)
    found = {
        (cell, int(digit)): count
        for cell, digits in enumerate(document["counts"].values())
        for digit, count in digits.items()
    }
    assert found == {candidate: min(count, 5) for candidate, count in counts.items()}
    line = run("candidates", "-q", "--most", "5", EIGHTEEN, EIGHTEEN).lines[0].split()
    assert line[0] == "1:5"
    assert line[1] == ",".join(f"{digit}:{min(counts[1, digit], 5)}" for digit in (2, 3, 4))


def test_digits_in_few_solutions_are_listed_below_the_picture() -> None:
    grids = solving.solve(EIGHTEEN, limit=None).solutions
    counts = Counter(candidate for grid in grids for candidate in enumerate(grid))
    few = min(counts.values())
    rare = {f"r{c // 4 + 1}c{c % 4 + 1}={d}" for (c, d), n in counts.items() if n == few}
    (line_of_few,) = [
        line
        for line in run("candidates", "--most", str(few + 1), EIGHTEEN).lines
        if line.startswith("In ")
    ]
    assert line_of_few.startswith(f"In {few} solution")
    assert set(line_of_few.partition(": ")[2].split()) == rare
    assert "In " not in run("candidates", EIGHTEEN).out


def test_a_puzzle_without_solution_has_status_1() -> None:
    found = run("candidates", CLASH)
    assert found.status == 1
    assert found.lines[-1] == "There is no solution."


def test_time_that_runs_out_has_status_3() -> None:
    found = run("candidates", "--timeout", "0", "--backend", "backtrack", ENDLESS)
    assert found.status == 3
    assert "may be more" in found.out
