import { ask, names } from "./api.js";
import { choice, close, make, show, sayInDialog } from "./dialogs.js";
import { inDialog } from "./page.js";
import { busy, showPanel } from "./panel.js";
import { resource } from "./resources.js";
import { nameOf, sentenceOf } from "./step.js";
import { setting } from "./storage.js";
import { textOf, word, wordOr } from "./words.js";

const SECONDS = 10;

/** @param {App} app */
export function wirePractice(app) {
  app.wire({ practise: () => chooseTechnique(app) });
  app.listeners.push(() => look(app));
}

/**
 * Return techniques and what they are called in the reader's language.
 * @returns {Promise<[string, string][]>}
 */
export async function techniques() {
  /** @type {{technique: string, name: string}[]} */
  const all = (await names()).techniques;
  /** @param {typeof all[number]} one */
  const shown = (one) => {
    const name = nameOf(one);
    const twice = all.filter((other) => other.name === one.name).length > 1;
    return twice ? `${name} (${one.technique})` : name;
  };
  return all.map((one) => [one.technique, shown(one)]);
}

/** @param {App} app */
async function chooseTechnique(app) {
  const which = choice(word("technique"), await techniques(), setting("technique", "naked pair"));
  const begin = async () => {
    app.keepSetting("technique", which.select.value);
    sayInDialog(word("looking"));
    await inDialog(async () => (await busy(start, practise(app, which.select.value))) && close());
  };
  const lesson = make("section", { className: "lesson" });
  const teach = async () => {
    const { techniques: all } = await names();
    /** @type {{family?: string}} */
    const { family = "" } = all.find((/** @type {{technique: string}} */ one) => one.technique === which.select.value) ?? {};
    lesson.replaceChildren(...(await lessonOf(app, family)));
  };
  which.select.addEventListener("change", () => inDialog(teach));
  const start = make("button", { className: "primary", textContent: word("begin"), on: { click: begin } });
  show(word("practise"), [
    which.row,
    lesson,
    make("p", { textContent: word("practice means") }),
    make("div", { className: "row" }, [start]),
    make("p", { className: "status", role: "status" }),
  ]);
  await teach();
}

/**
 * Return what a family of techniques is about, with puzzles to try it on.
 * @param {App} app @param {string} family
 * @returns {Promise<Node[]>}
 */
async function lessonOf(app, family) {
  /** @type {Record<string, string[]>} */
  const lessons = await resource("lessons.json");
  const begin = (/** @type {string} */ text) => () =>
    inDialog(async () => (await app.beginWith(ask("read", { text }), (board) => app.begin(board))) && close());
  const puzzles = (lessons[family] ?? []).map((text, index) =>
    make("button", { textContent: word("lesson puzzle", { number: index + 1 }), on: { click: begin(text) } }));
  return [
    make("p", { textContent: wordOr(`lesson ${family}`, "") }),
    ...(puzzles.length ? [make("p", { textContent: word("lesson puzzles") }), make("div", { className: "row" }, puzzles)] : []),
  ];
}

/**
 * Begin with a position in which a technique is the next thing to find.
 * @param {App} app
 * @param {string} technique
 */
function practise(app, technique) {
  return app.beginWith(ask("practice", { technique, seconds: SECONDS }), ({ board, step }) =>
    app.begin(board, undefined, { level: word("exercise", { name: nameOf(step) }), exercise: { ...step, technique } }));
}

/**
 * Say so once the player has done what the technique gives.
 * @param {App} app
 */
function look(app) {
  const { exercise, game } = app;
  if (!exercise || !game.canUndo || !isFound(exercise, app)) return;
  const again = () => app.attempt(() => practise(app, exercise.technique));
  showPanel([
    make("h2", { textContent: word("found it", { name: nameOf(exercise) }) }),
    make("p", { textContent: textOf(sentenceOf(exercise)) }),
    make("div", { className: "row" }, [make("button", { className: "primary", textContent: word("another"), on: { click: again } })]),
  ]);
}

/** @param {Exercise} exercise @param {App} app */
function isFound({ placements, eliminations }, { game }) {
  const digits = game.digits;
  const placed = placements.every(([cell, digit]) => digits[cell] === digit);
  const gone = eliminations.every(([cell, digit]) =>
    digits[cell] ? digits[cell] !== digit : !game.candidates(cell).includes(digit),
  );
  return placed && gone;
}
