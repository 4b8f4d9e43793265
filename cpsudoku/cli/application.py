"""The application: a group of commands, each imported only when it is invoked."""

from __future__ import annotations

import sys
from typing import Any

import click

import cpsudoku
from cpsudoku.asking.outcomes import Status
from cpsudoku.cli import completion, failures, registry, surroundings
from cpsudoku.cli.declaring import Name
from cpsudoku.ground.names import alike, suggestion


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
        if args[0].startswith("-"):  # which is no option here
            return super().resolve_command(ctx, args)
        name = alike(args[0], registry.HELP)
        if name is None:
            near = suggestion(args[0], registry.HELP)
            if args[0].isdigit() or set("./:") & set(args[0]):
                near = "; a puzzle stands after a command, as in `cpsudoku solve PUZZLE`"
            ctx.fail(f"there is no command {args[0]!r}{near}")
        return name, registry.command_of(name), args[1:]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, registry.HELP))
        for section, commands in registry.COMMANDS.items():
            with formatter.section(section):
                formatter.write_dl([(name.ljust(width), line) for name, line in commands.items()])

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Return the context of a call; help, if wanted, is written here."""
        with failures.reporting_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with failures.reporting_errors():
            status = super().invoke(ctx)
            sys.stdout.flush()
        raise click.exceptions.Exit(Status.DONE if status is None else status)


def _show_completion(ctx: click.Context, _: click.Parameter, shell: str | None) -> None:
    if shell is not None and not ctx.resilient_parsing:
        click.echo(completion.script(app, shell))
        ctx.exit()


@click.group(
    "cpsudoku",
    cls=LazyGroup,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--show-completion", metavar="SHELL", type=Name("shell", completion.SHELLS), is_eager=True,
    expose_value=False, callback=_show_completion,
    help="Show the script that completes commands in bash, zsh or fish.",
)  # fmt: skip
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
    except SystemExit as leaving:
        surroundings.leave_threads(leaving.code)
        raise
    except Exception as error:
        sys.exit(failures.report_crash(error))
