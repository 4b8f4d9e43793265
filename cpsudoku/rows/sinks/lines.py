"""Lines of text: an answer each, or puzzles in a notation of one line a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku import formats
from cpsudoku.rows.answers import Form, Lines, RowAnswers
from cpsudoku.rows.block import Block

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


class LineSink:
    """The text of each row, one after the other.

    Args:
        form: `Form.LINE`, or `Form.PICTURE` for one puzzle at a terminal.
        notation: that of the lines, where they are puzzles again, so that a comment has to say
            unusual rules; empty for answers in words.
    """

    def __init__(
        self, out: SupportsWrite[str], form: Form = Form.LINE, *, notation: str = ""
    ) -> None:
        self.form = form
        self._out, self._between = out, ""
        self._writer: formats.Writer | None = None
        if notation and form is Form.LINE:
            self._writer = formats.Writer(out, notation)
            self._between = formats.notation(notation).between
        self._has_rules = self._has_written = False

    def write(self, block: Block, answers: RowAnswers) -> None:
        """Write the lines of rows."""
        lines = answers.lines
        self._has_rules = self._has_rules or bool(block.others)
        if self._writer is None or not (self._has_rules or self._between):
            self._out.write(lines.text() if isinstance(lines, Lines) else "".join(lines or ()))
            return
        texts = lines.listed() if isinstance(lines, Lines) else lines or []
        for row, text in enumerate(texts):
            if text[:1] not in {"#", "{", ""}:  # a comment, or an object that says its rules
                self._out.write(self._between if self._has_written else "")
                self._writer.write_rules(block.rules(row))
                self._has_written = True
            self._out.write(text)

    def close(self) -> None:
        """Write nothing: lines have no end."""

    drop = close
