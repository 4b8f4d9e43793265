import { jsonOf } from "../checks.js";
import { SYMBOLS } from "./boards.js";
import { cellIn, elsewhere, numberIn, placeIn, wrong } from "./imported.js";

/**
 * Texts whose first line says the rules in a few words, as `cpsudoku.formats.rules_text` and
 * `cpsudoku.variants.naming` read and write them:
 *
 *     # rules: 9+diagonals+killer:15@r1c1,r1c2
 *     53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
 */

/**
 * Return what a text says, as JSON of this package would; null where no line of it says rules.
 * @param {string} text
 * @returns {{puzzle: string, rules: unknown} | null}
 */
export function ofWords(text) {
  const lines = text.split(/\r?\n/);
  const said = lines.flatMap((line) => /^#\s*rules:\s*(.*)$/.exec(line.trim())?.[1] ?? []);
  if (!said.length) return null;
  if (said.length > 1) throw elsewhere();
  const puzzle = lines.filter((line) => !line.trim().startsWith("#")).join("\n");
  return { puzzle, rules: said[0].startsWith("{") ? jsonOf(said[0]) : said[0] };
}

/** @param {string} text @param {number} size Of the board, where it is square. @param {Vocabulary} known */
export function rulesOfWords(text, size, { kinds, houses }) {
  const [base, ...added] = text.split("+").map((part) => part.trim());
  const most = Number.isInteger(size) && size ? size : SYMBOLS.length;
  const also = [];
  /** @type {Record<string, true>} */
  const named = {};
  for (const part of added) {
    if (Object.hasOwn(houses, part)) named[houses[part]] = true;
    else if (part.startsWith("group:")) also.push({ kind: "group", cells: cellsOf(part.slice(6), most) });
    else also.push(clueOf(part, most, kinds));
  }
  return { ...baseOf(base, size), ...named, ...(also.length ? { also } : {}) };
}

/** @param {string} base @param {number} size */
function baseOf(base, size) {
  const [, height, width] = /^(\d+)x(\d+)$/.exec(base) ?? [];
  if (height) return { size: Number(height) * Number(width), boxes: [Number(height), Number(width)] };
  const [, latin, said] = /^(latin:)?(\d+)$/.exec(base === "classic" ? "9" : base) ?? [];
  if (said) return { size: Number(said), ...(latin ? { boxes: null } : {}) };
  const [, labels] = /^jigsaw:(\S+)$/.exec(base) ?? [];
  if (labels?.length === size * size) return { size, regions: labels };
  // What has a name alone is a board that is not square.
  if (/^[a-z]+$/.test(base)) return { board: base };
  if (base) throw elsewhere();
  return { size };
}

/** What a clue has in texts; a palette leaves out what nobody draws. @param {Kind} kind */
export const parametersOf = ({ parameters, fields }) => parameters ?? fields;

/** The name of a clue's first number, empty for none. @param {Pick<Kind, "fields">} kind */
export const numberName = ({ fields }) => fields.find(({ kind }) => kind.endsWith("number"))?.name ?? "";

/** Cells by their names, by the two ends of a part of a row or column, such as r1c1-r1c4, and by a whole one, such as r1. @param {string} text @param {number} size */
const cellsOf = (text, size) => text.split(",").flatMap((name) => {
  const [, along, number] = /^([rc])(\d+)$/i.exec(name.trim()) ?? [];
  if (Number(number) >= 1 && Number(number) <= size) {
    return [...Array(size).keys()].map((n) => (/r/i.test(along) ? `r${Number(number)}c${n + 1}` : `r${n + 1}c${Number(number)}`));
  }
  const [first, last, ...rest] = name.split("-").map((end) => cellIn(end, size));
  if (!last) return [first];
  const [[row, column], [end, side]] = [placeIn(first), placeIn(last)];
  if (rest.length || (row !== end && column !== side)) throw wrong("cell", name);
  const steps = Math.abs(end - row) + Math.abs(side - column);
  return [...Array(steps + 1).keys()].map((n) => `r${row + Math.sign(end - row) * n}c${column + Math.sign(side - column) * n}`);
});

/** A clue's number where it has none, on a board of so many digits. @param {Pick<Kind, "usual">} kind @param {number} size */
export const usualOf = ({ usual }, size) => (usual === "half" ? Math.ceil(size / 2) : usual);

/** The clue of a text: its name, numbers after colons, lists of cells after an at sign. @param {string} text @param {number} size @param {Map<string, Kind>} kinds */
function clueOf(text, size, kinds) {
  const [head, tail = ""] = text.split("@");
  const [type, ...numbers] = head.split(":");
  const kind = kinds.get(type);
  if (!kind) throw elsewhere();
  let lists = tail ? tail.split("/").map((part) => (part ? cellsOf(part, size) : [])) : [];
  /** @type {Clue} */
  const clue = { type };
  for (const { name, kind: what } of parametersOf(kind)) {
    if (what === "cell lists") [clue[name], lists] = [lists, []];
    else if (what === "cells" && lists.length) clue[name] = lists.shift();
    else if (what !== "cells" && numbers.length) {
      const number = numbers.shift();
      if (number) clue[name] = what === "numbers" ? number.split(",").map(numberIn) : numberIn(number);
    }
  }
  if (lists.length || numbers.length) throw wrong("clue", text);
  return clue;
}
