import { isObject } from "../checks.js";
import { Refused } from "../refused.js";
import { word, wordOr } from "../words.js";
import { SYMBOLS, boxesOf, usualBoard } from "./boards.js";
import { elsewhere, listIn, numberIn, objectIn, wrong } from "./imported.js";

/** What drafts begin with: the board and its houses, as `cpsudoku.formats.rules_json` reads and writes them. */

/** What the core has room for. */
const MOST_CELLS = 1024;

/** @param {string} key @param {Clue} clue @param {object} [values] */
export const senseless = (key, clue, values = {}) =>
  new Refused("invalid", word(`wrong clue ${key}`, { clue: wordOr(`clue ${clue.type}`, clue.type), ...values }));

/** @param {Pick<BoardData, "places">} board @param {number} cell */
export const nameOf = ({ places }, cell) => `r${places[cell][0] + 1}c${places[cell][1] + 1}`;

/** All cells of a board by their names. @param {Pick<BoardData, "places">} board */
export const cellsByName = (board) => new Map(board.places.map((_, cell) => [nameOf(board, cell), cell]));

/** Cells by their numbers. @param {Clue} clue @param {unknown} names @param {Map<string, number>} at */
export const cellsOf = (clue, names, at) => listIn(names).map((name) => {
  const found = typeof name === "string" ? at.get(name.toLowerCase()) : undefined;
  if (found === undefined) throw senseless("without place", clue, { name: String(name) });
  return found;
});

/** @param {Clue} clue A house as JSON. @param {Map<string, number>} at @returns {Region} */
export function groupOf(clue, at) {
  const { kind, number, cells } = clue;
  return { label: number ? `${kind} ${number}` : kind, kind, cells: cellsOf(clue, cells, at) };
}

/** @param {Pick<BoardData, "places">} board @param {Region} region @returns {Clue} */
export function asClue(board, { label, kind, cells }) {
  const number = Number(label.slice(kind.length));
  return { kind, ...(number ? { number } : {}), cells: cells.map((cell) => nameOf(board, cell)) };
}

/** Whether rows and columns are as many as the digits, and no cell is missing. @param {BoardData} board */
export const isSquare = ({ places, symbols, height, width }) => height === width && width === symbols.length && places.length === height * width;

/**
 * Return a board and its houses.
 * @param {string | object} base @param {Record<string, Listed>} boards Those that have names.
 * @returns {BoardData}
 */
export function houses(base, boards) {
  if (isObject(base)) return listed(/** @type {Listed} */ (base));
  if (Object.hasOwn(boards, String(base))) return { ...listed(boards[String(base)]), rules: base };
  const [, latin, text] = /^(latin:)?(\d+)$/.exec(String(base)) ?? [];
  const size = Number(text);
  if (!size || size > SYMBOLS.length) throw elsewhere();
  const board = usualBoard(Array(size * size).fill(0));
  return latin ? { ...board, rules: { size, boxes: null }, regions: board.regions.slice(0, 2 * size) } : board;
}

/** A board whose rows are drawn, with the houses that are listed. @param {Listed} rules @returns {BoardData} */
function listed(rules) {
  const rows = listIn(rules.board).map(String);
  const [first, last] = listIn(rules.digits).map(numberIn);
  const places = rows.flatMap((row, down) => [...row].flatMap((mark, right) => (mark === "#" ? [/** @type {[number, number]} */ ([down, right])] : [])));
  if (first !== 1 || !(last >= 1 && last <= SYMBOLS.length) || !places.length || places.length > MOST_CELLS) throw elsewhere();
  const auxiliary = numberIn(rules.auxiliary ?? 0);
  if (auxiliary < 0 || auxiliary > places.length) throw wrong("number", rules.auxiliary);
  const [height, width] = [0, 1].map((axis) => 1 + Math.max(...places.map((place) => place[axis])));
  const board = { ...usualBoard(places.map(() => 0)), places, height, width, auxiliary, symbols: [...SYMBOLS.slice(0, last)], rules };
  const at = cellsByName(board);
  return { ...board, regions: listIn(rules.constraints).map((clue) => groupOf(objectIn(clue), at)) };
}

/**
 * Rules of a board with clues beside its houses, as JSON.
 * @param {BoardData} board @param {Clue[]} added Houses and clues, as JSON. @param {string[]} named Houses that are added all at once.
 * @returns {string | object}
 */
export function rulesWith(board, added, named) {
  const { rules } = board;
  if (isSquare(board)) return { .../** @type {object} */ (rules), ...Object.fromEntries(named.map((type) => [type, true])), ...(added.length ? { also: added } : {}) };
  if (!added.length) return rules;
  const { places, symbols, auxiliary } = board;
  const groups = added.filter(({ kind }) => kind);
  return {
    board: pictureOf(board), digits: [1, symbols.length], ...(auxiliary ? { auxiliary } : {}),
    constraints: [...board.regions.map((region) => asClue({ places }, region)), ...groups, ...added.filter(({ kind }) => !kind)],
  };
}

/** The rows of a board, with a mark for each cell. @param {Pick<BoardData, "places" | "height" | "width">} board @param {(cell: number) => string} [mark] @param {string} [none] The mark of a gap. */
export function pictureOf({ places, height, width }, mark = () => "#", none = ".") {
  const rows = [...Array(height)].map(() => Array(width).fill(none));
  for (const [cell, [row, column]] of places.entries()) rows[row][column] = mark(cell);
  return rows.map((row) => row.join(""));
}

/** Regions in the making: too small ones have different digits, too big ones say nothing. @param {BoardData} board @param {number[]} labels @returns {BoardData} */
export function withRegions(board, labels) {
  if (!isSquare(board) || labels.length !== board.places.length) throw wrong("regions", labels);
  const size = board.symbols.length;
  const all = [...new Set(labels)].filter(Boolean).sort((a, b) => a - b).map((label) =>
    ({ label: `region ${label}`, kind: "region", cells: [...labels.keys()].filter((cell) => labels[cell] === label) }));
  const fitting = all.filter(({ cells }) => cells.length <= size);
  const isWhole = all.length === size && all.every(({ cells }) => cells.length === size);
  const rules = isWhole ? { size, regions: labels.map((label) => SYMBOLS[label - 1]).join("") } : {
    size, constraints: [...board.regions.slice(0, 2 * size), ...fitting].map((region) => asClue(board, region)),
  };
  return { ...board, rules, regions: [...board.regions.slice(0, 2 * size), ...fitting] };
}

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
    return symbols.map((_, at) => ({ label: `disjoint group ${at + 1}`, kind: "disjoint group", cells: boxes.map(({ cells }) => cells[at]) }));
  },
};

/** Whether a kind is houses that are added all at once. @param {string} type */
export const isFurther = (type) => Object.hasOwn(FURTHER, type);

/** The houses that a clue adds. @param {Clue} clue @param {BoardData} board @returns {Region[]} */
export function further(clue, board) {
  const hasBoxes = board.regions.some(({ kind }) => kind === "box");
  if (!isSquare(board) || (clue.type !== "diagonals" && !hasBoxes)) throw senseless("elsewhere", clue);
  return FURTHER[clue.type](board);
}

/** Boxes of another form than the usual ones as regions, a letter for each cell. @param {number} size @param {unknown} boxes @returns {string[] | undefined} */
export function drawnBoxes(size, boxes) {
  if (boxes === undefined || boxes === null) return undefined;
  const [height, width, ...more] = listIn(boxes).map(numberIn);
  if (more.length || height < 1 || height * width !== size) throw wrong("size", size);
  if (String(boxes) === String(boxesOf(size))) return undefined;
  const box = (/** @type {number} */ cell) => Math.floor(cell / size / height) * (size / width) + Math.floor((cell % size) / width);
  return [...Array(size * size).keys()].map((cell) => SYMBOLS[box(cell)]);
}

/** How many layers a clue is about: none where it names cells or digits. @param {Clue} clue @param {Kind | undefined} kind */
const layersOf = (clue, kind) => (!kind?.layers || clue.shaded?.length ||
  kind.parameters?.some(({ kind: what, name }) => what === "cells" && clue[name]?.length) ? 0 : kind.layers);

/** A draft with copies of its grid below it, whose cells are beside the grid. @param {Draft} draft @param {BoardData} board @param {number} number @returns {Draft} */
function withCopies(draft, board, number) {
  const step = board.height + 1;
  const places = [...Array(number + 1).keys()].flatMap((copy) => board.places.map(([row, column]) => /** @type {[number, number]} */ ([row + copy * step, column])));
  const beside = number * board.places.length;
  return {
    ...draft,
    base: {
      board: pictureOf({ places, height: step * number + board.height, width: board.width }), digits: [1, board.symbols.length], auxiliary: beside,
      constraints: board.regions.map((region) => asClue(board, region)),
    },
    regions: null,
    givens: [...(draft.givens?.length ? draft.givens : board.givens), ...Array(beside).fill(0)],
    marks: draft.marks && [...draft.marks, ...Array(beside).fill(null)],
  };
}

/**
 * Return a draft with copies of its grid beside it, if a clue is about some and has no cells.
 * @param {Draft} draft @param {Record<string, Listed>} boards @param {Map<string, Kind>} kinds
 * @returns {Draft}
 */
export function withLayers(draft, boards, kinds) {
  const number = Math.max(0, ...draft.clues.map((clue) => layersOf(clue, kinds.get(clue.type))));
  const plain = number ? houses(draft.base, boards) : null;
  if (!plain || plain.auxiliary) return draft;
  return withCopies(draft, draft.regions ? withRegions(plain, draft.regions) : plain, number);
}

/** Whether a clue says that all regions are to be found, without any cells. @param {Clue} clue */
const isToFind = (clue) => clue.type === "chaos" && Object.keys(clue).length === 1;

/**
 * Return a draft without boxes and with a cell beside the grid for each of it, if its regions are to be found.
 * @param {Draft} draft @param {Record<string, Listed>} boards
 * @returns {Draft}
 */
export function withRegionsToFind(draft, boards) {
  const asked = draft.clues.find(isToFind);
  if (!asked) return draft;
  const plain = houses(draft.base, boards);
  if (!isSquare(plain)) throw senseless("elsewhere", asked);
  const size = plain.symbols.length;
  const [cells, regions] = [1, size + 2].map((down) => plain.places.map(([row, column]) => `r${row + down}c${column + 1}`));
  const whole = { type: "chaos", cells, regions, size };
  return {
    ...withCopies(draft, { ...plain, regions: plain.regions.slice(0, 2 * size) }, 1),
    clues: draft.clues.map((clue) => (clue === asked ? whole : clue)),
  };
}
