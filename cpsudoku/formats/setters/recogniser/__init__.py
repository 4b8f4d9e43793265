"""Proposes what drawn things mean, from their looks and from the rules in words.

A line, circle or text of a drawing program has no meaning of its own; people read it by its look
(kind, place, colour, size, ends) and by a sentence of the rules.  So does this package: things that
look alike are a family; each family gets the kind that a sentence speaks of and that its look fits
best (`lines.LINES`); without any words, only looks that are hard to mistake count.  What is
declared was taken before; a thing is claimed once.  Where the file has a solution, a family with
some things that break it means something else.

All readers of drawings share this: they list a `DrawnThing` for each thing, its place, way
points, size and colours in cells of the board, and keep the words; `record_of` asks.
"""

from __future__ import annotations

from collections import Counter

from cpsudoku.errors import FormatError, RulesError
from cpsudoku.formats.base import Context, Record
from cpsudoku.formats.setters.drawings import interpret, meanings_of
from cpsudoku.formats.setters.imported import LEFT_OPEN, Import, decoration_of, is_book
from cpsudoku.formats.setters.phrases import PhraseBook, phrase_book
from cpsudoku.formats.setters.recogniser import cages, lines, marks, told
from cpsudoku.formats.setters.recogniser.reader import MOST_SHOWN, Recogniser
from cpsudoku.formats.setters.things import is_decoration

_STEPS = (
    told.read_two_digits,
    told.read_modifiers,
    told.read_told,
    lines.read_diagonals,
    lines.read_arrows,
    lines.read_lines,
    marks.read_little_killers,
    marks.read_edges,
    marks.read_corners,
    marks.read_outside,
    cages.read_special_cages,
    cages.read_same_sums,
    cages.read_cages,
    marks.read_cells,
    told.read_words,
    told.read_more,
)
"""What reads kinds of things, in their order; a thing is claimed by the first that takes it."""


def record_of(job: Import, context: Context | None = None) -> Record:
    """Return the puzzle under a context's rules as well, with what was not understood of it.

    Raises:
        FormatError: its rules have other regions than the text, or none where it needs
            them, or a constraint that the board cannot have.
    """
    context = context or Context()
    has_regions = context.given_size is not None
    unsaid = [] if context.proposes else job.unsaid
    job.ignored += unsaid
    reports = interpret(job, meanings_of(context.meanings))
    if job.needed and not has_regions:
        raise FormatError(job.needed)
    if context.has_rules:
        job.rules = context.rules_with(job.rules)
        job.added = [one for one in job.added if one not in job.rules.constraints]
    books = tuple(one for one in context.meanings if is_book(one))
    if job.words or (context.proposes and job.things):
        job.meant += books
    if context.proposes and (job.words or job.things):
        recognise(job, phrase_book(*books))
    else:
        job.ignored += reports
        if job.words and not unsaid:
            job.ignored += _unread(Recogniser(job, phrase_book(*books)))
    ignored = (one for one in job.ignored if one not in LEFT_OPEN or not has_regions)
    solution, known = (None, job.claimed) if 0 in (job.claimed or ()) else (job.claimed, None)
    return Record(
        job.puzzle(), label=job.title, author=job.author, words=job.words, solution=solution,
        known=known, ignored=tuple(ignored), meant=tuple(job.meant),
        proposals=tuple(job.proposals), decoration=decoration_of(job.decoration),
    )  # fmt: skip


def recognise(job: Import, book: PhraseBook) -> None:
    """Add what drawn things and words probably mean, and report what stays unread."""
    told.with_layer(job, book)
    reader = Recogniser(job, book)
    for step in _STEPS:
        try:
            step(reader)
        except RulesError as error:  # a thing that no board has, such as a pair out of order
            job.ignored.append(str(error))
    job.proposals = reader.reading
    unread = _unread(reader)
    if not (reader.has_words or unread) and any(one.taken for one in reader.reading):
        job.ignored.append(NO_WORDS)
    left = (t for t in reader.things if id(t) not in reader.claimed and not is_decoration(t))
    reports = Counter(thing.report for thing in left)
    job.ignored += [f"{report} ({count})" for report, count in reports.items() if report]
    job.ignored += unread


def _unread(reader: Recogniser) -> list[str]:
    every = reader.book.unread(reader.job.words, _said(reader))
    return [f"in words: {one[:MOST_SHOWN]}" for one in every]


NO_WORDS = "no rules text to confirm what is drawn"


def _said(reader: Recogniser) -> set[str]:
    """Return the kinds that were read, or that the file declares."""
    names = {getattr(one, "name", getattr(one, "kind", "")) for one in reader.job.added}
    names |= {group.kind for group in reader.job.rules.groups}
    every = reader.book.expressions
    return reader.kinds | {kind for kind in every if not names.isdisjoint(declared_by(kind))}


def declared_by(kind: str) -> tuple[str, ...]:
    """Return the names of the declared constraints of which a kind of the words speaks."""
    return _DECLARED.get(kind, (kind,))


_DECLARED = {
    "killer": ("killer", "sum"), "no repeats": ("killer", "extraregion", "region"),
    "dutch": ("whispers",), "apart": ("whispers",), "regionsum": ("equalsums",),
    "tenline": ("sumline", "sumloop"), "differences": ("white",), "roman": ("xv",),
    "global entropy": ("globalentropy",), "global mod": ("globalmod",),
    "inequality": ("greater",), "diagonal": ("diagonal", "antidiagonal"),
    "nonconsecutive": ("nonconsecutive", "nowhite"),
    "extraregion": ("extraregion", "window", "region"), "disjoint": ("extraregion", "disjoint"),
    "average": ("average", "mean"), "prime": ("primesum",), "square sum": ("squaresum",),
    "same sums": ("equalcages", "equalsums"),
    "indexing": ("rowindexer", "columnindexer", "boxindexer"), "no sums": ("nosum",),
    "all given": ("nowhite", "noblack", "nosum"),
}  # fmt: skip
"""The declared constraints of kinds that are not the names of these."""
