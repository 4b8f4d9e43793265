"""Searches replayed: events fit together, and their counts are the backend's own."""

import pytest
from well_known import EASY, EIGHTEEN, INKALA_2010

from cpsudoku import backends, tracing
from cpsudoku.errors import OptionError, UnsupportedError
from cpsudoku.formats import parse
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import boxes
from cpsudoku.tracing import TRACED, matrix, trace

IMPOSSIBLE = "12..34...1..3..."
NEARLY = "12343412214....."
"""Few enough blanks for an exhaustive search."""


def searched(text: str, name: str, solutions: int | None) -> tuple[int | None, int | None]:
    puzzle = parse(text)
    engine = backends.engine(name, puzzle.rules)
    stats = engine.search(puzzle.candidates, Limits(solutions=solutions)).stats
    return stats.nodes, stats.conflicts


@pytest.mark.parametrize("name", TRACED)
@pytest.mark.parametrize("text", [EIGHTEEN, IMPOSSIBLE, NEARLY])
def test_events_count_what_the_compiled_search_counts(name: str, text: str) -> None:
    if name == "backtrack:exhaustive" and text != NEARLY:
        return  # millions of grids
    found = trace(parse(text), name, limit=10**6, solutions=None)
    nodes, conflicts = searched(text, name, None)
    root = name.startswith("dlx")  # which counts its root as a node
    assert found.complete
    assert (found.tried + root, found.contradictions) == (nodes, conflicts)
    assert found.stats.nodes == found.tried


@pytest.mark.parametrize("name", TRACED)
def test_givens_are_nothing_that_follows_and_a_node_is_a_digit_tried(name: str) -> None:
    puzzle = parse(NEARLY)
    found = trace(puzzle, name, limit=10**6, solutions=None)
    follows = [cell for e in found.events if e.kind == "propagate" for cell, _ in e.entries]
    assert not any(puzzle.digits[cell] for cell in follows)
    assert (found.stats.nodes, found.stats.propagations) == (found.tried, len(follows))


@pytest.mark.parametrize("name", [n for n in TRACED if n != "backtrack:exhaustive"])
def test_what_is_tried_is_taken_back_in_turn_until_all_is_found(name: str) -> None:
    found = trace(parse(EIGHTEEN), name, limit=10**6, solutions=None)
    standing: list[tuple[tuple[int, int], ...]] = []
    for event in found.events:
        if event.kind == "try":
            standing.append(event.entries)
        assert event.depth == len(standing)
        if event.kind == "back":
            assert event.entries == standing.pop()
    assert standing == []
    solutions = {event.grid for event in found.events if event.kind == "found"}
    assert len(solutions) == found.counts["found"] == 18


def test_the_matrix_of_dancing_links_is_what_the_chosen_rows_leave() -> None:
    puzzle = parse(EIGHTEEN)
    events = trace(puzzle, "dlx", limit=10**6, solutions=None).events
    for number, event in enumerate(events):
        found = matrix(puzzle, events[:number])
        if event.kind == "try":
            assert found.fewest is not None
            column = next(row for row, name in enumerate(found.options) if name == event.text)
            if events[number - 1].kind != "back":
                assert found.fewest in found.ones[column]  # the search chose the same column
        if event.kind == "contradict":
            left = {item for row in found.rows_left for item in found.ones[row]}
            assert left != set(range(len(found.items))) - found.covered
        if event.kind == "found":
            assert found.covered == set(range(len(found.items)))
    assert matrix(puzzle, events).chosen == matrix(puzzle, ()).chosen == ()


def test_two_digits_that_have_only_one_cell_left_are_named() -> None:
    puzzle = parse(
        "..46...1297.........8.42.67...........9.5.7.......4.........2....7..............."
    )
    texts = [event.text for event in trace(puzzle, "backtrack", limit=20).events]
    assert "2 and 6 have only r2c3" in texts


def test_a_trace_is_cut_at_its_limit_and_still_says_what_all_costs() -> None:
    found = trace(parse(INKALA_2010), "backtrack:index", limit=50)
    assert len(found.events) == 50
    assert not found.complete
    assert found.stats.nodes is not None
    assert found.stats.nodes > 50


@pytest.mark.compiled
def test_a_contradiction_says_why() -> None:
    for name in ("backtrack", "dlx"):
        found = trace(parse(INKALA_2010), name, solutions=None)
        dead_ends = [e.text for e in found.events if e.kind == "contradict"]
        assert dead_ends
        for text in dead_ends:
            assert "has no " in text or "have only" in text


def test_pictures_have_a_line_for_each_try_and_columns_for_each_search() -> None:
    one = trace(parse(EIGHTEEN), "backtrack:fewest")
    drawn = tracing.picture(one)
    assert drawn.count("left)") == one.tried
    assert "★ a solution" in drawn
    both = tracing.side_by_side([one, trace(parse(EASY), "dlx")])
    assert both.splitlines()[0].split() == ["backtrack:fewest", "dlx"]
    assert f"nodes {one.stats.nodes}" in both


def test_searches_that_cannot_be_watched_are_refused() -> None:
    with pytest.raises(OptionError, match="can be watched"):
        trace(parse(EASY), "cpsat")
    with pytest.raises(OptionError, match="'dlx:cells' can be watched"):
        trace(parse(EASY), "dlx:cells")
    with pytest.raises(OptionError, match="no such method"):
        trace(parse(EASY), "backtrack:nothing")
    with pytest.raises(UnsupportedError):
        trace(parse("." * 81), "backtrack:exhaustive")
    with pytest.raises(UnsupportedError, match="at most 10,000"):
        trace(Puzzle.empty(boxes(11, 11)))
    with pytest.raises(OptionError, match="events"):
        trace(parse(EASY), limit=0)


def test_what_is_tried_is_not_reported_again_as_what_follows() -> None:
    found = trace(parse(INKALA_2010), "backtrack")
    standing: list[tuple[tuple[int, int], ...]] = []
    for event in found.events:
        placed = event.entries
        if event.kind == "try":
            standing.append(placed)
        elif event.kind == "back":
            standing.pop()
        elif event.kind == "propagate":
            assert placed not in standing


def test_what_follows_together_is_broken_into_lines_that_fit() -> None:
    found = trace(EASY)
    lines = tracing.picture(found).splitlines()
    assert max(map(len, lines)) <= 80
    followed = " ".join(line[2:] for line in lines if line[:2] in {"→ ", "  "})
    assert followed == " ".join(one.text for one in found.events if one.kind == "propagate")
