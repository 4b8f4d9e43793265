import { make } from "../dialogs.js";
import { element } from "../elements.js";
import { Radios } from "../radios.js";
import { word } from "../words.js";

/** @typedef {"givens" | "regions" | "clues"} Mode */

/** @type {Mode[]} */
const MODES = ["givens", "regions", "clues"];

/** What a digit does: it is a given, the number of a region, or one of a clue's number. */
export class Tools {
  /** @param {Setter} setter */
  constructor(setter) {
    this.setter = setter;
    /** @type {Mode} */
    this.mode = "givens";
    /** @type {Radios | null} */
    this.modes = null;
  }

  /** @param {Mode} mode */
  setMode(mode) {
    this.mode = mode;
    this.draw();
  }

  nextMode() {
    this.setMode(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
  }

  draw() {
    this.modes ??= new Radios(element("modes"), MODES, (mode) => this.setMode(/** @type {Mode} */ (mode)));
    this.modes.draw(this.mode, (mode) => word(`set ${mode}`));
    const { symbols } = this.setter.board.data;
    const pad = element("pad");
    pad.hidden = this.mode === "clues";
    if (pad.dataset.kind !== String(symbols)) {
      pad.replaceChildren(...symbols.map((symbol, index) =>
        make("button", { textContent: symbol, data: { digit: index + 1 }, on: { click: () => this.press(index + 1) } })));
      pad.dataset.kind = String(symbols);
    }
    pad.style.setProperty("--across", String(Math.min(9, Math.ceil(Math.sqrt(symbols.length)))));
    element("palette").hidden = this.mode !== "clues";
    this.showState();
  }

  showState() {
    const { drafts, sheet } = this.setter;
    /** @type {HTMLButtonElement} */ (element("undo")).disabled = !drafts.canUndo;
    /** @type {HTMLButtonElement} */ (element("redo")).disabled = !drafts.canRedo;
    element("shades").setAttribute("aria-pressed", String(sheet?.shaded ?? true));
  }

  /** @param {number} digit */
  press(digit) {
    if (this.mode === "givens") this.setter.enter(digit);
    else this.setter.paint(digit);
  }

  erase() {
    const { setter } = this;
    if (this.mode === "givens") setter.enter(0);
    else if (this.mode === "regions") setter.paint(0);
    else if (!setter.palette.untype()) setter.clues.removeAt(setter.selection.focus);
  }
}
