"""Puzzles in sentences of both languages, and back; moves and dialogues."""

import re

import pytest
from answer_grids import PUZZLE
from variant_examples import CASES, LATIN, board_of

import cpsudoku
from cpsudoku.errors import FormatError, OptionError, UnsupportedError
from cpsudoku.formats import parse_rules
from cpsudoku.learn.language import LANGUAGES, Dialogue, prompt, read_move, read_prompt, rules_lines
from cpsudoku.rules import samurai
from cpsudoku.variants import variants

FOUR, FOUR_SOLVED = ".12......21...4.", "3124243142131342"
HOUSES = [
    "9+windows",
    "9+diagonals+disjoint",
    "latin:5",
    "jigsaw:1122112233443344",
    "6",
    "16",
    "4+group:r1c1,r2c2,r3c3",
]


def rules_of(name: str, text: str) -> str:
    size = board_of(name).size
    return f"latin:{size}+{text}" if name in LATIN else f"{size}+{text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_of_all_rules_are_read_back(language: str) -> None:
    every = [rules_of(name, text) for name, text in CASES]
    for said in [*every, *HOUSES]:
        rules = parse_rules(said).rules()
        puzzle = cpsudoku.Puzzle.from_digits([1, *[0] * (rules.cell_count - 1)], rules)
        for turns in (False, True):
            assert read_prompt(prompt(puzzle, turns=turns, language=language)) == puzzle


def test_every_variant_is_said_in_chinese_with_its_numbers_and_cells() -> None:
    assert {name for name, _ in CASES} == set(variants())
    for name, text in CASES:
        rules = parse_rules(rules_of(name, text)).rules()
        chinese, english = (rules_lines(rules, language)[-1] for language in ("zh", "en"))
        about, _, meaning = chinese.partition("：")
        assert re.search("[\u4e00-\u9fff]", about), chinese
        assert re.search("[\u4e00-\u9fff]", meaning), chinese
        assert not re.search("[\u4e00-\u9fff]", english), english
        for said in re.findall(r"r\d+c\d+|(?<=[:,])-?\d+", text):
            for line in (about, english.partition(":")[0]):
                assert re.search(rf"(?<![\w-]){said}(?!\w)", line), (said, line)
    whispers = rules_lines(parse_rules("4+whispers@r1c1,r1c2").rules(), "zh")
    assert whispers[-1].startswith("密语线 2 r1c1 r1c2：")


def test_houses_are_said_with_their_cells() -> None:
    rules = parse_rules("jigsaw:1122112233443344").rules()
    first, *regions = rules_lines(rules, "zh")
    assert first == "每行、每列、每区域中每个数字恰好出现一次。"
    assert regions[0] == "区域 1 r1c1 r1c2 r2c1 r2c2：数字互不相同"
    assert rules_lines(parse_rules("6").rules()) == [
        "Each row, column and box has each digit once.  A box has 2 rows and 3 columns."
    ]


def test_what_is_not_a_prompt_is_an_error() -> None:
    with pytest.raises(FormatError):
        read_prompt("Solve this.")
    with pytest.raises(FormatError, match="15 cells"):
        read_prompt(prompt(FOUR).replace(". . 4 .", ". . 4"))
    with pytest.raises(UnsupportedError):
        prompt(cpsudoku.Puzzle.empty(samurai()))
    with pytest.raises(OptionError, match="en, zh"):
        prompt(PUZZLE, language="de")


def test_moves_are_read_from_replies() -> None:
    rules = cpsudoku.classic()
    assert read_move("First r1c2=3, no: R9C9 is 4.", rules) == (80, 4)
    assert read_move("r1c1=5，然后第3行第4列填7。", rules) == (21, 7)
    for reply in ("", "第1行第10列=3", "r0c1=3", "r1c10=3", "r1c1=0", "r1c1=12", "row 1"):
        assert read_move(reply, rules) is None


def test_moves_are_read_in_the_symbols_that_the_prompt_shows() -> None:
    rules = parse_rules("16").rules()
    assert read_move("r1c2=A, then r16c16 is G.", rules) == (255, 16)
    assert read_move("r1c2=16", rules) == (1, 16)
    assert read_move("r1c2=A; r1c3 is I think a hard one", rules) == (1, 10)
    assert read_move("r1c2=3; r1c3 is A", cpsudoku.classic()) == (1, 3)


def test_a_dialogue_pays_for_true_moves_alone() -> None:
    talk = Dialogue(cpsudoku.parse(FOUR), most=2)
    assert "such as r1c2=3" in talk.message
    total = 0.0
    for cell, (given, digit) in enumerate(zip(FOUR, FOUR_SOLVED, strict=True)):
        if given == ".":
            total += talk.play(f"r{cell // 4 + 1}c{cell % 4 + 1}={digit}")
    assert total == pytest.approx(1.0)
    assert talk.over
    assert talk.play("r1c1=1") == 0
    talk = Dialogue(cpsudoku.parse(FOUR), most=2)
    assert [talk.play(reply) for reply in ("r1c2=1", "r1c1=4")] == [0.0, 0.0]
    assert talk.over


def test_a_dialogue_says_what_was_wrong() -> None:
    talk = Dialogue(cpsudoku.parse(FOUR), most=3, language="zh")
    talk.play("r1c1=4")
    assert talk.message.startswith("你的上一步r1c1=4是错的。\n请解")
    talk.play("r1c2=1")
    assert talk.message.startswith("你的上一条回复中没有可行的一步。")
    assert read_prompt(talk.message) == cpsudoku.parse(FOUR)
    assert talk.play("第1行第1列填3") > 0
    assert talk.message.startswith("请解")
