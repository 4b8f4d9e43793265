/** @import {BoardData} from "../types.js" */
/** @import {Clue, Draft} from "../setting/draft.js" */
/** @import {FullKind} from "./drafts.js" */

import { isObject } from "../checks.js";
import { Refused } from "../refused.js";
import { word, wordOr } from "../words.js";
import { jsonOf, usualBoard } from "./boards.js";
import { compressed, decompressed } from "./lzstring.js";

/**
 * Puzzles of f-puzzles without a server, which SudokuPad takes as well: by the fields and shapes that each
 * kind of clue names, as in `cpsudoku.formats.setters.f_puzzles`.
 *
 * @typedef {Record<string, any>} Entry
 * @typedef {{read: (entry: Entry, size: number, boxOf: (name: string) => string[]) => Clue[], write: (clue: Clue) => Entry[]}} Shape
 */

const lower = (/** @type {string[]} */ names) => names.map((name) => name.toLowerCase());
const upper = (/** @type {string[]} */ names) => names.map((name) => name.toUpperCase());
const numberIn = (/** @type {unknown} */ value) => (/^-?\d{1,9}$/.test(String(value ?? "").trim()) ? Number(value) : undefined);
/** Of a clue the number, by whatever name. @param {Clue} clue @returns {[string, number][]} */
const numbersOf = ({ type: _, cells: __, ...others }) => Object.entries(others).filter(([, value]) => typeof value === "number");
const valued = (/** @type {Clue} */ clue) => (numbersOf(clue)[0] ? { value: numbersOf(clue)[0][1] } : {});
/** A number under its name in f-puzzles, `value`; readers name it by the kind. @param {Entry} entry */
const value = (entry) => (numberIn(entry.value) === undefined ? {} : { number: numberIn(entry.value) });

const place = (/** @type {string} */ name) => (/** @type {RegExpExecArray} */ (/^r(\d+)c(\d+)$/i.exec(name) ?? ["", "0", "0"])).slice(1).map(Number);
const named = (/** @type {number} */ row, /** @type {number} */ column) => `R${row}C${column}`;

/** Each line, in which a cell stands once where the line stays in it. @param {Entry} entry @returns {string[][]} */
const linesOf = ({ lines = [] }) => lines.map((/** @type {string[]} */ line) => lower(line).filter((name, at, all) => name !== all[at - 1]));

/** The row or column that a place beside the board looks along. @param {string} name @param {number} size */
function seenFrom(name, size) {
  const [row, column] = place(name);
  const ahead = [...Array(size).keys()].map((at) => at + 1);
  const along = row === 0 || column === 0 ? ahead : [...ahead].reverse();
  return lower(along.map((at) => (row === 0 || row > size ? named(at, column) : named(row, at))));
}

const SIGNS = { X: 10, V: 5 };
/** @type {Shape} */
const lines = { read: (entry) => linesOf(entry).map((cells) => ({ cells, ...value(entry) })), write: (clue) => [{ lines: [upper(clue.cells)], ...valued(clue) }] };
/** @type {Shape} */
const cells = { read: (entry) => [{ cells: lower(entry.cells), ...value(entry) }], write: (clue) => [{ cells: upper(clue.cells), ...valued(clue) }] };
/** @type {Shape} */
const eachCell = { read: (entry) => [{ cells: lower([entry.cell]) }], write: (clue) => upper(clue.cells).map((cell) => ({ cell })) };

/** @type {Record<string, Shape>} */
const SHAPES = {
  lines, loops: lines, cells, each: eachCell, together: eachCell,
  cage: { ...cells, write: (clue) => [{ cells: upper(clue.cells), ...("value" in valued(clue) ? { value: String(valued(clue).value) } : {}) }] },
  bulb: {
    read: (entry) => linesOf(entry).map((line) => ({ bulb: lower(entry.cells), cells: line.slice(1) })),
    write: (clue) => [{ cells: upper(clue.bulb), lines: [upper([clue.bulb.at(-1), ...clue.cells])] }],
  },
  regions: {
    read: (entry, _, boxOf) => linesOf(entry).flatMap((line) => {
      /** @type {string[][]} */
      const parts = [];
      line.forEach((name, at) => (at && boxOf(name).includes(line[at - 1]) ? parts[parts.length - 1].push(name) : parts.push([name])));
      return parts.length > 1 ? [{ parts }] : [];
    }),
    write: ({ parts }) => [{ lines: [upper(parts.flat())] }],
  },
  box: {
    read: (entry, _, boxOf) => lower(entry.cells).map((cell) => ({ box: boxOf(cell), cells: [cell] })),
    write: (clue) => [{ cells: upper(clue.cells) }],
  },
  quad: {
    read: (entry) => (entry.values?.length ? [{ cells: lower(entry.cells), wanted: entry.values.map(Number) }] : []),
    write: (clue) => [{ cells: upper(clue.cells), values: clue.wanted }],
  },
  halves: {
    read: (entry) => lower(entry.cells).map((one, at) => ({ cells: [one, lower(entry.cloneCells)[at]] })).filter((clue) => clue.cells[0] !== clue.cells[1]),
    write: ({ cells: all }) => [{ cells: upper(all.slice(0, all.length / 2)), cloneCells: upper(all.slice(all.length / 2)) }],
  },
  dots: { read: cells.read, write: (clue) => clue.cells.slice(1).map((/** @type {string} */ cell, /** @type {number} */ at) => ({ cells: upper([clue.cells[at], cell]), ...valued(clue) })) },
  signs: {
    read(entry) {
      const number = SIGNS[/** @type {"X" | "V"} */ (String(entry.value ?? "").toUpperCase())] ?? numberIn(entry.value);
      return number === undefined ? [] : [{ cells: lower(entry.cells), number }];
    },
    write: (clue) => clue.cells.slice(1).map((/** @type {string} */ cell, /** @type {number} */ at) =>
      ({ cells: upper([clue.cells[at], cell]), value: { 10: "X", 5: "V" }[/** @type {number} */ (clue.total)] ?? String(clue.total) })),
  },
  clue: {
    read: (entry, size) => (numberIn(entry.value) === undefined ? [] : [{ cells: seenFrom(entry.cell, size), ...value(entry) }]),
    write(clue) {
      const [[row, column], [row2, column2]] = clue.cells.slice(0, 2).map(place);
      return [{ cell: named(2 * row - row2, 2 * column - column2), value: String(clue.number) }];
    },
  },
  diagonal: {
    read: (entry) => (numberIn(entry.value) === undefined ? [] : [{ cells: lower(entry.cells), ...value(entry) }]),
    write(clue) {
      const [[row, column], [row2, column2]] = [clue.cells[0], clue.cells.at(-1)].map(place);
      const down = row2 > row || (row2 === row && row === 1);
      const right = column2 > column || (column2 === column && column === 1);
      return [{
        cell: named(row - (down ? 1 : -1), column - (right ? 1 : -1)), direction: (down ? "D" : "U") + (right ? "R" : "L"),
        cells: upper(clue.cells), value: String(clue.number),
      }];
    },
  },
};

const SILENT = ["size", "grid", "title", "author", "ruleset", "solution", "highlightConflicts", "disabledlogic", "truecandidatesoptions", "metadata", "successMessage"];
/** @type {Record<string, (row: number, column: number, size: number) => boolean>} */
const DIAGONALS = {
  "diagonal-": (row, column) => row === column,
  "diagonal+": (row, column, size) => row + column === size + 1,
};
/** Fields that are read together with others. */
const TOGETHER = [...Object.keys(DIAGONALS), "nonconsecutive", "negative"];

/**
 * Return a board as JSON of f-puzzles.
 * @param {BoardData} board @param {Draft} draft @param {Map<string, FullKind>} kinds
 * @throws {Refused} f-puzzles has no word for one of its clues.
 */
export function fpuzzlesOf({ symbols, places, regions, about }, { givens, marks, clues, regions: labels, base }, kinds) {
  const size = symbols.length;
  /** @type {Record<string, any>} */
  const found = { size, grid: [...Array(size)].map(() => []) };
  const boxes = regions.filter(({ kind }) => kind === "region" || kind === "box");
  for (const [cell, [row]] of places.entries()) {
    const home = boxes.findIndex(({ cells: own }) => own.includes(cell));
    const entry = givens[cell] ? { value: givens[cell], given: true } : marks?.[cell] ? { givenPencilMarks: marks[cell] } : {};
    found.grid[row].push(labels || String(base).startsWith("latin") ? { ...entry, region: home < 0 ? null : home } : entry);
  }
  for (const [name, text] of Object.entries({ title: about?.title, author: about?.author, ruleset: about?.rules })) if (text) found[name] = text;
  for (const clue of clues) {
    const [field, shape = "", ...words] = kinds.get(clue.type)?.f_puzzles ?? [];
    if (clue.type === "diagonals") found["diagonal+"] = found["diagonal-"] = true;
    else if (clue.kind === "diagonal") found["diagonal-"] = true;
    else if (clue.kind === "antidiagonal") found["diagonal+"] = true;
    else if (clue.type === "disjoint") found.disjointgroups = true;
    else if (field && shape in SHAPES) (found[field] ??= []).push(...SHAPES[shape].write(clue));
    else if (field && shape === "absent") (found[field] ??= []).push(words[0]);
    else if (field) found[field] = true;
    else throw new Refused("unsaid", word("clue unsaid", { clue: wordOr(`clue ${clue.type}`, clue.type ?? clue.kind) }));
  }
  Object.assign(found, decorated(about?.decoration));
  return JSON.stringify(found);
}

/** Fields that change no solution: drawings and fog. */
const DRAWN = ["line", "text", "circle", "rectangle", "cage", "fogofwar", "foglight", "triggereffect"];

/** What of a puzzle is only drawn, as JSON; empty for none. @param {Record<string, any>} data */
function decorationOf(data) {
  const found = DRAWN.filter((field) => Array.isArray(data[field]) ? data[field].length : data[field]).map((field) => [field, data[field]]);
  return found.length ? JSON.stringify(Object.fromEntries(found)) : "";
}

/** The fields of a decoration. @param {string} [text] */
function decorated(text) {
  const found = jsonOf(text || "{}");
  return isObject(found) ? Object.fromEntries(DRAWN.flatMap((field) => (found[field] ? [[field, found[field]]] : []))) : {};
}

/** Links of the programs that take it, by what they are called here. @type {Record<string, (text: string) => string>} */
export const LINKS = {
  fpuzzles: (text) => `https://f-puzzles.com/?load=${compressed(text)}`,
  sudokupad: (text) => `https://sudokupad.app/fpuz${compressed(text)}`,
};

/** @param {string} text @returns {any} */
function dataOf(text) {
  const link = /[?&]load=([^&#\s]+)|fpuz(?:zles)?([A-Za-z0-9+/=%_-]+)/.exec(text);
  const found = text.trim().startsWith("{") ? text : link ? decompressed(decodeURIComponent(link[1] ?? link[2])) : null;
  return jsonOf(found ?? "null");
}

/**
 * Return the draft that a link or JSON of f-puzzles is, and what of it was not understood; null where it is neither.
 * @param {string} text @param {Map<string, FullKind>} kinds
 * @returns {{draft: Draft, ignored: string[]} | null}
 */
export function ofFPuzzles(text, kinds) {
  const data = dataOf(text);
  if (!isObject(data) || !Array.isArray(data.grid?.[0]) || !isObject(data.grid[0][0])) return null;
  const size = Number(data.size ?? 9);
  const grid = data.grid.flat();
  if (grid.length !== size * size) return null;
  const text200 = (/** @type {unknown} */ value) => (typeof value === "string" ? value : "").slice(0, 10_000);
  const hasRegions = grid.some((/** @type {Entry} */ entry) => entry.region !== undefined);
  const ignored = grid.some((/** @type {Entry} */ entry) => entry.value && !entry.given) ? [word("entries of others")] : [];
  const boxes = usualBoard(Array(size * size).fill(0)).regions.filter(({ kind }) => kind === "box");
  const nameOf = (/** @type {number} */ cell) => named(Math.floor(cell / size) + 1, (cell % size) + 1).toLowerCase();
  const boxOf = (/** @type {string} */ name) => {
    const [row, column] = place(name);
    const cell = size * (row - 1) + column - 1;
    const home = hasRegions
      ? [...grid.keys()].filter((other) => grid[other].region === grid[cell]?.region)
      : boxes.find(({ cells: own }) => own.includes(cell))?.cells ?? [];
    return home.map(nameOf);
  };
  /** @type {Clue[]} */
  const clues = [];
  for (const [field, value] of Object.entries(data)) {
    if (SILENT.includes(field) || TOGETHER.includes(field) || !value || (Array.isArray(value) && !value.length)) continue;
    const found = cluesOf(field, value, { size, kinds, boxOf });
    if (found) clues.push(...found);
    else ignored.push(field);
  }
  clues.push(...diagonals(data, size));
  clues.push(...negative(data, clues, kinds));
  const draft = {
    base: hasRegions ? `latin:${size}` : String(size), clues,
    givens: grid.map((/** @type {Entry} */ entry) => (entry.given ? Number(entry.value) : 0)),
    regions: hasRegions ? grid.map((/** @type {Entry} */ { region }, /** @type {number} */ cell) => (region ?? Math.floor(cell / size)) + 1) : null,
    marks: grid.some((/** @type {Entry} */ entry) => entry.givenPencilMarks?.length)
      ? grid.map((/** @type {Entry} */ { givenPencilMarks: some }) => (some?.length ? some : null)) : null,
    about: { title: text200(data.title).slice(0, 200), author: text200(data.author).slice(0, 200), rules: text200(data.ruleset), decoration: decorationOf(data) },
  };
  return { draft, ignored };
}

/** What the absence of marks means; neighbours with any mark are exempt. @param {Record<string, any>} data @param {Clue[]} clues @param {Map<string, FullKind>} kinds @returns {Clue[]} */
function negative(data, clues, kinds) {
  const exempt = clues.flatMap(({ type, cells: own }) => (["white", "black", "xv"].includes(type) ? [own] : []));
  /** @type {Clue[]} */
  const found = data.nonconsecutive ? [{ type: "nowhite", exempt }] : [];
  for (const { type, fields, f_puzzles: row } of kinds.values()) {
    const [field, , mark = "", usual] = row ?? [];
    if (field !== "negative" || !data.negative?.includes(mark)) continue;
    const name = fields.find(({ kind }) => kind.endsWith("number"))?.name ?? "";
    const numbers = usual ? new Set((data[mark] ?? []).map((/** @type {Entry} */ entry) => numberIn(entry.value) ?? Number(usual))) : [];
    if (![...numbers].length) found.push({ type, exempt });
    for (const number of numbers) found.push({ type, exempt, [name]: number });
  }
  return found;
}

/** @param {Record<string, any>} data @param {number} size @returns {Clue[]} */
function diagonals(data, size) {
  const found = Object.keys(DIAGONALS).filter((field) => data[field]);
  if (found.length > 1) return [{ type: "diagonals" }];
  const places = [...Array(size * size).keys()].map((cell) => [Math.floor(cell / size) + 1, (cell % size) + 1]);
  return found.map((field) => ({
    kind: field === "diagonal-" ? "diagonal" : "antidiagonal",
    cells: places.filter(([row, column]) => DIAGONALS[field](row, column, size)).map(([row, column]) => named(row, column).toLowerCase()),
  }));
}

/**
 * @param {string} field @param {any} value
 * @param {{size: number, kinds: Map<string, FullKind>, boxOf: (name: string) => string[]}} where
 * @returns {Clue[] | null} Null where it is not understood.
 */
function cluesOf(field, value, { size, kinds, boxOf }) {
  if (field === "disjointgroups") return [{ type: "disjoint" }];
  const kind = [...kinds.values()].find(({ f_puzzles: row }) => row?.[0] === field);
  const [, shape = ""] = kind?.f_puzzles ?? [];
  if (!kind || shape === "absent") return null;
  if (shape === "flag") return [{ type: kind.type }];
  if (!(shape in SHAPES) || !Array.isArray(value)) return null;
  const numberName = kind.fields.find(({ kind: what }) => what.endsWith("number"))?.name;
  const found = value.flatMap((entry) => SHAPES[shape].read(entry, size, boxOf)).map(({ number, ...clue }) =>
    ({ type: kind.type, ...clue, ...(number !== undefined && numberName ? { [numberName]: number } : {}) }));
  return shape === "together" ? [{ type: kind.type, cells: found.flatMap((/** @type {Clue} */ { cells: own }) => own) }] : found;
}
