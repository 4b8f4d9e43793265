"""What the interface takes and gives, field by field; its OpenAPI description is made from this.

Cells are numbers, 0 … n−1 row by row, as `BoardAnswer` lists them; digits are numbers 1 … N, whose
looks are in ``symbols``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, create_model

from cpsudoku.formats.setters.imported import MOST_DECORATION
from cpsudoku.formats.strict_json import without_halves
from cpsudoku.logic.explaining.difficulty import COLUMNS
from cpsudoku.logic.orders import HINTED

CellNumber = Annotated[int, Field(ge=0)]
DigitNumber = Annotated[int, Field(ge=0)]
Ticket = Annotated[str, StringConstraints(max_length=80)]
Candidate = tuple[CellNumber, DigitNumber]


MOST_CODED = 2953
"""This many bytes are in the largest QR code at most."""


def _text(value: object) -> object:
    return without_halves(value) if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_text)]
"""What somebody wrote, which may have come as JSON that is not text."""


class Fields(BaseModel):
    """A model that refuses unknown fields."""

    model_config = ConfigDict(extra="forbid")


class PositionModel(Fields):
    """A puzzle with what a player has done so far."""

    rules: str | dict[str, object] = Field("9", description="as text or JSON; see rules")
    givens: list[DigitNumber] = Field(description="for each cell its given, 0 for none")
    entries: list[DigitNumber] | None = Field(None, description="for each cell what was entered")
    marks: list[list[DigitNumber] | None] | None = Field(
        None, description="for each cell the candidates that the player keeps; null for all"
    )


class Request(Fields):
    """The fields of every question."""

    seconds: float | None = Field(None, gt=0, description="when to give up; null for the usual")
    ticket: Ticket | None = Field(
        None, description="ends what the same client asked with the same ticket before"
    )


class TextRequest(Request):
    """A text in any notation."""

    text: str


class ReadRequest(TextRequest):
    """A text in any notation, of one puzzle."""

    rules: str | dict[str, object] | None = Field(None, description="where the text has none")


class PuzzleRequest(Request):
    """A puzzle: a position, or a text in any notation."""

    puzzle: PositionModel | str


class CheckRequest(PuzzleRequest):
    """A puzzle to check for a single solution."""

    backend: str = "auto"


class SolveRequest(CheckRequest):
    """A puzzle to solve."""

    limit: int = Field(1, ge=1, le=1000, description="how many solutions at most")


class About(Fields):
    """A puzzle's title, author and rules in words, as its setter wrote them."""

    title: Text = Field(default="", max_length=200)
    author: Text = Field(default="", max_length=200)
    rules: Text = Field(default="", max_length=10_000, description="in words")
    decoration: Text = Field(
        default="", max_length=MOST_DECORATION, description="f-puzzles' fog and drawings, as JSON"
    )


class ConvertRequest(PuzzleRequest):
    """A puzzle to write in another notation."""

    to: str = Field(description="name of the notation")
    about: About = Field(
        default=About(), description="written where the notation has a place for it"
    )


class CodeRequest(Request):
    """A text, such as a link, to be shown as a QR code."""

    text: str = Field(min_length=1, max_length=MOST_CODED)


class GenerateRequest(Request):
    """A puzzle to make."""

    rules: str | dict[str, object] = "9"
    clues: tuple[int, int] | None = Field(None, description="fewest and most givens")
    blanks: int | None = Field(None, ge=1, description="how many cells are blank")
    box_blanks: tuple[int, int] | None = Field(None, description="fewest and most blanks a box")
    er: tuple[float, float] | None = Field(
        None, description="least and most of Sudoku Explainer's number"
    )
    hodoku: str | None = Field(None, description="HoDoKu's class")
    needs: list[str] = Field([], description="techniques that solving it takes")
    without: list[str] = Field([], description="techniques that it does not take")
    with_: list[str] = Field(
        [], alias="with", description="clues to lay out until there is one solution: killer:28"
    )
    spare: int = Field(0, ge=0, description="givens beyond those needed, beside such clues")
    symmetry: str = "none"
    minimal: bool = False
    seed: int | None = Field(None, ge=0, lt=2**64)
    first: int = Field(0, ge=0, lt=2**32, description="number of the puzzle among the seed's")


class Region(Fields):
    """A group of cells that are all different."""

    label: str
    kind: str
    cells: list[CellNumber]


class Rule(Fields):
    """A constraint beside the groups."""

    label: str
    cells: list[CellNumber]


class Meaning(Fields):
    """A kind of rule beside the usual ones, and what it means."""

    type: str = Field(description="its name in the vocabulary")
    means: str = Field(description="what holds, in a sentence")
    number: str = Field("", description="what all its clues have as their number; may be empty")


class OtherMeaning(Fields):
    """Another meaning that a thing may have."""

    meaning: str
    cells: list[CellNumber]
    clue: dict[str, object] = Field(description="the constraint as JSON")
    fits: bool | None = Field(description="whether a stored solution obeys it; null without one")


class ProposalModel(OtherMeaning):
    """The proposed meaning of a drawn thing, or of a sentence of the rules in words."""

    thing: Text = Field(description="its looks, or words")
    evidence: Text = Field(description="the sentence that speaks of it; empty for only its looks")
    confidence: float = Field(description="how probably it is right, from 0 to 1")
    taken: bool = Field(description="whether it is part of the puzzle")
    dropped: str = Field(description="why it is not; empty where it is")
    others: list[OtherMeaning] = Field(description="what else is drawn like it")


class Drawing(Fields):
    """A drawing of the rules, to be laid over the board."""

    below: str = Field(description="an SVG document for below the lines of the board; may be empty")
    above: str = Field(description="likewise for above them")
    margin: float = Field(description="how far it reaches beyond the board, in cells")


class BoardAnswer(Fields):
    """A puzzle as a page needs it."""

    rules: str | dict[str, object]
    title: str = Field(description="the rules in words")
    height: int
    width: int
    places: list[tuple[int, int]] = Field(description="for each cell its row and column, from 0")
    auxiliary: int = Field(description="this many of the last cells stand beside the grid")
    symbols: list[str] = Field(description="what digit 1, 2, … look like")
    regions: list[Region] = Field(description="all groups: rows, columns, boxes and others")
    others: list[Rule] = Field(description="what must hold beside the groups")
    drawing: Drawing | None = Field(description="cages, lines, dots and clues, if there are any")
    givens: list[DigitNumber]
    entries: list[DigitNumber] | None = Field(
        default=None,
        description="what is entered already, where the game does not begin with the givens",
    )
    marks: list[list[DigitNumber]] | None = Field(description="candidates that came with it")
    text: str = Field(description="the puzzle in the shortest notation that says it all")
    about: About = About()
    meanings: list[Meaning] = Field(description="the kinds of rules beside rows, columns and boxes")
    ignored: list[Text] = Field(
        default=[], description="what the text says and nobody here understands"
    )
    proposals: list[ProposalModel] = Field(
        default=[], description="what was read from drawings and words, be it taken or not"
    )


class VerdictAnswer(Fields):
    """The outcome of a search."""

    verdict: Literal["unique", "multiple", "none", "solved", "unknown"]
    backend: str
    reason: str | None = None
    clash: list[CellNumber] = Field([], description="cells that contradict one another at sight")
    solutions: list[list[DigitNumber]]


class CandidatesAnswer(Fields):
    """For each cell the digits that occur in some solution."""

    complete: bool = Field(description="false when time ran out: there may be more")
    candidates: list[list[DigitNumber]]


class GenerateAnswer(Fields):
    """A puzzle and its solution."""

    board: BoardAnswer
    solution: list[DigitNumber]
    seed: int
    first: int
    er: float | None = Field(
        description="its number, where a difficulty was asked for and the rating ended in time"
    )


class TextsAnswer(Fields):
    """Puzzles, each in the shortest notation that says it all."""

    texts: list[str]


class TextAnswer(Fields):
    """A puzzle in some notation."""

    text: str


class CodeAnswer(Fields):
    """A QR code."""

    picture: str = Field(description="an SVG as the address of an image")


class BrokenAnswer(Fields):
    """Rules that do not hold."""

    broken: list[Rule]


class ConflictAnswer(Fields):
    """Givens that cannot be together."""

    verdict: Literal["none", "solved", "unknown"] = Field(
        description="none where there is a conflict, solved where there is a solution"
    )
    minimal: bool = Field(description="whether no given of these can be left out; proved")
    givens: list[CellNumber]
    rules: list[Rule] = Field(description="what they conflict under, none of which can go either")
    words: str


class HintRequest(PuzzleRequest):
    """The position of a player who wants to know what follows."""

    order: str = HINTED


class ExplainRequest(HintRequest):
    """A puzzle whose path is wanted."""

    now: bool = Field(
        False, description="all steps that can be made now instead, whatever the order"
    )


class PracticeRequest(Request):
    """A technique to practise."""

    technique: str = Field(description="its name, one of the techniques of /api/names")
    rules: str | dict[str, object] = "9"
    seed: int | None = Field(None, ge=0, lt=2**64)


class MarkedCandidate(Fields):
    """A candidate that stands out."""

    candidate: Candidate
    role: str = Field(description="placed, eliminated, defining, fin, true, false, colour A …")


class LinkModel(Fields):
    """An inference between candidates."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    start: list[Candidate] = Field(alias="from")
    end: list[Candidate] = Field(alias="to")
    strong: bool = Field(description="whether it follows that these are true; else false")


class StepAnswer(Fields):
    """A step: its conclusions, its reason, and the highlights of its drawing."""

    technique: str
    name: str
    sentence: str
    notation: str
    hints: list[str] = Field(description="the technique, the place, the reason, and the answer")
    said: list[Any] = Field(
        description="the same in no language: trees for the templates of words/*.json"
    )
    placements: list[Candidate]
    eliminations: list[Candidate]
    cells: list[CellNumber]
    houses: list[list[CellNumber]]
    sets: list[list[CellNumber]] = Field(description="cells of almost locked sets: A, B, …")
    candidates: list[MarkedCandidate]
    links: list[LinkModel]
    digits: list[DigitNumber] = Field(
        description="the board before the step; empty where that is the one asked about"
    )
    marks: list[list[DigitNumber]] = Field(description="the candidates before the step, likewise")


class PracticeAnswer(Fields):
    """A position in which a technique is the next thing to find."""

    board: BoardAnswer
    step: StepAnswer


class HintAnswer(Fields):
    """A hint for a player, or the mistakes on the board."""

    wrong: bool = Field(description="whether the board leads to no solution")
    checked: bool = Field(description="whether that was found out in time")
    wrong_entries: list[CellNumber]
    wrong_marks: list[Candidate] = Field(description="right candidates that were removed")
    text: str = Field(description="what to say without a step")
    said: Any = Field(description="the same in no language: a tree as in steps")
    step: StepAnswer | None


class ExplainAnswer(Fields):
    """The path of a puzzle."""

    steps: list[StepAnswer]
    end: str = Field(description="solved, stuck, broken or limit")


_VALUES: dict[str, Any] = {
    "verdict": (str, ...),
    "end": (str, Field(description="how the path ended: solved, stuck, broken or limit; or open")),
    "not_rated": (str | None, Field(None, description="why it is not rated")),
    **{one.name: (str | None, Field(None, description=one.about)) for one in COLUMNS},
}
RateAnswer: type[Fields] = create_model(
    "RateAnswer",
    __base__=Fields,
    __doc__="How difficult a puzzle is: values as people read them, ≥ before lower bounds.",
    **_VALUES,
)


class TraceRequest(PuzzleRequest):
    """A search to replay."""

    backend: str = "backtrack"
    limit: int = Field(2000, ge=1, le=20000, description="most events")


class EventModel(Fields):
    """An event of a search."""

    kind: str
    depth: int
    cell: CellNumber | None = None
    digit: DigitNumber | None = None


class MatrixModel(Fields):
    """The exact cover matrix in which dancing links search."""

    items: list[str] = Field(description="names of the columns, of which the primary come first")
    primary: int
    cells: list[CellNumber] = Field(description="of each row the cell that it fills")
    digits: list[DigitNumber] = Field(description="of each row the digit")
    ones: list[list[int]] = Field(description="of each row its columns")


class TraceAnswer(Fields):
    """A search, event by event."""

    events: list[EventModel]
    matrix: MatrixModel | None = Field(None, description="of dlx, where each row fills one cell")
    complete: bool = Field(description="false when the limit was reached before the end")
    counts: dict[str, int]


class TechniqueName(Fields):
    """A technique that can be practised."""

    technique: str
    name: str = Field(description="what its inventors call it")
    family: str


class NamesAnswer(Fields):
    """The names of notations, backends and techniques."""

    notations: list[str]
    backends: list[str]
    techniques: list[TechniqueName] = Field(description="easiest first")


class ErrorAnswer(Fields):
    """Why a request was refused or not answered."""

    error: str = Field(description="kind of error, a word for programs")
    message: str = Field(description="what was wrong and what was expected")
