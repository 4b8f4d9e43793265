"""Answers that the page gives without a server are those that Python gives."""

from __future__ import annotations

import json
import pathlib
import random
import re
import subprocess
from collections.abc import Iterable
from itertools import islice
from typing import Any

import numpy as np
import pytest
from rule_examples import primitives
from test_page_logic import NODE, is_there
from variant_examples import CASES, LATIN, board_of
from well_known import NEEDING

pytest.importorskip("fastapi", reason="the page needs the extra web")

from cpsudoku import formats, generation
from cpsudoku.asking import solving
from cpsudoku.asking.many import solve_many
from cpsudoku.formats.base import Record
from cpsudoku.logic.documents import said_hints
from cpsudoku.logic.orders import EXPLAINER, HODOKU, TEACHING, Order, order_named
from cpsudoku.logic.paths import Path
from cpsudoku.logic.ratings import rate_many
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Linear, Rules, boxes, latin
from cpsudoku.symmetry.canonical import canonical_many
from cpsudoku.variants.naming import from_text
from cpsudoku.web import static
from cpsudoku.web.boards import step_answer

needs_node = pytest.mark.skipif(
    not is_there(), reason="there is no Node of 20.19 or newer on this machine"
)
needs_core = pytest.mark.skipif(
    not static.CORE.is_file(),
    reason="the core for browsers was not built; see docs/how-to/wasm.md",
)

ASKING = pathlib.Path(__file__).parent / "asking_core.mjs"
HARD = "...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7..."
TECHNIQUES = pathlib.Path(__file__).parents[2] / "docs" / "reference" / "techniques"
CONTRACT = pathlib.Path(__file__).parents[2] / "puzzles" / "contract.txt"


def asked(questions: Iterable[object]) -> list[Any]:
    """Return what the page answers without a server."""
    core = [str(static.CORE)] if static.CORE.is_file() else []
    lines = "".join(f"{json.dumps(question)}\n" for question in questions)
    done = subprocess.run(
        [str(NODE), str(ASKING), *core], input=lines, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def board(rules: Rules) -> Any:
    return static.board_data(Record(Puzzle.empty(rules)))


def masks(puzzle: Puzzle) -> list[int]:
    return list(puzzle.candidates)


def killer() -> Puzzle:
    return formats.parse("1234341221.....4", formats.parse_rules("4+killer:4@r3c4,r4c4"))


def rules_with(name: str, text: str) -> Rules:
    where = board_of(name)
    usual = latin(where.size) if name in LATIN else boxes(2, where.size // 2)
    return usual.with_constraints([from_text(text, where)])


@needs_node
def test_every_variant_is_judged_as_it_means() -> None:
    chance = random.Random(1)
    cases = [rules_with(*case) for case in CASES]
    different = Linear((0, 1), (1, 1), "!=", (4, 5), "not 4 or 5")
    cases += [latin(4).with_constraints([one]) for one in (*primitives()[1:], different)]
    fills = [
        [[chance.randint(1, rules.size) for _ in range(rules.cell_count)] for _ in range(30)]
        for rules in cases
    ]
    for at, (name, _) in enumerate(CASES):
        if name in LATIN:  # what it means is said of rows and columns of different digits alone
            usual = latin(cases[at].size)
            fills[at] = [list(grid) for grid in islice(solving.solutions(Puzzle.empty(usual)), 30)]
    found = asked(
        {"board": board(rules), "grids": some} for rules, some in zip(cases, fills, strict=True)
    )
    for rules, some, answers in zip(cases, fills, found, strict=True):
        own = rules.constraints[-1]
        expected = [[] if own.holds(tuple(grid)) else [0] for grid in some]
        assert answers == expected, own


@needs_node
@needs_core
@pytest.mark.compiled
def test_the_core_counts_the_solutions_of_every_variant() -> None:
    cases = [rules_with(*case) for case in CASES]
    question = {"question": "count", "limit": 300}
    found = asked(
        {"board": board(rules), "question": question | {"candidates": masks(Puzzle.empty(rules))}}
        for rules in cases
    )
    for (name, text), rules, answer in zip(CASES, cases, found, strict=True):
        counted = solving.count(Puzzle.empty(rules), limit=300, backend="fd")
        assert answer["count"] == counted.value, (name, text)


@needs_node
@needs_core
@pytest.mark.compiled
@pytest.mark.parametrize("words", ["2x2", "4x1"])
def test_the_core_takes_ranks_together_where_rows_and_columns_are_houses(words: str) -> None:
    lines = {10: "r1c1,r2c1,r3c1,r4c1", 15: "r1c2,r2c2,r3c2,r4c2", 5: "r4c1,r4c2,r4c3,r4c4"}
    ranks = "+".join(f"fullrank:{rank}:1@{line}" for rank, line in lines.items())
    puzzle = formats.parse("." * 16, formats.parse_rules(f"{words}+{ranks}"))
    question = {"question": "count", "limit": 300, "candidates": masks(puzzle)}
    [answer] = asked([{"board": board(puzzle.rules), "question": question}])
    counted = solving.count(puzzle, limit=300, backend="sat")
    assert answer["count"] == counted.value > 0


@needs_node
@needs_core
def test_the_core_answers_the_contract_puzzles_as_they_say() -> None:
    of_nine = CONTRACT.read_text().partition("# rules: 9\n")[2].partition("# rules:")[0]
    lines = [line for line in of_nine.splitlines() if line and line[0] != "#"]
    expected = {text: int(count) for text, count, _ in (line.split(":") for line in lines)
                if len(text) == 81}  # fmt: skip
    assert len(expected) > 5
    usual = board(boxes(3, 3))
    found = asked(
        {
            "board": usual,
            "question": {
                "question": "count", "limit": 1000, "candidates": masks(formats.parse(text)),
            },
        }
        for text in expected
    )  # fmt: skip
    for (text, count), answer in zip(expected.items(), found, strict=True):
        assert answer["count"] == min(count, 1000), text
    [many] = asked([{"puzzles": list(expected), "limit": 1000}])
    assert many["counts"] == [min(count, 1000) for count in expected.values()]


def compare_answers(puzzles: list[Puzzle], order: Order) -> None:
    """Hold what the core answers of classic puzzles with one solution against the native one."""
    usual = board(boxes(3, 3))
    texts = ["".join(map(str, puzzle.digits)) for puzzle in puzzles]
    each = [{"candidates": masks(puzzle)} for puzzle in puzzles]
    rated = {"question": "rate", "order": static.order_data(order)}
    many, rates, forms = asked(
        [
            {"puzzles": texts, "limit": 2},
            {"board": usual, "question": rated, "each": each},
            {"board": usual, "question": {"question": "canonical"}, "each": each},
        ]
    )
    array = np.array([puzzle.digits for puzzle in puzzles], dtype=np.uint8)
    solved = solve_many(array)
    expected = ["".join(map(str, row)) for row in solved.solutions.tolist()]
    assert (many["counts"], many["solutions"]) == ([1] * len(puzzles), expected)
    ratings = rate_many(array, order=order)
    for answer, rating in zip(rates, ratings, strict=True):
        assert answer == {name: getattr(rating, name) for name in answer}
    expected_forms = canonical_many(array)
    assert [form["puzzle"] for form in forms] == expected_forms.forms.tolist()
    assert [form["automorphisms"] for form in forms] == expected_forms.automorphisms.tolist()


def made(count: int) -> list[Puzzle]:
    return [one.puzzle for one in generation.generate(count, seed=7)]


@needs_node
@needs_core
@pytest.mark.compiled
@pytest.mark.parametrize("order", [EXPLAINER, TEACHING], ids=lambda order: order.name)
def test_the_core_rates_and_solves_as_the_native_one(order: Order) -> None:
    compare_answers(made(40), order)


@needs_node
@needs_core
@pytest.mark.compiled
@pytest.mark.slow
def test_the_core_answers_a_hundred_thousand_puzzles_as_the_native_one() -> None:
    puzzles = made(100_000)
    for first in range(0, len(puzzles), 10_000):
        compare_answers(puzzles[first : first + 10_000], HODOKU)


@needs_node
@needs_core
@pytest.mark.compiled
def test_steps_of_the_core_are_those_of_the_native_one() -> None:
    puzzles = [*made(5), formats.parse(HARD), killer()]
    found = asked(
        {
            "board": board(puzzle.rules),
            "question": {
                "question": "steps", "order": static.order_data(TEACHING),
                "candidates": masks(puzzle),
            },
        }
        for puzzle in puzzles
    )  # fmt: skip
    for puzzle, answer in zip(puzzles, found, strict=True):
        path = Path(puzzle, "teaching")
        for step, shown in zip(path, answer["steps"], strict=True):
            expected_step = step_answer(step).model_dump()
            same = ("technique", "placements", "eliminations", "digits", "marks")
            expected = {name: json.loads(json.dumps(expected_step[name])) for name in same}
            assert {name: shown[name] for name in same} == expected
        assert answer["end"] == path.rating.end


def examples() -> list[tuple[Puzzle, Order]]:
    """Puzzles that need most techniques, and those that the docs show a technique by."""
    usual = [*((formats.parse(text), HODOKU) for text in NEEDING), (killer(), TEACHING)]
    shown = re.compile(r"cpsudoku explain (\S{81}) --order (?:\"([^\"]+)\"|(\S+))")
    for page in sorted(TECHNIQUES.glob("*.md")):
        for text, several, one in shown.findall(page.read_text(encoding="utf-8")):
            usual.append((formats.parse(text), order_named(several or one)))
    return usual


@needs_node
@needs_core
@pytest.mark.compiled
def test_the_page_says_of_steps_what_python_says(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = tmp_path / "names.json"
    names.write_bytes(static.site([], seconds=0, core=None)["names.json"])
    monkeypatch.setenv("names.json", str(names))
    puzzles = examples()
    found = asked(
        {
            "board": board(puzzle.rules),
            "question": {
                "question": "steps", "order": static.order_data(order), "candidates": masks(puzzle),
            },
            "said": True,
        }
        for puzzle, order in puzzles
    )  # fmt: skip
    seen = set()
    for (puzzle, order), answer in zip(puzzles, found, strict=True):
        for step, shown in zip(Path(puzzle, order), answer["steps"], strict=False):
            assert shown["technique"] == step.technique
            assert shown["said"] == json.loads(json.dumps(said_hints(step))), step.technique
            seen.add(step.technique)
    assert len(seen) > 40
