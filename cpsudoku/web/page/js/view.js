/** @import {Board} from "./board.js" */
/** @import {Game} from "./game.js" */
/** @import {Marking} from "./types.js" */

import { Frame, SIDE } from "./frame.js";
import { ruleName } from "./about.js";
import { svg } from "./elements.js";
import { word } from "./words.js";

/** What is left free for clues at the left and the top of a cell. */
const CLUES = [6, 11];
/** What is left free of marks at the other sides of a cell with clues. */
const REST = 3;
const LAYERS = ["back", "extra", "lines", "shades", "over", "content", "pen", "edges", "rings", "overlay"];
/** Places of corner marks, from the corners on. */
const CORNERS = [[10, 12], [50, 12], [10, 50], [50, 50], [30, 12], [30, 50], [10, 31], [50, 31]];
/** The width of a digit, as a share of its height. */
const NARROW = 0.6;

/**
 * What can be drawn.
 *
 * @typedef {object} Shown
 * @property {Game["layers"]} layers
 * @property {number[]} digits
 * @property {boolean} [placed] Whether marks in the middle are candidates, each at its own place.
 * @property {(cell: number, digit: number) => string} [shade] A class for a candidate.
 * @property {(cell: number) => boolean} [sole] Whether the only mark of a cell is what it must be.
 * @property {(cell: number) => string[]} [notes] What else is said of a cell.
 *
 * @typedef {Shown & {board: Board, isGiven(cell: number): boolean}} Sheet What a view is made for.
 */

/**
 * The board on the page: a drawing, and over it a grid of transparent cells that take the pointer,
 * the focus, and a screen reader's attention. A cell is named by hidden text, since a label makes
 * some readers add "blank".
 */
export class View {
  /**
   * @param {HTMLElement} place
   * @param {Sheet} game
   */
  constructor(place, game) {
    this.game = game;
    /** What is drawn: the game, or a position on the path that solves it. @type {Shown} */
    this.shown = game;
    this.board = game.board;
    this.drawing = svg("svg", { "aria-hidden": "true", class: "drawing" });
    this.grid = document.createElement("div");
    this.grid.setAttribute("role", "grid");
    this.grid.setAttribute("aria-label", word("board"));
    this.grid.className = "grid";
    place.replaceChildren(this.drawing, this.grid);
    const [back, extra, lines, shades, over, content, pen, edges, rings, overlay] = LAYERS.map((name) =>
      svg("g", { class: name }, this.drawing));
    // Shades lie below what is drawn of the rules, so that the sums of cages can be read.
    this.layers = { back, shades, content, pen, rings };
    /** Cells that fog lies on, whose givens and clues are not shown. @type {Set<number>} */
    this.hidden = new Set();
    /** What fog hides, beside givens. */
    this.clued = [extra, over, edges];
    this.mask = svg("mask", { id: "fog", maskUnits: "userSpaceOnUse" }, this.drawing);
    const clip = svg("clipPath", { id: "chosen" }, this.drawing);
    /** One line around what is selected, within it; and what is spoken of. */
    this.chosen = { within: svg("path", {}, clip), around: svg("path", { class: "ring selected", "clip-path": "url(#chosen)" }, rings) };
    this.spoken = svg("path", { class: "ring pointed" }, rings);
    /** Cells whose candidates a hint lights at their places. @type {Set<number>} */
    this.pointed = new Set();
    this.overlay = overlay;
    this.frame = new Frame(place, this.drawing, this.grid, { extra, over, lines, edges });
    /** @type {{back: SVGElement, shades: SVGElement, content: SVGElement, lines: SVGElement, box: HTMLElement, text: HTMLElement}[]} */
    this.cells = this.board.data.places.map((_, cell) => this.makeCell(cell));
    this.makeRows();
    this.frame.draw(this.board);
    this.all();
  }

  /** Draw other rules on the same cells. @param {Board} board */
  renew(board) {
    this.board = board;
    this.frame.draw(board);
    this.all();
  }

  /** @param {number} cell */
  corner(cell) {
    const [row, column] = this.board.data.places[cell];
    return { x: column * SIDE, y: row * SIDE };
  }

  /** @param {number} cell */
  makeCell(cell) {
    const { x, y } = this.corner(cell);
    const square = { x, y, width: SIDE, height: SIDE };
    const back = svg("g", {}, this.layers.back);
    svg("rect", { ...square, class: "cell" }, back);
    const moved = { transform: `translate(${x} ${y})` };
    const shades = svg("g", moved, this.layers.shades);
    const content = svg("g", moved, this.layers.content);
    const box = document.createElement("div");
    box.setAttribute("role", "gridcell");
    box.tabIndex = -1;
    box.dataset.cell = String(cell);
    const [row, column] = this.board.data.places[cell];
    box.style.gridRow = String(row + 1);
    box.style.gridColumn = String(column + 1);
    const text = document.createElement("span");
    text.className = "hidden";
    box.append(text);
    return { back, shades, content, lines: svg("g", {}, this.layers.pen), box, text };
  }

  makeRows() {
    const { height } = this.board.data;
    const rows = Array.from({ length: height }, () => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      this.grid.append(row);
      return row;
    });
    this.cells.forEach(({ box }, cell) => rows[this.board.data.places[cell][0]].append(box));
  }

  all() {
    this.cells.forEach((_, cell) => this.draw(cell));
  }

  /**
   * Draw something instead of the game, which it does not touch; null for the game again.
   * @param {Shown | null} shown
   */
  show(shown) {
    if (!shown && this.shown === this.game) return;
    this.shown = shown ?? this.game;
    this.veil();
    this.all();
  }

  /**
   * Draw a position on the path that solves the puzzle.
   * @param {{digits: number[], marks: number[][]}} position
   */
  showPosition({ digits, marks }) {
    const none = this.board.data.places.map(() => []);
    const layers = {
      digit: digits.map((digit) => (digit ? [digit] : [])),
      corner: none,
      centre: marks.map((left, cell) => (digits[cell] ? [] : left)),
      colour: none,
      pen: none,
    };
    this.show({ layers, digits, placed: true });
  }

  /** Let fog lie on cells, and lift it from all others. @param {Set<number>} hidden */
  conceal(hidden) {
    const before = this.hidden;
    this.hidden = hidden;
    const { height, width } = this.board.data;
    const [x, y, right, down] = [-2 * SIDE, -2 * SIDE, (width + 4) * SIDE, (height + 4) * SIDE];
    const whole = { x, y, width: right, height: down };
    for (const [name, value] of Object.entries(whole)) this.mask.setAttribute(name, String(value));
    this.mask.replaceChildren();
    svg("rect", { ...whole, fill: "#fff" }, this.mask);
    for (const cell of hidden) svg("rect", { ...this.corner(cell), width: SIDE, height: SIDE, fill: "#000" }, this.mask);
    this.veil();
    for (const cell of this.cells.keys()) if (before.has(cell) !== hidden.has(cell)) this.draw(cell);
  }

  veil() {
    const isVeiled = this.hidden.size > 0 && this.shown === this.game;
    for (const layer of this.clued) {
      if (isVeiled) layer.setAttribute("mask", "url(#fog)");
      else layer.removeAttribute("mask");
    }
  }

  /** Whether what is drawn of a cell lies in the fog: a path to the solution lies before everybody. @param {number} cell */
  isHidden(cell) {
    return this.shown === this.game && this.hidden.has(cell);
  }

  /** @param {number} cell */
  draw(cell) {
    const { content, shades, back, lines, text } = this.cells[cell];
    const { digit, corner, centre, colour, pen } = this.shown.layers;
    content.replaceChildren();
    shades.replaceChildren();
    lines.replaceChildren(...pen[cell].map((end) => this.line(cell, end)));
    back.querySelectorAll(".colour").forEach((old) => old.remove());
    this.drawColours(cell, colour[cell], back);
    const given = this.game.isGiven(cell);
    const isHidden = this.isHidden(cell);
    back.firstElementChild?.classList.toggle("fogged", isHidden);
    if (isHidden && given) {
      // Nothing is to be seen of it.
    } else if (digit[cell].length) {
      const attributes = { x: SIDE / 2, y: SIDE / 2, class: given ? "given" : "entry" };
      svg("text", attributes, content).textContent = this.symbol(digit[cell][0]);
    } else {
      this.drawMarks(cell, corner[cell], centre[cell]);
    }
    const words = this.words(cell, given);
    if (text.textContent !== words) text.textContent = words;
  }

  /** @param {number} from @param {number} to */
  line(from, to) {
    const [one, other] = [this.corner(from), this.corner(to)];
    const half = SIDE / 2;
    const ends = { x1: one.x + half, y1: one.y + half, x2: other.x + half, y2: other.y + half };
    return svg("line", { ...ends, class: "pen-line" });
  }

  /** @param {number} digit */
  symbol(digit) {
    return this.board.data.symbols[digit - 1];
  }

  /** @param {number} cell @param {number[]} corner @param {number[]} centre */
  drawMarks(cell, corner, centre) {
    const { content } = this.cells[cell];
    const [left, top] = this.clueSpace;
    corner.slice(0, CORNERS.length).forEach((mark, index) => {
      const [x, y] = CORNERS[index];
      const attributes = { x: Math.max(x, left + 6), y: y < SIDE / 2 ? Math.max(y, top + 8) : y, class: "corner" };
      svg("text", attributes, content).textContent = this.symbol(mark);
    });
    if (!centre.length) return;
    if (this.shown.sole?.(cell)) return this.drawSole(cell, centre[0]);
    const isPlaced = this.shown.shade || this.pointed.has(cell) || (this.shown.placed && !corner.length);
    if (isPlaced && this.board.size <= 16) this.drawPlaced(cell, centre);
    else this.drawRows(content, centre, SIDE - (corner.length ? 34 : 8));
  }

  /** What a cell must be, as big as a digit that is entered. @param {number} cell @param {number} digit */
  drawSole(cell, digit) {
    const attributes = { x: SIDE / 2, y: SIDE / 2, class: "candidate sole", "data-digit": digit };
    svg("text", attributes, this.cells[cell].content).textContent = this.symbol(digit);
  }

  /** Each candidate at its place, so that links and colours of a hint can meet it. @param {number} cell @param {number[]} marks */
  drawPlaced(cell, marks) {
    const { content, shades } = this.cells[cell];
    for (const mark of marks) {
      const { x, y } = this.spot(mark);
      const shade = this.shown.shade?.(cell, mark) ?? "";
      if (shade) this.shadeBehind(x, y, shade, shades);
      const size = this.board.size > 9 ? "tiny" : "";
      const attributes = { x, y, class: `candidate ${size} ${shade}`, "data-digit": mark };
      svg("text", attributes, content).textContent = this.symbol(mark);
    }
  }

  /**
   * Marks in the middle: one row, and where they are many more and smaller ones, so that they
   * can be read and leave the corners free.
   * @param {SVGElement} content @param {number[]} marks @param {number} height How much of the cell is theirs.
   */
  drawRows(content, marks, height) {
    const texts = marks.map((mark) => this.symbol(mark));
    const rows = texts.length <= 5 ? 1 : texts.length <= 12 ? 2 : Math.ceil(texts.length / 7);
    const each = Math.ceil(texts.length / rows);
    const lines = Array.from({ length: rows }, (_, row) => texts.slice(row * each, (row + 1) * each).join(""));
    const longest = Math.max(...lines.map((line) => line.length));
    const size = Math.min(17, (SIDE - 6) / (longest * NARROW), Math.max(height / rows, rows > 1 ? 0 : 17));
    lines.forEach((line, row) => {
      const y = SIDE / 2 + (row - (rows - 1) / 2) * size * 1.05;
      const text = svg("text", { x: SIDE / 2, y, class: "centre" }, content);
      text.textContent = line;
      text.style.fontSize = `${size.toFixed(1)}px`;
    });
  }

  /** @param {number} x @param {number} y @param {string} shade @param {SVGElement} place */
  shadeBehind(x, y, shade, place) {
    const r = Math.min(this.clueSpace[1] ? 7 : 8, SIDE / Math.ceil(Math.sqrt(this.board.size)) / 2 - 2);
    const square = { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 3 };
    svg("rect", { ...square, class: `shade ${shade}` }, place);
  }

  /** What the rules need of a cell at the left and the top: sums of cages stand in upper left corners. */
  get clueSpace() {
    return this.board.data.drawing ? CLUES : [0, 0];
  }

  /**
   * Return where a candidate stands in its cell.
   * @param {number} digit
   */
  spot(digit) {
    const across = Math.ceil(Math.sqrt(this.board.size));
    const down = Math.ceil(this.board.size / across);
    const index = digit - 1;
    const [left, top] = this.clueSpace;
    const rest = top ? REST : 0;
    return {
      x: left + ((index % across) + 0.5) * ((SIDE - left - rest) / across),
      y: top + (Math.floor(index / across) + 0.5) * ((SIDE - top - rest) / down),
    };
  }

  /** @param {number} cell @param {number[]} colours @param {SVGElement} back */
  drawColours(cell, colours, back) {
    const { x, y } = this.corner(cell);
    const width = SIDE / Math.max(1, colours.length);
    colours.forEach((colour, index) => {
      const stripe = { x: x + index * width, y, width, height: SIDE };
      svg("rect", { ...stripe, class: `colour colour-${colour}` }, back);
    });
  }

  /** @param {number} cell @param {boolean} given */
  words(cell, given) {
    const { digit, corner, centre, colour, pen } = this.shown.layers;
    const [row, column] = this.board.data.places[cell];
    const parts = [word("cell", { row: row + 1, column: column + 1 })];
    /** @param {number[]} digits */
    const list = (digits) => digits.map((d) => this.symbol(d)).join(" ");
    const isHidden = this.isHidden(cell);
    if (isHidden) parts.push(word("in fog"));
    if (digit[cell].length && !(isHidden && given)) parts.push(list(digit[cell]) + (given ? ` ${word("given")}` : ""));
    else {
      if (!corner[cell].length && !centre[cell].length) parts.push(word("empty"));
      if (corner[cell].length) parts.push(`${word("corner marks")} ${list(corner[cell])}`);
      if (centre[cell].length) parts.push(`${word("centre marks")} ${list(centre[cell])}`);
    }
    if (!isHidden) parts.push(...this.board.rulesOf(cell).map(ruleName));
    if (pen[cell].length) parts.push(word("lines to", { cells: pen[cell].map((end) => this.board.name(end)).join(" ") }));
    parts.push(...(this.shown.notes?.(cell) ?? []));
    if (colour[cell].length) parts.push(`${word("colours")} ${colour[cell].join(" ")}`);
    return parts.join(", ");
  }

  /**
   * Show which cells are selected, which clash, and which have the digit of the one in focus.
   * @param {Set<number>} selected
   * @param {number} focus
   * @param {Set<number>} bad
   * @param {number} [chosen] A digit that is looked for instead of the one in focus; 0 for none.
   */
  light(selected, focus, bad, chosen = 0) {
    const digits = this.shown.digits.map((digit, cell) => (this.isHidden(cell) && this.game.isGiven(cell) ? 0 : digit));
    const wanted = chosen || (selected.size ? digits[focus] : 0);
    const peers = selected.size ? this.board.peers[focus] : new Set();
    this.cells.forEach(({ back, box, content }, cell) => {
      const { centre, corner } = this.shown.layers;
      const marked =
        wanted > 0 &&
        !digits[cell] &&
        (centre[cell].includes(wanted) || corner[cell].includes(wanted));
      const looks = [
        selected.has(cell) && "selected",
        wanted > 0 && digits[cell] === wanted && "equal",
        marked && "marked",
        peers.has(cell) && "peer",
      ].filter(Boolean).join(" ");
      // What is as it was costs the browser nothing.
      if (back.getAttribute("class") !== looks) back.setAttribute("class", looks);
      content.classList.toggle("clash", bad.has(cell));
      box.setAttribute("aria-selected", String(selected.has(cell)));
      if (bad.has(cell)) box.setAttribute("aria-invalid", "true");
      else box.removeAttribute("aria-invalid");
      box.tabIndex = cell === focus ? 0 : -1;
    });
    this.chosen.within.setAttribute("d", [...selected].map((cell) => this.square(cell)).join(""));
    this.chosen.around.setAttribute("d", this.outline(selected));
  }

  /** @param {number} cell */
  square(cell) {
    const { x, y } = this.corner(cell);
    return `M${x} ${y}h${SIDE}v${SIDE}h${-SIDE}z`;
  }

  /** The sides of cells at which they end. @param {Set<number>} cells */
  outline(cells) {
    const sides = /** @type {const} */ ([[-1, 0, 0, 0, "h"], [0, 1, 1, 0, "v"], [1, 0, 0, 1, "h"], [0, -1, 0, 0, "v"]]);
    return [...cells].flatMap((cell) => {
      const [row, column] = this.board.data.places[cell];
      return sides.map(([down, right, x, y, way]) => {
        const other = this.board.at.get(`${row + down},${column + right}`);
        return other !== undefined && cells.has(other) ? "" : `M${(column + x) * SIDE} ${(row + y) * SIDE}${way}${SIDE}`;
      });
    }).join("");
  }

  /**
   * Light what a hint or a step is about; null for nothing.
   * @param {Marking | null} marking
   */
  mark(marking) {
    if (!marking && !this.overlay.childElementCount && !this.pointed.size) return;
    this.overlay.replaceChildren();
    this.drawing.classList.toggle("lit", Boolean(marking));
    const before = this.pointed;
    this.pointed = new Set(marking?.candidates?.map(({ candidate: [cell] }) => cell));
    for (const cell of new Set([...before, ...this.pointed])) this.draw(cell);
    if (!marking) return;
    for (const house of marking.houses ?? []) svg("path", { d: this.outline(new Set(house)), class: "house" }, this.overlay);
    this.overCells(marking.named ?? [], "named");
    this.overCells(marking.cells ?? [], "pattern");
    this.overCells(marking.wrong ?? [], "wrong");
    if (marking.differing?.length) svg("path", { d: this.outline(new Set(marking.differing)), class: "differing" }, this.overlay);
    (marking.sets ?? []).forEach((cells, index) => this.overCells(cells, `in-set ${String.fromCharCode(65 + index)}`));
    const { drawing } = marking;
    if (drawing) for (const drawn of [drawing.below, drawing.above]) this.frame.drawRules(this.board, drawn, drawing.margin, this.overlay);
    for (const { candidate, role } of marking.candidates ?? []) {
      this.overCandidate(candidate, role);
    }
    for (const { from, to, strong } of marking.links ?? []) this.overLink(from, to, strong);
  }

  /** Let a wave of light go over the board, from a cell on. @param {number} from */
  wave(from) {
    const { places } = this.board.data;
    const [row, column] = places[from];
    this.cells.forEach(({ back }, cell) => {
      const away = Math.hypot(places[cell][0] - row, places[cell][1] - column);
      const square = /** @type {SVGElement} */ (back.firstElementChild);
      square.style.animationDelay = `${Math.round(45 * away)}ms`;
      square.classList.add("won");
    });
  }

  /** Whether a hint or a step is lit. */
  get isLit() {
    return this.overlay.childElementCount > 0;
  }

  /** @param {number[]} cells @param {string} name */
  overCells(cells, name) {
    if (cells.length) svg("path", { d: cells.map((cell) => this.square(cell)).join(""), class: name }, this.overlay);
  }

  /** @param {[number, number]} candidate */
  middle([cell, digit]) {
    const { x, y } = this.corner(cell);
    const spot = this.spot(digit);
    return { x: x + spot.x, y: y + spot.y };
  }

  /**
   * A disc, a square or a cross: roles differ by shape as well as by colour.
   * @param {[number, number]} candidate
   * @param {string} role
   */
  overCandidate(candidate, role) {
    if (role === "placed" && !this.shown.digits[candidate[0]]) return this.overDigit(candidate);
    const { x, y } = this.middle(candidate);
    const r = Math.min(10, SIDE / Math.ceil(Math.sqrt(this.board.size)) / 2);
    if (role === "eliminated") {
      // One stroke, which ends before the next candidate: crosses would run into one another.
      const [dx, dy] = [0.75 * r, 0.6 * r];
      const d = `M${x - dx} ${y + dy}L${x + dx} ${y - dy}`;
      svg("path", { d, class: "candidate-mark eliminated" }, this.overlay);
    } else if (role === "false" || role === "fin") {
      const square = { x: x - r, y: y - r, width: 2 * r, height: 2 * r };
      svg("rect", { ...square, class: `candidate-mark ${role}` }, this.overlay);
    } else {
      svg("circle", { cx: x, cy: y, r, class: `candidate-mark ${role}` }, this.overlay);
    }
    const label = svg("text", { x, y, class: `candidate over ${role === "eliminated" ? "gone" : ""}` }, this.overlay);
    label.textContent = this.symbol(candidate[1]);
  }

  /** A digit that can be placed, as big as it will be. @param {[number, number]} candidate */
  overDigit([cell, digit]) {
    const { x, y } = this.corner(cell);
    const middle = { cx: x + SIDE / 2, cy: y + SIDE / 2 };
    // Marks that look out from under it would be taken for a part of the step.
    svg("rect", { x: x + 3, y: y + 3, width: SIDE - 6, height: SIDE - 6, class: "cover" }, this.overlay);
    svg("circle", { ...middle, r: SIDE * 0.38, class: "candidate-mark placed" }, this.overlay);
    const label = svg("text", { x: middle.cx, y: middle.cy, class: "over great" }, this.overlay);
    label.textContent = this.symbol(digit);
  }

  /** Point at a cell that is spoken of; null for none. @param {number | null} cell */
  point(cell) {
    this.spoken.setAttribute("d", cell === null ? "" : this.square(cell));
  }

  /** @param {[number, number][]} from @param {[number, number][]} to @param {boolean} strong */
  overLink(from, to, strong) {
    if (!from.length || !to.length) return;
    const start = this.middle(from[0]);
    const end = this.middle(to[0]);
    const dx = end.x - start.x;
    const dy = end.y - start.y;
    const length = Math.hypot(dx, dy) || 1;
    const cut = Math.min(11, length / 3) / length;
    const a = { x: start.x + dx * cut, y: start.y + dy * cut };
    const b = { x: end.x - dx * cut, y: end.y - dy * cut };
    // Bent a little, or links along a row would lie on one another.
    const bend = { x: (a.x + b.x) / 2 - dy * 0.12, y: (a.y + b.y) / 2 + dx * 0.12 };
    const d = `M${a.x} ${a.y}Q${bend.x} ${bend.y} ${b.x} ${b.y}`;
    svg("path", { d, class: strong ? "link strong" : "link weak" }, this.overlay);
    const angle = Math.atan2(b.y - bend.y, b.x - bend.x);
    const points = [0.4, -0.4].map((turn) => {
      const way = angle + Math.PI + turn;
      return `${b.x + 8 * Math.cos(way)},${b.y + 8 * Math.sin(way)}`;
    });
    svg("polygon", { points: `${b.x},${b.y} ${points.join(" ")}`, class: "arrow" }, this.overlay);
  }
}
