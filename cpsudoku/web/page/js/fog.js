import { isObject } from "./checks.js";
import { fieldsOf } from "./decoration.js";

/**
 * Fog, as SudokuPad shows it: it hides givens and clues of the cells that it lies on, and lifts around each right entry.
 * What of a puzzle says so is carried with it as f-puzzles writes it: `foglight` are cells that are light from the
 * beginning, `fogofwar` cells around which it is, and `triggereffect` which cells certain entries light instead.
 *
 * A cage that is only drawn and named FOGLIGHT is light as well.
 *
 * @typedef {object} Fog
 * @property {number[]} light Cells that are light from the beginning.
 * @property {[number[], number[]][] | null} links Entries that all have to be right, and what they light; null where each lights
 *   what is around it.
 */

/** Fields of a decoration that are about fog. */
const FIELDS = ["fogofwar", "foglight", "triggereffect"];

/** Cells of a list or of a text: `r1c1`, `R1C1R1C2`, `r1c1-r2c3`. @param {unknown} said @param {Map<string, number>} at */
function cellsIn(said, at) {
  const found = [];
  for (const [, top, left, bottom = top, right = left] of String(said).matchAll(/r(\d+)c(\d+)(?:-r(\d+)c(\d+))?/gi)) {
    for (let row = Number(top); row <= Math.min(Number(bottom), 99); row++) {
      for (let column = Number(left); column <= Math.min(Number(right), 99); column++) {
        const cell = at.get(`${row - 1},${column - 1}`);
        if (cell !== undefined) found.push(cell);
      }
    }
  }
  return found;
}

/** @param {any} one */
const isLight = (one) => isObject(one) && one.effect?.type === "foglight" && one.trigger?.type === "cellvalue";

/** Whether what is drawn as a cage says that its cells are light, as SudokuPad reads it. @param {any} one */
const isLamp = (one) => isObject(one) && String(one.value).toUpperCase() === "FOGLIGHT";

/** Whether a field of f-puzzles is fog that is shown here. @param {string} field @param {unknown} value */
export const isFog = (field, value) => FIELDS.includes(field) && (field !== "triggereffect" || (Array.isArray(value) && value.every(isLight)));

/** The cells around one, and itself. @param {Pick<BoardData, "places">} board @param {Map<string, number>} at @param {number} cell */
function around({ places }, at, cell) {
  const [row, column] = places[cell];
  const near = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => at.get(`${row + down},${column + right}`)));
  return near.filter((other) => other !== undefined);
}

/** The fog of a puzzle; null where it has none. @param {BoardData} board @returns {Fog | null} */
export function fogOf(board) {
  const fields = fieldsOf(board.about?.decoration);
  const { fogofwar, triggereffect, cage } = fields;
  const effects = Array.isArray(triggereffect) ? triggereffect.filter(isLight) : [];
  const cages = Array.isArray(cage) ? cage.filter(isLamp).map(({ cells }) => cells) : [];
  const foglight = [fields.foglight ?? [], cages].flat();
  if (!fogofwar && !foglight.length && !effects.length) return null;
  const at = new Map(board.places.map((place, cell) => [String(place), cell]));
  const lamps = cellsIn(fogofwar, at).flatMap((cell) => around(board, at, cell));
  return {
    light: [...new Set([...lamps, ...cellsIn(foglight, at)])],
    links: effects.length ? effects.map(({ trigger, effect }) => [cellsIn(trigger.cell, at), cellsIn(effect.cells, at)]) : null,
  };
}

/**
 * The cells that fog lies on.
 * @param {Fog} fog @param {BoardData} board
 * @param {number[]} digits What is entered, and given; 0 for none.
 * @param {number[] | null | undefined} solution Null where nobody knows it, so that each entry counts; undefined while it is looked for.
 * @returns {Set<number>}
 */
export function hiddenBy({ light, links }, board, digits, solution) {
  const at = new Map(board.places.map((place, cell) => [String(place), cell]));
  const isEntered = (/** @type {number} */ cell) => digits[cell] > 0 && !board.givens[cell];
  const isRight = (/** @type {number} */ cell) => isEntered(cell) && (solution === null || digits[cell] === solution?.[cell]);
  const lit = links
    ? links.flatMap(([cells, lights]) => (cells.every((cell) => isRight(cell) || board.givens[cell]) ? lights : []))
    : board.places.flatMap((_, cell) => (isRight(cell) ? around(board, at, cell) : []));
  const seen = new Set([...light, ...lit]);
  return new Set([...board.places.keys()].filter((cell) => !seen.has(cell)));
}
