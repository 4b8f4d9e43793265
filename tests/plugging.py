"""Builds the packages of CONTRIBUTING.md's worked examples, as somebody else would install them."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cpsudoku.variants import registry

PAGE = Path(__file__).parents[1] / "CONTRIBUTING.md"


def blocks(section: str, kind: str) -> list[str]:
    """Return what a section of the page has in a language."""
    text = PAGE.read_text(encoding="utf-8").partition(f"## {section}")[2].partition("\n## ")[0]
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


@contextmanager
def plugged_in(section: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put a package on the path: a section's module, and its entry points."""
    [code], [settings] = blocks(section, "python"), blocks(section, "toml")
    groups = tomllib.loads(settings)["project"]["entry-points"]
    [module] = {place.partition(":")[0] for points in groups.values() for place in points.values()}
    (folder / f"{module}.py").write_text(code, encoding="utf-8")
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    lines = [
        line
        for group, points in groups.items()
        for line in (f"[{group}]", *(f"{name} = {place}" for name, place in points.items()))
    ]
    (about / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(folder)
    registry.forget()
    try:
        yield
    finally:
        registry.forget()
        sys.modules.pop(module, None)
