/** @import {BoardData} from "../types.js" */
/** @import {Step} from "../hints.js" */

import { Refused } from "../refused.js";
import { answering, resource } from "../resources.js";
import { word } from "../words.js";
import { askCore, warm } from "./asking.js";
import { boardOf, rulesOf, usualBoard } from "./boards.js";
import { holds } from "./rules.js";
import { describe, nextOn, withPositions } from "./steps.js";

/**
 * Answers without a server, in the shapes that a server gives: from the core in this browser, and from
 * what came with a puzzle, which is its solution and its path.
 *
 * @typedef {{rules: string | object, givens: number[], entries?: number[] | null, marks?: (number[] | null)[] | null}} Position
 * @typedef {{puzzle: Position, seconds?: number} & Record<string, any>} Asked
 * @typedef {{board: BoardData, position: Position, masks: number[], first: number[], seconds: number, signal: AbortSignal}} Place
 *
 * @typedef {object} Given What came with a puzzle.
 * @property {BoardData} board
 * @property {number[] | null} solution
 * @property {{steps: Step[], end: string} | null} path
 */

const SECONDS = 10;
/** ER in the core is in tenths. */
const TENTHS = 10;

/** Boards that were on the page, by their rules. @type {Map<string, BoardData>} */
const boards = new Map();

/** @param {BoardData} board */
export function remember(board) {
  boards.set(JSON.stringify(board.rules), board);
  if (answering === "core") warm();
}

/** What came with a puzzle; null where nothing did. @param {BoardData} board @returns {Promise<Given | null>} */
const given = async ({ source }) => (source ? resource(source).catch(() => null) : null);

/** What the page has names for. */
export const names = () => resource("names.json");

/** Techniques in the order in which hints look for them. @returns {Promise<Record<string, object>>} */
const orders = () => resource("orders.json");

/** @param {BoardData} board @param {number[]} digits @param {(number[] | null)[] | null} [marks] */
function masksOf(board, digits, marks) {
  const all = 2 ** board.symbols.length - 1;
  const some = (/** @type {number[]} */ list) => list.reduce((mask, digit) => mask + 2 ** (digit - 1), 0);
  return digits.map((digit, cell) => (digit ? 2 ** (digit - 1) : marks?.[cell] ? some(marks[cell]) : all));
}

/** For each cell its digit, given or entered, 0 for none. @param {Position} position */
const digitsOf = ({ givens, entries }) => givens.map((digit, cell) => digit || (entries?.[cell] ?? 0));

/** @param {Asked} asked @param {AbortSignal} signal @returns {Place} */
function placeOf({ puzzle, seconds = SECONDS }, signal) {
  const board = boards.get(JSON.stringify(puzzle.rules));
  if (!board) throw new Refused("elsewhere", word("needs server"));
  const digits = digitsOf(puzzle);
  const masks = masksOf(board, digits, puzzle.marks);
  return { board, position: puzzle, masks, first: masksOf(board, puzzle.givens), seconds, signal };
}

/** @param {Place} place @param {{question: string} & Record<string, unknown>} question */
async function core({ board, masks, seconds, signal }, question) {
  if (answering !== "core") throw new Refused("no core", word("no core"));
  const rules = rulesOf(board);
  if (!rules) throw new Refused("elsewhere", word("needs server"));
  return askCore(rules, { candidates: masks, seconds, ...question }, signal);
}

/** @param {number[]} masks */
const digitsIn = (masks) => masks.map((mask) => [...Array(32).keys()].filter((bit) => (mask >>> bit) & 1).map((bit) => bit + 1));

/** The cells that have a given, by their numbers. @param {Position} position */
const givensOf = ({ givens }) => [...givens.keys()].filter((cell) => givens[cell]);

/**
 * The only solution of the givens. Null where there are several; undefined where nobody knows.
 * @param {Place} place
 * @returns {Promise<{verdict: string, solution: number[] | null}>}
 */
async function solved(place) {
  const came = await given(place.board);
  if (came?.solution) return { verdict: "unique", solution: came.solution };
  if (answering !== "core") return { verdict: "unknown", solution: null };
  const { verdict, solutions } = await core(place, { question: "solve", candidates: place.first, limit: 2 });
  return { verdict, solution: verdict === "unique" ? solutions[0] : null };
}

/** What contradicts the solution, and whether anything does. @param {Place} place */
async function mistakes(place) {
  const { verdict, solution } = await solved(place);
  /** @type {number[]} */ const entries = [];
  /** @type {[number, number][]} */ const marks = [];
  for (const [cell, right] of (solution ?? []).entries()) {
    if ((place.masks[cell] >>> (right - 1)) & 1) continue;
    if (place.position.entries?.[cell]) entries.push(cell);
    else marks.push([cell, right]);
  }
  let wrong = entries.length + marks.length > 0 || verdict === "none";
  if (verdict === "multiple") wrong = (await core(place, { question: "solve", limit: 1 })).verdict === "none";
  const checked = verdict !== "unknown";
  return { verdict, found: { wrong, checked, wrong_entries: entries, wrong_marks: marks, said: wrong ? word("wrong somewhere") : "", step: null } };
}

/** The order of hints; what supposes one solution is left out where there is not just one. @param {string} verdict */
async function teaching(verdict) {
  const { teaching: order } = /** @type {Record<string, any>} */ (await orders());
  return verdict === "unique" ? order : { ...order, options: { ...order.options, uniqueness: 0 } };
}

/** @param {Place} place @param {string} verdict @param {object} [more] @returns {Promise<{steps: Step[], end: string}>} */
async function stepsFrom(place, verdict, more = {}) {
  const digits = digitsOf(place.position);
  const order = await teaching(verdict);
  const { steps, end } = await core(place, { question: "steps", order, digits, at_first: place.first, ...more });
  return { steps: await describe(steps, place.board), end };
}

/** @type {Record<string, (asked: any, signal: AbortSignal) => Promise<any>>} */
const ANSWERS = {
  async read({ text }) {
    const board = await boardOf(text);
    if (!board) throw new Refused("elsewhere", word("needs server"));
    return board;
  },
  async solve(asked, signal) {
    const found = await core(placeOf(asked, signal), { question: "solve", limit: asked.limit ?? 1 });
    return { ...found, backend: "core", reason: null, clash: [] };
  },
  check: (asked, signal) => ANSWERS.solve({ ...asked, limit: 2 }, signal),
  async candidates(asked, signal) {
    const { complete, candidates } = await core(placeOf(asked, signal), { question: "candidates" });
    return { complete, candidates: digitsIn(candidates) };
  },
  async broken(asked, signal) {
    const { board, position } = placeOf(asked, signal);
    const digits = digitsOf(position).map((digit) => digit - 1);
    const full = board.others.filter(({ cells }) => cells.every((cell) => digits[cell] >= 0));
    return { broken: full.filter((rule) => rule.holds?.some((one) => !holds(one, digits))) };
  },
  async "explain-conflict"(asked, signal) {
    const place = placeOf(asked, signal);
    const found = await core(place, { question: "conflict", givens: givensOf(place.position) });
    return { ...found, rules: [], words: "" };
  },
  async needless(asked, signal) {
    const place = placeOf(asked, signal);
    return { ...(await core(place, { question: "redundant", givens: givensOf(place.position) })), clues: [] };
  },
  async hint(asked, signal) {
    const place = placeOf(asked, signal);
    const { verdict, found } = await mistakes(place);
    if (found.wrong) return found;
    const came = await given(place.board);
    const known = came?.path ? nextOn(came.path.steps, digitsOf(place.position), place.position.marks, place.board) : null;
    if (known) return { ...found, step: known };
    if (answering !== "core") return { ...found, said: word("path left") };
    const { steps: [step], end } = await stepsFrom(place, verdict, { most: 1 });
    return { ...found, step: step ?? null, said: step ? "" : word("no hint", { end: word(`path ${end}`) }) };
  },
  async explain(asked, signal) {
    const place = placeOf(asked, signal);
    const came = await given(place.board);
    const isAtStart = place.masks.every((mask, cell) => mask === place.first[cell]);
    if (came?.path && (isAtStart || answering !== "core")) {
      return { ...came.path, steps: withPositions(came.path.steps, came.board) };
    }
    return stepsFrom(place, (await solved(place)).verdict);
  },
  async rate(asked, signal) {
    const order = (await orders()).explainer;
    return core(placeOf(asked, signal), { question: "rate", order });
  },
  async practice({ technique, seconds = SECONDS }, signal) {
    const until = performance.now() + 1000 * seconds;
    while (performance.now() < until) {
      const { board } = await ANSWERS.generate({ rules: "9", seconds }, signal);
      const { givens } = board;
      const masks = masksOf(board, givens);
      const place = { board, position: { rules: board.rules, givens }, masks, first: masks, seconds, signal };
      const { steps } = await stepsFrom(place, "unique");
      const step = steps.find((one) => one.technique === technique);
      if (!step) continue;
      const entries = step.digits.map((digit, cell) => (givens[cell] ? 0 : digit));
      return { board: { ...board, entries, marks: step.marks }, step };
    }
    throw new Refused("late", word("not made"));
  },
  async generate({ rules, er, clues, blanks, seed, first = 0, seconds, hodoku, needs = [] }, signal) {
    if (String(rules) !== "9" || hodoku || needs.length) throw new Refused("elsewhere", word("needs server"));
    const board = usualBoard(Array(81).fill(0));
    const own = seed ?? crypto.getRandomValues(new Uint32Array(1))[0];
    const place = { board, position: board, masks: masksOf(board, board.givens), first: [], seconds: seconds ?? SECONDS, signal };
    const made = await core(place, {
      question: "generate", seed: own, first,
      ...(blanks ? { clues: [81 - blanks, 81 - blanks] } : clues ? { clues } : {}),
      ...(er ? { order: (await orders()).explainer, hardest: er.map((/** @type {number} */ one) => Math.round(TENTHS * one)) } : {}),
    });
    if (!made.puzzle) throw new Refused("late", word("not made"));
    const rating = made.hardest === null ? null : made.hardest / TENTHS;
    return { board: usualBoard(made.puzzle), solution: made.solution, seed: own, first: made.first, er: rating };
  },
};

/**
 * Answer a question as a server does.
 * @param {string} name @param {any} asked @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function answer(name, asked, signal) {
  const own = ANSWERS[name];
  if (!own) throw new Refused("elsewhere", word("needs server"));
  return own(asked, signal);
}
