/**
 * What formulas of clues are made of: as the primitives of `cpsudoku.rules` and their helpers, for pages without
 * a server.  Digits are those that people see, from 1.
 */

/** @param {number} size */
export const digitsTo = (size) => [...Array(size).keys()].map((digit) => digit + 1);

/** @param {number} size @param {(digit: number) => boolean} fits */
export const maskOf = (size, fits) => digitsTo(size).reduce((mask, digit) => mask + (fits(digit) ? 2 ** (digit - 1) : 0), 0);

/** A relation between two cells each, even of one with itself. @param {Two[]} all @param {Fits} fits @param {Grid} grid @returns {Formula[]} */
export function pairs(all, fits, { size }) {
  const allowed = digitsTo(size).map((a) => maskOf(size, (b) => fits(a, b)));
  const alone = maskOf(size, (a) => fits(a, a));
  return all.map(([one, other]) => (one === other ? ["count", [one], alone, "=", 1] : ["pair", one, other, allowed]));
}

/** @template T @param {T[]} cells @returns {[T, T][]} */
export const inTurn = (cells) => cells.slice(1).map((cell, at) => [cells[at], cell]);

/** What is in turn, cut into parts, in each of which one continues the other. @template T @param {T[]} all @param {(one: T, other: T) => boolean} continues */
export function parted(all, continues) {
  /** @type {T[][]} */
  const parts = [];
  for (const [at, one] of all.entries()) {
    if (at && continues(all[at - 1], one)) parts[parts.length - 1].push(one);
    else parts.push([one]);
  }
  return parts;
}

/** Two cells each that are less than some places apart. @param {number[]} cells @param {number} [width] @returns {Two[]} */
export const near = (cells, width = Infinity) =>
  cells.flatMap((one, i) => cells.flatMap((other, j) => (j > i && j - i < width ? [/** @type {Two} */ ([one, other])] : [])));

/** Cells with factors add up to one of some totals. @param {[number, number][]} terms @param {number[]} totals @returns {Formula} */
export function sums(terms, totals) {
  const factors = new Map();
  for (const [cell, factor] of terms) factors.set(cell, (factors.get(cell) ?? 0) + factor);
  const kept = [...factors].filter(([, factor]) => factor);
  const shift = kept.reduce((all, [, factor]) => all + factor, 0);
  return ["linear", kept.map(([cell]) => cell), kept.map(([, factor]) => factor), "=", totals.map((total) => total - shift)];
}

/** @param {number[]} cells @param {number} [factor] @returns {[number, number][]} */
export const times = (cells, factor = 1) => cells.map((cell) => [cell, factor]);

/** @param {number[]} cells @param {number} total */
export const sum = (cells, total) => sums(times(cells), [total]);

/** @param {number[]} cells @param {Grid} grid @returns {Formula} */
export const different = (cells, { size }) => (cells.length > size ? ["or", []] : ["different", cells]);

/** @param {number[]} cells @param {(digit: number) => boolean} fits @param {Grid} grid @returns {Formula[]} */
export const each = (cells, fits, { size }) => cells.map((cell) => ["count", [cell], maskOf(size, fits), "=", 1]);

/** Cells some rows and columns away, where there are any. @param {number} cell @param {[number, number][]} steps @param {Grid} grid */
export const away = (cell, steps, { places, at }) =>
  steps.map(([down, right]) => at.get(`${places[cell][0] + down},${places[cell][1] + right}`)).filter((found) => found !== undefined);

/** All pairs of cells that are a move apart. @param {number} down @param {number} right @param {Grid} grid @returns {Two[]} */
export function apart(down, right, grid) {
  const ways = [[down, right], [right, down]].flatMap(([i, j]) => [[i, j], [i, -j], [-i, j], [-i, -j]]);
  const steps = /** @type {[number, number][]} */ ([...new Set(ways.map(String))].map((way) => way.split(",").map(Number)));
  return grid.cells.flatMap((cell) => away(cell, steps, grid).flatMap((other) => (other > cell ? [/** @type {Two} */ ([cell, other])] : [])));
}

/** How often a digit is among cells. @param {number[]} cells @param {number} digit @param {number} number @param {string} [relation] @returns {Formula} */
export const often = (cells, digit, number, relation = "=") => ["count", cells, 2 ** (digit - 1), relation, number];

/**
 * An automaton: its states are values of any kind, told apart as JSON; one fails from which a step leads to `undefined`.
 * @param {number[]} cells @param {any} start @param {(state: any, digit: number) => any} step @param {(state: any) => boolean} accepts @param {Grid} grid
 * @returns {Formula}
 */
export function regular(cells, start, step, accepts, { size }) {
  const states = [start];
  const numbers = new Map([[JSON.stringify(start), 0]]);
  const steps = [];
  for (let from = 0; from < states.length; from++) {
    for (const digit of digitsTo(size)) {
      const next = step(states[from], digit);
      if (next === undefined) continue;
      const name = JSON.stringify(next);
      if (!numbers.has(name)) numbers.set(name, states.push(next) - 1);
      steps.push([from, digit - 1, numbers.get(name)]);
    }
  }
  return ["regular", cells, 0, steps, states.flatMap((state, number) => (accepts(state) ? [number] : []))];
}

/** @param {Grid} grid @returns {number[][]} The rows from above, or the columns. */
export const linesOf = ({ size, at }, axis = 0) => [...Array(size).keys()].map((line) =>
  [...Array(size).keys()].map((place) => at.get(axis ? `${place},${line}` : `${line},${place}`) ?? -1));
