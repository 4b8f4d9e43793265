import { isObject, jsonOf } from "../checks.js";
import { word } from "../words.js";
import { alongFrom, numbersOf } from "./shapes.js";

/**
 * What is set on cells, for elsewhere on this board or on another: as text in the clipboard.
 *
 * @typedef {{from: [number, number], givens: Record<string, number>, clues: Clue[]}} Clip
 * `from` is the upper left corner of the cells; givens by the names of theirs.
 */

/** The field by which a clip is known among texts. */
const MARK = "cpsudoku clip";
const NAME = /^r(\d+)c(\d+)$/;

/** Let what is set be copied, cut and pasted by the keys that the browser has for this. @param {Setter} setter */
export function wireClipping(setter) {
  for (const kind of /** @type {const} */ (["copy", "cut"])) {
    document.addEventListener(kind, (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (target.closest?.("input, textarea, dialog") || document.getSelection()?.toString()) return;
      const { clip, rest } = clipped(setter);
      const count = clip.clues.length + Object.keys(clip.givens).length;
      if (!count) return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", JSON.stringify({ [MARK]: clip }));
      setter.say(word("clipped", { count }));
      if (kind === "cut") setter.attempt(() => setter.change(rest));
    });
  }
}

/** @param {string} text @returns {Clip | null} */
export function clipIn(text) {
  const clip = text.startsWith(`{"${MARK}"`) ? jsonOf(text)?.[MARK] : null;
  const isWhole = isObject(clip) && isObject(clip.givens) && Array.isArray(clip.clues) && clip.clues.every(isObject) && Array.isArray(clip.from);
  return isWhole ? /** @type {Clip} */ (clip) : null;
}

/** What lies on the selected cells alone, and what is left without it. @param {Setter} setter */
function clipped({ board, draft, selection, palette }) {
  const cells = new Set([...selection.cells].map((cell) => board.name(cell)));
  const taken = draft.clues.filter((clue) => lies(clue, cells, palette.kinds.get(clue.type)));
  const givens = [...selection.cells].flatMap((cell) => (draft.givens[cell] ? [[board.name(cell), draft.givens[cell]]] : []));
  const places = [...selection.cells].map((cell) => board.data.places[cell]);
  const least = (/** @type {0 | 1} */ axis) => Math.min(...places.map((place) => place[axis]));
  return {
    clip: { from: /** @type {[number, number]} */ ([least(0), least(1)]), givens: Object.fromEntries(givens), clues: taken },
    rest: {
      clues: draft.clues.filter((clue) => !taken.includes(clue)),
      givens: draft.givens.map((given, cell) => (selection.cells.has(cell) ? 0 : given)),
    },
  };
}

/**
 * Whether a clue goes along with cells: all of its own are among them, or, of one outside, the first.
 * @param {Clue} clue @param {Set<string>} cells @param {Kind} [kind]
 */
function lies(clue, cells, kind) {
  const own = namesIn(clue);
  return own.length > 0 && !kind?.of_regions && (kind?.outside ? cells.has(own[0]) : own.every((name) => cells.has(name)));
}

/** All cells that a part of a clue names. @param {unknown} part @returns {string[]} */
function namesIn(part) {
  if (typeof part === "string") return NAME.test(part) ? [part] : [];
  return typeof part === "object" && part !== null ? Object.values(part).flatMap(namesIn) : [];
}

/** @param {any} part @param {(name: string) => string} move @returns {any} */
function moved(part, move) {
  if (typeof part === "string") return NAME.test(part) ? move(part) : part;
  if (Array.isArray(part)) return part.map((one) => moved(one, move));
  return isObject(part) ? Object.fromEntries(Object.entries(part).map(([name, one]) => [name, moved(one, move)])) : part;
}

/** Whether a cell of the grid is called so. @param {Board} board @param {string} name */
const isWithin = (board, name) => (board.named.get(name) ?? board.count) < board.gridCount;

/** Set a clip where the focus is; what does not fit on the board is left out, and said. @param {Setter} setter @param {Clip} clip */
export async function paste(setter, { from, givens, clues }) {
  const { board, draft, selection, palette } = setter;
  const to = board.data.places[selection.focus];
  const move = (/** @type {string} */ name) => {
    const [row, column] = (NAME.exec(name) ?? []).slice(1).map(Number);
    return `r${row - from[0] + to[0]}c${column - from[1] + to[1]}`;
  };
  const whole = clues.map((clue) => again(moved(clue, move), board, palette.kinds.get(clue.type)));
  const fitting = whole.filter((clue) => namesIn(clue).every((name) => isWithin(board, name)));
  const digits = Object.entries(givens).flatMap(([name, digit]) => {
    const cell = board.named.get(move(name)) ?? board.count;
    return cell >= board.gridCount || !(digit > 0 && digit <= board.size) ? [] : [/** @type {[number, number]} */ ([cell, digit])];
  });
  const over = new Map(digits);
  await setter.changeClues([...draft.clues, ...fitting], board.data.givens.map((given, cell) => over.get(cell) ?? given));
  const missing = whole.length - fitting.length + Object.keys(givens).length - digits.length;
  if (missing) setter.say(word("clip beside", { count: missing }));
}

/** A clue outside looks along as many cells as there are from its new place. @param {Clue} clue @param {Board} board @param {Kind} [kind] */
function again(clue, board, kind) {
  const starts = kind?.outside ? clue.cells.slice(0, 2) : [];
  if (!starts.length || !starts.every((/** @type {string} */ name) => isWithin(board, name))) return clue;
  return { ...clue, cells: alongFrom(board, numbersOf(board, starts)).map((cell) => board.name(cell)) };
}
