"""Dancing links and cells: what the names behind the colon are, and that the plain lists dance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import backends
from cpsudoku.backends.exact_cover import ALGORITHMS, Cover, Dlx, ExactCoverEngine, count_covers
from cpsudoku.backends.exact_cover.links import LinksSearch, PlainSolver
from cpsudoku.encodings.exact_cover import ExactCover, exact_cover
from cpsudoku.errors import OptionError
from cpsudoku.rules import boxes, classic


def algorithm_of(name: str) -> str:
    engine = backends.engine(name, boxes(2, 2))
    assert isinstance(engine, ExactCoverEngine)
    return engine.algorithm


@pytest.mark.compiled
def test_dlx_is_links_and_its_choices_are_what_they_say() -> None:
    assert algorithm_of("dlx") == algorithm_of("dlx:links") == "links"
    assert algorithm_of("dlx:cells") == "cells"
    assert algorithm_of("dlx:python") == "python"
    assert algorithm_of("cover:sparse") == "sparse"


def test_every_choice_has_a_summary_and_no_algorithm_is_left_out() -> None:
    known = {c for made in (Dlx(), Cover()) for c in made.options["algorithm"]}
    assert known == set(ALGORITHMS)
    assert all(line for made in (Dlx(), Cover()) for line in made.choices.values())


@pytest.mark.compiled
def test_a_width_of_vectors_is_an_option_and_no_choice() -> None:
    assert sorted(backends.choices("cover")) == ["auto", "packed", "sparse"]
    engine = backends.engine("cover", boxes(2, 2), algorithm="packed128")
    assert isinstance(engine, ExactCoverEngine)
    assert engine.algorithm == algorithm_of("cover:packed128") == "packed128"
    with pytest.raises(OptionError, match="cover: algorithm is 'links'; expected one of auto, "):
        Cover("links")


@pytest.mark.compiled
def test_auto_takes_bit_sets_and_not_links() -> None:
    assert backends.auto(boxes(4, 4)) == "cover"


@pytest.mark.compiled
def test_detail_says_whether_the_search_is_compiled() -> None:
    assert Dlx().detail() == Dlx("cells").detail() == "compiled"
    assert Dlx("python").detail() == "plain Python"


def links(search: LinksSearch) -> list[list[int]]:
    lists = (search._up, search._down, search._left, search._right, search._length, search._colour)
    return [list(one) for one in lists]


@given(st.data())
def test_after_a_search_every_list_is_linked_as_at_the_start(data: st.DataObject) -> None:
    entries = st.dictionaries(st.integers(0, 5), st.integers(0, 2), max_size=4)
    rows = data.draw(st.lists(entries, max_size=10))
    problem = ExactCover(
        4,
        2,
        tuple(map(tuple, rows)),
        tuple(tuple(c if i >= 4 else 0 for i, c in row.items()) for row in rows),
    )
    search = PlainSolver(problem).search([], [])
    before = links(search)
    while search.next(None):
        assert links(search) != before
    assert links(search) == before


@pytest.mark.compiled
def test_langford_pairs_by_links_and_by_cells() -> None:
    for n, count in ((3, 2), (4, 2), (5, 0), (7, 52), (8, 300)):
        options = tuple(
            (k - 1, n + at, n + at + k + 1) for k in range(1, n + 1) for at in range(2 * n - k - 1)
        )
        problem = ExactCover(3 * n, 0, options)
        for algorithm in ("links", "cells", "python"):
            assert count_covers(problem, algorithm=algorithm).value == count


def test_the_problem_of_a_puzzle_is_that_of_its_rules_alone() -> None:
    # No propagation of our own comes before the search: all options are there, givens choose some.
    assert len(exact_cover(classic()).options) == 729
