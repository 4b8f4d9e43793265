/** @import {Formula} from "./rules.js" */
/** @import {Grid} from "./formulas.js" */

import { each, linesOf, near, pairs } from "./formulas.js";

/** Rows and columns read as numbers from all four sides, like in `cpsudoku.variants.ranks`. */

/** @param {number[]} line */
const turned = (line) => [...line].reverse();

/** The lines as they are read from each side. @param {Grid} grid */
const sidesOf = (grid) => [0, 1].flatMap((axis) => {
  const lines = linesOf(grid, axis);
  return [lines, lines.map(turned)];
});

/** Whether cells are a whole row or column, from one end. @param {number[]} cells @param {Grid} grid */
export const isLine = (cells, grid) => sidesOf(grid).flat().some((line) => String(line) === String(cells));

/** @param {Grid} grid @returns {Formula[]} */
export function noTies(grid) {
  const lines = sidesOf(grid).flat();
  return near([...lines.keys()]).map(([one, other]) => ["or", lines[one].flatMap((cell, at) =>
    (cell === lines[other][at] ? [] : pairs([[cell, lines[other][at]]], (a, b) => a !== b, grid)))]);
}

/**
 * The first digit of a line follows from its rank; of the three other lines that begin with it, one on each of the
 * other sides, some are below it.
 * @param {number[]} cells @param {number} rank From 1. @param {boolean} ties Whether others may read the same. @param {Grid} grid
 * @returns {Formula[]}
 */
export function fullRank(cells, rank, ties, grid) {
  const first = Math.ceil(rank / 4);
  const begins = (/** @type {number} */ cell) => each([cell], (digit) => digit === first, grid);
  /** Whether a line is below that of the clue, or above it, cell by cell. @param {number[]} line @param {number[]} own @param {boolean} below @returns {Formula} */
  const stands = ([cell, ...line], [own, ...others], below) => {
    if (cell === undefined) return [ties ? "and" : "or", []];
    const rest = stands(line, others, below);
    if (cell === own) return rest;
    const [differs] = pairs([[cell, own]], (a, b) => (below ? a < b : a > b), grid);
    return ["or", [differs, ["and", [...pairs([[cell, own]], (a, b) => a === b, grid), rest]]]];
  };
  const others = sidesOf(grid).filter((side) => side.every((line) => String(line) !== String(cells)));
  /** @param {number[][]} side @param {boolean} below @returns {Formula} */
  const one = (side, below) => ["or", side.map((line) => ["and", [...begins(line[0]), stands(line, cells, below)]])];
  const both = others.map((side) => [one(side, false), one(side, true)]);
  const ways = [...Array(2 ** others.length).keys()].map((some) => others.map((_, side) => (some >> side) & 1));
  const fitting = ways.filter((way) => way.filter(Boolean).length === (rank - 1) % 4);
  const meaning = [...begins(cells[0]), ["or", fitting.map((way) => ["and", way.map((below, side) => both[side][below])])]];
  return [["rank", cells, rank, Number(ties), meaning]];
}
