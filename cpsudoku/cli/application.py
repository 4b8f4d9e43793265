"""The application: a group of commands, each imported only when it is invoked."""

from __future__ import annotations

import sys
from typing import Any

import click

import cpsudoku
from cpsudoku.cli import completion, failures, registry, surroundings
from cpsudoku.cli.status import Status


class LazyGroup(click.Group):
    """A group whose commands are the lines of the registry."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(registry.HELP)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return registry.command_of(cmd_name) if cmd_name in registry.HELP else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name, or fail and say which is near to it."""
        if args and args[0] not in registry.HELP and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], registry.HELP, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            ctx.fail(f"There is no command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, registry.HELP))
        for section, commands in registry.COMMANDS.items():
            with formatter.section(section):
                formatter.write_dl([(name.ljust(width), line) for name, line in commands.items()])

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Return the context of a call; the help, if it is asked for, is written here."""
        with failures.reporting_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with failures.reporting_errors():
            status = super().invoke(ctx)
            sys.stdout.flush()
        raise click.exceptions.Exit(Status.DONE if status is None else status)


@click.group(
    "cpsudoku",
    cls=LazyGroup,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(
    cpsudoku.__version__, message="cpsudoku %(version)s", help="Show the version."
)
def app() -> None:
    """Solve, check, count, generate and compare sudoku puzzles."""


def run() -> None:
    """Run the command line with the arguments of this process, and exit."""
    surroundings.prepare()
    try:
        with failures.reporting_errors(), surroundings.leaving_cleanly():
            completion.prepare()
            app(prog_name="cpsudoku")
    except click.exceptions.Exit as leaving:
        sys.exit(leaving.exit_code)
    except Exception as error:
        sys.exit(failures.report_crash(error))
