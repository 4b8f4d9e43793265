/**
 * The shapes that pass between the modules of the page, for type checkers alone: no browser loads them.
 * `/api/openapi.json` describes what a server takes and gives.
 */

type App = import("./js/app.js").App;
type Board = import("./js/board.js").Board;
type Game = import("./js/game.js").Game;
type Setter = import("./js/setting/setter.js").Setter;

interface Region {
  label: string;
  kind: string;
  cells: number[];
}

/** What must hold beside the groups. */
interface Rule {
  label: string;
  cells: number[];
}

/** What must hold, as `cpsudoku.web.lowered` writes it: a list that begins with a name. */
type Formula = any[];

/** A drawing of rules, below and above the lines of a board, with a margin in cells. */
interface Drawing {
  below: string;
  above: string;
  margin: number;
}

/** What a setter says of a puzzle. */
interface Words {
  title: string;
  author: string;
  rules: string;
  decoration?: string;
}

/** A puzzle as a server describes it. */
interface BoardData {
  rules: string | object;
  title: string;
  height: number;
  width: number;
  /** For each cell its row and column. */
  places: [number, number][];
  /** This many of the last cells stand beside the grid. */
  auxiliary: number;
  /** What digit 1, 2, … look like. */
  symbols: string[];
  /** All groups of cells that are all different. */
  regions: Region[];
  /** What must hold beside them; as formulas where no server judges. */
  others: (Rule & { holds?: Formula[] | null })[];
  drawing: Drawing | null;
  /** For each cell its given, 0 for none. */
  givens: number[];
  /** What is entered already, where a game begins in the middle. */
  entries?: number[] | null;
  marks: number[][] | null;
  text: string;
  /** Games of old have none. */
  about?: Words;
  /** The kinds of rules beside the usual ones. */
  meanings?: { type: string; means: string; number?: string }[];
  /** The file that it came from with its solution and path. */
  source?: string;
  /** What of its text was not understood. */
  ignored?: string[];
  /** What was read from drawings and words. */
  proposals?: Proposal[];
}

/** What a drawn thing may mean, and whether a stored solution obeys it. */
interface Meaning {
  meaning: string;
  cells: number[];
  clue: Clue;
  fits: boolean | null;
}

/** What was read from it, why, whether the puzzle has it, and what it may mean as well. */
interface Proposal extends Meaning {
  thing: string;
  evidence: string;
  taken: boolean;
  dropped: string;
  others: Meaning[];
}

/** A constraint as JSON: its cells by their names, or by their numbers where it is judged and drawn. */
type Clue = Record<string, any>;

/** A clue of a draft as a server describes it. */
interface DrawnClue extends Rule {
  clue: Clue;
}

/** A puzzle in the making, in the form that a server takes. */
interface Draft {
  /** The houses. */
  base: string | object;
  /** For each cell the number of its region, 0 for none. */
  regions: number[] | null;
  clues: Clue[];
  /** Empty where the board is not known yet. */
  givens: number[];
  marks: (number[] | null)[] | null;
  /** What its setter says of it. */
  about?: Words;
}

/** A parameter of a clue. */
interface Field {
  name: string;
  kind: string;
  required: boolean;
}

/** How a kind is drawn, in which colours and on which layer. */
interface Looks {
  kind: string;
  layer: number;
  colour?: string;
  end?: string | null;
  closed?: boolean;
  named?: boolean;
  inwards?: boolean;
  fill?: string;
  ink?: string;
}

/** A clue that can be set, as `ClueKind` in `cpsudoku.web.setting.models` has it. */
interface Kind {
  type: string;
  means: string;
  outside: boolean;
  of_regions: boolean;
  drawn: Looks | null;
  fields: Field[];
  parameters: Field[] | null;
  layers: number;
  least: number;
  repeats: boolean;
  usual: number | "half" | null;
  labelled: string;
  shown: string[];
  joint: string;
  /** Each the label for a number. */
  signs: [number, string][];
  spoken: string;
  f_puzzles: string[] | null;
}

type Layer = "digit" | "corner" | "centre" | "colour" | "pen";

/** A digit is a list of one; a line is the number of the cell at its end; an empty list is nothing. */
interface Change {
  cell: number;
  layer: Layer;
  before: number[];
  after: number[];
}

/** A cell and a digit. */
type Candidate = [number, number];

/**
 * What is said, in no language: a text, or the name of a template with what goes into its places. See
 * `cpsudoku/words`, which renders the same in Python.
 */
type Said = string | number | any[] | { say: string; else?: string; [place: string]: any };

/** A piece of what is said: words of a template, or a leaf of the tree, with its place and the template that has it. */
interface Piece {
  text: string;
  place?: string;
  within?: string;
}

/** A technique that is the next thing to find. */
interface Exercise {
  technique: string;
  name: string;
  /** What it says; the last is its sentence. */
  said?: Said[];
  placements: Candidate[];
  eliminations: Candidate[];
}

interface Link {
  from: Candidate[];
  to: Candidate[];
  strong: boolean;
}

interface Marked {
  candidate: Candidate;
  role: string;
}

/** A step as a server sends it. */
interface Step {
  technique: string;
  name: string;
  number: number | null;
  /** What hints say, each more than the one before; the last is the sentence. */
  said: Said[];
  placements: Candidate[];
  eliminations: Candidate[];
  cells: number[];
  houses: number[][];
  /** The cells of almost locked sets, which sentences call A, B, … */
  sets?: number[][];
  digits: number[];
  marks: number[][];
  candidates: Marked[];
  links: Link[];
}

/** What is lit for a hint or a step. */
interface Marking {
  cells?: number[];
  /** Cells that a sentence speaks of beside these. */
  named?: number[];
  /** Cells with a mistake. */
  wrong?: number[];
  /** Cells in which solutions differ. */
  differing?: number[];
  /** Cells of almost locked sets. */
  sets?: number[][];
  /** Of a clue that is being drawn. */
  drawing?: Drawing | null;
  houses?: number[][];
  candidates?: Marked[];
  links?: Link[];
}

/** What a cell shows, as a game, a position of a path or a draft says it. */
interface Face {
  /** 0 for none. */
  digit: number;
  given: boolean;
  /** Marks in the corners. */
  corner: number[];
  /** Marks in the middle. */
  centre: number[];
  /** How those stand: in rows, each at its own place, or the only one as big as a digit. */
  manner: "rows" | "places" | "sole";
  colours: number[];
  /** Cells to which lines lead from it. */
  lines: number[];
  /** For each mark in the middle a class. */
  shades?: string[];
  /** What else is said of it. */
  notes?: string[];
  /** Whether fog lies on it, so that no rules of it are known either. */
  fogged?: boolean;
}

/** A game that this browser keeps. */
interface Saved {
  id: string;
  /** When it was played last, in milliseconds since 1970. */
  changed: number;
  taken: number;
  finished: boolean;
  paused?: boolean;
  level?: string;
  exercise?: Exercise | null;
  /** Whose puzzle it is. */
  day?: number;
  /** Where it stands in which queue. */
  queue?: { id: string; at: number } | null;
  board: BoardData;
  state: ReturnType<Game["save"]>;
}

/** A line of a proof: one of some candidates is true, or none, since a house or a cell says so, or by lines before it. */
interface Line {
  candidates: Candidate[];
  truth: boolean;
  reason: string;
  premises: number[];
  number: number;
}

/** As `cpsudoku.logic.steps` has it. */
interface Evidence {
  cells: number[];
  candidates: Candidate[];
  base: number[];
  cover: number[];
  fins: Candidate[];
  endo_fins: Candidate[];
  sets: { cells: number[]; digits: number[] }[];
  colours: Candidate[][];
  proofs: Line[][];
  inner: Found[];
}

/** A step as the core finds it. */
interface Found {
  technique: string;
  placements: Candidate[];
  eliminations: Candidate[];
  evidence: Evidence;
}

/** A board as clues are judged on it, whose digits count from 1. */
interface Grid {
  /** How many digits there are. */
  size: number;
  /** Of all cells; those of the grid come before those beside it. */
  places: [number, number][];
  /** Those of the grid. */
  cells: number[];
  /** The cells of the grid by their places. */
  at: Map<string, number>;
}

type Fits = (a: number, b: number) => boolean;
type Two = [number, number];

/** Rules of a board that is not square, all of them one by one. */
interface Listed {
  board: string[];
  digits: [number, number];
  auxiliary?: number;
  constraints: Clue[];
}

/** What has a name, as Python has it. */
interface Vocabulary {
  /** All kinds of clues, with how they are drawn and written. */
  kinds: Map<string, Kind>;
  boards: Record<string, Listed>;
  /** Those that are added all at once, by what texts call them. */
  houses: Record<string, string>;
  /** Fields that say nothing, and those that are carried along. */
  f_puzzles: { silent: string[]; decoration: string[] };
}
