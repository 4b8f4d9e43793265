"""Drafts of puzzles on a page without a server are those that Python makes of them."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from plugging import plugged_in
from test_page_answers import asked, needs_core, needs_node
from variant_examples import LATIN, ON_PAGE, SENSELESS, board_of
from well_known import EASY, EASY_SOLVED

pytest.importorskip("fastapi", reason="the page needs the extra web")

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.errors import CpsudokuError, FormatError, RulesError
from cpsudoku.formats.base import Record
from cpsudoku.formats.rules_json import constraint_to_json
from cpsudoku.formats.setters.f_puzzles import fpuzzles_json
from cpsudoku.formats.setters.imported import means_the_same
from cpsudoku.logic.orders import TEACHING
from cpsudoku.logic.paths import Path as Way
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import latin, samurai
from cpsudoku.variants.naming import HOUSES, from_text
from cpsudoku.web import static
from cpsudoku.web.boards import about_of, step_answer
from cpsudoku.web.models import TextRequest
from cpsudoku.web.setting import answering, models
from cpsudoku.web.setting import drafts as drafts_of_python
from cpsudoku.web.setting.vocabulary import written


@pytest.fixture(autouse=True)
def kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "clues.json"
    file.write_text(json.dumps(written()), encoding="utf-8")
    monkeypatch.setenv("clues.json", str(file))


def asked_for(**fields: Any) -> models.DraftRequest:
    return models.DraftRequest.model_validate({"draft": fields})


def draft_of(name: str, text: str) -> models.DraftRequest:
    clue = constraint_to_json(from_text(text, board_of(name)), board_of(name))
    return asked_for(base=base_of(name), clues=[clue])


def base_of(name: str) -> str:
    return f"latin:{board_of(name).size}" if name in LATIN else str(board_of(name).size)


def grids_of(name: str, chance: random.Random) -> list[tuple[int, ...]]:
    """Return grids by chance; final ones where a clue supposes that rows and columns are houses."""
    size = board_of(name).size
    if name in LATIN:
        return list(islice(solving.solutions(Puzzle.empty(latin(size))), 300))
    return [tuple(chance.randint(1, size) for _ in range(size * size)) for _ in range(80)]


def elements(drawing: dict[str, Any] | None) -> object:
    """What a drawing has: its texts, shapes and colours, what of it lies above, and its margin."""
    if drawing is None:
        return None
    parts = [drawing[part].partition("</style>")[2] for part in ("below", "above")]
    found = [
        sorted(re.findall(expression, "".join(parts)))
        for expression in (r">([^<>]+)</text>", r"<(path|circle|rect)", r'"(#[0-9a-f]{3,6})"')
    ]
    return found, list(map(bool, parts)), round(drawing["margin"], 3)


@needs_node
def test_clues_mean_without_a_server_what_they_mean_in_python() -> None:
    chance = random.Random(3)
    drafts = [draft_of(*case) for case in ON_PAGE]
    grids = [grids_of(name, chance) for name, _ in ON_PAGE]
    found = asked(
        {"draft": draft.draft.model_dump(), "cases": some}
        for draft, some in zip(drafts, grids, strict=True)
    )
    for (name, text), draft, some, one in zip(ON_PAGE, drafts, grids, found, strict=True):
        own = from_text(text, board_of(name))
        assert one["hold"] == [own.holds(grid) for grid in some], text
        served = answering.draft(draft, cells=100, seconds=1)
        for part in ("rules", "givens", "places", "symbols", "marks"):
            assert one["board"][part] == json.loads(served.board.model_dump_json())[part], text
        assert one["clues"][0]["clue"] == served.clues[0].clue
        assert one["clues"][0]["label"] == served.clues[0].label
        assert set(one["clues"][0]["cells"]) == set(served.clues[0].cells)
        drawn = json.loads(served.board.model_dump_json())["drawing"]
        assert elements(one["board"]["drawing"]) == elements(drawn), text
        groups = sorted(sorted(group.cells) for group in served.board.regions)
        assert sorted(sorted(group["cells"]) for group in one["board"]["regions"]) == groups, text


@pytest.mark.thorough(but=2)
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
    for name, text in ON_PAGE:
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
    _, texts, puzzles = zip(*in_fpuzzles(), strict=True)
    assert len(texts) > 30
    found = asked({"text": text, "to": "fpuzzles"} for text in texts)
    for text, puzzle, one in zip(texts, puzzles, found, strict=True):
        assert "refused" not in one, text
        assert one["draft"]["about"]["title"] == "名"
        assert one["ignored"] == []
        assert means_the_same(formats.parse(one["text"]), puzzle), text


@needs_node
def test_a_clue_of_a_plug_in_is_drawn_read_and_written_but_not_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"# rules: 4+ends:3@r1c1,r1c2,r1c3,r1c4\n{'.' * 16}"
    with plugged_in("Adding a variant", tmp_path, monkeypatch):
        (tmp_path / "clues.json").write_text(json.dumps(written()), encoding="utf-8")
        [one, other] = asked([{"text": text, "to": to} for to in ("json", "fpuzzles")])
        for found in (one, other):
            assert found["clues"][0]["label"] == "ends 3"
            assert ">3</text>" in found["board"]["drawing"]["below"]
            assert [rule["holds"] for rule in found["board"]["others"]] == [None]
            puzzle = next(formats.read(io.StringIO(found["text"]))).puzzle
            assert means_the_same(puzzle, formats.parse(text))


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
    # Fog is shown, and so understood.
    assert one["ignored"] == ["circle"]
    assert one["text"].startswith("https://sudokupad.app/fpuz")
    assert [group["kind"] for group in one["board"]["regions"]][-1] == "antidiagonal"


@needs_node
def test_a_board_that_fpuzzles_has_no_way_to_say_is_not_written_for_it() -> None:
    text = f"# rules: samurai\n{'.' * samurai().cell_count}"
    assert asked([{"text": text, "to": "fpuzzles"}]) == [{"refused": "unsaid", "clue": None}]


@needs_node
def test_rules_in_words_mean_what_they_mean_in_python() -> None:
    words = [
        "2x3",
        "3x2+x",
        "latin:5",
        "4+disjoint",
        "9+windoku",
        "4+group:r1c1,r2c3",
        "4+sandwich:3@r1+skyscraper:2@C3+group:c2",
        "4+thermo@r2c1-r2c3,r1c4-r1c2+group:r1c1-r3c1,r2c3",
        "",
        "+diagonals",
    ]
    words += ["jigsaw:1122112233443344"]
    words += [f"{board_of(name).size}+{text}" for name, text in ON_PAGE]
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


@pytest.mark.thorough(but=2)
@needs_node
@pytest.mark.parametrize(
    "words",
    [
        "9",
        "4+nonsense",
        "4+killer:x@r1c1",
        "4+killer:3@r9c9",
        "4+odd@r1c1-r2c2",
        "4+odd@r1c1/r1c2",
        "4x4",
        "latin:",
    ],
)
def test_rules_in_words_that_make_no_sense_are_refused(words: str) -> None:
    text = f"# rules: {words}\n{'.' * 16}"
    with pytest.raises(CpsudokuError):
        formats.parse(text)
    [one] = asked([{"text": text}])
    assert one["refused"] in ("elsewhere", "invalid")


@needs_node
def test_lists_of_another_program_beside_a_puzzle_are_left_to_a_server() -> None:
    rows = [[0] * 9] * 9
    cages, mask = [{"cells": [[0, 0]], "label": "5"}], [["o", "e"]]
    texts = [
        json.dumps({"puzzle": rows, "killer_cages": cages}),
        json.dumps({"puzzle": EASY, "odd_even_mask": mask}),
        json.dumps({"puzzle": EASY, "level": 3, "solution": list(map(int, EASY_SOLVED))}),
    ]
    cut, masked, plain = asked([{"text": text} for text in texts])
    assert (cut["refused"], masked["refused"]) == ("elsewhere", "elsewhere")
    assert "refused" not in plain


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


@pytest.mark.thorough
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
def test_what_fpuzzles_leaves_out_or_says_twice_is_read_as_by_python() -> None:
    path = ["R1C1", "R1C2", "R2C3"]
    clue: dict[str, Any] = {"cell": "R0C1", "direction": "DR", "value": "5"}
    fields: list[dict[str, Any]] = [
        {"littlekillersum": [clue]},
        {"littlekillersum": [clue | {"cells": ["R1C2", "R2C3", "R3C4"]}]},
        {"littlekillersum": [{"cell": "R5C5", "direction": "UL", "value": 9, "cells": []}]},
        {
            "killercage": [
                {"cells": ["R1C1", "R1C2"], "value": 0},
                {"cells": ["R3C1"], "value": "0"},
            ]
        },
        {"whispers": [{"lines": [path]}], "line": [{"lines": [path[::-1]]}]},
        {"whispers": [{"lines": [path]}], "line": [{"lines": [path]}, {"lines": [path[:2]]}]},
        {"grid": [[{"value": 0, "given": True}, {"value": "0"}, {}, {}], *[[{}] * 4] * 3]},
    ]
    texts = [json.dumps({"size": 4, "grid": [[{}] * 4] * 4, **more}) for more in fields]
    for text, one in zip(texts, asked({"text": t, "to": "json"} for t in texts), strict=True):
        record = next(formats.read(io.StringIO(text)))
        assert means_the_same(formats.parse(one["text"]), record.puzzle), text
        assert bool(one["ignored"]) == bool(record.ignored), text
    wrong: list[dict[str, Any]] = [
        {"littlekillersum": [clue | {"cells": ["R1C1", "R2C2"]}]},
        {"littlekillersum": [clue | {"direction": "UR"}]},
        {"littlekillersum": [clue | {"cell": "R2C2"}]},
    ]
    texts = [json.dumps({"size": 4, "grid": [[{}] * 4] * 4, **more}) for more in wrong]
    for text, one in zip(texts, asked({"text": t, "to": "json"} for t in texts), strict=True):
        assert one.get("refused") == "invalid", text
        with pytest.raises(FormatError):
            formats.parse(text)


def in_json() -> list[dict[str, Any]]:
    """Return puzzles as this package writes them: with boxes, regions, clues, marks."""
    words = [
        "4+killer:5@r1c1,r1c2+thermo@r2c1,r2c2",
        "jigsaw:1122112233443344",
        "2x3+x",
        "9+windoku+nowhite+white@r1c1,r1c2",
        "latin:4+arrow@r1c1/r1c2,r1c3",
    ]
    empty = [Puzzle.empty(formats.parse_rules(text).rules()) for text in words]
    whole = [json.loads(formats.write(puzzle, "json")) for puzzle in empty]
    whole[0]["puzzle"], whole[0]["candidates"] = "1" + "." * 15, [[1, 2]] * 16
    return whole


def somewhere(value: Any, chance: random.Random) -> tuple[Any, Any]:
    """Return a list or an object within another, and one of its places."""
    at = chance.choice([*value] if isinstance(value, dict) else range(len(value)))
    inside = value[at]
    is_left = not isinstance(inside, dict | list) or not inside or chance.random() < 0.3
    return (value, at) if is_left else somewhere(inside, chance)


@needs_node
def test_a_damaged_puzzle_in_json_is_refused_or_means_what_python_says() -> None:
    chance = random.Random(1)
    puzzles = in_json()
    texts = []
    for _ in range(600):
        whole = json.loads(json.dumps(chance.choice(puzzles)))
        inside, at = somewhere(whole, chance)
        inside[at] = chance.choice([*JUNK, True, 4, [2, 2], [[1, 1]], {"size": 4}])
        texts.append(json.dumps(whole))
    taken = 0
    for text, one in zip(texts, asked({"text": text, "to": "json"} for text in texts), strict=True):
        if "refused" in one:
            assert one["refused"] in ("elsewhere", "invalid"), (text, one)
            continue
        own = formats.parse(text, format="json")
        assert means_the_same(formats.parse(one["text"]), own), text
        taken += 1
    assert taken > 5


@pytest.mark.thorough(but=1)
@needs_node
@pytest.mark.parametrize(
    "field",
    [
        {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "<10"}]},
        {"strange": [1]},
        {"ruleset": "No two equal digits are a knight's move apart."},
    ],
)
def test_what_python_does_not_understand_of_fpuzzles_is_named(field: dict[str, Any]) -> None:
    text = json.dumps({"size": 4, "grid": [[{}] * 4] * 4} | field)
    [one] = asked([{"text": text}])
    own = next(formats.read(io.StringIO(text), proposes=False))  # as the page without a server
    assert len(one["ignored"]) == len(own.ignored) == 1


@needs_node
def test_lines_that_meet_themselves_are_read_and_judged_as_python_does() -> None:
    chance = random.Random(8)
    fields = sorted(
        row[0] for family in written()["families"] for kind in family["clues"]
        if (row := kind["f_puzzles"]) and row[1] in ("lines", "valued", "bulb", "regions")
    )  # fmt: skip
    texts = []
    for field in fields * 4:
        walked = [chance.choice(("R1C1", "R1C2", "R2C2", "R2C3", "R3C3")) for _ in range(7)]
        entry = {"cells": walked[:1], "lines": [[*walked, walked[0]]]}
        texts.append(json.dumps({"size": 4, "grid": [[{}] * 4] * 4, field: [entry]}))
    loop = {"lines": [["R1C1", "R1C2", "R1C3", "R2C3", "R2C2", "R1C1"]]}  # begins within a box
    texts.append(json.dumps({"size": 4, "grid": [[{}] * 4] * 4, "regionsumline": [loop]}))
    found = asked({"text": text, "to": "json"} for text in texts)
    cases = list(islice(solving.solutions(Puzzle.empty(latin(4))), 576))
    judged = asked({"draft": one["draft"], "cases": cases} for one in found)
    for text, one, its in zip(texts, found, judged, strict=True):
        own = formats.parse(text)
        assert means_the_same(formats.parse(one["text"]), own), text
        held = [all(clue.holds(grid) for clue in own.rules.clues) for grid in cases]
        assert its["hold"] == held, text
        formulas = [one for other in its["board"]["others"] for one in other["holds"]]
        # The core takes pairs of different cells.
        assert all(one[1] != one[2] for one in formulas if one[0] == "pair"), text


BLANK = "." * 16

CROSSED = (
    "killer:5@r7c7,r7c8+whispers@r1c1,r1c2,r2c2+rowindexer@r10c10+antiknight+nowhite+odd@r20c20"
)
"""Clues on a samurai: where grids overlap, in the middle, and everywhere."""


@pytest.mark.thorough(but=1)
@needs_node
@pytest.mark.parametrize("rules", ["samurai", f"samurai+{CROSSED}"])
def test_boards_of_several_grids_come_and_go_as_python_reads_them(rules: str) -> None:
    chance = random.Random(4)
    puzzle = Puzzle.empty(formats.parse_rules(rules).rules())
    given = [chance.randint(0, 9) if chance.random() < 0.2 else 0 for _ in puzzle.candidates]
    puzzle = Puzzle.from_digits(given, puzzle.rules)
    text = formats.write(puzzle, "json")
    drawn = "\n".join([f"# rules: {rules}", *json.loads(text)["puzzle"]])
    for one in asked({"text": said, "to": "json"} for said in (text, drawn)):
        assert means_the_same(formats.parse(one["text"]), puzzle)
        assert one["board"]["givens"] == given
        served = answering.take(TextRequest.model_validate({"text": text}), cells=400, seconds=1)
        expected = json.loads(served.board.model_dump_json())
        for part in ("places", "height", "width", "symbols", "auxiliary"):
            assert one["board"][part] == expected[part]
        groups = [sorted((g["kind"], sorted(g["cells"])) for g in board["regions"])
                  for board in (expected, one["board"])]  # fmt: skip
        assert groups[0] == groups[1]
        others = [[(o["label"], sorted(o["cells"])) for o in board["others"]]
                  for board in (expected, one["board"])]  # fmt: skip
        assert [cells for _, cells in others[0]] == [cells for _, cells in others[1]]


@pytest.mark.thorough
@needs_node
def test_clues_on_a_board_of_several_grids_mean_what_they_mean_in_python() -> None:
    chance = random.Random(9)
    board, drafts, grids = samurai().board, [], []
    for name, text in ON_PAGE:
        try:
            clue = constraint_to_json(from_text(text, board), board)
        except RulesError:
            clue = constraint_to_json(from_text(text, board_of(name)), board_of(name))
        drafts.append(asked_for(base="samurai", clues=[clue]))
        grids.append([[chance.randint(1, 9) for _ in board.places] for _ in range(40)])
    found = asked(
        {"draft": draft.draft.model_dump(), "cases": some}
        for draft, some in zip(drafts, grids, strict=True)
    )
    for (name, text), some, one in zip(ON_PAGE, grids, found, strict=True):
        try:
            own = samurai().with_constraints([from_text(text, board)]).constraints[-1]
        except RulesError:
            assert one == {"refused": "invalid", "clue": 0}, name
            continue
        assert one["hold"] == [own.holds(tuple(grid)) for grid in some], text


@needs_node
@needs_core
@pytest.mark.compiled
def test_the_page_counts_and_shades_every_clue_as_python_does() -> None:
    drafts = [draft_of(*case) for case in ON_PAGE]
    puzzles = [drafts_of_python.puzzle_of(draft.draft, 100) for draft in drafts]
    answers = answers_for(drafts, puzzles)
    for (_, text), puzzle, (counted, shaded, _) in zip(ON_PAGE, puzzles, answers, strict=True):
        assert counted["count"] == solving.count(puzzle, limit=300, backend="fd").value, text
        assert shaded["complete"], text
        assert shaded["candidates"] == list(solving.candidates(puzzle).masks), text


def answers_for(
    drafts: list[models.DraftRequest], puzzles: list[Puzzle]
) -> list[tuple[Any, Any, Any]]:
    """Return what the core counts, which candidates it leaves, and its steps, for each draft."""
    questions: list[dict[str, Any]] = [
        {"question": "count", "limit": 300},
        {"question": "candidates"},
        {"question": "steps", "order": static.order_data(TEACHING)},
    ]
    found = asked(
        {"draft": draft.draft.model_dump(), "question": {**one, "candidates": puzzle.candidates}}
        for draft, puzzle in zip(drafts, puzzles, strict=True)
        for one in questions
    )
    return [tuple(found[at : at + 3]) for at in range(0, len(found), 3)]


FIVE = """# rules: samurai
.2..5.7..   7.94.3.2.
7.8.23..6   ..8...94.
4.6..81.3   64...9.1.
.1.8..9..   ......8..
..93...45   9..58....
84567....   384..2.7.
..1....9.......6.5487
.87...5....68.7..425.
56493.2.8.39.......3.
      .537.2...
      .2.614.85
      .8.395.1.
.9....8.2.6...9.2....
..3.8....8..6....8.3.
45....3.7..12.8......
.1.2...9.   .8..72596
.35..8...   .9..13..2
..659...3   ..6..9...
..19326.8   8.2..57.3
58..6.7..   .67......
..9......   9..7..8..
"""
"""A samurai with one solution."""


@needs_node
@needs_core
@pytest.mark.compiled
@pytest.mark.parametrize("givens", [FIVE, FIVE.replace("5", ".")])
def test_a_board_of_several_grids_is_counted_shaded_and_explained_as_in_python(givens: str) -> None:
    puzzle = formats.parse(givens)
    draft = asked_for(base="samurai", givens=list(puzzle.digits))
    [(counted, shaded, path)] = answers_for([draft], [puzzle])
    assert counted["count"] == solving.count(puzzle, limit=300, backend="fd").value
    assert shaded["candidates"] == list(solving.candidates(puzzle).masks)
    expected = list(Way(puzzle, "teaching"))
    found = [(step["technique"], step["placements"], step["eliminations"])
             for step in path["steps"]]  # fmt: skip
    assert len(found) == len(expected) > 50
    for one, step in zip(found, expected, strict=True):
        told = step_answer(step).model_dump()
        assert one == tuple(
            json.loads(json.dumps(told[name]))
            for name in ("technique", "placements", "eliminations")
        )


@needs_node
@needs_core
@pytest.mark.compiled
def test_regions_to_be_found_are_counted_and_shaded_as_in_python() -> None:
    arms = [["r6c1", "r6c2", "r6c3", "r6c4"], ["r6c1", "r7c1", "r8c1", "r9c1"]]
    draft = drafts_of_python.with_regions_to_find(
        asked_for(base="4", clues=[{"type": "chaos"}]).draft
    )
    clues = [
        *draft.clues,
        {"type": "regionrun", "control": ["r1c1"], "arms": arms},
        {"type": "regioncount", "control": ["r2c2"], "cells": ["r7c2", "r6c2", "r7c1", "r7c3"]},
        # What holds everywhere holds of the grid, not of what stands beside it.
        {"type": "antiknight"},
    ]
    asking = [asked_for(**draft.model_dump() | {"clues": clues[:count]}) for count in (1, 2, 3, 4)]
    puzzles = [drafts_of_python.puzzle_of(one.draft, 100) for one in asking]
    for puzzle, (counted, shaded, _) in zip(puzzles, answers_for(asking, puzzles), strict=True):
        assert counted["count"] == solving.count(puzzle, limit=300, backend="fd").value
        assert shaded["candidates"] == list(solving.candidates(puzzle).masks)


@pytest.mark.thorough(but=2)
@needs_node
@pytest.mark.parametrize("text", [text for text, _ in SENSELESS])
def test_clues_that_make_no_sense_are_refused(text: str) -> None:
    [one] = asked([{"text": f"# rules: 4+{text}\n{BLANK}"}])
    assert one["refused"] in ("elsewhere", "invalid")


@needs_node
def test_the_clue_that_makes_no_sense_is_named() -> None:
    clues = [{"type": "thermo", "cells": ["r1c1", "r1c2"]}, {"type": "thermo", "cells": ["r1c1"]}]
    draft = asked_for(base="4", clues=clues).draft.model_dump()
    [one] = asked([{"draft": draft, "cases": []}])
    assert (one["refused"], one["clue"]) == ("invalid", 1)


@needs_node
@pytest.mark.parametrize(
    "fields",
    [
        {"base": "4", "clues": [{"type": "yinyang"}]},
        {"base": "latin:4", "clues": [{"type": "loop", "whole": 1}, {"type": "stars"}]},
        {"base": "4", "clues": [{"type": "schroedinger"}], "regions": [1, 1, 2, 2] * 4},
        {"base": "4", "clues": [{"type": "snake", "shaded": [1, 2]}]},
    ],
)
def test_a_clue_of_a_layer_makes_the_board_that_it_makes_in_python(fields: dict[str, Any]) -> None:
    request = asked_for(**fields)
    served = answering.draft(request, cells=100, seconds=1)
    [found] = asked([{"draft": request.draft.model_dump(), "cases": []}])
    told = json.loads(served.board.model_dump_json())
    for part in ("rules", "givens", "places", "auxiliary", "symbols", "meanings"):
        assert found["board"][part] == told[part]
    assert served.board.auxiliary == {"loop": 32, "snake": 0}.get(fields["clues"][0]["type"], 16)


@needs_node
@pytest.mark.parametrize("others", [3, 4, None])
def test_rules_have_the_number_that_all_clues_of_a_kind_have(others: int | None) -> None:
    line = {"type": "whispers", "difference": 3, "cells": ["r1c1", "r1c2"]}
    other: dict[str, Any] = {"type": "whispers", "cells": ["r2c1", "r2c2"]}
    other |= {} if others is None else {"difference": others}
    request = asked_for(base="6", clues=[line, other, {"type": "black", "cells": ["r3c1", "r3c2"]}])
    served = json.loads(answering.draft(request, cells=100, seconds=1).board.model_dump_json())
    [found] = asked([{"draft": request.draft.model_dump(), "cases": []}])
    assert found["board"]["meanings"] == served["meanings"]
    # On 6×6 German whispers differ by 3.
    assert [one["number"] for one in served["meanings"]] == ["" if others == 4 else "3", "2"]


@needs_node
def test_regions_to_be_found_make_the_board_that_they_make_in_python() -> None:
    clues = [
        {"type": "chaos"},
        {"type": "regionrun", "control": ["r1c1"], "arms": [["r6c1", "r6c2", "r6c3", "r6c4"]]},
        {"type": "regioncount", "control": ["r2c2"], "cells": ["r7c2", "r6c2", "r7c1"]},
    ]
    givens = [1] + [0] * 15
    asked_first = asked_for(base="4", clues=clues[:1], givens=givens)
    served = answering.draft(asked_first, cells=100, seconds=1)
    [first] = asked([{"draft": asked_first.draft.model_dump(), "cases": []}])
    whole = served.draft.model_copy(update={"clues": [*served.draft.clues, *clues[1:]]})
    assert first["draft"] == {**served.draft.model_dump(), "about": first["draft"]["about"]}
    [second] = asked([{"draft": whole.model_dump(), "cases": []}])
    expected = answering.draft(asked_for(**whole.model_dump()), cells=100, seconds=1)
    for one, answer in ((first, served), (second, expected)):
        told = json.loads(answer.board.model_dump_json())
        for part in ("rules", "givens", "places", "auxiliary", "symbols", "meanings"):
            assert one["board"][part] == told[part]
        assert [rule["label"] for rule in one["board"]["others"]] == [
            rule["label"] for rule in told["others"]
        ]
        assert bool(one["board"]["drawing"]) == bool(told["drawing"])
        assert formats.parse(one["board"]["text"]) == formats.parse(told["text"])


@pytest.mark.thorough(but=2)
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
        (BLANK, {"size": 4, "also": [{"type": "arrow", "bulb": ["r1c1"], "cells": []}]}),
        (BLANK, {"size": 4, "also": [{"type": "equalsums", "parts": [["r1c1"], []]}]}),
    ],
)
def test_json_that_python_refuses_is_refused(puzzle: str, rules: dict[str, Any]) -> None:
    text = json.dumps({"puzzle": puzzle, "rules": rules})
    with pytest.raises(FormatError):
        formats.parse(text)
    [one] = asked([{"text": text}])
    assert one["refused"] in ("elsewhere", "invalid")


@pytest.mark.thorough(but=1)
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
