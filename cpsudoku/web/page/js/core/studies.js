/** @import {Place} from "./places.js" */

import { Refused } from "../refused.js";
import { word } from "../words.js";
import { draftOf, lookedAt, taken, vocabulary } from "./drafts.js";
import { LINKS, fpuzzlesOf, ofFPuzzles } from "./fpuzzles.js";
import { core, givensOf, placeOf, remember } from "./places.js";

/** Answers to setters, without a server: what a draft is, what it leaves, what it needs. */

/** Solutions that are looked at one by one; where there are more, a sample of them. */
const ENOUGH = 1000;
const SAMPLE = 200;

/** A house, a clue or a given of a puzzle, by its place among those. @typedef {["houses" | "clues" | "givens", number]} Item */

/** The houses of a board; those of clues are in their formulas as well. @param {BoardData} board */
function housesOf({ regions, others }) {
  const labels = new Set(others.map(({ label }) => label));
  return regions.filter(({ label }) => !labels.has(label));
}

/** Those of a kind. @param {Item[]} items @param {Item[0]} kind */
const placesOf = (items, kind) => items.flatMap(([one, at]) => (one === kind ? [at] : []));

/** A place where only some of the rules and givens hold. @param {Place} place @param {Item[]} items @returns {Place} */
function partOf(place, items) {
  const all = housesOf(place.board);
  const [regions, others] = [placesOf(items, "houses").map((at) => all[at]), placesOf(items, "clues").map((at) => place.board.others[at])];
  const board = { ...place.board, regions, others };
  const kept = new Set(placesOf(items, "givens"));
  const masks = place.masks.map((mask, cell) => (place.position.givens[cell] && !kept.has(cell) ? 2 ** board.symbols.length - 1 : mask));
  return { ...place, board, masks };
}

/** @param {Place} place @returns {Item[]} */
const wholeOf = ({ board, position }) => [
  ...housesOf(board).map((_, at) => /** @type {Item} */ (["houses", at])),
  ...board.others.map((_, at) => /** @type {Item} */ (["clues", at])), ...givensOf(position).map((cell) => /** @type {Item} */ (["givens", cell])),
];

/** A clock that gives each question what is left of some seconds. @param {Place} place */
function timed(place) {
  const until = performance.now() + 1000 * place.seconds;
  const left = () => Math.max(0, (until - performance.now()) / 1000);
  return {
    left,
    /** @param {Item[]} items @param {number} limit @returns {Promise<string>} */
    verdict: async (items, limit) =>
      left() ? (await core({ ...partOf(place, items), seconds: left() }, { question: "solve", limit })).verdict : "unknown",
  };
}

/**
 * Leave out what can be left out of a contradiction, many at once at first.
 * @param {Item[]} kept @param {(items: Item[]) => Promise<string>} verdict
 */
async function smallest(kept, verdict) {
  let minimal = true;
  for (let size = 2 ** Math.floor(Math.log2(Math.max(1, kept.length / 2))); size >= 1; size /= 2) {
    for (let start = 0; start < kept.length;) {
      const fewer = [...kept.slice(0, start), ...kept.slice(start + size)];
      const found = await verdict(fewer);
      if (found === "none") kept = fewer;
      else start += size;
      if (size === 1 && found === "unknown") minimal = false;
    }
  }
  return { kept, minimal };
}

/** @param {Place} place @param {number} most @param {{left: () => number}} clock */
async function sampled(place, most, clock) {
  const { complete, candidates } = await core({ ...place, seconds: clock.left() }, { question: "candidates" });
  const { solutions } = await core({ ...place, seconds: clock.left() }, { question: "solve", limit: SAMPLE });
  const counts = countsIn(solutions, place.board, most);
  let isAll = complete;
  for (const [cell, mask] of candidates.entries()) {
    for (let digit = 0; digit < place.board.symbols.length; digit++) {
      if (!((mask >>> digit) & 1) || counts[cell][digit] >= most) continue;
      if (!clock.left()) return { counts, solutions, complete: false };
      const masks = place.masks.map((one, other) => (other === cell ? 2 ** digit : one));
      const found = await core({ ...place, masks, seconds: clock.left() }, { question: "count", limit: most });
      counts[cell][digit] = Math.max(counts[cell][digit], found.count);
      isAll &&= found.complete || found.count >= most;
    }
  }
  return { counts, solutions, complete: isAll };
}

/** @param {number[][]} solutions @param {BoardData} board @param {number} most */
function countsIn(solutions, { places, symbols }, most) {
  const counts = places.map(() => symbols.map(() => 0));
  for (const grid of solutions) grid.forEach((digit, cell) => (counts[cell][digit - 1] = Math.min(most, counts[cell][digit - 1] + 1)));
  return counts;
}

/** What a puzzle means, whatever its clues are called. @param {BoardData} board */
const meaningOf = ({ givens, marks, regions, others }) => JSON.stringify([
  givens, marks, regions.map(({ cells }) => [...cells].sort((a, b) => a - b).join()).sort(),
  others.flatMap(({ holds, label, cells }) => (holds ?? [[label, cells]]).map((formula) => JSON.stringify(formula))).sort(),
]);

/** @param {BoardData} board @returns {Promise<string>} As JSON of f-puzzles. */
async function asFPuzzles(board) {
  const known = await vocabulary();
  const text = fpuzzlesOf(board, draftOf(board, known), known);
  const again = ofFPuzzles(text, known);
  if (!again || meaningOf((await lookedAt(again.draft)).board) !== meaningOf(board)) throw new Refused("unsaid", word("rules unsaid"));
  return text;
}

/** @type {Record<string, (asked: any, signal: AbortSignal) => Promise<any>>} */
export const STUDIES = {
  async draft({ draft }) {
    const found = await lookedAt(draft);
    remember(found.board);
    return found;
  },
  async take({ text }) {
    const found = await taken(text);
    remember(found.board);
    return found;
  },
  async count(asked, signal) {
    return core(placeOf(asked, signal), { question: "count", limit: asked.limit });
  },
  async left({ most = 8, ...asked }, signal) {
    const place = placeOf(asked, signal);
    const clock = timed(place);
    const { count, complete } = await core(place, { question: "count", limit: ENOUGH });
    if (!complete) {
      const found = await sampled(place, most, clock);
      const verdict = count > 1 ? "multiple" : "unknown";
      return { ...found, verdict, solutions: found.solutions.slice(0, 2) };
    }
    const { solutions } = count ? await core(place, { question: "solve", limit: count }) : { solutions: [] };
    const verdict = count > 1 ? "multiple" : count ? "unique" : "none";
    return { verdict, complete, counts: countsIn(solutions, place.board, most), solutions: solutions.slice(0, 2) };
  },
  async "explain-conflict"(asked, signal) {
    const place = placeOf(asked, signal);
    const clock = timed(place);
    const whole = wholeOf(place);
    const verdict = await clock.verdict(whole, 1);
    if (verdict !== "none") return { verdict, givens: [], rules: [], minimal: null, words: "" };
    const { kept, minimal } = await smallest(whole, (some) => clock.verdict(some, 1));
    const houses = housesOf(place.board);
    const rules = [...placesOf(kept, "houses").map((at) => houses[at]), ...placesOf(kept, "clues").map((at) => place.board.others[at])];
    return { verdict, givens: placesOf(kept, "givens"), rules: rules.map(({ label, cells }) => ({ label, cells })), minimal, words: "" };
  },
  async needless(asked, signal) {
    const place = placeOf(asked, signal);
    const clock = timed(place);
    const whole = wholeOf(place);
    const { verdict, givens, minimal } = await core(place, { question: "redundant", givens: givensOf(place.position) });
    const clues = [];
    let isKnown = minimal || givens.length > 0;
    for (const clue of verdict === "unique" ? whole.filter(([kind]) => kind === "clues") : []) {
      const found = await clock.verdict(whole.filter((other) => other !== clue), 2);
      if (found === "unique") clues.push(place.board.others[clue[1]]);
      if (found === "unknown") isKnown = false;
    }
    const rules = clues.map(({ label, cells }) => ({ label, cells }));
    return { minimal: givens.length || clues.length ? false : isKnown ? true : null, givens, clues: rules };
  },
  async convert({ puzzle, to, about }, signal) {
    const { board } = placeOf({ puzzle }, signal);
    const own = { ...board, givens: puzzle.givens, marks: null, about: about ?? board.about };
    const { board: whole } = await lookedAt({ ...draftOf(own, await vocabulary()), marks: puzzle.marks });
    if (to === "json") return { text: whole.text.startsWith("{") ? whole.text : JSON.stringify({ puzzle: whole.text }) };
    if (to in LINKS) return { text: LINKS[to](await asFPuzzles(whole)) };
    if (to !== "line" || whole.text.startsWith("{")) throw new Refused("unsaid", word("rules unsaid"));
    return { text: whole.text };
  },
};
