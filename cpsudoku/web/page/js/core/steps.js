/** @import {BoardData, Candidate} from "../types.js" */
/** @import {Step} from "../step.js" */
/** @import {Said} from "../words.js" */

import { resource } from "../resources.js";
import { sentenceOf } from "./sentences.js";
import { Naming } from "./naming.js";

/**
 * Give steps of the core their names and words.
 * @param {(Step & import("./naming.js").Found)[]} steps
 * @param {BoardData} board
 * @returns {Promise<Step[]>}
 */
export async function describe(steps, board) {
  /** @type {{techniques: {technique: string, name: string}[]}} */
  const { techniques } = await resource("names.json");
  const called = new Map(techniques.map(({ technique, name }) => [technique, name]));
  return steps.map(({ evidence, ...step }) =>
    ({
      ...step,
      name: called.get(step.technique) ?? step.technique,
      said: said({ ...step, evidence }, board),
      sets: (evidence.proofs.length ? evidence : evidence.inner[0]?.evidence ?? evidence).sets.map(({ cells }) => cells),
    }));
}

/** What hints say of a step. @param {Step & import("./naming.js").Found} step @param {BoardData} board @returns {Said[]} */
export function said(step, board) {
  const words = new Naming(board, step);
  const technique = { say: `technique ${step.technique}`, else: step.technique };
  const look = { say: "look for", technique, where: "", digits: "", cells: "" };
  const cells = { say: "look cells", cells: words.cells(step.cells) };
  return [look, look, look, { ...look, cells }, sentenceOf(step, words)];
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
