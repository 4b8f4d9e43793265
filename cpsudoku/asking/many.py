"""Many puzzles in one call, as arrays: the loop of `cpsudoku.asking.run` over the rows of an array.

>>> answers = solve_many(["1.............4.", "1......2.34....1"], limit=5)
>>> answers.counts.tolist(), answers.texts()[1]
([5, 0], None)
>>> for row in check_many(["1.............4.", "1......2.34....1"]):
...     print(row)
{'puzzle': '1.............4.', 'verdict': 'multiple'}
{'puzzle': '1......2.34....1', 'verdict': 'none'}
>>> paths = explain_many(["1234341221430...", "1234341221434..."])
>>> [(len(path), path.rating.end) for path in paths]
[(4, 'solved'), (3, 'solved')]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

from cpsudoku import backends, logic
from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question
from cpsudoku.asking.questions.check import Check
from cpsudoku.asking.questions.count import CountSolutions
from cpsudoku.asking.questions.rate import Rate
from cpsudoku.asking.questions.solve import Solve
from cpsudoku.asking.run import answer_blocks, paced
from cpsudoku.asking.search import VERDICTS, Search, verdicts_of
from cpsudoku.backends import BackendLike
from cpsudoku.errors import OptionError, PuzzleError
from cpsudoku.ground.deadline import Deadline, limit_of
from cpsudoku.ground.names import counted
from cpsudoku.ground.processes import useful_workers
from cpsudoku.ground.progress import Progress, reporting
from cpsudoku.logic.explaining.difficulty import SCALES, Difficulties
from cpsudoku.logic.explaining.explanations import order_on
from cpsudoku.logic.explaining.rating import check_scales
from cpsudoku.logic.orders import Order, order_for
from cpsudoku.logic.paths import Rating, steps_of, walked
from cpsudoku.logic.steps import Step
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Fields, Form
from cpsudoku.rows.arrays import (
    AnswerTable,
    ArrayBlock,
    OnBadRow,
    Puzzles,
    are_masks,
    read,
    read_in_parts,
)
from cpsudoku.rows.block import Row
from cpsudoku.rows.frames import of_grids
from cpsudoku.rows.values import listed_rows
from cpsudoku.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_REMEDY = "on_bad= passes over it"


@dataclass(frozen=True, slots=True, repr=False)
class Answers(AnswerTable):
    """What a search found of many puzzles, as arrays.

    Args:
        counts: int64 array (n,): number of solutions found, at most the limit.
        solutions: uint8 array (n, cells): the first solution, all 0 where none was found.
        unknown: bool array (n,): True where time ran out before the count was certain.
        limit: how many solutions were looked for; None for all.
        shown: the names of the columns that tables get.
        faults: for each puzzle what is wrong with the solution given beside it, None where
            nothing is or none is given; None without a column of solutions.
    """

    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    unknown: NDArray[np.bool_]
    limit: int | None
    origin: ArrayBlock = field(repr=False)
    shown: tuple[str, ...] = ()
    faults: list[str | None] | None = None
    kinds: ClassVar = {
        "solution": str, "verdict": str, "given_fault": str, "count": int, "exact": bool,
    }  # fmt: skip

    def __len__(self) -> int:
        return len(self.counts)

    def __iter__(self) -> Iterator[dict[str, object]]:
        return self.rows()

    @property
    def verdicts(self) -> NDArray[np.int8]:
        """What is known of each, as an index into `names`."""
        return verdicts_of(self.counts, self.unknown, self.limit)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the verdicts."""
        return tuple(verdict.value for verdict in VERDICTS)

    @property
    def exact(self) -> NDArray[np.bool_]:
        """Whether it is proved that a puzzle has no more solutions than were counted."""
        found: NDArray[np.bool_] = ~self.unknown
        return found if self.limit is None else found & (self.counts < self.limit)

    def texts(self) -> list[str | None]:
        """Return the first solution of each as a text, None where none was found."""
        return self._texts(None)

    def _texts(self, most: int | None) -> list[str | None]:
        known = self.counts[:most] > 0
        return of_grids(self.solutions[:most], self.origin.rules, known)

    def columns(self, most: int | None = None) -> dict[str, list[Any]]:
        """Return the answers as columns, by name."""
        return {name: self._column(name, most) for name in self.shown}

    def _column(self, name: str, most: int | None) -> list[Any]:
        if name == "solution":
            return self._texts(most)
        if name == "verdict":
            return [self.names[one] for one in self.verdicts[:most].tolist()]
        if name == "given_fault":
            return (self.faults or [])[:most]
        found: list[Any] = (self.counts if name == "count" else self.exact)[:most].tolist()
        return found


def solve_many(
    puzzles: Puzzles,
    *,
    backend: BackendLike = backends.AUTO,
    rules: Rules | str | None = None,
    limit: int | None = 2,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    masks: bool = False,
    column: str | None = None,
    on_bad: OnBadRow | None = None,
    progress: Progress = None,
    **options: object,
) -> Answers:
    """Search many puzzles of the same rules.

    Args:
        puzzles: a list of texts, puzzles or lists of cells, which may have pencil marks; an array
            of NumPy's, of texts or of digits (n, cells) or (n, rows, columns) with 0 for a blank;
            bytes or a text, a puzzle a line; a column or a table of pandas', Polars', Arrow's or
            DuckDB's; a `pathlib.Path` of a file in any notation.
        backend: name of a backend, or an engine for the rules.
        rules: the rules, or a text of them such as ``9+diagonals``; None for those of the first
            puzzle, or that a grid of this size usually has.
        limit: stop at this many solutions of each puzzle; None to count them all.
        seconds: wall-clock limit for the whole call; None for none.
        threads: for engines that can use several; None for as many as there are processors.
        seed: for solvers that make random choices.
        masks: whether the puzzles are a uint16, uint32 or uint64 array of candidates, with bit
            d−1 for digit d.
        column: the name of the column of puzzles in a table; None to find it by its name.
        on_bad: called with the error of each row that is not a puzzle, or has other rules, which is
            then left out, in tables as well; None to raise the error.  ``list.append`` keeps them.
        progress: called with how many puzzles are done and how many there are; True for a line on
            stderr.
        options: passed on to the backend.

    Returns:
        Counts, first solutions (verified), and which answers are unknown because time ran out;
        tables get the columns ``solution`` and ``verdict``.  With the default limit a count of 1
        means that the solution is unique.  Of several solutions, which one is the first depends
        neither on the number of threads nor on that of puzzles; but it can differ from the one that
        `cpsudoku.solve` finds first.

    Raises:
        FormatError: a line is not a puzzle; ``line`` is its number.
        OptionError: a table has no such column, or a text is a path.
        PuzzleError: the array has a wrong shape, type, digit or mask, a row of a table is empty, or
            a puzzle has other rules.
        UnsupportedError: the backend does not know the rules.
        BackendError: the solver failed or gave a wrong answer.

    >>> import numpy as np
    >>> masks = np.full((1, 16), 0b1111, dtype=np.uint16)
    >>> masks[0, :4] = 0b0011, 0b0011, 0b0100, 0b1000
    >>> solve_many(masks, masks=True, limit=None).counts.tolist()
    [24]
    """
    origin = read(puzzles, rules, masks=masks, column=column, on_bad=on_bad, remedy=_REMEDY)
    _check_whole(limit=limit)
    question = Solve(Search(backend, options, seconds, seed, Deadline(seconds)), wanted=limit)
    found = _asked(question, origin, threads, progress)
    return Answers(**found, limit=limit, origin=origin, shown=("solution", "verdict"))


def count_many(
    puzzles: Puzzles,
    *,
    backend: BackendLike = backends.AUTO,
    rules: Rules | str | None = None,
    limit: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    masks: bool = False,
    column: str | None = None,
    on_bad: OnBadRow | None = None,
    progress: Progress = None,
    **options: object,
) -> Answers:
    """Count the solutions of many puzzles of the same rules.

    The arguments are those of `solve_many`; without a limit all solutions are counted.

    Returns:
        Counts, and in ``exact`` whether each is proved to be all; else it is a lower bound.  Tables
        get the columns ``count`` and ``exact``.

    Raises:
        CpsudokuError: what `solve_many` raises.

    >>> count_many(["1.............4.", "1......2.34....1"], limit=5).exact.tolist()
    [False, True]
    """
    import numpy as np

    origin = read(puzzles, rules, masks=masks, column=column, on_bad=on_bad, remedy=_REMEDY)
    _check_whole(limit=limit)
    question = CountSolutions(Search(backend, options, seconds, seed, Deadline(seconds)), limit)
    found = _asked(question, origin, threads, progress)
    if "count" in found:  # each was counted by itself, which keeps no solutions
        counts = np.array(found["count"], np.int64)
        unknown = ~np.array(found["exact"], np.bool_) & (counts != limit)
        found = {"counts": counts, "solutions": np.zeros_like(origin.rows, np.uint8)}
        found["unknown"] = unknown
    return Answers(**found, limit=limit, origin=origin, shown=("count", "exact"))


def check_many(
    puzzles: Puzzles,
    *,
    backend: BackendLike = backends.AUTO,
    rules: Rules | str | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    masks: bool = False,
    column: str | None = None,
    on_bad: OnBadRow | None = None,
    progress: Progress = None,
    **options: object,
) -> Answers:
    """Return which of many puzzles of the same rules have exactly one solution.

    Where a table has a column of solutions, these are checked as well.
    The arguments are those of `solve_many`.

    Returns:
        For each the verdict, ``verdicts`` as indices into ``names``: ``unique``, ``none``,
        ``multiple`` or ``unknown``; and in ``faults`` what is wrong with a given solution.  Tables
        get the column ``verdict``, and ``given_fault`` if they have solutions.

    Raises:
        CpsudokuError: what `solve_many` raises.

    >>> checked = check_many({"puzzle": ["1234341221434..."], "solution": ["1234341221434322"]})
    >>> checked.names[checked.verdicts[0]], checked.faults
    ('unique', ['row 4 has a digit twice'])
    """
    origin = read(puzzles, rules, masks=masks, column=column, on_bad=on_bad, remedy=_REMEDY)
    question = Check(Search(backend, options, seconds, seed, Deadline(seconds)))
    found = _asked(question, origin, threads, progress)
    faults = found.pop("given_fault", None)
    shown = ("verdict",) if faults is None else ("verdict", "given_fault")
    return Answers(**found, limit=2, origin=origin, shown=shown, faults=faults)


def solve_stream(
    puzzles: Puzzles,
    *,
    chunk: int = 1 << 16,
    backend: BackendLike = backends.AUTO,
    rules: Rules | str | None = None,
    limit: int | None = 2,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    masks: bool = False,
    column: str | None = None,
    on_bad: OnBadRow | None = None,
    progress: Progress = None,
    **options: object,
) -> Iterator[Answers]:
    """Search many puzzles of the same rules, and yield the answers in order as they are ready.

    Strings, files and batches of Arrow's are read only as far as the answers, so that there may be
    any number of them.  The other arguments are those of `solve_many`.

    Args:
        chunk: number of puzzles searched together, each answer a batch; the last may be smaller.
        seconds: wall-clock limit for each chunk.
        progress: called with how many puzzles are done, and None; or True.

    Raises:
        OptionError: chunks of less than one puzzle.
        CpsudokuError: what `solve_many` raises, when the chunk is answered.

    >>> stream = solve_stream(["1.............4."] * 3, chunk=2)
    >>> [answers.counts.tolist() for answers in stream]
    [[2, 2], [2]]
    """
    _check_whole(chunk=chunk, limit=limit)
    done = 0
    with reporting(progress) as report:
        parts = read_in_parts(
            puzzles, chunk, rules, masks=masks, column=column, on_bad=on_bad, remedy=_REMEDY
        )
        for origin in parts:
            question = Solve(
                Search(backend, options, seconds, seed, Deadline(seconds)), wanted=limit
            )
            found = _asked(question, origin, threads)
            done += len(origin)
            report(done, None)
            yield Answers(**found, limit=limit, origin=origin, shown=("solution", "verdict"))


def rate_many(
    puzzles: Puzzles,
    rules: Rules | str | None = None,
    *,
    scales: Sequence[str] = SCALES,
    threads: int | None = None,
    seconds: float | None = None,
    seconds_each: float | None = None,
    column: str | None = None,
    on_bad: OnBadRow | None = None,
    progress: Progress = None,
) -> Difficulties:
    """Return how hard many puzzles of the same rules are, as arrays.

    The other arguments are those of `solve_many`.

    Args:
        scales: ``explainer``, ``hodoku`` and ``qqwing``, or some of them.
        seconds: wall-clock limit for all of them; what it cuts short is a lower bound or unknown:
            see `Difficulties.is_lower_bound` and `Difficulties.ends`.
        seconds_each: wall-clock limit for each puzzle on each scale.

    Raises:
        FormatError: a line is not a puzzle; ``line`` is its number.
        PuzzleError: the array has a wrong shape, type or digit, a puzzle has other rules, pencil
            marks, or clues beside its houses.
        OptionError: a scale or a column is not known, or a limit cannot be kept.
        UnsupportedError: the board is too big for the techniques.
    """
    check_scales(scales)
    origin = read(puzzles, rules, column=column, on_bad=on_bad, remedy=_REMEDY)
    if are_masks(origin.rows):
        raise PuzzleError("a puzzle has pencil marks; rate it by itself")
    if origin.rules.has_others:
        raise PuzzleError("puzzles with clues beside their houses; rate each by itself")
    logic.check_rules(origin.rules)
    question = Rate(tuple(scales), seconds_each, Deadline(seconds))
    found: Difficulties = _asked(question, origin, threads, progress)["ratings"]
    return replace(found, origin=origin)


class _WalkEnding(Ending):
    """The outcome of looking for a path: there always is one, however it ends."""

    WALKED = "explained", Status.DONE


@dataclass(frozen=True)
class _Paths(Question[tuple[list[Any], Rating]]):
    """The path that solves a puzzle, as the core returns it, with its rating.

    Args:
        seconds: limit for a puzzle; None for none.
        has_steps: whether the steps are wanted; else their techniques, a fiftieth of the bytes for
            a process to send.
    """

    order: Order
    seconds: float | None
    has_steps: bool
    outcomes: ClassVar = _WalkEnding
    what: ClassVar = "explaining"
    names: ClassVar = {Form.ROW: ("path", "rating")}
    is_slow: ClassVar = True

    def alone(self, puzzle: Puzzle) -> tuple[list[Any], Rating]:
        deadline = Deadline(self.seconds)
        order = order_on(puzzle, self.order, deadline.left)
        found, rating = walked(puzzle, order, deadline.left)
        return found if self.has_steps else [raw[0] for raw in found], rating

    def outcome(self, row: Row, answer: tuple[list[Any], Rating]) -> _WalkEnding:
        return _WalkEnding.WALKED

    def document(self, row: Row, answer: tuple[list[Any], Rating]) -> Fields:
        return dict(zip(("path", "rating"), answer, strict=True))

    def columns(self, row: Row, answer: tuple[list[Any], Rating]) -> Fields:
        return self.document(row, answer)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The path that solves one of many puzzles; to iterate over it makes its steps."""

    puzzle: Puzzle
    rating: Rating
    found: list[tuple[Any, ...]] = field(repr=False)

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[Step]:
        return steps_of(self.puzzle, self.found)

    @property
    def techniques(self) -> tuple[str, ...]:
        """The technique of each step."""
        return tuple(raw[0] for raw in self.found)


class Explanations(AnswerTable):
    """The paths of many puzzles, found again each time that it is iterated over.

    Tables get the columns ``steps``, ``hardest``, ``techniques`` and ``end``.
    """

    origin: ArrayBlock
    kinds: ClassVar = {"steps": int, "hardest": str, "techniques": list, "end": str}

    def __init__(
        self, origin: ArrayBlock, question: _Paths, jobs: int | None, progress: Progress = None
    ) -> None:
        self.origin = origin
        self._question, self._jobs, self._progress = question, jobs, progress

    def __repr__(self) -> str:
        return f"Explanations of {counted(len(self), 'puzzle')}"  # not explained for that

    def __len__(self) -> int:
        return len(self.origin.rows)

    def __iter__(self) -> Iterator[Explanation]:
        for puzzle, (raws, rating) in zip(self.origin.puzzles(), self._each(), strict=True):
            yield Explanation(puzzle, rating, raws)

    def columns(self, most: int | None = None) -> dict[str, list[Any]]:
        """Return the outcomes of the paths as columns, by name; each path is walked once."""
        return {name: values[:most] for name, values in self._columns.items()}

    @cached_property
    def _columns(self) -> dict[str, list[Any]]:
        found = list(self._each(has_steps=False))
        return {
            "steps": [rating.steps for _, rating in found],
            "hardest": [rating.technique for _, rating in found],
            "techniques": [names for names, _ in found],
            "end": [rating.end for _, rating in found],
        }

    def _each(self, *, has_steps: bool = True) -> Iterator[tuple[list[Any], Rating]]:
        question = replace(self._question, has_steps=has_steps)
        done = 0
        blocks = [self.origin]
        with reporting(self._progress) as report:
            for block, answers in answer_blocks(blocks, question, Form.ROW, jobs=self._jobs):
                for found, rating in listed_rows(list(answers.fields.values()), len(block)):
                    yield found, rating
                    done += 1
                    report(done, len(self))


def explain_many(
    puzzles: Puzzles,
    rules: Rules | str | None = None,
    *,
    order: Order | str = "explainer",
    mode: str = "candidates",
    seconds_each: float | None = None,
    jobs: int | None = None,
    column: str | None = None,
    progress: Progress = None,
) -> Explanations:
    """Return the paths that solve many puzzles of the same rules, in order and on demand.

    Whether a puzzle has just one solution is found out first; if it has not, no technique is looked
    for that supposes it.

    The other arguments are those of `solve_many`.

    Args:
        order: the techniques, in the order of looking, or the name of an order: ``explainer``,
            ``hodoku``, ``teaching`` or ``qqwing``.
        mode: ``candidates``, or ``direct`` for what can be seen without pencil marks.
        seconds_each: wall-clock limit for each puzzle; None for none.
        jobs: how many processes look for paths; 0 for as many as there are processors, None for
            none but this one.
        progress: called with how many paths are found and how many puzzles there are, while they
            are asked for; True for a line on stderr.

    Raises:
        FormatError: a line is not a puzzle; ``line`` is its number.
        PuzzleError: an array has a wrong shape, type or digit, or a puzzle has other rules.
        OptionError: there is no such order, mode or column, or a limit that makes no sense.
        UnsupportedError: the board is too big for the techniques.
    """
    question = _Paths(order_for(order, mode), limit_of(seconds_each), has_steps=True)
    _check_whole(0, jobs=jobs)
    origin = read(puzzles, rules, column=column)
    logic.check_rules(origin.rules)
    return Explanations(origin, question, jobs and useful_workers(jobs), progress)


def _check_whole(least: int = 1, **given: object) -> None:
    """Refuse arguments, by their names, that are not whole numbers or are too small."""
    for name, value in given.items():
        if value is not None and not (isinstance(value, SupportsIndex) and index(value) >= least):
            raise OptionError(f"{name}={value!r}; expected a whole number, at least {least}")


def _joined(parts: list[Any]) -> Any:
    import numpy as np

    if isinstance(parts[0], Difficulties):
        return Difficulties.joined(parts)
    if len(parts) == 1:
        return parts[0]
    return [*chain(*parts)] if isinstance(parts[0], list) else np.concatenate(parts)


def _asked(
    question: Question[Any], origin: ArrayBlock, threads: int | None, progress: Progress = None
) -> dict[str, Any]:
    """Ask a question of all rows of an array, and return each field as one array or one list."""
    _check_whole(0, threads=threads)
    found: dict[str, list[Any]] = {}
    whole, done = [origin], 0
    with reporting(progress) as report:
        blocks = paced(whole) if progress else whole
        for block, answers in answer_blocks(blocks, question, Form.ROW, threads=threads):
            for name, values in answers.fields.items():
                found.setdefault(name, []).append(values)
            done += len(block)
            report(done, len(origin))
    return {name: _joined(parts) for name, parts in found.items()}
