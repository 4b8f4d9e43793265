"""The progress bar: at a terminal, for long work, and nowhere else."""

import io
import sys
from pathlib import Path

import pytest
from well_known import EASY

from cpsudoku.cli import progress, registry


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at_terminal(monkeypatch: pytest.MonkeyPatch, patience: float = 0.0) -> Terminal:
    """Make stderr a terminal; not in a fixture, whose stderr pytest would replace again."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    monkeypatch.setattr(progress, "REDRAW", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    return stream


def work(*, quiet: bool = False) -> None:
    with progress.bar("solving", quiet=quiet) as advance:
        for _ in range(3):
            advance(1)


def test_long_work_shows_how_far_it_is_and_how_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = at_terminal(monkeypatch)
    work()
    shown = stderr.getvalue()
    assert "solving" in shown
    assert "/s" in shown


def test_a_big_file_shows_how_far_it_is_and_how_fast(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, answers = tmp_path / "many.txt", tmp_path / "answers.txt"
    path.write_text(f"{EASY}\n" * 1234)
    stderr = at_terminal(monkeypatch)
    check = registry.command_of("check")
    assert check.main([str(path), "-o", str(answers)], standalone_mode=False) == 0
    assert "checking" in stderr.getvalue()
    assert "1234/1234" in stderr.getvalue()
    assert "/s" in stderr.getvalue()
    assert len(answers.read_text().splitlines()) == 1234


def test_a_known_total_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = at_terminal(monkeypatch)
    with progress.bar("comparing", total=40) as advance:
        advance(10)
    assert "10/40" in stderr.getvalue()


def test_a_total_that_becomes_known_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr, totals = at_terminal(monkeypatch), iter([None, 80, 60])
    with progress.bar("rating", total=lambda: next(totals)) as advance:
        for _ in range(3):
            advance(10)
    shown = stderr.getvalue()
    assert shown.index("10/?") < shown.index("20/80") < shown.index("30/60")


def test_short_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = at_terminal(monkeypatch, patience=1e9)
    work()
    assert stderr.getvalue() == ""


def test_quiet_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = at_terminal(monkeypatch)
    work(quiet=True)
    assert stderr.getvalue() == ""


def test_nothing_is_shown_where_stderr_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    work()
    assert stream.getvalue() == ""


def test_the_bar_goes_when_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = at_terminal(monkeypatch)

    def failing() -> None:
        with progress.bar("solving") as advance:
            advance(1)
            raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        failing()
    # The cursor, hidden while a bar is drawn, is shown again.
    assert stderr.getvalue().rindex("\x1b[?25h") > stderr.getvalue().rindex("\x1b[?25l")
