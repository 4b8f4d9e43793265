"""The rooms hold: each imports only what it is allowed to, all of it from below."""

import ast
import importlib
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import cpsudoku

PACKAGE = Path(__file__).parent.parent / "cpsudoku"

GROUND = {"errors", "ground", "words"}
"""What knows nothing of sudoku, so that any room may import it."""

MAY_IMPORT = {
    "ground": "",
    "rules": "",
    "puzzle": "rules",
    "verify": "rules puzzle",
    "result": "rules puzzle",
    "variants": "rules",
    "formats": "rules puzzle variants",
    "encodings": "rules",
    "logic": "rules puzzle",
    "drawing": "rules puzzle result variants formats logic",
    "backends.base": "rules puzzle verify result",
    "backends": "rules puzzle verify result variants encodings backends.base",
    "asking.solving": "rules puzzle result formats backends.base backends",
    "asking.estimation": "puzzle formats backends",
    "tracing": "rules puzzle result formats encodings drawing backends.base backends",
    "rows": "rules puzzle formats",
    "asking": "rules puzzle verify result formats backends.base backends rows",
    "symmetry": "rules puzzle formats backends rows asking",
    "asking.cubes": "rules puzzle result backends asking.estimation symmetry",
    "generation": "rules puzzle result variants formats logic backends asking.solving rows"
    " symmetry",
    "export": "rules puzzle verify encodings",
    "certificates": "rules puzzle verify result formats encodings backends asking.solving"
    " asking.cubes generation",
    "comparison": "rules puzzle verify result formats backends",
    "atlas": "rules puzzle result formats encodings backends asking.estimation symmetry"
    " asking.cubes",
    "diagnosis": "rules puzzle verify result formats encodings backends.base backends"
    " asking.solving",
    "reasons": "rules puzzle result variants formats encodings logic backends.base backends"
    " asking.solving diagnosis",
    "logic.explaining": "rules puzzle result formats logic asking.solving rows asking symmetry"
    " generation reasons",
    "asking.questions": "rules puzzle verify result formats logic drawing backends.base backends"
    " asking.solving asking.estimation rows asking symmetry comparison diagnosis reasons"
    " logic.explaining",
    "asking.many": "rules puzzle logic backends rows asking logic.explaining asking.questions",
    "__init__": "logic drawing backends.base asking.solving asking.estimation symmetry"
    " certificates logic.explaining asking.many",
    "jobs": "puzzle result formats asking.solving asking.cubes __init__",
    "learn": "rules puzzle verify result variants formats logic backends asking.solving tracing"
    " rows symmetry generation logic.explaining asking.many __init__ jobs",
    "terminal": "rules puzzle logic.explaining",
    "web": "rules puzzle verify result variants formats logic drawing backends.base backends"
    " asking.solving asking.estimation tracing generation diagnosis reasons logic.explaining"
    " __init__",
    "cli": "rules puzzle verify result variants formats logic drawing backends asking.solving"
    " tracing rows asking symmetry asking.cubes generation export certificates comparison atlas"
    " diagnosis reasons logic.explaining asking.questions __init__ jobs learn"
    " terminal web",
    "__main__": "cli",
}
"""The house from the ground up: for each room the others that it may import, all of them lower."""


def room(module: str) -> str:
    """The room that a module is in; one that no room has is an error."""
    parts = (module or "__init__").split(".")
    prefixes = (".".join(parts[:i]) for i in range(len(parts), 0, -1))
    return next(
        "ground" if one in GROUND else one for one in prefixes if one in {*GROUND, *MAY_IMPORT}
    )


@cache
def nodes(path: Path) -> list[ast.AST]:
    """What a module imports, the attributes that it asks for, and its texts."""
    kinds = ast.Import, ast.ImportFrom, ast.Attribute, ast.Constant
    everything = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [node for node in everything if isinstance(node, kinds)]


def imports(path: Path) -> list[str]:
    found = []
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    inside = [name for name in found if name == "cpsudoku" or name.startswith("cpsudoku.")]
    return [name.removeprefix("cpsudoku").removeprefix(".") for name in inside]


def named(path: Path) -> list[str]:
    """The modules that a module names in texts, such as ``drawing.steps:conclusion_svg``."""
    texts = [node.value for node in nodes(path) if isinstance(node, ast.Constant)]
    dotted = [
        found[1].removeprefix("cpsudoku.")
        for text in texts
        if isinstance(text, str) and (found := re.fullmatch(r"(\w+(?:\.\w+)+)\.?(:\w+)?", text))
    ]
    return [name for name in dotted if is_there(name)]


def is_there(module: str) -> bool:
    place = PACKAGE / module.replace(".", "/")
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def names(path: Path) -> str:
    module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    return module.removesuffix(".__init__")


def is_native(target: str) -> bool:
    return target.split(".", maxsplit=1)[0] == "_native"


def arrows() -> Iterator[tuple[str, str, str]]:
    """From which room to which other one something is imported, and what imports what."""
    for path in PACKAGE.rglob("*.py"):
        module = names(path)
        for target in [*imports(path), *named(path)]:
            if not is_native(target) and (pair := (room(module), room(target)))[0] != pair[1]:
                yield *pair, f"{module} imports {target}"


def test_rooms_import_only_what_the_list_allows() -> None:
    allowed = {(one, other) for one in MAY_IMPORT for other in MAY_IMPORT[one].split()}
    allowed |= {(one, "ground") for one in MAY_IMPORT}
    found = list(arrows())
    assert [words for one, other, words in found if (one, other) not in allowed] == []
    used = {(one, other) for one, other, _ in found}
    assert {pair for pair in allowed - used if pair[1] != "ground"} == set()


def test_rooms_import_only_from_below() -> None:
    order = list(MAY_IMPORT)
    for one, others in MAY_IMPORT.items():
        for other in others.split():
            assert order.index(other) < order.index(one), f"{one} stands above {other}"


# The modules that may call the compiled core, as `compiled.native`.
NATIVE = {
    "asking.search", "backends.backtrack", "backends.bitboard", "backends.exact_cover",
    "backends.fd", "rows.arrays", "certificates.checking", "cli.commands.grids",
    "diagnosis.repairing", "encodings.sums",
    "generation.digging", "generation.filling", "generation.final_grids", "logic",
    "reasons.search", "rows.lines", "rows.tables", "rows.values", "symmetry.canonical",
    "symmetry.shuffling", "verify",
}  # fmt: skip


def calls_the_core(path: Path) -> bool:
    """Whether a module asks `compiled` for the core."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "native"
        and getattr(node.value, "id", "") == "compiled"
        for node in nodes(path)
    )


def test_only_those_on_the_list_call_the_compiled_core() -> None:
    callers = {names(path) for path in PACKAGE.rglob("*.py") if calls_the_core(path)}
    allowed = {name for name in callers if any(f"{name}.".startswith(f"{n}.") for n in NATIVE)}
    assert callers == allowed
    assert {n for n in NATIVE if any(f"{name}.".startswith(f"{n}.") for name in callers)} == NATIVE


def test_the_core_is_imported_in_one_place() -> None:
    importers = {
        names(path)
        for path in PACKAGE.rglob("*.py")
        if any(is_native(target) for target in imports(path))
    }
    assert importers == {"ground.compiled"}


def test_every_room_on_the_list_exists() -> None:
    for name in {*GROUND, *MAY_IMPORT}:
        assert is_there(name), name


def test_backend_modules_do_not_import_one_another() -> None:
    wrong = []
    for path in (PACKAGE / "backends").rglob("*.py"):
        # A backend is a module or a folder.
        here = path.relative_to(PACKAGE / "backends").with_suffix("").parts[0]
        common = {"base", "registry", "session"}
        if here in {"__init__", *common}:
            continue
        for target in imports(path):
            other = target.removeprefix("backends.").split(".")[0]
            shared = other in common or (other == "exact_cover" and here in {"cover", "dlx"})
            own = shared or other.split("_")[0] == here.split("_")[0]
            if target.startswith("backends.") and not own:
                wrong.append(f"{here} imports {other}")
    assert wrong == []


def test_every_public_name_exists_and_is_sorted() -> None:
    assert cpsudoku.__all__ == sorted(cpsudoku.__all__)
    for name in cpsudoku.__all__:
        assert hasattr(cpsudoku, name), name
    assert set(cpsudoku.__all__) < set(dir(cpsudoku))
    assert not hasattr(cpsudoku, "nothing")


def test_type_checkers_see_the_same_public_names_as_run_time() -> None:
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    seen = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cpsudoku.")
        for alias in node.names
    }
    homes = {name: getattr(cpsudoku, name) for name in cpsudoku.__all__}
    assert set(seen) == set(homes)
    for name, value in homes.items():
        assert getattr(importlib.import_module(seen[name] or ""), name) is value


def test_the_cores_use_nothing_that_a_compiler_of_ours_cannot_build() -> None:
    # libc++ 14 has none of the algorithms on ranges, nor clang++ 14 all of g++ 12's; jthread came
    # to libc++ with version 20.
    unfit = re.compile(r"std::(ranges::|views::|jthread\b)")
    found = [
        f"{path.relative_to(PACKAGE)}:{number}"
        for path in sorted((PACKAGE / "native").rglob("*.?pp"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if unfit.search(line.partition("//")[0])
    ]
    assert found == []


CEILINGS = {
    "asking": 2355, "atlas": 729, "backends": 3140, "certificates": 1254, "cli": 5005,
    "comparison": 558, "diagnosis": 888, "drawing": 939, "encodings": 1348, "export": 409,
    "formats": 10171, "generation": 2024, "ground": 923, "jobs": 880, "learn": 2703, "logic":
    3026, "reasons": 2702, "rows": 2832, "rules": 806, "symmetry": 583, "terminal": 268,
    "the root": 360, "tracing": 282, "variants": 3157, "web": 2250, "words": 69,
}  # fmt: skip
"""The most lines of code of each room, without docstrings, comments and blank lines.

A number goes up only with a reason in its commit that speaks of the house: which room the lines
belong to, and why no other lines could go for them.
"""


def code_lines(path: Path) -> int:
    """The lines of a module that hold code."""
    text = path.read_text(encoding="utf-8")
    described: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            described |= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    held: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.string.strip() and token.type != tokenize.COMMENT:
            held |= {*range(token.start[0], token.end[0] + 1)}
    return len(held - described)


@pytest.mark.thorough
def test_rooms_do_not_grow_beyond_their_ceilings() -> None:
    found: dict[str, int] = {}
    for path in PACKAGE.rglob("*.py"):
        here = path.relative_to(PACKAGE).parts
        of = here[0] if len(here) > 1 else "the root"
        found[of] = found.get(of, 0) + code_lines(path)
    assert found.keys() == CEILINGS.keys()
    too_big = {one: lines for one, lines in found.items() if lines > CEILINGS[one]}
    assert too_big == {}


def test_tests_lie_in_folders_named_for_the_rooms_they_test() -> None:
    folders = {path.parent.name for path in Path(__file__).parent.glob("*/test_*.py")}
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir()}
    # Plug-ins are what others add to any room.
    assert folders <= rooms | {"plugin"}, folders - rooms
