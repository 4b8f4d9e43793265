/** @import {Entry} from "./imported.js" */

import { isObject, jsonOf } from "../checks.js";
import { fieldsOf } from "../decoration.js";
import { isFog } from "../fog.js";
import { Refused } from "../refused.js";
import { word, wordOr } from "../words.js";
import { SYMBOLS, usualBoard, usualHouses } from "./boards.js";
import { inTurn, parted } from "./formulas.js";
import { asClue, further, isSquare } from "./houses.js";
import { cellIn, cellsIn, digitIn, isEmpty, linesIn, listIn, numberIn, objectIn, placeIn, seenFrom, wrong } from "./imported.js";
import { compressed, decompressed } from "./lzstring.js";
import { numberName } from "./rules_words.js";

/**
 * Puzzles of f-puzzles without a server, which SudokuPad takes as well: by the fields and shapes that each
 * kind of clue names, as in `cpsudoku.formats.setters.f_puzzles`.
 *
 * @typedef {{size: number, boxOf: (name: string) => string[], ignored: string[]}} Reading What is known of the board, and what was not understood so far.
 * @typedef {{read: (entry: Entry, reading: Reading, kind: Kind) => Clue[], write: (clue: Clue, kind: Kind) => Entry[]}} Shape
 */

const upper = (/** @type {string[]} */ names) => names.map((name) => name.toUpperCase());
const named = (/** @type {number} */ row, /** @type {number} */ column) => `R${row}C${column}`;
/** Of a clue the number, by whatever name. @param {Clue} clue @returns {[string, number][]} */
const numbersOf = ({ type: _, cells: __, ...others }) => Object.entries(others).filter(([, value]) => typeof value === "number");
const valued = (/** @type {Clue} */ clue) => (numbersOf(clue)[0] ? { value: numbersOf(clue)[0][1] } : {});
/** Whether an entry has no number. @param {Entry} entry */
const isBlank = ({ value }) => value === undefined || value === null || value === "";
/** A number under its name in f-puzzles, `value`; readers name it by the kind. @param {Entry} entry */
const numbered = (entry) => (isBlank(entry) ? {} : { number: numberIn(entry.value) });
/** Whether a cell has no digit. @param {Entry} entry */
const isOpen = ({ value }) => value === undefined || value === null || (typeof value !== "object" && ["", "0"].includes(String(value).trim()));

/** @param {Clue} clue @returns {Entry[]} */
const asCells = (clue) => [{ cells: upper(clue.cells), ...valued(clue) }];
/** @type {Shape} */
const eachCell = { read: (entry, { size }) => [{ cells: [cellIn(entry.cell, size)] }], write: (clue) => upper(clue.cells).map((cell) => ({ cell })) };

/** The parts of a line in boxes; the last part of a closed line and its first are one within a box. @param {string[]} line @param {Reading["boxOf"]} boxOf */
function cutAtBorders(line, boxOf) {
  const isClosed = line.length > 1 && line[0] === line.at(-1) && line[1] !== line.at(-2);
  const parts = parted(line.slice(Number(isClosed)), (one, other) => boxOf(other).includes(one));
  const isWithin = isClosed && parts.length > 1 && boxOf(line[0]).includes(line[1]);
  return isWithin ? [...parts.slice(1, -1), [...parts[parts.length - 1], ...parts[0]]] : parts;
}

/** @type {Record<string, Shape>} */
const SHAPES = {
  each: eachCell, together: eachCell,
  lines: {
    read: (entry, { size }) => linesIn(entry, size).filter((line) => line.length > 1).map((line) => ({ cells: line })),
    write: (clue) => [{ lines: [upper(clue.cells)] }],
  },
  valued: {
    read: (entry, { size }) => linesIn(entry, size).filter((line) => line.length > 1).map((line) => ({ cells: line, ...numbered(entry) })),
    write: (clue) => [{ lines: [upper(clue.cells)], ...valued(clue) }],
  },
  cells: { read: (entry, { size }) => [{ cells: cellsIn(entry.cells, size) }], write: asCells },
  cage: {
    read(entry, { size, ignored }) {
      const text = isEmpty(entry.value) ? "" : typeof entry.value === "object" ? JSON.stringify(entry.value) : String(entry.value).trim();
      const isSum = /^[0-9]{1,4}$/.test(text);
      if (/[^0]/.test(text) && !isSum) ignored.push(word("ignored sum", { found: text.slice(0, 40) }));
      return [{ cells: cellsIn(entry.cells, size), ...(isSum && Number(text) ? { number: Number(text) } : {}) }];
    },
    write: (clue) => asCells(clue).map((one) => ("value" in one ? { ...one, value: String(one.value) } : one)),
  },
  bulb: {
    read: (entry, { size }) => linesIn(entry, size).flatMap((line) => (line.length > 1 ? [{ bulb: cellsIn(entry.cells, size), cells: line.slice(1) }] : [])),
    write: (clue) => [{ cells: upper(clue.bulb), lines: [upper([clue.bulb.at(-1), ...clue.cells])] }],
  },
  regions: {
    read: (entry, { size, boxOf, ignored }) => {
      const lines = linesIn(entry, size), note = word("ignored regions");
      if (lines.some(([cell]) => !boxOf(cell).length) && !ignored.includes(note)) ignored.push(note);
      return lines.map((line) => cutAtBorders(line, boxOf)).filter((parts) => parts.length > 1).map((parts) => ({ parts }));
    },
    write: ({ parts }) => [{ lines: [upper(parts.flat())] }],
  },
  box: {
    read: (entry, { size, boxOf }) => cellsIn(entry.cells, size).map((cell) => {
      if (!boxOf(cell).length) throw wrong("box", cell);
      return { box: boxOf(cell), cells: [cell] };
    }),
    write: asCells,
  },
  quad: {
    read: (entry, { size }) => (isEmpty(entry.values) ? [] : [{ cells: cellsIn(entry.cells, size), wanted: listIn(entry.values).map(numberIn) }]),
    write: (clue) => [{ cells: upper(clue.cells), values: clue.wanted }],
  },
  halves: {
    read(entry, { size }) {
      const [one, other] = [cellsIn(entry.cells, size), cellsIn(entry.cloneCells, size)];
      if (one.length !== other.length) throw wrong("halves", entry.cloneCells);
      return one.map((cell, at) => ({ cells: [cell, other[at]] })).filter(({ cells }) => cells[0] !== cells[1]);
    },
    write: ({ cells: all }) => [{ cells: upper(all.slice(0, all.length / 2)), cloneCells: upper(all.slice(all.length / 2)) }],
  },
  dots: {
    read: (entry, { size }) => [{ cells: cellsIn(entry.cells, size), ...numbered(entry) }],
    write: (clue) => inTurn(clue.cells).map((pair) => ({ cells: upper(pair), ...valued(clue) })),
  },
  signs: {
    read(entry, { size }, { signs }) {
      const text = isEmpty(entry.value) ? "" : String(entry.value).trim().toUpperCase();
      const [number] = signs.find(([, sign]) => sign === text) ?? [text];
      return text ? [{ cells: cellsIn(entry.cells, size), number: numberIn(number) }] : [];
    },
    write: (clue, { signs }) => inTurn(clue.cells).map((pair) => ({ cells: upper(pair), value: new Map(signs).get(clue.total) ?? String(clue.total) })),
  },
  clue: {
    read: (entry, { size }) => (isBlank(entry) ? [] : [{ ...numbered(entry), cells: seenFrom(entry.cell, size) }]),
    write(clue) {
      const [[row, column], [row2, column2]] = clue.cells.slice(0, 2).map(placeIn);
      return [{ cell: named(2 * row - row2, 2 * column - column2), value: String(clue.number) }];
    },
  },
  diagonal: {
    read(entry, { size }) {
      if (isBlank(entry)) return [];
      const seen = isEmpty(entry.direction) ? null : seenFrom(entry.cell, size, entry.direction);
      const cells = seen && isEmpty(entry.cells) ? seen : cellsIn(entry.cells, size);
      if (seen && String(seen) !== String(cells)) throw wrong("place", entry.cell);
      return [{ ...numbered(entry), cells }];
    },
    write(clue) {
      const [[row, column], [row2, column2]] = [clue.cells[0], clue.cells.at(-1)].map(placeIn);
      const down = row2 > row || (row2 === row && row === 1);
      const right = column2 > column || (column2 === column && column === 1);
      return [{
        cell: named(row - (down ? 1 : -1), column - (right ? 1 : -1)), direction: (down ? "D" : "U") + (right ? "R" : "L"),
        cells: upper(clue.cells), value: String(clue.number),
      }];
    },
  },
};

/** Fields of the diagonals. */
const DIAGONALS = ["diagonal-", "diagonal+"];
/** Shapes of entries in which a value has no meaning. */
const UNNUMBERED = ["lines", "bulb", "regions", "cells", "halves", "box", "each"];
/** Fields that are read together with others. */
const TOGETHER = [...DIAGONALS, "nonconsecutive", "negative"];

/**
 * Return a board as JSON of f-puzzles.
 * @param {BoardData} board @param {Draft} draft @param {Vocabulary} known
 * @throws {Refused} f-puzzles has no word for one of its clues.
 */
export function fpuzzlesOf(board, { givens, marks, clues, regions: labels, base }, { kinds, f_puzzles: { decoration } }) {
  if (!isSquare(board)) throw new Refused("unsaid", word("rules unsaid"));
  const { symbols: { length: size }, places, regions, about } = board;
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
    const kind = kinds.get(clue.type);
    const [field, shape = "", ...words] = kind?.f_puzzles ?? [];
    if (clue.type === "diagonals") found["diagonal+"] = found["diagonal-"] = true;
    else if (clue.kind === "diagonal") found["diagonal-"] = true;
    else if (clue.kind === "antidiagonal") found["diagonal+"] = true;
    else if (clue.type === "disjoint") found.disjointgroups = true;
    else if (kind && field && shape in SHAPES) (found[field] ??= []).push(...SHAPES[shape].write(clue, kind));
    else if (field && shape === "absent") (found[field] ??= []).push(words[0]);
    else if (field) found[field] = true;
    else throw new Refused("unsaid", word("clue unsaid", { clue: wordOr(`clue ${clue.type}`, clue.type ?? clue.kind) }));
  }
  Object.assign(found, decorated(about?.decoration, decoration));
  return JSON.stringify(found);
}

/** What of a puzzle is only drawn, as JSON; empty for none. @param {Record<string, any>} data @param {string[]} fields */
function decorationOf(data, fields) {
  const found = fields.filter((field) => Array.isArray(data[field]) ? data[field].length : data[field]).map((field) => [field, data[field]]);
  return found.length ? JSON.stringify(Object.fromEntries(found)) : "";
}

/** The fields of a decoration. @param {string | undefined} text @param {string[]} fields */
function decorated(text, fields) {
  const found = fieldsOf(text);
  return Object.fromEntries(fields.flatMap((field) => (found[field] ? [[field, found[field]]] : [])));
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
 * @param {string} text @param {Vocabulary} known
 * @returns {{draft: Draft, ignored: string[]} | null}
 * @throws {Refused} A part of it is not what it has to be.
 */
export function ofFPuzzles(text, known) {
  const data = dataOf(text);
  if (!isObject(data) || !Array.isArray(data.grid?.[0]) || !isObject(data.grid[0][0])) return null;
  const { size = 9 } = data;
  if (!Number.isInteger(size) || size < 1 || size > SYMBOLS.length) throw wrong("size", size);
  if (data.grid.length !== size || !data.grid.every((/** @type {unknown} */ row) => Array.isArray(row) && row.length === size)) throw wrong("grid", size);
  /** @type {Entry[]} */
  const grid = data.grid.flat().map(objectIn);
  const regions = regionsOf(grid, size);
  const homes = regions ?? labelled(usualHouses(size).slice(2 * size), size);
  const nameOf = (/** @type {number} */ cell) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
  const boxOf = (/** @type {string} */ name) => {
    const [row, column] = placeIn(name);
    const home = homes[size * (row - 1) + column - 1];
    return home ? [...homes.keys()].filter((other) => homes[other] === home).map(nameOf) : [];
  };
  const ignored = grid.some((entry) => !isOpen(entry) && !entry.given) ? [word("entries of others")] : [];
  const { kinds, f_puzzles: { decoration } } = known;
  const clues = [...cluesIn(data, known, { size, boxOf, ignored }), ...diagonals(data, size), ...negative(data, kinds, size, ignored)];
  const rules = spokenRules(data.ruleset);
  for (const { type, spoken } of kinds.values()) {
    const found = spoken && new RegExp(`\\b(?:${spoken})\\b`, "i").exec(rules);
    if (found && !clues.some((clue) => clue.type === type)) ignored.push(word("ignored spoken", { found: found[0] }));
  }
  const marks = grid.map(({ givenPencilMarks: some }) => (Array.isArray(some) && some.length ? some.map((one) => digitIn(one, size)) : null));
  const draft = {
    base: regions ? `latin:${size}` : String(size), clues, regions,
    givens: grid.map((entry) => (entry.given && !isOpen(entry) ? digitIn(entry.value, size) : 0)),
    marks: marks.some(Boolean) ? marks : null,
    about: { title: saidIn(data.title), author: saidIn(data.author), rules: rules.slice(0, MOST_WORDS), decoration: decorationOf(data, decoration) },
  };
  return { draft, ignored };
}

const MOST_WORDS = 10_000;
const saidIn = (/** @type {unknown} */ value) => (isEmpty(value) ? "" : String(value).slice(0, 200));
const spokenRules = (/** @type {unknown} */ value) => (Array.isArray(value) ? value.join(" ") : isEmpty(value) ? "" : String(value));

/** For each cell the number of its region, from 1, 0 for none. @param {Region[]} regions @param {number} size */
const labelled = (regions, size) => [...Array(size * size).keys()].map((cell) => regions.findIndex(({ cells }) => cells.includes(cell)) + 1);

/** Regions of cells as a draft has them; null for the usual boxes. @param {Entry[]} grid @param {number} size */
function regionsOf(grid, size) {
  const said = grid.map(({ region = -1 }) => region);
  if (said.every((one) => one === -1)) return null;
  // A cell that says nothing is in its usual box, or else in its row.
  const usual = usualHouses(size);
  const homes = labelled(usual.length > 2 * size ? usual.slice(2 * size) : usual.slice(0, size), size);
  const whole = said.map((one, cell) => (one === -1 ? homes[cell] - 1 : one));
  const strange = whole.find((one) => one !== null && !Number.isInteger(one));
  if (strange !== undefined) throw wrong("regions", strange);
  const names = [...new Set(whole)].filter((one) => one !== null).sort((a, b) => a - b);
  if (names.some((name) => whole.filter((one) => one === name).length > size)) throw wrong("regions", size);
  return whole.map((one) => names.indexOf(one) + 1);
}

/** @param {Record<string, any>} data @param {Vocabulary} known @param {Reading} reading */
function cluesIn(data, { kinds, f_puzzles: { silent, decoration } }, reading) {
  return Object.entries(data).flatMap(([field, value]) => {
    if (silent.includes(field) || TOGETHER.includes(field) || isEmpty(value)) return [];
    const found = cluesOf(field, value, kinds, reading);
    if (!found && !isFog(field, value) && !(field === "line" && drawnOver(value, data, kinds, reading.size))) reading.ignored.push(decoration.includes(field) ? field : word("ignored field", { field }));
    return found ?? [];
  });
}

/** Whether lines are drawn over those of clues, to be seen. @param {unknown} lines @param {Record<string, any>} data @param {Map<string, Kind>} kinds @param {number} size */
function drawnOver(lines, data, kinds, size) {
  const pathsIn = (/** @type {unknown} */ value) => (Array.isArray(value) ? value : []).filter(isObject).flatMap((entry) => (isEmpty(entry.lines) ? [] : linesIn(entry, size)));
  const known = new Set([...kinds.values()].flatMap(({ f_puzzles: row }) => pathsIn(data[row?.[0] ?? ""])).flatMap((path) => [String(path), String([...path].reverse())]));
  return Array.isArray(lines) && lines.every(isObject) && pathsIn(lines).every((path) => known.has(String(path)));
}

/** What the absence of marks means; neighbours with any mark are exempt. @param {Record<string, any>} data @param {Map<string, Kind>} kinds @param {number} size @param {string[]} ignored @returns {Clue[]} */
function negative(data, kinds, size, ignored) {
  const names = isEmpty(data.negative) ? [] : listIn(data.negative);
  const known = new Set([...kinds.values()].flatMap(({ f_puzzles: row }) => (row?.[0] === "negative" ? [row[2]] : [])));
  for (const name of names) if (!known.has(name)) ignored.push(word("ignored negative", { name: String(name) }));
  const entries = (/** @type {string} */ field) => (isEmpty(data[field]) ? [] : listIn(data[field]).map(objectIn));
  const order = (/** @type {string} */ name) => placeIn(name).reduce((row, column) => 100 * row + column);
  const marked = [...kinds.values()].flatMap(({ f_puzzles: row }) => (row && ["dots", "signs"].includes(row[1]) ? [row[0]] : []));
  const pairs = [...new Set(marked)].flatMap(entries).map((entry) => cellsIn(entry.cells, size).sort((one, other) => order(one) - order(other)));
  const exempt = [...new Map(pairs.filter((pair) => pair.length === 2).map((pair) => [String(pair), pair])).values()];
  /** @type {Clue[]} */
  const found = isEmpty(data.nonconsecutive) ? [] : [{ type: "nowhite", exempt }];
  for (const { type, fields, f_puzzles: row } of kinds.values()) {
    const [field, , mark = "", usual] = row ?? [];
    if (field !== "negative" || !names.includes(mark)) continue;
    const name = numberName({ fields });
    const numbers = new Set(entries(mark).map((entry) => (isBlank(entry) ? Number(usual) : numberIn(entry.value))));
    if (!usual) found.push({ type, exempt });
    else for (const number of numbers.size ? numbers : [Number(usual)]) found.push({ type, exempt, [name]: number });
  }
  return found;
}

/** @param {Record<string, any>} data @param {number} size @returns {Clue[]} */
function diagonals(data, size) {
  const isSaid = DIAGONALS.map((field) => !isEmpty(data[field]));
  if (isSaid.every(Boolean)) return [{ type: "diagonals" }];
  const board = usualBoard(Array(size * size).fill(0));
  return further({ type: "diagonals" }, board).filter((_, at) => isSaid[at]).map((region) => asClue(board, region));
}

/**
 * @param {string} field @param {any} value @param {Map<string, Kind>} kinds @param {Reading} reading
 * @returns {Clue[] | null} Null where it is not understood.
 */
function cluesOf(field, value, kinds, reading) {
  if (field === "disjointgroups") return [{ type: "disjoint" }];
  const kind = [...kinds.values()].find(({ f_puzzles: row }) => row?.[0] === field);
  const [, shape = ""] = kind?.f_puzzles ?? [];
  if (!kind || shape === "absent") return null;
  if (shape === "flag") return [{ type: kind.type }];
  if (!(shape in SHAPES) || !Array.isArray(value)) return null;
  const name = numberName(kind);
  const odd = UNNUMBERED.includes(shape) ? value.map(objectIn).filter((entry) => ![undefined, null, ""].includes(entry.value)) : [];
  reading.ignored.push(...odd.map((entry) => word("ignored value", { found: String(entry.value), field })));
  const found = value.flatMap((entry) => SHAPES[shape].read(objectIn(entry), reading, kind)).map(({ number, ...clue }) =>
    ({ type: kind.type, ...clue, ...(number !== undefined && name ? { [name]: number } : {}) }));
  return shape === "together" ? [{ type: kind.type, cells: found.flatMap((/** @type {Clue} */ { cells: own }) => own) }] : found;
}
