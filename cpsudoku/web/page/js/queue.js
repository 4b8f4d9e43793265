import { randomName } from "./api.js";
import { isQueue } from "./checks.js";
import { spoken } from "./clock.js";
import { close, make, show } from "./dialogs.js";
import { element } from "./elements.js";
import { games } from "./games.js";
import { read, write } from "./storage.js";
import { boardIn } from "./texts.js";
import { word } from "./words.js";

/**
 * Puzzles that are played one after the other, and what each has come to.
 *
 * @typedef {{taken: number, hints: number, told: number, mistakes: number}} Result
 * @typedef {{id: string, texts: string[], results: (Result | null)[]}} Queue
 */

const KEY = "queue";

/** What a game has come to. @param {App} app @returns {Result} */
export const resultOf = ({ clock: { taken }, game: { hints, told, mistakes } }) => ({ taken, hints, told, mistakes });

/** The queue that the game is of. @param {App} app @returns {Queue | null} */
function queueOf({ queue }) {
  const kept = queue ? read(KEY, isQueue) : null;
  return kept && kept.id === queue?.id ? kept : null;
}

/** Begin with the first of several puzzles. @param {App} app @param {string[]} texts */
export function beginQueue(app, texts) {
  const queue = { id: randomName(), texts, results: texts.map(() => null) };
  if (!write(KEY, queue)) app.say(word("not kept"));
  return go(app, queue, 0);
}

/** Begin with a puzzle of a queue, or continue it. @param {App} app @param {Queue} queue @param {number} at */
async function go(app, { id, texts }, at) {
  const begun = games().find(({ queue }) => queue?.id === id && queue.at === at);
  if (begun) app.begin(begun.board, begun);
  return begun ? true : app.beginWith(boardIn(texts[at]), (board) => app.begin(board, undefined, { queue: { id, at } }));
}

/** Show where in a queue the game is, and keep what it has come to. @param {App} app */
export function showQueue(app) {
  const queue = queueOf(app);
  const button = element("queue");
  button.hidden = !queue;
  if (!queue || !app.queue) return;
  const { at } = app.queue;
  button.textContent = word("queue place", { number: at + 1, count: queue.texts.length });
  if (!app.finished || queue.results[at]) return;
  queue.results[at] = resultOf(app);
  if (!write(KEY, queue)) app.say(word("not kept"));
}

/** What leads to the next puzzle of a queue; null without one. @param {App} app @returns {(() => Promise<unknown>) | null} */
export function nextInQueue(app) {
  const queue = queueOf(app);
  const next = queue ? [...queue.texts.keys()].find((at) => at > (app.queue?.at ?? 0) && !queue.results[at]) : undefined;
  return queue && next !== undefined ? () => go(app, queue, next) : null;
}

/** All puzzles of a queue and their results, each of which can be gone to. @param {App} app */
export function showResults(app) {
  const queue = queueOf(app);
  if (!queue) return;
  const row = (/** @type {string} */ name, /** @type {(Node | string)[]} */ texts) => make("tr", {}, texts.map((text) => make(name, {}, [text])));
  const cells = (/** @type {Result | null} */ result) => result ? [spoken(result.taken), String(result.hints), String(result.mistakes)] : ["–", "–", "–"];
  const to = (/** @type {number} */ at) => make("button", {
    textContent: String(at + 1), ariaLabel: word("puzzle number", { number: at + 1 }), ariaCurrent: at === app.queue?.at ? "step" : "false",
    on: { click: () => app.attempt(() => go(app, queue, at).then(close)) },
  });
  const done = queue.results.filter((result) => result !== null);
  const sum = (/** @type {keyof Result} */ name) => done.reduce((total, result) => total + result[name], 0);
  const total = { taken: sum("taken"), hints: sum("hints"), told: sum("told"), mistakes: sum("mistakes") };
  show(word("results"), [
    make("p", { textContent: word("results so far", { done: done.length, count: queue.texts.length }) }),
    make("table", { className: "results" }, [
      make("thead", {}, [row("th", [word("puzzle"), word("time"), word("hints"), word("mistakes made")])]),
      make("tbody", {}, queue.results.map((result, at) => row("td", [to(at), ...cells(result)]))),
      make("tfoot", {}, [row("td", [word("total"), ...cells(total)])]),
    ]),
  ]);
}
