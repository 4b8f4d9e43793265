"""``rate``, ``explain``, ``hint``, ``show``, ``trace``: what is printed, exit status."""

import csv
import json
import re
from itertools import groupby
from pathlib import Path

import pytest
from command_line import refusal, run
from converting import needs_cairo
from well_known import EASY, EASY_SOLVED, EIGHTEEN, INKALA_2010, SEVENTEEN

from cpsudoku import logic, parse
from cpsudoku.logic import Position

SWORDFISH = ".......368...1........2.....3.6.2.........19....5..8..1.....9...6.....7....3....."
CLASH = "55" + "." * 79
CHAIN = "9.23....5.....28....7..............9..4.5...35.....28.64.51..3.3...4..6.1..8..5.."


@pytest.mark.compiled
def test_a_puzzle_is_rated_in_a_line_that_is_a_puzzle_again() -> None:
    found = run("rate", EASY)
    assert found.status == 0
    assert found.out == (
        f"{EASY} # ER 1.2 EP 1.2 ED 1.2, HoDoKu easy 204, qqwing simple, "
        "hidden single in box, 51 steps\n"
    )
    assert parse(found.out) == parse(EASY)


@pytest.mark.compiled
def test_puzzles_without_one_solution_say_so_and_are_not_rated() -> None:
    found = run("rate", EASY, EIGHTEEN, CLASH)
    assert found.status == 1
    assert found.lines[1] == f"{EIGHTEEN} # several solutions"
    assert found.lines[2] == f"{CLASH} # no solution"
    assert "1 rated, 1 without solution, 1 with several solutions" in found.err


@pytest.mark.compiled
def test_a_table_has_the_columns_that_are_promised(tmp_path: Path) -> None:
    header = (
        "puzzle,er,ep,ed,hodoku_class,hodoku_score,qqwing,hardest,steps,clue_steps,"
        "at_least,lower_bounds,end,not_rated"
    )
    found = run("rate", "--csv", SEVENTEEN, EIGHTEEN)
    assert found.lines[0] == header
    assert found.lines[1].startswith(f"{SEVENTEEN},1.5,1.2,1.2,easy,")
    assert found.lines[1].endswith(",64,,false,,solved,")
    assert found.lines[2] == f"{EIGHTEEN},,,,,,,,,,,,,several solutions"
    target = tmp_path / "rated.csv"
    assert run("rate", SEVENTEEN, "-o", target).status == 0
    assert target.read_text().splitlines() == found.lines[:2]


@pytest.mark.compiled
def test_ratings_as_json_and_one_scale_alone() -> None:
    document = json.loads(run("rate", "--json", SWORDFISH).out)
    assert (document["er"], document["ep"], document["ed"]) == (4.5, 1.2, 1.2)
    assert document["at_least"] is False
    assert document["hardest"] == "unique loop type 1"
    alone = json.loads(run("rate", "--json", "--scale", "qqwing", SWORDFISH).out)
    assert alone["qqwing"] == "expert"
    assert not {"er", "hodoku_score"} & set(alone)
    assert run("rate", "--scale", "nothing", EASY).status == 2
    assert "expected only this scale" in refusal(
        "rate", "--scale", "reasons", "--scale", "hodoku", EASY
    )


@pytest.mark.compiled
def test_ratings_as_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    target = tmp_path / "rated.parquet"
    assert run("rate", EASY, EIGHTEEN, "-o", target).status == 1
    rows = parquet.read_table(target).to_pylist()
    assert rows[0]["er"] == pytest.approx(1.2)
    assert rows[1]["not_rated"] == "several solutions"
    assert list(tmp_path.iterdir()) == [target]
    source = tmp_path / "many.txt"
    source.write_text(f"{EASY}\n{EIGHTEEN}\n")
    assert run("rate", source, "-o", target).status == 1
    assert parquet.read_table(target).to_pylist() == rows


@pytest.mark.compiled
def test_a_rating_that_is_not_finished_is_a_lower_bound() -> None:
    found = run("rate", INKALA_2010, "--timeout", "0.02")
    assert found.status == 3
    assert "ER ≥ " in found.out


@pytest.mark.compiled
def test_files_are_rated_in_order_by_threads(tmp_path: Path) -> None:
    source = tmp_path / "many.txt"
    source.write_text(f"{EASY}\n{SEVENTEEN}\n{SWORDFISH}\n" * 40)
    one, two = run("rate", source, "-q"), run("rate", source, "-q", "-j", "2")
    assert one.out == two.out
    assert [line[:81] for line in one.lines] == [EASY, SEVENTEEN, SWORDFISH] * 40


@pytest.mark.parametrize("options", [[], ["--csv"], ["--scale", "qqwing"], ["--scale", "hodoku"]])
def test_a_file_says_of_each_puzzle_what_is_said_of_it_alone(
    tmp_path: Path, options: list[str]
) -> None:
    puzzles = [EASY, CLASH, SWORDFISH, EIGHTEEN, EASY_SOLVED, SEVENTEEN]
    source = tmp_path / "many.txt"
    source.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    together, alone = run("rate", source, *options), run("rate", *puzzles, *options)
    assert together.out == alone.out
    beside, noted = (
        f"{source}:4: 4×4 cells, unlike the puzzles beside it",
        together.err.splitlines(),
    )
    assert together.status == alone.status
    assert [line for line in noted if beside not in line] == alone.err.splitlines()


@pytest.mark.compiled
def test_other_boards_and_pencil_marks_are_rated(tmp_path: Path) -> None:
    marked = tmp_path / "marks.txt"
    masks = Position.of(parse(EASY)).candidates
    marks = "".join(
        "".join(str(d) if mask >> (d - 1) & 1 else "." for d in range(1, 10))
        if mask
        else "".join(str(d) if d == digit else "." for d in range(1, 10))
        for mask, digit in zip(masks, parse(EASY).digits, strict=True)
    )
    marked.write_text(f"{marks}\n")
    found = run("rate", "1.3..4...1....2.", marked, EASY, "--json")
    assert found.status == 0
    ratings = [json.loads(line)["er"] for line in found.lines]
    assert ratings == [1.2, 1.2, 1.2]


@pytest.mark.compiled
def test_a_report_says_what_a_publisher_asks() -> None:
    found = run("rate", "--report", EASY)
    assert "only one way on at step" in found.out
    assert "symmetry of the givens: rotate180" in found.out
    document = json.loads(run("rate", "--report", "--json", SWORDFISH).out)["report"]
    assert document["techniques"]["unique loop type 1"] == 1
    assert "unique loop type 1" in document["once"]
    assert len(document["ways"]) == len(document["numbers"])
    assert all(ways >= 1 for ways in document["ways"])


@pytest.mark.compiled
def test_a_path_is_explained_in_every_way_of_writing(tmp_path: Path) -> None:
    steps = list(logic.Path(parse(SWORDFISH)))
    text = run("explain", SWORDFISH)
    assert text.status == 0
    assert len(text.lines) == len(steps)
    assert text.lines[0].startswith("1. Hidden Single: In ")
    notation = run("explain", SWORDFISH, "-f", "notation")
    assert notation.lines[-1] == steps[-1].notation
    documents = [json.loads(line) for line in run("explain", SWORDFISH, "--json").lines]
    assert [d["technique"] for d in documents] == [s.technique for s in steps]
    assert documents[0]["number"] == 12
    assert len(documents[0]["hints"]) == 4
    assert run("explain", SWORDFISH, "-f", "markdown").out.count("\n## ") == len(steps)
    page = tmp_path / "path.html"
    assert run("explain", SWORDFISH, "-o", page).status == 0
    assert page.read_text().count("<section id=") == len(steps)
    assert run("explain", SWORDFISH, "--steps", "1-2", "-o", tmp_path / "a.svg").status == 0
    assert sorted(p.name for p in tmp_path.glob("*.svg")) == ["a-001.svg", "a-002.svg"]


@pytest.mark.compiled
def test_what_clues_leave_is_on_the_path_in_every_way_of_writing(tmp_path: Path) -> None:
    puzzle = "# rules: 4+thermo@r1c1,r1c2,r2c2+thermo@r4c4,r3c4,r3c3\n.......2....3...\n"
    text = run("explain", puzzle).lines
    clues = [number for number, line in enumerate(text) if ". Clue: " in line]
    assert 0 < len(clues) < len(text)
    documents = [json.loads(line) for line in run("explain", puzzle, "--json").lines]
    assert [at for at, one in enumerate(documents) if "clue" in one] == clues
    assert all(text[at].endswith(documents[at]["sentence"]) for at in clues)
    notation = run("explain", puzzle, "-f", "notation").lines
    assert [at for at, line in enumerate(notation) if line.startswith("Clue: ")] == clues
    assert run("explain", puzzle, "-f", "markdown").out.count(". Clue\n") == len(clues)
    page, picture = tmp_path / "path.html", tmp_path / "clue.svg"
    assert run("explain", puzzle, "-o", page).status == 0
    assert page.read_text().count("<section id=") == len(text)
    assert f"{len(text) - len(clues)} steps; the hardest counts" in page.read_text()
    assert run("explain", puzzle, "--steps", str(clues[0] + 1), "-o", picture).status == 0
    assert documents[clues[0]]["sentence"] in picture.read_text()


@pytest.mark.compiled
def test_puzzles_with_clues_are_rated_one_by_one_without_bounds(tmp_path: Path) -> None:
    solved = "# rules: 4+sum:8@r1c2,r2c2,r2c3+even@r3c3+sum:4@r4c2,r2c3,r1c4\n" + "." * 16
    left_open = "# rules: 4+sum:5@r4c4,r4c2+sum:9@r3c2,r3c3,r2c1+sum:5@r3c2,r4c4,r1c4\n" + "." * 16
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{solved}\n{left_open}\n# rules: 4\n123434122143432.\n")
    found = run("rate", path)
    assert found.status == 3
    lines = [line.partition(" # ")[2] for line in found.lines if not line.startswith("# ")]
    assert lines[0].startswith("ER 2.3 EP 2.3 ED 2.3, HoDoKu easy 104")
    assert lines[0].endswith("naked single, 16 steps, 3 of clues")
    assert lines[1] == "not solvable by the known techniques"
    assert lines[2].endswith("full house, 1 step")
    assert "--scale reasons rates what the known techniques do not solve" in found.err
    assert "--scale reasons" not in run("rate", path, "--quiet").err
    assert "--scale reasons" not in run("rate", EASY).err
    documents = [json.loads(line) for line in run("rate", path, "--json").lines]
    assert [one.get("clue_steps") for one in documents] == [3, None, None]
    assert documents[1]["not_rated"] == "not solvable by the known techniques"
    assert "not rated" in run("rate", path, "--report").out
    reports = [json.loads(line) for line in run("rate", path, "--report", "--json").lines]
    assert (reports[0]["er"], reports[1]["not_rated"][:12]) == (2.3, "not solvable")


@pytest.mark.compiled
def test_an_explanation_stops_where_asked_and_shows_all_that_follows() -> None:
    assert len(run("explain", EASY, "--steps", "1-3").lines) == 3
    after = run("explain", EASY, "--steps", "all:3", "--order", "hidden single,pointing")
    assert after.status == 0
    assert len(after.lines) > 5
    assert len(set(after.lines)) == len(after.lines)


@pytest.mark.compiled
def test_a_range_of_steps_is_the_part_of_the_path_with_these_numbers() -> None:
    whole = run("explain", EASY).lines
    assert run("explain", EASY, "--steps", "3-5").lines == whole[2:5]
    assert run("explain", EASY, "--steps", "1").lines == whole[:1]
    late = run("explain", EASY, "--steps", "1000-1001")
    assert (late.status, late.lines) == (1, [])
    assert "no step 1000" in late.err
    for nonsense in ("0", "5-3", "0-2"):
        refused = run("explain", EASY, "--steps", nonsense)
        assert (refused.status, "from 1 on" in refused.err) == (2, True)
    assert "a range such as 1-5" in run("explain", EASY, "--steps", "2-").err


@pytest.mark.compiled
def test_all_that_follows_of_clues_follows_what_clues_have_said() -> None:
    rules = "4+thermo@r1c1,r1c2,r2c2+thermo@r4c4,r3c4,r3c3"
    first = run("explain", "." * 16, "--rules", rules, "--steps", "all")
    clues = [line.partition(". ")[2].partition(" means")[0] for line in first.lines]
    assert clues == ["Clue: Thermo r1c1 r1c2 r2c2", "Clue: Thermo r4c4 r3c4 r3c3"]
    second = run("explain", "." * 16, "--rules", rules, "--steps", "all:1")
    assert [line for line in second.lines if "Thermo r1c1" in line] == []
    assert sum("Clue: Thermo r4c4" in line for line in second.lines) == 1


@pytest.mark.compiled
def test_without_pencil_marks_only_direct_rules_are_explained() -> None:
    found = run("explain", SWORDFISH, "--mode", "direct", "--json")
    assert found.status == 3
    families = {json.loads(line)["family"] for line in found.lines}
    assert families <= {"singles", "direct"}


@pytest.mark.compiled
def test_puzzles_without_solution_are_not_explained() -> None:
    assert run("explain", CLASH).status == 1
    assert "several solutions" in run("explain", EIGHTEEN).err
    assert run("explain", EASY, "--order", "nothing").status == 2
    assert run("explain", EASY, "-f", "svg").status == 2
    assert run("explain", EASY, "-o", "x.pdf").status == 2


@pytest.mark.compiled
def test_hints_say_technique_place_reason_and_answer() -> None:
    said = [run("hint", SEVENTEEN, "--level", str(level)).out.strip() for level in range(1, 5)]
    assert said[0] == "Look for a hidden single."
    assert re.fullmatch(r"Look at (row|column|box) \d\.", said[1])
    assert re.fullmatch(r"In .* leaves? only one cell for \d\.", said[2])
    (found,) = re.findall(r"So (r\dc\d) must be", said[3])
    assert found not in said[2]
    assert "from 1 to 4" in refusal("hint", SEVENTEEN, "--level", "5")


@pytest.mark.compiled
def test_a_hint_names_what_is_wrong_first() -> None:
    wrong = EASY[:2] + "1" + EASY[3:]
    found = run("hint", wrong, "--givens", EASY)
    assert found.status == 1
    assert found.out == "Before anything else: 1 is wrong in r1c3.\n"
    assert run("hint", CLASH).status == 1
    assert run("hint", EASY, "--givens", SEVENTEEN).status == 2
    assert json.loads(run("hint", EASY, "--json", "-l", "4").out)["step"]["placements"]


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_puzzle_is_shown_as_a_picture(tmp_path: Path, ending: str) -> None:
    if ending != "svg":
        needs_cairo(ending)
    target = tmp_path / f"puzzle.{ending}"
    assert run("show", EASY, "-c", "-o", target).status == 0
    start = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}[ending]
    assert target.read_bytes().startswith(start)


def test_a_picture_is_refused_where_its_ending_says_nothing(tmp_path: Path) -> None:
    assert ".pdf, .png, .svg, or .txt" in refusal("show", EASY, "-o", tmp_path / "x.qqq")
    assert not list(tmp_path.iterdir())
    assert run("show", EASY, "-o", tmp_path / "plain").status == 0


def test_a_picture_of_more_candidates_than_can_be_seen_is_refused(tmp_path: Path) -> None:
    empty = " ".join(["."] * 10_000)
    assert "1,000,000 candidates" in refusal(
        "show", empty, "-r", "100", "-c", "-o", tmp_path / "x.svg"
    )
    assert run("show", empty, "-r", "100", "-o", tmp_path / "x.svg").status == 0


def test_a_puzzle_is_shown_as_text_and_with_its_solution() -> None:
    assert run("show", EIGHTEEN).out.count("\n") == 7
    assert "1  2  3  4" not in run("show", EIGHTEEN, "-c").out
    assert run("show", CLASH, "--solution").status == 1
    assert run("show", EASY, "--solution").out.count(".") == 0


def test_the_matrix_of_dancing_links_is_drawn_after_some_events(tmp_path: Path) -> None:
    drawn = tmp_path / "matrix.svg"
    found = run("trace", EIGHTEEN, "-b", "dlx", "--events", "3", "-o", str(drawn))
    assert (found.status, found.err) == (0, "")
    chosen = drawn.read_text(encoding="utf-8").count('class="row"')
    assert chosen == 3
    wide = run("trace", EASY, "-b", "dlx", "--events", "3", "-o", str(drawn))
    assert (wide.status, wide.err[10:41]) == (0, "153 rows and 204 columns: a 4×4")
    assert run("trace", EASY, "-b", "dlx", "--events", "3", "-q", "-o", str(drawn)).err == ""
    refused = run("trace", EIGHTEEN, "-o", str(drawn))
    assert refused.status == 2 and "only --backend dlx has a matrix" in refused.err


def test_a_search_is_replayed_as_lines_of_json() -> None:
    found = run("trace", EIGHTEEN, "--json", "-b", "backtrack:fewest")
    events = [json.loads(line) for line in found.lines]
    assert {event["event"] for event in events} <= {
        "try", "propagate", "contradict", "back", "found",
    }  # fmt: skip
    assert events[-1]["event"] == "found"
    assert len(events[-1]["solution"]) == 16
    assert run("trace", EASY, "-b", "cpsat").status == 2
    cut = run("trace", INKALA_2010, "--events", "5")
    assert cut.status == 3
    assert "backtrack: the search goes on after 5 events; --events shows more" in cut.err
    assert run("trace", "-q", INKALA_2010, "--events", "5").err == ""
    late = run("trace", INKALA_2010, "--timeout", "0", "--events", "100000")
    assert late.status == 3
    assert "backtrack: time ran out before the search came to its end" in late.err


def test_one_of_anything_is_counted_as_one() -> None:
    assert "0 followed, 1 dead end\n" in run("trace", "123....4........").out
    cut = run("trace", "12..3..........4", "--events", "1")
    assert cut.out.endswith("in all: 1 node, 0 dead ends\n")
    assert "after 1 event; --events" in cut.err


@pytest.mark.compiled
def test_one_step_is_counted_as_one() -> None:
    assert run("rate", "123434122143432.").out.endswith(", 1 step\n")


IN_CHINESE = "在第2宫中，8只能放在r1c6：r3c3、r5c4的8排除了其他格。因此r1c6必为8。"


@pytest.mark.compiled
def test_sentences_are_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    asked = ("--order", "teaching", "--steps", "1", "--language", "zh")
    assert run("explain", EASY, *asked).out == f"1. 宫内排除: {IN_CHINESE}\n"
    assert json.loads(run("explain", EASY, *asked, "--json").out)["sentence"] == IN_CHINESE
    drawn = run("explain", EASY, *asked, "-f", "html").out
    assert '<html lang="zh">' in drawn and f"<p>{IN_CHINESE}</p>" in drawn and "最难的" in drawn
    assert "1. 宫内排除</h2>" in drawn and "hardest" not in drawn
    noted = run("explain", EASY, *asked, "-f", "markdown").out
    assert noted.startswith(f"# 数独解题过程\n\n## 1. 宫内排除\n\n{IN_CHINESE}\n")
    assert run("hint", EASY, "--level", "4", "--language", "zh").out == f"{IN_CHINESE}\n"
    whole = json.loads(run("hint", EASY, "--level", "4", "--language", "zh", "--json").out)
    assert whole["text"] == whole["step"]["sentence"] == whole["step"]["hints"][3] == IN_CHINESE
    reason = run("explain", EASY, "--order", "reasons", "--steps", "1-1", "--language", "zh").out
    assert reason.startswith("1. 唯余法: r5c5只剩5。")
    how = ("--language", "zh", "--json")
    document = json.loads(run("explain", EASY, "--order", "reasons", "--steps", "1-1", *how).out)
    assert document["sentence"] == document["hints"][3] == "r5c5只剩5。"
    proved = json.loads(run("explain", CHAIN, "--order", "hodoku", "--steps", "aic", *how).out)
    lines = proved["reasoning"]
    assert lines and not re.search("[a-z]{2}", "".join(lines))
    clash = run("explain-conflict", "1...1...........", "--steps", "--language", "zh")
    assert clash.out == "1. 第1列中1出现了两次。\n"
    assert "沿行、列、宫看一个数字" in run("techniques", "唯余", "--language", "zh").out
    assert "no language 'tlh'; expected en or zh" in refusal("hint", EASY, "--language", "tlh")


@pytest.mark.parametrize("option", ["--limit", "--solutions", "-n"])
def test_a_search_is_replayed_to_some_solution(option: str) -> None:
    events = run("trace", "." * 16, "--json", option, "3", "--events", "1000").lines
    assert sum(json.loads(event)["event"] == "found" for event in events) == 3


@pytest.mark.compiled
def test_several_puzzles_are_explained_as_json_alone(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\n{CLASH}\n{SWORDFISH}\n")
    found = run("explain", path, "--json")
    steps = [json.loads(line) for line in found.lines]
    assert [line for line, _ in groupby(step["line"] for step in steps)] == [1, 3]
    alone = [json.loads(line) for line in run("explain", SWORDFISH, "--json").lines]
    where = {"puzzle": SWORDFISH, "source": str(path), "line": 3}
    assert [step for step in steps if step["line"] == 3] == [where | step for step in alone]
    assert found.err == f"cpsudoku: {path}:2: the puzzle has no solution\n"
    assert found.status == 1
    at_once = run("explain", path, "--json", "-j", "2")
    assert (at_once.out, at_once.err, at_once.status) == (found.out, found.err, found.status)
    assert f"{path}: several puzzles; expected one: text is written of one" in refusal(
        "explain", path
    )


@pytest.mark.compiled
def test_several_puzzles_have_a_hint_each(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\n{CLASH}\n")
    found = run("hint", path)
    assert found.status == 1
    assert found.lines == [f"{path}:{n}: " + run("hint", p).out.strip()
                           for n, p in enumerate((EASY, CLASH), 1)]  # fmt: skip
    assert "1 with a hint, 1 wrong already" in found.err
    rows = list(csv.DictReader(run("hint", "-q", path, "-f", "csv").lines))
    assert [row["wrong"] for row in rows] == ["false", "true"]


@pytest.mark.parametrize("command", ["show", "trace", "prove"])
def test_what_takes_one_puzzle_says_why(command: str, tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\n{EASY}\n")
    out = ["-o", str(tmp_path / "out")] if command == "prove" else []
    assert "several puzzles; expected one: a" in refusal(command, path, *out)


def test_show_names_what_text_cannot_draw() -> None:
    done = run("show", "." * 16, "--rules", "4+antiknight+thermo@r1c1,r1c2")
    assert done.out.endswith("┘\nantiknight\nthermo r1c1 r1c2\n")


@pytest.mark.compiled
def test_a_technique_is_explained_with_its_numbers_its_idea_and_a_step() -> None:
    shown = run("techniques", "X wing").out
    assert "Sudoku Explainer  3.2\nHoDoKu            140\n" in shown
    assert "The idea of fish: A digit has its places in two rows" in shown
    command = shown.splitlines()[-1].replace('"', "").split()
    assert command[:2] == ["cpsudoku", "explain"]
    step = run(*command[1:]).out.partition(": ")[2]
    assert step.split() == shown.partition("A step of it: ")[2].partition("\n\n")[0].split()


@pytest.mark.compiled
def test_every_technique_is_explained_or_says_which_puzzles_need_it() -> None:
    for technique in map(json.loads, run("techniques", "--json").lines):
        shown = run("techniques", technique["technique"]).out
        assert "\nThe idea of " in shown, technique
        has_example = "cpsudoku explain " in shown or "cpsudoku generate --needs" in shown
        assert has_example or technique["explainer"] is None, technique


@pytest.mark.compiled
def test_an_unknown_technique_is_answered_by_the_nearest_name() -> None:
    assert "did you mean 'x-wing' or 'finned" in refusal("techniques", "xwin")
