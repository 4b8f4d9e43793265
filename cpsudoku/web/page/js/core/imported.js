/** What puzzles of other programs are made of: each part is what it has to be, or refused, like in Python. */

import { isObject } from "../checks.js";
import { Refused } from "../refused.js";
import { word } from "../words.js";

/** @typedef {Record<string, any>} Entry */

/** Characters of what was found that a refusal shows. */
const SHOWN = 40;

/** @param {"list" | "object" | "number" | "digit" | "cell" | "place" | "grid" | "regions" | "size" | "halves" | "box" | "clue" | "cells" | "text"} expected @param {unknown} found */
export function wrong(expected, found) {
  const shown = (typeof found === "string" ? found : JSON.stringify(found) ?? "").slice(0, SHOWN);
  return new Refused("invalid", word(`wrong ${expected}`, { found: shown }));
}

/** What only a server knows. */
export const elsewhere = () => new Refused("elsewhere", word("needs server"));

/** Whether a field says nothing. @param {any} value */
export const isEmpty = (value) => !value || (typeof value === "object" && !Object.keys(value).length);

/** @param {unknown} value @returns {any[]} */
export function listIn(value) {
  if (!Array.isArray(value)) throw wrong("list", value);
  return value;
}

/** @param {unknown} value @returns {Entry} */
export function objectIn(value) {
  if (!isObject(value)) throw wrong("object", value);
  return value;
}

/** A whole number, which JSON may have as text. @param {unknown} value */
export function numberIn(value) {
  const text = typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
  if (!/^-?[0-9]{1,9}$/.test(text)) throw wrong("number", value);
  return Number(text);
}

/** @param {unknown} value @param {number} size */
export function digitIn(value, size) {
  const digit = numberIn(value);
  if (digit < 1 || digit > size) throw wrong("digit", value);
  return digit;
}

/** A row and a column, from 1; 0 and one more than the size are beside the board. @param {unknown} name */
export function placeIn(name) {
  const found = /^r([0-9]{1,3})c([0-9]{1,3})$/i.exec(typeof name === "string" ? name : "");
  if (!found) throw wrong("cell", name);
  return [Number(found[1]), Number(found[2])];
}

/** A cell of the board, by its name in a draft. @param {unknown} name @param {number} size */
export function cellIn(name, size) {
  const place = placeIn(name);
  if (place.some((one) => one < 1 || one > size)) throw wrong("cell", name);
  return `r${place[0]}c${place[1]}`;
}

/** @param {unknown} value @param {number} size */
export const cellsIn = (value, size) => listIn(value).map((name) => cellIn(name, size));

/** Each line of an entry, in which a cell stands once where the line stays in it. @param {Entry} entry @param {number} size */
export const linesIn = ({ lines = [] }, size) => listIn(lines).map((line) => cellsIn(line, size).filter((name, at, all) => name !== all[at - 1]));

/** The row or column that a place beside the board looks along. @param {unknown} name @param {number} size */
export function seenFrom(name, size) {
  const [row, column] = placeIn(name);
  const isOutside = (/** @type {number} */ one) => one === 0 || one === size + 1;
  const isInside = (/** @type {number} */ one) => one >= 1 && one <= size;
  const ahead = [...Array(size).keys()].map((at) => at + 1);
  const along = row === 0 || column === 0 ? ahead : [...ahead].reverse();
  if (isOutside(row) && isInside(column)) return along.map((at) => `r${at}c${column}`);
  if (isOutside(column) && isInside(row)) return along.map((at) => `r${row}c${at}`);
  throw wrong("place", name);
}

/** The diagonal that a place beside the board looks along. @param {unknown} name @param {unknown} direction @param {number} size */
export function diagonalFrom(name, direction, size) {
  const [, down, right] = /^(?:(D)|U)(?:(R)|L)$/.exec(String(direction).trim().toUpperCase()) ?? [];
  const [row, column] = placeIn(name);
  const isInside = (/** @type {number[]} */ place) => place.every((one) => one >= 1 && one <= size);
  const places = [...Array(size + 2).keys()].map((at) => [row + (down ? at : -at), column + (right ? at : -at)]);
  const found = places.filter(isInside).map(([r, c]) => `r${r}c${c}`);
  if (!/^[DU][RL]$/i.test(String(direction).trim()) || isInside(places[0]) || !found.length) throw wrong("place", name);
  return found;
}
