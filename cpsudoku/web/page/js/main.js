import { Refused, ask } from "./api.js";
import { App } from "./app.js";
import { element } from "./elements.js";
import { wireDialogs } from "./choosing.js";
import { games, setting } from "./games.js";
import { wireHints } from "./hints.js";
import { onKey } from "./keys.js";
import { wireMaking } from "./making.js";
import { wirePractice } from "./practising.js";
import { wireReplay } from "./replaying.js";
import { wireWatching } from "./watching.js";
import { loadLanguages, loadWords, usualLanguage, word } from "./words.js";

/** A puzzle for the first visit, as the server would read it; asked for before it is needed. */
const example = fetch("example.json").then((answer) => answer.json());

/** @param {App} app */
function wire(app) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const elsewhere = target.closest("dialog, input, textarea, select");
    if (elsewhere || (target.closest("button") && [" ", "Enter"].includes(event.key))) return;
    if (onKey(event, app)) {
      event.preventDefault();
      // What was typed is meant for the board, wherever the focus was.
      if (!target.closest("[role=grid]")) app.view.cells[app.selection.focus].box.focus();
    }
  });
  for (const name of /** @type {const} */ (["undo", "redo", "erase", "fill"])) {
    element(name).addEventListener("click", () => app[name]());
  }
  element("digit-first").addEventListener("click", () => app.pad.setDigitFirst(!app.pad.digitFirst));
  for (const press of /** @type {const} */ (["keydown", "keyup"])) {
    document.addEventListener(press, (event) => app.pad.hold(event));
  }
  window.addEventListener("blur", () => app.pad.hold({ shiftKey: false, ctrlKey: false, metaKey: false }));
  element("clock").addEventListener("click", () => app.pause());
  element("set").addEventListener("click", () => {
    location.href = `set.html#puzzle=${encodeURIComponent(app.board.data.text)}`;
  });
  element("print").addEventListener("click", () => window.print());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) app.save();
  });
  window.addEventListener("pagehide", () => app.save());
}

/**
 * Begin with what the address names, else the game that was played last, else an example.
 * @param {App} app
 */
async function first(app) {
  const wanted = new URLSearchParams(location.hash.slice(1)).get("puzzle");
  if (wanted) {
    history.replaceState(null, "", location.pathname);
    try {
      app.begin(await ask("read", { text: wanted }));
      return;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      alert(error.message);
    }
  }
  const last = games().find((game) => !game.finished);
  if (last) app.begin(last.board, last);
  else app.begin(await example);
}

async function main() {
  document.documentElement.dataset.theme = setting("theme", "auto");
  await loadLanguages();
  await loadWords(setting("language", usualLanguage()));
  const app = new App();
  wire(app);
  wireDialogs(app);
  wireHints(app);
  wireMaking(app);
  wirePractice(app);
  wireReplay(app);
  wireWatching(app);
  await first(app);
  app.view.cells[0].box.focus();
  document.title = `cpsudoku · ${word("play")}`;
  document.body.classList.add("ready");
  navigator.serviceWorker?.register("service.js");
}

main();
