"""Traces: each step follows, arrays and objects say the same, and answers are certain."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from answer_grids import PUZZLE, SOLUTION

import cpsudoku
from cpsudoku import learn, tracing
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.generation.specs import DifficultySpec
from cpsudoku.learn import paths
from cpsudoku.logic.ratings import SinglesPaths, singles_many
from cpsudoku.rules import boxes, classic

pytestmark = pytest.mark.compiled

HARD = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
FOUR = ".12......21...4."


def made(count: int, er: tuple[int, int]) -> Any:
    spec = DifficultySpec(er=er)
    return np.array(
        [one.digits for one in cpsudoku.generate(count, difficulty=spec, seed=4)], np.uint8
    )


def played(puzzle: str, text: str) -> str:
    """Follow the tokens of a trace by the rules of the grid alone; a removal is believed."""
    grid = list(puzzle)
    for step in text.split(" ; "):
        _, colon, placed = step.partition(" : ")
        words = placed.split() if colon else []
        for cell, change in zip(words[::2], words[1::2], strict=True):
            row, column = int(cell[1]) - 1, int(cell[3]) - 1
            if change[0] == "=":
                assert grid[9 * row + column] == "."
                grid[9 * row + column] = change[1:]
    return "".join(grid)


def test_tokens_lead_to_the_solution() -> None:
    for puzzle in (PUZZLE, HARD.replace("0", ".")):
        found = learn.traces(puzzle)
        assert found.ends == ["solved"]
        assert found.texts[0].endswith("; solved")
        solution = cpsudoku.solve(puzzle).solution
        assert solution is not None
        assert played(puzzle, found.texts[0]) == "".join(map(str, solution))


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("form", ["tokens", "words", "json"])
@pytest.mark.parametrize("order", ["explainer", "hodoku", "qqwing"])
def test_arrays_and_objects_say_the_same(order: str, form: str) -> None:
    rows = np.concatenate([made(8, (10, 15)), made(4, (26, 45))])
    together = learn.traces(rows, order=order, form=form)
    for row, text, end, length in zip(rows, together, together.ends, together.lengths, strict=True):
        puzzle = cpsudoku.Puzzle.from_digits(row.tolist(), classic())
        alone = paths._Manner(order, form, False, 1000, None).walked(puzzle)
        assert alone == (text, end, length)


def test_singles_of_wide_boards_are_known() -> None:
    line, column = np.divmod(np.arange(256), 16)
    rows = ((4 * (line % 4) + line // 4 + column) % 16 + 1).astype(np.uint8)[None]
    rows[0, [0, 100]] = 0
    found = singles_many(rows, boxes(4, 4))
    assert found.lengths.tolist() == [2]
    assert sorted(found.steps[0, :2, 1:3].tolist()) == [[0, 1], [100, 14]]


@pytest.mark.parametrize("field", [1, 2, 3])
def test_no_forged_single_is_written(field: int) -> None:
    rows, rules = made(4, (10, 23)), classic()
    found = singles_many(rows, rules)
    assert paths.checked_singles(rows, found, rules).count(True) >= 1
    refused = 0
    for turn in range(0, 40, 5):
        steps = found.steps.copy()
        steps[0, turn, field] = (steps[0, turn, field] + 1) % (9 if field == 2 else 27) + (
            field == 2
        )
        try:
            paths.checked_singles(rows, SinglesPaths(steps, found.lengths), rules)
        except BackendError:
            refused += 1
    assert refused >= 7  # another house may show the same single


def test_a_naked_single_needs_its_cell_to_have_one_digit_left() -> None:
    rows, rules = made(20, (23, 23)), classic()
    found = singles_many(rows, rules, "hodoku")
    naked = found.steps[:, :, 3] < 0
    steps = found.steps.copy()
    real = np.arange(steps.shape[1]) < found.lengths[:, None]
    hidden = np.argwhere(~naked & real)
    number = steps[naked & real][0, 0]
    refused = 0
    for row, turn in hidden[:20]:
        steps = found.steps.copy()
        steps[row, turn, 0], steps[row, turn, 3] = number, -1
        try:
            paths.checked_singles(rows, SinglesPaths(steps, found.lengths), rules)
        except BackendError:
            refused += 1
    assert refused > 5  # some are naked singles as well


def test_candidates_are_written_and_kept() -> None:
    text = learn.traces(FOUR, candidates=True).texts[0]
    assert text.startswith("left r1c1 34 r1c4 34 r2c1 234 ")
    assert " ; peers : " in text
    found = json.loads(learn.traces(FOUR, candidates=True, form="json").texts[0])
    assert found["steps"][0]["left"]["r2c1"] == ["2", "3", "4"]
    assert {step["technique"] for step in found["steps"]} >= {"left", "peers"}


def test_lengths_are_bounded_and_ends_are_said() -> None:
    assert learn.traces(PUZZLE, most=5).ends == ["cut"]
    assert learn.traces(PUZZLE, most=5).lengths == [5]
    assert learn.traces(PUZZLE, most=51).ends == ["solved"]
    assert learn.traces(PUZZLE, order="backtrack", most=9).ends == ["cut"]
    assert learn.traces("1......2.34....1", order="dlx").ends == ["none"]
    assert learn.traces("." * 16).ends == ["stuck"]
    with pytest.raises(OptionError, match="at least 1"):
        learn.traces(PUZZLE, most=0)
    with pytest.raises(OptionError, match="tokens, words, json"):
        learn.traces(PUZZLE, form="prose")


def test_a_puzzle_with_several_solutions_ends_honestly() -> None:
    hurried = learn.traces("." * 81, order="explainer", seconds_each=0.05)
    assert (hurried.ends, hurried.lengths) == (["limit"], [0])
    patient = learn.traces("." * 81, order="hodoku", seconds_each=120)
    assert (patient.ends, patient.lengths) == (["stuck"], [0])


def test_nothing_hard_is_looked_for_without_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def noted(rows: Any, rules: Any, order: Any) -> SinglesPaths:
        asked.append(order)
        return singles_many(rows, rules, order)

    monkeypatch.setattr(paths, "singles_many", noted)
    assert learn.traces(PUZZLE).ends == ["solved"]
    assert asked[0].finders[-1] == "naked single"


@pytest.mark.parametrize("backend", [b for b in tracing.TRACED if b != "backtrack:exhaustive"])
def test_searches_are_replayed(backend: str) -> None:
    for puzzle in (FOUR, "1.............4.", "1......2.34....1", PUZZLE):
        found = learn.traces(puzzle, order=backend, most=300)
        assert found.lengths[0] <= 300
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    seen = learn.traces(hard, order=backend, most=300, form="words")
    assert "That fails" in seen.texts[0]
    assert seen.ends == ["cut"]


def test_a_dead_end_where_two_digits_have_one_cell_is_seen() -> None:
    crowded = "080900503000000000007030000006350200320019000050800000008000004000007980100060007"
    assert learn.traces(crowded, order="backtrack").ends == ["solved"]
    assert "have only r9c2" in learn.traces(crowded, order="backtrack", form="words").texts[0]


@pytest.mark.parametrize("backend", ["backtrack", "backtrack:index", "dlx"])
@pytest.mark.parametrize("clue", ["thermo@r1c1,r1c2,r2c2", "among:1,3@r1c1,r2c2"])
def test_searches_under_clues_are_replayed(clue: str, backend: str) -> None:
    puzzle = f"# rules: 4+{clue}\n1..............."
    found = learn.traces(puzzle, order=backend, form="json")
    known = next(cpsudoku.solutions(puzzle, backend="sat"), None)
    assert found.ends == ["none" if known is None else "solved"]
    for event in json.loads(found.texts[0])["steps"]:
        assert event["event"] == "contradict" or event["text"]


def test_digits_of_a_clue_that_are_chosen_at_once_are_written() -> None:
    puzzle = "# rules: 4+between@r1c1,r1c2,r1c3,r2c3\n................"
    tokens, words, noted = (
        learn.traces(puzzle, order="dlx", form=form, most=60).texts[0]
        for form in ("tokens", "words", "json")
    )
    assert "; try r1c2 =3 ; follow r1c1 =1 r1c2 =3 r2c3 =4 ; dead-end ;" in tokens
    assert "Then r1c1 must be 1 and r1c2 must be 3 and r2c3 must be 4." in words
    assert {"r1c1": 1, "r1c2": 3, "r2c3": 4} in [
        event.get("together") for event in json.loads(noted)["steps"]
    ]


def test_a_forged_search_under_clues_is_refused() -> None:
    puzzle = cpsudoku.parse("# rules: 4+among:1,3@r1c1,r2c2\n................")
    seen = tracing.trace(puzzle, "dlx", solutions=2)
    paths.check_search(puzzle, seen)
    followed = next(i for i, e in enumerate(seen.events) if e.kind == "propagate")
    event = seen.events[followed]
    ((cell, digit),) = event.entries
    wrong = replace(event, entries=((cell, digit % 4 + 1),))
    for one in (wrong, replace(event, kind="contradict")):
        events = (*seen.events[:followed], one, *seen.events[followed + 1 :])
        with pytest.raises(BackendError, match="does not follow"):
            paths.check_search(puzzle, replace(seen, events=events))


def test_a_forged_search_is_refused() -> None:
    puzzle = cpsudoku.parse("1.............4.")
    seen = tracing.trace(puzzle, "backtrack", solutions=3)
    paths.check_search(puzzle, seen)
    followed = next(i for i, e in enumerate(seen.events) if e.kind == "propagate" and e.depth > 1)
    event = seen.events[followed]
    ((cell, digit),) = event.entries
    forged = [
        replace(event, entries=((cell, digit % 4 + 1),)),
        replace(event, kind="contradict"),
        replace(event, kind="found", grid=(1,) * 16),
    ]
    for one in forged:
        events = (*seen.events[:followed], one, *seen.events[followed + 1 :])
        with pytest.raises(BackendError, match="does not follow"):
            paths.check_search(puzzle, replace(seen, events=events))


def test_traces_of_variants_and_of_several_rules() -> None:
    puzzles = [FOUR, cpsudoku.parse("# rules: 4+diagonals\n1....2.........."), PUZZLE]
    found = learn.traces(puzzles)
    assert len(found) == 3
    assert found.ends[0] == found.ends[2] == "solved"


def test_mistakes_have_one_wrong_step_at_their_place() -> None:
    rows = made(12, (10, 30))
    found = list(learn.mistakes(rows, seed=3))
    assert len(found) == 12
    paths = learn.traces(rows)
    for one in found:
        solution = cpsudoku.solve("".join(map(str, rows[one.puzzle]))).solution
        assert solution is not None
        true = paths.texts[one.puzzle].split(" ; ")
        assert [step.removesuffix(" ;") for step in one.steps[: one.place]] == true[: one.place]
        *_, cell, change, _ = one.steps[one.place].split()
        place = 9 * (int(cell[1]) - 1) + int(cell[3]) - 1
        assert int(change[1:]) != solution[place]
        assert one.why
        assert len(one.steps) <= one.place + 4
    assert [one.text for one in learn.mistakes(rows, seed=3)] == [one.text for one in found]
    assert [one.text for one in learn.mistakes(rows, seed=4)] != [one.text for one in found]


def left_of(grid: str, cell: int) -> set[str]:
    """The digits that peers leave, by looking at rows, columns and boxes of a text."""
    row, column = divmod(cell, 9)
    seen = {
        grid[9 * r + c]
        for r in range(9)
        for c in range(9)
        if r == row or c == column or (r // 3, c // 3) == (row // 3, column // 3)
    }
    return set("123456789") - seen


def test_questions_have_certain_answers() -> None:
    found = list(learn.questions(made(15, (10, 40)), seed=1))
    kinds = {one.kind for one in found}
    assert kinds == {"step", "forced", "cell", "left", "solvable"}
    for one in found:
        if one.kind == "left":
            cell = one.text.split()[-1].rstrip("?")
            place = 9 * (int(cell[1]) - 1) + int(cell[3]) - 1
            assert set(one.answer.split()) == left_of(one.grid, place)
        elif one.kind == "forced":
            cell = one.text.split()[3]
            place = 9 * (int(cell[1]) - 1) + int(cell[3]) - 1
            assert left_of(one.grid, place) == {one.answer}
        elif one.kind == "solvable":
            counted = cpsudoku.count(one.grid, limit=2).value
            assert one.answer == ("none", "one", "several")[counted]
        elif one.kind == "cell":
            digit = one.text.split()[-2]
            place = 9 * (int(one.answer[1]) - 1) + int(one.answer[3]) - 1
            assert digit in left_of(one.grid, place)
    answers = {one.answer for one in found if one.kind == "step"}
    assert answers == {"yes", "no"}


def test_what_a_cage_leaves() -> None:
    rules = "# rules: 4+killer:5@r1c1,r1c2\n"
    solution = cpsudoku.solve(rules + "." * 16).solution
    assert solution is not None
    text = rules + "".join(map(str, solution[:12])) + "...."
    [one] = learn.questions([cpsudoku.parse(text)], kinds=["clue"])
    assert one.answer == "1 4; 2 3"
    with pytest.raises(OptionError, match="solvable"):
        list(learn.questions([FOUR], kinds=["colour"]))
    assert boxes(2, 2).size == 4
    assert len(SOLUTION) == 81


def test_nothing_is_asked_of_a_cage_without_a_sum() -> None:
    puzzle = "# rules: 4+killer@r1c1,r1c2\n.12......21...4."
    assert list(learn.questions([puzzle], kinds=["clue"])) == []
