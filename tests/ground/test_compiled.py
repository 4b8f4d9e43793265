"""Why the compiled core is missing, and what says so."""

import sys
import tomllib
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from cpsudoku import backends
from cpsudoku.ground import compiled

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def _warned_of_nothing() -> None:
    compiled.warn_if_failed.cache_clear()


def without_core(monkeypatch: pytest.MonkeyPatch, *, failed: bool) -> None:
    monkeypatch.setitem(sys.modules, "cpsudoku._native", None)
    marker: ModuleType | None = None
    if failed:
        marker = ModuleType("cpsudoku._not_compiled")
        marker.__spec__ = ModuleSpec(marker.__name__, None)
    monkeypatch.setitem(sys.modules, "cpsudoku._not_compiled", marker)


def test_a_core_that_is_there_lacks_nothing() -> None:
    pytest.importorskip("cpsudoku._native", reason="the compiled core was not built")
    assert compiled.missing_reason() is None
    compiled.warn_if_failed()


def test_a_failed_compilation_is_the_reason_and_is_warned_of_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without_core(monkeypatch, failed=True)
    assert "compilation failed" in str(compiled.missing_reason())
    backends.get.cache_clear()
    with pytest.warns(RuntimeWarning, match="compilation failed when cpsudoku was installed"):
        backends.get("backtrack")
    backends.get.cache_clear()
    backends.get("backtrack")  # warnings are errors here


def test_an_installation_without_the_core_on_purpose_gives_no_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without_core(monkeypatch, failed=False)
    assert "installed without it" in str(compiled.missing_reason())
    compiled.warn_if_failed()


def test_a_core_that_cannot_be_loaded_says_what_the_loader_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(name: str) -> ModuleType:
        raise ImportError("GLIBCXX_9.9 not found")

    monkeypatch.setattr(compiled, "find_spec", lambda name: ModuleSpec(name, None))
    monkeypatch.setattr(compiled, "import_module", fails)
    assert compiled.missing_reason() == (
        "it is installed and cannot be loaded: GLIBCXX_9.9 not found"
    )
    with pytest.warns(RuntimeWarning, match="GLIBCXX_9.9"):
        compiled.warn_if_failed()


def test_a_failed_build_lays_the_marker_unless_the_core_is_required() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (override,) = project["tool"]["scikit-build"]["overrides"]
    assert override["if"] == {"failed": True, "env": {"CPSUDOKU_REQUIRE_COMPILED": False}}
    assert override["wheel"] == {"cmake": False}
    assert [one["path"] for one in override["generate"]] == ["cpsudoku/_not_compiled.py"]
