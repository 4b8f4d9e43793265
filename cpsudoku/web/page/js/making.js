import { ask, end } from "./api.js";
import { dayOf } from "./days.js";
import { choice, close, make, show, sayInDialog } from "./dialogs.js";
import { busy } from "./panel.js";
import { inDialog } from "./page.js";
import { techniques } from "./practising.js";
import { answering } from "./resources.js";
import { setting } from "./storage.js";
import { word } from "./words.js";

/** Levels by Sudoku Explainer's number, from and below. @type {Record<string, [number, number]>} */
export const LEVELS = {
  gentle: [1.0, 1.2],
  easy: [1.0, 2.0],
  medium: [2.0, 3.5],
  hard: [3.5, 5.0],
  "very hard": [5.0, 7.0],
  extreme: [7.0, 9.0],
};

/** How many givens a puzzle for beginners has. */
const GENTLE = [36, 44];

const isServed = answering === "server";
const HODOKU = isServed ? ["easy", "medium", "hard", "unfair", "extreme"] : [];
const SECONDS = 20;

/** Clues that are laid out, and how many of them at most. @type {Record<string, string[]>} */
const LAID = {
  killer: ["killer:28"], thermo: ["thermo:8"], arrow: ["arrow:8"], whispers: ["whispers:5"], renban: ["renban:6"],
  kropki: ["white:14", "black:10"], mixed: ["killer:10", "thermo:3", "arrow:3"],
};
/** Levels of puzzles with such clues, which are not rated: how many givens they have beyond those needed. @type {Record<string, number>} */
const SPARE = { gentle: 18, easy: 12, medium: 6, hard: 0 };

const RULES = isServed ? ["9", ...Object.keys(LAID), "4", "6", "9+diagonals", "9+windows", "jigsaw:random", "12", "16"] : ["9"];

/** @type {Map<string, Promise<any>>} The next puzzle for each wish, before it is asked for. */
const ahead = new Map();

/** @param {object} wish */
function made(wish) {
  const key = JSON.stringify(wish);
  // What is made ahead for another wish is not to be waited for.
  if (!ahead.has(key)) end("generate ahead");
  const found = ahead.get(key) ?? ask("generate", wish, { topic: "generate" });
  ahead.delete(key);
  return found;
}

/** @param {object} wish */
function prepare(wish) {
  const key = JSON.stringify(wish);
  if (ahead.has(key)) return;
  // One topic for all: what is prepared for an older wish must not keep the server busy.
  const next = ask("generate", wish, { topic: "generate ahead" });
  // A fault shows when the puzzle is asked for.
  next.catch(() => ahead.delete(key));
  ahead.set(key, next);
}

/** @param {App} app */
export function wireMaking(app) {
  app.wire({ new: () => chooseNew(app) });
  app.listeners.push(() => {
    if (app.finished && !app.queue) prepare(wishOf(lastWish()));
  });
}

/**
 * What the player asked for last, field by field.
 *
 * @typedef {Record<"rules" | "level" | "least" | "most" | "blanks" | "needs", string>} Wish
 */

/** @returns {Wish} */
function lastWish() {
  const usual = { rules: "9", level: "gentle", least: "", most: "", blanks: "", needs: "" };
  const kept = Object.entries(setting("wish", {})).filter(([name, value]) => name in usual && typeof value === "string");
  const wish = { ...usual, ...Object.fromEntries(kept) };
  return RULES.includes(wish.rules) && (isServed || !(wish.needs || wish.level.startsWith("hodoku"))) ? wish : usual;
}

/** Boards so big that a level is not to be had: rating takes longer than making. */
const BIG = new Set(["12", "16"]);

/** @param {App} app */
export function chooseNew(app) {
  const last = lastWish();
  prepare(wishOf(last));
  const rules = choice(word("rules"), RULES.map((text) => [text, word(`rules ${text}`)]), last.rules);
  const level = choice(word("level"), levels(), last.level);
  /** @param {"least" | "most" | "blanks"} name @param {Record<string, unknown>} limits */
  const number = (name, limits) => make("input", { type: "number", value: last[name], ...limits });
  const least = number("least", { min: 1, max: 12, step: 0.1 });
  const most = number("most", { min: 1, max: 12, step: 0.1 });
  const blanks = number("blanks", { min: 30, max: 60 });
  const needs = choice(word("technique"), [["", word("any")]], "");
  techniques().then((all) => {
    needs.select.append(...all.map(([value, text]) => new Option(text, value)));
    needs.select.value = last.needs;
  }, () => {});
  const range = make("span", { className: "range" }, [
    make("label", {}, [word("er least"), least]),
    make("label", {}, [word("er most"), most]),
  ]);
  const more = make("details", { open: Boolean(last.needs || last.blanks) }, [
    make("summary", { textContent: word("more wishes") }),
    ...(isServed ? [needs.row] : []),
    make("label", {}, [word("blanks"), blanks]),
  ]);
  const big = make("p", { className: "note", textContent: word("no levels") });
  const about = make("p", { className: "note" });
  const fit = () => {
    const isBig = BIG.has(rules.select.value);
    const isLaid = rules.select.value in LAID;
    level.row.hidden = isBig;
    more.hidden = isBig || isLaid;
    for (const one of level.select.options) one.hidden = one.disabled = isLaid && !(one.value in SPARE);
    if (level.select.selectedOptions[0]?.disabled) level.select.value = "easy";
    big.hidden = !isBig;
    const [low, high] = LEVELS[level.select.value] ?? [];
    about.hidden = isBig || !low;
    about.textContent = isLaid ? word("spare means", { count: SPARE[level.select.value] })
      : low ? word("level means", { low: low.toFixed(1), high: high.toFixed(1) }) : "";
    range.hidden = isBig || level.select.value !== "own";
  };
  for (const { select } of [rules, level]) select.addEventListener("change", fit);
  fit();

  /** @param {HTMLElement} button @param {{seed?: number}} [extra] */
  const begin = async (button, extra = {}) => {
    if (![least, most, blanks].every((input) => input.closest("[hidden]") || input.reportValidity())) return;
    const asked = {
      rules: rules.select.value,
      level: level.select.value,
      least: least.value,
      most: most.value,
      blanks: blanks.value,
      needs: needs.select.value,
    };
    app.keepSetting("wish", asked);
    await inDialog(async () => (await busy(button, makeAndBegin(app, wishOf(asked), extra, sayInDialog))) && close());
  };
  const daily = () => begin(everyday, { seed: dayOf() });
  const start = make("button", { className: "primary", textContent: word("begin"), on: { click: () => begin(start) } });
  const everyday = make("button", { textContent: word("daily"), on: { click: daily } });
  show(word("new"), [
    rules.row,
    level.row,
    about,
    range,
    big,
    more,
    make("div", { className: "row" }, [start, everyday]),
    make("p", { className: "status", role: "status" }),
  ]);
}

/**
 * Make a puzzle, saying meanwhile how long it has taken, and begin with it.
 * @param {App} app @param {object} wish @param {{seed?: number}} extra @param {(text: string) => void} say
 */
async function makeAndBegin(app, wish, extra, say) {
  const began = performance.now();
  const tick = () => say(word("making", { seconds: Math.round((performance.now() - began) / 1000), most: SECONDS }));
  tick();
  const ticking = setInterval(tick, 1000);
  try {
    const { rules, level } = lastWish();
    const spoken = rules in LAID ? word(level) : undefined;
    const isBegun = await app.beginWith(made({ ...wish, ...extra }), ({ board, er }) =>
      app.begin(board, undefined, { level: er ? levelOf(er) : spoken, day: extra.seed }));
    if (!("seed" in extra)) prepare(wish);
    return isBegun;
  } finally {
    clearInterval(ticking);
  }
}

/** A rating in words and as a number. @param {number} er */
function levelOf(er) {
  const name = Object.keys(LEVELS).find((level) => er <= LEVELS[level][1]) ?? "extreme";
  return `${word(name)} · ER ${er.toFixed(1)}`;
}

/** Begin with another puzzle of the kind that was asked for last. @param {App} app */
export const beginNext = (app) => makeAndBegin(app, wishOf(lastWish()), {}, (text) => app.say(text));

/** A gentle puzzle that is the same for everybody today, where there is somebody to make it. */
export async function puzzleOfTheDay() {
  const { board, er } = await ask("generate", { rules: "9", er: LEVELS.gentle, clues: GENTLE, seed: dayOf(), seconds: SECONDS });
  return { board, level: er ? levelOf(er) : undefined, day: dayOf() };
}

/** The levels by name, with what they are called. @returns {[string, string][]} */
function levels() {
  const ours = Object.keys(LEVELS).map((name) => [name, word(name)]);
  const hodoku = HODOKU.map((name) => [`hodoku ${name}`, `HoDoKu: ${word(`hodoku ${name}`)}`]);
  return /** @type {[string, string][]} */ ([
    ["any", word("any")], ...ours, ["own", word("own")], ...hodoku,
  ]);
}

/**
 * Return what the server is asked for.
 * @param {Wish} asked
 */
function wishOf({ rules, level, least, most, blanks, needs }) {
  /** @type {Record<string, unknown>} */
  const wish = { rules, seconds: SECONDS };
  // More time would only take away what is not needed.
  if (rules in LAID) return { seconds: SECONDS / 2, rules: "9", with: LAID[rules], spare: SPARE[level] ?? 0 };
  if (BIG.has(rules)) return wish;
  if (level in LEVELS) wish.er = LEVELS[level];
  if (level === "gentle" && rules.startsWith("9") && !blanks) wish.clues = GENTLE;
  if (level === "own") wish.er = [Number(least) || 1, Number(most) || 12];
  if (level.startsWith("hodoku ")) wish.hodoku = level.slice("hodoku ".length);
  if (needs) wish.needs = [needs];
  if (blanks) {
    wish.blanks = Number(blanks);
    wish.box_blanks = [2, 9];
  }
  return wish;
}
