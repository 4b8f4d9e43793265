"""What the interface answers to setters: palette, drafts, what is left, what could go."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from command_line import refusal, run
from drawn import SOLUTION, drawn

pytest.importorskip("fastapi", reason="the page needs the extra web")

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.errors import CpsudokuError
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons.paths import clue_needs
from cpsudoku.rules import boxes, jigsaw, samurai
from cpsudoku.variants import variants, with_variants
from cpsudoku.variants.base import fields_of
from cpsudoku.variants.naming import HOUSES
from cpsudoku.web import serving
from cpsudoku.web.answering import QUESTIONS, answer
from cpsudoku.web.memory import Memories, Memory
from cpsudoku.web.setting import drafts
from cpsudoku.web.setting.models import (
    Draft,
)
from cpsudoku.web.setting.vocabulary import vocabulary

KILLER = {"type": "killer", "cells": ["r1c1", "r1c2"], "total": 3}


def asked(name: str, request: dict[str, Any], **options: Any) -> Any:
    taken = QUESTIONS[name][0].model_validate(request)
    return json.loads(answer(name, taken, cells=1024, seconds=20, **options))


def drafted(**fields: Any) -> Any:
    return asked("draft", {"draft": fields})


def puzzle_of(fields: dict[str, Any]) -> Puzzle:
    return drafts.puzzle_of(Draft.model_validate(fields), 1024)


def test_the_palette_has_every_clue_once_with_its_fields() -> None:
    kinds = [kind for family in vocabulary().families for kind in family.clues]
    names = [kind.type for kind in kinds]
    of_clues = {"wrong", "valued", "bothdigits"}  # which nobody can draw
    assert names == [*(name for name in variants() if name not in of_clues), *HOUSES]
    killer = next(kind for kind in kinds if kind.type == "killer")
    assert [(field.name, field.kind, field.required) for field in killer.fields] == [
        ("cells", "cells", True),
        ("total", "optional number", False),
    ]
    assert killer.means.startswith("The digits of a cage are different")
    assert {kind.type for kind in kinds if kind.outside} >= {"sandwich", "littlekiller"}


def test_a_draft_gives_its_clues_one_by_one_and_its_board() -> None:
    found = drafted(base="4", clues=[{"type": "diagonals"}, KILLER], givens=[0] * 15 + [4])
    assert [clue["label"] for clue in found["clues"]] == ["diagonal", "antidiagonal", "killer 3"]
    assert found["clues"][2] == {"clue": KILLER, "label": "killer 3", "cells": [0, 1]}
    assert found["board"]["givens"][15] == 4
    again = drafted(**found["draft"])
    assert (again["draft"], again["board"]) == (found["draft"], found["board"])


def test_a_board_with_many_rules_says_which_kinds_there_are() -> None:
    cages = [{"type": "killer", "cells": [f"r{row}c1", f"r{row}c2"]} for row in range(1, 5)]
    row = ["r1c1", "r1c2", "r1c3", "r1c4"]
    clues = [*cages, {"type": "diagonals"}, {"type": "sandwich", "number": 0, "cells": row}]
    found = drafted(base="4", clues=clues)["board"]
    assert found["title"] == "4 digits: diagonal, antidiagonal, killer, sandwich"
    assert drafted(base="4", clues=clues[:1])["board"]["title"] == "4+killer@r1c1,r1c2"


ABOUT = {
    "title": "Tuesday",
    "author": "A. Setter",
    "rules": "Normal rules, and a cage.",
    "decoration": '{"fogofwar":["R1C1"]}',
}


def test_title_author_and_rules_go_through_every_answer() -> None:
    clues = [{"type": "diagonals"}, KILLER]
    found = drafted(base="4", clues=clues, about=ABOUT)
    assert (found["draft"]["about"], found["board"]["about"]) == (ABOUT, ABOUT)
    assert [one["type"] for one in found["board"]["meanings"]] == ["diagonals", "killer"]
    assert found["board"]["meanings"][1]["means"].startswith("The digits of a cage")
    puzzle = {"rules": found["board"]["rules"], "givens": found["board"]["givens"]}
    for notation in ("json", "fpuzzles", "sudokupad"):
        text = asked("convert", {"puzzle": puzzle, "to": notation, "about": ABOUT})["text"]
        assert asked("read", {"text": text})["about"] == ABOUT, notation
        assert asked("take", {"text": text})["draft"]["about"] == ABOUT, notation
    assert asked("read", {"text": found["board"]["text"]})["about"] == ABOUT
    to_find = drafted(base="4", clues=[{"type": "chaos"}], about=ABOUT)
    assert to_find["board"]["about"] == ABOUT


def test_what_a_text_says_and_nobody_understands_comes_with_it() -> None:
    strange = {"size": 4, "grid": [[{}] * 4] * 4, "strangeconstraint": [{"cells": ["R1C1"]}]}
    found = asked("read", {"text": json.dumps(strange)})
    assert found["ignored"] == ["'strangeconstraint', which is unknown"]


def test_regions_to_be_found_come_with_cells_that_say_them() -> None:
    fields = {"base": "4", "clues": [KILLER, {"type": "chaos"}], "givens": [1, *[0] * 15]}
    found = drafted(**fields, marks=[None, [1, 2], *[None] * 14])
    assert found["board"]["auxiliary"] == 16
    assert [clue["label"] for clue in found["clues"]] == ["killer 3", "chaos"]
    assert found["draft"]["givens"] == [1, *[0] * 31]
    again = drafted(**found["draft"])
    assert (again["draft"], again["board"]) == (found["draft"], found["board"])
    assert not puzzle_of(found["draft"]).rules.of_kind("box")
    with pytest.raises(CpsudokuError, match="once"):
        drafted(**{**found["draft"], "clues": [*found["draft"]["clues"], {"type": "chaos"}]})


def test_the_same_clue_twice_is_there_once() -> None:
    assert len(drafted(base="4", clues=[KILLER, KILLER])["clues"]) == 1


def test_regions_hold_as_far_as_they_are_drawn() -> None:
    labels = [1, 1, 0, 0, 1, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 2]
    rules = puzzle_of({"base": "latin:4", "regions": labels}).rules
    assert [region.cells for region in rules.of_kind("region")] == [(0, 1, 4), (5, 6, 7, 15)]
    too_big = [1] * 5 + [0] * 11
    assert not puzzle_of({"base": "4", "regions": too_big}).rules.of_kind("region")
    whole = [int(label) for label in "1112122233334444"]
    assert puzzle_of({"base": "4", "regions": whole}).rules == jigsaw(whole)


@pytest.mark.parametrize(
    "rules",
    [
        boxes(2, 3), boxes(2, 2).with_diagonals(), jigsaw("1112122233334444"), samurai(),
        with_variants(boxes(2, 2), "killer:3@r1c1,r1c2", "antiknight", "sandwich:0@r1c1,r2c1,r3c1"),
        boxes(2, 2).with_groups([(0, 5, 10)]),
    ],
    ids=range(6),
)  # fmt: skip
def test_any_puzzle_is_taken_as_a_draft_and_is_the_same_puzzle_again(rules: Any) -> None:
    puzzle = Puzzle.empty(rules).with_given(1, 2)
    taken = asked("take", {"text": formats.write(puzzle, "json")})
    again = puzzle_of(taken["draft"])
    assert again.candidates == puzzle.candidates
    assert set(again.rules.constraints) == set(rules.constraints)


def test_what_of_a_text_is_not_understood_is_said() -> None:
    rows: list[Any] = [[{} for _ in range(4)] for _ in range(4)]
    drawn = {"lines": [["R1C1", "R1C2"]], "outlineC": "#ff0000"}
    text = json.dumps({"size": 4, "grid": rows, "line": [drawn]})
    assert len(asked("take", {"text": text})["ignored"]) == 1


def test_what_is_read_from_drawings_is_told_with_its_reasons_and_what_else_it_may_mean() -> None:
    found = asked("take", {"text": drawn(solution=SOLUTION)})
    proposals = found["board"]["proposals"]
    blue, other, green, *_ = proposals
    clues = [one["clue"] for one in proposals if one["taken"]]
    assert found["draft"]["clues"] == clues
    assert (blue["thing"], blue["meaning"], blue["fits"]) == (
        "cyan #34bbe6 line", "equalsums", True,
    )  # fmt: skip
    assert blue["evidence"].startswith("Box borders")
    assert (blue["cells"], blue["others"]) == ([27, 19, 11, 10], [])
    # A line of which the words speak so too, and which the stored solution obeys.
    assert [(one["meaning"], one["clue"]["cells"]) for one in other["others"]] == [
        ("thermo", ["r5c3", "r4c3", "r3c3"])
    ]
    assert (green["taken"], green["dropped"]) == (False, "the stored solution breaks it")
    assert asked("read", {"text": drawn(solution=SOLUTION)})["proposals"] == proposals
    assert not any("clue" in one for one in found["ignored"])
    # The same fields as in the answers of commands, whose cells have names.
    record = next(formats.read(io.StringIO(drawn(solution=SOLUTION))))
    same = record.proposals[0].document(record.puzzle.rules.board)
    assert {name: value for name, value in blue.items() if name in same} == same | {
        "cells": blue["cells"]
    }


def test_words_that_are_not_text_are_answered_as_text() -> None:
    text = json.dumps({"puzzle": "." * 16, "title": "a\ud800b", "author": "\udfff"})
    assert asked("read", {"text": text})["about"]["title"] == "a\ufffdb"
    taken = asked("take", {"text": text})
    assert taken["draft"]["about"]["author"] == "\ufffd"
    assert formats.parse(taken["board"]["text"]) == formats.parse("." * 16)


@pytest.mark.parametrize(
    "fields",
    [
        {"base": "nonsense"}, {"base": "40"}, {"base": "4", "givens": [1]},
        {"base": "4", "givens": [9] * 16}, {"base": "4", "regions": [1]},
        {"base": "samurai", "regions": [1] * 369}, {"base": "4", "clues": [{}]},
        {"base": "4", "clues": [{"type": "killer"}]}, {"base": "4", "clues": [{"type": "none"}]},
        {"base": "4", "clues": [{"type": "thermo", "cells": ["r9c9", "r1c1"]}]},
        {"base": "latin:4", "clues": [{"type": "windows"}]},
        {"base": "4", "marks": [[]] * 16}, {"base": "4", "marks": [[7]] * 16},
    ],
    ids=range(13),
)  # fmt: skip
def test_a_draft_that_makes_no_sense_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(CpsudokuError):
        asked("draft", {"draft": fields})


LACKING = [
    {"type": variant.name}
    | {
        field.name: {
            "cells": ["r1c1", "r1c2"],
            "cell lists": [["r1c1"], ["r1c2"]],
            "numbers": [1],
        }.get(field.kind, 1)
        for field in fields_of(variant)
        if field.required
    }
    | {lacking.name: without}
    for variant in variants().values()
    for lacking in fields_of(variant)
    if lacking.required and lacking.kind.startswith("cell")
    for without in ([[]] if lacking.kind == "cells" else [[], [[]], [["r1c1"], []]])
]
"""Clues of every kind, each with a field that lacks cells."""


@pytest.mark.parametrize("clue", LACKING, ids=lambda clue: clue["type"])
def test_a_clue_that_lacks_cells_is_refused_with_its_place(clue: dict[str, Any]) -> None:
    with pytest.raises(CpsudokuError, match=r"^clues\[1\]: "):
        drafted(base="4", clues=[KILLER, clue])
    with pytest.raises(CpsudokuError):
        formats.parse(json.dumps({"puzzle": "." * 16, "rules": {"size": 4, "also": [clue]}}))


def left(*clues: str, memory: Memory | None = None) -> Any:
    puzzle = Puzzle.empty(with_variants(boxes(2, 2), *clues))
    return asked("left", {"puzzle": formats.write(puzzle, "json"), "most": 5}, memory=memory)


def test_what_is_left_is_counted_for_each_digit() -> None:
    found = left("killer:3@r1c1,r1c2")
    assert (found["verdict"], found["complete"]) == ("multiple", True)
    assert found["counts"][0] == [5, 5, 0, 0]
    assert left("killer:3@r1c1,r1c2", "killer:3@r1c3,r1c4")["verdict"] == "none"
    cages = ("killer:6@r1c1,r1c2,r1c3", "killer:5@r2c2,r2c3", "killer:4@r3c2,r4c2")
    one = left(*cages, "killer:3@r4c3,r4c4")
    assert one["verdict"] == "unique"
    assert one["counts"][0] == [1, 0, 0, 0]


def test_the_next_answer_goes_on_from_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Memory()
    left("killer:3@r1c1,r1c2", memory=first)
    handed: list[Any] = []
    candidates = solving.candidates

    def noting(puzzle: Any, **options: Any) -> Any:
        handed.append(options["previous"])
        return candidates(puzzle, **options)

    monkeypatch.setattr(solving, "candidates", noting)
    found = left("killer:3@r1c1,r1c2", "thermo@r1c1,r1c2", memory=Memory(first.left))
    assert found["counts"][0] == [5, 0, 0, 0]
    assert handed[0] is not None and handed[0].solutions


def test_an_answer_that_is_too_big_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpsudoku.web.memory._MOST_BYTES", 10)
    memory = Memory()
    left("killer:3@r1c1,r1c2", memory=memory)
    assert memory.left is None


def test_what_is_kept_for_clients_is_bounded() -> None:
    kept = Memories()
    for number in range(1000):
        kept.keep(f"client {number}", b"found")
    assert kept.of("client 999") == b"found"
    assert kept.of("client 0") is None
    assert kept.of(None) is None
    kept.keep(None, b"found")
    kept.keep("client 999", None)
    assert kept.of("client 999") == b"found"


def test_what_could_go_is_named_with_its_cells() -> None:
    rules = with_variants(boxes(2, 2), "odd@r1c1", "killer:3@r1c1,r1c2")
    puzzle = Puzzle.from_digits([int(d) for d in "1234341221434321"], rules)
    found = asked("needless", {"puzzle": formats.write(puzzle, "json")})
    assert found["minimal"] is False
    assert {"label": "odd", "cells": [0]} in found["clues"]
    assert len(found["givens"]) == 16


@pytest.mark.compiled
def test_a_draft_says_when_a_clue_is_needed_first() -> None:
    rules = with_variants(boxes(2, 2), "killer:3@r1c1,r1c2", "killer:4@r2c3,r2c4", "odd@r4c4")
    puzzle = Puzzle.from_digits([int(d) for d in "0000001043210000"], rules)
    found = asked("needs", {"puzzle": formats.write(puzzle, "json")})
    path = clue_needs(puzzle)
    assert (found["end"], found["steps"]) == (path.end, path.steps)
    assert [one["step"] for one in found["clues"]] == [*path.clues.values()]
    assert found["clues"][0]["rule"] == {"label": "killer 3", "cells": [0, 1]}


def test_play_opens_the_page_to_set_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(serving, "serve", lambda **options: asked.append(options))
    for arguments in (["--set"], ["1234341221434...", "--set"], []):
        assert run("play", *arguments).status == 0
    assert [options["path"] for options in asked] == [
        "/set.html", "/set.html#puzzle=1234341221434...", "/#daily"
    ]  # fmt: skip
    assert "not with --terminal" in refusal("play", "--set", "--terminal")


@pytest.mark.parametrize("kind", [[], {}, None, 5, ["diagonals"]])
def test_a_clue_whose_type_is_no_text_is_refused(kind: object) -> None:
    with pytest.raises(CpsudokuError):
        drafted(base="4", clues=[{"type": kind}])
