import { make } from "./dialogs.js";
import { element } from "./elements.js";
import { Radios } from "./radios.js";
import { keepSetting, setting } from "./storage.js";
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
    this.digitFirst = setting("digit first", false);
    /** The digit that was chosen before the cells, 0 for none. */
    this.chosen = 0;
    /** @type {Radios | null} */
    this.modes = null;
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
    this.app.light();
  }

  /** A digit was pressed, on the page or the keyboard. @param {number} digit */
  press(digit) {
    // Where nothing is selected, a digit shows where it is.
    if (this.digitFirst || (!this.app.selection.cells.size && this.mode !== "colour")) this.choose(digit);
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
    this.modes ??= new Radios(element("modes"), MODES, (mode) => this.setMode(/** @type {Layer} */ (mode)));
    this.modes.draw(this.mode, word);
    element("digit-first").setAttribute("aria-pressed", String(this.digitFirst));
    this.drawKeys();
    this.countDigits();
  }

  /** Make other keys only where there are to be others, so that the focus stays where it is. */
  drawKeys() {
    const { symbols } = this.app.board.data;
    const pad = element("pad");
    const kind = [this.mode === "colour" ? "colour" : "digit", this.count, ...symbols].join(" ");
    if (pad.dataset.kind !== kind) {
      const at = [...pad.children].indexOf(/** @type {Element} */ (document.activeElement));
      pad.replaceChildren(...Array.from({ length: this.count }, (_, index) => this.digitKey(index + 1)));
      /** @type {HTMLElement | undefined} */ (pad.children[Math.min(at, this.count - 1)])?.focus();
      pad.dataset.kind = kind;
      const across = Math.min(9, Math.ceil(Math.sqrt(this.count)));
      pad.style.setProperty("--across", String(across || 1));
    }
    pad.className = this.mode;
    for (const key of /** @type {HTMLCollectionOf<HTMLElement>} */ (pad.children)) this.drawKey(key);
  }

  /** @param {HTMLElement} key */
  drawKey(key) {
    const digit = Number(key.dataset.digit);
    if (this.digitFirst) key.setAttribute("aria-pressed", String(digit === this.chosen));
    else key.removeAttribute("aria-pressed");
    if (this.mode === "colour") key.setAttribute("aria-label", `${word("colour")} ${digit}`);
  }

  /** @param {number} digit */
  digitKey(digit) {
    const made = { data: { digit }, on: { click: () => this.press(digit) } };
    if (this.mode === "colour") return make("button", { ...made, className: `swatch colour-${digit}` });
    return make("button", made, [this.app.board.data.symbols[digit - 1], make("small", { ariaHidden: "true" })]);
  }

  /** Say how many of each digit are left, and grey out those that are all placed. */
  countDigits() {
    const { board, fog: { digits } } = this.app;
    const all = board.data.regions.filter(({ kind }) => kind === "row").length || Infinity;
    for (const key of element("pad").querySelectorAll("button")) {
      const placed = digits.filter((digit) => digit === Number(key.dataset.digit)).length;
      const small = key.querySelector("small");
      const isShown = this.mode === "digit" && placed < all && Number.isFinite(all);
      const left = isShown ? String(all - placed) : "";
      key.classList.toggle("spent", this.mode !== "colour" && placed >= all);
      if (small && small.textContent !== left) small.textContent = left;
    }
  }
}
