"""Puzzles in a notation, each with everything that its row says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku import formats
from cpsudoku.rows.answers import Form, RowAnswers
from cpsudoku.rows.block import Block
from cpsudoku.rows.values import text_of_rows

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


class NotatedSink:
    """The puzzles of rows in a notation that is not a table; answers add nothing.

    Args:
        lossy: drop pencil marks if the notation has no place for them.
    """

    form = Form.LINE

    def __init__(self, out: SupportsWrite[str], notation: str, *, lossy: bool = False) -> None:
        self._writer = formats.Writer(out, notation, lossy=lossy)
        self._out, self._notation = out, notation

    def write(self, block: Block, answers: RowAnswers) -> None:
        """Write the puzzles of rows."""
        if self._notation in {"line", "sdm"} and block.own is None and not block.records:
            text = text_of_rows([block.texts(), "\n"], len(block))
            text = text if self._notation == "line" else text.replace(".", "0")
            self._writer.write_rules(block.rules(0))
            self._writer.write_rows(text.encode(), len(block))
            return
        for row in range(len(block)):
            self._writer.write(block.record(row))

    def close(self) -> None:
        """Write what the notation has at its end."""
        self._writer.close()

    def drop(self) -> None:
        """Leave the puzzles that are written."""
