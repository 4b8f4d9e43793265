"""A line on stderr says how far a call about many puzzles has come."""

import pytest

from cpsudoku import count_many
from cpsudoku.ground import progress
from cpsudoku.ground.progress import reporting


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


def test_a_line_is_written_over_and_left_in_the_end(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with reporting(True) as report:
        for now, done in ((0.1, 10), (1.0, 500), (1.05, 510), (2.0, 1000)):
            clock.now = now
            report(done, 1000)
    assert capsys.readouterr().err == (
        "\r500 of 1,000 (50 %), 500/s, 0:00:01 left\r1,000 of 1,000 (100 %), 500/s           \n"
    )


def test_without_a_total_there_is_no_share(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with reporting(True) as report:
        clock.now = 2.0
        report(5000, None)
    assert capsys.readouterr().err == "\r5,000, 2,500/s\n"


def test_short_work_and_who_asks_for_nothing_see_nothing(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    count_many(["." * 16], progress=True)
    clock.now = 5.0
    for nothing in (None, False):
        with reporting(nothing) as report:
            report(1, 2)
    assert capsys.readouterr().err == ""
