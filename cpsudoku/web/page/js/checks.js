/** Whether something that was kept or pasted is what the page takes it for. */

/** What a text is as JSON; null where it is something else. @param {string} text @returns {any} */
export function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const LAYERS = new Set(["digit", "corner", "centre", "colour", "pen"]);

/** No number of a row, a cell or a digit is as great. */
const MOST = 10_000;
/** As many cells as a server takes at most, and as many that say their regions; a bigger board would hold the page for long. */
const MOST_CELLS = 2048;
/** Digits that a cell can have, cells of all houses and clues together, and characters of a drawing. */
const [MOST_DIGITS, MOST_GROUPED, MOST_DRAWN] = [1024, 200_000, 1_000_000];

/** @param {any} value @returns {value is Record<string, any>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value is what something is to be. @typedef {(value: any) => boolean} Is */

/** @param {number} below @returns {Is} */
const index = (below) => (value) => Number.isInteger(value) && value >= 0 && value < below;
/** @param {Is} is @param {number} [length] Any, where none is named. @returns {Is} */
const list = (is, length) => (value) => Array.isArray(value) && value.every(is) && (length === undefined || value.length === length);
/** @param {number} below @param {number} [length] */
const indexes = (below, length) => list(index(below), length);
/** @param {Is} is @returns {Is} */
const optional = (is) => (value) => value === null || value === undefined || is(value);
/** An object whose fields are such, whatever else it has. @param {Record<string, Is>} fields @returns {Is} */
const shape = (fields) => (value) => isObject(value) && Object.entries(fields).every(([name, is]) => is(value[name]));
/** An object all of whose values are such. @param {Is} is @returns {Is} */
const every = (is) => (value) => isObject(value) && Object.values(value).every(is);

/** @type {Is} */ const text = (value) => typeof value === "string";
/** @type {Is} */ const truth = (value) => typeof value === "boolean";
/** @type {Is} */ const finite = (value) => Number.isFinite(value);

const pair = indexes(MOST, 2);
/** @param {number} cells */
const group = (cells) => shape({ label: text, cells: indexes(cells) });
/** @param {number} cells */
const meaning = (cells) => ({ meaning: text, cells: indexes(cells), clue: isObject, fits: optional(truth) });
/** @param {number} cells */
const proposal = (cells) => shape({
  ...meaning(cells), thing: text, evidence: text, dropped: text, taken: truth, others: list(shape(meaning(cells))),
});

/** @type {Is} */
const drawing = (value) => shape({ below: text, above: text })(value) && value.below.length + value.above.length <= MOST_DRAWN && value.margin >= 0 && value.margin < 100;

/** @param {any} value @returns {value is BoardData} */
export function isBoard(value) {
  if (!shape({ places: list(pair), symbols: list(text) })(value)) return false;
  const [count, size] = [value.places.length, value.symbols.length];
  if (!count || count > MOST_CELLS || !size || size > MOST_DIGITS) return false;
  /** @param {Is} is */
  const perCell = (is) => list(is, count);
  const isWhole = shape({
    height: index(MOST_CELLS), width: index(MOST_CELLS), auxiliary: optional(index(count)), title: text, text,
    rules: (rules) => text(rules) || isObject(rules),
    regions: list((one) => group(count)(one) && text(one.kind)),
    others: list((one) => group(count)(one) && optional(list(Array.isArray))(one.holds)),
    givens: perCell(index(size + 1)), entries: optional(perCell(index(size + 1))), marks: optional(perCell(indexes(size + 1))),
    drawing: optional(drawing), about: optional(every(text)), meanings: optional(list(every(text))),
    ignored: optional(list(text)), proposals: optional(list(proposal(count))),
  })(value);
  return isWhole && value.places.every((/** @type {number[]} */ [row, column]) => row < value.height && column < value.width) &&
    [...value.regions, ...value.others].reduce((sum, { cells }) => sum + cells.length + 1, 0) <= MOST_GROUPED;
}

/** @param {number} cells */
const change = (cells) => shape({ cell: index(cells), layer: (layer) => LAYERS.has(layer), before: indexes(MOST), after: indexes(MOST) });

/** What was done on a board. @param {number} cells @returns {Is} */
const state = (cells) => (value) => shape({
  history: list(list(change(cells))), score: finite, scored: indexes(cells), tried: optional(list(pair)),
  hints: optional(index(MOST)), told: optional(index(MOST)),
})(value) && index(value.history.length + 1)(value.done);

const exercise = shape({ technique: text, name: text, said: optional(Array.isArray), placements: list(pair), eliminations: list(pair) });

/** @param {any} value @returns {value is Saved} */
export const isSaved = (value) => shape({
  id: text, changed: finite, taken: finite, finished: truth, paused: optional(truth), board: isBoard, exercise: optional(exercise),
  level: optional(text), day: optional(Number.isInteger), queue: optional(shape({ id: text, at: index(MOST) })),
})(value) && state(value.board.places.length)(value.state);

const result = shape({ taken: finite, hints: finite, told: finite, mistakes: finite });

/** @param {any} value @returns {value is import("./queue.js").Queue} */
export const isQueue = (value) =>
  shape({ id: text, texts: list(text), results: list(optional(result)) })(value) && value.texts.length === value.results.length;

const draft = shape({
  base: (base) => text(base) || isObject(base), regions: optional(indexes(MOST)), clues: list(isObject), givens: indexes(MOST),
  marks: optional(list(optional(indexes(MOST)))), about: optional(isObject),
});
const read = shape({ proposals: list(proposal(MOST_CELLS)), ignored: list(text) });

/** @param {any} value @returns {value is import("./setting/draft.js").Kept} */
export const isKept = (value) => shape({ states: list(draft), read: optional(read) })(value) && index(value.states.length)(value.at);
