/** @import {BoardData, Candidate} from "../types.js" */
/** @import {Step} from "../hints.js" */

import { resource } from "../resources.js";
import { word } from "../words.js";

/** @param {[number, number]} place */
const cellName = ([row, column]) => `r${row + 1}c${column + 1}`;

/**
 * Give steps of the core their names and words.
 * @param {Step[]} steps
 * @param {BoardData} board
 * @returns {Promise<Step[]>}
 */
export async function describe(steps, { places, symbols }) {
  /** @type {{techniques: {technique: string, name: string, chinese: string}[]}} */
  const { techniques } = await resource("names.json");
  const isChinese = globalThis.document?.documentElement.lang === "zh";
  const called = new Map(techniques.map(({ technique, name, chinese }) => [technique, (isChinese && chinese) || name]));
  /** @param {Candidate[]} candidates @param {string} sign */
  const written = (candidates, sign) =>
    candidates.map(([cell, digit]) => `${cellName(places[cell])} ${sign} ${symbols[digit - 1]}`);
  return steps.map((step) => {
    const name = called.get(step.technique) ?? step.technique;
    const cells = step.cells.map((cell) => cellName(places[cell])).join(", ");
    const all = [...written(step.placements, "="), ...written(step.eliminations, "≠")].join(", ");
    const sentence = word("core step", { name, cells, all });
    const [technique, where] = [word("core technique", { name }), word("core cells", { name, cells })];
    return { ...step, name, sentence, notation: all, hints: [technique, technique, technique, where, sentence] };
  });
}

/**
 * Return the first step of a path that says something new to a player. All before it are on the board
 * already, so that it follows there as well.
 * @param {Step[]} steps
 * @param {number[]} digits For each cell its digit, 0 for none.
 * @param {(number[] | null)[] | null | undefined} marks What the player leaves to each cell; null for all.
 * @param {BoardData} board
 */
export function nextOn(steps, digits, marks, { regions }) {
  /** @param {Candidate} candidate */
  const isOpen = ([cell, digit]) =>
    !digits[cell] && (marks?.[cell]?.includes(digit) ?? true) &&
    !regions.some(({ cells }) => cells.includes(cell) && cells.some((peer) => digits[peer] === digit));
  return steps.find((step) =>
    step.placements.some(([cell]) => !digits[cell]) || step.eliminations.some(isOpen)) ?? null;
}

/**
 * Return steps with the position before each, which a file leaves out.
 * @param {Step[]} steps
 * @param {BoardData} board
 * @returns {Step[]}
 */
export function withPositions(steps, { givens, marks, symbols, regions }) {
  const digits = [...givens];
  const left = givens.map((_, cell) => new Set(marks?.[cell] ?? [...symbols.keys()].map((digit) => digit + 1)));
  /** @param {number} cell @param {number} digit */
  const place = (cell, digit) => {
    digits[cell] = digit;
    for (const { cells } of regions) if (cells.includes(cell)) for (const peer of cells) left[peer].delete(digit);
    left[cell] = new Set();
  };
  for (const [cell, digit] of givens.entries()) if (digit) place(cell, digit);
  return steps.map((step) => {
    const before = { digits: [...digits], marks: left.map((some) => [...some]) };
    for (const [cell, digit] of step.placements) place(cell, digit);
    for (const [cell, digit] of step.eliminations) left[cell].delete(digit);
    return { ...step, ...before };
  });
}
