/** @import {App} from "./app.js" */

import { ask } from "./api.js";
import { element } from "./elements.js";
import { choice, close, make, show } from "./dialogs.js";
import { keepSetting, setting } from "./games.js";
import { techniques } from "./practising.js";
import { word } from "./words.js";

/** Levels by Sudoku Explainer's number, from and below. @type {Record<string, [number, number]>} */
export const LEVELS = {
  easy: [1.0, 2.0],
  medium: [2.0, 3.5],
  hard: [3.5, 5.0],
  "very hard": [5.0, 7.0],
  extreme: [7.0, 9.0],
};

const HODOKU = ["easy", "medium", "hard", "unfair", "extreme"];
const SECONDS = 20;

const RULES = ["9", "4", "6", "9+diagonals", "9+windows", "jigsaw:random", "12", "16"];

/** @type {Map<string, Promise<any>>} The next puzzle for each wish, before it is asked for. */
const ahead = new Map();

/** @param {object} wish */
function made(wish) {
  const key = JSON.stringify(wish);
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
  element("new").addEventListener("click", () => chooseNew(app));
  app.listeners.push(() => {
    if (app.finished) prepare(wishOf(lastWish()));
  });
}

/**
 * What the player asked for last, field by field.
 *
 * @typedef {Record<"rules" | "level" | "least" | "most" | "blanks" | "needs", string>} Wish
 */

/** @returns {Wish} */
function lastWish() {
  const usual = { rules: "9", level: "easy", least: "", most: "", blanks: "", needs: "" };
  return { ...usual, .../** @type {object} */ (setting("wish", {})) };
}

/** @param {App} app */
function chooseNew(app) {
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
  const own = () => {
    range.hidden = level.select.value !== "own";
  };
  level.select.addEventListener("change", own);
  own();
  const told = make("p", { className: "told", role: "status" });

  /** @param {object} [extra] */
  const begin = async (extra = {}) => {
    const asked = {
      rules: rules.select.value,
      level: level.select.value,
      least: least.value,
      most: most.value,
      blanks: blanks.value,
      needs: needs.select.value,
    };
    const wish = wishOf(asked);
    keepSetting("wish", asked);
    told.textContent = word("making");
    try {
      const answer = await made({ ...wish, ...extra });
      const rated = answer.er ? `ER ${answer.er.toFixed(1)}` : undefined;
      app.begin(answer.board, undefined, rated);
      close();
      if (!("seed" in extra)) prepare(wish);
    } catch (error) {
      told.textContent = error instanceof Error ? error.message || word("offline") : "";
    }
  };
  const daily = () => {
    const today = new Date();
    const day = today.getFullYear() * 10000 + (today.getMonth() + 1) * 100 + today.getDate();
    return begin({ seed: day });
  };
  show(word("new"), [
    rules.row,
    level.row,
    range,
    needs.row,
    make("label", {}, [word("blanks"), blanks]),
    make("button", { textContent: word("begin"), on: { click: () => begin() } }),
    make("button", { textContent: word("daily"), on: { click: daily } }),
    told,
  ]);
}

/** The levels by name, with what they are called. @returns {[string, string][]} */
function levels() {
  const ours = Object.entries(LEVELS).map(([name, [low, high]]) => [
    name, `${word(name)} (ER ${low.toFixed(1)}–${high.toFixed(1)})`,
  ]);
  const hodoku = HODOKU.map((name) => [`hodoku ${name}`, `HoDoKu: ${name}`]);
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
  if (level in LEVELS) wish.er = LEVELS[level];
  if (level === "own") wish.er = [Number(least) || 1, Number(most) || 12];
  if (level.startsWith("hodoku ")) wish.hodoku = level.slice("hodoku ".length);
  if (needs) wish.needs = [needs];
  if (blanks) {
    wish.blanks = Number(blanks);
    wish.box_blanks = [2, 9];
  }
  return wish;
}
