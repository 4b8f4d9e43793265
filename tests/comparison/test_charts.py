"""Charts: what is drawn, and where."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from cpsudoku.comparison.charts import HOLLOW, MARKERS, Series, growth

SVG = "{http://www.w3.org/2000/svg}"
GROUPS = ["easy", "fair", "hard"]


def draw(*series: Series, groups: Sequence[str] = GROUPS) -> ElementTree.Element:
    return ElementTree.fromstring(growth(groups, "level", {"nodes": series}))


def markers(drawing: ElementTree.Element) -> list[tuple[float, float, str, str]]:
    """Return place, shape and filling of the markers of the lines; those of the legend left out."""
    found = []
    for path in drawing.iter(f"{SVG}path"):
        x, y = map(float, re.findall(r"[\d.]+", path.attrib["transform"]))
        if y < 270:
            found.append((x, y, path.attrib["d"], path.attrib["fill"]))
    return found


def texts(drawing: ElementTree.Element) -> list[str]:
    return ["".join(element.itertext()) for element in drawing.iter(f"{SVG}text")]


def test_equal_ratios_are_equal_distances() -> None:
    low, middle, high = markers(draw(Series("one", [10, 100, 1000])))
    assert low[1] - middle[1] == pytest.approx(middle[1] - high[1], abs=0.11)
    assert low[1] > high[1]
    assert middle[0] - low[0] == pytest.approx(high[0] - middle[0], abs=0.11)


def test_zero_has_a_line_of_its_own_below_the_rest() -> None:
    drawing = draw(Series("one", [0, 1, 10]))
    zero, one, ten = markers(drawing)
    assert zero[1] - one[1] == pytest.approx(one[1] - ten[1], abs=0.11)
    assert "0" in texts(drawing)
    assert "0" not in texts(draw(Series("one", [1, 2, 3])))


def test_lines_differ_in_shape_and_dash() -> None:
    drawing = draw(*(Series(str(i), [i + 1, i + 2, i + 3]) for i in range(len(MARKERS))))
    assert len({shape for _, _, shape, _ in markers(drawing)}) == len(MARKERS)
    dashes = [line.get("stroke-dasharray") for line in drawing.iter(f"{SVG}polyline")]
    assert len(set(dashes)) == len(MARKERS)


def test_a_bound_is_hollow_and_the_drawing_says_what_that_means() -> None:
    drawing = draw(Series("one", [1, 2, 3], [False, False, True]))
    assert [fill for *_, fill in markers(drawing)].count("#fff") == 1
    assert markers(drawing)[2][3] == "#fff"
    assert HOLLOW in texts(drawing)
    assert HOLLOW not in texts(draw(Series("one", [1, 2, 3])))


def test_a_gap_has_no_marker_and_breaks_the_line() -> None:
    drawing = draw(Series("one", [1, None, 3]))
    assert len(markers(drawing)) == 2
    assert len(list(drawing.iter(f"{SVG}polyline"))) == 3  # two parts, and the legend


def test_the_legend_and_groups_are_named_and_any_name_is_safe() -> None:
    drawing = draw(Series("a<b&c", [1, 2, 3]))
    assert {"a<b&c", "nodes", "level", *GROUPS} <= set(texts(drawing))


def test_many_groups_leave_out_names_that_would_overlap() -> None:
    groups = [f"group {i}" for i in range(60)]
    shown = [
        text for text in texts(draw(Series("one", [1] * 60), groups=groups)) if "group" in text
    ]
    assert shown[0] == "group 0"
    assert 3 < len(shown) < 12


def test_nothing_known_is_drawn_as_nothing() -> None:
    assert markers(draw(Series("one", [None, None, None]))) == []
    assert len(markers(draw(Series("one", [0, 0, 0])))) == 3


def test_huge_ranges_have_few_lines() -> None:
    drawing = draw(Series("one", [1e-6, 1, 1e30]))
    assert len(list(drawing.iter(f"{SVG}line"))) < 14
