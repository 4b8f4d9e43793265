"""Drafts of puzzles on a page without a server are those that Python makes of them."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_page_answers import asked, needs_node
from variant_examples import CASES, LATIN, board_of

pytest.importorskip("fastapi", reason="the page needs the extra web")

from cpsudoku import formats
from cpsudoku.errors import CpsudokuError, FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.constraints_json import constraint_to_json
from cpsudoku.formats.setters.f_puzzles.writing import fpuzzles_json
from cpsudoku.formats.setters.meaning import means_the_same
from cpsudoku.puzzle import Puzzle
from cpsudoku.variants.naming import from_text
from cpsudoku.web.boards import HOUSES, about_of
from cpsudoku.web.setting import answering, models
from cpsudoku.web.setting.vocabulary import written

ELSEWHERE = {
    "sumloop", "fullrank", "connecteddigits", "chaos", "regionrun", "regioncount",
}  # fmt: skip
"""What only a server knows."""


@pytest.fixture(autouse=True)
def kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "clues.json"
    file.write_text(json.dumps(written()), encoding="utf-8")
    monkeypatch.setenv("clues.json", str(file))


def asked_for(**fields: Any) -> models.DraftRequest:
    return models.DraftRequest.model_validate({"draft": fields})


def draft_of(name: str, text: str) -> models.DraftRequest:
    clue = constraint_to_json(from_text(text, board_of(name)), board_of(name))
    return asked_for(base=str(board_of(name).size), clues=[clue])


@needs_node
def test_clues_mean_without_a_server_what_they_mean_in_python() -> None:
    chance = random.Random(3)
    cases = [case for case in CASES if case[0] not in LATIN]
    drafts = [draft_of(*case) for case in cases]
    grids = [
        [[chance.randint(1, board_of(name).size) for _ in board_of(name).places] for _ in range(80)]
        for name, _ in cases
    ]
    found = asked(
        {"draft": draft.draft.model_dump(), "cases": some}
        for draft, some in zip(drafts, grids, strict=True)
    )
    refused = {name for (name, _), one in zip(cases, found, strict=True) if "refused" in one}
    assert refused == ELSEWHERE - LATIN
    for (name, text), draft, some, one in zip(cases, drafts, grids, found, strict=True):
        if name in refused:
            assert one == {"refused": "elsewhere"}
            continue
        own = from_text(text, board_of(name))
        assert one["hold"] == [own.holds(tuple(grid)) for grid in some], text
        served = answering.draft(draft, cells=100, seconds=1)
        for part in ("rules", "givens", "places", "symbols", "marks"):
            assert one["board"][part] == json.loads(served.board.model_dump_json())[part], text
        assert one["clues"][0]["clue"] == served.clues[0].clue
        assert set(one["clues"][0]["cells"]) == set(served.clues[0].cells)
        assert bool(one["board"]["drawing"]) == bool(served.board.drawing), text
        groups = sorted(sorted(group.cells) for group in served.board.regions)
        assert sorted(sorted(group["cells"]) for group in one["board"]["regions"]) == groups, text


@needs_node
@pytest.mark.parametrize(
    "draft",
    [
        *({"base": "9", "clues": [{"type": name}]} for name in HOUSES),
        {"base": "latin:4"},
        {"base": "latin:4", "regions": [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4]},
        {"base": "latin:4", "regions": [1, 1, 1, 0, 2, 2, 2, 2, 2, 3, 3, 3, 0, 0, 0, 0]},
        {"base": "4", "givens": [1] + [0] * 15, "marks": [None, [2, 3], *[None] * 14]},
    ],
)
def test_houses_are_those_of_python(draft: dict[str, Any]) -> None:
    request = asked_for(**draft)
    served = answering.draft(request, cells=100, seconds=1)
    [found] = asked([{"draft": request.draft.model_dump(), "cases": []}])
    own = sorted((group.kind, sorted(group.cells)) for group in served.board.regions)
    assert sorted((one["kind"], sorted(one["cells"])) for one in found["board"]["regions"]) == own
    assert found["board"]["rules"] == json.loads(served.board.model_dump_json())["rules"]
    # Any server and any program of this package reads what a page writes.
    again = formats.parse(found["board"]["text"])
    assert again == formats.parse(served.board.text)


def in_fpuzzles() -> Iterator[tuple[str, str, Puzzle]]:
    """Yield each variant that f-puzzles can say: its name, its text there, and the puzzle."""
    for name, text in CASES:
        board = board_of(name)
        rules = formats.parse_rules(str(board.size)).rules()
        puzzle = Puzzle.empty(rules.with_constraints([from_text(text, board)]))
        try:
            said = fpuzzles_json(Record(puzzle, label="名"))
        except FormatError:
            continue
        yield name, said, puzzle


@needs_node
def test_puzzles_of_fpuzzles_come_and_go_as_python_reads_and_writes_them() -> None:
    known = [(text, puzzle) for name, text, puzzle in in_fpuzzles() if name not in ELSEWHERE]
    texts, puzzles = zip(*known, strict=True)
    assert len(texts) > 30
    found = asked({"text": text, "to": "fpuzzles"} for text in texts)
    for text, puzzle, one in zip(texts, puzzles, found, strict=True):
        assert "refused" not in one, text
        assert one["draft"]["about"]["title"] == "名"
        assert one["ignored"] == []
        assert means_the_same(formats.parse(one["text"]), puzzle), text


@needs_node
def test_what_of_a_puzzle_is_not_understood_is_named() -> None:
    grid: list[list[dict[str, int]]] = [[{} for _ in range(4)] for _ in range(4)]
    drawn = {"fogofwar": ["R1C1"], "circle": [{"cells": ["R1C2"], "baseC": "#F00"}]}
    text = json.dumps({"size": 4, "grid": grid, "diagonal+": True} | drawn)
    [one] = asked([{"text": text, "to": "sudokupad"}])
    # It goes along all the same, from there to any link, and through the text of the page.
    assert json.loads(one["draft"]["about"]["decoration"]) == drawn
    for other in (one["text"], one["board"]["text"]):
        record = next(formats.read(io.StringIO(other)))
        assert json.loads(about_of(record).decoration) == drawn
    assert one["ignored"] == ["fogofwar", "circle"]
    assert one["text"].startswith("https://sudokupad.app/fpuz")
    assert [group["kind"] for group in one["board"]["regions"]][-1] == "antidiagonal"
    [one] = asked([{"text": "# rules: samurai\n" + "." * 81}])
    assert one == {"refused": "elsewhere"}


@needs_node
def test_rules_in_words_mean_what_they_mean_in_python() -> None:
    words = [
        "2x3",
        "3x2+x",
        "latin:5",
        "4+disjoint",
        "9+windoku",
        "4+group:r1c1,r2c3",
        "",
        "+diagonals",
    ]
    words += ["jigsaw:1122112233443344"]
    words += [f"{board_of(name).size}+{text}" for name, text in CASES if name not in ELSEWHERE]
    counts = [
        formats.parse_rules(word).rules(4 if word[:1] in "+" else None).cell_count for word in words
    ]
    texts = [
        f"# rules: {word}\n# a remark\n{'.' * count}"
        for word, count in zip(words, counts, strict=True)
    ]
    for text, one in zip(texts, asked({"text": text, "to": "json"} for text in texts), strict=True):
        assert "refused" not in one, text
        assert means_the_same(formats.parse(one["text"]), formats.parse(text)), text


@needs_node
@pytest.mark.parametrize(
    "words",
    ["9", "4+nonsense", "4+killer:x@r1c1", "4+killer:3@r9c9", "4+odd@r1c1/r1c2", "4x4", "latin:"],
)
def test_rules_in_words_that_make_no_sense_are_refused(words: str) -> None:
    text = f"# rules: {words}\n{'.' * 16}"
    with pytest.raises(CpsudokuError):
        formats.parse(text)
    [one] = asked([{"text": text}])
    assert one["refused"] in ("elsewhere", "invalid")


JUNK: tuple[Any, ...] = (
    None,
    "",
    "x",
    "<10",
    0,
    -3,
    1.5,
    99,
    [],
    {},
    "R1C1",
    ["R9C1"],
    [["R1C1", "R1C2", "R1C1"]],
)


def damaged(puzzle: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a puzzle of f-puzzles in which something is another thing."""
    copy = json.loads(json.dumps(puzzle))
    fields = [name for name in copy if name not in ("size", "grid")]
    where, key = copy, chance.choice([*fields, "diagonal+", "strange", "ruleset"])
    while where.get(key) and isinstance(where[key], list) and chance.random() < 0.8:
        entry = chance.choice(where[key])
        if not isinstance(entry, dict):
            break
        where, key = entry, chance.choice([*entry, "value"])
    where[key] = chance.choice(JUNK)
    if chance.random() < 0.2:
        copy["grid"][0][0] = {chance.choice(["value", "given", "region"]): chance.choice(JUNK)}
    return dict(copy)


@needs_node
def test_a_damaged_puzzle_of_fpuzzles_is_refused_or_means_what_python_says() -> None:
    chance = random.Random(5)
    whole = [json.loads(text) for _, text, _ in in_fpuzzles()]
    texts = [json.dumps(damaged(chance.choice(whole), chance)) for _ in range(400)]
    found = asked({"text": text, "to": "json"} for text in texts)
    taken = 0
    for text, one in zip(texts, found, strict=True):
        if "refused" in one:
            assert one["refused"] in ("elsewhere", "invalid"), text
            continue
        record = next(formats.read(io.StringIO(text)))
        again = next(formats.read(io.StringIO(one["text"])))
        assert means_the_same(again.puzzle, record.puzzle), text
        assert bool(one["ignored"]) == bool(record.ignored), text
        taken += 1
    assert taken > 100


@needs_node
@pytest.mark.parametrize(
    "field",
    [
        {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "<10"}]},
        {"thermometer": [{"lines": [["R1C1", "R1C2", "R1C1"]]}]},
        {"strange": [1]},
        {"ruleset": "No two equal digits are a knight's move apart."},
    ],
)
def test_what_python_does_not_understand_of_fpuzzles_is_named(field: dict[str, Any]) -> None:
    text = json.dumps({"size": 4, "grid": [[{}] * 4] * 4} | field)
    [one] = asked([{"text": text}])
    assert len(one["ignored"]) == len(next(formats.read(io.StringIO(text))).ignored) == 1


BLANK = "." * 16


@needs_node
@pytest.mark.parametrize(
    ("puzzle", "rules"),
    [
        (BLANK, {"size": 9}),
        (BLANK, {"size": 4, "boxes": [2, 3]}),
        (BLANK, {"size": 4, "also": 5}),
        (BLANK, {"size": 4, "also": [{"type": "killer"}]}),
        (BLANK, {"size": 4, "also": [{"type": "killer", "cells": ["r1c1"], "total": "x"}]}),
        (BLANK, {"size": 4, "also": [{"type": "killer", "cells": ["r1c1"], "totl": 3}]}),
        (BLANK, {"size": 4, "also": [{"kind": "diagonal", "cells": ["r1c1", "r9c9"]}]}),
        ("x" + BLANK[1:], {"size": 4}),
    ],
)
def test_json_that_python_refuses_is_refused(puzzle: str, rules: dict[str, Any]) -> None:
    text = json.dumps({"puzzle": puzzle, "rules": rules})
    with pytest.raises(FormatError):
        formats.parse(text)
    [one] = asked([{"text": text}])
    assert one["refused"] in ("elsewhere", "invalid")


@needs_node
@pytest.mark.parametrize(
    ("puzzle", "rules"),
    [
        ("." * 36, {"size": 6, "boxes": [3, 2]}),
        ("." * 25, {"size": 5}),
        ("a" + "." * 624, {"size": 25}),
        (
            BLANK,
            {"size": 4, "also": [{"kind": "diagonal", "cells": ["r1c1", "r2c2", "r3c3", "r4c4"]}]},
        ),
    ],
)
def test_json_comes_and_goes_as_python_reads_it(puzzle: str, rules: dict[str, Any]) -> None:
    text = json.dumps({"puzzle": puzzle, "rules": rules})
    [one] = asked([{"text": text, "to": "json"}])
    assert means_the_same(formats.parse(one["text"]), formats.parse(text))
