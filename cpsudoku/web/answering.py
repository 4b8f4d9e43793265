"""The answers themselves: for each question a function from its request, which knows no network.

Those about a puzzle are given it, read.  They are called in processes of their own; see
`cpsudoku.web.workers`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from pydantic import BaseModel

from cpsudoku import diagnosis, formats, logic, verify
from cpsudoku.asking import solving
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.generation import generate as generation
from cpsudoku.generation import layouts
from cpsudoku.generation.filling import random_layout
from cpsudoku.generation.running import random_seed
from cpsudoku.generation.setting import VariantMaker, VariantSpec
from cpsudoku.generation.specs import DifficultySpec
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.child import within
from cpsudoku.ground.randomness import Randomness
from cpsudoku.logic import explaining
from cpsudoku.logic.explaining.difficulty import shown
from cpsudoku.logic.explaining.explanations import order_on
from cpsudoku.logic.orders import TEACHING, up_to
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Result
from cpsudoku.rules import Rules
from cpsudoku.web import boards, models
from cpsudoku.web.boards import LISTED, step_answer
from cpsudoku.web.fpuzzles import obey
from cpsudoku.web.memory import Memory
from cpsudoku.web.setting import answering as setting
from cpsudoku.web.setting import models as drafts


def read(request: models.ReadRequest, *, cells: int, seconds: float) -> models.BoardAnswer:
    """Return the one puzzle that a text holds."""
    rules = None if request.rules is None else boards.rules_of(request.rules, cells)
    return boards.board_of(boards.record_of(request.text, cells, rules))


def split(request: models.TextRequest, *, cells: int, seconds: float) -> models.TextsAnswer:
    """Return the puzzles that a text holds, each as a text."""
    return models.TextsAnswer(texts=boards.texts_of(request.text, cells))


def solve(puzzle: Puzzle, request: models.SolveRequest, seconds: float) -> models.VerdictAnswer:
    """Return solutions of a puzzle."""
    result = solving.solve(puzzle, backend=request.backend, limit=request.limit, seconds=seconds)
    return _verdict(result)


def check(puzzle: Puzzle, request: models.CheckRequest, seconds: float) -> models.VerdictAnswer:
    """Return whether a puzzle has exactly one solution."""
    return _verdict(solving.check(puzzle, backend=request.backend, seconds=seconds))


def _verdict(result: Result) -> models.VerdictAnswer:
    return models.VerdictAnswer(
        verdict=result.verdict.value,
        backend=result.backend,
        reason=result.reason,
        clash=[] if result.clash is None else list(result.clash.cells),
        solutions=[list(grid) for grid in result.solutions],
    )


def candidates(puzzle: Puzzle, _: models.PuzzleRequest, seconds: float) -> models.CandidatesAnswer:
    """Return for each cell the digits that occur in some solution."""
    found = solving.candidates(puzzle, seconds=seconds)
    return models.CandidatesAnswer(
        complete=found.complete, candidates=boards.digits_left(found.masks)
    )


def convert(puzzle: Puzzle, request: models.ConvertRequest, seconds: float) -> models.TextAnswer:
    """Return a puzzle in another notation."""
    if request.to == "json":
        return models.TextAnswer(text=boards.text_in_json(puzzle, request.about))
    record = boards.with_about(puzzle, request.about)
    return models.TextAnswer(text=formats.write(record, request.to))


def code(request: models.CodeRequest, *, cells: int, seconds: float) -> models.CodeAnswer:
    """Return a text as a QR code."""
    import segno

    text = request.text
    try:
        # It looks at no clock itself, and a long text keeps a busy machine for seconds.
        made = within(Deadline(seconds), lambda: segno.make_qr(text).svg_data_uri(scale=4))
        return models.CodeAnswer(picture=str(made))
    except OutOfTimeError:
        raise OptionError(f"the QR code was not made within {seconds:g} seconds") from None
    except segno.DataOverflowError:
        size = len(text.encode())
        raise OptionError(f"{size} bytes are too long for a QR code") from None


def broken(puzzle: Puzzle, _: models.PuzzleRequest, seconds: float) -> models.BrokenAnswer:
    """Return the rules beside the groups that do not hold, of those whose cells are all filled."""
    return models.BrokenAnswer(broken=[boards.rule_of(c) for c in verify.broken(puzzle)])


def explain_conflict(
    puzzle: Puzzle, _: models.PuzzleRequest, seconds: float
) -> models.ConflictAnswer:
    """Return givens that cannot be together, if there are any."""
    found = diagnosis.explain_conflict(puzzle, seconds=seconds)
    return models.ConflictAnswer(
        verdict=cast(Any, found.verdict.value),
        minimal=found.minimal,
        givens=list(found.givens),
        rules=[boards.rule_of(constraint) for constraint in found.constraints],
        words=found.describe() if found.verdict.value == "none" else "",
    )


_SPARE = 1 << 20
"""The number of the draw of spare givens, which no attempt has."""


def generate(
    request: models.GenerateRequest, *, cells: int, seconds: float
) -> models.GenerateAnswer:
    """Return a puzzle with one solution."""
    seed = random_seed() if request.seed is None else request.seed
    deadline = Deadline(seconds)
    value = request.rules
    try:
        drawn = random_layout(value, seed, deadline) if isinstance(value, str) else None
    except OutOfTimeError:
        raise GenerationError(f"no such layout was found within {seconds:g} seconds") from None
    rules = boards.rules_of(value, cells) if drawn is None else boards.bounded(drawn, cells)
    if request.with_:
        return _laid_out(request, rules, seed, seconds)
    er = None if request.er is None else (round(10 * request.er[0]), round(10 * request.er[1]))
    asked = DifficultySpec(er, request.hodoku, tuple(request.needs), tuple(request.without))
    difficulty = None if asked == DifficultySpec() else asked
    blanks = request.blanks
    made = generation(
        rules=rules,
        clues=request.clues if blanks is None else rules.cell_count - blanks,
        difficulty=difficulty,
        box_blanks=request.box_blanks,
        symmetry=request.symmetry,
        minimal=request.minimal,
        seed=seed,
        first=request.first,
        seconds=deadline.left,
    )
    for puzzle in made:
        return models.GenerateAnswer(
            board=boards.board_answer(puzzle.puzzle),
            solution=list(puzzle.solution),
            seed=seed,
            first=request.first,
            er=None if difficulty is None else _exact_er(puzzle.puzzle, seconds),
        )
    raise GenerationError(f"no such puzzle was found within {seconds:g} seconds")


def _laid_out(
    request: models.GenerateRequest, rules: Rules, seed: int, seconds: float
) -> models.GenerateAnswer:
    """Return a puzzle whose clues were laid out, with some givens more than it needs."""
    wished, everywhere = layouts.split(layouts.wishes(request.with_), rules.board)
    # Cages can do without givens; of lines and dots there would have to be very many.
    givens = 0 if "killer" in wished else None
    spec = VariantSpec.of(rules.with_constraints(everywhere), wished, givens=givens)
    try:
        made = VariantMaker(spec, seed=seed, deadline=Deadline(seconds)).make(request.first)
    except OutOfTimeError:
        raise GenerationError(f"no such puzzle was found within {seconds:g} seconds") from None
    digits = list(made.digits)
    blank = [cell for cell, digit in enumerate(digits) if not digit]
    chance = Randomness(seed, request.first, _SPARE)
    for _ in range(min(request.spare, len(blank))):
        cell = blank.pop(chance.below(len(blank)))
        digits[cell] = made.solution[cell]
    puzzle = Puzzle.from_digits(digits, made.rules)
    return models.GenerateAnswer(
        board=boards.board_answer(puzzle),
        solution=list(made.solution),
        seed=seed,
        first=request.first,
        er=None,
    )


def _exact_er(puzzle: Puzzle, seconds: float) -> float | None:
    found = explaining.rate(puzzle, scales=["explainer"], seconds=seconds)
    return None if "er" in found.lower_bounds else found.er


def hint(now: Puzzle, request: models.HintRequest, seconds: float) -> models.HintAnswer:
    """Return what follows now, from a player's own entries and marks."""
    asked = request.puzzle
    given = now if isinstance(asked, str) else Puzzle.from_digits(asked.givens, now.rules)
    found = explaining.hint(now, givens=given, order=request.order, seconds=seconds)
    return models.HintAnswer(
        wrong=found.wrong,
        checked=found.checked,
        wrong_entries=[m.cell for m in found.mistakes if not m.removed],
        wrong_marks=[(m.cell, m.digit) for m in found.mistakes if m.removed],
        text=str(found),
        said=found.said[-1],
        step=None if (step := found.step or found.clue) is None else step_answer(step),
    )


def practice(
    request: models.PracticeRequest, *, cells: int, seconds: float
) -> models.PracticeAnswer:
    """Return a position in which a technique is the next thing to find."""
    found = explaining.exercise(
        request.technique,
        rules=boards.rules_of(request.rules, cells),
        seed=request.seed,
        seconds=seconds,
    )
    return models.PracticeAnswer(
        board=boards.board_at(found.puzzle, found.position), step=step_answer(found.step)
    )


def explain(puzzle: Puzzle, request: models.ExplainRequest, seconds: float) -> models.ExplainAnswer:
    """Return the path that solves a puzzle, step by step, or all steps that can be made now."""
    if request.now:
        return _steps_now(puzzle, Deadline(seconds))
    path = explaining.explain(puzzle, order=request.order, seconds=seconds)
    return models.ExplainAnswer(steps=list(map(step_answer, path)), end=path.end)


def _steps_now(puzzle: Puzzle, deadline: Deadline) -> models.ExplainAnswer:
    position = logic.Position.of(puzzle)
    order = up_to(order_on(puzzle, TEACHING, deadline.left), LISTED)
    found = logic.find_all(position, order=order, seconds=deadline.left)
    steps = map(step_answer, found.steps)
    # That each names its position would make the answer ten times as long.
    bare = [step.model_copy(update={"digits": [], "marks": []}) for step in steps]
    return models.ExplainAnswer(steps=bare, end="open" if found.complete else "limit")


def rate(puzzle: Puzzle, _: models.PuzzleRequest, seconds: float) -> BaseModel:
    """Return how difficult a puzzle is, on the scales that people know."""
    found = explaining.rate(puzzle, seconds=seconds)
    state = {"verdict": found.verdict.value, "end": found.end, "not_rated": found.why_not or None}
    return models.RateAnswer.model_validate(state | shown(found))


def trace(puzzle: Puzzle, request: models.TraceRequest, seconds: float) -> models.TraceAnswer:
    """Return a search, event by event."""
    from cpsudoku.tracing import open_matrix  # a room that can be left out
    from cpsudoku.tracing import trace as replay

    found = replay(puzzle, request.backend, limit=request.limit, seconds=seconds)
    matrix = None
    if request.backend == "dlx":
        whole, rows = open_matrix(puzzle)
        if all(len(row) == 1 for row in rows):
            matrix = models.MatrixModel(
                items=list(whole.items),
                primary=whole.primary,
                cells=[cell for ((cell, _),) in rows],
                digits=[digit for ((_, digit),) in rows],
                ones=[list(row) for row in whole.ones],
            )
    events = [
        models.EventModel(kind=e.kind, depth=e.depth, cell=cell, digit=digit)
        for e in found.events
        for cell, digit in [e.entries[0] if len(e.entries) == 1 else (None, None)]
    ]
    return models.TraceAnswer(
        events=events, matrix=matrix, complete=found.complete, counts=dict(found.counts)
    )


Answer = Callable[..., BaseModel]

QUESTIONS: dict[str, tuple[type[BaseModel], Answer, type[BaseModel]]] = {
    "read": (models.ReadRequest, read, models.BoardAnswer),
    "split": (models.TextRequest, split, models.TextsAnswer),
    "solve": (models.SolveRequest, solve, models.VerdictAnswer),
    "check": (models.CheckRequest, check, models.VerdictAnswer),
    "candidates": (models.PuzzleRequest, candidates, models.CandidatesAnswer),
    "generate": (models.GenerateRequest, generate, models.GenerateAnswer),
    "convert": (models.ConvertRequest, convert, models.TextAnswer),
    "code": (models.CodeRequest, code, models.CodeAnswer),
    "broken": (models.PuzzleRequest, broken, models.BrokenAnswer),
    "explain-conflict": (models.PuzzleRequest, explain_conflict, models.ConflictAnswer),
    "hint": (models.HintRequest, hint, models.HintAnswer),
    "practice": (models.PracticeRequest, practice, models.PracticeAnswer),
    "explain": (models.ExplainRequest, explain, models.ExplainAnswer),
    "rate": (models.PuzzleRequest, rate, models.RateAnswer),
    "draft": (drafts.DraftRequest, setting.draft, drafts.DraftAnswer),
    "take": (models.TextRequest, setting.take, drafts.DraftAnswer),
    "left": (drafts.LeftRequest, setting.left, drafts.LeftAnswer),
    "count": (drafts.CountRequest, setting.count, drafts.CountAnswer),
    "needless": (models.PuzzleRequest, setting.needless, drafts.NeedlessAnswer),
    "needs": (models.PuzzleRequest, setting.needs, drafts.NeedsAnswer),
    "trace": (models.TraceRequest, trace, models.TraceAnswer),
}
"""For each question what it takes, the function that answers it, and what it gives."""


SHORT = frozenset({"read", "split", "convert", "code", "broken", "hint", "draft", "take"})
"""Questions that take milliseconds, which need not wait for those that take a minute."""

REMEMBERING = frozenset({"left"})
"""Questions that continue from what the same client's last answer has found."""


def answer(
    name: str, request: Any, *, cells: int, seconds: float, memory: Memory | None = None
) -> bytes:
    """Return the answer to a question as JSON.

    Args:
        name: a key of `QUESTIONS`, or ``fpuzzles`` for a command of its script.

    Raises:
        CpsudokuError: the request makes no sense, or cannot be answered.
    """
    if name == "fpuzzles":
        return obey(request, cells=cells, seconds=seconds, memory=memory or Memory())
    _, function, _ = QUESTIONS[name]
    known = {"memory": memory or Memory()} if name in REMEMBERING else {}
    if isinstance(request, models.PuzzleRequest):
        puzzle = boards.puzzle_of(request.puzzle, cells)
        found = function(puzzle, request, seconds, **known)
    else:
        found = function(request, cells=cells, seconds=seconds)
    return found.model_dump_json(by_alias=True).encode()
