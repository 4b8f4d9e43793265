"""``cpsudoku atlas``: how many grids rules have, and how many classes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from cpsudoku.asking.outcomes import Status
from cpsudoku.atlas import entries, page
from cpsudoku.atlas.entries import AtlasEntry, Finding, entry
from cpsudoku.cli import options, progress
from cpsudoku.cli.declaring import OUTPUT, SEARCH, argument, as_command, file, option, seconds
from cpsudoku.errors import OptionError
from cpsudoku.ground import files
from cpsudoku.ground.documents import read_as
from cpsudoku.rows.output import destination


@as_command(
    {
        "cpsudoku atlas 4 6": "How many grids of 4×4 and of 6×6 there are",
        "cpsudoku atlas 2x3+diagonals --timeout 10": "Give up on a method after 10 seconds",
        "cpsudoku atlas --keep found --markdown -o atlas.md": "A page that can be continued",
    }
)
@argument(
    "rules", "[RULES]...", "Rules, such as 2x3+diagonals (default: all of the atlas).", nargs=-1
)
@seconds(
    "--timeout -t", "Time limit for each method, in seconds.", 60.0, least=1e-3, heading=SEARCH
)
@file("--keep FOLDER", "Keep what is found in this folder, and continue from it.", heading=OUTPUT)
@option("--markdown", "Write the page of the documentation.", heading=OUTPUT)
@options.OUTPUT_FILE
@options.JSON
@options.QUIET
def command(
    *,
    rules: tuple[str, ...],
    timeout: float,
    keep: Path | None,
    markdown: bool,
    output_file: Path | None,
    as_json: bool,
    quiet: bool,
) -> Status:
    """Count the grids of rules without givens, and their classes under the rules' symmetries.

    Each number is found by all methods that end in time, which must agree.  Where none does, it
    is an estimate with its 95 % interval, marked as about.

    --keep FOLDER holds what was found with as much time or more; with --markdown the page is then
    written at once.

    Exit status: 0 all numbers of grids are exact; 2 usage error or bad input, or two methods
    disagree; 3 some number of grids is an estimate.
    """
    if markdown and as_json:
        raise OptionError("--markdown with --json; expected one of them")
    wanted = rules or tuple(entries.SETS)
    with (
        destination(output_file) as out,
        progress.bar("atlas", total=len(wanted), quiet=quiet) as advance,
    ):
        found: list[AtlasEntry] = []
        for one in _entries(wanted, timeout, keep):
            found.append(one)
            if as_json:
                out.write(json.dumps(asdict(one)) + "\n")
            elif not markdown:
                out.write(_text(one))
            advance(1)
        if markdown:
            out.write(page.page(found))
    return Status.DONE if all(one.grids for one in found) else Status.UNKNOWN


def _entries(wanted: tuple[str, ...], seconds: float, keep: Path | None) -> Iterator[AtlasEntry]:
    for text in wanted:
        kept = _kept(keep, text, seconds) if keep else None
        if kept is None:
            kept = entry(text, seconds)
            if keep:
                keep.mkdir(parents=True, exist_ok=True)
                document = json.dumps({"seconds": seconds, **asdict(kept)}, indent=1)
                files.write_together({_place(keep, text): document.encode() + b"\n"})
        yield kept


def _place(keep: Path, text: str) -> Path:
    return keep / f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"


def _kept(keep: Path, text: str, seconds: float) -> AtlasEntry | None:
    """Return the kept entry of rules, or None if no search for it had as much time."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        document = json.loads(_place(keep, text).read_bytes())
        if document.pop("seconds") >= seconds and document["rules"] == text:
            return read_as(AtlasEntry, document)
    return None


def _text(one: AtlasEntry) -> str:
    lines = [one.rules]
    if one.movements:
        lines.append(f"  symmetries: {one.movements:,} movements, {one.renamings:,} renamings")
    lines.append(f"  grids: {page.grids_of(one)}{_methods(one.grids)}")
    if one.classes:
        lines.append(f"  classes: {one.classes[0].value:,}{_methods(one.classes)}")
    elif one.least_classes:
        lines.append(f"  classes: at least {one.least_classes:,}")
    if one.largest is not None:
        lines.append(f"  most symmetries of a grid: {one.largest:,}")
    return "\n".join(lines) + "\n"


def _methods(found: tuple[Finding, ...]) -> str:
    named = [f"{one.method} {one.seconds:g} s" for one in found]
    return f" ({', '.join(named)})" if named else ""
