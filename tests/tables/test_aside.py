"""What is put aside comes again: blocks of any origin, with all their columns, and records."""

import json
from pathlib import Path

import pytest
from well_known import EASY, EASY_SOLVED, EIGHTEEN

from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.formats.base import Record
from cpsudoku.tables import reading
from cpsudoku.tables.aside import Aside
from cpsudoku.tables.blocks import Block

pytest.importorskip("cpsudoku._native")

TEXTS = {
    "lines.txt": f"{EASY}\n{EIGHTEEN}\n",
    "said.txt": f"{EASY} # é\n{EIGHTEEN} # {EASY_SOLVED}\n",
    "table.csv": f'n,quizzes,answer\n"1\n",{EASY},{EASY_SOLVED}\né,{EIGHTEEN},\n',
    "plain.csv": f"n,quizzes,answer\n1,{EASY},{EASY_SOLVED}\né,{EIGHTEEN},\n",
    "whole.jsonl": "".join(json.dumps({"n": n, "puzzle": EASY}) + "\n" for n in "aé"),
    "half.jsonl": "".join(json.dumps({"n": n, "puzzle": EASY}) + "\n" for n in (1.5, [1])),
    "floats.jsonl": "".join(json.dumps({"n": n, "puzzle": EASY}) + "\n" for n in (1.5, 2.0)),
    "small.txt": f"{'.' * 16}\n{EASY}\n",
}


def records(part: Block | Record) -> list[Record]:
    return list(part.records()) if isinstance(part, Block) else [part]


def said(record: Record) -> object:
    return record._replace(row=None), record.row and (record.row.names, record.row.values)


@pytest.mark.parametrize("name", TEXTS)
def test_parts_come_again_as_they_were(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "SHORT", 0)
    path = tmp_path / name
    path.write_text(TEXTS[name], encoding="utf-8")
    parts = list(reading.parts(PuzzleStream([str(path)], skip_bad=True)))
    with Aside() as aside:
        for part in parts:
            aside.put(part if isinstance(part, Block) else [part])
        for _ in range(2):
            for part, again in zip(parts, aside, strict=True):
                kept = records(again) if isinstance(again, Block) else again
                assert [said(one) for one in kept] == [said(one) for one in records(part)]


def test_a_part_of_a_block_takes_no_more_room_than_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "many.csv"
    path.write_text("id,puzzle\n" + f"{'x' * 100},{EASY}\n" * 5000)
    (block,) = reading.parts(PuzzleStream([str(path)]))
    assert isinstance(block, Block)
    with Aside() as aside:
        aside.put(block.taken(7, 9))
        assert aside._file.tell() < 4000
        (again,) = aside
    assert isinstance(again, Block)
    assert [record.line for record in again.records()] == [9, 10]


def test_chosen_rows_know_their_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    np = pytest.importorskip("numpy")
    monkeypatch.setattr(reading, "SHORT", 0)
    path = tmp_path / "rows.csv"
    path.write_text("id,puzzle\n" + "".join(f"{n},{EASY}\n" for n in range(9)))
    (block,) = reading.parts(PuzzleStream([str(path)]))
    assert isinstance(block, Block)
    some = block.taken(2, 9).chosen(np.array([1, 1, 4, 0])).taken(1, 4).chosen(np.array([0, 2]))
    assert [(r.line, r.row and r.row.values[0]) for r in some.records()] == [(5, "3"), (4, "2")]
