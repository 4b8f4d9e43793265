"""``cpsudoku backends``: what can solve, what it is for, and in which form it is installed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace

from cpsudoku import backends
from cpsudoku.cli import options
from cpsudoku.cli.declaring import argument, as_command
from cpsudoku.cli.options import given_puzzle
from cpsudoku.errors import BackendUnavailableError
from cpsudoku.ground import compiled
from cpsudoku.rules import Rules, classic


@as_command(
    {
        "cpsudoku backends": "All backends and their choices",
        "cpsudoku backends puzzle.txt": "Which backends support this puzzle's rules",
        "cpsudoku backends puzzle.txt --rules 9+antiknight --json": "The same for programs",
    }
)
@argument(
    "puzzle", "[PUZZLE]",
    "Show which backends support this puzzle's rules, and the size of each model.",
    required=False,
)  # fmt: skip
@options.RULES
@options.JSON
def command(
    *,
    puzzle: str | None,
    rules: str | None,
    as_json: bool,
) -> None:
    """List the backends: what each is for, whether it can be used, and its choices.

    A choice stands after a colon, wherever a backend is named: `--backend backtrack:index`.

    With a puzzle each line says whether the backend takes its rules as they are (native), encoded
    as about this many clauses or options, or not, and why.

    The first line says whether the compiled core is there, and if not, why.  Without it,
    commands that need it say so; formats, `verify` and the backends that are not refused here work.
    """
    missing = compiled.missing_reason()
    asked = given_puzzle(puzzle, rules).rules if puzzle is not None else None
    rows = [_row(name, asked) for name in backends.names()]
    if as_json:
        listed = [asdict(row) for row in rows]
        document = {"compiled_core": missing is None, "reason": missing, "backends": listed}
        print(json.dumps(document))
        return
    print(f"compiled core: {'missing' if missing else 'present'}")
    if missing:
        print(f"  ({missing})")
    width = max(len(row.name) for row in rows)
    print("\n".join(line for row in rows for line in _lines(row, width)))


@dataclass(frozen=True, slots=True)
class _Row:
    """A line about a backend.

    Args:
        state: ``ready``, ``unusable`` or ``missing``; of a puzzle's rules ``native``, ``encoded``,
            ``supported`` or ``refused``.
        detail: in which form it is installed, why it cannot be used, or how big the rules become;
            may be empty.
    """

    name: str
    state: str
    summary: str
    detail: str = ""
    choices: dict[str, str] = field(default_factory=dict)


def _row(name: str, rules: Rules | None) -> _Row:
    try:
        backend = backends.get(name)
    except BackendUnavailableError as error:
        return _Row(name, "missing", str(error))
    row = _Row(name, "ready", backend.summary, choices=dict(backends.choices(name)))
    support = backend.supports(rules or classic())
    if rules is not None:
        described = backend.described(rules) if support else "refused"
        state, _, detail = described.partition(": ")
        return replace(row, state=state, detail=detail or support.reason, choices={})
    if not support:
        return replace(row, state="unusable", detail=support.reason)
    return replace(row, detail=backend.detail())


def _lines(row: _Row, width: int) -> Iterator[str]:
    yield f"{row.name:<{width}}  {row.state:<8}  {row.summary}"
    indent = " " * (width + 12)
    if row.detail:
        yield indent + row.detail
    longest = max(map(len, row.choices), default=0)
    for choice, line in row.choices.items():
        yield f"{indent}:{choice:<{longest}}  {line}"
