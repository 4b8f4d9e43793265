"""The public names: what they give cannot be changed, and what it takes is said."""

import dataclasses
import pickle

import pytest

import cpsudoku

VALUES = [
    value
    for value in (getattr(cpsudoku, name) for name in cpsudoku.__all__)
    if dataclasses.is_dataclass(value)
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_what_the_package_answers_cannot_be_changed(value: type) -> None:
    one: object = object.__new__(value)
    for field in dataclasses.fields(value):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(one, field.name, None)


def test_answers_can_be_kept_in_sets_and_sent_to_other_processes() -> None:
    found = cpsudoku.check("1.............4.")
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert len({found, again}) == 1


def test_every_public_name_says_what_it_is_and_every_function_what_it_takes() -> None:
    for name in cpsudoku.__all__:
        value = getattr(cpsudoku, name)
        said = value.__doc__ or ""
        assert said.split("\n")[0].endswith((".", ":")), name
        assert not said.startswith(f"{name}("), name  # what a dataclass says of itself
        if callable(value) and not isinstance(value, type):
            code = value.__wrapped__.__code__ if hasattr(value, "__wrapped__") else value.__code__
            count = code.co_argcount + code.co_kwonlyargcount
            for argument in code.co_varnames[:count]:
                assert f"{argument}:" in said, f"{name}: {argument}"
