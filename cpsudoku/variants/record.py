"""What makes a class of annotated names a value: how it is made, compared and kept from change.

A dataclass does the same, and compiles code for each class when the class is read.  There are many
variants, and reading a notation asks all of them for their words; so what differs from class to
class is data here, and all of them load in half of the time.

>>> from cpsudoku.variants.cages import Killer
>>> [field.name for field in fields_of(Killer)]
['cells', 'total']
"""

from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, field, make_dataclass
from functools import cache
from inspect import get_annotations
from typing import Any, ClassVar, NamedTuple, dataclass_transform, get_type_hints

from cpsudoku.rules import Constraint


class Field(NamedTuple):
    """A field of a variant beside its board.

    Args:
        kind: ``cells``, ``cell lists``, ``number``, ``optional number`` or ``numbers``.
        required: whether a variant without it makes no sense.
    """

    name: str
    kind: str
    required: bool


class _AsOfDataclass:
    """What `dataclasses` asks a class for, so that its functions and decorator work with ours."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type[VariantRecord]) -> Any:
        return getattr(_dataclass_of(owner), self._name)


@dataclass_transform(frozen_default=True)
class VariantRecord(Constraint):
    """A constraint that is the values of its annotated names, in their order."""

    __dataclass_fields__: ClassVar[Any] = _AsOfDataclass()
    __dataclass_params__: ClassVar[Any] = _AsOfDataclass()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        declared = (get_annotations(base).items() for base in reversed(cls.__mro__)
                    if issubclass(base, VariantRecord) and base is not VariantRecord)  # fmt: skip
        names = (name for some in declared for name, hint in some if "ClassVar" not in str(hint))
        cls.__match_args__ = tuple(dict.fromkeys(names))  # type: ignore[misc]

    def __init__(self, *values: object, **named: object) -> None:
        names = self.__match_args__
        if len(values) != len(names) or named:
            values = (*values, *(self._taken(name, named) for name in names[len(values) :]))
            if named or len(values) > len(names):
                said = ", ".join(named) or f"{len(values)} values"
                raise TypeError(f"{type(self).__name__} with {said}; expected {', '.join(names)}")
        vars(self).update(zip(names, values, strict=True))

    def _taken(self, name: str, named: dict[str, object]) -> object:
        value = named.pop(name) if name in named else getattr(type(self), name, MISSING)
        if value is MISSING:
            raise TypeError(f"{type(self).__name__} without {name}")
        return value

    def _values(self) -> tuple[object, ...]:
        return tuple(map(vars(self).__getitem__, self.__match_args__))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        said = (f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__qualname__}({', '.join(said)})"

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


@cache
def _dataclass_of(record: type[VariantRecord]) -> type:
    names = record.__match_args__
    fields = [(name, Any, field(default=getattr(record, name, MISSING))) for name in names]
    return make_dataclass(record.__name__, fields, frozen=True)


@cache
def fields_of(record: type[VariantRecord]) -> tuple[Field, ...]:
    """Return the fields of a class beside the board; the kind is empty where a type says none."""
    hints = get_type_hints(record, include_extras=True)
    names = [name for name in record.__match_args__ if name != "board"]
    kinds = [(name, getattr(hints[name], "__metadata__", ("",))[0]) for name in names]
    return tuple(Field(name, kind, not hasattr(record, name)) for name, kind in kinds)
