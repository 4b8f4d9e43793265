"""Second layers that words define: modified cells, and shading that digits count.

A board gets a copy of its grid beside it where sentences say clearly what stands there: doublers
and the like if there is one in each row, column and box, so that clues that speak of values are
about these; shaded cells if digits count them.
"""

from __future__ import annotations

import re
from dataclasses import replace

from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.phrases import PhraseBook
from cpsudoku.formats.setters.recogniser.reader import Claim, Recogniser
from cpsudoku.rules import Rules, layered
from cpsudoku.variants.base import Variant

_IN_HOUSES = re.compile(r"\brows?\b.{0,20}\bcolumns?\b.{0,24}\b(?:box|region|3x3)", re.IGNORECASE)
_ONCE_EACH = re.compile(
    r"\bdigits?\b.{0,60}\b(?:once|exactly one)\b|\bdifferent digits?\b", re.IGNORECASE
)
_RATES = (0.9, 0.8)


def with_layer(job: Import, book: PhraseBook) -> None:
    """Put a layer beside the board if sentences speak clearly of one."""
    if job.rules.board.auxiliary or not (modifier_in(job, book) or _is_shaded(job, book)):
        return
    job.rules = Rules(layered(job.rules.board), job.rules.constraints)
    board = job.rules.board
    job.added = [replace(c, board=board) if isinstance(c, Variant) else c for c in job.added]
    job.candidates += [job.rules.all_digits] * board.auxiliary
    if known := job.solution or job.known:
        job.solution, job.known = None, (*known, *[0] * board.auxiliary)


def modifier_in(job: Import, book: PhraseBook) -> str:
    """Return the kind of modifiers of which sentences put one in each house; empty for none."""
    spoken = book.spoken(job.words)
    kinds = [kind for kind in book.modifiers if kind in spoken]
    is_clear = len(kinds) == 1 and _IN_HOUSES.search(" ".join(spoken[kinds[0]]))
    return kinds[0] if is_clear else ""


def _is_shaded(job: Import, book: PhraseBook) -> bool:
    """Return whether sentences say how cells are shaded, and that digits count them."""
    places = {kind: clue for kind, clue in book.clues.items() if kind in book.spoken(job.words)}
    counts = any("layer[" in clue.each for clue in places.values())
    return counts and any(clue.where == "layer" for clue in places.values())


def read_modifiers(reader: Recogniser) -> None:
    """Read which cells are modified, and make clues that speak of values be about these."""
    kind = modifier_in(reader.job, reader.book)
    if not kind or not reader.board.layers:
        return
    is_distinct = _ONCE_EACH.search(" ".join(reader.spoken[kind]))
    reader.propose(kind, _RATES, [Claim((), reader.variant(f"marks:1{':1' * bool(is_distinct)}"))])
    reader.factors = reader.book.modifiers[kind]
    reader.job.added = [reader.modified(one) for one in reader.job.added]
