import { isBoard, isObject } from "../checks.js";
import { answering } from "../resources.js";
import { wrong } from "./imported.js";

export const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BLANKS = ".0*_";

/** Bytes of a board that is unpacked from a link. */
const MOST_BYTES = 4_000_000;

/** The smallest board whose line is taken for a puzzle. */
const LEAST_SIZE = 4;

/** Height and width of the usual boxes, as square as can be; null without any. @param {number} size @returns {[number, number] | null} */
export function boxesOf(size) {
  const height = [...Array(Math.floor(Math.sqrt(size)) + 1).keys()].findLast((one) => one > 1 && size % one === 0);
  return height ? [height, size / height] : null;
}

/** The usual rows, columns and boxes. @param {number} size @returns {Region[]} */
export function usualHouses(size) {
  const boxes = boxesOf(size);
  const [height, width] = boxes ?? [1, size];
  const every = [...Array(size).keys()];
  /** @type {[string, (house: number, at: number) => number][]} */
  const kinds = [
    ["row", (house, at) => size * house + at],
    ["column", (house, at) => size * at + house],
    ["box", (house, at) => {
      const across = size / width;
      const [row, column] = [Math.floor(house / across) * height, (house % across) * width];
      return size * (row + Math.floor(at / width)) + column + (at % width);
    }],
  ];
  return kinds.slice(0, boxes ? 3 : 2).flatMap(([kind, cell]) =>
    every.map((house) => ({ label: `${kind} ${house + 1}`, kind, cells: every.map((at) => cell(house, at)) })));
}

/**
 * Return a puzzle of the usual rules.
 * @param {number[]} givens For each cell its digit, 0 for none.
 * @returns {BoardData}
 */
export function usualBoard(givens) {
  const size = Math.round(Math.sqrt(givens.length));
  return {
    rules: { size, boxes: boxesOf(size) },
    title: "Sudoku",
    height: size,
    width: size,
    places: givens.map((_, cell) => [Math.floor(cell / size), cell % size]),
    auxiliary: 0,
    symbols: [...SYMBOLS.slice(0, size)],
    regions: usualHouses(size),
    others: [],
    drawing: null,
    givens,
    entries: null,
    marks: null,
    text: givens.map((digit) => (digit ? SYMBOLS[digit - 1] : ".")).join(""),
    about: { title: "", author: "", rules: "", decoration: "" },
    meanings: [],
    ignored: [],
  };
}

/** The givens of a line or a grid; null where it is neither. @param {string} text */
export function givensIn(text) {
  const line = text.replace(/[\s|+-]/g, "").toUpperCase();
  const size = Math.sqrt(line.length);
  const digits = [...line].map((mark) => (BLANKS.includes(mark) ? 0 : SYMBOLS.indexOf(mark) + 1 || -1));
  const isWhole = Number.isInteger(size) && size >= LEAST_SIZE && size <= SYMBOLS.length;
  return isWhole && digits.every((digit) => digit >= 0 && digit <= size) ? digits : null;
}

/**
 * The givens of a puzzle on a board of its own.
 * @param {unknown} puzzle Its rows as drawn, with blanks where there are no cells or without them; or a number for each cell.
 * @param {Pick<BoardData, "places" | "symbols">} board
 */
export function givensOn(puzzle, { places, symbols }) {
  const rows = Array.isArray(puzzle) && puzzle.every((row) => typeof row === "string") ? puzzle : null;
  const known = new Set(places.map(String));
  const isBeside = rows?.some((row, down) => [...row].some((mark, right) => mark.trim() && !known.has(`${down},${right}`)));
  const marks = rows ? places.map(([row, column]) => rows[row]?.[column]?.trim() || ".")
    : Array.isArray(puzzle) ? puzzle.map((one) => String(one ?? ".")) : [...String(puzzle).replace(/[\s|+-]/g, "")];
  const givens = marks.map((mark) => (BLANKS.includes(mark) ? 0 : symbols.indexOf(mark.toUpperCase()) + 1 || -1));
  if (isBeside || givens.length !== places.length || givens.includes(-1)) throw wrong("cells", puzzle);
  return givens;
}

/**
 * Return the puzzle of a text: a line or a grid of the usual rules, or a whole board as links carry it.
 * @param {string} text
 * @returns {Promise<BoardData | null>} Null where only a server can read it.
 */
export async function boardOf(text) {
  const givens = givensIn(text);
  if (givens) return usualBoard(givens);
  const board = await unpacked(text).catch(() => null);
  // What a link says is not to be looked for anywhere else.
  if (isObject(board)) delete board.source;
  return isBoard(board) ? board : null;
}

/** Whether a line of digits says all of a puzzle. @param {BoardData} board */
const isPlain = ({ text, givens, others, about }) => text.length === givens.length && !others.length && !Object.values(about ?? {}).some(Boolean);

/**
 * Return a puzzle as a link carries it, so that no server is needed to read it.
 * @param {BoardData} board
 */
export async function packed(board) {
  if (isPlain(board)) return board.text;
  const { source: _, ...whole } = board;
  const bytes = await piped(new TextEncoder().encode(JSON.stringify(whole)), new CompressionStream("deflate-raw"));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A link to a page with a puzzle in it, whose fragment no host sees; a server reads any text. @param {string} page @param {BoardData} board */
export async function linkTo(page, board) {
  if (answering === "server") return `${new URL(page, location.href)}#puzzle=${encodeURIComponent(board.text)}`;
  const text = await packed(board);
  return `${new URL(page, location.href)}#${text === board.text ? "puzzle" : "board"}=${text}`;
}

/** What a link has packed. @param {string} text @throws {RangeError} It is more than a board needs. */
async function unpacked(text) {
  if (text.length > MOST_BYTES) throw new RangeError("too long");
  const bytes = Uint8Array.from(atob(text.trim().replaceAll("-", "+").replaceAll("_", "/")), (mark) => mark.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await piped(bytes, new DecompressionStream("deflate-raw"))));
}

/** @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} stream @throws {RangeError} There are too many. */
async function piped(bytes, stream) {
  let left = MOST_BYTES;
  const bounded = new TransformStream({
    transform(part, controller) {
      left -= part.length;
      if (left < 0) throw new RangeError("too long");
      controller.enqueue(part);
    },
  });
  const through = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(stream).pipeThrough(bounded);
  return new Uint8Array(await new Response(through).arrayBuffer());
}

/**
 * Return the rules of a board as the core takes them; null where they came without formulas.
 * @param {BoardData} board
 */
export function rulesOf({ places, symbols, regions, others }) {
  if (others.some(({ holds }) => !holds)) return null;
  const groups = regions.map(({ kind, cells }) => [houseKind(kind, cells.map((cell) => places[cell])), ...cells]);
  const formulas = others.flatMap(({ holds }) => holds ?? []);
  return JSON.stringify({ digits: symbols.length, cells: places.length, groups, formulas });
}

/** What a house is to techniques. @param {string} kind @param {[number, number][]} places */
function houseKind(kind, places) {
  const axis = [0, 1].find((one) => places.length > 1 && places.every((place) => place[one] === places[0][one]));
  if (axis !== undefined) return axis ? "column" : "row";
  return /(box|region)$/.test(kind) ? "box" : "other";
}
