import { parted } from "../core/formulas.js";

/** Drawings of dots and signs between neighbours, which what says that all of them are given leaves out. */
const MARKS = ["dots", "signs"];

/** @param {Kind} kind */
export function cellFields({ fields }) {
  return fields.filter(({ kind, name }) => kind === "cells" || (kind === "cell lists" && name !== "exempt"));
}

/** @param {Kind} kind */
export function numberFields({ fields }) {
  return fields.filter(({ kind }) => !kind.startsWith("cell"));
}

/**
 * Return the clue that parts of the board and numbers make; the server judges whether it makes sense.
 * @param {Kind} kind
 * @param {Board} board
 * @param {number[][]} parts Cells in the order in which they were chosen.
 * @param {Record<string, string>} numbers What was entered, by the names of the fields.
 * @returns {Clue}
 */
export function clueOf(kind, board, parts, numbers) {
  /** @type {Clue} */
  const clue = { type: kind.type };
  const names = (/** @type {number[]} */ cells) => cells.map((cell) => board.name(cell));
  const fields = cellFields(kind);
  const lists = partsFor(kind, fields, board, parts);
  for (const field of fields) {
    if (field.kind === "cell lists") clue[field.name] = lists.splice(0).map(names);
    else clue[field.name] = names(lists.shift() ?? []);
  }
  for (const field of numberFields(kind)) {
    const text = numbers[field.name] ?? "";
    const sign = kind.signs?.find(([, one]) => one === text.trim().toUpperCase());
    const found = sign ? [sign[0]] : text.match(/-?\d+/g)?.map(Number) ?? [];
    if (field.kind === "numbers") {
      if (found.length || field.required) clue[field.name] = found;
    } else if (found.length) clue[field.name] = found[0];
  }
  return clue;
}

/** The numbers of cells, or of lists of cells, by their names. @param {Board} board @param {any[]} names @returns {any[]} */
export const numbersOf = (board, names) => names.map((name) => (Array.isArray(name) ? numbersOf(board, name) : board.named.get(name) ?? 0));

/**
 * Return the parts of the board that a clue is on, which make it again.
 * @param {Kind} kind @param {Board} board @param {Clue} clue
 * @returns {number[][]}
 */
export function cellsOf(kind, board, clue) {
  const parts = cellFields(kind).flatMap(({ name, kind: one }) =>
    one === "cells" ? [numbersOf(board, clue[name])] : numbersOf(board, clue[name]));
  return kind.outside ? parts.map((cells) => cells.slice(0, 2)) : parts;
}

/** @param {Kind} kind @param {Field[]} fields @param {Board} board @param {number[][]} parts */
function partsFor(kind, fields, board, parts) {
  if (kind.outside) return [alongFrom(board, parts.flat())];
  if (kind.of_regions) return regionsSeen(kind, board, parts.flat());
  if (fields.length === 1 && fields[0].kind === "cells") return [[...new Set(parts.flat())]];
  if (parts.length !== 1) return parts.slice();
  const [cells] = parts;
  if (fields.some(({ name }) => name === "box")) {
    return [board.together(cells[0]), cells];
  }
  if (fields.length === 2) return [cells.slice(0, 1), cells.slice(1)];
  if (fields[0]?.kind === "cell lists") return parted(cells, (one, other) => board.outlined(one) === board.outlined(other));
  return parts.slice();
}

/**
 * A cell and the auxiliary cells that it looks at: along arms towards the cells that were chosen with
 * it, or in all four directions; or those of the cells that were chosen with it, or of all around it.
 * @param {Kind} kind @param {Board} board @param {number[]} cells
 */
function regionsSeen(kind, board, [control, ...others]) {
  const [row, column] = board.data.places[control];
  const beside = (/** @type {number[]} */ seen) => seen.map((cell) => cell + board.gridCount);
  if (kind.fields.some(({ kind: one }) => one === "cell lists")) {
    const towards = others.map((cell) => board.data.places[cell].map((place, axis) =>
      Math.sign(place - [row, column][axis])));
    const ways = new Set((towards.length ? towards : [[0, -1], [0, 1], [-1, 0], [1, 0]]).map(String));
    const arms = [...ways].map((way) => {
      const [down, right] = way.split(",").map(Number);
      return beside(walk(board, control, down, right));
    });
    return [[control], ...arms.filter((arm) => arm.length > 1)];
  }
  const around = [...board.data.places.keys()].filter((cell) => board.touch(control, cell));
  return [[control], beside([control, ...(others.length ? others : around)])];
}

/** Cells from one on in a direction, as far as there are any. @param {Board} board @param {number} start @param {number} down @param {number} right */
function walk(board, start, down, right) {
  const [row, column] = board.data.places[start];
  const found = [start];
  for (let step = 1; down || right; step++) {
    const next = board.at.get(`${row + step * down},${column + step * right}`);
    if (next === undefined) break;
    found.push(next);
  }
  return found;
}

/**
 * What a clue outside looks at: from the first cell on, towards the second, to the other edge; from
 * one cell alone inwards.
 * @param {Board} board
 * @param {number[]} cells
 */
export function alongFrom(board, cells) {
  if (!cells.length) return [];
  const { width, places } = board.data;
  const [row, column] = places[cells[0]];
  const [lastRow] = places[board.gridCount - 1];
  let [down, right] = [0, 0];
  if (cells.length > 1) {
    [down, right] = [Math.sign(places[cells[1]][0] - row), Math.sign(places[cells[1]][1] - column)];
  } else if (row === 0) down = 1;
  else if (row === lastRow) down = -1;
  else if (column === 0) right = 1;
  else if (column === width - 1) right = -1;
  return walk(board, cells[0], down, right);
}

/** Drawings of which one place has room for one number, beside those outside. */
const ONE_NUMBER = ["cage", "quad", ...MARKS];

/**
 * Return whether a new clue is an old one with another number.
 * @param {Clue} clue @param {Clue} old @param {Kind} kind Of the new one.
 */
export function takesPlaceOf(clue, old, kind) {
  if (clue.type !== old.type || !(kind.outside || ONE_NUMBER.includes(kind.drawn?.kind ?? ""))) return false;
  const cells = (/** @type {Clue} */ one) => kind.outside ? String(one.cells) : [...one.cells].sort().join();
  return cells(clue) === cells(old);
}

/** @param {Clue} clue @param {Kind | undefined} kind @returns {string[]} Its pairs of neighbours, where it is a dot or a sign. */
function markedPairs(clue, kind) {
  if (!MARKS.includes(kind?.drawn?.kind ?? "")) return [];
  return clue.cells.slice(1).map((/** @type {string} */ cell, /** @type {number} */ index) =>
    [clue.cells[index], cell].sort().join());
}

/**
 * Return clues after a change: what says that all dots are given knows of those that came, and no
 * longer of those that went.
 * @param {Clue[]} before
 * @param {Clue[]} after
 * @param {Map<string, Kind>} kinds
 * @returns {Clue[]}
 */
export function withExemptions(before, after, kinds) {
  const [old, now] = [before, after].map((clues) => new Set(clues.flatMap((clue) => markedPairs(clue, kinds.get(clue.type)))));
  return after.map((clue) => {
    if (!kinds.get(clue.type)?.fields.some(({ name }) => name === "exempt")) return clue;
    /** @type {string[]} */
    const known = (clue.exempt ?? []).map((/** @type {string[]} */ pair) => [...pair].sort().join());
    const isNew = !before.includes(clue);
    const added = [...now].filter((pair) => isNew || !old.has(pair));
    const kept = known.filter((pair) => !old.has(pair) || now.has(pair));
    const exempt = [...new Set([...kept, ...added])].map((pair) => pair.split(","));
    return { ...clue, exempt };
  });
}
