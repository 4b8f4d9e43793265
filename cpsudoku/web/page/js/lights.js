/** @import {Frame} from "./frame.js" */
/** @import {Layout} from "./layout.js" */

import { svg } from "./elements.js";
import { symbolOf } from "./faces.js";
import { SIDE } from "./layout.js";

/** What a hint or a step lights, above all else of the board. */
export class Lights {
  /** @param {Layout} layout @param {SVGElement} place */
  constructor(layout, place) {
    this.layout = layout;
    this.place = place;
  }

  /** Whether anything is lit. */
  get isLit() {
    return this.place.childElementCount > 0;
  }

  /**
   * @param {Marking | null} marking @param {Frame} frame
   * @param {(cell: number) => boolean} isFilled Whether a cell has a digit, beside which another one is small.
   */
  show(marking, frame, isFilled) {
    const { layout, place } = this;
    place.replaceChildren();
    if (!marking) return;
    for (const house of marking.houses ?? []) svg("path", { d: layout.outline(new Set(house)), class: "house" }, place);
    this.cells(marking.named, "named");
    this.cells(marking.cells, "pattern");
    this.cells(marking.wrong, "wrong");
    if (marking.differing?.length) svg("path", { d: layout.outline(new Set(marking.differing)), class: "differing" }, place);
    marking.sets?.forEach((cells, index) => this.cells(cells, `in-set ${String.fromCharCode(65 + index)}`));
    const { drawing } = marking;
    if (drawing) for (const drawn of [drawing.below, drawing.above]) frame.drawRules(layout.board, drawn, drawing.margin, place);
    for (const { candidate, role } of marking.candidates ?? []) {
      if (role === "placed" && !isFilled(candidate[0])) this.digit(candidate);
      else this.candidate(candidate, role);
    }
    for (const { from, to, strong } of marking.links ?? []) this.link(from, to, strong);
  }

  /** @param {number[] | undefined} cells @param {string} name */
  cells(cells, name) {
    if (cells?.length) svg("path", { d: this.layout.squares(cells), class: name }, this.place);
  }

  /**
   * A disc, a square or a stroke: roles differ by shape as well as by colour.
   * @param {[number, number]} candidate
   * @param {string} role
   */
  candidate(candidate, role) {
    const { x, y } = this.layout.middle(candidate);
    const r = Math.min(10, SIDE / this.layout.across / 2);
    if (role === "eliminated") {
      // One stroke, which ends before the next candidate: crosses would run into one another.
      const [dx, dy] = [0.75 * r, 0.6 * r];
      const d = `M${x - dx} ${y + dy}L${x + dx} ${y - dy}`;
      svg("path", { d, class: "candidate-mark eliminated" }, this.place);
    } else if (role === "false" || role === "fin") {
      const square = { x: x - r, y: y - r, width: 2 * r, height: 2 * r };
      svg("rect", { ...square, class: `candidate-mark ${role}` }, this.place);
    } else {
      svg("circle", { cx: x, cy: y, r, class: `candidate-mark ${role}` }, this.place);
    }
    const label = svg("text", { x, y, class: `candidate over ${role === "eliminated" ? "gone" : ""}` }, this.place);
    label.textContent = symbolOf(this.layout.board, candidate[1]);
  }

  /** A digit that can be placed, as big as it will be. @param {[number, number]} candidate */
  digit([cell, digit]) {
    const { x, y } = this.layout.corner(cell);
    const middle = this.layout.centre(cell);
    // Marks that look out from under it would be taken for a part of the step.
    svg("rect", { x: x + 3, y: y + 3, width: SIDE - 6, height: SIDE - 6, class: "cover" }, this.place);
    svg("circle", { cx: middle.x, cy: middle.y, r: SIDE * 0.38, class: "candidate-mark placed" }, this.place);
    svg("text", { ...middle, class: "over great" }, this.place).textContent = symbolOf(this.layout.board, digit);
  }

  /** @param {[number, number][]} from @param {[number, number][]} to @param {boolean} strong */
  link(from, to, strong) {
    if (!from.length || !to.length) return;
    const [start, end] = [from[0], to[0]].map((candidate) => this.layout.middle(candidate));
    const dx = end.x - start.x;
    const dy = end.y - start.y;
    const length = Math.hypot(dx, dy) || 1;
    const cut = Math.min(11, length / 3) / length;
    const a = { x: start.x + dx * cut, y: start.y + dy * cut };
    const b = { x: end.x - dx * cut, y: end.y - dy * cut };
    // Bent a little, or links along a row would lie on one another.
    const bend = { x: (a.x + b.x) / 2 - dy * 0.12, y: (a.y + b.y) / 2 + dx * 0.12 };
    const d = `M${a.x} ${a.y}Q${bend.x} ${bend.y} ${b.x} ${b.y}`;
    svg("path", { d, class: strong ? "link strong" : "link weak" }, this.place);
    const angle = Math.atan2(b.y - bend.y, b.x - bend.x);
    const points = [0.4, -0.4].map((turn) => {
      const way = angle + Math.PI + turn;
      return `${b.x + 8 * Math.cos(way)},${b.y + 8 * Math.sin(way)}`;
    });
    svg("polygon", { points: `${b.x},${b.y} ${points.join(" ")}`, class: "arrow" }, this.place);
  }
}
