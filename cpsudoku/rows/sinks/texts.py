"""Lines of text, an answer each, and puzzles in notations."""

from __future__ import annotations

from cpsudoku import formats
from cpsudoku.rows.answers import Form, RowAnswers, listed_lines
from cpsudoku.rows.block import Block
from cpsudoku.rows.output import TextOut
from cpsudoku.rows.values import ABSENT, Values, listed, text_of_rows


class LineSink:
    """Writes the text of each row.

    Args:
        form: `Form.LINE`, or `Form.PICTURE` for one puzzle at a terminal.
        notation: that of the lines, where they are puzzles again, so that a comment has to say
            unusual rules; empty for answers in words.
    """

    def __init__(self, out: TextOut, form: Form = Form.LINE, *, notation: str = "") -> None:
        self.form = form
        self._out, self._between = out, ""
        self._writer: formats.Writer | None = None
        if notation and form is Form.LINE:
            self._writer = formats.Writer(out, notation)
            self._between = formats.notation(notation).between
        self._has_rules = self._has_written = False

    def write(self, block: Block, answers: RowAnswers) -> None:
        """Write the lines of rows."""
        self._has_rules = self._has_rules or bool(block.others)
        if self._writer is None or not (self._has_rules or self._between):
            self._out.write(text_of_rows(answers.lines, len(block)))
            self._out.flush()
            return
        for row, text in enumerate(listed_lines(answers.lines, len(block))):
            if text[:1] not in {"#", "{", ""}:  # a comment, or an object that says its rules
                self._out.write(self._between if self._has_written else "")
                self._writer.write_rules(block.rules_of(row))
                self._has_written = True
            self._out.write(text)
        self._out.flush()


class NotatedSink:
    """The puzzles of rows in a notation that is not a table; answers add nothing.

    Args:
        lossy: drop pencil marks if the notation has no place for them.
    """

    form = Form.LINE

    def __init__(self, out: TextOut, notation: str, *, lossy: bool = False) -> None:
        self._writer = formats.Writer(out, notation, lossy=lossy)
        self._out, self._notation = out, notation

    def write(self, block: Block, answers: RowAnswers) -> None:
        """Write the puzzles of rows."""
        is_plain = not block.records and len(block) > 0
        if is_plain and self._notation == "line":
            self._writer.write_rules(block.rules_of(0))
            self._out.write(text_of_rows([block.texts(), *_comments(block), "\n"], len(block)))
        elif is_plain and self._notation == "sdm" and block.own is None:
            text = text_of_rows([block.texts(), "\n"], len(block))
            self._writer.write_rules(block.rules_of(0))
            self._out.write(text.replace(b".", b"0"))
        else:
            for row in range(len(block)):
                self._writer.write(block.record(row))
        self._out.flush()

    def close(self) -> None:
        """Write the end of the notation."""
        self._writer.close()

    def drop(self) -> None:
        """Leave the puzzles that are written."""


def _comments(block: Block) -> list[Values]:
    """Return the comments after the puzzles of lines, if a column has any."""
    place = None if block.own is None else block.own.roles.comment
    if block.own is None or place is None:
        return []
    values = listed(block.own.values[place], len(block))
    said = [" ".join(str(one).split()) if one not in (None, ABSENT) else "" for one in values]
    return [[f" # {one}" if one else "" for one in said]]
