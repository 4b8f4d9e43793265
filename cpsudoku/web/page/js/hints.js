/** @import {App} from "./app.js" */
/** @import {Board} from "./board.js" */
/** @import {Candidate, Layer, Marking} from "./types.js" */

import { houseName } from "./about.js";
import { element } from "./elements.js";
import { cross, make } from "./dialogs.js";
import { rendered, techniqueName, templateOf, word, wordOr } from "./words.js";

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

/** The technique, the place, the reason, and the answer. */
const LEVELS = 4;
/** This many cells are named as a place; of more, only the digits. */
const PLACES = 4;
/** What a sentence has instead of its answer. */
const OPEN = "…";

/**
 * Return what a step lights, as much as a level of a hint shows: nothing of the answer before the last.
 * @param {Step} step
 * @param {number} level 1 to 4
 * @param {number[]} [named] Cells that the sentence speaks of.
 * @returns {Marking}
 */
export function markingOf(step, level = LEVELS, named = []) {
  if (level < 2) return {};
  const isWhole = level >= LEVELS;
  const isAnswer = (/** @type {number} */ cell) => step.houses.length > 0 && step.placements.some(([one]) => one === cell);
  const cells = isWhole ? step.cells : step.cells.filter((cell) => !isAnswer(cell));
  const isPlace = !step.houses.length && cells.length <= PLACES;
  if (level === 2) return { houses: step.houses, cells: isPlace ? cells : [] };
  return {
    houses: step.houses,
    named: named.filter((cell) => !cells.includes(cell) && (isWhole || !isAnswer(cell))),
    cells,
    sets: step.sets ?? [],
    candidates: isWhole ? step.candidates : step.candidates.filter(({ role }) => !["placed", "eliminated"].includes(role)),
    links: isWhole ? step.links : [],
  };
}

/**
 * Return what a hint says at a level.
 * @param {Step} step @param {number} level @param {Board} board
 */
function wordsAt(step, level, board) {
  if (level === LEVELS) return sentenceOf(step);
  if (level === 3) return reasonOf(step, board);
  if (level === 1) return rendered(plain(step.said[0]));
  const houses = step.houses.map((house) => labelOf(house, board)).filter(Boolean);
  const cells = step.cells.length <= PLACES ? step.cells.map((cell) => board.name(cell)) : [];
  const places = houses.length ? houses : cells;
  // A clue, or what reasons are about, is a place as well.
  if (step.technique === "clue" || step.technique === "reason") return rendered(plain(step.said[1]));
  const digits = [...new Set(step.candidates.map(({ candidate: [, digit] }) => board.data.symbols[digit - 1]))].sort();
  return places.length ? word("hint place", { places }) : word("hint digits", { digits });
}

/** Why something follows, without what: the step's sentence, which trails off before its end. @param {Step} step @param {Board} board */
function reasonOf({ said }, { data }) {
  const whole = /** @type {any} */ (said.at(-1));
  const kind = whole.clue?.name?.say?.replace("clue ", "");
  const means = kind && wordOr(`means ${kind}`, data.meanings?.find(({ type }) => type === kind)?.means ?? "");
  const found = rendered({ ...plain(whole, true), means });
  return found.replace(/[:：，,]? ?…[.。]?/g, ` ${OPEN}`).trim();
}

/**
 * Return what is said with the names that people have for clues, and without the answer where that is not wanted.
 * @param {any} said @param {boolean} [isOpen]
 * @returns {any}
 */
function plain(said, isOpen = false) {
  if (Array.isArray(said)) return said.map((one) => plain(one, isOpen));
  if (typeof said !== "object" || !said) return said;
  const parts = Object.fromEntries(Object.entries(said).map(([name, one]) =>
    [name, isOpen && name === "follows" ? OPEN : plain(one, isOpen)]));
  if (said.label && said.name) parts.label = rendered(said.name) + rendered(said.rest ?? "");
  return isOpen && templateOf(`why ${said.say}`) !== undefined ? { ...parts, say: `why ${said.say}` } : parts;
}

/** Why a step follows, in words. @param {{said?: import("./words.js").Said[]}} step */
export const sentenceOf = ({ said = [] }) => rendered(plain(said.at(-1) ?? ""));

/** What a step's technique is called. @param {{technique: string, name: string}} step */
export const nameOf = ({ technique, name }) => techniqueName(technique, name);

/** What people call the house of some cells. @param {number[]} cells @param {Board} board */
function labelOf(cells, board) {
  const found = board.data.regions.find((region) => String(region.cells) === String(cells));
  return found ? houseName(found.label) : "";
}

/** This many mistakes are named. */
const NAMED = 3;

/**
 * Return where an answer finds mistakes of the player, and what to say of them.
 * @param {{wrong_entries: number[], wrong_marks: Candidate[], wrong: boolean, checked: boolean, said: import("./words.js").Said}} found
 * @param {App} app
 */
function mistakesIn({ wrong_entries: entries, wrong_marks: marks, wrong, checked, said }, { board, game }) {
  const cells = [...entries, ...marks.map(([cell]) => cell)];
  if (!cells.length) return { cells, words: wrong ? rendered(said) : word(checked ? "all right" : "unchecked") };
  const texts = [
    ...entries.map((cell) => word("wrong entry", { cell: board.name(cell), digit: board.data.symbols[game.digits[cell] - 1] })),
    ...marks.map(([cell]) => word("wrong mark", { cell: board.name(cell) })),
  ];
  const more = texts.length > NAMED ? [word("wrong more", { count: texts.length - NAMED })] : [];
  return { cells, words: [...texts.slice(0, NAMED), ...more].join(word("sentence space")) };
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
    /** The level that was shown last. @type {number | null} */
    this.asked = null;
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
      const isWrong = tellMistakes(this.app, found);
      if (!isWrong && !found.step) showPanel([make("p", { textContent: rendered(found.said) })], this.app);
      this.step = isWrong ? null : found.step;
      this.checked = found.checked;
    } catch (error) {
      this.app.complain(error);
    }
  }

  show() {
    const { step, level } = this;
    if (!step) return;
    const { game } = this.app;
    if (this.asked === null) game.hints += 1;
    if (level === LEVELS && this.asked !== LEVELS) this.app.told();
    this.asked = level;
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
 * Show what is wrong already, beside the board and in red on it.
 * @param {App} app @param {Parameters<typeof mistakesIn>[0]} found
 * @returns {boolean} Whether anything is.
 */
function tellMistakes(app, found) {
  const { cells, words } = mistakesIn(found, app);
  const isWrong = found.wrong || cells.length > 0;
  app.mark(cells.length ? { wrong: cells } : null);
  if (isWrong) showPanel([make("p", { className: "mistakes" }, withCells(words, app))], app);
  return isWrong;
}

/**
 * Say whether what was entered and marked can still become a solution.
 * @param {App} app
 */
async function check(app) {
  try {
    const found = await busy(element("check"), app.question("hint"));
    const isWrong = tellMistakes(app, found);
    if (!isWrong) panel().hidden = true;
    app.say(isWrong ? "" : mistakesIn(found, app).words);
  } catch (error) {
    app.complain(error);
  }
}
