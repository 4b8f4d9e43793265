import { make } from "./dialogs.js";
import { Game } from "./game.js";
import { showPanel } from "./panel.js";
import { word } from "./words.js";

/** Milliseconds from one change to the next. */
const PACE = 400;

/** @param {App} app */
export function wireReplay(app) {
  app.wire({ replay: () => replay(app) });
}

/**
 * Show how the game was played so far, change by change, without touching it.
 * @param {App} app
 */
function replay(app) {
  const { history, done } = app.game.save();
  const past = new Game(app.board);
  past.placed = app.game.placed;
  past.history = history.slice(0, done);
  const place = make("input", { type: "range", min: 0, max: done, value: 0, ariaLabel: word("change") });
  const caption = make("p");
  const turnTo = (/** @type {number} */ at) => {
    while (past.done < at) past.redo();
    while (past.done > at) past.undo();
    place.value = at;
    caption.textContent = word("change of", { number: at, count: done });
    app.view.show(past);
  };
  let running = false;
  const advance = () => {
    if (!running || !play.isConnected) return;
    if (past.done < done) turnTo(past.done + 1);
    if (past.done < done) setTimeout(advance, PACE);
    else toggle();
  };
  const toggle = () => {
    running = !running;
    play.textContent = word(running ? "stop" : "go");
    if (running && past.done === done) turnTo(0);
    if (running) setTimeout(advance, PACE);
  };
  const play = make("button", { textContent: word("go"), on: { click: toggle } });
  place.addEventListener("input", () => turnTo(Number(place.value)));
  showPanel([make("h2", { textContent: word("replay") }), make("div", { className: "row" }, [play, caption]), place], app);
  turnTo(0);
}
