import { showRules, titleOf } from "./about.js";
import { dayNamed } from "./days.js";
import { element } from "./elements.js";
import { icon } from "./icons.js";
import { setting } from "./storage.js";
import { word } from "./words.js";

/** What stands around the board: title, clock and points, and which tools can be used. @param {App} app */
export function wireHeading(app) {
  app.listeners.push(({ why }) => {
    if (why === "begun" || why === "opened") showTitle(app);
    showState(app);
    // What comes after the end stands first, and not what comes before it.
    document.body.classList.toggle("done", app.finished);
  });
}

/** What the puzzle is called. @param {Pick<App, "board" | "day">} app */
export const titleOfGame = ({ board, day }) => (day ? word("daily of", { date: dayNamed(day) }) : titleOf(board));

/** @param {App} app */
function showTitle(app) {
  const { board, level } = app;
  element("title").textContent = titleOfGame(app);
  element("level").textContent = level ?? "";
  element("level").hidden = !level;
  showRules(board);
}

/** @param {App} app */
export function showState(app) {
  /** @type {HTMLButtonElement} */ (element("undo")).disabled = !app.game.canUndo;
  /** @type {HTMLButtonElement} */ (element("redo")).disabled = !app.game.canRedo;
  showScore(app);
  app.pad.countDigits();
}

/** The points, from which the seconds can be taken. @param {App} app */
function showScore({ clock, game }) {
  const taken = setting("score time", false) ? Math.floor(clock.taken / 1000) : 0;
  element("score").hidden = !setting("score", false);
  element("score").textContent = word("points", { points: game.score - taken });
}

/** @param {App} app @param {string} text @param {boolean} running */
export function showClock(app, text, running) {
  const clock = element("clock");
  const isShown = setting("timer", true);
  // Its icon changes only when it is paused, so that the focus is not disturbed each second.
  const does = running ? "pause" : app.finished ? "" : "play";
  if (clock.dataset.does !== does) {
    clock.dataset.does = does;
    clock.replaceChildren(document.createElement("span"), ...(does ? [icon(does)] : []));
  }
  const name = does && word(running ? "pause" : "go on");
  // What is seen is heard as well, and what it does.
  clock.setAttribute("aria-label", [name, isShown || !name ? text : ""].filter(Boolean).join(", "));
  clock.title = name;
  /** @type {HTMLButtonElement} */ (clock).disabled = !does;
  if (clock.firstChild) clock.firstChild.textContent = isShown ? text : "⏱";
  if (app.game) showScore(app);
}
