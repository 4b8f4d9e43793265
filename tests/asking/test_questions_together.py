"""What a question answers together is what it answers to each puzzle alone, in every form."""

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from well_known import CLASH, EASY, EASY_SOLVED, SEVENTEEN

from cpsudoku import formats
from cpsudoku.asking.question import Question
from cpsudoku.asking.questions import canon
from cpsudoku.asking.questions.ambiguity import Differences
from cpsudoku.asking.questions.candidates import TrueDigits
from cpsudoku.asking.questions.canon import Canon
from cpsudoku.asking.questions.check import Check
from cpsudoku.asking.questions.conflict import Conflicts
from cpsudoku.asking.questions.count import CountSolutions
from cpsudoku.asking.questions.estimate import EstimateSolutions
from cpsudoku.asking.questions.rate import Rate
from cpsudoku.asking.questions.redundant import Redundant
from cpsudoku.asking.questions.repair import Repairs
from cpsudoku.asking.questions.solve import Solve
from cpsudoku.asking.run import run
from cpsudoku.asking.search import Search
from cpsudoku.formats.writing import cells_of
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Form, RowAnswers, listed_lines
from cpsudoku.rows.block import Block
from cpsudoku.rows.source import Source
from cpsudoku.rows.values import ABSENT, listed
from cpsudoku.symmetry.canonical import canonical_many

TWO = EASY_SOLVED.replace("5", ".").replace("4", ".")
"""A puzzle with several solutions."""

WRONG = "9" + EASY_SOLVED[1:]

MIXED = "\n".join(
    [
        "id,puzzle,solution,rules",
        f"1,{EASY},,",
        f"2,{TWO},,",
        f"3,{CLASH},,",
        f"4,{SEVENTEEN},,",
        f"5,{EASY},{EASY_SOLVED},",
        f"6,{EASY},{WRONG},",
        "7,1234............,,4+diagonals",
        f"8,12{'.' * 14},,",
        f"9,{EASY.replace('.', '0')},,",
    ]
)
"""Puzzles with one solution, several and none, a wrong solution beside one, and other rules."""

QUESTIONS: list[Any] = [
    Solve(), Solve(is_row=True), CountSolutions(), CountSolutions(limit=2), CountSolutions(limit=1),
    Check(), TrueDigits(), Canon(), Canon(counts_in_lines=True, with_moves=True), Conflicts(),
    pytest.param(Differences(), marks=pytest.mark.thorough),
    pytest.param(Redundant(), marks=pytest.mark.thorough),
    pytest.param(Repairs(), marks=pytest.mark.thorough),
    pytest.param(Rate(), marks=pytest.mark.thorough),
]  # fmt: skip


class Kept:
    """A sink that keeps for each row its text, or the columns that it has."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.rows: list[object] = []

    def write(self, block: Block, answers: RowAnswers) -> None:
        if self.form is Form.LINE:
            self.rows += listed_lines(answers.lines, len(block))
            return
        columns = [listed(one, len(block)) for one in answers.fields.values()]
        for values in zip(*columns, strict=True):
            pairs = zip(answers.fields, values, strict=True)
            self.rows.append({name: value for name, value in pairs if value is not ABSENT})


def without_costs(row: object) -> object:
    return {k: v for k, v in row.items() if k != "stats"} if isinstance(row, dict) else row


def asked(blocks: list[Block], question: Question[Any], form: Form) -> tuple[list[object], object]:
    sink = Kept(form)
    counts = run(blocks, question, sink)
    return list(map(without_costs, sink.rows)), counts


def file_of(text: str, folder: Path) -> list[Block]:
    path = folder / "puzzles"
    path.write_text(f"{text}\n")
    return list(Source([str(path)]))


@pytest.mark.compiled
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("form", [Form.LINE, Form.ROW, Form.DOCUMENT])
def test_puzzles_are_answered_together_as_alone(
    question: Question[Any], form: Form, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpsudoku.asking.questions.results.FEW", 0)
    text = "\n".join(MIXED.splitlines()[:7]) if isinstance(question, Canon) else MIXED
    blocks = file_of(text, tmp_path)
    found = asked(blocks, question, form)
    together = type(question).together
    answered = together(question, blocks[0], form, 1)
    monkeypatch.setattr(type(question), "together", lambda *_: None)
    assert found == asked(blocks, question, form)
    is_alone = isinstance(question, TrueDigits) and form is Form.DOCUMENT
    is_alone = is_alone or getattr(question, "limit", None) == 1
    assert (answered is None) == is_alone  # else this test compares nothing


@pytest.mark.compiled
@pytest.mark.parametrize("question", [Solve(), CountSolutions(limit=2), Check()], ids=str)
def test_pencil_marks_among_puzzles_are_respected(
    question: Question[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without marks it has one solution; its third cell, a 4 there, may be 1 or 2.
    puzzle = formats.parse(EASY)
    marked = Puzzle(puzzle.rules, (*puzzle.candidates[:2], 0b11, *puzzle.candidates[3:]))
    blocks = file_of(f"{EASY}\n{cells_of(marked)}\n{EASY}", tmp_path)
    assert [len(one.others) for one in blocks] == [1]
    rows, _ = asked(blocks, question, Form.LINE)
    monkeypatch.setattr(type(question), "together", lambda *_: None)
    assert rows == asked(blocks, question, Form.LINE)[0]
    assert len(set(rows)) > 1 and len(rows) == 3


@pytest.mark.parametrize(
    "question", [*(one.values[0] if hasattr(one, "values") else one for one in QUESTIONS),
                 EstimateSolutions(), Solve(Search(backend="dlx", options={"x": 1}))], ids=str
)  # fmt: skip
def test_a_question_goes_to_another_process_as_it_is(question: Question[Any]) -> None:
    again = pickle.loads(pickle.dumps(question))
    assert again == question
    with pytest.raises(AttributeError):
        again.what_else = 1
    if hasattr(question, "search"):
        assert replace(question, search=Search(seconds=1)) != question  # type: ignore[type-var]


# Long enumerations.


@pytest.mark.parametrize("kept", [5, 71, 72, 1000])
@pytest.mark.parametrize("form", [Form.LINE, Form.ROW, Form.DOCUMENT])
def test_all_solutions_are_the_same_in_pieces_and_at_once(
    form: Form, kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = file_of("1" + "." * 15 + "\n1234341221434321\n11" + "." * 14, tmp_path)
    question = Solve(Search(backend="dlx"), wanted=None)
    monkeypatch.setattr("cpsudoku.asking.questions.solve.KEPT", kept)
    found, counts = asked(blocks, question, form)
    at_once = asked(blocks, replace(question, wanted=100), form)
    assert counts == at_once[1]
    if form is Form.LINE:
        assert "".join(map(str, found)) == "".join(map(str, at_once[0]))
    else:
        assert found == at_once[0]


@pytest.mark.parametrize("wanted", [7, 8, 71, 72, 73])
def test_as_many_solutions_as_were_wanted_come_in_pieces(
    wanted: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpsudoku.asking.questions.solve.KEPT", 5)
    blocks = file_of("1" + "." * 15, tmp_path)
    found, counts = asked(blocks, Solve(Search(backend="dlx"), wanted=wanted), Form.ROW)
    assert len(found) == min(wanted, 72)
    assert {str(row["verdict"]) for row in found if isinstance(row, dict)} == {"multiple"}
    assert [ending.words for ending in counts] == ["solved"]  # type: ignore[attr-defined]


@pytest.mark.compiled
def test_no_empty_grid_is_canonized_where_other_rules_are_among_classic_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It would take a thousand times as long as a puzzle, for a row that has another answer."""
    asked: list[Any] = []

    def noted(digits: Any, **how: Any) -> Any:
        asked.append(digits.any(axis=1).tolist())
        return canonical_many(digits, **how)

    monkeypatch.setattr(canon, "canonical_many", noted)
    path = tmp_path / "a.txt"
    path.write_text(f"{'.' * 16}\n{EASY}\n12{'.' * 14}\n")
    (block,) = Source([str(path)])
    found = Canon().together(block, Form.LINE, 1)
    assert found is not None
    assert found[1] == [0, 2]
    assert asked == [[True, True, True]]
