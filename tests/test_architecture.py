"""The layers hold: a module imports only from below."""

import ast
import importlib
from pathlib import Path

import cpsudoku

PACKAGE = Path(__file__).parent.parent / "cpsudoku"

# Level of each room; the longest matching prefix counts.
LEVELS = {
    "errors": 0,
    "processes": 1,
    "processors": 0,
    "rules": 1,
    "puzzle": 2,
    "result": 2,
    "verify": 2,
    "formats": 3,
    "encodings": 3,
    "backends.base": 3,
    "logic": 3,
    "backends": 4,
    "solving": 5,
    "rows": 4,
    "bulk": 5,
    "estimation": 5,
    "symmetry": 6,
    "generation": 6,
    "comparison": 6,
    "exporting": 6,
    "certificates": 6,
    "diagnosis": 6,
    "": 7,
    "cli": 7,
    "__main__": 7,
}
# Within one level these may build on another, in this order.
SAME_LEVEL = {
    ("generation", "symmetry"),
    ("result", "puzzle"),
    ("verify", "puzzle"),
    ("__main__", "cli"),
}


def room(module: str) -> str:
    parts = module.split(".")
    prefixes = (".".join(parts[:i]) for i in range(len(parts), 0, -1))
    return next((p for p in prefixes if p in LEVELS), "")


def imports(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return [name.removeprefix("cpsudoku.") for name in found if name.startswith("cpsudoku.")]


def test_modules_import_only_from_lower_levels_or_their_own_room() -> None:
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__")
        here = room(module.rstrip("."))
        for target in imports(path):
            there = room(target)
            allowed = LEVELS[there] < LEVELS[here] or there == here or (here, there) in SAME_LEVEL
            if not allowed and not target.startswith("_native"):
                wrong.append(f"{module} imports {target}")
    assert wrong == []


def test_backend_modules_do_not_import_one_another() -> None:
    wrong = []
    for path in (PACKAGE / "backends").glob("*.py"):
        if path.stem in {"__init__", "base"}:
            continue
        for target in imports(path):
            other = target.removeprefix("backends.").split(".")[0]
            own = other == "base" or other.split("_")[0] == path.stem.split("_")[0]
            if target.startswith("backends.") and not own:
                wrong.append(f"{path.stem} imports {other}")
    assert wrong == []


def test_every_public_name_exists_and_is_sorted() -> None:
    assert cpsudoku.__all__ == sorted(cpsudoku.__all__)
    for name in cpsudoku.__all__:
        assert hasattr(cpsudoku, name), name


def test_type_checkers_see_the_same_public_names_as_run_time() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    seen = {
        alias.asname: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cpsudoku.")
        for alias in node.names
    }
    homes = {name: getattr(cpsudoku, name) for name in cpsudoku.__all__}
    assert set(seen) == set(homes)
    for name, value in homes.items():
        assert getattr(importlib.import_module(seen[name] or ""), name) is value
