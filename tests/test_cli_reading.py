"""Puzzles out of arguments."""

from pathlib import Path

import pytest
from well_known import EASY

from cpsudoku import FormatError
from cpsudoku.cli.reading import Reader, only


def test_a_file_with_several_puzzles_where_one_is_wanted_is_refused_and_closed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "three.txt"
    path.write_text(f"{EASY}\n" * 3)
    reader = Reader([str(path)])
    with pytest.raises(FormatError, match="several puzzles; expected one"):
        only(reader)
    assert next(reader, None) is None


def test_looking_ahead_loses_no_puzzle() -> None:
    reader = Reader([EASY, "." * 16])
    assert not reader.has_just_one()
    assert [record.puzzle.rules.size for record in reader] == [9, 4]
