/** What must hold, as formulas, whose digits count from 0. */

/** @param {number} number @param {string} relation @param {number[]} others */
function compares(number, relation, others) {
  if (relation === "=") return others.includes(number);
  if (relation === "!=") return !others.includes(number);
  return relation === "<=" ? number <= others[0] : number >= others[0];
}

/** @type {Record<string, (it: Formula, digits: number[]) => boolean>} */
const MEANINGS = {
  different: ([, cells], digits) => new Set(cells.map((/** @type {number} */ cell) => digits[cell])).size === cells.length,
  pair: ([, first, second, allowed], digits) => Boolean((allowed[digits[first]] >>> digits[second]) & 1),
  linear([, cells, factors, relation, totals], digits) {
    const sum = cells.reduce((/** @type {number} */ all, /** @type {number} */ cell, /** @type {number} */ at) => all + factors[at] * digits[cell], 0);
    return compares(sum, relation, totals);
  },
  table: ([, cells, tuples], digits) =>
    tuples.some((/** @type {number[]} */ tuple) => tuple.every((digit, at) => digits[cells[at]] === digit)),
  regular([, cells, start, steps, accepting], digits) {
    /** @type {Map<string, number>} */
    const next = new Map(steps.map((/** @type {number[]} */ [state, digit, to]) => [`${state},${digit}`, to]));
    /** @type {number | undefined} */
    let state = start;
    for (const cell of cells) state = next.get(`${state},${digits[cell]}`);
    return accepting.includes(state);
  },
  count: ([, cells, mask, relation, number], digits) =>
    compares(cells.filter((/** @type {number} */ cell) => (mask >>> digits[cell]) & 1).length, relation, [number]),
  element: ([, cells, index, value, shift], digits) => digits[cells[digits[index] + shift]] === digits[value],
  connected: ([, cells, touching, mask, size], digits) => {
    const inside = new Set(cells.filter((/** @type {number} */ cell) => (mask >>> digits[cell]) & 1));
    const reached = new Set([...inside].slice(0, 1));
    for (let before = 0; before < reached.size;) {
      before = reached.size;
      for (const [one, other] of touching) {
        if (reached.has(one) && inside.has(other)) reached.add(other);
        if (reached.has(other) && inside.has(one)) reached.add(one);
      }
    }
    return inside.size > 0 && reached.size === inside.size && (!size || inside.size === size);
  },
  rank: ([, , , , parts], digits) => parts.every((/** @type {Formula} */ part) => holds(part, digits)),
  and: ([, parts], digits) => parts.every((/** @type {Formula} */ part) => holds(part, digits)),
  or: ([, parts], digits) => parts.some((/** @type {Formula} */ part) => holds(part, digits)),
  not: ([, part], digits) => !holds(part, digits),
};

/**
 * Whether a formula holds, all of whose cells are filled.
 * @param {Formula} formula
 * @param {number[]} digits For each cell its digit, from 0.
 * @returns {boolean}
 */
export function holds(formula, digits) {
  return MEANINGS[formula[0]](formula, digits);
}
