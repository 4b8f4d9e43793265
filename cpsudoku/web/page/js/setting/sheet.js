import { faceOf } from "../faces.js";
import { word } from "../words.js";

/**
 * What the board shows while one sets: givens, and of the other cells what solutions have there.
 * A view draws it as it draws a game.
 */
export class Sheet {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {number[]} */
    this.givens = board.data.givens;
    /** @type {number[]} */
    this.regions = [];
    /** Whether true candidates are shown. */
    this.shaded = true;
    /** For each cell and digit how many solutions have it; empty while that is unknown. @type {number[][]} */
    this.counts = [];
    /** This many are counted. */
    this.most = 0;
    /** Whether no other digit occurs anywhere. */
    this.complete = false;
    /** Cells in which solutions differ. @type {Set<number>} */
    this.differing = new Set();
    /** Cells of a conflict. @type {Set<number>} */
    this.conflict = new Set();
  }

  /** What a cell shows. @param {number} cell @returns {Face} */
  face(cell) {
    const centre = this.candidates(cell);
    const shades = centre.map((digit) => this.shade(cell, digit));
    // One digit is left, and it is known that there is no other.
    const manner = this.complete && centre.length === 1 ? "sole" : "places";
    return faceOf({ digit: this.givens[cell], given: this.givens[cell] > 0, centre, shades, manner, notes: this.notes(cell) });
  }

  /** Those of a cell in which any digit is excluded: of others there is nothing to say. @param {number} cell @returns {number[]} */
  candidates(cell) {
    if (!this.shaded || this.givens[cell] || !this.counts.length) return [];
    const left = this.counts[cell].flatMap((count, index) => (count ? [index + 1] : []));
    return left.length < this.board.size ? left : [];
  }

  /** A class that says how many solutions have a candidate. @param {number} cell @param {number} digit */
  shade(cell, digit) {
    const count = this.counts[cell]?.[digit - 1] ?? 0;
    return count && count < this.most ? `few-${Math.min(7, count)}` : "";
  }

  /** What is said of a cell beside its digits. @param {number} cell */
  notes(cell) {
    const few = this.candidates(cell).filter((digit) => this.shade(cell, digit));
    const notes = few.map((digit) => {
      const values = { digit: this.board.data.symbols[digit - 1], count: this.counts[cell][digit - 1] };
      return word(this.complete ? "in solutions" : "in solutions at least", values);
    });
    if (this.regions[cell]) notes.push(word("region", { number: this.regions[cell] }));
    if (this.differing.has(cell)) notes.push(word("differs"));
    if (this.conflict.has(cell)) notes.push(word("in conflict"));
    return notes;
  }
}
