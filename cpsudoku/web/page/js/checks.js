/** Whether something that was kept or pasted is what the page takes it for. */

const LAYERS = new Set(["digit", "corner", "centre", "colour", "pen"]);

/** No number of a row, a cell or a digit is as great. */
const MOST = 10_000;
/** As many cells as a server takes at most, and as many that say their regions; a bigger board would hold the page for long. */
const MOST_CELLS = 2048;
/** Digits that a cell can have, cells of all houses and clues together, and characters of a drawing. */
const [MOST_DIGITS, MOST_GROUPED, MOST_DRAWN] = [1024, 200_000, 1_000_000];

/** @param {any} value @returns {value is Record<string, any>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {any} value @param {number} below */
const isIndex = (value, below) => Number.isInteger(value) && value >= 0 && value < below;

/** @param {any} value @param {(one: any) => boolean} is */
const isList = (value, is) => Array.isArray(value) && value.every(is);

/** @param {any} value @param {number} below */
const isIndexes = (value, below) => isList(value, (one) => isIndex(one, below));

/** @param {any} value @param {(one: any) => boolean} is */
const isMissingOr = (value, is) => value === null || value === undefined || is(value);

/** @param {any} group @param {number} cells */
const isGroup = (group, cells) => isObject(group) && typeof group.label === "string" && isIndexes(group.cells, cells);

/** @param {any} value @returns {value is import("./types.js").BoardData} */
export function isBoard(value) {
  if (!isObject(value) || !isList(value.places, (place) => isIndexes(place, MOST) && place.length === 2)) return false;
  const count = value.places.length;
  if (!count || count > MOST_CELLS || value.symbols?.length > MOST_DIGITS || !isList(value.symbols, (symbol) => typeof symbol === "string") || !value.symbols.length) return false;
  const digits = value.symbols.length + 1;
  /** @param {any} list @param {(one: any) => boolean} is */
  const perCell = (list, is) => isList(list, is) && list.length === count;
  const digit = (/** @type {any} */ one) => isIndex(one, digits);
  return (
    isIndex(value.height, MOST_CELLS) && isIndex(value.width, MOST_CELLS) &&
    value.places.every((/** @type {number[]} */ [row, column]) => row < value.height && column < value.width) &&
    isMissingOr(value.auxiliary, (beside) => isIndex(beside, count)) && (isText(value.rules) || isObject(value.rules)) &&
    isText(value.title) && isText(value.text) &&
    isList(value.regions, (one) => isGroup(one, count) && typeof one.kind === "string") &&
    isList(value.others, (one) => isGroup(one, count) && isMissingOr(one.holds, (list) => isList(list, Array.isArray))) &&
    [...value.regions, ...value.others].reduce((sum, { cells }) => sum + cells.length + 1, 0) <= MOST_GROUPED &&
    perCell(value.givens, digit) &&
    isMissingOr(value.entries, (list) => perCell(list, digit)) &&
    isMissingOr(value.marks, (list) => perCell(list, (marks) => isIndexes(marks, digits))) &&
    isMissingOr(value.drawing, isDrawing) && isMissingOr(value.about, isAllText) &&
    isMissingOr(value.meanings, (list) => isList(list, isAllText)) &&
    isMissingOr(value.ignored, (list) => isList(list, isText)) && isMissingOr(value.proposals, (list) => isList(list, (one) => isProposal(one, count)))
  );
}

/** @param {any} value @param {number} count @returns {value is import("./types.js").Proposal} */
const isProposal = (value, count) => isMeaning(value, count) && [value.thing, value.evidence, value.dropped].every(isText) &&
  isTruth(value.taken) && isList(value.others, (one) => isMeaning(one, count));

/** @param {any} value @param {number} count */
const isMeaning = (value, count) => isObject(value) && isText(value.meaning) && isIndexes(value.cells, count) && isObject(value.clue) && isMissingOr(value.fits, isTruth);

/** @param {any} value @returns {value is import("./types.js").Proposal[]} */
export const isProposals = (value) => isList(value, (one) => isProposal(one, MOST_CELLS));

/** @param {any} value */
const isTruth = (value) => typeof value === "boolean";

/** @param {any} value */
const isText = (value) => typeof value === "string";

/** @param {any} value */
const isAllText = (value) => isObject(value) && Object.values(value).every(isText);

/** @param {any} value */
function isDrawing(value) {
  return isObject(value) && typeof value.below === "string" && typeof value.above === "string" && value.below.length + value.above.length <= MOST_DRAWN && value.margin >= 0 && value.margin < 100;
}

/** @param {any} state @param {number} count */
function isState(state, count) {
  if (!isObject(state) || !isList(state.history, (action) => isList(action, (change) => isChange(change, count)))) return false;
  return isIndex(state.done, state.history.length + 1) && Number.isFinite(state.score) && isIndexes(state.scored, count) &&
    isMissingOr(state.tried, (list) => isList(list, (one) => isIndexes(one, MOST) && one.length === 2)) &&
    [state.hints, state.told].every((number) => isMissingOr(number, (one) => isIndex(one, MOST)));
}

/** @param {any} change @param {number} count */
function isChange(change, count) {
  return (
    isObject(change) && isIndex(change.cell, count) && LAYERS.has(change.layer) &&
    isIndexes(change.before, MOST) && isIndexes(change.after, MOST)
  );
}

/** @param {any} value @returns {value is import("./games.js").Saved} */
export function isSaved(value) {
  return (
    isObject(value) && typeof value.id === "string" && Number.isFinite(value.changed) &&
    Number.isFinite(value.taken) && isTruth(value.finished) && isMissingOr(value.paused, isTruth) && isBoard(value.board) &&
    isState(value.state, value.board.places.length) && isMissingOr(value.exercise, isExercise) &&
    isMissingOr(value.level, isText) && isMissingOr(value.day, Number.isInteger) && isMissingOr(value.queue, isPlace)
  );
}

/** @param {any} value */
const isPlace = (value) => isObject(value) && isText(value.id) && isIndex(value.at, MOST);

/** @param {any} value */
const isResult = (value) => isObject(value) && ["taken", "hints", "told", "mistakes"].every((name) => Number.isFinite(value[name]));

/** @param {any} value @returns {value is import("./queue.js").Queue} */
export function isQueue(value) {
  return isObject(value) && isText(value.id) && isList(value.texts, isText) &&
    isList(value.results, (one) => isMissingOr(one, isResult)) && value.texts.length === value.results.length;
}

/** @param {any} value */
function isExercise(value) {
  /** @param {any} list */
  const candidates = (list) => isList(list, (one) => isIndexes(one, MOST) && one.length === 2);
  return (
    isObject(value) && typeof value.technique === "string" && typeof value.name === "string" &&
    isMissingOr(value.said, Array.isArray) && candidates(value.placements) && candidates(value.eliminations)
  );
}

/** @param {any} value @returns {value is import("./setting/draft.js").Draft} */
export function isDraft(value) {
  return (
    isObject(value) && (typeof value.base === "string" || isObject(value.base)) &&
    isMissingOr(value.regions, (labels) => isIndexes(labels, MOST)) && isList(value.clues, isObject) &&
    isIndexes(value.givens, MOST) &&
    isMissingOr(value.marks, (marks) => isList(marks, (one) => isMissingOr(one, (digits) => isIndexes(digits, MOST)))) &&
    isMissingOr(value.about, isObject)
  );
}
