import { allowed, clashes } from "./judge.js";

const POINTS = 10;
/** What a given may have, too. @type {Set<Layer>} */
const DRAWN = new Set(["colour", "pen"]);
/** @type {Set<Layer>} */
const MARKS = new Set(["corner", "centre"]);

/** @param {number[]} one @param {number[]} other */
const equal = (one, other) => one.length === other.length && one.every((x, i) => x === other[i]);

/**
 * A game: what the player has done, which can all be undone. Knows nothing of the page.
 *
 * A cell's digit is a list of one; its marks and colours are sorted lists; its lines lead to cells
 * of greater numbers.
 */
export class Game {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Record<Layer, number[][]>} */
    this.layers = { digit: [], corner: [], centre: [], colour: [], pen: [] };
    for (const layer of /** @type {Layer[]} */ (Object.keys(this.layers))) {
      this.layers[layer] = board.data.places.map(() => []);
    }
    const { givens, entries, marks } = board.data;
    givens.forEach((given, cell) => {
      const digit = entries?.[cell] || given;
      if (digit) this.layers.digit[cell] = [digit];
      else if (marks) this.layers.centre[cell] = marks[cell];
    });
    /** @type {Change[][]} */
    this.history = [];
    this.done = 0;
    /** Whether marks in the middle are candidates, each at its own place. */
    this.placed = Boolean(board.data.marks);
    this.score = 0;
    /** Cells that have brought their points. @type {Set<number>} */
    this.scored = new Set();
    /** What was entered, however it went on. @type {[number, number][]} */
    this.tried = [];
    /** Hints that were asked for, and answers that were shown. */
    this.hints = 0;
    this.told = 0;
  }

  /** For each cell its digit, 0 for none. */
  get digits() {
    return this.layers.digit.map((digit) => digit[0] ?? 0);
  }

  /** @param {number} cell */
  isGiven(cell) {
    return this.board.data.givens[cell] > 0;
  }

  /** What a cell shows. @param {number} cell @returns {Face} */
  face(cell) {
    const { digit, corner, centre, colour, pen } = this.layers;
    const manner = this.placed && !corner[cell].length ? "places" : "rows";
    return {
      digit: digit[cell][0] ?? 0, given: this.isGiven(cell), corner: corner[cell], centre: centre[cell], manner,
      colours: colour[cell], lines: pen[cell],
    };
  }

  get canUndo() {
    return this.done > 0;
  }

  get canRedo() {
    return this.done < this.history.length;
  }

  /** How many entries were not what their cell has by now. */
  get mistakes() {
    const digits = this.digits;
    return this.tried.filter(([cell, digit]) => digits[cell] !== digit).length;
  }

  /** Whether every cell has a digit, right or wrong. */
  get isFilled() {
    return this.digits.every(Boolean);
  }

  /** Whether every cell has a digit and none clash. */
  get isFull() {
    return this.isFilled && clashes(this.board, this.digits).size === 0;
  }

  /**
   * Make changes as one action, leaving out those that change nothing.
   * @param {{cell: number, layer: Layer, after: number[]}[]} wanted
   * @returns {Change[]} What has changed.
   */
  apply(wanted) {
    const changes = [];
    for (const { cell, layer, after } of wanted) {
      const before = this.layers[layer][cell];
      if (equal(before, after) || (!DRAWN.has(layer) && this.isGiven(cell))) continue;
      this.layers[layer][cell] = after;
      changes.push({ cell, layer, before, after });
    }
    if (changes.length) {
      this.history.length = this.done;
      this.history.push(changes);
      this.done += 1;
    }
    return changes;
  }

  /** @returns {Change[]} */
  undo() {
    if (!this.canUndo) return [];
    this.done -= 1;
    const changes = this.history[this.done];
    for (const { cell, layer, before } of [...changes].reverse()) this.layers[layer][cell] = before;
    return changes;
  }

  /** @returns {Change[]} */
  redo() {
    if (!this.canRedo) return [];
    const changes = this.history[this.done];
    this.done += 1;
    for (const { cell, layer, after } of changes) this.layers[layer][cell] = after;
    return changes;
  }

  /**
   * Enter a digit into cells, or take it away where all of them have it.
   * @param {number[]} cells
   * @param {number} digit
   * @param {{clean: boolean}} options Whether marks of the digit go from the cells' peers.
   */
  enter(cells, digit, { clean }) {
    const open = cells.filter((cell) => !this.isGiven(cell));
    const all = open.every((cell) => this.layers.digit[cell][0] === digit);
    /** @type {{cell: number, layer: Layer, after: number[]}[]} */
    const wanted = open.map((cell) => ({ cell, layer: "digit", after: all ? [] : [digit] }));
    const changes = this.apply([...wanted, ...this.swept(open, all ? 0 : digit, clean)]);
    if (!all && changes.length) {
      this.count(open);
      this.tried.push(...open.map((cell) => /** @type {[number, number]} */ ([cell, digit])));
    }
    return changes;
  }

  /**
   * Marks of peers once cells have another digit: those come back that the digits before took away,
   * and those of the new digit go.
   * @param {number[]} cells @param {number} digit 0 for none. @param {boolean} clean
   */
  swept(cells, digit, clean) {
    /** @type {Map<string, {cell: number, layer: Layer, after: number[]}>} */
    const found = new Map();
    for (const { cell, layer, mark } of this.restored(cells, digit)) {
      const now = found.get(`${layer} ${cell}`)?.after ?? this.layers[layer][cell];
      found.set(`${layer} ${cell}`, { cell, layer, after: [...now, mark].sort((a, b) => a - b) });
    }
    // No digit comes back that goes as well: the ones before differ from the new one.
    for (const { cell, layer, after } of digit && clean ? this.cleaned(cells, digit) : []) {
      const now = found.get(`${layer} ${cell}`)?.after;
      found.set(`${layer} ${cell}`, { cell, layer, after: now?.filter((mark) => mark !== digit) ?? after });
    }
    return [...found.values()];
  }

  /**
   * The marks that the digits of cells have taken from their peers, and that no other digit excludes.
   * @param {number[]} cells @param {number} digit What the cells have next.
   * @returns {{cell: number, layer: Layer, mark: number}[]}
   */
  restored(cells, digit) {
    const next = this.digits.map((old, cell) => (cells.includes(cell) ? digit : old));
    return cells.flatMap((cell) => {
      const [old = 0] = this.layers.digit[cell];
      if (!old || old === digit) return [];
      const at = this.history.slice(0, this.done).findLastIndex((action) =>
        action.some((change) => change.cell === cell && change.layer === "digit"));
      return this.takenBy(at, old)
        .filter((change) => ![...this.board.peers[change.cell]].some((peer) => next[peer] === old))
        .map((change) => ({ cell: change.cell, layer: change.layer, mark: old }));
    });
  }

  /** Changes of an action that took a mark which has not been set since. @param {number} at @param {number} digit */
  takenBy(at, digit) {
    return (this.history[at] ?? []).filter(({ cell, layer, before, after }) =>
      MARKS.has(layer) && before.includes(digit) && !after.includes(digit) &&
      !this.layers[layer][cell].includes(digit));
  }

  /**
   * Marks of a digit that go from the peers of cells.
   * @param {number[]} cells @param {number} digit
   */
  cleaned(cells, digit) {
    const peers = new Set(cells.flatMap((cell) => [...this.board.peers[cell]]));
    return [...MARKS].flatMap((layer) => [...peers].filter((peer) => this.layers[layer][peer].includes(digit)).map((peer) =>
      ({ cell: peer, layer, after: this.layers[layer][peer].filter((mark) => mark !== digit) })));
  }

  /**
   * Points for what was entered: off for a clash, and once for each cell without one.
   * @param {number[]} cells
   */
  count(cells) {
    const bad = clashes(this.board, this.digits);
    for (const cell of cells) {
      if (bad.has(cell)) this.score -= POINTS;
      else if (!this.scored.has(cell)) {
        this.score += POINTS;
        this.scored.add(cell);
      }
    }
  }

  /**
   * Set a mark or a colour in cells, or take it away where all of them have it.
   * @param {number[]} cells
   * @param {"corner" | "centre" | "colour"} layer
   * @param {number} value
   */
  mark(cells, layer, value) {
    const open =
      layer === "colour" ? cells : cells.filter((cell) => !this.layers.digit[cell].length);
    const all = open.every((cell) => this.layers[layer][cell].includes(value));
    return this.apply(
      open.map((cell) => {
        const others = this.layers[layer][cell].filter((mark) => mark !== value);
        const after = all ? others : [...others, value].sort((a, b) => a - b);
        return { cell, layer, after };
      }),
    );
  }

  /**
   * Draw a line from a cell to another, or take it away.
   * @param {number} from
   * @param {number} to
   */
  line(from, to) {
    const [cell, end] = from < to ? [from, to] : [to, from];
    const before = this.layers.pen[cell];
    const after = before.includes(end) ? before.filter((old) => old !== end) : [...before, end];
    return this.apply([{ cell, layer: "pen", after: after.sort((a, b) => a - b) }]);
  }

  /**
   * Empty cells: first of digits; without any, of marks; then of colours and lines.
   * @param {number[]} cells
   */
  erase(cells) {
    const back = this.swept(cells.filter((cell) => !this.isGiven(cell)), 0, false);
    for (const layers of /** @type {Layer[][]} */ ([["digit"], ["corner", "centre"], ["colour"]])) {
      const emptied = layers.flatMap((layer) => cells.map((cell) => ({ cell, layer, after: [] })));
      const changes = this.apply(layers[0] === "digit" ? [...emptied, ...back] : emptied);
      if (changes.length) return changes;
    }
    return this.apply(
      this.layers.pen.map((ends, cell) => {
        const after = cells.includes(cell) ? [] : ends.filter((end) => !cells.includes(end));
        return { cell, layer: /** @type {const} */ ("pen"), after };
      }),
    );
  }

  /** Fill in all candidates that no peer has; where the player has marks already, these stay. @param {number[]} digits Those that can be seen. */
  fill(digits = this.digits) {
    this.placed = true;
    return this.apply(
      digits.flatMap((digit, cell) =>
        digit || this.layers.centre[cell].length
          ? []
          : [{ cell, layer: /** @type {const} */ ("centre"), after: allowed(this.board, digits, cell) }],
      ),
    );
  }

  /**
   * Return the candidates that the player leaves to a cell: its centre marks, or what no peer has.
   * @param {number} cell
   */
  candidates(cell) {
    const marks = this.layers.centre[cell];
    return marks.length ? marks : allowed(this.board, this.digits, cell);
  }

  /** The position as the server takes it. */
  position() {
    const entries = this.digits.map((digit, cell) => (this.isGiven(cell) ? 0 : digit));
    const marks = this.layers.centre.map((marks, cell) =>
      this.layers.digit[cell].length || !marks.length ? null : marks,
    );
    return { rules: this.board.data.rules, givens: this.board.data.givens, entries, marks };
  }

  /** What a save holds; `restore` takes it back. */
  save() {
    const { history, done, score, placed, tried, hints, told } = this;
    return { history, done, score, placed, tried, hints, told, scored: [...this.scored] };
  }

  /** @param {Pick<ReturnType<Game["save"]>, "history" | "done" | "score" | "scored"> & Partial<ReturnType<Game["save"]>>} saved Games of old say less. */
  restore(saved) {
    this.history = saved.history;
    this.done = 0;
    while (this.done < saved.done) this.redo();
    this.score = saved.score;
    this.placed = Boolean(saved.placed);
    this.scored = new Set(saved.scored);
    const { tried = [], hints = 0, told = 0 } = saved;
    Object.assign(this, { tried, hints, told });
  }
}
