"""The atlas as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpsudoku.atlas.entries import KNOWN_CLASSES, KNOWN_GRIDS, AtlasEntry, Finding

_HEAD = """\
# An atlas of rules

How many grids rules have without any givens, and how many classes: grids that the symmetries of the
rules do not take into one another.  This page is what `cpsudoku atlas --markdown` writes; `cpsudoku
atlas RULES` does one line of it anew, for any rules of groups and pairs, and `--timeout` gives each
method more time.
"""

_METHODS = """\
## Methods

The numbers of one line were found by all methods named, each with its seconds (by the clock, on a
machine with other work).  Two that disagree end the command with an error, and so does a number
other than the one that is known.

- **bands** multiplies the arrangements of bands whose column sets fit (`cpsudoku.atlas.counting`).
  It shares nothing with the others; samurai grids follow from it, as each outer one shares a box.
- **cover** counts one by one, by exact cover over bit sets, with the first house given, or the
  corners in one way of each kind.  It shares the symmetries with fd.
- **frontier** adds up ways cell by cell without any search (`cpsudoku.atlas.counting`); it shares
  nothing with the others.
- **fd** counts as cover does, with the propagators of the finite-domain solver.
- **Burnside** is the mean number of grids that a symmetry fixes, over classes of conjugates
  (`cpsudoku.atlas.classes`).
- **listing** joins all grids, found by cover, along the generators of the symmetries
  (`cpsudoku.atlas.classes`).  It shares the symmetries with Burnside, and cover's search.

Classic grids are too many for that; their classes can be listed one by one, in order
([grids](../how-it-works/grids.md#all-classes-in-order)).

The symmetries are those that turn each constraint into one of the rules again: movements of the
cells times renamings of the digits, found from the cells (`cpsudoku.symmetry.of_rules`).
Constraints that follow from others, such as a pair within a row, do not count.  The grids of some
rules may have more symmetries than that; the classes are those under the rules' own.

A number with one method alone was found once.  *About* is an estimate by random walks with its
95 % interval (`cpsudoku count --estimate`), where no method finished in time; *not known* says
that no walk met a grid, which does not mean that there is none.  ≥ is a lower bound, since no class
has more grids than there are symmetries.  *Most* is the largest number of symmetries that a single
grid has, which is known where all grids were listed.
"""


def page(entries: Iterable[AtlasEntry]) -> str:
    """Return the page."""
    found = list(entries)
    exact = sum(1 for one in found if one.grids)
    twice = sum(1 for one in found if len(one.grids) > 1)
    classes = sum(1 for one in found if one.classes)
    both = sum(1 for one in found if len(one.classes) > 1)
    lines = [
        _HEAD,
        f"{len(found)} sets of rules: the grids of {exact} are counted exactly, those of {twice} "
        f"by two or more methods; the classes of {classes}, those of {both} in both ways.\n",
        "| rules | symmetries | grids | by | classes | by | most |",
        "|---|---:|---:|---|---:|---|---:|",
        *map(row, found),
        "",
        _METHODS,
        "## Known from elsewhere\n",
        *_known(found),
    ]
    return "\n".join(lines) + "\n"


def row(one: AtlasEntry) -> str:
    """Return the line of one set of rules."""
    moves = f"{one.movements:,} × {one.renamings:,}" if one.movements else "not asked"
    if one.classes:
        classes = f"{one.classes[0].value:,}"
    else:
        classes = f"≥ {one.least_classes:,}" if one.least_classes else "not known"
    most = "" if one.largest is None else f"{one.largest:,}"
    found = (grids_of(one), _by(one.grids), classes, _by(one.classes))
    return f"| {' | '.join((f'`{one.rules}`', moves, *found, most))} |"


def grids_of(one: AtlasEntry) -> str:
    """Return the number of grids, exact or about, in words."""
    if one.grids:
        return f"{one.grids[0].value:,}"
    if one.about is None:
        return "not known"
    value, low, high = one.about
    return f"about {value} ({low} to {high})"


def _by(found: Iterable[Finding]) -> str:
    return ", ".join(f"{finding.method} {finding.seconds:g}" for finding in found)


def _known(entries: list[AtlasEntry]) -> Iterator[str]:
    """Yield for each number known before whether it came out."""
    here = {one.rules: one for one in entries}
    for what, known in (("grids", KNOWN_GRIDS), ("classes", KNOWN_CLASSES)):
        for rules, (value, source) in known.items():
            if rules in here:
                came = bool(getattr(here[rules], what))
                state = "came out here" if came else "cited: not in reach in this time"
                yield f"- `{rules}`: {value:,} {what} ({source}); {state}."
