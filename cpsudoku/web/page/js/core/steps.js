/** @import {BoardData, Candidate} from "../types.js" */
/** @import {Step} from "../hints.js" */
/** @import {Said} from "../words.js" */

import { resource } from "../resources.js";

/**
 * Give steps of the core their names and words.
 * @param {Step[]} steps
 * @param {BoardData} board
 * @returns {Promise<Step[]>}
 */
export async function describe(steps, board) {
  /** @type {{techniques: {technique: string, name: string}[]}} */
  const { techniques } = await resource("names.json");
  const called = new Map(techniques.map(({ technique, name }) => [technique, name]));
  return steps.map((step) => ({ ...step, name: called.get(step.technique) ?? step.technique, said: said(step, board) }));
}

/** What hints say of a step, as Python's sentences do. @param {Step} step @param {BoardData} board @returns {Said[]} */
function said(step, { places, symbols }) {
  /** @param {number} cell */
  const nameOf = (cell) => `r${places[cell][0] + 1}c${places[cell][1] + 1}`;
  const technique = { say: `technique ${step.technique}`, else: step.technique };
  const cells = step.cells.map(nameOf);
  const look = { say: "look for", technique, where: "", digits: "", cells: "" };
  const parts = [
    ...step.placements.map(([cell, digit]) => ({ say: "must be", cell: nameOf(cell), digit: symbols[digit - 1] })),
    ...gone(step).map(([those, digits]) => ({ say: "cannot be", cells: those.map(nameOf), digits: digits.map((digit) => symbols[digit - 1]) })),
  ];
  const follows = { say: "follows", parts };
  return [look, look, look, { ...look, cells: { say: "look cells", cells } }, { say: "step of core", technique, cells, follows }];
}

/** Candidates that go, as cells and the digits that these have in common. @param {Step} step @returns {[number[], number[]][]} */
function gone({ eliminations }) {
  /** @type {Map<number, number[]>} */ const cellsOf = new Map();
  for (const [cell, digit] of [...eliminations].sort(([a, d], [b, e]) => d - e || a - b)) cellsOf.set(digit, [...(cellsOf.get(digit) ?? []), cell]);
  /** @type {Map<string, [number[], number[]]>} */ const found = new Map();
  for (const [digit, cells] of cellsOf) found.set(String(cells), [cells, [...(found.get(String(cells))?.[1] ?? []), digit]]);
  return [...found.values()];
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
