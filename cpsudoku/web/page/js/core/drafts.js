/** @import {BoardData, Region} from "../types.js" */
/** @import {Clue, Draft} from "../setting/draft.js" */
/** @import {DrawnClue} from "../setting/clues.js" */
/** @import {Formula} from "./rules.js" */
/** @import {Kind} from "../setting/shapes.js" */

import { isObject } from "../checks.js";
import { Refused } from "../refused.js";
import { resource } from "../resources.js";
import { word, wordOr } from "../words.js";
import { SYMBOLS, boardOf, boxesOf, givensIn, jsonOf, usualBoard } from "./boards.js";
import { formulasOf, isKnown } from "./clues.js";
import { drawingOf } from "./drawings.js";
import { ofFPuzzles } from "./fpuzzles.js";
import { digitIn, elsewhere, isEmpty, listIn, numberIn, objectIn, wrong } from "./imported.js";
import { ofWords } from "./rules_words.js";

/**
 * Drafts without a server: what they mean, and puzzles as drafts, in the shapes that a server gives.
 *
 * @typedef {Kind & {least: number, spoken: string, f_puzzles: [string, string, ...string[]] | null}} FullKind
 * @typedef {{draft: Draft, clues: DrawnClue[], board: BoardData, ignored: string[]}} Taken
 */

/** @type {Promise<Map<string, FullKind>> | undefined} */
let kinds;

/** All kinds of clues, with how they are drawn and written. */
export const kindsOf = () => (kinds ??= resource("clues.json").then(({ families }) => new Map(
  families.flatMap((/** @type {{clues: FullKind[]}} */ { clues }) => clues.map((kind) => [kind.type, kind])))));

/** @param {string} key @param {Clue} clue @param {object} [values] */
const senseless = (key, clue, values = {}) =>
  new Refused("invalid", word(`wrong clue ${key}`, { clue: wordOr(`clue ${clue.type}`, clue.type), ...values }));

/** @param {string | object} base @returns {BoardData} */
function houses(base) {
  const [, latin, text] = /^(latin:)?(\d+)$/.exec(String(base)) ?? [];
  const size = Number(text);
  if (!size || size > SYMBOLS.length) throw elsewhere();
  const board = usualBoard(Array(size * size).fill(0));
  return latin ? { ...board, rules: { size, boxes: null }, regions: board.regions.slice(0, 2 * size) } : board;
}

/** Regions in the making: too small ones have different digits, too big ones say nothing. @param {BoardData} board @param {number[]} labels @returns {BoardData} */
function withRegions(board, labels) {
  const size = board.symbols.length;
  const all = [...new Set(labels)].filter(Boolean).sort((a, b) => a - b).map((label) =>
    ({ label: `region ${label}`, kind: "region", cells: [...labels.keys()].filter((cell) => labels[cell] === label) }));
  const fitting = all.filter(({ cells }) => cells.length <= size);
  const isWhole = all.length === size && all.every(({ cells }) => cells.length === size);
  const rules = isWhole ? { size, regions: labels.map((label) => SYMBOLS[label - 1]).join("") } : {
    size, constraints: [...board.regions.slice(0, 2 * size), ...fitting].map(({ label, kind, cells }) =>
      ({ kind, number: Number(label.split(" ").pop()), cells: cells.map((cell) => nameOf(board, cell)) })),
  };
  return { ...board, rules, regions: [...board.regions.slice(0, 2 * size), ...fitting] };
}

/** @param {BoardData} board @param {number} cell */
const nameOf = ({ places }, cell) => `r${places[cell][0] + 1}c${places[cell][1] + 1}`;

/** Houses that are added all at once, by the kind of the clue. @type {Record<string, (board: BoardData) => Region[]>} */
const FURTHER = {
  diagonals({ symbols: { length: size }, places }) {
    const cells = (/** @type {(row: number, column: number) => boolean} */ is) => [...places.keys()].filter((cell) => is(...places[cell]));
    return [
      { label: "diagonal", kind: "diagonal", cells: cells((row, column) => row === column) },
      { label: "antidiagonal", kind: "antidiagonal", cells: cells((row, column) => row + column === size - 1) },
    ];
  },
  windows(board) {
    if (board.symbols.length !== 9) throw elsewhere();
    return [1, 5].flatMap((top) => [1, 5].map((left) => [top, left])).map(([top, left], at) => ({
      label: `window ${at + 1}`, kind: "window",
      cells: [...Array(9).keys()].map((one) => 9 * (top + Math.floor(one / 3)) + left + (one % 3)),
    }));
  },
  disjoint({ regions, symbols }) {
    const boxes = regions.filter(({ kind }) => kind === "box");
    if (!boxes.length) throw elsewhere();
    return symbols.map((_, at) => ({ label: `disjoint group ${at + 1}`, kind: "disjoint group", cells: boxes.map(({ cells }) => cells[at]) }));
  },
};

/** Whether a kind of clue can be set without a server. @param {string} type */
export const isSettable = (type) => isKnown(type) || Object.hasOwn(FURTHER, type);

/** Cells by their numbers. @param {Clue} clue @param {unknown} names @param {Map<string, number>} at */
const cellsOf = (clue, names, at) => listIn(names).map((name) => {
  const found = at.get(String(name).toLowerCase());
  if (found === undefined) throw senseless("without place", clue, { name: String(name) });
  return found;
});

/** A clue with its cells by their numbers. @param {Clue} clue @param {FullKind} kind @param {Map<string, number>} at @returns {Clue} */
function numbered(clue, kind, at) {
  const found = { ...clue };
  const field = Object.keys(clue).find((name) => name !== "type" && !kind.fields.some((one) => one.name === name));
  if (field) throw new Refused("invalid", word("ignored field", { field }));
  for (const { name, kind: what, required } of kind.fields) {
    const value = clue[name] ?? "";
    if (what === "cell lists") found[name] = listIn(value || []).map((names) => cellsOf(clue, names, at));
    else if (what === "cells") found[name] = cellsOf(clue, value || [], at);
    else if (required && !String(value)) throw senseless("without number", clue);
    else if (String(value)) found[name] = what === "numbers" ? listIn(value).map(numberIn) : numberIn(value);
    if (what === "cells" && new Set(found[name]).size < found[name].length) throw senseless("twice", clue);
    if (what === "cells" && found[name].length < (name === "cells" ? kind.least : 1)) throw senseless("too short", clue, { count: kind.least });
  }
  return found;
}

/** Cells of formulas, each once. @param {Formula[]} formulas @returns {number[]} */
const scopeOf = (formulas) => [...new Set(formulas.flatMap(([name, one, other]) =>
  name === "and" || name === "or" ? scopeOf(one) : name === "pair" ? [one, other] : one))];

/** @param {Clue} clue @param {FullKind} kind */
function labelOf(clue, { fields, type }) {
  if (type === "xv") return { 10: "X", 5: "V" }[/** @type {number} */ (clue.total)] ?? `pair sum ${clue.total}`;
  const numbers = fields.filter(({ kind }) => kind.includes("number")).flatMap(({ name }) => clue[name] ?? []);
  return [type, ...numbers].join(" ");
}

/** What a clue of a draft is on a board. @param {Clue} clue @param {BoardData} board @param {Map<string, FullKind>} all @param {Map<string, number>} at */
function understood(clue, board, all, at) {
  const isHouse = typeof clue.kind === "string";
  const groups = isHouse ? [groupOf(clue, at)] : FURTHER[clue.type]?.(board);
  if (groups) return { clue, label: isHouse ? groups[0].label : clue.type, cells: groups.flatMap(({ cells }) => cells), groups, holds: null, on: clue };
  const kind = all.get(clue.type);
  if (!kind || !isKnown(clue.type)) throw new Refused("elsewhere", word("clue needs server", { clue: wordOr(`clue ${clue.type}`, String(clue.type)) }));
  const on = numbered(clue, kind, at);
  const grid = { size: board.symbols.length, places: board.places, at: new Map(board.places.map((place, cell) => [String(place), cell])) };
  const holds = formulasOf(on, grid);
  const label = labelOf(clue, kind);
  const own = [on.bulb ?? [], on.cells ?? [], (on.parts ?? []).flat()].flat();
  const different = holds.filter(([name]) => name === "different").map(([, cells]) => ({ label, kind: label, cells }));
  const isEverywhere = !own.length;
  return { clue, label, cells: isEverywhere ? [...board.places.keys()] : [...new Set([...own, ...scopeOf(holds)])], groups: different, holds, on };
}

/** @param {Clue} clue A house as JSON. @param {Map<string, number>} at @returns {Region} */
function groupOf(clue, at) {
  const { kind, number, cells } = clue;
  return { label: number ? `${kind} ${number}` : kind, kind, cells: cellsOf(clue, cells, at) };
}

/**
 * Return what a draft is by now: its board, and its clues one by one.
 * @param {Draft} draft
 * @returns {Promise<Taken>}
 * @throws {Refused} It makes no sense, or needs a server.
 */
export async function lookedAt(draft) {
  const all = await kindsOf();
  const plain = houses(draft.base);
  const based = draft.regions ? withRegions(plain, draft.regions) : plain;
  const at = new Map(based.places.map((_, cell) => [nameOf(based, cell), cell]));
  const found = draft.clues.map((clue) => understood(clue, based, all, at));
  const givens = draft.givens?.length ? draft.givens : based.givens;
  const types = [...new Set(found.map(({ clue }) => clue.type ?? clue.kind))];
  const about = draft.about ?? { title: "", author: "", rules: "", decoration: "" };
  const others = found.flatMap(({ label, cells, holds }) => (holds ? [{ label, cells, holds }] : []));
  const also = found.flatMap(({ clue, holds }) => (holds || clue.kind ? [clue] : []));
  const named = Object.fromEntries(types.filter((type) => type in FURTHER).map((type) => [type, true]));
  /** @type {BoardData} */
  const board = {
    ...based, others, givens, about,
    rules: { .../** @type {object} */ (based.rules), ...named, ...(also.length ? { also } : {}) },
    regions: [...based.regions, ...found.flatMap(({ groups }) => groups)],
    drawing: drawingOf(based, found.flatMap(({ on, label, holds }) => (holds ? [{ clue: on, label, drawn: all.get(on.type)?.drawn ?? "" }] : []))),
    title: types.join(", ") || based.title,
    marks: draft.marks && based.places.map((_, cell) => draft.marks?.[cell] ?? based.symbols.map((_, digit) => digit + 1)),
    meanings: types.map((type) => ({ type, means: all.get(type)?.means ?? "" })),
  };
  board.text = textOf(board);
  return { draft: { ...draft, givens }, clues: found.map(({ clue, label, cells }) => ({ clue, label, cells })), board, ignored: [] };
}

/** A puzzle as text: a line where that says all, else as JSON that any page and program of these reads. @param {BoardData} board */
function textOf({ rules, givens, marks, about, regions, others, symbols }) {
  const puzzle = givens.map((digit) => (digit ? SYMBOLS[digit - 1] : ".")).join("");
  const isUsual = !others.length && regions.length === 3 * symbols.length && regions.at(-1)?.kind === "box";
  const said = Object.entries({ title: about?.title, author: about?.author, ruleset: about?.rules, decoration: about?.decoration }).filter(([, text]) => text);
  if (isUsual && !marks && !said.length) return puzzle;
  return JSON.stringify({ ...Object.fromEntries(said), puzzle, rules, ...(marks ? { candidates: marks } : {}) });
}

/** Boxes of another form than the usual ones as regions, a letter for each cell. @param {number} size @param {[number, number] | null | undefined} boxes @returns {string | undefined} */
function drawnBoxes(size, boxes) {
  if (!boxes || String(boxes) === String(boxesOf(size))) return undefined;
  const [height, width] = listIn(boxes).map(numberIn);
  if (height * width !== size) throw wrong("size", size);
  const box = (/** @type {number} */ cell) => Math.floor(cell / size / height) * (size / width) + Math.floor((cell % size) / width);
  return [...Array(size * size).keys()].map((cell) => SYMBOLS[box(cell)]).join("");
}

/** @param {BoardData} board @returns {Draft} */
export function draftOf({ rules, givens, marks, about }) {
  const told = /** @type {Record<string, any>} */ (rules);
  if (!isObject(told) || told.constraints) throw elsewhere();
  const { size, boxes, regions = drawnBoxes(size, boxes), also = [], ...others } = told;
  const isLatin = regions || boxes === null;
  const symbols = regions ? [...new Set(regions)] : [];
  const named = Object.keys(others).filter((name) => others[name]);
  if (named.some((name) => !(name in FURTHER))) throw elsewhere();
  return {
    base: isLatin ? `latin:${size}` : String(size), givens, about,
    regions: regions ? [...regions].map((label) => symbols.indexOf(label) + 1) : null,
    clues: [...named.map((type) => ({ type })), ...listIn(also).map((one) => /** @type {Clue} */ (objectIn(one)))],
    marks: marks && givens.map((digit, cell) => (digit ? null : marks[cell])),
  };
}

/** @param {any} data A puzzle as JSON. @returns {Draft} */
function draftOfJson(data) {
  const givens = givensIn(data.puzzle);
  if (!givens) throw elsewhere();
  const size = Math.sqrt(givens.length);
  if (isObject(data.rules) && data.rules.size !== size) throw wrong("size", data.rules.size);
  const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : "");
  const marks = isEmpty(data.candidates) ? null : listIn(data.candidates).map((some) => some && listIn(some).map((one) => digitIn(one, size)));
  if (marks && marks.length !== givens.length) throw wrong("list", data.candidates);
  return draftOf({
    ...usualBoard(givens), marks, rules: data.rules ?? { size },
    about: { title: text(data.title), author: text(data.author), rules: text(data.ruleset), decoration: text(data.decoration) },
  });
}

/**
 * Return the one puzzle of a text as a draft, and what of it was not understood.
 * @param {string} text A line or grid, also with rules in words, a link with a whole board, JSON of this package, JSON or a link of f-puzzles.
 * @returns {Promise<Taken>}
 */
export async function taken(text) {
  const board = await boardOf(/#.*\bboard=([\w-]*)/.exec(text)?.[1] ?? text);
  if (board) return lookedAt(draftOf(board));
  const found = ofFPuzzles(text, await kindsOf());
  if (found) {
    const { ignored } = found;
    const looked = await lookedAt(found.draft);
    return { ...looked, board: { ...looked.board, ignored }, ignored };
  }
  const data = ofWords(text, await kindsOf()) ?? jsonOf(text);
  if (!isObject(data) || typeof data.puzzle !== "string") throw elsewhere();
  return lookedAt(draftOfJson(data));
}
