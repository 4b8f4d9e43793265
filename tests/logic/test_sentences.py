"""Steps in words, and what is shown of them: every technique's evidence is enough for both."""

import json
import re
import xml.dom.minidom
from dataclasses import replace

import pytest
from well_known import EASY, INKALA_2012, NEEDING, SEVENTEEN

from cpsudoku import explain, logic
from cpsudoku.drawing.steps import conclusion_svg
from cpsudoku.errors import PuzzleError
from cpsudoku.formats import parse
from cpsudoku.logic.documents import as_json, highlights, parts
from cpsudoku.logic.evidence import Evidence, Position
from cpsudoku.logic.explaining.explanations import Walk
from cpsudoku.logic.sentences import sentence
from cpsudoku.logic.sentences.patterns import explainer
from cpsudoku.logic.sentences.words import Words
from cpsudoku.logic.steps import Step
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, classic, jigsaw, rectangle
from cpsudoku.variants import with_variants
from cpsudoku.words import rendered


def steps() -> list[Step]:
    found = []
    for text in NEEDING:
        found += list(explain(text, order="hodoku", seconds=20))
    for text in NEEDING[:4]:
        found += list(explain(text, order="explainer", seconds=20))
    kept: dict[str, Step] = {}
    for step in found:
        assert isinstance(step, Step)
        kept.setdefault(step.technique, step)
    return list(kept.values())


@pytest.fixture(scope="module")
def one_of_each() -> list[Step]:
    return steps()


def test_every_technique_has_a_sentence() -> None:
    assert all(callable(explainer(name)) for name in TECHNIQUES)


@pytest.mark.compiled
def test_steps_are_explained_and_drawn_whatever_their_technique(one_of_each: list[Step]) -> None:
    assert len(one_of_each) > 30
    for step in one_of_each:
        said = step.sentence
        assert said.endswith(".")
        # In Chinese only names of cells and of colours, digits and signs are not Chinese.
        assert not re.search("[A-Za-z]{2,}|[{}]", sentence(step, language="zh").replace("ALS", ""))
        assert "  " not in said
        assert not any(empty in said for empty in (" .", ": .", "()", ".."))
        board = classic().board
        for cell, _ in step.placements:
            assert board.name(cell) in said
        for one in (step, *parts(step)):
            xml.dom.minidom.parseString(conclusion_svg(one))
            words = re.sub(r"(?s)<style>.*?</style>|<[^>]*>", " ", conclusion_svg(one, "zh"))
            assert "填入" in words or "删去" in words
            # Names of techniques have capitals: XY链.
            assert not re.search("[a-z]{2,}", words), words


@pytest.mark.compiled
def test_a_document_of_a_step_has_all_that_it_concludes(one_of_each: list[Step]) -> None:
    for step in one_of_each:
        document = json.loads(json.dumps(as_json(step, number=7)))
        assert document["number"] == 7
        roles = {(c["cell"], c["digit"]): c["role"] for c in document["candidates"]}
        for key, role in (("placements", "placed"), ("eliminations", "eliminated")):
            for candidate in document[key]:
                assert roles[candidate["cell"], candidate["digit"]] == role
        assert len(document[key]) == len(step.eliminations)
        for link in document["links"]:
            assert link["from"]
            assert link["to"]
        if step.evidence.proofs:
            assert document["links"]
            assert document["reasoning"]


@pytest.mark.compiled
def test_hints_say_technique_place_and_reason_before_the_answer(one_of_each: list[Step]) -> None:
    for step in one_of_each:
        hints = step.as_json()["hints"]
        assert len(hints) == len(set(hints)) == 4
        assert hints[0].startswith("Look for ")
        assert hints[1].startswith("Look at ")
        assert hints[3] == step.sentence
        assert step.position is not None
        answer = Words(step, step.position).concluded("")["follows"]
        for language in ("en", "zh"):
            *before, _ = (rendered(text, language) for text in step.said_hints)
            assert not any(rendered(answer, language) in text for text in before)
            assert not re.search("[:：，,] ?…|…[.。]", before[-1])


@pytest.mark.compiled
def test_hints_name_no_house_where_there_is_none() -> None:
    bare = with_variants(Rules(rectangle(1, 2, 2), ()), "thermo@r1c1,r1c2")
    _, single, *_ = [step.as_json() for step in Walk(Position.of(Puzzle.empty(bare)))]
    assert single["hints"][:2] == ["Look for a naked single.", "Look at r1c1."]


@pytest.mark.compiled
def test_highlights_lie_in_the_position(one_of_each: list[Step]) -> None:
    for step in one_of_each:
        assert step.position is not None
        shown = highlights(step)
        placed = step.position.digits
        for cell, digit in shown.roles:
            assert placed[cell] or step.position.has(cell, digit)


def sentence_on(step: Step, text: str) -> str:
    return sentence(replace(step, position=Position.of(parse(text))))


@pytest.mark.compiled
def test_a_hidden_single_names_what_bars_the_other_places() -> None:
    first = next(explain(SEVENTEEN))
    assert first.sentence.startswith("In box ")
    assert " rule out the other cells. So " in first.sentence


def test_sentences_say_what_the_pattern_is() -> None:
    wing = Step(
        "x-wing",
        (),
        ((2, 8),),
        0,
        Evidence(cells=(11, 15, 38, 42), candidates=((11, 8),), base=(1, 4), cover=(11, 15)),
    )
    assert sentence_on(wing, "." * 81) == (
        "In each of rows 2 and 5, 8 can only be in columns 3 and 7. These houses take up all "
        "places for 8 in columns 3 and 7, so it is nowhere else there: r1c3 cannot be 8."
    )
    pair = Step(
        "naked pair",
        (),
        ((4, 1), (5, 1), (5, 2)),
        0,
        Evidence(cells=(0, 1), candidates=((0, 1), (1, 2)), base=(0,)),
    )
    assert sentence_on(pair, "." * 81).endswith(
        "so no other cell of row 1 has them: r1c5 and r1c6 cannot be 1; r1c6 cannot be 2."
    )


def test_words_are_those_of_the_rules() -> None:
    regions = "1112132233243444"
    words = Words(Step("x-wing", (), ()), Position.of(parse("." * 16, jigsaw(regions))))
    assert rendered(words.houses([0, 1, 8])) == "rows 1 and 2 and region 1"
    assert rendered(words.houses([0, 1, 8]), "zh") == "第1、2行、区域1"
    assert Words(Step("x-wing", (), ()), Position.of(parse("." * 256))).digit(11) == "B"


def test_a_step_without_a_position_is_not_explained() -> None:
    step = Step("naked single", ((0, 1),), ())
    with pytest.raises(PuzzleError, match="position"):
        _ = step.sentence


@pytest.mark.compiled
def test_no_step_is_without_a_conclusion_however_short_the_time() -> None:
    puzzle = parse(INKALA_2012)
    for order in ("hodoku", "teaching", "explainer"):
        for milliseconds in range(1, 40, 4):
            for step in logic.Path(puzzle, order=order, seconds=milliseconds / 1000):
                assert step.placements or step.eliminations


@pytest.mark.compiled
def test_notebooks_show_puzzles_results_and_steps() -> None:
    puzzle = parse(EASY)
    assert puzzle._repr_svg_().startswith("<svg")
    assert next(explain(EASY))._repr_svg_().count('class="given"') == puzzle.clues
