import { make } from "./dialogs.js";
import { svg } from "./elements.js";
import { drawFace, wordsOf } from "./faces.js";
import { Frame } from "./frame.js";
import { Layout, SIDE } from "./layout.js";
import { Lights } from "./lights.js";
import { word } from "./words.js";

const LAYERS = ["back", "extra", "lines", "shades", "over", "content", "pen", "edges", "rings", "overlay"];

/**
 * What can be drawn: a game, a position on the path that solves it, or a draft.
 *
 * @typedef {{face(cell: number): Face}} Shown
 * @typedef {Shown & {board: Board}} Sheet What a view is made for.
 */

/**
 * The board on the page: a drawing, and over it a grid of transparent cells that take the pointer,
 * the focus, and a screen reader's attention. A cell is named by hidden text, since a label makes
 * some readers add "blank".
 */
export class View {
  /**
   * @param {HTMLElement} place
   * @param {Sheet} sheet
   */
  constructor(place, sheet) {
    this.sheet = sheet;
    /** What is drawn. @type {Shown} */
    this.shown = sheet;
    this.board = sheet.board;
    this.layout = new Layout(this.board);
    this.drawing = svg("svg", { "aria-hidden": "true", class: "drawing" });
    this.grid = make("div", { role: "grid", ariaLabel: word("board"), className: "grid" });
    place.replaceChildren(this.drawing, this.grid);
    const [back, extra, lines, shades, over, content, pen, edges, rings, overlay] = LAYERS.map((name) =>
      svg("g", { class: name }, this.drawing));
    // Shades lie below what is drawn of the rules, so that the sums of cages can be read.
    this.layers = { back, shades, content, pen };
    /** What fog hides, beside givens. */
    this.clued = [extra, over, edges];
    /** Cells of the sheet that fog lies on. @type {Set<number>} */
    this.fogged = new Set();
    this.mask = svg("mask", { id: "fog", maskUnits: "userSpaceOnUse" }, this.drawing);
    const clip = svg("clipPath", { id: "chosen" }, this.drawing);
    /** One line around what is selected, within it; and what is spoken of. */
    this.chosen = { within: svg("path", {}, clip), around: svg("path", { class: "ring selected", "clip-path": "url(#chosen)" }, rings) };
    this.spoken = svg("path", { class: "ring pointed" }, rings);
    /** Cells whose candidates a hint lights at their places. @type {Set<number>} */
    this.pointed = new Set();
    this.lights = new Lights(this.layout, overlay);
    this.frame = new Frame(place, this.drawing, this.grid, { extra, over, lines, edges });
    this.cells = this.board.data.places.map((_, cell) => this.makeCell(cell));
    this.makeRows();
    this.frame.draw(this.board);
    this.all();
  }

  /** Draw another sheet on the same cells. @param {Sheet} sheet */
  renew(sheet) {
    this.sheet = this.shown = sheet;
    this.board = sheet.board;
    this.layout = this.lights.layout = new Layout(this.board);
    this.frame.draw(this.board);
    this.all();
  }

  /** @param {number} cell */
  makeCell(cell) {
    const { x, y } = this.layout.corner(cell);
    const back = svg("g", {}, this.layers.back);
    svg("rect", { x, y, width: SIDE, height: SIDE, class: "cell" }, back);
    const moved = { transform: `translate(${x} ${y})` };
    const shades = svg("g", moved, this.layers.shades);
    const content = svg("g", moved, this.layers.content);
    const text = make("span", { className: "hidden" });
    const box = make("div", { role: "gridcell", tabIndex: -1, data: { cell } }, [text]);
    const [row, column] = this.board.data.places[cell];
    box.style.gridArea = `${row + 1} / ${column + 1}`;
    return { back, shades, content, lines: svg("g", {}, this.layers.pen), box, text, face: this.sheet.face(cell) };
  }

  makeRows() {
    const rows = Array.from({ length: this.board.data.height }, () => make("div", { role: "row" }));
    this.grid.append(...rows);
    this.cells.forEach(({ box }, cell) => rows[this.board.data.places[cell][0]].append(box));
  }

  all() {
    this.cells.forEach((_, cell) => this.draw(cell));
  }

  /**
   * Draw something instead of the sheet, which it does not touch; null for the sheet again.
   * @param {Shown | null} shown
   */
  show(shown) {
    if (!shown && this.shown === this.sheet) return;
    this.shown = shown ?? this.sheet;
    this.veil();
    this.all();
  }

  /** Let fog lie on cells, and lift it from all others. @param {Set<number>} fogged */
  conceal(fogged) {
    const before = this.fogged;
    this.fogged = fogged;
    const { height, width } = this.board.data;
    const whole = { x: -2 * SIDE, y: -2 * SIDE, width: (width + 4) * SIDE, height: (height + 4) * SIDE };
    for (const [name, value] of Object.entries(whole)) this.mask.setAttribute(name, String(value));
    this.mask.replaceChildren();
    svg("rect", { ...whole, fill: "#fff" }, this.mask);
    for (const cell of fogged) svg("rect", { ...this.layout.corner(cell), width: SIDE, height: SIDE, fill: "#000" }, this.mask);
    this.veil();
    for (const cell of this.cells.keys()) if (before.has(cell) !== fogged.has(cell)) this.draw(cell);
  }

  /** Fog lies on the sheet alone: a path to the solution lies before everybody. */
  veil() {
    const isVeiled = this.fogged.size > 0 && this.shown === this.sheet;
    for (const layer of this.clued) {
      if (isVeiled) layer.setAttribute("mask", "url(#fog)");
      else layer.removeAttribute("mask");
    }
  }

  /** @param {number} cell */
  draw(cell) {
    const parts = this.cells[cell];
    parts.face = this.shown.face(cell);
    drawFace(parts.face, cell, parts, this.layout, this.pointed.has(cell));
    const words = this.words(cell);
    if (parts.text.textContent !== words) parts.text.textContent = words;
  }

  /** What is read of a cell. @param {number} cell */
  words(cell) {
    return wordsOf(this.cells[cell].face, cell, this.board);
  }

  /**
   * Show which cells are selected, which clash, and which have the digit of the one in focus.
   * @param {Set<number>} selected
   * @param {number} focus
   * @param {Set<number>} bad
   * @param {number} [chosen] A digit that is looked for instead of the one in focus; 0 for none.
   */
  light(selected, focus, bad, chosen = 0) {
    const wanted = chosen || (selected.size ? this.cells[focus].face.digit : 0);
    const peers = selected.size ? this.board.peers[focus] : new Set();
    this.cells.forEach(({ back, box, content, face }, cell) => {
      const isMarked = !face.digit && (face.centre.includes(wanted) || face.corner.includes(wanted));
      const looks = [
        selected.has(cell) && "selected",
        wanted > 0 && face.digit === wanted && "equal",
        wanted > 0 && isMarked && "marked",
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
    this.chosen.within.setAttribute("d", this.layout.squares(selected));
    this.chosen.around.setAttribute("d", this.layout.outline(selected));
  }

  /**
   * Light what a hint or a step is about; null for nothing.
   * @param {Marking | null} marking
   */
  mark(marking) {
    if (!marking && !this.lights.isLit && !this.pointed.size) return;
    this.drawing.classList.toggle("lit", Boolean(marking));
    const before = this.pointed;
    this.pointed = new Set(marking?.candidates?.map(({ candidate: [cell] }) => cell));
    for (const cell of new Set([...before, ...this.pointed])) this.draw(cell);
    this.lights.show(marking, this.frame, (cell) => this.cells[cell].face.digit > 0);
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

  /** Point at a cell that is spoken of; null for none. @param {number | null} cell */
  point(cell) {
    this.spoken.setAttribute("d", cell === null ? "" : this.layout.squares([cell]));
  }
}
