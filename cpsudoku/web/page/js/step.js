import { faceOf } from "./faces.js";
import { OPEN, pieces, rendered, techniqueName } from "./words.js";

/** The technique, the place, the reason, and the answer. */
export const LEVELS = 4;
/** This many cells are lit as a place. */
const PLACES = 4;

/**
 * Return what a step lights, as much as a level of a hint shows: nothing of the answer before the last.
 * @param {Step} step
 * @param {number} level 1 to 4
 * @param {number[]} [named] Cells that the sentence speaks of.
 * @returns {Marking}
 */
export function markingOf(step, level = LEVELS, named = []) {
  if (level < 2) return {};
  const isWhole = level >= LEVELS;
  const isAnswer = (/** @type {number} */ cell) => step.houses.length > 0 && step.placements.some(([one]) => one === cell);
  const cells = isWhole ? step.cells : step.cells.filter((cell) => !isAnswer(cell));
  const isPlace = !step.houses.length && cells.length <= PLACES;
  if (level === 2) return { houses: step.houses, cells: isPlace ? cells : [] };
  return {
    houses: step.houses,
    named: named.filter((cell) => !cells.includes(cell) && (isWhole || !isAnswer(cell))),
    cells,
    sets: step.sets ?? [],
    candidates: isWhole ? step.candidates : step.candidates.filter(({ role }) => !["placed", "eliminated"].includes(role)),
    links: isWhole ? step.links : [],
  };
}

/**
 * Return what a hint says at a level.
 * @param {Pick<Step, "said">} step @param {number} level
 * @returns {Piece[]}
 */
export function hintOf(step, level) {
  return trailingOff(pieces(plain(step.said[level - 1] ?? "")));
}

/** A sentence without the signs that stand around the answer that is left out. @param {Piece[]} said */
function trailingOff(said) {
  const isOpen = (/** @type {Piece | undefined} */ piece) => piece?.text === OPEN;
  return said.map((piece, at) => {
    const end = isOpen(said[at - 1]) ? piece.text.replace(/^[.。]/, "") : piece.text;
    return { ...piece, text: isOpen(said[at + 1]) ? end.replace(/[:：，,]? ?$/, " ") : end };
  });
}

/**
 * Return what is said with the names that people have for clues.
 * @param {any} said
 * @returns {any}
 */
function plain(said) {
  if (Array.isArray(said)) return said.map(plain);
  if (typeof said !== "object" || !said) return said;
  const parts = Object.fromEntries(Object.entries(said).map(([name, one]) => [name, plain(one)]));
  if (said.label && said.name) parts.label = rendered(said.name) + rendered(said.rest ?? "");
  return parts;
}

/** Why a step follows. @param {{said?: Said[]}} step */
export const sentenceOf = ({ said = [] }) => pieces(plain(said.at(-1) ?? ""));

/** The cells that a sentence names. @param {Piece[]} said @param {Board} board */
export const namedIn = (said, board) => said.flatMap((piece) => cellOf(piece, board) ?? []);

/** The cell whose name a piece of a sentence is, if it is one. @param {Piece} piece @param {Board} board */
export const cellOf = ({ text, place }, board) => (place ? board.named.get(text) : undefined);

/**
 * A position on the path that solves a puzzle, as a view draws it.
 * @param {Pick<Step, "digits" | "marks">} step @param {Board} board
 * @returns {import("./view.js").Shown}
 */
export const positionOf = ({ digits, marks }, { data: { givens } }) => ({
  face: (cell) => faceOf({ digit: digits[cell], given: givens[cell] > 0, centre: digits[cell] ? [] : marks[cell], manner: "places" }),
});

/** What a step's technique is called. @param {{technique: string, name: string}} step */
export const nameOf = ({ technique, name }) => techniqueName(technique, name);

/**
 * Return what applying a step changes: digits, and candidates that go.
 * @param {Game} game
 * @param {Step} step
 */
export function changesOf(game, step) {
  /** @type {{cell: number, layer: Layer, after: number[]}[]} */
  const wanted = step.placements.map(([cell, digit]) => ({ cell, layer: "digit", after: [digit] }));
  for (const [cell, digit] of step.placements) wanted.push(...game.cleaned([cell], digit));
  /** @type {Map<number, number[]>} */
  const gone = new Map();
  for (const [cell, digit] of step.eliminations) gone.set(cell, [...(gone.get(cell) ?? []), digit]);
  for (const [cell, digits] of gone) {
    wanted.push({ cell, layer: "centre", after: game.candidates(cell).filter((digit) => !digits.includes(digit)) });
  }
  return wanted;
}
