"""What commands write of puzzles is read again as the same puzzles, with rules and marks."""

import io
from pathlib import Path

import pytest
from command_line import refusal, run

from cpsudoku import formats
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Board, Rules, boxes, classic, latin
from cpsudoku.variants import with_variants

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PLAIN = formats.parse(EASY)
FOUR = boxes(2, 2)
MARKED = Puzzle(FOUR, (1, 6, *[15] * 12, 8, 15))
LATIN = Puzzle.empty(latin(4)).with_given(2, 2)
KILLER = Puzzle.empty(with_variants(FOUR, "killer:3@r1c1,r1c2")).with_given(15, 4)
FROM_0 = Puzzle.empty(Rules(Board(FOUR.board.places, 4, 0), FOUR.constraints)).with_given(3, 2)

# Rules that change, and come back to the usual ones, which the compiled code for lines knows.
SYMMETRIC = [PLAIN, LATIN, Puzzle.empty(FOUR).with_given(0, 2), LATIN, PLAIN, PLAIN]
ANY = [*SYMMETRIC, MARKED, KILLER, PLAIN, MARKED]


def file_of(puzzles: list[Puzzle], folder: Path) -> Path:
    path = folder / "puzzles.jsonl"
    with path.open("w", encoding="utf-8") as out, formats.Writer(out, "jsonl") as writer:
        for puzzle in puzzles:
            writer.write(puzzle)
    return path


def read(text: str) -> list[Puzzle]:
    return [record.puzzle for record in formats.read(io.StringIO(text))]


@pytest.mark.compiled
@pytest.mark.parametrize("options", [(), ("--csv",), ("--json",)], ids=str)
def test_rated_puzzles_are_read_again(options: tuple[str, ...], tmp_path: Path) -> None:
    assert read(run("rate", *options, file_of(ANY, tmp_path)).out) == ANY


@pytest.mark.compiled
@pytest.mark.parametrize("options", [(), ("--json",)], ids=str)
def test_rated_puzzles_on_other_boards_are_read_again(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    assert read(run("rate", *options, file_of([FROM_0, FROM_0], tmp_path)).out) == [FROM_0] * 2


@pytest.mark.parametrize("command", ["check", "count", "solve"])
def test_puzzles_of_answers_in_json_are_read_again(command: str, tmp_path: Path) -> None:
    puzzles = [*ANY, FROM_0]
    assert read(run(command, "--json", file_of(puzzles, tmp_path)).out) == puzzles


@pytest.mark.compiled
@pytest.mark.parametrize("command", ["canon", "shuffle"])
def test_forms_and_copies_have_the_rules_of_their_puzzles(command: str, tmp_path: Path) -> None:
    found = read(run(command, file_of(SYMMETRIC, tmp_path)).out)
    assert [puzzle.rules for puzzle in found] == [puzzle.rules for puzzle in SYMMETRIC]
    assert [puzzle.clues for puzzle in found] == [puzzle.clues for puzzle in SYMMETRIC]


@pytest.mark.compiled
def test_the_puzzle_of_a_canonical_form_in_json_is_read_again(tmp_path: Path) -> None:
    assert read(run("canon", "--json", file_of(SYMMETRIC, tmp_path)).out) == SYMMETRIC


@pytest.mark.compiled
def test_different_puzzles_are_kept_with_their_rules(tmp_path: Path) -> None:
    kept = read(run("dedupe", file_of(SYMMETRIC, tmp_path)).out)
    assert kept == SYMMETRIC[:3]


@pytest.mark.compiled
@pytest.mark.parametrize("rules", [latin(4), KILLER.rules, classic()], ids=range(3))
def test_what_is_added_is_read_again_under_its_rules(rules: Rules, tmp_path: Path) -> None:
    done = run("complete", "--seed", "1", "--quiet", file_of([Puzzle.empty(rules)], tmp_path))
    assert [puzzle.rules for puzzle in read(done.out)] == [rules]


def test_rules_beside_a_puzzle_are_refused_in_files_of_any_length(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    plain = f'{{"puzzle": "{EASY}", "size": 9, "rank": 3}}\n'
    path.write_text(plain * 50 + f'{{"puzzle": "{EASY}", "diagonals": true}}\n')
    assert "line 51: diagonals: unknown beside a puzzle; expected 'rules'" in refusal("check", path)
