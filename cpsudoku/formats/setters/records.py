"""The end of each reading: what was imported becomes a record, with clues that are proposed."""

from __future__ import annotations

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Context, Record
from cpsudoku.formats.setters.imported import LEFT_OPEN, Import, is_book


def record_of(job: Import, context: Context | None = None) -> Record:
    """Return the puzzle under a context's rules as well, with what was not understood of it.

    Raises:
        FormatError: its rules have other regions than the text, or none where it needs
            them, or a constraint that the board cannot have.
    """
    context = context or Context()
    has_regions = context.given_size is not None
    if job.needed and not has_regions:
        raise FormatError(job.needed)
    if context.has_rules:
        job.rules = context.rules_with(job.rules)
        job.added = [one for one in job.added if one not in job.rules.constraints]
    if job.words or (context.proposes and job.unclaimed):
        from cpsudoku.formats.setters import recogniser
        from cpsudoku.formats.setters.phrases import phrase_book

        books = tuple(one for one in context.meanings if is_book(one))
        job.meant += books
        recognise = recogniser.recognise if context.proposes else recogniser.name_unread
        recognise(job, phrase_book(*books))
    names = ("solution", "known", "author", "words", "decoration")
    alike = {name: getattr(job, name) for name in names}
    ignored = (one for one in job.ignored if one not in LEFT_OPEN or not has_regions)
    meant = tuple(job.meant)
    return Record(
        job.puzzle(), label=job.title, ignored=tuple(ignored), meant=meant,
        proposals=tuple(job.proposals), **alike,
    )  # fmt: skip
