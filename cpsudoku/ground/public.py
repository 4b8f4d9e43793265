"""Public names of packages that are imported when they are first used.

So ``import cpsudoku`` and the command line pay only for what they need.  Where each name is at home
says ``__init__.pyi`` beside the package, which type checkers read as well.
"""

import sys
from collections.abc import Callable
from importlib import import_module


def on_demand(
    package: str,
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` of a package whose names wait for use."""
    module = sys.modules[package]
    namespace, stub = vars(module), f"{str(module.__file__).rpartition('.')[0]}.pyi"
    lines = module.__spec__.loader.get_data(stub).decode().splitlines()  # type: ignore[union-attr]
    imports = (line.split() for line in lines if line.startswith("from "))
    homes = {name: home for _, home, _, name, *_ in imports}

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = namespace[name] = getattr(import_module(homes[name]), name)
        return found

    return sorted(homes), get, lambda: sorted({*namespace, *homes})
