"""Traces: how puzzles are solved, as text that machines learn from.

Each step is replayed before it is written, by checks that do not know how it was found; a step that
does not follow is an error, never a line.  Puzzles that singles solve, most of all that are made,
go through arrays: the compiled core finds their steps, NumPy replays them, and their texts are
looked up.  Steps are written in three forms:

``tokens``
    Words with one space between, from a small vocabulary.  A step is its technique, with hyphens
    for spaces, the houses that it is about, ``:``, then for each candidate its cell and ``=d``
    (placed) or ``-d`` (removed), and ``;``::

        hidden-single-in-box box-3 : r1c8 =5 ; x-wing row-2 row-7 : r4c3 -6 r5c3 -6 ; solved

    A search's events are ``try r1c2 =5 ;``, ``follow r1c3 =4 ;``, ``dead-end ;``,
    ``back r1c2 =5 ;`` and ``found ;``; exact covers choose the digits of some clues together,
    ``try r1c1 =1 r2c2 =3 ;``.
    The last token says how it ended: ``solved``, ``stuck`` (the techniques find no further step),
    ``cut`` (the wanted length), ``limit`` (time) or ``none`` (no solution).

``words``
    A sentence or a few for each step, a line each.

``json``
    An object: ``puzzle``, ``steps`` and ``end``.  A step has ``technique``, ``placements``,
    ``eliminations``, ``houses`` and ``sentence``; an event what `cpsudoku.tracing` gives.

With candidates, a trace begins with what is left for each blank cell (``left r1c1 235 …``), and
what a placed digit removes from its peers is written as a step of its own, ``peers``, after it.

>>> from cpsudoku.rules import boxes
>>> tokens_of("hidden single", [1], [(3, 4)], [], boxes(2, 2))
'hidden-single row-2 : r1c4 =4 ;'
>>> found = traces([".12......21...4."], order="dlx")
>>> found.ends, found.texts[0][:29]
(['solved'], 'follow r4c4 =2 ; follow r3c4 ')
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cpsudoku import logic, verify
from cpsudoku.asking import solving
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.ground.progress import AT_ONCE
from cpsudoku.learn.boards import PlayedBoards
from cpsudoku.learn.puzzles import PuzzleLot, holds, lots_of
from cpsudoku.logic.checking import fault
from cpsudoku.logic.documents import candidates_json
from cpsudoku.logic.evidence import Candidate, Evidence, Position
from cpsudoku.logic.orders import Order, order_named, up_to, without_uniqueness
from cpsudoku.logic.paths import technique_names
from cpsudoku.logic.ratings import SinglesPaths, singles_many
from cpsudoku.logic.steps import Step
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.arrays import Puzzles
from cpsudoku.rules import Cell, Digit, Rules, digits_of_mask

if TYPE_CHECKING:
    from cpsudoku.tracing import Event, Trace

FORMS = ("tokens", "words", "json")
"""How traces are written."""

SINGLES = ("full house", "hidden single in box", "hidden single", "naked single")
"""Techniques whose steps are all given by cell, digit and house."""

EVENTS = {
    "try": "try",
    "propagate": "follow",
    "contradict": "dead-end",
    "back": "back",
    "found": "found",
}
"""For each kind of event of a search its token."""


@lru_cache(maxsize=64)
def _names(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the tokens of cells, of groups, and of digits, these after one that is not used."""
    cells = tuple(rules.board.name(cell) for cell in range(rules.cell_count))
    groups = tuple(group.name.replace(" ", "-") for group in rules.groups)
    return cells, groups, ("", *rules.symbols)


def tokens_of(
    technique: str,
    groups: Iterable[int],
    placements: Iterable[Candidate],
    eliminations: Iterable[Candidate],
    rules: Rules,
) -> str:
    """Return a step as tokens."""
    cells, names, digits = _names(rules)
    words = [technique.replace(" ", "-"), *(names[group] for group in groups), ":"]
    for sign, candidates in (("=", placements), ("-", eliminations)):
        for cell, digit in candidates:
            words += [cells[cell], sign + digits[digit]]
    return " ".join([*words, ";"])


def sentence_of_single(technique: str, group: int, cell: int, digit: int, rules: Rules) -> str:
    """Return a single in words; its group is where it is the only place, −1 for none."""
    cells, _, digits = _names(rules)
    if group < 0:
        return f"{cells[cell]} must be {digits[digit]}: no other digit is left for it."
    name = rules.groups[group].name
    if technique == "full house":
        return f"{cells[cell]} must be {digits[digit]}: it is the last open cell of {name}."
    return f"{cells[cell]} must be {digits[digit]}: {digits[digit]} has no other place in {name}."


def step_text(step: Step, rules: Rules, form: str) -> str:
    """Return a step as tokens or words, or as an object of JSON."""
    groups = tuple(dict.fromkeys((*step.evidence.base, *step.evidence.cover)))
    if form == "tokens":
        return tokens_of(step.technique, groups, step.placements, step.eliminations, rules)
    if step.technique in SINGLES:  # in the same words wherever they come from
        ((cell, digit),) = step.placements
        said = sentence_of_single(step.technique, (*groups, -1)[0], cell, digit, rules)
    else:
        said = step.sentence
    if form == "words":
        return said
    return json.dumps(
        {
            "technique": step.technique,
            "placements": candidates_json(step.placements, rules),
            "eliminations": candidates_json(step.eliminations, rules),
            "houses": [rules.groups[group].name for group in groups],
            "sentence": said,
        }
    )


def left_text(position: Position, form: str) -> str:
    """Return the candidates left for each blank cell."""
    cells, _, digits = _names(position.rules)
    left = {
        cells[cell]: [digits[digit] for digit in digits_of_mask(mask)]
        for cell, mask in enumerate(position.candidates)
        if not position.digits[cell]
    }
    if form == "json":
        return json.dumps({"technique": "left", "left": left})
    if form == "words":
        each = "; ".join(f"{cell} can be {', '.join(some)}" for cell, some in left.items())
        return f"{each}."
    between = "" if max(map(len, digits)) == 1 else ","
    return " ".join(["left", *(f"{cell} {between.join(some)}" for cell, some in left.items()), ";"])


def struck_by(step: Step, position: Position) -> list[Candidate]:
    """Return the candidates of peers that the placements of a step remove."""
    gone = set(step.eliminations)
    return sorted(
        (peer, digit)
        for cell, digit in step.placements
        for peer in position.rules.peers[cell]
        if position.has(peer, digit) and (peer, digit) not in gone
    )


def struck_text(struck: Sequence[Candidate], rules: Rules, form: str) -> str:
    """Return a step of its own for what placements remove from peers."""
    if form == "tokens":
        return tokens_of("peers", (), (), struck, rules)
    cells, _, digits = _names(rules)
    if form == "json":
        return json.dumps({"technique": "peers", "eliminations": candidates_json(struck, rules)})
    return "So " + ", ".join(f"{cells[c]} cannot be {digits[d]}" for c, d in struck) + "."


def event_text(event: Event, rules: Rules, form: str) -> str:
    """Return an event of a search."""
    if form == "json":
        return json.dumps(event.as_json(rules))
    cells, _, digits = _names(rules)
    about = event.entries
    if form == "tokens":
        words = (f" {cells[cell]} ={digits[digit]}" for cell, digit in about)
        return f"{EVENTS[event.kind]}{''.join(words)} ;"
    return {
        "try": f"Try {' and '.join(f'{digits[d]} in {cells[c]}' for c, d in about)}.",
        "propagate": f"Then {' and '.join(f'{cells[c]} must be {digits[d]}' for c, d in about)}.",
        "contradict": f"That fails: {event.text}.",
        "back": "Take the last try back.",
        "found": "All cells are filled: this is a solution.",
    }[event.kind]


def document(puzzle: str, parts: Sequence[str], end: str, form: str) -> str:
    """Return a whole trace."""
    if form == "json":
        return f'{{"puzzle": {json.dumps(puzzle)}, "steps": [{", ".join(parts)}], "end": "{end}"}}'
    return " ".join([*parts, end]) if form == "tokens" else "\n".join([*parts, f"({end})"])


class SingleTexts(dict[int, str]):
    """The texts of singles by their keys, each made when it is first needed."""

    def __init__(self, rules: Rules, form: str) -> None:
        super().__init__()
        self._rules, self._form, self._techniques = rules, form, technique_names()
        groups = len(rules.groups) + 1  # of which the first stands for none
        self._shape = len(self._techniques), rules.cell_count, rules.size + 1, groups

    def keys_of(self, steps: NDArray[np.int16]) -> list[list[int]]:
        """Return each puzzle's keys of singles, an array (n, most, 4) as in `logic.ratings`."""
        technique, cell, digit, group = np.moveaxis(steps.astype(np.int64), 2, 0)
        parts = technique, cell, digit, group + 1
        # What stands after the end of a path is below 0.
        found: list[list[int]] = np.ravel_multi_index(parts, self._shape, mode="clip").tolist()
        return found

    def __missing__(self, key: int) -> str:
        number, cell, digit, group = map(int, np.unravel_index(key, self._shape))
        evidence = Evidence(base=(group - 1,) if group else ())
        single = Step(self._techniques[number], ((cell, digit),), (), evidence=evidence)
        self[key] = text = step_text(single, self._rules, self._form)
        return text


def check_search(puzzle: Puzzle, trace: Trace) -> None:
    """Replay a search, knowing nothing of it but its events.

    What follows must be a single once the digits that stand are struck off their peers; where the
    search sees a dead end there must be one: a cell without a digit, a house without a place for
    one, a cell that is the last one for two digits, or two equal digits that see each other.  What
    clues show is not looked for: under rules that have some, the same is asked of a solver,
    whatever searched.

    Raises:
        BackendError: an event does not follow from those before it.
    """
    standing = [dict(enumerate(puzzle.digits))]
    for number, event in enumerate(trace.events, 1):
        wrong = _wrong(puzzle, standing, event)
        if wrong is not None:
            raise BackendError(f"event {number} of {trace.backend} does not follow: {wrong}")


def _wrong(puzzle: Puzzle, standing: list[dict[int, int]], event: Event) -> str | None:
    """Apply an event; return its fault, or None."""
    if event.kind == "back":
        wrong = None if len(standing) > 1 else "nothing was tried"
        standing[1:] = standing[1:-1]
    elif event.kind == "found":
        wrong = verify.fault(event.grid or (), puzzle.rules, puzzle.candidates)
    elif event.kind == "contradict":
        wrong = None if _is_dead_end(puzzle, standing[-1]) else "nothing contradicts"
    elif event.kind == "try":
        wrong = _tried(standing, event.entries)
    else:
        wrong = _followed(puzzle, standing[-1], event.entries)
    return wrong


def _tried(standing: list[dict[int, int]], entries: tuple[Candidate, ...]) -> str | None:
    digits = standing[-1]
    # Of a clue's cells, whose digits are tried together, some may be filled already.
    taken = [digits[cell] for cell, digit in entries if len(entries) == 1 or digits[cell] != digit]
    if any(taken):
        return "the cell is filled"
    standing.append(digits | dict(entries))
    return None


def _followed(puzzle: Puzzle, digits: dict[int, int], entries: tuple[Candidate, ...]) -> str | None:
    for cell, digit in entries:
        if digits[cell] not in (0, digit):
            return "the cell is filled"
        if not digits[cell] and not _follows(puzzle, digits, cell, digit):
            return "other digits are left"
    digits |= dict(entries)
    return None


def _position(puzzle: Puzzle, digits: dict[int, int]) -> Position:
    row = [digits[cell] for cell in range(puzzle.rules.cell_count)]
    return Position.placed(puzzle.rules, row, puzzle.candidates)


def _follows(puzzle: Puzzle, digits: dict[int, int], cell: int, digit: int) -> bool:
    position = _position(puzzle, digits)
    rules = puzzle.rules
    if position.left(cell) == (digit,):
        return True
    return any(
        rules.is_exact(group) and position.places(number, digit) == (cell,)
        for number, group in enumerate(rules.groups)
        if cell in group.cells
    ) or _clues_rule_out(puzzle, digits, besides=(cell, digit))


def _is_dead_end(puzzle: Puzzle, digits: dict[int, int]) -> bool:
    position, rules = _position(puzzle, digits), puzzle.rules
    if not all(position.masks):
        return True
    alone: dict[Cell, Digit] = {}  # for a cell the digit of which it is the last place
    for number, group in enumerate(rules.groups):
        placed = [position.digits[cell] for cell in group.cells if position.digits[cell]]
        if len(set(placed)) < len(placed):
            return True
        if rules.is_exact(group):
            for digit in set(range(1, rules.size + 1)) - set(placed):
                places = position.places(number, digit)
                if not places or (len(places) == 1 and alone.setdefault(places[0], digit) != digit):
                    return True
    return _clues_rule_out(puzzle, digits)


def _clues_rule_out(
    puzzle: Puzzle, digits: dict[int, int], besides: Candidate | None = None
) -> bool:
    """Return whether under rules with clues no solution has these digits, and not a candidate."""
    if not puzzle.rules.has_others:
        return False
    masks = [1 << digits[cell] >> 1 or mask for cell, mask in enumerate(puzzle.candidates)]
    if besides is not None:
        cell, digit = besides
        masks[cell] &= ~(1 << (digit - 1))
    if not all(masks):
        return True
    return solving.check(Puzzle(puzzle.rules, tuple(masks))).verdict is Verdict.NONE


@dataclass(frozen=True)
class Traces:
    """Traces, one for each puzzle.

    Args:
        texts: as they are written; see the module.
        ends: how each ended: ``solved``, ``stuck``, ``cut``, ``limit`` or ``none``.
        lengths: how many steps, or events of a search, each has.
    """

    texts: list[str]
    ends: list[str]
    lengths: list[int]

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)


def traces(
    puzzles: Puzzles,
    *,
    order: str = "explainer",
    form: str = "tokens",
    candidates: bool = False,
    most: int = 1000,
    rules: Rules | None = None,
    seconds_each: float | None = 10.0,
) -> Traces:
    """Return how puzzles are solved, each step replayed before it is written.

    Args:
        puzzles: as for `cpsudoku.solve_many`; in a list they may have several rules.  Of one
            that has several solutions techniques find what holds in all of them.
        order: of techniques: ``explainer``, ``hodoku``, ``qqwing`` and such; or a search:
            ``backtrack``, ``backtrack:index``, ``dlx`` and the others of `cpsudoku.tracing`.
        form: ``tokens``, ``words`` or ``json``.
        candidates: whether to write what is left for each cell, and what placed digits remove.
        most: steps or events at most; a longer trace is cut.
        rules: the rules; None for those that each puzzle says.
        seconds_each: wall-clock limit of each puzzle's path by techniques, which then ends with
            ``limit``; None for none.  Singles have none: only the hardest puzzles, and such with
            several solutions, depend on it.

    Raises:
        CpsudokuError: a puzzle is not one, or there is no such order or form.
        BackendError: a step does not follow; nothing is returned then.
        BackendUnavailableError: for techniques the compiled module is needed.
    """
    if form not in FORMS:
        raise OptionError(f"no form {form!r}; expected {', '.join(FORMS)}")
    if most < 1:
        raise OptionError(f"traces of {most} steps; expected at least 1")
    manner = _Manner(order, form, candidates, most, seconds_each)
    found: dict[int, _Written] = {}
    for lot in lots_of([puzzles] if isinstance(puzzles, str) else puzzles, rules):
        found.update(zip(lot.numbers.tolist(), manner.of_lot(lot), strict=True))
    parts = [found[number] for number in range(len(found))]
    return Traces([p[0] for p in parts], [p[1] for p in parts], [p[2] for p in parts])


_Written: TypeAlias = tuple[str, str, int]
"""A trace as it is written, how it ended, and its length."""


@dataclass(frozen=True)
class _Manner:
    """How traces are wanted, by the arguments of `traces`."""

    order: str
    form: str
    candidates: bool
    most: int
    seconds_each: float | None

    def of_lot(self, lot: PuzzleLot) -> Iterable[_Written]:
        """Return the traces of some puzzles."""
        if self.order not in logic.ORDERS and _is_search(self.order):
            return map(self.searched, lot.puzzles())
        # Where singles suffice the path is the same; where they do not, nothing hard is looked for
        # twice, and without a limit.
        named = up_to(order_named(self.order), SINGLES)
        if lot.has_masks or self.candidates or lot.rules.has_others:
            return map(self.walked, lot.puzzles())
        return self._by_singles(lot, named)

    def searched(self, puzzle: Puzzle) -> _Written:
        """Write a search on one puzzle."""
        from cpsudoku.tracing import trace

        seen = trace(puzzle, self.order, limit=self.most)
        check_search(puzzle, seen)
        parts = [event_text(event, puzzle.rules, self.form) for event in seen.events]
        end = "cut" if not seen.complete else "solved" if seen.counts["found"] else "none"
        return document(str(puzzle), parts, end, self.form), end, len(parts)

    def _by_singles(self, lot: PuzzleLot, named: Order) -> Iterator[_Written]:
        """Yield traces, of many puzzles at a time those that singles solve."""
        texts = SingleTexts(lot.rules, self.form)
        for first in range(0, len(lot.rows), AT_ONCE):
            rows = lot.rows[first : first + AT_ONCE]
            found = singles_many(rows, lot.rules, named)
            solved = checked_singles(rows, found, lot.rules)
            numbers = zip(texts.keys_of(found.steps), found.lengths.tolist(), solved, strict=True)
            for place, (steps, length, is_solved) in enumerate(numbers, first):
                if not is_solved or length > self.most:
                    yield self.walked(lot.puzzle(place))
                    continue
                parts = [*map(texts.__getitem__, steps[:length])]
                puzzle_text = str(lot.puzzle(place)) if self.form == "json" else ""
                yield document(puzzle_text, parts, "solved", self.form), "solved", length

    def walked(self, puzzle: Puzzle) -> _Written:
        """Write the path of one puzzle, its steps as objects."""
        path = logic.Path(puzzle, _sound(puzzle, self.order, self.seconds_each), self.seconds_each)
        position, count, cut = Position.of(puzzle), 0, False
        parts = [left_text(position, self.form)] if self.candidates else []
        for step in path:
            if count == self.most:
                cut = True
                break
            wrong = fault(position, step)
            if wrong is not None:
                raise BackendError(f"step {count + 1} of {puzzle} does not follow: {wrong}")
            parts.append(step_text(step, puzzle.rules, self.form))
            if self.candidates and (struck := struck_by(step, position)):
                parts.append(struck_text(struck, puzzle.rules, self.form))
            position = position.after(step)
            count += 1
        end = "cut" if cut else path.rating.end
        end = "none" if end == "broken" else end
        return document(str(puzzle), parts, end, self.form), end, count


def _is_search(order: str) -> bool:
    from cpsudoku.tracing import TRACED  # which can be left out, where techniques are enough

    return order in TRACED


def _sound(puzzle: Puzzle, named: str, seconds: float | None) -> Order:
    """Return an order, without techniques that ask for a single solution if there are several.

    Such are patterns that would leave several, and the guess that HoDoKu ends with.
    """
    order = order_named(named)
    if solving.check(puzzle, seconds=seconds).verdict is Verdict.UNIQUE:
        return order
    guess = TECHNIQUES["brute force"].finder
    finders = tuple(finder for finder in order.finders if finder != guess)
    return replace(without_uniqueness(order), finders=finders)


def checked_singles(rows: NDArray[np.uint8], found: SinglesPaths, rules: Rules) -> list[bool]:
    """Replay singles of puzzles, an array (n, cells), and return which ones they solve.

    Raises:
        BackendError: a single does not follow.
    """
    boards = PlayedBoards.of(PuzzleLot(rules, np.arange(len(rows)), rows))
    for turn in range(found.steps.shape[1]):
        which = np.flatnonzero(found.lengths > turn)
        steps = found.steps[which, turn].astype(np.int64)
        wrong = ~_follow(boards, which, steps)
        if wrong.any():
            row = int(which[int(wrong.argmax())])
            raise BackendError(f"step {turn + 1} of puzzle {row + 1} does not follow")
        boards.place(which, steps[:, 1], steps[:, 2])
    return [bool(one) for one in holds(boards.digits, rules)]


def _follow(
    boards: PlayedBoards, which: NDArray[np.intp], steps: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Return which singles follow: their evidence is looked at, not what else might show them."""
    numbers, cells, digits, groups = steps.T
    naked, full = _numbers("naked single"), _numbers("full house")
    around = _house_cells(boards.rules)[groups]
    is_other = around != cells[:, None]
    in_house = (~is_other).any(axis=1)
    is_left = boards.has(which, cells, digits)
    elsewhere = (boards.has(which[:, None], around, digits[:, None]) & is_other).any(axis=1)
    open_elsewhere = ((boards.digits[which[:, None], around] == 0) & is_other).any(axis=1)
    hidden = is_left & in_house & ~elsewhere
    choices = [is_left & (boards.left(which, cells) == 1), hidden & ~open_elsewhere]
    found: NDArray[np.bool_] = np.select([numbers == naked, numbers == full], choices, hidden)
    return found


@lru_cache(maxsize=8)
def _numbers(technique: str) -> int:
    return technique_names().index(technique)


@lru_cache(maxsize=64)
def _house_cells(rules: Rules) -> NDArray[np.intp]:
    """Return an array (groups + 1, N) of the cells of houses; the last row is for none.

    A group that is not a house has −1 for each cell, so that no single in it follows.
    """
    found = np.full((len(rules.groups) + 1, rules.size), -1, np.intp)
    for number, group in enumerate(rules.groups):
        if rules.is_exact(group):
            found[number] = group.cells
    return found
