import { resource } from "../resources.js";
import { sentenceOf } from "./sentences.js";
import { digitsIn, Naming } from "./naming.js";
import { OPEN, templateOf } from "../words.js";

/**
 * Give steps of the core their names and words.
 * @param {(Step & Found)[]} steps
 * @param {BoardData} board
 * @returns {Promise<Step[]>}
 */
export async function describe(steps, board) {
  /** @type {{techniques: {technique: string, name: string}[], explainers: Record<string, string>}} */
  const { techniques, explainers } = await resource("names.json");
  const called = new Map(techniques.map(({ technique, name }) => [technique, name]));
  return steps.map(({ evidence, ...step }) =>
    ({
      ...step,
      name: called.get(step.technique) ?? step.technique,
      said: said({ ...step, evidence }, board, explainers[step.technique]),
      sets: shownOf(evidence).sets.map(({ cells }) => cells),
    }));
}

/** This many cells are named as a place; of more, only the digits. */
const PLACES = 4;

/** Where the pattern is that a picture shows: of several in one, the first's. @param {Evidence} evidence */
const shownOf = (evidence) => (evidence.proofs.length ? evidence : evidence.inner[0]?.evidence ?? evidence);

/**
 * What hints say of a step, as `cpsudoku.logic.documents` has it: the technique, the place, the reason, and the answer as well.
 * @param {Step & Found} step @param {BoardData} board @param {string} how What explains it.
 * @returns {Said[]}
 */
function said(step, board, how) {
  const words = new Naming(board, step);
  const whole = sentenceOf(step, words, how);
  const { base, cover } = shownOf(step.evidence);
  const houses = [...new Set([...base, ...cover])];
  const places = houses.length ? words.houses(houses) : step.cells.length <= PLACES ? words.cells(step.cells) : [];
  const digits = words.digits(digitsIn(step.candidates.map(({ candidate }) => candidate)));
  const isRectangle = (step.evidence.inner[0] ?? step).evidence.cells.length === 4;
  const technique = isRectangle ? step.technique.replace(/^unique loop/, "unique rectangle") : step.technique;
  return [
    { say: "look for", technique: { say: `technique ${technique}`, else: technique } },
    places.length ? { say: "hint place", places } : { say: "hint digits", digits },
    withoutAnswer(whole),
    whole,
  ];
}

/** Why something follows, without what, as `cpsudoku.words` has it. @param {any} said @returns {any} */
function withoutAnswer(said) {
  if (Array.isArray(said)) return said.map(withoutAnswer);
  if (typeof said !== "object" || !said) return said;
  const parts = Object.fromEntries(Object.entries(said).map(([name, one]) => [name, name === "follows" ? OPEN : withoutAnswer(one)]));
  return templateOf(`why ${said.say}`) === undefined ? parts : { ...parts, say: `why ${said.say}` };
}

/**
 * Return the first step of a path that says something new to a player. All before it are on the board
 * already, so that it follows there as well.
 * @param {Step[]} steps
 * @param {number[]} digits For each cell its digit, 0 for none.
 * @param {(number[] | null)[] | null | undefined} marks What the player leaves to each cell; null for all.
 * @param {BoardData} board
 */
export function nextOn(steps, digits, marks, { regions }) {
  /** @param {Candidate} candidate */
  const isOpen = ([cell, digit]) =>
    !digits[cell] && (marks?.[cell]?.includes(digit) ?? true) &&
    !regions.some(({ cells }) => cells.includes(cell) && cells.some((peer) => digits[peer] === digit));
  return steps.find((step) =>
    step.placements.some(([cell]) => !digits[cell]) || step.eliminations.some(isOpen)) ?? null;
}

/**
 * Return steps with the position before each, which a file leaves out.
 * @param {Step[]} steps
 * @param {BoardData} board
 * @returns {Step[]}
 */
export function withPositions(steps, { givens, marks, symbols, regions }) {
  const digits = [...givens];
  const left = givens.map((_, cell) => new Set(marks?.[cell] ?? [...symbols.keys()].map((digit) => digit + 1)));
  /** @param {number} cell @param {number} digit */
  const place = (cell, digit) => {
    digits[cell] = digit;
    for (const { cells } of regions) if (cells.includes(cell)) for (const peer of cells) left[peer].delete(digit);
    left[cell] = new Set();
  };
  for (const [cell, digit] of givens.entries()) if (digit) place(cell, digit);
  return steps.map((step) => {
    const before = { digits: [...digits], marks: left.map((some) => [...some]) };
    for (const [cell, digit] of step.placements) place(cell, digit);
    for (const [cell, digit] of step.eliminations) left[cell].delete(digit);
    return { ...step, ...before };
  });
}
