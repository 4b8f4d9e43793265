"""The application: it imports a command's module only when it is invoked, and begins it quickly.

From 0.29 on typer converts every parameter with pydantic, even a text to a text, and importing that
takes as long as typer itself: about 50 of the 120 ms that a short command took.  Texts, paths,
plain numbers and untouched defaults are therefore converted here; only what is refused, or is
written unusually, goes the long way.  With an older typer, which has no such step, nothing is
changed.
"""

from __future__ import annotations

import gc
import re
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from cpsudoku.cli import completion, failures, registry, surroundings
from cpsudoku.cli.status import Status


class LazyGroup(TyperGroup):
    """A typer group whose commands are the lines of the registry."""

    def get_params(self, ctx: Any) -> list[Any]:
        return [_taken_plainly(parameter) for parameter in super().get_params(ctx)]

    def list_commands(self, ctx: Any) -> list[str]:
        return list(registry.HELP)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in registry.HELP:
            return None
        # Without rich in the help: drawing it would double the time that help takes.
        app = typer.Typer(rich_markup_mode=None, add_completion=False)
        app.command(cmd_name, cls=QuickCommand)(import_module(module_of(cmd_name)).command)
        return typer.main.get_command(app)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the arguments name, or fail and say which is near to it."""
        # typer looks for similar names among commands that exist as objects.
        if args and args[0] not in registry.HELP and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], registry.HELP, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            ctx.fail(f"There is no command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = max(map(len, registry.HELP))
        for section, commands in registry.COMMANDS.items():
            with formatter.section(section):
                formatter.write_dl([(name.ljust(width), line) for name, line in commands.items()])

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Return the context of a call; the help, if it is asked for, is written here."""
        with failures.reporting_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        with failures.reporting_errors():
            status = super().invoke(ctx)
            sys.stdout.flush()
        raise typer.Exit(Status.DONE if status is None else status)


def module_of(name: str) -> str:
    """Return the name of the module that holds a command."""
    return f"cpsudoku.cli.commands.{name.replace('-', '_')}"


class QuickCommand(TyperCommand):
    """A command whose plain parameters are taken as they are."""

    def get_params(self, ctx: Any) -> list[Any]:
        return [_taken_plainly(parameter) for parameter in super().get_params(ctx)]

    def invoke(self, ctx: Any) -> Any:
        """Run the command; what was loaded by now is not garbage (see `cpsudoku.__main__`)."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        return super().invoke(ctx)


def _taken_plainly(parameter: Any) -> Any:
    """Return a parameter, changed so that values which need no conversion get none."""
    conversion = getattr(parameter, "get_runtime_param", None)
    if conversion is not None and not isinstance(conversion, partial):
        parameter.get_runtime_param = partial(_Plain, parameter.type_descriptor, conversion)
    return parameter


_NUMBERS = {int: re.compile(r"[0-9]{1,19}"), float: re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")}
_NONE = re.compile(r"(?!)")


class _Plain:
    """Converts a value as typer would, where that is easy to know; else asks typer to."""

    def __init__(self, descriptor: Any, conversion: Any) -> None:
        self._annotation = descriptor.annotation
        self._asked = descriptor.parameter_info
        self._conversion = conversion

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        texts = self._annotation == list[str] and isinstance(value, (list, tuple))
        if texts and all(isinstance(item, str) for item in value):
            return list(value)
        plain = self._of_text(value) if isinstance(value, str) else value
        if isinstance(self._annotation, type) and isinstance(plain, self._annotation):
            return plain
        return self._conversion().coerce(value, param=param, ctx=ctx)

    def _of_text(self, text: str) -> object:
        """Return what a text stands for; itself where that is not easy to know."""
        if self._annotation is Path:
            return Path(text)
        if _NUMBERS.get(self._annotation, _NONE).fullmatch(text):
            number = self._annotation(text)
            least, most = self._asked.min, self._asked.max
            if (least is None or least <= number) and (most is None or number <= most):
                return number
        return text


def _show_version(wanted: bool) -> None:
    if wanted:
        import cpsudoku

        print(f"cpsudoku {cpsudoku.__version__}")
        raise typer.Exit()


def _application() -> typer.Typer:
    app = typer.Typer(
        cls=LazyGroup,
        rich_markup_mode=None,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def cpsudoku(
        version: bool = typer.Option(
            False, "--version", callback=_show_version, is_eager=True, help="Show the version."
        ),
    ) -> None:
        """Solve, check, count, generate and compare sudoku puzzles."""

    return app


app = _application()
"""The application, for embedding or testing it."""


def run() -> None:
    """Run the command line with the arguments of this process, and exit."""
    surroundings.prepare()
    try:
        with failures.reporting_errors(), surroundings.leaving_cleanly(), completion.whole_words():
            typer.main.get_command(app)(prog_name="cpsudoku")
    except typer.Exit as leaving:
        sys.exit(leaving.exit_code)
    except SystemExit as leaving:
        surroundings.leave_threads(leaving.code)
        raise
    except Exception as error:
        sys.exit(failures.report_crash(error))
