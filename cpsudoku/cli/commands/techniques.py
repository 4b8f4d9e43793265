"""``cpsudoku techniques``: what steps there are, and what they count and are called elsewhere."""

from __future__ import annotations

import json

from cpsudoku.cli.declaring import OUTPUT, as_command, option
from cpsudoku.logic.orders import EXPLAINER, HODOKU
from cpsudoku.logic.paths import technique_names
from cpsudoku.logic.techniques import TECHNIQUES, Technique, other_names
from cpsudoku.words import rendered, say

_HEAD = ("technique", "family", "Sudoku Explainer", "HoDoKu", "name in HoDoKu", "中文")


@as_command(
    {
        "cpsudoku techniques": "All techniques, with their numbers and names",
        "cpsudoku techniques --markdown": "The same as a table of Markdown",
        "cpsudoku techniques --json": "An object for each technique",
    }
)
@option("--markdown", "Write a table of Markdown.", heading=OUTPUT)
@option(
    "--json",
    "Write JSON, an object for each technique on its line.",
    name="as_json",
    heading=OUTPUT,
)
def command(
    *,
    markdown: bool,
    as_json: bool,
) -> None:
    """List the techniques: family, number on Sudoku Explainer's scale, HoDoKu's score, names.

    The names are what `explain --order` takes, several with commas between them; it takes the
    Chinese ones and those of classical texts too (row, column, box, unit and rectangle elimination,
    remainder test).
    """
    known = set(technique_names())
    found = [technique for technique in TECHNIQUES.values() if technique.name in known]
    if as_json:
        for technique in found:
            print(json.dumps(_document(technique), ensure_ascii=False))
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
