"""Variants of others, by entry points: full citizens; others, and names in use, are refused."""

from __future__ import annotations

import dataclasses
import importlib.metadata
import io
import pickle
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.backends.fd.structures import known
from cpsudoku.certificates import certify, verify_certificate
from cpsudoku.drawing.puzzles import puzzle_svg
from cpsudoku.errors import FormatError, RulesError
from cpsudoku.formats.base import Record
from cpsudoku.formats.rules_json import constraint_from_json, constraint_to_json
from cpsudoku.formats.setters import lisudoku
from cpsudoku.formats.setters.drawings import interpret, meaning_of
from cpsudoku.formats.setters.f_puzzles import SHAPES as F_PUZZLES_SHAPES
from cpsudoku.formats.setters.f_puzzles import fpuzzles_json
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.iss import shapes as iss_shapes
from cpsudoku.formats.setters.sudokumaker import shapes as sudokumaker_shapes
from cpsudoku.formats.setters.things import DrawnThing
from cpsudoku.generation.setting import VariantMaker, VariantSpec
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import boxes, square
from cpsudoku.rules.primitives import Linear
from cpsudoku.variants import automata, from_text, registry, to_text, traits, usage
from cpsudoku.variants.base import Grid, Number, OnCells
from cpsudoku.variants.cages import Killer
from cpsudoku.variants.outside import Sandwich
from cpsudoku.variants.traits import LaidShape, Mark, RandomLayout, Way, Ways, f_puzzles, iss, up_to
from cpsudoku.web.setting.vocabulary import vocabulary


class Point(NamedTuple):
    name: str
    found: Any
    value: str = "somebody:Thing"

    def load(self) -> Any:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


class Lucky(Killer):
    name = "lucky"


class Undeclared(Killer):
    name = "undeclared"
    most: Number = 3


def plugged_in(monkeypatch: pytest.MonkeyPatch, *points: Point) -> dict[str, Any]:
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    registry.forget()
    try:
        return registry.variants()
    finally:
        registry.forget()


def test_a_variant_of_others_is_there_under_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert plugged_in(monkeypatch, Point("lucky", Lucky))["lucky"] is Lucky


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (Point("again", Killer), "has a name that is taken"),
        (Point("number", 3), "is not a class derived from"),
        (Point("list", list), "is not a class derived from"),
        (Point("broken", ImportError("no luck")), "cannot be loaded: no luck"),
        (Point("undeclared", Undeclared), r"has no field most; expected @dataclass\(frozen=True\)"),
    ],
)
def test_what_is_no_new_variant_is_refused(
    monkeypatch: pytest.MonkeyPatch, point: Point, words: str
) -> None:
    with pytest.raises(RulesError, match=words):
        plugged_in(monkeypatch, point)


def test_an_automaton_of_too_many_states_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automata, "MOST_STATES", 50)
    with pytest.raises(RulesError, match="more than 50 states"):
        automata.from_function(0, lambda s, d: (s + d) % 60, lambda s: True, square(4))


def ends_of(first: int, size: int, number: int) -> Iterator[Way]:
    """Yield how a house can be filled whose ends add up to a number."""
    every = (1 << size) - 1
    for one in range(size):
        other = number - 2 * first - one
        if 0 <= other < size and one != other:
            yield [1 << one, *[every & ~(1 << one | 1 << other)] * (size - 2), 1 << other]


@dataclasses.dataclass(frozen=True)
class Ends(OnCells):
    """The first and the last digit of a line add up to a number.

    Args:
        number: the sum.
    """

    number: Number

    name = "ends"
    least = 2
    shown = ("number",)
    notations = (
        f_puzzles("endsum", "clue"),
        iss("EndSum", "ends"),
    )
    drawn = Mark.CLUE
    laid = RandomLayout(LaidShape.ROW, up_to(lambda values: values[0] + values[-1]))

    @property
    def primitives(self) -> tuple[Linear, ...]:
        return (Linear((self.cells[0], self.cells[-1]), (1, 1), "=", (self.number,), self.label),)

    def holds(self, grid: Grid) -> bool:
        return grid[self.cells[0]] + grid[self.cells[-1]] == self.number

    @property
    def implied(self) -> Ways:
        return Ways(self.cells, ends_of, self.number)


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ends]:
    points = (Point("ends", Ends),)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    registry.forget()
    yield Ends(square(4), (0, 1, 2, 3), 3)
    registry.forget()


def with_ends(one: Ends) -> Puzzle:
    return Puzzle.empty(boxes(2, 2).with_constraints([one]))


def test_the_text_json_and_value_of_a_variant_of_others(ends: Ends) -> None:
    assert usage(Ends) == "ends:NUMBER@r1c1,r1c2,…"
    assert from_text(to_text(ends), ends.board) == ends
    assert constraint_from_json(constraint_to_json(ends, ends.board), ends.board) == ends
    assert pickle.loads(pickle.dumps(ends)) == dataclasses.replace(ends) == ends
    assert hash(ends) == hash(Ends(ends.board, cells=ends.cells, number=3))
    assert repr(ends).endswith("cells=(0, 1, 2, 3), number=3)")
    with pytest.raises(dataclasses.FrozenInstanceError):
        ends.number = 4  # type: ignore[misc]


@pytest.mark.compiled
def test_every_backend_and_the_fast_form_of_fd_solve_it(ends: Ends) -> None:
    puzzle = with_ends(ends)
    left, formulas, _ = known(puzzle.rules)
    assert (list(left.values()), len(formulas)) == ([()], 1)
    rows_that_hold = sum(ends.holds(row) for row in permutations((1, 2, 3, 4)))
    counts = {solving.count(puzzle, backend=name).value for name in ("fd", "sat", "backtrack")}
    assert counts == {288 * rows_that_hold // 24}


def test_notations_write_and_read_it(ends: Ends) -> None:
    puzzle = with_ends(ends)
    for name in ("fpuzzles", "iss", "json"):
        record = next(formats.read(io.StringIO(formats.write(puzzle, name))))
        assert ends in record.puzzle.rules.constraints, name
    assert '"endsum":[{"cell":"R1C0","value":"3"}]' in fpuzzles_json(Record(puzzle))
    with pytest.raises(FormatError, match="has no word for: ends 3"):
        formats.write(puzzle, "lisudoku")


def test_what_is_drawn_may_mean_it(ends: Ends) -> None:
    job = Import(boxes(2, 2), things=[DrawnThing(("red", "line"), ends.cells, "3")])
    reports = interpret(job, [meaning_of("red line=ends")])
    assert (job.added, job.ignored, reports) == ([ends], [], [])


def test_it_is_drawn_outside_and_offered_by_the_page(ends: Ends) -> None:
    assert ">3</text>" in puzzle_svg(with_ends(ends))
    added = vocabulary().families[-2]
    assert added.family == "added"
    (kind,) = added.clues
    assert (kind.type, kind.outside) == ("ends", True)
    assert kind.means == "The first and the last digit of a line add up to a number."
    assert [field.name for field in kind.fields] == ["cells", "number"]


@pytest.mark.compiled
def test_a_certificate_of_it_is_verified(ends: Ends, tmp_path: Path) -> None:
    made = VariantMaker(VariantSpec.of(with_ends(ends), {}), seed=1, backend="sat").make(0)
    certify(made.puzzle, tmp_path / "proof")
    found = verify_certificate(tmp_path / "proof", puzzle=made.puzzle)
    assert (found.verdict, found.solutions) == (Verdict.UNIQUE, (made.solution,))


SHAPES = {
    traits.FPuzzlesShape: F_PUZZLES_SHAPES,
    traits.IssShape: iss_shapes.SHAPES,
    traits.LisudokuShape: lisudoku.SHAPES,
    traits.SudokuMakerShape: sudokumaker_shapes.SHAPES,
}


def test_the_shapes_that_variants_can_name_are_those_of_the_notations() -> None:
    for named, known_ones in SHAPES.items():
        assert set(get_args(named)) == set(known_ones)


class Elsewhere(Sandwich):
    """The digits between the lowest and the highest digit do not add up to a number."""

    name = "elsewhere"

    def holds(self, grid: Grid) -> bool:
        return not super().holds(grid)


@pytest.mark.compiled
def test_what_means_something_else_takes_neither_words_nor_structure_over() -> None:
    one = Elsewhere(square(4), (0, 1, 2, 3), 3)
    assert known(boxes(2, 2).with_constraints([one])) == ({}, [], 0)
    assert registry.rows_of(Elsewhere, "iss") == ()
    assert registry.rows_of(Sandwich, "iss")


def test_variants_of_other_classes_differ_though_their_fields_do_not() -> None:
    odd, even = (from_text(f"{name}@r1c1", square(4)) for name in ("odd", "even"))
    assert odd != even
    assert len({odd, even}) == 2
