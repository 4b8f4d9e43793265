/** @import {App} from "./app.js" */
/** @import {Layer} from "./types.js" */

import { element } from "./elements.js";
import { keepSetting, setting } from "./games.js";
import { word } from "./words.js";

/** @type {Layer[]} */
const MODES = ["digit", "corner", "centre", "colour", "pen"];
export const COLOURS = 9;

/**
 * The keys of the page that enter digits, and what a digit enters: by the mode that was chosen, or
 * while Shift or Ctrl is held by another. Either cells come first and then a digit, or a digit is
 * chosen first, and then each cell that is touched takes it.
 */
export class Pad {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Layer} */
    this.set = "digit";
    /** @type {Layer | null} */
    this.held = null;
    this.digitFirst = Boolean(setting("digit first", false));
    /** The digit that was chosen before the cells, 0 for none. */
    this.chosen = 0;
  }

  get mode() {
    return this.held ?? this.set;
  }

  /** Whether a drag draws lines. */
  get drawing() {
    return this.set === "pen";
  }

  /** @param {Layer} mode */
  setMode(mode) {
    this.set = mode;
    this.draw();
  }

  nextMode() {
    this.setMode(MODES[(MODES.indexOf(this.set) + 1) % MODES.length]);
  }

  /** @param {{shiftKey: boolean, ctrlKey: boolean, metaKey: boolean}} keys Those that are held. */
  hold({ shiftKey, ctrlKey, metaKey }) {
    const command = ctrlKey || metaKey;
    const held = shiftKey ? (command ? "colour" : "corner") : command ? "centre" : null;
    if (held === this.held) return;
    this.held = held;
    this.draw();
  }

  /** @param {boolean} on */
  setDigitFirst(on) {
    keepSetting("digit first", on);
    this.digitFirst = on;
    this.choose(0);
  }

  /** @param {number} digit 0 for none; the chosen one again is left. */
  choose(digit) {
    this.chosen = digit === this.chosen ? 0 : digit;
    this.draw();
    this.app.light(false);
  }

  /** A digit was pressed, on the page or the keyboard. @param {number} digit */
  press(digit) {
    if (this.digitFirst) this.choose(digit);
    else this.app.input(digit);
  }

  /** Cells were touched: they take the digit that was chosen; a given is chosen itself. */
  touched() {
    if (!this.digitFirst || this.drawing) return;
    const { game, selection } = this.app;
    const given = game.isGiven(selection.focus) && this.mode !== "colour";
    if (given && selection.cells.size === 1) this.choose(game.digits[selection.focus]);
    else if (this.chosen) this.app.input(this.chosen);
  }

  /** What a digit of the pad may be in this mode. */
  get count() {
    if (this.mode === "pen") return 0;
    return this.mode === "colour" ? COLOURS : this.app.board.size;
  }

  draw() {
    const modes = MODES.map((mode) => this.modeKey(mode));
    element("modes").replaceChildren(...modes);
    const first = element("digit-first");
    first.setAttribute("aria-pressed", String(this.digitFirst));
    const keys = Array.from({ length: this.count }, (_, index) => this.digitKey(index + 1));
    const pad = element("pad");
    pad.className = this.mode;
    pad.replaceChildren(...keys);
    const across = Math.min(9, Math.ceil(Math.sqrt(this.count)));
    pad.style.setProperty("--across", String(across || 1));
    this.countDigits();
  }

  /** @param {Layer} mode */
  modeKey(mode) {
    const key = document.createElement("button");
    key.setAttribute("role", "radio");
    key.setAttribute("aria-checked", String(mode === this.mode));
    key.textContent = word(mode);
    key.dataset.mode = mode;
    key.addEventListener("click", () => this.setMode(mode));
    return key;
  }

  /** @param {number} digit */
  digitKey(digit) {
    const key = document.createElement("button");
    key.dataset.digit = String(digit);
    if (this.mode === "colour") {
      key.className = `swatch colour-${digit}`;
      key.setAttribute("aria-label", `${word("colour")} ${digit}`);
    } else {
      key.textContent = this.app.board.data.symbols[digit - 1];
    }
    if (this.digitFirst) key.setAttribute("aria-pressed", String(digit === this.chosen));
    key.addEventListener("click", () => this.press(digit));
    return key;
  }

  /** Grey out the digits that are all placed. */
  countDigits() {
    const { board, game } = this.app;
    const all = board.data.regions.filter(({ kind }) => kind === "row").length || Infinity;
    for (const key of element("pad").querySelectorAll("button")) {
      const placed = game.digits.filter((digit) => digit === Number(key.dataset.digit)).length;
      key.classList.toggle("spent", this.mode !== "colour" && placed >= all);
    }
  }
}
