"""How the steps of a path are written: sentences, notation, JSON, Markdown, pages and pictures."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from cpsudoku.cli import options
from cpsudoku.drawing.steps import conclusion_svg, name_in, page_foot, page_head, page_step
from cpsudoku.errors import OptionError
from cpsudoku.formats import strict_json
from cpsudoku.ground import files
from cpsudoku.logic import Position, Step
from cpsudoku.logic.documents import as_json
from cpsudoku.logic.explaining.explanations import Conclusion, Walk
from cpsudoku.logic.orders import REASONS
from cpsudoku.logic.paths import bounded
from cpsudoku.reasons import ReasonStep
from cpsudoku.rows.output import TextOut, destination
from cpsudoku.words import USUAL, rendered, say

STYLES = ("text", "notation", "json", "markdown", "html", "svg")
"""The ways to write a path."""

_ENDINGS = {
    ".txt": "text",
    ".json": "json",
    ".jsonl": "json",
    ".md": "markdown",
    ".html": "html",
    ".svg": "svg",
}


def style_of(named: str | None, path: Path | None, *, as_json: bool) -> str:
    """Return the way to write that the options and the ending of the output file ask for."""
    if as_json and named not in {None, "json"}:
        raise OptionError(f"--json and --format {named} exclude each other")
    options.refuse_ending(path, but=_ENDINGS)
    by_ending = None if path is None else _ENDINGS.get(path.suffix.lower())
    style = named or ("json" if as_json else None) or by_ending or "text"
    if style == "svg" and path is None:
        raise OptionError("--format svg needs --output with the name of a file")
    return style


@dataclass
class PathWriter(AbstractContextManager["PathWriter"]):
    """Writes steps in their order.

    Args:
        style: one of `STYLES`.
        documents: takes the steps as objects of JSON; None to write them to the file.
        language: of sentences and of names of techniques.
        alone: whether there is one step at most, so that a picture needs no number in its name.
    """

    style: str
    path: Path | None
    start: Position
    documents: list[dict[str, object]] | None = None
    alone: bool = False
    language: str = USUAL
    _out: TextOut | None = field(init=False, default=None)
    _stack: ExitStack = field(init=False, default_factory=ExitStack)
    _drawn: dict[Path, bytes] = field(init=False, default_factory=dict)

    def __enter__(self) -> Self:
        if self.style != "svg" and self.documents is None:
            self._out = self._stack.enter_context(destination(self.path))
        if self.style == "html":
            self._write(page_head(self.start, self.language))
        if self.style == "markdown":
            self._write(f"# {rendered(say('path title'), self.language)}\n\n")
        return self

    def __exit__(self, *ended: Any) -> None:
        self._stack.__exit__(*ended)
        if ended[0] is None:
            files.write_together(self._drawn)

    def _write(self, text: str) -> None:
        assert self._out is not None
        self._out.write(text)

    def step(self, number: int, found: Conclusion, walk: Walk) -> None:
        """Write a step of a technique, what a clue leaves, or what follows for a reason."""
        has_sentence = self.style in {"text", "markdown", "html"}
        if has_sentence:
            name = name_in(found, self.language)
            sentence = rendered(found.said_hints[-1], self.language) + _bound(found)
        if self.style == "text":
            self._write(f"{number}. {name}: {sentence}\n")
        elif self.style == "notation":
            self._write(found.notation + "\n")
        elif self.style == "json":
            document: dict[str, object] = {"step": number}
            if isinstance(found, Step):
                document |= as_json(found, self.language, number=walk.number(found))
            else:
                document |= found.as_json(self.language)
            if self.documents is None:
                self._write(strict_json.dumps(document) + "\n")
            else:
                self.documents.append(document)
        elif self.style == "markdown":
            self._write(f"## {number}. {name}\n\n{sentence}\n\n    {found.notation}\n\n")
        elif self.style == "html":
            self._write(page_step(number, found, name, sentence, self.language))
        else:
            assert self.path is not None
            numbered = self.path.with_name(f"{self.path.stem}-{number:03d}.svg")
            self._drawn[self.path if self.alone else numbered] = conclusion_svg(
                found, self.language
            ).encode()

    def end(self, walk: Walk, said: str) -> None:
        end = rendered(say("path ends", why=said), self.language) if said else ""
        if self.style == "html":
            if walk.order.name == REASONS.name and walk.reasons is not None:
                sizes = walk.reasons.sizes
                steps = sizes.steps
                hardest = bounded(str(sizes.largest), exact=sizes.end == "solved")
            else:
                steps, hardest = walk.rating.steps, walk.rating.text
            found = say("path foot", steps=steps, hardest=hardest, order=walk.order.name)
            self._write(page_foot(walk.position, rendered(found, self.language), end))
        elif self.style == "markdown" and said:
            self._write(f"{end}\n")


def _bound(found: Conclusion) -> str:
    """Return how small a reason is, where that is not proved, or where it was taken apart."""
    if not isinstance(found, ReasonStep) or (found.reason.smallest and not found.parts):
        return ""
    return f" ({found.bound})"
