/** @import {Board} from "../board.js" */

import { word } from "../words.js";

/**
 * What the board shows while one sets: givens, and of the other cells what solutions have there.
 * A view draws it as it draws a game.
 */
export class Sheet {
  // Set by `clear` and `refresh`.
  /** For each cell and digit how many solutions have it; empty while that is unknown. @type {number[][]} */ counts;
  /** This many are counted. @type {number} */ most;
  /** Whether no other digit occurs anywhere. @type {boolean} */ complete;
  /** Cells in which solutions differ. @type {Set<number>} */ differing;
  /** Cells of a conflict. @type {Set<number>} */ conflict;
  /** @type {Record<import("../types.js").Layer, number[][]>} */ layers;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {number[]} */
    this.givens = board.data.givens;
    /** @type {number[]} */
    this.regions = [];
    /** Whether true candidates are shown. */
    this.shaded = true;
    this.clear();
  }

  /** Nothing is known of the solutions. */
  clear() {
    this.counts = [];
    this.most = 0;
    this.complete = false;
    this.differing = new Set();
    this.conflict = new Set();
    this.refresh();
  }

  /** Make what is drawn anew, after anything has changed. */
  refresh() {
    const none = this.board.data.places.map(() => []);
    const centre = this.board.data.places.map((_, cell) => this.candidates(cell));
    const digit = this.givens.map((given) => (given ? [given] : []));
    this.layers = { digit, corner: none, centre, colour: none, pen: none };
  }

  get digits() {
    return this.givens;
  }

  /** @param {number} cell */
  isGiven(cell) {
    return this.givens[cell] > 0;
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

  /** Whether one digit is left and it is known that there is no other. @param {number} cell */
  sole(cell) {
    return this.complete && this.candidates(cell).length === 1;
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
