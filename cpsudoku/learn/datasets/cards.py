"""The card of a data set, as Hugging Face reads it: what is in it, and how it was made."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

import cpsudoku
from cpsudoku.generation.fitting import FAMILY
from cpsudoku.generation.searching import ancestors
from cpsudoku.generation.specs import Spec
from cpsudoku.learn.datasets.classes import has_classes
from cpsudoku.learn.datasets.recipes import PartOfSet, Recipe


def card(
    recipe: Recipe, by_part: Sequence[Counter[str]], made: Mapping[str, tuple[int, str]]
) -> str:
    """Return the card; of each file that was made it has the number of rows and the SHA-256."""
    splits = [name for name, _ in recipe.split]
    files = "".join(f"  - split: {name}\n    path: data/{name}-*.parquet\n" for name in splits)
    labels = ", ".join(f"`{name}`" for name in recipe.labels)
    heads = " | ".join(splits)
    rows = [
        f"| {_said(part)} | " + " | ".join(str(counts[name]) for name in splits) + " |"
        for part, counts in zip(recipe.parts, by_part, strict=True)
    ]
    hashes = [f"| `{name}` | {count} | `{digest}` |" for name, (count, digest) in made.items()]
    bare = sorted({part.rules for part in recipe.parts if not has_classes(part.known_rules)})
    near = "".join(f"\n{text}" for text in _ancestry(recipe))
    images = f"  Images of puzzles with rules {', '.join(bare)} are not recognised." if bare else ""
    return f"""---
license: {recipe.licence}
pretty_name: {json.dumps(recipe.name)}
tags:
- sudoku
- reasoning
configs:
- config_name: default
  data_files:
{files}---

# {recipe.name}

Sudoku puzzles with one solution each, made by cpsudoku {cpsudoku.__version__} from the recipe
below.  No two puzzles are the same up to symmetry, and no two splits share the class of a solution:
no image of a puzzle, nor another puzzle of the same grid, lies in two of them.{images}{near}

Columns: `puzzle`, `solution` (`.` for a blank), `rules`, `class` (the same for all images of a
puzzle) and the labels {labels}.
A rating that is not known exactly is null.

| puzzles | {heads} |
|---|{"---:|" * len(splits)}
{chr(10).join(rows)}

| file | rows | SHA-256 |
|---|---:|---|
{chr(10).join(hashes)}

## Recipe

```json
{json.dumps(asdict(recipe), indent=1)}
```
"""


def _ancestry(recipe: Recipe) -> Iterator[str]:
    """Yield for the parts that were searched for what their puzzles have in common."""
    for number, part in enumerate(recipe.parts, 1):
        if not part.is_searched_for:
            continue
        families = -(-part.count // FAMILY)
        known = ancestors(Spec(part.known_rules, part.clues, difficulty=part.difficulty))
        begun = f"one of {len(known)} well-known puzzles" if known else "dug puzzles"
        yield (
            f"Part {number} was searched for, each family of {FAMILY} from {begun}, from neighbour "
            f"to neighbour: at least {families} families, in which puzzles share givens."
        )


def _said(part: PartOfSet) -> str:
    said = [f"{part.count} of rules {part.rules}"]
    if part.variants:
        said.append(f"with {', '.join(part.variants)}")
    if part.givens is not None:
        said.append(f"at most {part.givens} givens")
    if part.er is not None:
        said.append(f"ER {part.er[0]} to {part.er[1]}")
    if part.blanks is not None:
        said.append(f"{part.blanks[0]} to {part.blanks[1]} blanks")
    return ", ".join(said)
