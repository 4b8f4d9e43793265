/** @import {Place} from "./places.js" */

import { Refused } from "../refused.js";
import { answering, resource } from "../resources.js";
import { word } from "../words.js";
import { isObject, jsonOf } from "../checks.js";
import { boardOf, givensIn, usualBoard } from "./boards.js";
import { taken } from "./drafts.js";
import { elsewhere } from "./imported.js";
import { SECONDS, core, digitsIn, digitsOf, masksOf, placeOf, remember } from "./places.js";
import { holds } from "./rules.js";
import { describe, nextOn, withPositions } from "./steps.js";
import { STUDIES } from "./studies.js";

export { remember };

/**
 * Answers without a server, in the shapes that a server gives: from the core in this browser, and from
 * what came with a puzzle, which is its solution and its path.
 *
 * @typedef {object} Given What came with a puzzle.
 * @property {BoardData} board
 * @property {number[] | null} solution
 * @property {{steps: Step[], end: string} | null} path
 */

/** ER in the core is in tenths. */
const TENTHS = 10;

/** What came with a puzzle; null where nothing did. @param {BoardData} board @returns {Promise<Given | null>} */
async function given({ source }) {
  if (!source) return null;
  try {
    return await resource(source);
  } catch {
    // The core finds for itself what cannot be fetched.
    if (answering === "core") return null;
    throw new Refused("offline");
  }
}

/** What the page has names for. */
export const names = () => resource("names.json");

/** All clues that can be set. */
export const vocabulary = () => resource("clues.json");

/** Techniques in the order in which hints look for them. @returns {Promise<Record<string, object>>} */
const orders = () => resource("orders.json");

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

/**
 * An order; what supposes one solution is left out where there is not just one.
 * @param {string} verdict @param {"teaching" | "listed"} name
 */
async function orderFor(verdict, name) {
  const order = /** @type {Record<string, any>} */ (await orders())[name];
  return verdict === "unique" ? order : { ...order, options: { ...order.options, uniqueness: 0 } };
}

/** @param {Place} place @param {string} verdict @param {{most?: number, now?: boolean}} [more] @returns {Promise<{steps: Step[], end: string}>} */
async function stepsFrom(place, verdict, more = {}) {
  const digits = digitsOf(place.position);
  const order = await orderFor(verdict, more.now ? "listed" : "teaching");
  const { steps, end } = await core(place, { question: "steps", order, digits, at_first: place.first, ...more });
  return { steps: await describe(steps, place.board), end };
}

/** @type {Record<string, (asked: any, signal: AbortSignal) => Promise<any>>} */
const ANSWERS = {
  ...STUDIES,
  async read({ text }) {
    return (await boardOf(text)) ?? (await taken(text)).board;
  },
  async split({ text }) {
    // Lines with a puzzle each; all else is one, or for a server to read.
    const lines = text.split(/\r?\n/).filter((/** @type {string} */ line) => line.trim() && !line.startsWith("#"));
    const parsed = jsonOf(text);
    if (Array.isArray(parsed)) return { texts: parsed.map((one) => (typeof one === "string" ? one : JSON.stringify(one))) };
    const isEach = lines.every((/** @type {string} */ line) => givensIn(line)?.length === 81 || isObject(jsonOf(line)));
    return { texts: isEach ? lines : [text] };
  },
  async solve(asked, signal) {
    const found = await core(placeOf(asked, signal), { question: "solve", limit: asked.limit ?? 1 });
    return { ...found, backend: "core", reason: null, clash: [] };
  },
  async check(asked, signal) {
    const { board, first, masks } = placeOf(asked, signal);
    const came = String(masks) === String(first) ? await given(board) : null;
    if (!came?.solution) return ANSWERS.solve({ ...asked, limit: 2 }, signal);
    return { verdict: "unique", solutions: [came.solution], backend: "core", reason: null, clash: [] };
  },
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
    if (asked.now) return stepsFrom(place, (await solved(place)).verdict, { now: true });
    const came = await given(place.board);
    const isAtStart = place.masks.every((mask, cell) => mask === place.first[cell]);
    if (came?.path && (isAtStart || answering !== "core")) {
      return { ...came.path, steps: withPositions(came.path.steps, came.board) };
    }
    return stepsFrom(place, (await solved(place)).verdict);
  },
  async rate(asked, signal) {
    const order = (await orders()).explainer;
    const found = await core(placeOf(asked, signal), { question: "rate", order });
    return { ...found, er: found.end === "solved" ? (found.hardest / TENTHS).toFixed(1) : null };
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
    if (String(rules) !== "9" || hodoku || needs.length) throw elsewhere();
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
  if (!own) throw elsewhere();
  return own(asked, signal);
}
