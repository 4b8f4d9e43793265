"""The line of progress: at a terminal, for long work, and nowhere else."""

import io
import sys
from pathlib import Path

import pytest
from well_known import EASY

from cpsudoku.cli import failures, progress, registry
from cpsudoku.ground import progress as lines


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at_terminal(monkeypatch: pytest.MonkeyPatch, patience: float = 0.0) -> Terminal:
    """Make stderr a terminal; not in a fixture, whose stderr pytest would replace again."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(lines, "PATIENCE", patience)
    monkeypatch.setattr(lines, "REDRAW", 0.0)
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
    assert "1,234 of 1,234 (100 %)" in stderr.getvalue()
    assert "/s" in stderr.getvalue()
    assert len(answers.read_text().splitlines()) == 1234


def test_a_known_total_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = at_terminal(monkeypatch)
    with progress.bar("comparing", total=40) as advance:
        advance(10)
    assert "comparing 10 of 40 (25 %)" in stderr.getvalue()


def test_a_total_that_becomes_known_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr, totals = at_terminal(monkeypatch), iter([None, 80, 60])
    with progress.bar("rating", total=lambda: next(totals)) as advance:
        for _ in range(3):
            advance(10)
    shown = stderr.getvalue()
    assert shown.index(" 10, ") < shown.index(" 20 of 80 ") < shown.index(" 30 of 60 ")


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
    monkeypatch.setattr(lines, "PATIENCE", 0.0)
    work()
    assert stream.getvalue() == ""


def seen(text: str) -> str:
    """What a terminal shows of a text in the end: after "\\r" the line is written over."""
    lines = []
    for line in text.split("\n"):
        shown = ""
        for part in line.split("\r"):
            shown = part + shown[len(part) :]
        lines.append(shown.rstrip())
    return "\n".join(lines)


def test_the_line_goes_when_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = at_terminal(monkeypatch)

    def failing() -> None:
        with progress.bar("solving") as advance:
            advance(1)
            raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        failing()
    assert "solving 1" in stderr.getvalue()
    assert seen(stderr.getvalue()) == ""


def test_messages_stand_above_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = at_terminal(monkeypatch)
    with progress.bar("solving") as advance:
        advance(1)
        failures.say("one")
        advance(1)
        assert seen(stderr.getvalue()).startswith("one\nsolving 2, ")
    assert seen(stderr.getvalue()) == "one\n"
    assert sys.stderr is stderr


def test_a_line_is_not_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = at_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "20")
    with progress.bar("solving") as advance:
        advance(1, "a word that is long")
    assert max(map(len, stderr.getvalue().split("\r"))) == 19
