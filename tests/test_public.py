"""The public names: what they give cannot be changed, and what it takes is said."""

import builtins
import dataclasses
import pickle
import re
import tomllib
from pathlib import Path

import pytest
from well_known import EIGHTEEN

import cpsudoku
from cpsudoku import errors, learn
from cpsudoku.certificates.checking import AcceptedProof
from cpsudoku.certificates.manifest import Manifest

VALUES = [
    value
    for value in (*(getattr(cpsudoku, name) for name in cpsudoku.__all__), Manifest, AcceptedProof)
    if dataclasses.is_dataclass(value)
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_what_the_package_answers_cannot_be_changed(value: type) -> None:
    one: object = object.__new__(value)
    for field in dataclasses.fields(value):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(one, field.name, None)


ABOUT_ONE = (
    "ambiguity", "candidates", "canonical", "check", "count", "explain", "explain_conflict", "hint",
    "random_solution", "rate", "redundant", "repair", "solutions", "solve",
)  # fmt: skip
SOLVABLE = "1234341221434..."


@pytest.mark.compiled
@pytest.mark.parametrize("name", ABOUT_ONE)
def test_every_call_about_one_puzzle_takes_its_text_or_its_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(SOLVABLE)
    call = getattr(cpsudoku, name)
    assert type(call(SOLVABLE)) is type(call(path)) is type(call(cpsudoku.parse(SOLVABLE)))


def test_two_puzzles_are_the_same_as_texts_too() -> None:
    assert cpsudoku.same(SOLVABLE, SOLVABLE) is not None


@pytest.mark.compiled
def test_steps_to_come_and_paths_of_many_show_what_they_are_in_a_line() -> None:
    assert repr(cpsudoku.explain(SOLVABLE)) == f"<Walk at {SOLVABLE}; next() gives a step>"
    assert repr(cpsudoku.explain_many([SOLVABLE])) == "Explanations of 1 puzzle"


def test_the_version_is_that_of_the_installation() -> None:
    project = Path(__file__).parent.parent / "pyproject.toml"
    stated = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"]
    assert cpsudoku.__version__ == stated


def test_every_error_of_ours_is_one_that_the_base_class_catches() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    assert len(kinds) > 8
    assert all(issubclass(kind, cpsudoku.CpsudokuError) for kind in kinds)
    assert {kind.__name__ for kind in kinds} <= set(cpsudoku.__all__)


def test_errors_are_those_of_the_standard_library_that_they_are_said_to_be() -> None:
    said = re.findall(r"── (\w+) +\((\w+)\)", errors.__doc__ or "")
    assert len(said) == 8
    for name, standard in said:
        assert issubclass(getattr(errors, name), getattr(builtins, standard)), name
    assert issubclass(errors.FormatError, errors.PuzzleError)
    assert issubclass(errors.DisagreementError, errors.BackendError)


def test_answers_can_be_kept_in_sets_and_sent_to_other_processes() -> None:
    found = cpsudoku.check(EIGHTEEN)
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert len({found, again}) == 1


USUAL = cpsudoku.solve.__doc__ or ""
"""What `solve` says of its arguments holds for those of the same name everywhere."""


def test_every_public_name_says_what_it_is_and_every_function_what_it_takes() -> None:
    for name in cpsudoku.__all__:
        value = getattr(cpsudoku, name)
        said = value.__doc__ or ""
        assert said.split("\n")[0].endswith((".", ":")), name
        assert not said.startswith(f"{name}("), name  # what a dataclass says of itself
        if callable(value) and not isinstance(value, type):
            code = value.__wrapped__.__code__ if hasattr(value, "__wrapped__") else value.__code__
            count = code.co_argcount + code.co_kwonlyargcount
            known = said + USUAL
            if "arguments are those of `solve_many`" in said:
                known += cpsudoku.solve_many.__doc__ or ""
            for argument in code.co_varnames[:count]:
                assert f"{argument}:" in known, f"{name}: {argument}"


def test_each_name_that_learn_offers_is_there() -> None:
    assert [name for name in vars(learn)["__all__"] if not hasattr(learn, name)] == []
