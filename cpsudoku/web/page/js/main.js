import { App } from "./app.js";
import { open, wireDialogs } from "./choosing.js";
import { games } from "./games.js";
import { wireHints } from "./hints.js";
import { onKey } from "./keys.js";
import { wireFinishing } from "./finishing.js";
import { puzzleOfTheDay, wireMaking } from "./making.js";
import { begun, wireKeys } from "./page.js";
import { wirePractice } from "./practising.js";
import { wireProposals } from "./proposals.js";
import { wireReplay } from "./replaying.js";
import { wireSteps } from "./stepping.js";
import { answering, isSingle, resource } from "./resources.js";
import { wireWatching } from "./watching.js";
import { word } from "./words.js";

/** Milliseconds for which one waits for a puzzle of the day that was not asked for. */
const PATIENCE = 1500;

/** @param {App} app */
function wire(app) {
  wireKeys(app, (event) => onKey(event, app));
  app.wire({
    undo: () => app.undo(),
    redo: () => app.redo(),
    erase: () => app.erase(),
    fill: () => app.fill(),
    "digit-first": () => app.pad.setDigitFirst(!app.pad.digitFirst),
    clock: () => app.pause(),
    resume: () => app.pause(),
    set: () => (location.href = "set.html"),
    print: () => window.print(),
  });
  for (const press of /** @type {const} */ (["keydown", "keyup"])) {
    document.addEventListener(press, (event) => app.pad.hold(event));
  }
  window.addEventListener("blur", () => app.pad.hold({ shiftKey: false, ctrlKey: false, metaKey: false }));
  document.addEventListener("pointerdown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    // A press beside everything selects nothing.
    if (!target.closest("[role=grid], header, dialog, #tools, button, a") && !app.paused) app.selection.clear();
  });
  document.addEventListener("visibilitychange", () => {
    app.clock.hide(document.hidden);
    if (document.hidden) app.saving.save();
  });
  window.addEventListener("pagehide", () => app.saving.save());
}

/**
 * Begin with what the address names, which is then taken out of it.
 * @param {App} app
 * @returns {Promise<boolean>} Whether it names anything.
 */
async function addressed(app) {
  const wanted = location.href;
  if (!/#.*\b(puzzle|board)=/.test(wanted)) return false;
  history.replaceState(null, "", location.pathname);
  await open(app, wanted);
  return true;
}

/**
 * Begin with what the address names, else the game that was played last, else an example. A reader who comes for
 * the puzzle of the day continues a game that was begun and is not done yet.
 * @param {App} app
 */
async function first(app) {
  let refused;
  try {
    if (await addressed(app)) return;
  } catch (error) {
    refused = error;
  }
  const example = await resource("example.json");
  // A page of one puzzle continues games of that one alone.
  const [last] = games().filter(({ board }) => !isSingle || sameBoard(board, example));
  const isFree = !last || last.finished || !last.state.history.length;
  const made = await daily(isFree);
  if (made) app.begin(made.board, undefined, made);
  else if (last) app.begin(last.board, last);
  else app.begin(example);
  if (refused) app.complain(refused);
}

/**
 * Today's puzzle, where one came for it, or to a host that has no puzzles of its own; null where there is
 * a game to continue, or none was made in time.
 * @param {boolean} isFree Whether no game was begun.
 */
async function daily(isFree) {
  const isAsked = location.hash === "#daily";
  if (isAsked) history.replaceState(null, "", location.pathname);
  const isHosted = answering === "core" && !(await resource("puzzles.json")).length;
  if (!isFree || !(isAsked || isHosted)) return null;
  const made = puzzleOfTheDay().catch(() => null);
  return isAsked ? made : Promise.race([made, new Promise((late) => setTimeout(late, PATIENCE, null))]);
}

/** @param {BoardData} one @param {BoardData} other */
function sameBoard(one, other) {
  return JSON.stringify([one.rules, one.givens]) === JSON.stringify([other.rules, other.givens]);
}

async function main() {
  const app = new App();
  for (const part of [wire, wireDialogs, wireHints, wireSteps, wireMaking, wireFinishing, wirePractice, wireReplay, wireWatching, wireProposals]) part(app);
  await first(app);
  // A link that is opened in the tab of this page changes no more than this.
  window.addEventListener("hashchange", () => app.attempt(() => addressed(app)));
  app.clock.hide(document.hidden);
  app.clock.begin();
  app.sayTroubles();
  document.title = `cpsudoku · ${word("play")}`;
  document.body.classList.add("ready");
  if (!isSingle) navigator.serviceWorker?.register("service.js");
}

begun(main);
