"""Documents are read as what their annotations say, and refused with the place of what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import pytest

from cpsudoku.errors import FormatError
from cpsudoku.ground.documents import OTHER_NAME, Condition, exactly, read_as


@dataclass(frozen=True)
class Inner:
    pair: tuple[int, float]
    with_: tuple[str, ...] = field(default=(), metadata={OTHER_NAME: "with"})


@dataclass(frozen=True)
class Outer:
    version: Annotated[int, exactly(1)]
    least: Annotated[int, Condition(range(3, 9).__contains__, "3 to 8")] | None
    inner: dict[str, Inner]
    anything: object = None
    is_so: bool = False


GOOD = {"version": 1, "least": None, "inner": {"a": {"pair": [1, 2], "with": ["x"]}}}


def test_a_document_is_read_as_its_kind() -> None:
    found = read_as(Outer, GOOD | {"least": 4, "anything": [{}]})
    assert found == Outer(1, 4, {"a": Inner((1, 2.0), ("x",))}, [{}])
    assert type(found.inner["a"].pair[1]) is float
    assert read_as(Outer, GOOD).least is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 2}, "version: 2; expected 1"),
        ({"version": True}, "version: True; expected 1"),
        ({"version": 1.0}, "version: 1.0; expected 1"),
        ({"least": 9}, "least: 9; expected 3 to 8"),
        ({"least": "9"}, "least: '9'; expected 3 to 8"),
        ({"is_so": 1}, "is_so: 1; expected true or false"),
        ({"inner": []}, "inner: []; expected an object"),
        ({"inner": {"a": 1}}, "inner.a: 1; expected an object with pair, with"),
        ({"inner": {"a": {}}}, "inner.a.pair: it is missing"),
        ({"inner": {"a": {"pair": [1]}}}, "inner.a.pair: [1]; expected a list"),
        ({"inner": {"a": {"pair": [1, "2"]}}}, "inner.a.pair[1]: '2'; expected a number"),
        ({"inner": {"a": {"pair": [1.5, 2]}}}, "inner.a.pair[0]: 1.5; expected a whole number"),
        ({"inner": {"a": {"pair": [1, 2], "with": "x"}}}, "inner.a.with: 'x'; expected a list"),
        ({"inner": {"a": {"pair": [1, 2], "with": [3]}}}, "inner.a.with[0]: 3; expected a text"),
        ({"inner": {"a": {"pair": [1, 2], "with_": []}}}, "inner.a.with_: unknown; expected pair"),
        ({"inner": {"a": {"pairs": [1, 2]}}}, "inner.a.pairs: unknown; expected pair, with"),
        ({"inner": {"a": {"pair": [1, 10**400]}}}, "inner.a.pair[1]: 1"),
        ({"more": 1}, "more: unknown; expected version, least, inner, anything, is_so"),
    ],
)
def test_what_is_of_another_kind_is_refused_by_its_place(
    changes: dict[str, object], message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        read_as(Outer, GOOD | changes)
    assert str(caught.value).startswith(message)
    with pytest.raises(FormatError) as caught:
        read_as(tuple[Outer, ...], [GOOD, GOOD | changes], "all")
    assert str(caught.value).startswith(f"all[1].{message}")
    with pytest.raises(FormatError) as caught:
        read_as(dict[str, Outer], {"one": GOOD | changes})
    assert str(caught.value).startswith(f"one.{message}")


@pytest.mark.parametrize("document", [None, [], "version", 3])
def test_what_is_no_object_is_refused(document: object) -> None:
    with pytest.raises(FormatError, match="expected an object with version, least, inner"):
        read_as(Outer, document)
