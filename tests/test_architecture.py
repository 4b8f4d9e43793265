"""The layers hold: a module imports only from below."""

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import cpsudoku

PACKAGE = Path(__file__).parent.parent / "cpsudoku"

# The house from the ground up.  A room may import from lower floors alone; a module belongs to the
# longest name that begins its own.
FLOORS: list[set[str]] = [
    {"errors", "names", "notebook", "public"},
    {"compiled", "deadline", "deferred", "extras", "files", "processors", "randomness", "words"},
    {"processes", "rules"},
    {"puzzle"},
    {"result", "verify"},
    {"variants", "witnesses"},
    {"formats", "encodings", "backends.base", "logic"},
    {"backends", "drawing", "tables"},
    {"solving", "estimation", "tracing"},
    {"bulk"},
    {"symmetry"},
    {"cubes"},
    {"atlas", "generation", "comparison", "export", "certificates", "diagnosis"},
    {"reasons"},
    {"coaching"},
    {"__init__"},
    {"jobs", "learn", "terminal", "web"},
    {"cli"},
    {"__main__"},
]
LEVELS = {name: level for level, rooms in enumerate(FLOORS) for name in rooms}


def room(module: str) -> str:
    """The room that a module is in; one that no floor has is an error."""
    parts = module.split(".")
    prefixes = (".".join(parts[:i]) for i in range(len(parts), 0, -1))
    return next(prefix for prefix in prefixes if prefix in LEVELS)


@cache
def nodes(path: Path) -> list[ast.AST]:
    """What a module imports, and the attributes that it asks for."""
    everything = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [n for n in everything if isinstance(n, (ast.Import, ast.ImportFrom, ast.Attribute))]


def imports(path: Path) -> list[str]:
    found = []
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    inside = [name for name in found if name == "cpsudoku" or name.startswith("cpsudoku.")]
    return [name.removeprefix("cpsudoku").removeprefix(".") for name in inside]


def names(path: Path) -> str:
    module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    return module.removesuffix(".__init__")


def is_native(target: str) -> bool:
    return target.split(".", maxsplit=1)[0] == "_native"


def test_modules_import_only_from_lower_floors_or_their_own_room() -> None:
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        module = names(path)
        here = room(module)
        for target in imports(path):
            if is_native(target):
                continue
            there = room(target or "__init__")
            if LEVELS[there] >= LEVELS[here] and there != here:
                wrong.append(f"{module} imports {target}")
    assert wrong == []


# The modules that may call the compiled core, as `compiled.native`.
NATIVE = {
    "backends.backtrack", "backends.bitboard", "backends.exact_cover", "backends.fd", "bulk.lines",
    "bulk.rows", "certificates.checking", "cli.commands.grids", "diagnosis.completing",
    "encodings.propagation", "formats.setters.lzstring", "generation.compiled",
    "generation.filling", "generation.final_grids", "logic", "reasons.hitting",
    "symmetry.canonical", "symmetry.shuffling", "tables.text", "verify",
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
    assert importers == {"compiled"}


def test_every_room_on_the_list_exists() -> None:
    for name in LEVELS:
        place = PACKAGE / name.replace(".", "/")
        assert place.is_dir() or place.with_suffix(".py").is_file(), name


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


def test_tests_lie_in_folders_named_for_the_rooms_they_test() -> None:
    folders = {path.parent.name for path in Path(__file__).parent.glob("*/test_*.py")}
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir()}
    assert folders <= rooms, folders - rooms
