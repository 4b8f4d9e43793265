/** @import {Board} from "./board.js" */
/** @import {Game} from "./game.js" */
/** @import {Marking} from "./types.js" */

import { Frame, SIDE } from "./frame.js";
import { svg } from "./elements.js";
import { word } from "./words.js";

/** What is left free for clues at the left and the top of a cell. */
const CLUES = [6, 11];
const LAYERS = ["back", "extra", "over", "content", "pen", "lines", "edges", "overlay"];

/**
 * What can be drawn.
 *
 * @typedef {object} Shown
 * @property {Game["layers"]} layers
 * @property {number[]} digits
 * @property {(cell: number, digit: number) => string} [shade] A class for a candidate.
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
    const [back, extra, over, content, pen, lines, edges, overlay] = LAYERS.map((name) =>
      svg("g", { class: name }, this.drawing));
    this.layers = { back, content, pen };
    this.overlay = overlay;
    this.frame = new Frame(place, this.drawing, this.grid, { extra, over, lines, edges });
    /** @type {{back: SVGElement, content: SVGElement, lines: SVGElement, box: HTMLElement, text: HTMLElement}[]} */
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
    const content = svg("g", { transform: `translate(${x} ${y})` }, this.layers.content);
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
    return { back, content, lines: svg("g", {}, this.layers.pen), box, text };
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
    this.show({ layers, digits });
  }

  /** @param {number} cell */
  draw(cell) {
    const { content, back, lines, text } = this.cells[cell];
    const { digit, corner, centre, colour, pen } = this.shown.layers;
    content.replaceChildren();
    lines.replaceChildren(...pen[cell].map((end) => this.line(cell, end)));
    back.querySelectorAll(".colour").forEach((old) => old.remove());
    this.drawColours(cell, colour[cell], back);
    const given = this.game.isGiven(cell);
    if (digit[cell].length) {
      const attributes = { x: SIDE / 2, y: SIDE / 2, class: given ? "given" : "entry" };
      svg("text", attributes, content).textContent = this.symbol(digit[cell][0]);
    } else {
      this.drawMarks(content, cell, corner[cell], centre[cell]);
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

  /** @param {SVGElement} content @param {number} cell @param {number[]} corner @param {number[]} centre */
  drawMarks(content, cell, corner, centre) {
    const spots = [[10, 12], [50, 12], [10, 50], [50, 50], [30, 12], [30, 50], [10, 31], [50, 31]];
    corner.slice(0, spots.length).forEach((mark, index) => {
      const [x, y] = spots[index];
      svg("text", { x, y, class: "corner" }, content).textContent = this.symbol(mark);
    });
    if (!centre.length) return;
    if (this.board.size <= (this.shown.shade ? 16 : 9)) {
      // Each candidate has its place, so that links and colours of a hint can meet it.
      for (const mark of centre) {
        const { x, y } = this.spot(mark);
        const shade = this.shown.shade?.(cell, mark) ?? "";
        if (shade) this.shadeBehind(x, y, shade, content);
        const size = this.board.size > 9 ? "tiny" : "";
        const attributes = { x, y, class: `candidate ${size} ${shade}`, "data-digit": mark };
        svg("text", attributes, content).textContent = this.symbol(mark);
      }
    } else {
      const attributes = { x: SIDE / 2, y: SIDE / 2, class: "centre" };
      const joined = svg("text", attributes, content);
      joined.textContent = centre.map((mark) => this.symbol(mark)).join("");
      if (centre.length > 5) {
        joined.setAttribute("textLength", String(SIDE - 8));
        joined.setAttribute("lengthAdjust", "spacingAndGlyphs");
      }
    }
  }

  /** @param {number} x @param {number} y @param {string} shade @param {SVGElement} content */
  shadeBehind(x, y, shade, content) {
    const r = Math.min(8, SIDE / Math.ceil(Math.sqrt(this.board.size)) / 2 - 2);
    const square = { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 3 };
    svg("rect", { ...square, class: `shade ${shade}` }, content);
  }

  /**
   * Return where a candidate stands in its cell.
   * @param {number} digit
   */
  spot(digit) {
    const across = Math.ceil(Math.sqrt(this.board.size));
    const down = Math.ceil(this.board.size / across);
    const index = digit - 1;
    // Where rules are drawn, the sums of cages stand in the upper left corners.
    const [left, top] = this.board.data.drawing ? CLUES : [0, 0];
    return {
      x: left + ((index % across) + 0.5) * ((SIDE - left) / across),
      y: top + (Math.floor(index / across) + 0.5) * ((SIDE - top) / down),
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
    if (digit[cell].length) parts.push(list(digit[cell]) + (given ? ` ${word("given")}` : ""));
    else {
      if (!corner[cell].length && !centre[cell].length) parts.push(word("empty"));
      if (corner[cell].length) parts.push(`${word("corner marks")} ${list(corner[cell])}`);
      if (centre[cell].length) parts.push(`${word("centre marks")} ${list(centre[cell])}`);
    }
    parts.push(...this.board.rulesOf(cell));
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
    const digits = this.shown.digits;
    const wanted = chosen || digits[focus];
    const peers = this.board.peers[focus];
    this.cells.forEach(({ back, box, content }, cell) => {
      const { centre, corner } = this.shown.layers;
      const marked =
        wanted > 0 &&
        !digits[cell] &&
        (centre[cell].includes(wanted) || corner[cell].includes(wanted));
      back.setAttribute(
        "class",
        [
          selected.has(cell) && "selected",
          wanted > 0 && digits[cell] === wanted && "equal",
          marked && "marked",
          peers.has(cell) && "peer",
        ]
          .filter(Boolean)
          .join(" "),
      );
      content.classList.toggle("clash", bad.has(cell));
      box.setAttribute("aria-selected", String(selected.has(cell)));
      if (bad.has(cell)) box.setAttribute("aria-invalid", "true");
      else box.removeAttribute("aria-invalid");
      box.tabIndex = cell === focus ? 0 : -1;
    });
  }

  /**
   * Light what a hint or a step is about; null for nothing.
   * @param {Marking | null} marking
   */
  mark(marking) {
    this.overlay.replaceChildren();
    if (!marking) return;
    for (const house of marking.houses ?? []) this.overCells(house, "house");
    this.overCells(marking.cells ?? [], "pattern");
    this.overCells(marking.differing ?? [], "differing");
    for (const { candidate, role } of marking.candidates ?? []) {
      this.overCandidate(candidate, role);
    }
    for (const { from, to, strong } of marking.links ?? []) this.overLink(from, to, strong);
  }

  /** @param {number[]} cells @param {string} name */
  overCells(cells, name) {
    for (const cell of cells) {
      const { x, y } = this.corner(cell);
      svg("rect", { x, y, width: SIDE, height: SIDE, class: name }, this.overlay);
    }
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
    const { x, y } = this.middle(candidate);
    const r = Math.min(10, SIDE / Math.ceil(Math.sqrt(this.board.size)) / 2);
    if (role === "eliminated") {
      const d = `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
      svg("path", { d, class: "candidate-mark eliminated" }, this.overlay);
    } else if (role === "false" || role === "fin") {
      const square = { x: x - r, y: y - r, width: 2 * r, height: 2 * r };
      svg("rect", { ...square, class: `candidate-mark ${role}` }, this.overlay);
    } else {
      svg("circle", { cx: x, cy: y, r, class: `candidate-mark ${role}` }, this.overlay);
    }
    const label = svg("text", { x, y, class: "candidate over" }, this.overlay);
    label.textContent = this.symbol(candidate[1]);
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
