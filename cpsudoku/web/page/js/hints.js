/** @import {App} from "./app.js" */
/** @import {Board} from "./board.js" */
/** @import {Candidate, Layer, Marking} from "./types.js" */

import { houseName } from "./about.js";
import { element } from "./elements.js";
import { cross, make } from "./dialogs.js";
import { rendered, techniqueName, word } from "./words.js";

/**
 * A step as the server sends it.
 *
 * @typedef {object} Step
 * @property {string} technique
 * @property {string} name
 * @property {number | null} number
 * @property {import("./words.js").Said[]} said What hints say, each more than the one before; the last is the sentence.
 * @property {Candidate[]} placements
 * @property {Candidate[]} eliminations
 * @property {number[]} cells
 * @property {number[][]} houses
 * @property {number[][]} [sets] The cells of almost locked sets, which sentences call A, B, …
 * @property {number[]} digits
 * @property {number[][]} marks
 * @property {{candidate: Candidate, role: string}[]} candidates
 * @property {{from: Candidate[], to: Candidate[], strong: boolean}[]} links
 */

/** Where to look, what to look for, the picture of it, and the step in words. */
const LEVELS = 4;

/**
 * Return what a step lights, as much as a level of a hint shows.
 * @param {Step} step
 * @param {number} level 1 to 4
 * @param {number[]} [named] Cells that the sentence speaks of.
 * @returns {Marking}
 */
export function markingOf(step, level = LEVELS, named = []) {
  const isWhole = level >= 3;
  return {
    houses: step.houses,
    named: level >= LEVELS ? named.filter((cell) => !step.cells.includes(cell)) : [],
    cells: isWhole ? step.cells : [],
    sets: isWhole ? step.sets ?? [] : [],
    candidates: isWhole ? step.candidates : [],
    links: isWhole ? step.links : [],
  };
}

/**
 * Return what a hint says at a level.
 * @param {Step} step @param {number} level @param {Board} board
 */
function wordsAt(step, level, board) {
  const [technique, , digits, cells] = step.said.map(rendered);
  if (level === LEVELS) return sentenceOf(step);
  const houses = step.houses.map((house) => labelOf(house, board)).filter(Boolean).join(word("and so on"));
  if (!houses) return [technique, digits, cells][level - 1];
  const found = step.candidates.filter(({ role }) => role !== "eliminated").map(({ candidate: [, digit] }) => digit);
  return word(`hint ${level}`, {
    houses,
    technique: nameOf(step),
    digits: [...new Set(found)].sort((a, b) => a - b).map((digit) => board.data.symbols[digit - 1]).join(word("and so on")),
    cells: step.cells.map((cell) => board.name(cell)).join(word("and so on")),
  });
}

/** Why a step follows, in words. @param {{said?: import("./words.js").Said[]}} step */
export const sentenceOf = ({ said = [] }) => rendered(said.at(-1) ?? "");

/** What a step's technique is called. @param {{technique: string, name: string}} step */
export const nameOf = ({ technique, name }) => techniqueName(technique, name);

/** What people call the house of some cells. @param {number[]} cells @param {Board} board */
function labelOf(cells, board) {
  const found = board.data.regions.find((region) => String(region.cells) === String(cells));
  return found ? houseName(found.label) : "";
}

/**
 * Return where an answer finds mistakes of the player, and what to say of them.
 * @param {{wrong_entries: number[], wrong_marks: Candidate[], wrong: boolean, checked: boolean, said: import("./words.js").Said}} found
 */
function mistakesIn({ wrong_entries: entries, wrong_marks: marks, wrong, checked, said }) {
  const cells = [...entries, ...marks.map(([cell]) => cell)];
  if (wrong && !cells.length) return { cells, words: rendered(said) };
  const right = checked ? "all right" : "unchecked";
  return { cells, words: word(entries.length ? "wrong entry" : marks.length ? "wrong marks" : right) };
}

/** A hint that is shown a level at a time, and applied once it is shown whole. */
class Hint {
  /** @type {number} */ level;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.stale();
  }

  /** The game has changed: what was found may hold no more. */
  stale() {
    /** @type {Step | null} */
    this.step = null;
    this.checked = true;
    this.level = 0;
    panel().hidden = true;
  }

  async press() {
    if (this.step && this.level >= LEVELS) return this.apply();
    if (!this.step) await this.find();
    if (this.step) {
      this.level += 1;
      this.show();
    }
  }

  async find() {
    try {
      const found = await busy(element("hint"), this.app.question("hint"));
      const { cells: wrong, words } = mistakesIn(found);
      const isWrong = found.wrong || wrong.length > 0;
      if (isWrong) {
        this.app.mark({ cells: wrong });
        showPanel([make("p", { textContent: words })], this.app);
      } else if (!found.step) showPanel([make("p", { textContent: rendered(found.said) })], this.app);
      this.step = isWrong ? null : found.step;
      this.checked = found.checked;
    } catch (error) {
      this.app.complain(error);
    }
  }

  show() {
    const { step, level } = this;
    if (!step) return;
    const words = wordsAt(step, level, this.app.board);
    this.app.mark(markingOf(step, level, namedIn(words, this.app.board)));
    const next = level < LEVELS ? word("more") : word("apply");
    const all = make("button", { textContent: word("all"), on: { click: () => this.whole() } });
    showPanel([
      make("header", {}, [
        // What to look for is not said before where.
        make("h2", { textContent: level > 1 ? nameOf(step) : word("hint") }), levelBar(level),
      ]),
      make("p", {}, withCells(words, this.app)),
      ...(this.checked ? [] : [make("p", { textContent: word("unchecked") })]),
      make("div", { className: "row" }, [
        make("button", { className: "primary", textContent: next, on: { click: () => this.press() } }),
        ...(level < LEVELS ? [all] : []),
      ]),
    ], this.app);
  }

  whole() {
    this.level = LEVELS;
    this.show();
  }

  apply() {
    const { step, app } = this;
    if (!step) return;
    app.changed(app.game.apply(changesOf(app, step)));
  }
}

/** How much a hint says by now. @param {number} level */
function levelBar(level) {
  const parts = Array.from({ length: LEVELS }, (_, index) => make("i", { className: index < level ? "on" : "" }));
  return make("span", { className: "levels", role: "img", ariaLabel: word("level of", { level, levels: LEVELS }) }, parts);
}

/**
 * Return what applying a step changes: digits, and candidates that go.
 * @param {App} app
 * @param {Step} step
 */
export function changesOf(app, step) {
  /** @type {{cell: number, layer: Layer, after: number[]}[]} */
  const wanted = step.placements.map(([cell, digit]) => ({ cell, layer: "digit", after: [digit] }));
  for (const [cell, digit] of step.placements) wanted.push(...app.game.cleaned([cell], digit));
  /** @type {Map<number, number[]>} */
  const gone = new Map();
  for (const [cell, digit] of step.eliminations) gone.set(cell, [...(gone.get(cell) ?? []), digit]);
  for (const [cell, digits] of gone) {
    const before = app.game.candidates(cell);
    wanted.push({ cell, layer: "centre", after: before.filter((digit) => !digits.includes(digit)) });
  }
  return wanted;
}

const CELL = /\br(\d+)c(\d+)\b/g;

/** The cells that a sentence names. @param {string} text @param {Board} board */
function namedIn(text, board) {
  return [...text.matchAll(CELL)].flatMap(([, row, column]) => board.at.get(`${Number(row) - 1},${Number(column) - 1}`) ?? []);
}

/** A sentence whose cells are lit while the pointer is on their names. @param {string} text @param {App} app */
export function withCells(text, app) {
  return text.split(/(\br\d+c\d+\b|\b[A-D](?=[:：]))/).map((part) => {
    // Sets and colours have their letters in the colours of the picture.
    if (/^[A-D]$/.test(part)) return make("span", { className: `letter ${part}`, textContent: part });
    const [cell] = namedIn(part, app.board);
    if (cell === undefined || !/^r\d+c\d+$/.test(part)) return part;
    const point = (/** @type {boolean} */ on) => () => app.view.point(on ? cell : null);
    return make("span", { className: "ref", textContent: part, on: { pointerenter: point(true), pointerleave: point(false) } });
  });
}

const panel = () => element("panel");

/**
 * Show that a button's answer is waited for.
 * @template T
 * @param {HTMLElement} button @param {Promise<T>} answer
 */
export async function busy(button, answer) {
  button.setAttribute("aria-busy", "true");
  try {
    return await answer;
  } finally {
    button.removeAttribute("aria-busy");
  }
}

/** @param {Node[]} children @param {App} [app] Where what is shown can be left. */
export function showPanel(children, app) {
  const leave = () => {
    app?.leave();
    app?.focusBoard();
  };
  panel().hidden = false;
  panel().replaceChildren(...(app ? [cross(leave)] : []), ...children);
  // On a phone it stands below the board, perhaps beyond the edge of the screen: where both fit, both are shown.
  const [board, box] = [element("play"), panel()].map((part) => part.getBoundingClientRect());
  if (box.top >= board.bottom && box.bottom - board.top <= innerHeight) element("play").scrollIntoView({ block: "nearest" });
  panel().scrollIntoView({ block: "nearest" });
}

/** @param {App} app */
export function wireHints(app) {
  const hint = new Hint(app);
  app.listeners.push(() => hint.stale());
  element("hint").addEventListener("click", () => hint.press());
  element("check").addEventListener("click", () => check(app));
}

/**
 * Say whether what was entered and marked can still become a solution.
 * @param {App} app
 */
async function check(app) {
  try {
    const found = await busy(element("check"), app.question("hint"));
    const { cells, words } = mistakesIn(found);
    app.mark(cells.length ? { cells } : null);
    app.say(words);
  } catch (error) {
    app.complain(error);
  }
}
