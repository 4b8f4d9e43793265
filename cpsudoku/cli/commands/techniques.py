"""``cpsudoku techniques``: what steps there are, and what they count and are called elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import fill

import cpsudoku
from cpsudoku import logic
from cpsudoku.cli import reasoning
from cpsudoku.cli.declaring import OUTPUT, Name, argument, as_command, option
from cpsudoku.logic.orders import EXPLAINER, HODOKU
from cpsudoku.logic.paths import technique_names
from cpsudoku.logic.sentences import sentence
from cpsudoku.logic.techniques import TECHNIQUES, Technique, other_names, technique_named
from cpsudoku.words import rendered, say, templates

_HEAD = ("technique", "family", "Sudoku Explainer", "HoDoKu", "name in HoDoKu", "中文")
_LESSONS = Path(cpsudoku.__file__).parent / "web" / "page" / "lessons.json"
"""By the names of families puzzles that need them; missing where the page is left out."""


@as_command(
    {
        "cpsudoku techniques": "All techniques, with their numbers and names",
        "cpsudoku techniques x-wing": "What a technique is, with an example",
        "cpsudoku techniques --json": "An object for each technique",
    }
)
@argument(
    "name", "[TECHNIQUE]", "The one to be explained (default: the list of all).", required=False,
    type=Name("technique", lambda: (*_known(), *other_names()), expected="expected a name of "
              "`cpsudoku techniques`"),
)  # fmt: skip
@reasoning.LANGUAGE
@option("--markdown", "Write a table of Markdown.", heading=OUTPUT)
@option(
    "--json",
    "Write JSON, an object for each technique on its line.",
    name="as_json",
    heading=OUTPUT,
)
def command(
    name: str | None,
    *,
    language: str,
    markdown: bool,
    as_json: bool,
) -> None:
    """List the techniques with their numbers and names, or explain one.

    The columns: family, number on Sudoku Explainer's scale, HoDoKu's score, names.
    The names are what `explain --order` takes, several with commas between them; it takes the
    Chinese ones and those of classical texts too (row, column, box, unit and rectangle elimination,
    remainder test).
    """
    found = list(_known().values()) if name is None else [TECHNIQUES[technique_named(name)]]
    if as_json:
        for technique in found:
            print(json.dumps(_document(technique), ensure_ascii=False))
        return
    if name is not None and not markdown:
        _explain(found[0], language)
        return
    rows = [_HEAD, *map(_row, found)]
    if markdown:
        rows[1:1] = [("---",) * len(_HEAD)]
        for row in rows:
            print(f"| {' | '.join(row)} |")
        return
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    for row in rows:
        cells = [text.ljust(width) for text, width in zip(row, widths, strict=True)]
        print("  ".join(cells).rstrip())


def _known() -> dict[str, Technique]:
    """Return the techniques that are looked for, by their names."""
    known = set(technique_names())
    return {name: technique for name, technique in TECHNIQUES.items() if name in known}


def _explain(technique: Technique, language: str) -> None:
    """Print what a technique is called and is worth, its idea, and a step with it."""
    width = max(map(len, _HEAD))
    for title, text in zip(_HEAD, _row(technique), strict=True):
        if text:
            print(f"{title:{width}}  {text}")
    if idea := templates(language).get(f"lesson {technique.family}"):
        print(fill(f"\nThe idea of {technique.family}: {idea}", 78, replace_whitespace=False))
    lessons = json.loads(_LESSONS.read_text("utf-8")) if _LESSONS.is_file() else {}
    for text in lessons.get(technique.family, ()):
        path = logic.Path(cpsudoku.parse(text), order="teaching")
        found = next((step for step in path if step.technique == technique.name), None)
        if found is not None:
            said = f"\nA step of it: {sentence(found, language)}"
            print(fill(said, 78, replace_whitespace=False))
            print(f'\n  cpsudoku explain {text} --order teaching --steps "{technique.name}"')
            return
    if technique.name in EXPLAINER.numbers:
        print(f'\nA puzzle that needs it:\n\n  cpsudoku generate --needs "{technique.name}"')


def _row(technique: Technique) -> tuple[str, ...]:
    tenths = EXPLAINER.numbers.get(technique.name)
    score = HODOKU.numbers.get(technique.name)
    return (
        technique.name,
        technique.family,
        "" if tenths is None else f"{tenths / 10:.1f}",
        "" if score is None else str(score),
        technique.hodoku,
        _chinese(technique),
    )


def _chinese(technique: Technique) -> str:
    return rendered(say(f"technique {technique.name}"), "zh")


def _document(technique: Technique) -> dict[str, object]:
    tenths = EXPLAINER.numbers.get(technique.name)
    return {
        "technique": technique.name,
        "family": technique.family,
        "explainer": None if tenths is None else tenths / 10,
        "explainer_name": technique.explainer or None,
        "hodoku": HODOKU.numbers.get(technique.name),
        "hodoku_name": technique.hodoku or None,
        "hodoku_code": technique.code or None,
        "chinese": _chinese(technique),
        "other_names": [other for other, name in other_names().items() if name == technique.name],
        "needs_boxes": technique.needs_boxes,
        "needs_uniqueness": technique.needs_uniqueness,
    }
