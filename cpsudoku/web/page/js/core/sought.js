/** @import {Formula} from "./rules.js" */
/** @import {Grid, Two} from "./formulas.js" */

import { maskOf, near, pairs, regular } from "./formulas.js";

/**
 * Regions that are to be found, as in `cpsudoku.variants.chaos`: cells beside the grid say in which region a cell
 * is; regions are numbered in the order in which they are met.
 */

/** Pairs of cells that share an edge, by their places in a list. @param {number[]} cells @param {Grid} grid @returns {Two[]} */
function touching(cells, { places }) {
  const at = new Map(cells.map((cell, place) => [String(places[cell]), place]));
  return cells.flatMap((cell, place) => {
    const [row, column] = places[cell];
    return [[row, column + 1], [row + 1, column]].flatMap((next) => {
      const other = at.get(String(next));
      return other === undefined ? [] : [/** @type {Two} */ ([place, other])];
    });
  });
}

/** @param {number[]} cells @param {number[]} touched Whose places say which of them touch. @param {number[]} inside @param {number} size 0 for any. @param {Grid} grid @returns {Formula} */
function connected(cells, touched, inside, size, grid) {
  // A region of more cells than there are cannot be had.
  const most = size ? Math.min(size, cells.length + 1) : 0;
  const edges = touching(touched, grid).map(([one, other]) => [cells[one], cells[other]]);
  return ["connected", cells, edges, maskOf(grid.size, (digit) => inside.includes(digit)), most];
}

/** @param {number[]} cells @param {number[]} inside @param {number} size @param {Grid} grid */
export const connectedDigits = (cells, inside, size, grid) => [connected(cells, cells, inside, size, grid)];

/** Numbers of regions as they are met: none before those below it. @param {number[]} regions @param {number} count @param {Grid} grid */
const inOrder = (regions, count, grid) => regular(regions, 0,
  (met, name) => (name <= Math.min(met + 1, count) ? Math.max(met, name) : undefined), (met) => met === count, grid);

/** @param {number[]} cells @param {number[]} regions @param {number} size @param {Grid} grid @returns {Formula[]} */
export function regionsToFind(cells, regions, size, grid) {
  const count = cells.length / size;
  const whole = [...Array(count).keys()].map((name) => connected(regions, cells, [name + 1], size, grid));
  // Cells that are further apart cannot be in one region.
  const close = near([...cells.keys()]).filter(([one, other]) => {
    const [[row, column], [down, right]] = [one, other].map((at) => grid.places[cells[at]]);
    return Math.abs(row - down) + Math.abs(column - right) < size;
  });
  const differences = close.map(([one, other]) => ["or", pairs([[cells[one], cells[other]], [regions[one], regions[other]]], (a, b) => a !== b, grid)]);
  return [inOrder(regions, count, grid), ...whole, ...differences];
}

/** Place in what is read, cells still wanted, the region (0 before it is known), whether the arm continues. @typedef {[number, number, number, boolean]} Run */

/**
 * A digit says how many cells of its region are seen along arms, of which each begins with the same cell.
 * @param {number} control @param {number[][]} arms @param {number} offset @param {Grid} grid @returns {Formula[]}
 */
export function regionRun(control, arms, offset, grid) {
  const cells = [control, ...arms[0], ...arms.slice(1).flatMap((arm) => arm.slice(1))];
  /** Where arms after the first begin. @type {Set<number>} */
  const begins = new Set();
  let length = 1;
  for (const arm of arms) {
    length += arm.length - (length > 1 ? 1 : 0);
    begins.add(length);
  }
  /** @param {Run} state @param {number} digit @returns {Run | undefined} */
  const next = ([place, wanted, region, goesOn], digit) => {
    if (place === 0) return [1, digit + offset, 0, true];
    const own = region || digit;
    const isSeen = goesOn && digit === own;
    const left = wanted - Number(isSeen);
    const again = begins.has(place + 1);
    const possible = left >= 0 && left <= length - place - 1;
    return possible ? [place + 1, left, own, isSeen || again] : undefined;
  };
  return [regular(cells, /** @type {Run} */ ([0, 0, 0, true]), next, ([, wanted]) => wanted === 0, grid)];
}

/** @param {number} control @param {number[]} cells @param {number} offset @param {Grid} grid @returns {Formula[]} */
export function regionCount(control, cells, offset, grid) {
  /** @typedef {[boolean, number, number]} Counted Whether the digit was read, cells still wanted, the region. */
  const next = (/** @type {Counted} */ [begun, wanted, region], /** @type {number} */ digit) => {
    if (!begun) return /** @type {Counted} */ ([true, digit + offset, 0]);
    const own = region || digit;
    const left = wanted - Number(digit === own);
    return left < 0 ? undefined : /** @type {Counted} */ ([true, left, own]);
  };
  return [regular([control, ...cells], /** @type {Counted} */ ([false, 0, 0]), next, ([, wanted]) => wanted === 0, grid)];
}
