"""The game in a terminal: keys enter, mark, undo and ask for hints."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from well_known import EASY

from cpsudoku.formats import parse
from cpsudoku.terminal.game import Game

pytest.importorskip("textual", reason="the game in a terminal needs the extra tui")


SMALL, SMALL_SOLVED = "12..3..2.1.3.32.", "1234341221434321"


def play(
    what: Callable[[Any, Any], Awaitable[None]],
    puzzle: str = EASY,
    size: tuple[int, int] = (100, 40),
) -> None:
    from textual.events import Key

    from cpsudoku.terminal.application import Play

    async def run() -> None:
        app = Play(parse(puzzle))
        async with app.run_test(size=size) as pilot:

            async def press(*keys: str) -> None:
                # Textual's own waits until the process seems idle, as it does when others are busy.
                for key in keys:
                    app.post_message(Key(key, key if len(key) == 1 else None))
                    # All take in what they were sent: the application, the screen, it again.
                    for _ in range(3):
                        await pilot.pause(0)

            await what(app, press)

    asyncio.run(run())


def test_a_puzzle_is_played_to_its_end_by_keys() -> None:
    async def keys(app: Any, press: Any) -> None:
        for number, digit in enumerate(SMALL_SOLVED):
            if SMALL[number] == ".":
                await press(digit)
            await press("right")
            if number % 4 == 3:
                await press("down")
        assert app.message == "Complete and right: all rules hold."

    play(keys, SMALL)


@pytest.mark.compiled
def test_hints_say_more_at_each_press_and_never_change_the_board() -> None:
    async def keys(app: Any, press: Any) -> None:
        before = list(app.game.digits)
        messages, lit = [], []
        for _ in range(5):
            await press("h")
            messages.append(app.message)
            lit.append(bool(app.lit))
        assert len(set(messages)) == 4
        assert lit == [False] * 3 + [True] * 2
        # The answer comes with its reason, and no part of it before.
        assert [" r1c6" in one for one in messages] == [False] * 3 + [True] * 2
        assert "is the only place left" in messages[-1]
        assert app.game.digits == before
        assert app.lit

    play(keys)


@pytest.mark.compiled
@pytest.mark.parametrize("size", [(80, 24), (80, 20), (40, 20)])
def test_board_and_hint_are_on_a_small_screen(size: tuple[int, int]) -> None:
    async def keys(app: Any, press: Any) -> None:
        await press("h", "h", "h")
        for name in ("#board", "#status", "#message"):
            place = app.query_one(name).region
            assert place.right <= size[0]
            assert place.bottom < size[1]
        assert app.query_one("#message").region.height > 0

    play(keys, size=size)


def test_a_tick_of_the_clock_after_the_board_has_gone_does_no_harm() -> None:
    async def keys(app: Any, press: Any) -> None:
        await app.query("#board").remove()
        app.show()

    play(keys)


def test_a_clash_is_shown_and_undone() -> None:
    async def keys(app: Any, press: Any) -> None:
        await press("right", "right", "5")
        assert "already" in app.message
        assert {0, 2} <= app.game.clashes()
        await press("u")
        assert app.game.digits[2] == 0

    play(keys)


def test_marks_are_entered_and_taken_by_an_entry_beside_them() -> None:
    game = Game(parse(EASY))
    game.mark(2, 4)
    game.mark(3, 4)
    game.enter(2, 4)
    assert game.marks[3] == 0
    game.undo()
    assert (game.marks[3], game.digits[2]) == (0b1000, 0)
    game.redo()
    assert game.digits[2] == 4


def test_what_was_undone_is_gone_once_something_else_is_entered() -> None:
    game = Game(parse(EASY))
    game.enter(2, 4)
    game.undo()
    game.enter(3, 6)
    game.redo()
    assert (game.digits[2], game.digits[3]) == (0, 6)
    game.undo()
    assert game.digits[3] == 0


def test_givens_stay() -> None:
    game = Game(parse(EASY))
    game.enter(0, 7)
    game.erase(0)
    assert game.digits[0] == 5
