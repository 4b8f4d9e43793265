"""Commands that start quickly: typer need not load pydantic for parameters without conversion.

From 0.29 on typer converts every parameter with pydantic, even a text to a text, and importing that
takes as long as typer itself: about 50 of the 120 ms that a short command took.  Texts, paths and
untouched defaults are therefore taken as they are here; only a number in the arguments goes the
long way.  With an older typer, which has no such step, nothing is changed.
"""

from __future__ import annotations

import gc
from functools import partial
from pathlib import Path
from typing import Any

from typer.core import TyperCommand


class QuickCommand(TyperCommand):
    """A command whose plain parameters are taken as they are."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the command's parameters, ``--help`` included."""
        return [taken_plainly(parameter) for parameter in super().get_params(ctx)]

    def invoke(self, ctx: Any) -> Any:
        """Run the command; what was loaded by now is no garbage (see `cpsudoku.__main__`)."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        return super().invoke(ctx)


def taken_plainly(parameter: Any) -> Any:
    """Return a parameter, changed so that values which need no conversion get none.

    Args:
        parameter: a parameter of a command that typer has built.
    """
    conversion = getattr(parameter, "get_runtime_param", None)
    if conversion is not None and not isinstance(conversion, partial):
        annotation = parameter.type_descriptor.annotation
        parameter.get_runtime_param = partial(_Plain, annotation, conversion)
    return parameter


class _Plain:
    """Converts a value as typer would, where that is easy to know; else asks typer to.

    Args:
        annotation: the parameter's type.
        conversion: returns typer's own converter.
    """

    def __init__(self, annotation: Any, conversion: Any) -> None:
        self._annotation = annotation
        self._conversion = conversion

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value for the command's function."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        texts = self._annotation == list[str] and isinstance(value, (list, tuple))
        if texts and all(isinstance(item, str) for item in value):
            return list(value)
        if isinstance(value, str):
            if self._annotation is str:
                return value
            if self._annotation is Path:
                return Path(value)
        elif isinstance(self._annotation, type) and isinstance(value, self._annotation):
            return value
        return self._conversion().coerce(value, param=param, ctx=ctx)
