import { isObject, jsonOf } from "../checks.js";
import { Refused } from "../refused.js";
import { resource } from "../resources.js";
import { word, wordOr } from "../words.js";
import { SYMBOLS, boardOf, givensIn, givensOn, usualBoard } from "./boards.js";
import { fits, formulasOf, isKnown } from "./clues.js";
import { drawingOf } from "./drawings.js";
import { ofFPuzzles } from "./fpuzzles.js";
import { cellsByName, cellsOf, drawnBoxes, further, groupOf, houses, isFurther, isSquare, pictureOf, rulesWith, senseless, withLayers, withRegions, withRegionsToFind } from "./houses.js";
import { digitIn, elsewhere, listIn, numberIn, objectIn, wrong } from "./imported.js";
import { numberName, ofWords, parametersOf, rulesOfWords, usualOf } from "./rules_words.js";

/**
 * Drafts without a server: what they mean, and puzzles as drafts, in the shapes that a server gives.
 *
 * @typedef {{draft: Draft, clues: DrawnClue[], board: BoardData, ignored: string[]}} Taken
 */

/** @type {Promise<Vocabulary>} */
let known;

export const vocabulary = () => (known ??= resource("clues.json").then(({ families, ...others }) => ({
  kinds: new Map(families.flatMap((/** @type {{clues: Kind[]}} */ { clues }) => clues.map((kind) => [kind.type, kind]))),
  ...others,
})));

/** Whether a cell is twice among those of a clue where it cannot be: only lines come to it again, and never at once. @param {number[]} cells @param {Kind} kind */
const isTwice = (cells, { repeats }) => (repeats ? cells.some((cell, at) => cell === cells[at + 1]) : new Set(cells).size < cells.length);

/** A clue with its cells by their numbers, and its usual number where none is given. @param {Clue} clue @param {Kind} kind @param {Map<string, number>} at @param {number} size @returns {Clue} */
function numbered(clue, kind, at, size) {
  const found = { ...clue };
  const field = Object.keys(clue).find((name) => name !== "type" && !parametersOf(kind).some((one) => one.name === name));
  if (field) throw new Refused("invalid", word("ignored field", { field }));
  for (const { name, kind: what, required } of parametersOf(kind)) {
    const value = clue[name] ?? null;
    if (what === "cell lists") {
      found[name] = listIn(value || []).map((names) => cellsOf(clue, names, at));
      if (required && !(found[name].length && found[name].every((/** @type {number[]} */ { length }) => length))) throw senseless("too short", clue, { count: 1 });
    } else if (what === "cells") found[name] = cellsOf(clue, value || [], at);
    else if (required && !String(value ?? "")) throw senseless("without number", clue);
    else if (value !== null) found[name] = what === "numbers" ? listIn(value).map(numberIn) : numberIn(value);
    if (what === "cells" && isTwice(found[name], kind)) throw senseless("twice", clue);
    if (what === "cells" && (required || found[name].length) && found[name].length < (name === "cells" ? kind.least : 1)) throw senseless("too short", clue, { count: kind.least });
  }
  if (kind.usual !== null) found[numberName(kind)] ??= usualOf(kind, size);
  return found;
}

/** Cells of formulas, each once. @param {Formula[]} formulas @returns {number[]} */
const scopeOf = (formulas) => [...new Set(formulas.flatMap(([name, one, other, , parts]) =>
  name === "rank" ? scopeOf(parts) : name === "and" || name === "or" ? scopeOf(one) : name === "pair" ? [one, other] : one))];

/** A parameter of a clue as people see it. @param {Clue} clue @param {string} name @param {Kind} kind */
const saidOf = (clue, name, kind) => [clue[name] ?? []].flat().join(kind.joint);

/** @param {Clue} clue @param {Kind} kind */
function labelOf(clue, kind) {
  const { type, labelled, shown, signs } = kind;
  const said = shown.map((name) => saidOf(clue, name, kind)).filter(Boolean);
  return new Map(signs).get(clue[shown[0]]) ?? [labelled || type, ...said].join(" ");
}

/** The number that all clues of a type have; empty if they differ or have none. @param {string} type @param {{on: Clue, kind: Kind | null}[]} found */
function numberOfAll(type, found) {
  const numbers = found.flatMap(({ on, kind }) => {
    const name = kind?.type === type && parametersOf(kind).find(({ kind: what }) => what.includes("number"))?.name;
    return kind && name ? [saidOf(on, name, kind)] : [];
  });
  return new Set(numbers).size === 1 ? numbers[0] : "";
}

/** @param {BoardData} board @returns {Grid} */
function gridOf({ places, symbols, auxiliary }) {
  const cells = [...places.keys()].slice(0, places.length - auxiliary);
  return { size: symbols.length, places, cells, at: new Map(cells.map((cell) => [String(places[cell]), cell])) };
}

/** What a clue of a draft is on a board. @param {Clue} clue @param {BoardData} board @param {Map<string, Kind>} all @param {Map<string, number>} at */
function understood(clue, board, all, at) {
  const isHouse = typeof clue.kind === "string";
  const groups = isHouse ? [groupOf(clue, at)] : isFurther(clue.type) ? further(clue, board) : null;
  if (groups) return { clue, label: isHouse ? groups[0].label : clue.type, cells: groups.flatMap(({ cells }) => cells), groups, holds: null, on: clue, kind: null };
  const kind = all.get(clue.type);
  if (!kind) throw new Refused("elsewhere", word("clue needs server", { clue: wordOr(`clue ${clue.type}`, String(clue.type)) }));
  const grid = gridOf(board);
  const on = numbered(clue, kind, at, grid.size);
  if (!fits(on, grid)) throw senseless("elsewhere", clue);
  // What a clue of others means only a server knows: it is drawn, read and written, but not judged.
  const holds = isKnown(clue.type) ? formulasOf(on, grid) : null;
  const label = labelOf(on, kind);
  const own = parametersOf(kind).filter(({ kind: what, name }) => what.startsWith("cell") && name !== "exempt").flatMap(({ name }) => on[name].flat());
  const different = (holds ?? []).filter(([name]) => name === "different").map(([, cells]) => ({ label, kind: label, cells }));
  const cells = own.length ? [...new Set([...own, ...scopeOf(holds ?? [])])] : grid.cells;
  return { clue, label, cells, groups: different, holds, on, kind };
}

/**
 * Return what a draft is by now: its board, and its clues one by one.
 * @param {Draft} draft
 * @returns {Promise<Taken>}
 * @throws {Refused} It makes no sense, or needs a server.
 */
export async function lookedAt(draft) {
  const { kinds, boards } = await vocabulary();
  return look(withLayers(withRegionsToFind(draft, boards), boards, kinds), kinds, boards);
}

/** @param {Draft} draft @param {Map<string, Kind>} all @param {Record<string, Listed>} boards @returns {Taken} */
function look(draft, all, boards) {
  const plain = houses(draft.base, boards);
  const based = draft.regions ? withRegions(plain, draft.regions) : plain;
  const at = cellsByName(based);
  const found = draft.clues.map((clue, index) => {
    try {
      return understood(clue, based, all, at);
    } catch (error) {
      throw error instanceof Refused ? new Refused(error.kind, error.message, index) : error;
    }
  });
  const givens = draft.givens?.length ? draft.givens : based.givens;
  if (givens.length !== based.givens.length) throw wrong("cells", givens.length);
  const beyond = givens.find((digit) => digit > based.symbols.length);
  if (beyond) throw wrong("digit", beyond);
  const types = [...new Set(found.map(({ clue }) => clue.type ?? clue.kind))];
  const about = draft.about ?? { title: "", author: "", rules: "", decoration: "" };
  const others = found.flatMap(({ label, cells, holds, kind }) => (kind ? [{ label, cells, holds }] : []));
  const also = found.flatMap(({ clue, kind }) => (kind || clue.kind ? [clue] : []));
  /** @type {BoardData} */
  const board = {
    ...based, others, givens, about,
    rules: rulesWith(based, also, types.filter(isFurther)),
    regions: [...based.regions, ...found.flatMap(({ groups }) => groups)],
    drawing: drawingOf(based, found.flatMap(({ on, label, kind, cells }) => (kind ? [{ clue: on, label, cells, kind }] : []))),
    title: types.join(", ") || based.title,
    marks: draft.marks && based.places.map((_, cell) => draft.marks?.[cell] ?? based.symbols.map((_, digit) => digit + 1)),
    meanings: types.map((type) => ({ type, means: all.get(type)?.means ?? "", number: numberOfAll(type, found) })),
  };
  board.text = textOf(board);
  return { draft: { ...draft, givens }, clues: found.map(({ clue, label, cells }) => ({ clue, label, cells })), board, ignored: [] };
}

/** A puzzle as text: a line where that says all, else as JSON that any page and program of these reads. @param {BoardData} board */
function textOf(board) {
  const { givens, marks, about, regions, others, symbols } = board;
  const mark = (/** @type {number} */ cell) => (givens[cell] ? SYMBOLS[givens[cell] - 1] : ".");
  if (!isSquare(board)) return asJson(board, pictureOf(board, mark, " ").map((row) => row.trimEnd()));
  const puzzle = givens.map((_, cell) => mark(cell)).join("");
  const isUsual = !others.length && regions.length === 3 * symbols.length && regions.at(-1)?.kind === "box";
  const isSaid = Object.values(about ?? {}).some(Boolean);
  return isUsual && !marks && !isSaid ? puzzle : asJson(board, puzzle);
}

/** @param {BoardData} board @param {string | string[]} puzzle */
function asJson({ rules, marks, about }, puzzle) {
  const said = Object.entries({ title: about?.title, author: about?.author, ruleset: about?.rules, decoration: about?.decoration }).filter(([, text]) => text);
  return JSON.stringify({ ...Object.fromEntries(said), puzzle, rules, ...(marks ? { candidates: marks } : {}) });
}

/** @typedef {Pick<BoardData, "rules" | "givens" | "marks" | "about">} Position What a board or a text says. */

/** @param {Position} board @param {Vocabulary} known @returns {Draft} */
export function draftOf({ rules, givens, marks, about }, known) {
  const size = Math.sqrt(givens.length);
  const stated = /** @type {Record<string, any>} */ (typeof rules === "string" ? rulesOfWords(rules, size, known) : objectIn(rules));
  const given = { givens, about, marks: marks && givens.map((digit, cell) => (digit ? null : marks[cell])) };
  return { ...given, ...(stated.board ? onBoard(stated) : onSquare(stated, size)) };
}

/** @param {unknown} list @returns {Clue[]} */
const cluesIn = (list) => listIn(list).map((one) => /** @type {Clue} */ (objectIn(one)));

/** @param {Record<string, any>} stated Rules of a square board. @param {number} size */
function onSquare(stated, size) {
  const { size: own, boxes, regions, also = [], ...others } = stated;
  if (own !== size) throw wrong("size", own);
  if (boxes !== undefined && regions !== undefined) throw wrong("regions", regions);
  const labels = regions === undefined ? drawnBoxes(own, boxes) : labelsIn(regions);
  const symbols = [...new Set(labels)];
  const named = Object.keys(others);
  if (!named.every(isFurther)) throw elsewhere();
  const odd = named.find((name) => typeof others[name] !== "boolean");
  if (odd) throw wrong("clue", odd);
  return {
    base: labels || boxes === null ? `latin:${size}` : String(size),
    regions: labels?.map((label) => symbols.indexOf(label) + 1) ?? null,
    clues: [...named.filter((name) => others[name]).map((type) => ({ type })), ...cluesIn(also)],
  };
}

/** For each cell the label of its region, of a text, a list, or a list of rows. @param {unknown} regions @returns {string[]} */
function labelsIn(regions) {
  const labels = typeof regions === "string" ? [...regions] : listIn(regions).flat();
  if (!labels.length || !labels.every((label) => typeof label === "string" || Number.isInteger(label))) throw wrong("regions", regions);
  return labels.map(String);
}

/** @param {Record<string, any>} stated Rules of any other board, which may have a name. */
function onBoard({ board, digits, auxiliary, constraints = [], also = [], ...others }) {
  if (Object.keys(others).length) throw elsewhere();
  const all = cluesIn(constraints);
  const [groups, clues] = [true, false].map((is) => all.filter(({ kind }) => (typeof kind === "string") === is));
  const listed = { board, digits, ...(auxiliary ? { auxiliary } : {}), constraints: groups };
  return { base: typeof board === "string" ? board : listed, regions: null, clues: [...clues, ...cluesIn(also)] };
}

/** @param {any} data A puzzle as JSON. @param {Vocabulary} known @returns {Draft} */
function draftOfJson({ puzzle, rules, candidates, title, author, ruleset, decoration, solution, ...others }, known) {
  // Lists of other programs, such as cages, may change the puzzle: only a server knows whether they do.
  if (Object.values(others).some((value) => value && typeof value === "object")) throw elsewhere();
  const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : "");
  const about = { title: text(title), author: text(author), rules: text(ruleset), decoration: text(decoration) };
  const square = typeof puzzle === "string" ? givensIn(puzzle) : null;
  if (!square && !rules) throw wrong("text", puzzle);
  // Only rules say which places of another board have cells.
  const board = square ? usualBoard(square) : houses(draftOf({ rules, givens: [], marks: null, about }, known).base, known.boards);
  const givens = square ?? givensOn(puzzle, board);
  const marks = candidates === undefined ? null : listIn(candidates).map((some) => listIn(some).map((one) => digitIn(one, board.symbols.length)));
  if (marks && marks.length !== givens.length) throw wrong("list", candidates);
  // A draft has either of both in a cell.
  const excluded = marks && givens.find((digit, cell) => digit && !marks[cell].includes(digit));
  if (excluded) throw wrong("digit", excluded);
  return draftOf({ givens, marks, rules: rules === undefined ? { size: board.symbols.length } : rules, about }, known);
}

/**
 * Return the one puzzle of a text as a draft, and what of it was not understood.
 * @param {string} text A line or grid, also with rules in words, a link with a whole board, JSON of this package, JSON or a link of f-puzzles.
 * @returns {Promise<Taken>}
 */
export async function taken(text) {
  const known = await vocabulary();
  const board = await boardOf(/#.*\bboard=([\w-]*)/.exec(text)?.[1] ?? text);
  // How its text was read, a link says as well.
  const found = board ? { draft: draftOf(board, known), ignored: board.ignored ?? [], proposals: board.proposals } : ofFPuzzles(text, known);
  if (found) {
    const { draft, ...read } = found;
    const looked = await lookedAt(draft);
    return { ...looked, board: { ...looked.board, ...read }, ignored: read.ignored };
  }
  const data = ofWords(text) ?? jsonOf(text);
  if (!isObject(data) || !(typeof data.puzzle === "string" || Array.isArray(data.puzzle))) throw wrong("text", text);
  return lookedAt(draftOfJson(data, known));
}
