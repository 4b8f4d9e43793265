"""``cpsudoku help``: a command, the rules, variants and formats, or a technique."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import click

from cpsudoku import formats
from cpsudoku.cli import registry
from cpsudoku.cli.completion import ADDED, BASES, backend
from cpsudoku.cli.declaring import Name, argument, as_command
from cpsudoku.formats import notation
from cpsudoku.ground.names import alike
from cpsudoku.ground.randomness import Randomness
from cpsudoku.logic.techniques import TECHNIQUES, other_names
from cpsudoku.rows.output import COLUMNAR
from cpsudoku.rules import square
from cpsudoku.variants import to_text, usage
from cpsudoku.variants.base import FieldKind, fields_of
from cpsudoku.variants.registry import VariantType, called, families, variant_named, variants
from cpsudoku.variants.traits import LaidShape

_FORMATS = "formats"

_TOPICS = {
    **registry.HELP,
    "rules": "What --rules and --with take.",
    "variants": "The same.",
    _FORMATS: "What --from and --format take.",
}


def _topics() -> dict[str, str]:
    entries = {name: heading for name, (heading, _) in _entries().items()}
    return {**entries, **_techniques(), **dict.fromkeys(variants(), "A variant."), **_TOPICS}


def _techniques() -> dict[str, str]:
    return dict.fromkeys((*TECHNIQUES, *other_names()), "A technique.")


class _Topic(Name):
    """A topic, or a variant by another name."""

    def _known(self, part: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        is_other = alike(part, _topics()) is None and called(part)
        return part if is_other else super()._known(part, param, ctx)


@as_command(
    {
        "cpsudoku help solve": "The help of a command",
        "cpsudoku help rules": "Boards, and every variant with its meaning",
        "cpsudoku help killer": "A variant, or a technique",
    }
)
@argument(
    "topic", "[TOPIC]",
    "A command, rules, formats, variants, one of them, a backend, or a technique (default: the "
    "list of commands).",
    required=False,
    type=_Topic(
        "command or topic", _topics,
        expected="expected a command, rules, formats, variants, one of them, or one of "
        "`cpsudoku techniques`",
    ),
)  # fmt: skip
def command(topic: str | None) -> None:
    """Show the help of a command, or what rules, variants, formats and techniques there are.

    Exit status: 0 done; 2 there is no such command or topic.
    """
    context = click.get_current_context().find_root()
    if topic is None:
        click.echo(context.get_help())
    elif topic in registry.HELP:
        one = registry.command_of(topic)
        with click.Context(one, info_name=topic, parent=context) as below:
            click.echo(one.get_help(below))
    elif topic in _TOPICS:
        click.echo(_listed(context, dict(_formats() if topic == _FORMATS else _rules())))
    elif topic not in variants() and topic in _techniques():
        context.invoke(registry.command_of("techniques"), name=topic)
    elif topic not in variants() and topic in (entries := _entries()):
        click.echo(_listed(context, dict([entries[topic]])))
    else:
        found = [variant_named(one) for one in called(topic)]
        meanings = {"Variant, added to rules with +": _meanings(found)}
        examples = dict.fromkeys(filter(None, map(_example, found)), "")
        click.echo(_listed(context, meanings | ({"For example": examples} if examples else {})))
        for said in filter(None, map(_order, found)):
            click.echo(said)
        if topic in TECHNIQUES:
            click.echo(f"`cpsudoku techniques {topic}` explains the technique of this name.")


def _listed(context: click.Context, sections: dict[str, dict[str, str]]) -> str:
    formatter = context.make_formatter()
    for heading, lines in sections.items():
        with formatter.section(heading):
            formatter.write_dl(list(lines.items()))
    return formatter.getvalue().strip("\n")


def _rules() -> Iterator[tuple[str, dict[str, str]]]:
    yield "Boards", BASES
    yield "Added with +, as in 9+diagonals+killer:3@r1c1,r1c2", ADDED
    for family, members in families().items():
        yield f"Variants: {family.replace('_', ' ')}", _meanings(members)


def _meanings(members: Iterable[VariantType]) -> dict[str, str]:
    docs = {usage(one): one.__doc__ or "" for one in members}
    return {text: doc.partition("\n\n")[0].replace("`", "") for text, doc in docs.items()}


def _example(variant: VariantType) -> str:
    """Return rules with a clue that holds in some grid; empty for what is not laid out."""
    from cpsudoku.generation.layouts import Layout

    grid = tuple((3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
    layout = Layout(square(9), grid, Randomness(1))
    made = None if variant.laid is None else layout.proposed(variant.name)
    return f"--rules 9+{to_text(made)}" if made else ""


def _order(variant: VariantType) -> str:
    """Return which of its cells come first, where that matters and its text does not show it."""
    lists = [one.name for one in fields_of(variant) if one.kind is FieldKind.CELLS]
    if len(lists) > 1:
        return f"First {', then '.join(f'the {name}' for name in lists)}, with / between them."
    if getattr(variant.drawn, "end", None) == "bulb":
        return "The bulb comes first, then one cell after the other."
    if variant.laid is not None and variant.laid.shape is LaidShape.ROW:
        return "The cell nearest to the clue comes first; r1 is a whole row, c1 a whole column."
    return ""


def _entries() -> dict[str, tuple[str, dict[str, str]]]:
    """For each board, addition, format and backend its heading, and its line by itself."""
    listed = *islice(_rules(), 2), *_formats(), ("Backends, by --backend", backend(""))
    every = ((heading, name, line) for heading, of in listed for name, line in of.items())
    return {name.rstrip(":"): (heading, {name: line}) for heading, name, line in every}


def _formats() -> Iterator[tuple[str, dict[str, str]]]:
    yield "Formats", {name: notation(name).summary for name in formats.names()}
    yield "Tables that are not text, by --format only", dict.fromkeys(COLUMNAR, "")
