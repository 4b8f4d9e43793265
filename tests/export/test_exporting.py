"""Exported puzzles mean what the puzzle means, and only true answers are accepted."""

import contextlib
import re
from itertools import product
from pathlib import Path

import pytest
from brute_force import grids
from command_line import refusal, run
from hypothesis import given
from hypothesis import strategies as st
from well_known import CLASH, EASY, EASY_SOLVED

from cpsudoku import formats
from cpsudoku.encodings import cnf
from cpsudoku.errors import BackendError, FormatError, OptionError
from cpsudoku.export import LANGUAGES, SolverAnswer, decode, zero_one
from cpsudoku.export import export as pieces
from cpsudoku.export.zero_one import naming
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Grid, Rules, boxes, cell_name, latin

ODD = Rules(3, latin(3).constraints[1:5]).with_groups([(0, 4)])
MASKS = (0b011, 0b111, 0b111, 0b111, 0b110, 0b111, 0b101, 0b111, 0b111)


def export(puzzle: Puzzle, language: str) -> str:
    return "".join(pieces(puzzle, language))


def all_grids(size: int) -> list[Grid]:
    return list(product(range(1, size + 1), repeat=size * size))


def variables(grid: Grid, size: int) -> set[int]:
    return {cnf.variable(cell, digit, size) for cell, digit in enumerate(grid)}


def holds(total: int, relation: str, bound: int) -> bool:
    return {"=": total == bound, ">=": total >= bound, "<=": total <= bound}[relation]


def models_opb(text: str, grid: Grid, size: int) -> bool:
    head, *lines = text.splitlines()
    assert head == f"* #variable= {size**3} #constraint= {len(lines)}"
    true = variables(grid, size)
    for line in lines:
        *terms, relation, bound, end = line.split()
        assert end == ";"
        pairs = zip(terms[::2], terms[1::2], strict=True)
        total = sum(int(sign) for sign, name in pairs if int(name.removeprefix("x")) in true)
        if not holds(total, relation, int(bound)):
            return False
    return True


def models_lp(text: str, grid: Grid, size: int) -> bool:
    true = {naming(latin(size))(v) for v in variables(grid, size)}
    rows = text.split("Subject To\n")[1].split("Binary", maxsplit=1)[0].replace("\n  +", " +")
    assert max(map(len, text.splitlines())) < 255
    for row in rows.splitlines():
        names, relation, bound = re.fullmatch(r" \w+: (.*) (<?=) (\d)", row).groups()  # type: ignore[union-attr]
        if not holds(sum(n in true for n in names.split(" + ")), relation, int(bound)):
            return False
    return True


def models_knuth(text: str, grid: Grid, size: int) -> bool:
    head, *options = [line.split() for line in text.splitlines()]
    primary = head[: head.index("|")] if "|" in head else head
    chosen = []
    for cell, digit in enumerate(grid):
        name = cell_name(cell, size)
        mine = [o for o in options if o[0] == name and o[-1].endswith(f"d{digit}")]
        if not mine:
            return False
        chosen += mine
    used = [item for option in chosen for item in option]
    return len(used) == len(set(used)) and set(primary) <= set(used) <= set(head)


def models_minizinc(text: str, grid: Grid, size: int) -> bool:
    place = {f"grid[{c // size + 1},{c % size + 1}]": digit for c, digit in enumerate(grid)}
    for line in text.splitlines():
        if match := re.match(r"constraint alldifferent\(\[(.*)\]\)", line):
            digits = [place[name] for name in match[1].split(", ")]
            if len(set(digits)) < len(digits):
                return False
        elif match := re.match(r"constraint (grid\S+) (?:= |in )(.*);", line):
            allowed = [int(d) for d in re.findall(r"\d+", match[2])]
            if place[match[1]] not in allowed:
                return False
    return True


def models_cp_sat(text: str, grid: Grid, size: int) -> bool:
    lines = text.splitlines()
    for digit, line in zip(grid, lines[: size * size], strict=True):
        ends = [int(x) for x in re.findall(r"\d+", line)]
        if not any(a <= digit <= b for a, b in zip(ends[::2], ends[1::2], strict=True)):
            return False
    for line in lines[size * size :]:
        digits = [grid[int(x)] for x in re.findall(r"vars: (\d+)", line)]
        if len(set(digits)) < len(digits):
            return False
    return True


def models_dimacs(text: str, grid: Grid, size: int) -> bool:
    true = variables(grid, size)
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    assert lines[0] == f"p cnf {size**3} {len(lines) - 1}"
    clauses = [[int(x) for x in line.split()[:-1]] for line in lines[1:]]
    return all(any((abs(x) in true) == (x > 0) for x in clause) for clause in clauses)


MODELS = {
    "dimacs": models_dimacs,
    "opb": models_opb,
    "lp": models_lp,
    "exact-cover": models_knuth,
    "minizinc": models_minizinc,
    "cp-sat": models_cp_sat,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("rules", "masks"), [(latin(2), (3, 3, 1, 3)), (latin(2), (3, 3, 3, 3)), (latin(1), (1,))]
)
def test_exported_puzzles_have_the_solutions_of_the_puzzle(
    language: str, rules: Rules, masks: tuple[int, ...]
) -> None:
    text = export(Puzzle(rules, masks), language)
    found = [g for g in all_grids(rules.size) if MODELS[language](text, g, rules.size)]
    assert found == list(grids(rules, masks))


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_groups_pencil_marks_and_lone_cells_are_exported(language: str) -> None:
    text = export(Puzzle(ODD, MASKS), language)
    expected = set(grids(ODD, MASKS))
    assert len(expected) > 10
    for grid in all_grids(3)[::7] + sorted(expected):
        assert MODELS[language](text, grid, 3) == (grid in expected)


SOLUTION = tuple(map(int, EASY_SOLVED))


def answers(language: str, grid: Grid, size: int) -> list[str]:
    """A solution as solvers of a language print it."""
    true = sorted(variables(grid, size))
    literals = [v if v in set(true) else -v for v in range(1, size**3 + 1)]
    rows = [grid[i : i + size] for i in range(0, len(grid), size)]
    table = "\n".join(" ".join(map(str, row)) for row in rows)
    covers = [
        f" {cell_name(c, size)} h1d{d} h2d{d} (1 of 2)" for c, d in reversed(list(enumerate(grid)))
    ]
    names = {naming(latin(size))(v): int(v in set(true)) for v in range(1, size**3 + 1)}
    return {
        "dimacs": [
            "c x\ns SATISFIABLE\nv " + " ".join(map(str, literals)) + " 0\n",
            "SAT\n" + " ".join(map(str, literals)) + " 0\n",
        ],
        "opb": ["s SATISFIABLE\nv " + " ".join(f"{'-' * (x < 0)}x{abs(x)}" for x in literals)],
        "lp": [
            "Columns\n" + "\n".join(f"{name} {value}" for name, value in names.items()),
            "\n".join(
                f"  {i} {name} {value}.0  0" for i, (name, value) in enumerate(names.items())
            ),
            "\n".join(f"{name}   1   (obj:0)" for name, value in names.items() if value),
        ],
        "minizinc": [table + "\n----------\n", "% time 1\n" + table + "\n----------\n=========="],
        "cp-sat": [
            "status: OPTIMAL\n" + "\n".join(f"solution: {d}" for d in grid) + "\nnum_booleans: 3",
            f"status: OPTIMAL\nsolution: {list(grid)}",
        ],
        "exact-cover": ["Solution 1:\n" + "\n".join(covers) + "\n", "1:\n" + "\n".join(covers * 2)],
    }[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_in_every_usual_form_are_read(language: str) -> None:
    for text in answers(language, SOLUTION, 9):
        assert decode(text, formats.parse(EASY), language) == SolverAnswer(SOLUTION, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_answers_are_refused_with_the_reason(language: str) -> None:
    other = tuple({1: 2, 2: 1}.get(d, d) for d in SOLUTION)
    with pytest.raises(BackendError, match=r"cannot be"):
        decode(answers(language, other, 9)[0], formats.parse(EASY), language)
    twice = (SOLUTION[0], SOLUTION[1], SOLUTION[3], *SOLUTION[3:])
    with pytest.raises(BackendError, match=r"row 1 has a digit twice"):
        decode(answers(language, twice, 9)[0], formats.parse(EASY), language)


@pytest.mark.parametrize(
    ("language", "text", "satisfiable"),
    [
        ("dimacs", "s UNSATISFIABLE\n", False),
        ("dimacs", "UNSAT\n", False),
        ("dimacs", "s UNKNOWN\n", None),
        ("opb", "s UNSATISFIABLE\n", False),
        ("lp", "Model status : Infeasible\n", False),
        ("lp", "s mip 3 729 n 0\n", False),
        ("lp", "s mip 3 729 u 0\n", None),
        ("minizinc", "=====UNSATISFIABLE=====\n", False),
        ("minizinc", "=====UNKNOWN=====\n", None),
        ("cp-sat", "status: INFEASIBLE\n", False),
        ("exact-cover", "Altogether 0 solutions, 3 mems\n", False),
    ],
)
def test_no_solution_and_gave_up_are_distinguished(
    language: str, text: str, satisfiable: bool | None
) -> None:
    assert decode(text, formats.parse(EASY), language) == SolverAnswer(None, satisfiable)


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=st.text(max_size=80))
def test_any_text_is_an_answer_or_refused(language: str, text: str) -> None:
    try:
        answer = decode(text, Puzzle.empty(boxes(2, 2)), language)
    except (FormatError, BackendError):
        return
    assert answer.solution is None


def test_partial_and_contradicting_answers_are_refused() -> None:
    puzzle = formats.parse(EASY)
    with pytest.raises(BackendError, match="has no digit"):
        decode("s SATISFIABLE\nv 5 0\n", puzzle, "dimacs")
    with pytest.raises(BackendError, match="is 5 and 6"):
        decode("s SATISFIABLE\nv 5 6 0\n", puzzle, "dimacs")
    with pytest.raises(FormatError, match="80 digits; expected 81"):
        decode("1 " * 80, puzzle, "minizinc")
    with pytest.raises(FormatError, match="r10c1"):
        decode("x_r10c1_3 1", puzzle, "lp")
    with pytest.raises(FormatError):
        decode("9" * 5000, puzzle, "minizinc")
    with pytest.raises(OptionError, match="minizinc"):
        export(puzzle, "prolog")


def test_ortools_reads_the_export() -> None:
    helper = pytest.importorskip("ortools.sat.python.cp_model_helper", reason="needs OR-tools")
    proto = helper.CpModelProto()
    assert proto.parse_text_format(export(formats.parse(EASY), "cp-sat"))
    parameters = helper.SatParameters()
    parameters.catch_sigint_signal = False  # else Ctrl-C has no handler afterwards
    wrapper = helper.SolveWrapper()
    wrapper.set_parameters(parameters)
    response = wrapper.solve(proto)
    assert decode(str(response), formats.parse(EASY), "cp-sat").solution == SOLUTION


@pytest.mark.parametrize("language", LANGUAGES)
def test_from_the_command_line_and_back(language: str, tmp_path: Path) -> None:
    exported = tmp_path / "exported"
    assert run("export", EASY, "--to", language, "-o", exported).status == 0
    assert exported.read_text(encoding="utf-8") == export(formats.parse(EASY), language)
    answer = tmp_path / "answer"
    answer.write_text(answers(language, SOLUTION, 9)[0], encoding="utf-8")
    decoded = run("decode", EASY, answer, "--to", language)
    assert (decoded.status, decoded.out) == (0, f"{EASY_SOLVED}\n")


def test_the_commands_statuses(tmp_path: Path) -> None:
    assert run("decode", CLASH, "-", "--to", "dimacs", text="s UNSATISFIABLE\n").status == 1
    assert run("decode", EASY, "-", "--to", "dimacs", text="s UNKNOWN\n").status == 3
    assert "<stdin>" in refusal("decode", EASY, "-", "--to", "dimacs", text="nonsense\n")
    assert run("export", EASY, "--to", "prolog").status == 2
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not text" in run("decode", EASY, path, "--to", "lp").err


@pytest.mark.parametrize("language", ["lp", "opb"])
def test_a_group_without_cells_says_nothing(language: str) -> None:
    puzzle = Puzzle.empty(latin(2))
    empty = Puzzle.empty(latin(2).with_groups([()]))
    assert export(empty, language) == export(puzzle, language)


@pytest.mark.parametrize("encoding", cnf.ENCODINGS)
@pytest.mark.parametrize(
    "rules",
    [boxes(1, 1), boxes(2, 2), boxes(2, 3), latin(4), boxes(3, 3).with_diagonals(), ODD],
    ids=lambda rules: f"{rules.size}-{len(rules.constraints)}",
)
def test_the_extent_of_a_formula_is_known_without_making_it(rules: Rules, encoding: str) -> None:
    formula = cnf.encode(rules, encoding)
    assert cnf.extent(rules, encoding) == (formula.variables, len(formula.clauses))
    parts = list(cnf.in_parts(rules, encoding))
    assert [clause for part in parts for clause in part] == formula.clauses
    assert all(len(part) <= 4096 for part in parts)


@pytest.mark.slow
def test_a_big_formula_is_never_held_as_a_whole() -> None:
    import tracemalloc

    whole = pieces(Puzzle.empty(boxes(5, 5)), "dimacs")
    tracemalloc.start()
    try:
        length = sum(map(len, whole))
        assert tracemalloc.get_traced_memory()[1] < length / 2
    finally:
        tracemalloc.stop()


@pytest.mark.thorough(but=18)
@pytest.mark.parametrize(
    "unit", ["x ", "x_r1c1_9 ", "1 ", " ", "word ", "1 word ", "grid = ", "9", "solution: ["]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_reading_an_answer_takes_steps_in_proportion_to_its_length(
    language: str, unit: str
) -> None:
    # What is quadratic takes minutes here.
    with contextlib.suppress(FormatError, BackendError):
        decode(unit * 50_000, Puzzle.empty(boxes(2, 2)), language)


@pytest.mark.parametrize("language", ["lp", "opb"])
def test_rows_are_made_as_they_are_written(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(variables: list[int], exact: bool) -> zero_one.Row:
        made.append(variables)
        return [(1, variable) for variable in variables], "=" if exact else "<=", 1

    monkeypatch.setattr(zero_one, "_sum", counted)
    found = iter(pieces(Puzzle.empty(latin(9)), language))
    next(found)
    assert len(made) == 0
    next(found)
    assert len(made) == 1


def test_variables_beyond_those_of_cells_have_names_of_their_own() -> None:
    name = naming(boxes(2, 2))
    assert [name(number) for number in (1, 64, 65, 66)] == ["x_r1c1_1", "x_r4c4_4", "y1", "y2"]
