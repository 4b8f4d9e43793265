"""The help of commands: headings, defaults, examples, and what wrong names are answered by."""

import re
import shlex
from pathlib import Path

import click
import pytest
from command_line import refusal, run
from well_known import EASY

from cpsudoku import formats
from cpsudoku.cli import registry
from cpsudoku.cli.application import app
from cpsudoku.ground.names import alike
from cpsudoku.variants.registry import variants

HEADINGS = ("Arguments", "Input", "Search", "Output", "Scale and jobs", "Help", "Examples")
"""Headings that commands share, in the order in which they come."""

FOUR = "12.............."


def text_of(*arguments: str) -> str:
    shown = run(*arguments)
    assert shown.status == 0
    return shown.out


@pytest.mark.parametrize("name", registry.HELP)
def test_options_stand_under_headings_in_one_order(name: str) -> None:
    found = re.findall(r"(?m)^([A-Z][a-z ]+):$", text_of(name, "--help"))
    assert len(set(found)) == len(found)
    assert found[-2:] == ["Help", "Examples"]
    shared = [heading for heading in found if heading in HEADINGS]
    assert shared == sorted(shared, key=HEADINGS.index)


@pytest.mark.parametrize("name", registry.HELP)
def test_no_type_of_the_program_is_shown(name: str) -> None:
    shown = text_of(name, "--help")
    assert not re.search(r"<|\[x|<=|>=|\bNone\b|STRING|INTEGER|FLOAT", shown)


@pytest.mark.parametrize("name", registry.HELP)
def test_limits_of_time_are_in_seconds_and_defaults_are_shown(name: str) -> None:
    command = registry.command_of(name)
    for option in command.params:
        record = option.get_help_record(click.Context(command))
        assert record is not None
        if option.metavar == "SECONDS" and "cubes" not in option.opts[0]:
            assert "in seconds" in record[1]
        default = option.default
        if isinstance(default, (int, float, str)) and not isinstance(default, bool) and default:
            shown = f"{default:g}" if isinstance(default, float) else default
            assert f"[default: {shown}]" in record[1].replace("\n", " ")


@pytest.mark.parametrize(
    "name",
    [
        # The names of techniques are those of the core.
        pytest.param(one, marks=[pytest.mark.compiled] * (one == "techniques"))
        for one in registry.HELP
    ],
)
def test_there_are_three_examples_that_the_program_understands(name: str) -> None:
    command = registry.command_of(name)
    assert len(command.examples) == 3
    shown = text_of(name, "--help").partition("\nExamples:\n")[2]
    for example, purpose in command.examples.items():
        assert f"    {example}\n" in shown
        assert purpose[0].isupper()
        ours = [part.split() for part in re.split(r"\||&&", example) if "cpsudoku" in part]
        assert any(words[:2] == ["cpsudoku", name] for words in ours)
        for part in re.split(r"\||&&", example):
            program, *words = shlex.split(part)
            if program == "cpsudoku":
                used = registry.command_of(words[0])
                used.make_context(words[0], words[1:], parent=click.Context(app))


def test_help_without_such_a_topic_says_where_variants_and_techniques_are_listed() -> None:
    said = " ".join(refusal("help", "nothing").split())
    assert "formats, variants, one of them, or one of `cpsudoku techniques`" in said


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["x-wing", "X Wing", "矩形摒除法"])
def test_help_of_a_technique_explains_it(name: str) -> None:
    assert text_of("help", name) == text_of("techniques", "x-wing")


def test_a_name_of_a_variant_and_a_technique_is_answered_by_both() -> None:
    said = text_of("help", "skyscraper")
    assert "skyscraper:NUMBER@" in said
    assert "`cpsudoku techniques skyscraper`" in said


def test_help_of_a_command_is_shown_by_either_way() -> None:
    for name in ("solve", "explain-conflict", "help"):
        assert text_of("help", name) == text_of(name, "--help")
    assert text_of("help") == text_of("--help")


def test_rules_and_formats_are_listed() -> None:
    rules, known = text_of("help", "rules"), text_of("help", "formats")
    assert (text_of("help", "variants") == rules) is True
    for name in ("latin:", "diagonals", *variants()):
        assert f"  {name}" in rules
    for name in formats.names():
        assert f"  {name} " in known


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("arrow", "First the bulb, then the cells, with / between them."),
        ("thermo", "The bulb comes first, then one cell after the other."),
        ("sandwich", "The cell nearest to the clue comes first; r1 is a whole row"),
        ("killer", ""),
    ],
)
def test_help_of_a_variant_has_an_example_to_copy_and_the_order_of_its_cells(
    name: str, order: str
) -> None:
    shown = text_of("help", name)
    assert order in shown
    example = re.findall(r"(?m)^  (--rules 9\+\S+)$", shown)
    assert len(example) == 1 and f"+{name}" in example[0]
    assert run("check", *example[0].split(), "." * 81).status in (0, 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["sovle", EASY], "there is no command 'sovle'; did you mean 'solve'?"),
        (["help", "explan"], "did you mean 'explain'?"),
        (["solve", EASY, "--formt", "csv"], "--format"),
        (["solve", EASY, "--format", "jsonn"], "did you mean 'json'?"),
        (["convert", EASY, "--from", "drwan"], "did you mean 'drawn'?"),
        (["check", EASY, "-f", "parqet"], "did you mean 'parquet'?"),
        (["solve", EASY, "-b", "bitbord"], "did you mean 'bitboard'?"),
        (["solve", EASY, "-b", "cadical"], "did you mean 'sat:cadical195'?"),
        (["compare", EASY, "-b", "dlx,bitbord"], "did you mean 'bitboard'?"),
        (["trace", EASY, "-b", "backtrak"], "did you mean 'backtrack'?"),
        (["solve", EASY, "-r", "killr"], "did you mean '9+killer'?"),
        (["help", "kiler"], "did you mean 'killer'?"),
        (["solve", EASY, "-r", "9+kiler"], "did you mean 'killer'?"),
        (["generate", "--with", "kiler:3"], "did you mean 'killer'?"),
        (["explain", EASY, "--order", "链"], "did you mean 'X链' or 'XY链' or '强制链'?"),
        (["generate", "5"], "unexpected extra argument (5); --number says how many"),
        (["generate", "--needs", "x-wng"], "did you mean 'x-wing'?"),
        (["generate", "--hodoku", "esay"], "did you mean 'easy'?"),
        (["generate", "--symmetry", "rotate18+flip"], "did you mean 'rotate180'?"),
        (["generate", "--columns", "puzzle,cleus"], "did you mean 'clues'?"),
        (["explain", EASY, "--steps", "naked pari"], "did you mean 'naked pair'?"),
        (["explain", EASY, "--steps", "链"], "did you mean 'X链' or 'XY链' or '强制链'?"),
        (["generate", "--needs", "wing"], "did you mean 'x-wing' or 'w-wing' or 'wings'?"),
        (["explain", EASY, "--order", "hodku"], "did you mean 'hodoku'?"),
        (["explain", EASY, "--format", "htm"], "did you mean 'html'?"),
        (["hint", EASY, "--cost", "house"], "did you mean 'houses'?"),
        (["hint", EASY, "--mode", "dirct"], "did you mean 'direct'?"),
        (["rate", EASY, "--scale", "explaner"], "did you mean 'explainer'?"),
        (["export", EASY, "--to", "dimac"], "did you mean 'dimacs'?"),
        (["grids", "--method", "unform"], "did you mean 'uniform'?"),
        (["dataset", "mak", "x"], "did you mean 'make'?"),
    ],
    ids=lambda one: " ".join(word for word in one if word != EASY) if isinstance(one, list) else "",
)
def test_a_wrong_name_is_answered_by_the_nearest(arguments: list[str], words: str) -> None:
    assert words in refusal(*arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["dataset"], "Missing argument 'ACTION': make, leaks, label or split."),
        (["export", EASY], "Missing option '--to': Language: dimacs,"),
        (["dataset", "leaks", "one"], "1 path; leaks takes 2: the training set and the test set"),
        (["solve", EASY, "-n", "0"], "--limit 0; expected a whole number from 1 to 10^18, or all"),
    ],
    ids=lambda one: " ".join(one[:1]) if isinstance(one, list) else "",
)
def test_what_is_missing_is_said_with_what_is_expected(arguments: list[str], words: str) -> None:
    assert words in refusal(*arguments)


@pytest.mark.parametrize("topic", ["samurai", "jigsaw", "diagonals", "csv", "arrow", "sat"])
def test_help_knows_what_its_lists_and_backends_name(topic: str) -> None:
    assert run("help", topic).status == 0


def test_a_folder_is_not_proposed_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "puzzles").mkdir()
    assert "did you mean 'puzzles/'?" in refusal("solve", str(tmp_path / "puzzle.txt"))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("arguments", "plain"),
    [
        (["SOLVE", EASY], ["solve", EASY]),
        (["explain_conflict", EASY], ["explain-conflict", EASY]),
        (["solve", EASY, "-b", "Back-Track:index"], ["solve", EASY, "-b", "backtrack:index"]),
        (["check", EASY, "--backends", "D L X,cover"], ["check", EASY, "--backends", "dlx,cover"]),
        (["convert", EASY, "-f", "f-puzzles"], ["convert", EASY, "-f", "fpuzzles"]),
        (["count", FOUR, "-r", "4+Anti-Knight"], ["count", FOUR, "-r", "4+antiknight"]),
        (["count", FOUR, "-r", "+Thermo@r1c1,r1c2"], ["count", FOUR, "-r", "+thermo@r1c1,r1c2"]),
        (["generate", "-q", "-r", "4", "--seed", "1", "--with", "Kill-er:1"],
         ["generate", "-q", "-r", "4", "--seed", "1", "--with", "killer:1"]),
        (["explain", EASY, "--order", "Naked-Single,hidden_single"],
         ["explain", EASY, "--order", "naked single,hidden single"]),
        (["explain", EASY, "--steps", "nakedsingle"], ["explain", EASY, "--steps", "naked single"]),
    ],
    ids=lambda one: " ".join(word for word in one if word != EASY),
)  # fmt: skip
def test_capitals_blanks_and_hyphens_of_names_do_not_matter(
    arguments: list[str], plain: list[str]
) -> None:
    expected = run(*plain)
    assert expected.status in {0, 1, 3}
    assert run(*arguments) == expected


def test_no_two_names_are_taken_for_the_same() -> None:
    """Of formats, backends and techniques each is its own name, however it is written."""
    for name in registry.HELP:
        assert alike(name.upper().replace("-", " "), registry.HELP) == name
    for name in variants():
        assert alike(name.title(), variants()) == name


@pytest.mark.compiled
def test_commands_of_other_rooms_are_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for table in (registry.HELP, registry.COMMANDS, registry._ELSEWHERE):
        monkeypatch.setattr(registry, "unused", None, raising=False)
        copy = {name: dict(one) if isinstance(one, dict) else one for name, one in table.items()}
        monkeypatch.setattr(
            registry, next(n for n, v in vars(registry).items() if v is table), copy
        )
    registry.register("Elsewhere", "greet", "Say hello.", "cpsudoku.cli.commands.techniques")
    shown = text_of("--help")
    assert "Elsewhere:\n  greet" in shown
    assert text_of("greet", "--json") == text_of("techniques", "--json")


def test_a_variant_is_a_topic() -> None:
    shown = run("help", "killer").out
    assert "killer[:TOTAL]@r1c1,r1c2,…" in shown
    assert "different" in shown
    assert "thermo" not in shown


def test_a_missing_file_is_answered_by_the_nearest_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "wikipedia.sdk").write_text(EASY)
    assert "; did you mean 'wikipedia.sdk'?" in refusal("solve", str(tmp_path / "wikipeda.sdk"))
    assert "did you mean" not in refusal("solve", str(tmp_path / "none" / "wikipeda.sdk"))


def test_a_game_in_the_terminal_needs_one() -> None:
    assert "--terminal needs a terminal" in refusal("play", "--terminal", EASY)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("chosen", "words"),
    [(("--steps", "99"), "no step 99"), (("--steps", "x-wing"), "the path has no x-wing")],
    ids=" ".join,
)
def test_a_step_that_the_path_does_not_have_is_reported(
    chosen: tuple[str, str], words: str
) -> None:
    done = run("explain", EASY, *chosen)
    assert (done.status, done.out) == (1, "")
    assert words in done.err


def test_a_variant_is_a_topic_by_what_people_call_it() -> None:
    shown = run("help", "Kropki").out
    assert "white[:DIFFERENCE]@" in shown
    assert "black[:RATIO]@" in shown
    assert "same@" not in text_of("help", "Same")  # which is a command first
    assert "Usage: cpsudoku same" in text_of("help", "Same")
