/** @import {Clue, Grid} from "./formulas.js" */

import { apart } from "./formulas.js";
import { isLine } from "./ranks.js";

/** Whether the digits are as many as the rows and columns. @param {unknown} _ @param {Grid} grid */
const isSquare = (_, { size, cells, at }) =>
  cells.length === size ** 2 && [...at.keys()].every((place) => place.split(",").every((one) => Number(one) < size));

/** @param {Clue} clue */
const isHalved = ({ cells }) => cells.length % 2 === 0;
/** @param {Clue} clue */
const isPositive = ({ total }) => total >= 1;
/** @param {Clue} clue @param {Grid} grid */
const exemptsNeighbours = ({ exempt = [] }, grid) => {
  const known = new Set(apart(0, 1, grid).map(String));
  return exempt.every((/** @type {number[]} */ pair) => known.has([...pair].sort((a, b) => a - b).join()));
};
/** @param {Clue} clue @param {Grid} grid */
const isCut = ({ cells, regions, size }, grid) => cells.length === regions.length && size > 1 &&
  cells.length % size === 0 && cells.length / size <= grid.size;

/** What kinds need beside their cells and numbers, as `check` of each has it. @type {Record<string, (clue: Clue, grid: Grid) => boolean>} */
const NEEDS = {
  killer: ({ cells }, { size }) => cells.length <= size,
  sum: ({ cells, coefficients = [] }) => !coefficients.includes(0) && [0, cells.length].includes(coefficients.length),
  white: ({ difference = 0 }) => difference >= 0,
  nowhite: exemptsNeighbours, noblack: exemptsNeighbours, nosum: exemptsNeighbours,
  lookandsay: ({ said }) => said.length % 2 === 0,
  same: isHalved, clone: isHalved,
  modular: ({ modulus = 3 }) => modulus >= 1,
  arrow: ({ bulb }) => bulb.length > 0,
  equalsums: ({ parts }) => parts.length > 0,
  sumline: isPositive, sumloop: isPositive,
  antimove: ({ down, right }) => Boolean(down || right),
  topbottom: isSquare, noties: isSquare,
  fullrank: (clue, grid) => isSquare(clue, grid) && isLine(clue.cells, grid) && clue.number >= 1 && clue.number <= 4 * grid.size,
  boxindexer: ({ box, cells }) => cells.every((/** @type {number} */ cell) => box.includes(cell)),
  connecteddigits: ({ size = 1 }) => size >= 1,
  chaos: isCut,
  regionrun: ({ control, arms }) => control.length === 1 && arms.length > 0 && arms.every((/** @type {number[]} */ arm) => arm.length && arm[0] === arms[0][0]) &&
    new Set(arms.flat()).size === arms.flat().length - arms.length + 1,
  regioncount: ({ control }) => control.length === 1,
};

/** Whether a clue can stand on a board. @param {Clue} clue @param {Grid} grid */
export const fits = (clue, grid) => NEEDS[clue.type]?.(clue, grid) ?? true;
