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

/** Diagonal ways, as f-puzzles calls them. @type {Record<string, number[]>} */
const WAYS = { DR: [1, 1], DL: [1, -1], UR: [-1, 1], UL: [-1, -1] };

/** What a place beside the board looks along: a row or a column, or a diagonal, if it says which. @param {unknown} name @param {number} size @param {unknown} [way] */
export function seenFrom(name, size, way) {
  const place = placeIn(name);
  const inwards = place.map((at) => (at === 0 ? 1 : at === size + 1 ? -1 : 0));
  const by = way === undefined ? inwards : WAYS[String(way).trim().toUpperCase()] ?? [0, 0];
  const places = [...Array(size + 2).keys()].map((at) => place.map((one, axis) => one + at * by[axis]));
  const found = places.filter((one) => one.every((at) => at >= 1 && at <= size));
  const isCorner = way === undefined && inwards.every(Boolean);
  if (isCorner || !found.length || found[0] === places[0]) throw wrong("place", name);
  return found.map(([row, column]) => `r${row}c${column}`);
}
