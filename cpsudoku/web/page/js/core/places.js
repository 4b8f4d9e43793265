import { Refused } from "../refused.js";
import { answering } from "../resources.js";
import { word } from "../words.js";
import { askCore, warm } from "./asking.js";
import { rulesOf } from "./boards.js";
import { elsewhere } from "./imported.js";

/**
 * What questions are about, without a server: a position on a board that was on the page.
 *
 * @typedef {{rules: string | object, givens: number[], entries?: number[] | null, marks?: (number[] | null)[] | null}} Position
 * @typedef {{puzzle: Position, seconds?: number} & Record<string, any>} Asked
 * @typedef {{board: BoardData, position: Position, masks: number[], first: number[], seconds: number, signal: AbortSignal}} Place
 */

export const SECONDS = 10;
/** Boards that were on the page, by their rules. @type {Map<string, BoardData>} */
const boards = new Map();

/** @param {BoardData} board */
export function remember(board) {
  boards.set(JSON.stringify(board.rules), board);
  if (answering === "core") warm();
}

/** @param {BoardData} board @param {number[]} digits @param {(number[] | null)[] | null} [marks] */
export function masksOf(board, digits, marks) {
  const all = 2 ** board.symbols.length - 1;
  const some = (/** @type {number[]} */ list) => list.reduce((mask, digit) => mask + 2 ** (digit - 1), 0);
  return digits.map((digit, cell) => (digit ? 2 ** (digit - 1) : marks?.[cell] ? some(marks[cell]) : all));
}

/** For each cell its digit, given or entered, 0 for none. @param {Position} position */
export const digitsOf = ({ givens, entries }) => givens.map((digit, cell) => digit || (entries?.[cell] ?? 0));

/** @param {Asked} asked @param {AbortSignal} signal @returns {Place} */
export function placeOf({ puzzle, seconds = SECONDS }, signal) {
  const board = boards.get(JSON.stringify(puzzle.rules));
  if (!board) throw elsewhere();
  const digits = digitsOf(puzzle);
  const masks = masksOf(board, digits, puzzle.marks);
  return { board, position: puzzle, masks, first: masksOf(board, puzzle.givens), seconds, signal };
}

/** @param {Place} place @param {{question: string} & Record<string, unknown>} question */
export async function core({ board, masks, seconds, signal }, question) {
  if (answering !== "core") throw new Refused("no core", word("no core"));
  const rules = rulesOf(board);
  if (!rules) throw elsewhere();
  return askCore(rules, { candidates: masks, seconds, ...question }, signal);
}

/** @param {number[]} masks */
export const digitsIn = (masks) => masks.map((mask) => [...Array(32).keys()].filter((bit) => (mask >>> bit) & 1).map((bit) => bit + 1));

/** The cells that have a given, by their numbers. @param {Position} position */
export const givensOf = ({ givens }) => [...givens.keys()].filter((cell) => givens[cell]);
