"""How a command declares what it takes: options, groups of options, and the command itself.

An option stands above its command as a decorator, or is a field of a group.  A group is a plain
dataclass; a command takes it as one value, by its name in small letters.

>>> @dataclass(frozen=True)
... class Loudness:
...     quiet: bool = field_of(option("--quiet -q", "No summary."))
>>> @as_command({"greet -q": "Say hello"})
... @option("--times NUMBER", "How often.", default="1")
... @group(Loudness)
... def greet(times: str, loudness: Loudness) -> None:
...     print("hello " * int(times), loudness.quiet)
>>> greet.main(["-q", "--times", "2"], standalone_mode=False)
hello hello  True
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cpsudoku.errors import quoted
from cpsudoku.ground.names import alike, plain, suggestion

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem  # 2 ms, which only shells ask for

Function = TypeVar("Function", bound=Callable[..., Any])
Listed = Mapping[str, str] | Collection[str]
Values = Listed | Callable[[], Listed]
"""Names, perhaps with a line of help for each; or what returns them once they are needed."""

Complete = Callable[[str], Mapping[str, str]]
"""Given a text so far, what it may become, with a line of help for each."""

INPUT, SEARCH, OUTPUT, SCALE = "Input", "Search", "Output", "Scale and jobs"
"""Headings of options in the help of several commands."""

_LAST = (SEARCH, OUTPUT, SCALE, "Help")
"""What comes after a command's own headings."""

MOST = 10**18
"""The greatest whole number by default: what 64 bits can hold."""


class Option(click.Option):
    """An option of a command.

    Args:
        heading: where it stands in the help.
        usual: what the help shows as its default.
        no_job: why it cannot be given to a job; empty if it can.
    """

    def __init__(
        self,
        *names: Any,
        heading: str,
        usual: str,
        no_job: str,
        **how: Any,
    ) -> None:
        super().__init__(*names, **how)
        self.heading, self.usual, self.no_job = heading, usual, no_job

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        names, about = super().get_help_record(ctx) or ("", "")
        return names, f"{about}  [default: {self.usual}]" if self.usual else about


class Argument(click.Argument):
    """An argument of a command, with a line of help."""

    heading = "Arguments"

    def __init__(self, *names: Any, about: str, **how: Any) -> None:
        super().__init__(*names, **how)
        self.about = about

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        return self.metavar or self.human_readable_name, self.about


class NumberType(click.ParamType):  # type: ignore[type-arg]  # not generic before click 8.3
    """A number in a range, whole or not."""

    name = "number"

    def __init__(self, kind: type[int] | type[float], least: float, most: float | None) -> None:
        self._kind, self._least, self._most = kind, least, most

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        with suppress(ValueError):
            number = self._kind(value)
            if number >= self._least and (self._most is None or number <= self._most):
                return number
        what = "a whole number" if self._kind is int else "a number"
        range_ = f"{self._least} or more"
        if self._most is not None:
            range_ = f"from {self._least} to {'10^18' if self._most == MOST else self._most}"
        return self.fail(f"{quoted(value)}; expected {what}, {range_}", param, ctx)


class Name(click.ParamType):  # type: ignore[type-arg]  # likewise
    """One of some names, or several with a sign between them, however people write them.

    Args:
        what: a noun for messages.
        names: the names, perhaps with a line of help for each, or what returns them.
        between: the sign between several; empty for one.
        expected: what a message says instead of listing them.
    """

    name = "name"

    def __init__(self, what: str, names: Values, between: str = "", expected: str = "") -> None:
        self._what, self._names = what, names
        self._between, self._expected = between, expected

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        parts = value.split(self._between) if self._between else [value]
        return self._between.join(self._known(part, param, ctx) for part in parts)

    def _known(self, part: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        names = self._names() if callable(self._names) else self._names
        found = alike(part, names)
        if found is None:
            expected = self._expected or f"expected {_listed(names)}"
            hint = suggestion(part, names)
            self.fail(f"there is no {self._what} {quoted(part)}; {expected}{hint}", param, ctx)
        return found

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete the last name."""
        before = incomplete[: incomplete.rfind(self._between) + 1] if self._between else ""
        names = self._names() if callable(self._names) else self._names
        lines = names if isinstance(names, Mapping) else dict.fromkeys(names, "")
        whole = {before + name: line for name, line in lines.items()}
        return _offered({name: one for name, one in whole.items() if name.startswith(incomplete)})


def _listed(names: Collection[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


@dataclass(frozen=True)
class Declaration:
    """An option or an argument: a decorator of commands, or by `field_of` a field of a group."""

    names: tuple[str, ...]
    how: Mapping[str, Any]

    def __call__(self, function: Function) -> Function:
        declare = click.argument if issubclass(self.how["cls"], Argument) else click.option
        return declare(*self.names, **self.how)(function)

    def named(self, name: str) -> Declaration:
        """Return the same for a parameter of another name."""
        return replace(self, names=(*(one for one in self.names if one.startswith("-")), name))

    def usually(self, default: Any) -> Declaration:
        """Return the same with another default."""
        return replace(self, how={**self.how, "default": default, "usual": _usual(default)})


def field_of(declared: Declaration, *, compare: bool = True) -> Any:
    """Return the field of a group that an option or an argument is.

    Args:
        compare: whether answers depend on it.
    """
    default = () if declared.how.get("nargs") == -1 else None
    default = declared.how.get("default", default)
    return field(default=default, compare=compare, metadata={"declared": declared})


def group(kind: type[Any], name: str = "", **defaults: Any) -> Callable[[Function], Function]:
    """Return a decorator that adds a group's options to a command, which gets them as one value.

    Args:
        name: of the parameter; by default that of the group in small letters.
        defaults: of options for which this command has other ones.
    """

    def decorate(function: Function) -> Function:
        @wraps(function)
        def grouped(**given: Any) -> Any:
            own = {one.name: given.pop(one.name) for one in fields(kind)}
            return function(**{name or kind.__name__.lower(): kind(**own)}, **given)

        made: Any = grouped
        for one in reversed(fields(kind)):
            declared: Declaration = one.metadata["declared"].named(one.name)
            if one.name in defaults:
                declared = declared.usually(defaults[one.name])
            made = declared(made)
        return made  # type: ignore[no-any-return]

    return decorate


def option(
    declared: str,
    about: str,
    default: Any = None,
    *,
    name: str | None = None,
    kind: Any = None,
    heading: str = "Options",
    usual: str | None = None,
    several: bool = False,
    required: bool = False,
    completes: Complete | None = None,
    no_job: str = "",
) -> Declaration:
    """Return an option, which is a yes or no if its value has no name.

    Args:
        declared: its names and the name of its value, as ``--output -o FILE``.
        about: its line of help.
        name: of the parameter; by default that of the first long name.
        usual: what the help shows as the default, if that is not the default itself.
        several: whether it may be given several times; the parameter is a tuple.
        kind: the type of its value, such as a `Name`; by default any text.
        completes: offers values that cannot be listed.
    """
    names = [word for word in declared.split() if word.startswith("-")]
    value = declared.removeprefix(" ".join(names)).strip()
    how = {
        "cls": Option, "help": about, "heading": heading, "no_job": no_job,
        "usual": _usual(default) if usual is None else usual, "required": required,
        "multiple": several,
    }  # fmt: skip
    if not required:
        how["default"] = () if several else default
    if value:
        how |= {"metavar": value, "type": kind or click.STRING}
    else:
        how |= {"is_flag": True, "default": bool(default)}
    if completes:
        how["shell_complete"] = lambda ctx, param, incomplete: _offered(completes(incomplete))
    return Declaration((*names, *([name] if name else [])), how)


def whole(
    names: str, about: str, default: int | None = None, *, least: int = 1, most: int = MOST,
    value: str = "NUMBER", **how: Any,
) -> Declaration:  # fmt: skip
    """Return an option for a whole number, with the range that it must be in."""
    return option(f"{names} {value}", about, default, kind=NumberType(int, least, most), **how)


def number(
    declared: str, about: str, default: float | None = None, *, least: float = 0,
    most: float | None = None, **how: Any,
) -> Declaration:  # fmt: skip
    """Return an option for a number, with the range that it must be in."""
    return option(declared, about, default, kind=NumberType(float, least, most), **how)


def seconds(names: str, about: str, default: float | None = None, **how: Any) -> Declaration:
    """Return an option for a time."""
    return number(f"{names} SECONDS", about, default, **how)


def file(declared: str, about: str, **how: Any) -> Declaration:
    """Return an option for the name of a file or a folder, which shells complete."""
    return option(declared, about, kind=click.Path(path_type=Path), **how)


def argument(name: str, value: str, about: str, **how: Any) -> Declaration:
    """Return an argument, given the parameter, what it is called, and its line of help.

    Shells complete it as the name of a file, unless its type says otherwise.
    """
    how = how if "type" in how else {"shell_complete": _files, **how}
    return Declaration((name,), {"cls": Argument, "metavar": value, "about": about, **how})


def _usual(default: Any) -> str:
    if isinstance(default, float):
        return f"{default:g}"
    return "" if default in (None, "") or isinstance(default, (bool, tuple)) else str(default)


def _files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def _offered(lines: Mapping[str, str]) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(value, help=line or None) for value, line in lines.items()]


class HeadedCommand(click.Command):
    """A command whose help has its options under headings, and examples at its end.

    Args:
        examples: commands, each with what it does.
        instead: the option for a surplus argument, in words; empty for none.
    """

    def __init__(
        self, *arguments: Any, examples: Mapping[str, str], instead: str, **how: Any
    ) -> None:
        super().__init__(*arguments, **how)
        self.examples, self._instead = examples, instead
        self.allow_extra_args = bool(instead)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse them; where they are wrong, name the options that may be meant."""
        try:
            left = super().parse_args(ctx, args)
        except click.MissingParameter as error:
            about = getattr(error.param, "about", getattr(error.param, "help", ""))
            ctx.fail(f"{error.format_message().rstrip('.')}: {about}")
        except click.NoSuchOption as error:
            from difflib import get_close_matches

            given = [one for one in self.params if isinstance(one, Option)]
            near = partial(get_close_matches, plain(error.option_name), cutoff=0.8)
            its = [one.opts[0] for one in given if near([plain(one.heading)])]
            if error.possibilities or not its:
                raise
            ctx.fail(f"{error.message.rstrip('.')}; for this there are {', '.join(its)}")
        if left:
            many = "s" if len(left) > 1 else ""
            ctx.fail(f"Got unexpected extra argument{many} ({' '.join(left)}); {self._instead}")
        return left

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command takes, under headings; its own ones stand after the input."""
        rows: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                rows.setdefault(getattr(parameter, "heading", "Help"), []).append(record)
        for heading in sorted(rows, key=_place):
            with formatter.section(heading):
                formatter.write_dl(rows[heading])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        with formatter.section("Examples"):
            for example, purpose in self.examples.items():
                formatter.write_text(f"{purpose}:")
                formatter.write(f"{'':{formatter.current_indent + 2}}{example}\n")


def _place(heading: str) -> int:
    """Return where a heading stands among others; a command's own keep their order."""
    return _LAST.index(heading) + 2 if heading in _LAST else heading != Argument.heading


def as_command(
    examples: Mapping[str, str], *, instead: str = ""
) -> Callable[[Callable[..., Any]], HeadedCommand]:
    """Return a decorator that makes a function a command, with its docstring as help.

    Args:
        examples: as of `HeadedCommand`, as is the other.
    """
    return click.command(cls=HeadedCommand, examples=examples, instead=instead)
