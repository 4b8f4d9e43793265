"""Tries every command with every option and container; writes docs/reference/tables.md.

::

    python tests/tabulating.py

A mark in the tables means that a command ran with the option, or read or wrote the container.
"""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from command_line import Ran, run
from well_known import EASY

DOCS = Path(__file__).parent.parent / "docs" / "reference" / "tables.md"

BARE: dict[str, list[str]] = {
    "solve": [], "check": [], "count": [], "candidates": [], "rate": [],
    "explain": ["--steps", "1"], "hint": [], "show": [], "explain-conflict": [], "repair": [],
    "redundant": [], "ambiguity": [], "prove": [], "convert": [], "export": ["--to", "dimacs"],
    "complete": [], "generate": [], "grids": [], "canon": [], "dedupe": [], "shuffle": [],
    "book": [], "trace": ["--events", "9999"], "compare": ["--rounds", "1", "--backends", "dlx"],
}  # fmt: skip
"""For each command that reads or makes puzzles what it takes beside them to end quickly."""

MAKERS = ("generate", "grids")
"""Commands that read no puzzles."""

NEEDS_OUTPUT = {"prove": "proof", "book": "book.svg", "grids": "grids.txt"}
"""Commands that write only to files, or to standard output past Python, and what they write."""

OPTIONS: dict[str, list[str]] = {
    "-q": ["-q"], "--json": ["--json"], "-o": ["-o", "{out}"], "-f": ["-f", "csv"],
    "-j": ["-j", "1"], "--timeout": ["--timeout", "60"], "-b": ["-b", "dlx"], "-n": ["-n", "1"],
    "--rules": ["--rules", "9"], "--from": ["--from", "line"],
    "--map": ["--map", "orange line=whispers 5"], "--strict": ["--strict"],
    "--skip-bad": ["--skip-bad"], "--column": ["--column", "puzzle"],
}  # fmt: skip

CONTAINERS = ("csv", "jsonl", "json", "parquet", "arrow", "npz", "csv.gz")
SOURCES = ("lines", *CONTAINERS, "pipe", "folder", "'*.csv'", "several files")


def mark(ran: Ran) -> str:
    """What a cell says of a run: × it worked, r refused, · there is no such option."""
    if ran.status != 2:
        return "×"
    return "·" if "No such option" in ran.err else "r"


def options_of(command: str, folder: Path) -> list[str]:
    """What the options of a command came to."""
    found = []
    for name, option in OPTIONS.items():
        out = folder / NEEDS_OUTPUT.get(command, f"{command}.txt")
        given = [part.format(out=out) for part in option]
        source = [] if command in MAKERS else [str(folder / "csv" / "a.csv")]
        if name in {"--from", "--strict"} and source:
            source = [EASY]
        bare = BARE[command]
        if name == "-b" and "--backends" in bare:
            bare = bare[: bare.index("--backends")]
        found.append(mark(run(command, *source, *bare, *given, *_output(command, folder, given))))
    return found


def sources_of(command: str, folder: Path) -> list[str]:
    """Which containers a command reads."""
    if command in MAKERS:
        return ["·"] * len(SOURCES)
    table = folder / "csv" / "a.csv"
    found = []
    for name in SOURCES:
        text = None
        source = [str(folder / f"a.{'txt' if name == 'lines' else name}")]
        if name == "pipe":
            source, text = ["-"], table.read_bytes()
        elif name in {"folder", "'*.csv'"}:
            source = [str(table.parent / ("*.csv" if "*" in name else ""))]
        elif name == "several files":
            source = [str(table), str(folder / "a.txt")]
            if command == "explain":
                source.append("--json")
            if "[PUZZLE]..." not in run(command, "--help").out:
                found.append("·")
                continue
        ran = run(command, *source, *BARE[command], *_output(command, folder), text=text)
        found.append(mark(ran))
    return found


def outputs_of(command: str, folder: Path) -> list[str]:
    """Which containers a command writes."""
    source = [] if command in MAKERS else [str(folder / "csv" / "a.csv")]
    if command == "prove":  # writes a folder
        return ["·"] * len(CONTAINERS)
    found = []
    for kind in CONTAINERS:
        path = folder / f"out.{kind}"
        path.unlink(missing_ok=True)
        ran = run(command, *source, *BARE[command], "-o", path)
        found.append("×" if ran.status != 2 and path.is_file() else "r")
    return found


def _output(command: str, folder: Path, given: list[str] | None = None) -> list[str]:
    if command not in NEEDS_OUTPUT or "-o" in (given or []):
        return []
    return ["-o", str(folder / NEEDS_OUTPUT[command])]


def prepare(folder: Path) -> None:
    """Write the same puzzle into every container."""
    (folder / "csv").mkdir()
    (folder / "csv" / "a.csv").write_text(f"id,puzzle\n7,{EASY}\n", encoding="utf-8")
    (folder / "a.txt").write_text(f"{EASY}\n", encoding="utf-8")
    for kind in CONTAINERS:
        run("convert", folder / "csv" / "a.csv", "-o", folder / f"a.{kind}")


TABLES = {
    "options": (tuple(f"`{name}`" for name in OPTIONS), options_of),
    "read": (SOURCES, sources_of),
    "written": (CONTAINERS, outputs_of),
}


def line(name: str, command: str, folder: Path) -> str:
    """The row of a command in one of the tables."""
    return _row([f"`{command}`", *TABLES[name][1](command, folder)])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def written(text: str, folder: Path) -> str:
    """The page with its tables made anew."""
    for name, (headings, _) in TABLES.items():
        head = _row(["command", *headings]) + "|---" * (len(headings) + 1) + "|\n"
        made = head + "".join(line(name, command, folder) for command in BARE)
        marked = rf"(<!-- {name} -->\n).*?(?=<!-- end -->)"
        text = re.sub(marked, lambda found, made=made: found[1] + made, text, flags=re.DOTALL)  # type: ignore[misc]
    return text


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        prepare(Path(made))
        new = written(DOCS.read_text(encoding="utf-8"), Path(made))
    sys.exit(DOCS.write_text(new, encoding="utf-8") == 0)
