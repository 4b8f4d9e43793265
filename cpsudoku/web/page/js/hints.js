import { make } from "./dialogs.js";
import { element } from "./elements.js";
import { busy, hidePanel, showPanel, withCells } from "./panel.js";
import { LEVELS, changesOf, hintOf, markingOf, nameOf, namedIn } from "./step.js";
import { inTurn, pieces, rendered, word } from "./words.js";

/** This many mistakes are named. */
const NAMED = 3;

/**
 * Return where an answer finds mistakes of the player, and what to say of them.
 * @param {{wrong_entries: number[], wrong_marks: Candidate[], wrong: boolean, checked: boolean, said: Said}} found
 * @param {App} app
 * @returns {{cells: number[], said: Said}}
 */
function mistakesIn({ wrong_entries: entries, wrong_marks: marks, wrong, checked, said }, { board, game }) {
  const cells = [...entries, ...marks.map(([cell]) => cell)];
  if (!cells.length) return { cells, said: wrong ? said : { say: checked ? "all right" : "unchecked" } };
  const mistakes = [
    ...entries.map((cell) => ({ say: "wrong entry", cell: board.name(cell), digit: board.data.symbols[game.digits[cell] - 1] })),
    ...marks.map(([cell]) => ({ say: "wrong mark", cell: board.name(cell) })),
  ];
  const more = mistakes.length > NAMED ? [{ say: "wrong more", count: mistakes.length - NAMED }] : [];
  return { cells, said: inTurn([...mistakes.slice(0, NAMED), ...more]) };
}

/** A hint that is shown a level at a time, and applied once it is shown whole. */
class Hint {
  /** @type {number} */ level;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.stale();
  }

  /** The game has changed: what was found may hold no more. */
  stale() {
    /** @type {Step | null} */
    this.step = null;
    this.checked = true;
    this.level = 0;
    /** The level that was shown last. @type {number | null} */
    this.asked = null;
    hidePanel();
  }

  async press() {
    if (this.step && this.level >= LEVELS) return this.apply();
    if (!this.step) await this.find();
    if (this.step) {
      this.level += 1;
      this.show();
    }
  }

  async find() {
    const found = await busy(element("hint"), this.app.question("hint"));
    const isWrong = tellMistakes(this.app, found);
    if (!isWrong && !found.step) showPanel([make("p", { textContent: rendered(found.said) })], this.app);
    this.step = isWrong ? null : found.step;
    this.checked = found.checked;
  }

  show() {
    const { step, level } = this;
    if (!step) return;
    const { game, board } = this.app;
    if (this.asked === null) game.hints += 1;
    if (level === LEVELS && this.asked !== LEVELS) this.app.told();
    this.asked = level;
    const said = hintOf(step, level);
    const next = level < LEVELS ? word("more") : word("apply");
    const all = make("button", { textContent: word("all"), on: { click: () => this.whole() } });
    showPanel([
      make("header", {}, [
        // What to look for is not said before where.
        make("h2", { textContent: level > 1 ? nameOf(step) : word("hint") }), levelBar(level),
      ]),
      make("p", {}, withCells(said, this.app)),
      ...(this.checked ? [] : [make("p", { textContent: word("unchecked") })]),
      make("div", { className: "row" }, [
        make("button", { className: "primary", textContent: next, on: { click: () => this.press() } }),
        ...(level < LEVELS ? [all] : []),
      ]),
    ], this.app);
    this.app.view.mark(markingOf(step, level, namedIn(said, board)));
  }

  whole() {
    this.level = LEVELS;
    this.show();
  }

  apply() {
    const { step, app } = this;
    if (step) app.changed(app.game.apply(changesOf(app.game, step)));
  }
}

/** How much a hint says by now. @param {number} level */
function levelBar(level) {
  const parts = Array.from({ length: LEVELS }, (_, index) => make("i", { className: index < level ? "on" : "" }));
  return make("span", { className: "levels", role: "img", ariaLabel: word("level of", { level, levels: LEVELS }) }, parts);
}

/** @param {App} app */
export function wireHints(app) {
  const hint = new Hint(app);
  app.listeners.push(() => hint.stale());
  app.wire({ hint: () => hint.press(), check: () => check(app) });
}

/**
 * Show what is wrong already, beside the board and in red on it.
 * @param {App} app @param {Parameters<typeof mistakesIn>[0]} found
 * @returns {boolean} Whether anything is.
 */
function tellMistakes(app, found) {
  const { cells, said } = mistakesIn(found, app);
  const isWrong = found.wrong || cells.length > 0;
  if (isWrong) showPanel([make("p", { className: "mistakes" }, withCells(pieces(said), app))], app);
  app.view.mark(cells.length ? { wrong: cells } : null);
  return isWrong;
}

/**
 * Say whether what was entered and marked can still become a solution.
 * @param {App} app
 */
async function check(app) {
  const found = await busy(element("check"), app.question("hint"));
  const isWrong = tellMistakes(app, found);
  if (!isWrong) hidePanel();
  app.say(isWrong ? "" : rendered(mistakesIn(found, app).said));
}
