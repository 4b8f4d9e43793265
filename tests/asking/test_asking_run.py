"""The one loop asks of all rows, in order, and loses no answer when something fails."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from containers import TextKept
from well_known import CLASH, EASY, ENDLESS, SEVENTEEN

from cpsudoku import formats
from cpsudoku.asking import run as running
from cpsudoku.asking.outcomes import Ending, Status, status_of
from cpsudoku.asking.question import Question
from cpsudoku.asking.questions.check import Check
from cpsudoku.asking.questions.count import CountSolutions
from cpsudoku.asking.questions.solve import Solve
from cpsudoku.asking.run import run
from cpsudoku.asking.search import Search
from cpsudoku.errors import CpsudokuError, FormatError, OptionError
from cpsudoku.formats.base import Record
from cpsudoku.ground import deadline
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Fields, Form, RowAnswers, listed_lines
from cpsudoku.rows.block import Block, Row, of_records
from cpsudoku.rows.sinks.texts import LineSink
from cpsudoku.rows.values import Same, listed
from cpsudoku.rules import classic, usual


class Found(Ending):
    """What comes of a puzzle."""

    FEW = "with few givens", Status.DONE
    MANY = "with many givens", Status.NO


@dataclass(frozen=True)
class Givens(Question[int]):
    """How many givens a puzzle has; `asked` gets each number when it is found.

    Args:
        quick: the rows of a block that are answered together.
        fault: the number of givens at which a failure is raised.
        parts: an answer comes as this many pieces, each of them the number of givens.
        slow: whether rows take long.
    """

    asked: list[int] = field(default_factory=list)
    quick: tuple[int, ...] = ()
    fault: int = -1
    failure: BaseException = field(default_factory=KeyboardInterrupt)
    parts: int = 1
    slow: bool = False
    outcomes: ClassVar = Found
    what: ClassVar = "counting"
    names: ClassVar = {Form.ROW: ("givens", "more")}

    @property
    def is_slow(self) -> bool:  # type: ignore[override]
        return self.slow

    @property
    def is_long(self) -> bool:
        return self.parts > 1

    def alone(self, puzzle: Puzzle) -> int:
        number = sum(map(bool, puzzle.digits))
        if number == self.fault:
            raise self.failure
        self.asked.append(number)
        return number

    def pieces(self, puzzle: Puzzle) -> Iterator[int]:
        for _ in range(self.parts):
            yield self.alone(puzzle)

    def outcome(self, row: Row, answer: int) -> Found:
        return Found.MANY if answer > 17 else Found.FEW

    def line(self, row: Row, answer: int) -> str:
        return f"{row.place} {answer}\n"

    def columns(self, row: Row, answer: int) -> Fields:
        return {"givens": answer}

    def document(self, row: Row, answer: int) -> Fields:
        return {"givens": answer, "all": True}

    def together(
        self, block: Block, form: Form, threads: int | None
    ) -> tuple[RowAnswers, list[int]] | None:
        left = [row for row in range(len(block)) if row not in self.quick]
        lines = "quick ", [block.line(row) for row in range(len(block))], "\n"
        fields = {"givens": Same(0)}
        return (RowAnswers(Same(Found.FEW), lines, fields), left) if self.quick else None


class Kept:
    """A sink that keeps what it gets, a list for each part.

    Args:
        most: raises an error for more parts than this.
    """

    def __init__(self, form: Form = Form.LINE, most: int = 1000) -> None:
        self.form, self._most = form, most
        self.parts: list[list[Any]] = []

    def write(self, block: Block, answers: RowAnswers) -> None:
        if len(self.parts) == self._most:
            raise OSError("no space left")
        if answers.lines:
            said: list[Any] = listed_lines(answers.lines, len(block))
        else:
            values = [listed(one, len(block)) for one in answers.fields.values()]
            said = [
                dict(zip(answers.fields, row, strict=True)) for row in zip(*values, strict=True)
            ]
        assert len(said) == len(block)
        self.parts.append(said)

    @property
    def rows(self) -> list[Any]:
        return [row for part in self.parts for row in part]


def block_of(numbers: Sequence[int], first: int = 1) -> Block:
    """A block of classic puzzles with this many givens, from line `first` on."""
    puzzles = [
        Puzzle.from_digits(tuple([1] * number + [0] * (81 - number)), classic())
        for number in numbers
    ]
    return of_records([Record(one, "x", first + n) for n, one in enumerate(puzzles)])


def lines(numbers: Sequence[int], first: int = 1) -> list[str]:
    return [f"x:{first + n} {number}\n" for n, number in enumerate(numbers)]


class Clock:
    """A clock that goes on when somebody looks, by as much as is set."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def monotonic(self) -> float:
        self.now += self.step
        return self.now

    perf_counter = monotonic


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(0.0)
    monkeypatch.setattr(deadline, "time", clock)
    return clock


@pytest.mark.usefixtures("still")
def test_rows_are_answered_in_their_order_and_tallied() -> None:
    sink, done = Kept(), list[int]()
    source = [block_of([1, 20, 3]), block_of([4], 4)]
    counts = run(source, Givens(), sink, progress=done.append)
    assert sink.parts == [lines([1, 20, 3]), lines([4], 4)]
    assert (counts, counts.total()) == ({Found.FEW: 3, Found.MANY: 1}, 4)
    assert (status_of(counts), done) == (Status.NO, [3, 1])


def test_no_rows_are_an_error() -> None:
    assert status_of(run([], Givens(), Kept())) == Status.ERROR


@pytest.mark.usefixtures("still")
def test_only_what_is_left_is_asked_alone_and_watched() -> None:
    sink, question, seen = Kept(), Givens(quick=(0, 2)), list[tuple[str, int]]()
    counts = run(
        [block_of([30, 20, 40])], question, sink, watch=lambda row, n: seen.append((row.place, n))
    )
    assert sink.rows == ["quick 1\n", "x:2 20\n", "quick 3\n"]
    assert (question.asked, seen) == ([20], [("x:2", 20)])
    assert counts == {Found.FEW: 2, Found.MANY: 1}


@pytest.mark.usefixtures("still")
def test_a_picture_is_never_made_of_what_was_answered_together() -> None:
    sink = Kept(Form.PICTURE)
    run([block_of([30])], Givens(quick=(0,)), sink)
    assert sink.rows == ["x:1 30\n"]


def test_rows_that_took_long_are_written_before_the_others(still: Clock) -> None:
    still.step = running.PACE * 0.4
    sink = Kept()
    run([block_of([1, 2, 3, 4, 5])], Givens(), sink)
    assert [len(part) for part in sink.parts] == [3, 2]
    assert sink.rows == lines([1, 2, 3, 4, 5])


@pytest.mark.usefixtures("still")
def test_what_is_answered_together_is_not_lost_behind_a_part_that_took_long(still: Clock) -> None:
    still.step = running.PACE * 2
    sink = Kept()
    run([block_of([1, 2, 3, 4, 5])], Givens(quick=(0, 2, 4)), sink)
    assert [len(part) for part in sink.parts] == [2, 2, 1]
    assert sink.rows == ["quick 1\n", "x:2 2\n", "quick 3\n", "x:4 4\n", "quick 5\n"]


@pytest.mark.parametrize(
    ("seconds", "sizes"), [(0.0, [1, 4, 16, 9]), (0.25, [1, 2, 4, 8, 15]), (9.0, [1] * 30)]
)
def test_rows_of_a_slow_question_are_answered_in_parts_that_take_half_a_second(
    seconds: float, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(0.0)
    monkeypatch.setattr(deadline, "time", clock)
    monkeypatch.setattr(running, "PACE", 1e9)

    class Slow(Kept):
        def write(self, block: Block, answers: RowAnswers) -> None:
            super().write(block, answers)
            clock.now += seconds

    sink = Slow()
    run([block_of([1] * 30)], Givens(slow=True), sink)
    assert [len(part) for part in sink.parts] == sizes
    assert sink.rows == lines([1] * 30)


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("failure", [KeyboardInterrupt(), OptionError("too hard"), MemoryError()])
def test_what_was_answered_before_a_failure_is_written(failure: BaseException) -> None:
    sink = Kept()
    source = [block_of([1, 2]), block_of([3, 4, 5, 6], 3)]
    with pytest.raises(type(failure)) as caught:
        run(source, Givens(fault=5, failure=failure), sink)
    assert sink.rows == lines([1, 2, 3, 4])
    if isinstance(failure, CpsudokuError):
        assert str(caught.value) == "x:5: too hard"


@pytest.mark.usefixtures("still")
def test_an_answer_at_which_a_signal_comes_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupting(row: Row) -> Iterator[None]:
        yield
        if row.place == "x:3":
            raise KeyboardInterrupt

    monkeypatch.setattr(running, "locating_errors", interrupting)
    sink = Kept()
    with pytest.raises(KeyboardInterrupt):
        run([block_of([1, 2, 3, 4])], Givens(), sink)
    assert sink.rows == lines([1, 2, 3])


def test_a_failure_in_a_process_is_raised_in_its_place() -> None:
    sink = Kept()
    question = Givens(fault=5, failure=OptionError("too hard"))
    with pytest.raises(OptionError, match=r"^x:5: too hard$"):
        run([block_of([1, 2, 3, 4, 5, 6])], question, sink, jobs=2)
    assert sink.rows == lines([1, 2, 3, 4])


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("jobs", [None, 1])
def test_what_was_read_before_a_bad_row_is_answered_before_its_error(jobs: int | None) -> None:
    def source() -> Iterator[Block]:
        yield block_of([1, 2])
        raise FormatError("bad", source="x", line=3)

    sink = Kept()
    with pytest.raises(FormatError, match="bad"):
        run(source(), Givens(), sink, jobs=jobs)
    assert sink.rows == lines([1, 2])


@pytest.mark.usefixtures("still")
def test_a_sink_that_fails_is_dropped_and_nothing_more_is_asked() -> None:
    sink, question = Kept(most=1), Givens()
    with pytest.raises(OSError, match="no space"):
        run([block_of([1]), block_of([2], 2), block_of([3], 3)], question, sink)
    assert (sink.rows, question.asked) == (lines([1]), [1, 2])


# Answers that come in pieces.


@pytest.mark.usefixtures("still")
def test_pieces_are_written_while_the_next_is_looked_for() -> None:
    question, seen = Givens(parts=3), list[int]()

    class Sink(Kept):
        def write(self, block: Block, answers: RowAnswers) -> None:
            seen.append(len(question.asked))
            super().write(block, answers)

    sink, done = Sink(), list[int]()
    counts = run([block_of([1, 20])], question, sink, progress=done.append)
    assert sink.rows == ["x:1 1\n"] * 3 + ["x:2 20\n"] * 3
    assert seen == [2, 3, 5, 5, 6, 6]  # a piece is written as soon as the next one has come
    assert (counts, sum(done)) == ({Found.FEW: 1, Found.MANY: 1}, 2)


@pytest.mark.usefixtures("still")
def test_pieces_of_a_table_repeat_their_row() -> None:
    sink = Kept(Form.ROW)
    run([block_of([1, 2])], Givens(parts=2), sink)
    assert sink.rows == [{"givens": 1}] * 2 + [{"givens": 2}] * 2


def test_a_document_holds_the_whole_answer() -> None:
    sink, question = Kept(Form.DOCUMENT), Givens(parts=5)
    run([block_of([1])], question, sink)
    assert (sink.rows, question.asked) == ([{"givens": 1, "all": True}], [1])


@pytest.mark.usefixtures("still")
def test_rows_before_pieces_are_written_before_a_failure_among_them() -> None:
    class Breaking(Givens):
        def pieces(self, puzzle: Puzzle) -> Iterator[int]:
            yield from super().pieces(puzzle)
            if self.asked[-1] == 2:
                raise KeyboardInterrupt

    sink = Kept()
    with pytest.raises(KeyboardInterrupt):
        run([block_of([1, 2])], Breaking(parts=2), sink)
    assert sink.rows == ["x:1 1\n", "x:1 1\n", "x:2 2\n"]


@pytest.mark.usefixtures("still")
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("most", range(4))
def test_pieces_end_without_a_word_where_the_sink_fails(most: int) -> None:
    sink = Kept(most=most)

    class Sometimes(Givens):
        def pieces(self, puzzle: Puzzle) -> Iterator[int]:
            number = self.alone(puzzle)
            yield from [number] * number

    with pytest.raises(OSError, match="no space"):
        run([block_of([1, 3])], Sometimes(parts=2), sink)
    assert sink.rows == ["x:1 1\n", "x:2 3\n", "x:2 3\n", "x:2 3\n"][:most]


# Threads and processes.

MIXED = of_records(
    [
        Record(puzzle, "x", number)
        for number, puzzle in enumerate(
            [
                *(formats.parse(text) for text in (EASY, ENDLESS, CLASH, SEVENTEEN)),
                Puzzle.empty(usual(4)),
                formats.parse("1" + "." * 15),
            ]
            * 12,
            1,
        )
    ]
)


def written(question: Question[Any], jobs: int | None) -> tuple[str, object]:
    out = TextKept()
    counts = run([MIXED, MIXED.part(3, 30)], question, LineSink(out), jobs=jobs)
    return out.getvalue(), counts


@pytest.mark.parametrize(
    "question",
    [
        Check(),
        pytest.param(CountSolutions(limit=3), marks=pytest.mark.thorough),
        pytest.param(Solve(Search(backend="dlx")), marks=pytest.mark.thorough),
    ],
)
def test_threads_and_processes_give_the_same_lines_in_the_same_order(
    question: Question[Any],
) -> None:
    usual_one = written(question, None)
    assert usual_one[0].count("\n") == 72 + 27
    assert written(question, 1) == usual_one
    assert written(question, 2) == usual_one


@pytest.mark.compiled
@pytest.mark.parametrize("jobs", [None, 2])
def test_an_error_of_a_row_says_its_place_behind_what_stands_before(jobs: int | None) -> None:
    out = TextKept()
    with pytest.raises(CpsudokuError) as caught:
        run([MIXED], Check(Search(backend="bitboard")), LineSink(out), jobs=jobs)
    assert str(caught.value).startswith("x:5: ")
    found = [line.split(": ")[:2] for line in out.getvalue().splitlines()]
    assert found == [["x:1", "unique"], ["x:2", "multiple"], ["x:3", "none"], ["x:4", "unique"]]


@pytest.mark.parametrize("jobs", [1, 2])
def test_processes_answer_what_was_read_before_a_bad_row(jobs: int) -> None:
    def source() -> Iterator[Block]:
        yield MIXED.part(4, 12)
        yield MIXED.part(16, 18)
        raise FormatError("bad", source="x", line=99)

    out = TextKept()
    with pytest.raises(FormatError, match="bad"):
        run(source(), Check(), LineSink(out), jobs=jobs)
    places = [line.split(": ")[0] for line in out.getvalue().splitlines()]
    assert places == [f"x:{n}" for n in (*range(5, 13), 17, 18)]
