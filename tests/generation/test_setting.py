"""Puzzles with variants: what is laid out holds, makes the puzzle unique, and is all needed."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import refusal, run

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.errors import GenerationError, OptionError, RulesError
from cpsudoku.generation.layouts import Layout, drawn_names, laid_out, lies_on, own_cells, wishes
from cpsudoku.generation.making import GeneratedPuzzle
from cpsudoku.generation.setting import VariantMaker, VariantSpec, _Attempt
from cpsudoku.ground.deadline import OutOfTimeError
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Cell, boxes, classic
from cpsudoku.symmetry.orbits import permutations
from cpsudoku.variants import Variant, from_text, with_variants
from cpsudoku.variants.cages import Killer

pytestmark = pytest.mark.compiled

GRID = (1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4,
        5, 6, 4, 2, 3, 1, 3, 1, 2, 6, 4, 5, 6, 4, 5, 3, 1, 2)  # fmt: skip


def made(
    seed: int = 1, *, givens: int | None = 0, symmetry: str = "none", **wished: int
) -> GeneratedPuzzle:
    spec = VariantSpec.of(boxes(2, 2), wished, givens=givens, symmetry=symmetry)
    return VariantMaker(spec, seed=seed, backend="sat").make(0)


def added(found: GeneratedPuzzle) -> list[Variant]:
    return [one for one in found.rules.constraints if isinstance(one, Variant)]


def given(found: GeneratedPuzzle) -> list[Cell]:
    return [cell for cell, digit in enumerate(found.digits) if digit]


@pytest.mark.parametrize("name", drawn_names())
def test_what_is_proposed_holds_in_the_grid(name: str) -> None:
    layout = Layout(boxes(2, 3).board, GRID, Randomness(5))
    found = [one for _ in range(6) if (one := layout.proposed(name)) is not None]
    assert found
    assert all(one.holds(GRID) and one.name == name for one in found)
    for one in found:
        one.check(layout.board)


def test_cages_do_not_lie_on_cages_nor_lines_on_lines() -> None:
    layout = Layout(boxes(2, 3).board, GRID, Randomness(2))
    placed: tuple[Variant, ...] = ()
    for _ in range(20):
        for name in ("killer", "thermo"):
            one = layout.proposed(name, placed)
            placed += () if one is None else (one,)
    for name in ("killer", "thermo"):
        cells = [cell for one in placed if one.name == name for cell in own_cells(one)]
        assert len(cells) == len(set(cells)) > 10


def test_a_puzzle_of_which_time_leaves_open_what_it_needs_is_given_as_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = made(5, killer=6, thermo=2)
    calls = iter([False, *[True] * 50])
    still_unique = _Attempt._still_unique

    def until_time_runs_out(attempt: _Attempt) -> bool:
        if next(calls):
            raise OutOfTimeError
        return still_unique(attempt)

    monkeypatch.setattr(_Attempt, "_still_unique", until_time_runs_out)
    found = made(5, killer=6, thermo=2)
    assert ("time ran out" in whole.note, "time ran out" in found.note) == (False, True)
    assert set(added(whole)) < set(added(found))
    assert solving.check(found.puzzle).verdict is Verdict.UNIQUE


@pytest.mark.parametrize("seed", range(3))
def test_a_puzzle_has_one_solution_and_nothing_that_could_go(seed: int) -> None:
    found = made(seed, killer=6, thermo=2)
    assert given(found) == []
    assert solving.check(found.puzzle, backend="sat").solutions == (found.solution,)
    kinds = [one.name for one in added(found)]
    assert kinds.count("killer") <= 6 and kinds.count("thermo") <= 2
    for number in range(len(kinds)):
        fewer = added(found)[:number] + added(found)[number + 1 :]
        rules = boxes(2, 2).with_constraints(fewer)
        assert solving.check(Puzzle.empty(rules), backend="sat").verdict is Verdict.MULTIPLE


def test_the_same_seed_makes_the_same_puzzle() -> None:
    assert made(4, killer=6) == made(4, killer=6) != made(5, killer=6)


def test_a_symmetric_layout_is_its_own_image() -> None:
    found = made(7, givens=None, symmetry="rotate180", killer=6, white=4)
    (turn,) = permutations("rotate180", 4)
    shapes = {(one.name, frozenset(own_cells(one))) for one in added(found)}
    assert shapes == {(name, frozenset(turn[c] for c in cells)) for name, cells in shapes}
    assert set(given(found)) == {turn[cell] for cell in given(found)}


@pytest.mark.parametrize("seed", [2, 18, 20])
def test_no_given_could_go(seed: int) -> None:
    found = made(seed, givens=None, white=2)
    for cell in given(found):
        masks = [15 if c == cell else mask for c, mask in enumerate(found.puzzle.candidates)]
        fewer = Puzzle(found.puzzle.rules, tuple(masks))
        assert solving.check(fewer, backend="sat").verdict is Verdict.MULTIPLE


def test_givens_are_added_where_they_may_be_and_no_more() -> None:
    assert given(made(3, givens=None, thermo=1))
    with pytest.raises(GenerationError, match="in 2 attempts; more variants or givens"):
        spec = VariantSpec.of(boxes(2, 2), {"thermo": 1}, givens=0)
        VariantMaker(spec, backend="sat", attempts=2).make(0)


def test_what_is_there_already_stays() -> None:
    rules = with_variants(boxes(2, 2), "thermo@r1c1,r1c2,r1c3,r1c4")
    spec = VariantSpec.of(Puzzle.empty(rules), {"killer": 3})
    found = VariantMaker(spec, seed=2, backend="sat").make(0)
    assert found.puzzle.rules.constraints[: len(rules.constraints)] == rules.constraints
    assert found.solution[:4] == (1, 2, 3, 4)
    assert solving.check(found.puzzle, backend="sat").verdict is Verdict.UNIQUE


def check_cages(puzzle: Puzzle, seed: int) -> None:
    found = VariantMaker(VariantSpec.of(puzzle, {"killer": 8}), seed=seed, backend="sat").make(0)
    cages = [one for one in found.puzzle.rules.constraints if isinstance(one, Killer)]
    cells = [cell for one in cages for cell in one.cells]
    assert len(cages) > 2
    assert len(cells) == len(set(cells))


@pytest.mark.parametrize("seed", range(1, 7))
def test_new_cages_do_not_lie_on_those_that_are_there(seed: int) -> None:
    rules = with_variants(boxes(2, 3), "killer:7@r1c1,r1c2", "killer:9@r5c5,r5c6")
    check_cages(Puzzle.empty(rules), seed)


def test_new_cages_on_a_large_board_do_not_lie_on_those_that_are_there() -> None:
    rules = with_variants(classic(), "killer:3@r1c1,r1c2", "killer:10@r5c5,r5c6")
    digits = [(3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]
    check_cages(Puzzle.from_digits([0] * 45 + digits[45:], rules), seed=1)


@pytest.mark.parametrize(
    ("there", "new", "lies"),
    [
        ("killer:3@r1c1,r1c2", "sum:9@r1c2,r1c3", True),
        ("killer:3@r1c1,r1c2", "white@r1c2,r1c1", False),
        ("white@r1c1,r1c2,r1c3", "white@r1c2,r1c1", True),
        ("white@r1c1,r1c2,r1c3", "black@r1c3,r1c2", True),
        ("white@r1c1,r1c2,r1c3", "white@r2c2,r1c2", False),
        ("white@r1c1,r1c2", "killer:3@r1c1,r1c2", False),
        ("quad:1,2@r1c1,r1c2,r2c1,r2c2", "quad:5@r1c1,r1c2,r2c1,r2c2", True),
        ("quad:1,2@r1c1,r1c2,r2c1,r2c2", "quad:1@r1c2,r1c3,r2c2,r2c3", False),
        ("thermo@r1c1,r1c2", "whispers@r1c2,r2c2", True),
        ("thermo@r1c1,r1c2", "killer:3@r1c1,r1c2", False),
    ],
)
def test_what_has_room_beside_what_is_there(there: str, new: str, lies: bool) -> None:
    board = boxes(2, 3).board
    assert lies_on(from_text(new, board), (from_text(there, board),)) is lies


def test_new_dots_are_on_edges_without_dots() -> None:
    layout = Layout(boxes(2, 3).board, GRID, Randomness(4))
    placed: tuple[Variant, ...] = (from_text("white@r1c1,r1c2,r1c3,r1c4,r1c5,r1c6", layout.board),)
    for _ in range(30):
        for name in ("white", "black"):
            one = layout.proposed(name, placed)
            placed += () if one is None else (one,)
    edges = [frozenset(own_cells(one)) for one in placed[1:]]
    edges += [frozenset((cell, cell + 1)) for cell in range(5)]
    assert len(edges) == len(set(edges)) > 20


def test_a_puzzle_without_solution_cannot_be_completed() -> None:
    rules = with_variants(boxes(2, 2), "killer:3@r1c1,r1c2", "killer:3@r1c3,r1c4")
    with pytest.raises(GenerationError, match="have no solution"):
        VariantMaker(VariantSpec.of(rules, {}), backend="sat").make(0)


@pytest.mark.parametrize(("name", "error"), [("clone", OptionError), ("termo", RulesError)])
def test_what_cannot_be_drawn_is_refused(name: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        laid_out(name)


def test_the_command_line_makes_and_completes_them() -> None:
    asked = ("--with", "killer:6", "--with", "antiknight", "--givens", "0", "--seed", "1")
    done = run("generate", "--rules", "4", *asked, "--backend", "sat")
    puzzle = formats.parse(done.out)
    assert "antiknight" in {getattr(c, "name", "") for c in puzzle.rules.constraints}
    assert solving.check(puzzle, backend="sat").verdict is Verdict.UNIQUE
    completed = run("complete", "1" + "." * 15, "--with", "thermo:2", "--seed", "1")
    assert "added: " in completed.err
    assert solving.check(formats.parse(completed.out), backend="sat").solutions[0][0] == 1


MANY = ("generate", "--rules", "4", "--with", "killer:6", "--seed", "1", "-n", "6")
STUCK = """
import sys, time
from cpsudoku.generation.setting import VariantMaker
make = VariantMaker.make
def stuck(self, index, first=0):
    if index == {index}:
        time.sleep(60)
    return make(self, index, first)
VariantMaker.make = stuck
sys.argv = ["cpsudoku", *{arguments!r}]
from cpsudoku.__main__ import main
main()
"""


@pytest.mark.thorough
@pytest.mark.posix
@pytest.mark.parametrize("name", ["made.jsonl", "made.txt"])
def test_what_is_made_before_the_run_is_ended_is_kept(tmp_path: Path, name: str) -> None:
    path, part = tmp_path / name, tmp_path / f"{name}.part"
    for index, ending in ((2, signal.SIGKILL), (4, signal.SIGINT)):
        program = STUCK.format(index=index, arguments=[*MANY, "-o", str(path)])
        process = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL)
        header = 1
        while not (part.exists() and part.read_bytes().count(b"\n") == header + index):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(ending)
        process.wait(timeout=60)
        assert not path.exists()
        assert part.read_bytes().count(b"\n") == header + index
    ended = run(*MANY, "-o", path)
    assert ended.status == 0
    assert "continuing after 4 of 6" in ended.err
    assert [found.name for found in tmp_path.iterdir()] == [name]
    (tmp_path / "straight").mkdir()
    assert run(*MANY, "-o", tmp_path / "straight" / name).status == 0
    assert path.read_text() == (tmp_path / "straight" / name).read_text()


def test_puzzles_go_to_a_file_as_they_go_to_standard_output(tmp_path: Path) -> None:
    asked = ("generate", "--rules", "4", "--with", "thermo:2", "-n", "2", "--seed", "1")
    assert run(*asked, "-o", tmp_path / "made.txt").status == 0
    assert (tmp_path / "made.txt").read_text() == run(*asked).out
    assert run(*asked, "-o", tmp_path / "made.json").status == 0
    assert len(list(formats.read(tmp_path / "made.json"))) == 2
    assert "--overwrite" in refusal(*asked, "-o", tmp_path / "made.json")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--with", "killer:x"),
        ("--with", "killer:0"),
        ("--with", "nonsense"),
        ("--with", "killer", "--clues", "24"),
        ("--with", "killer", "--givens", "1..."),
        ("--with", "killer", "--symmetry", "spiral"),
    ],
)
def test_a_wish_that_makes_no_sense_is_wrong_usage(arguments: tuple[str, ...]) -> None:
    assert run("generate", *arguments).status == 2


def test_a_claimed_solution_is_kept() -> None:
    text = '{"puzzle": "................", "solution": "1234341221434321"}'
    done = run("complete", text, "--seed", "3")
    found = solving.check(formats.parse(done.out), backend="sat")
    assert found.solutions == ((1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1),)


def test_what_is_not_found_is_said_once_with_its_number_of_grids() -> None:
    asked = ("--with", "white:1", "--givens", "0", "--seed", "1")
    made = run("generate", "--rules", "4", *asked, "--attempts", "2")
    assert made.status == 1
    assert "in 2 attempts" in made.err
    assert "0 made out of 2 grids with seed 1" in made.err
    assert "a larger --attempts" in made.err
    completed = run("complete", "." * 16, *asked)
    assert completed.status == 1
    assert "in 20 attempts; more variants or givens would help" in completed.err
    assert "grid" not in completed.err


def test_wishes_take_what_variants_are_called_and_all_that_a_name_stands_for() -> None:
    assert wishes(["kropki:6", "thermometer", "white"]) == {"white": 7, "black": 6, "thermo": 1}
    assert wishes(["nothing:2"]) == {"nothing": 2}  # which is refused where it is laid out
