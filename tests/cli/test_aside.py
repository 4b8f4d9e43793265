"""Rows that are kept aside come again as they were."""

from pathlib import Path

import pytest
from well_known import CLASH, EASY

from cpsudoku.cli.commands.dedupe import Aside
from cpsudoku.rows.source import Source
from cpsudoku.rows.values import listed

TEXTS = {
    "lines.txt": f"{EASY}\n{CLASH} # a comment\n",
    "rows.csv": f'id,puzzle,note\n1,{EASY},"a, b"\n2,{CLASH},\n',
    "rows.jsonl": f'{{"puzzle": "{EASY}", "x": [1, null]}}\n{{"puzzle": "{CLASH}", "y": 2.50}}\n',
    "rules.txt": f"# rules: 9+diagonals\n{EASY}\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_rows_come_again_as_they_were(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(TEXTS[name])
    blocks = list(Source([str(path)]))
    with Aside() as aside:
        for block in blocks:
            aside.put(block)
        again = list(aside)
        assert [len(one) for one in again] == [len(one) for one in blocks]
        for old, new in zip(blocks, again, strict=True):
            assert list(map(old.record, range(len(old)))) == list(map(new.record, range(len(new))))
            for one, other in zip(old.table().values, new.table().values, strict=True):
                assert list(map(repr, listed(one, len(old)))) == list(
                    map(repr, listed(other, len(new)))
                )
