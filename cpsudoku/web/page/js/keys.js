import { element } from "./elements.js";

/** @type {Record<string, [number, number]>} */
export const ARROWS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  w: [-1, 0], s: [1, 0], a: [0, -1], d: [0, 1],
};

/** @type {Record<string, Layer>} */
const MODES = { z: "digit", x: "corner", c: "centre", v: "colour", b: "pen" };

/** @param {App} app */
const erase = (app) => app.erase();
const hint = () => element("hint").click();

/** What other keys do. @type {Record<string, (app: App) => unknown>} */
const ACTIONS = {
  Backspace: erase, Delete: erase, 0: erase, ".": erase, "?": hint, h: hint,
  " ": (app) => app.pad.nextMode(),
  Enter: (app) => app.pad.touched(),
  Escape: (app) => app.leave(),
  n: (app) => app.pad.setDigitFirst(!app.pad.digitFirst),
  p: (app) => app.pause(),
};

/**
 * Return the Latin letter that a key stands for, in lower case; empty for none. It is the letter
 * that is written on the key; on keyboards of other alphabets, the one at its place.
 * @param {{key: string, code: string}} event
 */
export function letterOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(code);
  return place && key.length === 1 && key > "~" ? place[1].toLowerCase() : "";
}

/**
 * Return the digit that a key stands for, 0 for none: its place on the board, so that Shift and
 * other layouts change nothing.
 * @param {KeyboardEvent} event
 * @param {string[]} symbols
 */
export function digitOf(event, symbols) {
  const found = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
  const symbol = found ? found[1] : event.key.length === 1 ? event.key.toUpperCase() : "";
  return symbols.indexOf(symbol) + 1;
}

/**
 * Do what Ctrl and a letter mean on every page.
 * @param {KeyboardEvent} event
 * @param {{undo(): unknown, redo(): unknown, selection: {all(): void}}} page
 * @returns {boolean} Whether they mean something.
 */
export function onCommand(event, page) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  switch (letterOf(event)) {
    case "z":
      return did(event.shiftKey ? page.redo() : page.undo());
    case "y":
      return did(page.redo());
    case "a":
      return did(page.selection.all());
    default:
      return false;
  }
}

/**
 * @param {KeyboardEvent} event
 * @param {App} app
 * @returns {boolean} Whether the key means something.
 */
export function onKey(event, app) {
  const command = event.ctrlKey || event.metaKey;
  const letter = letterOf(event);
  if (app.paused) return letter === "p" && !command && did(app.pause());
  if (onCommand(event, app)) return true;
  const digit = digitOf(event, app.board.data.symbols);
  // A letter that is a digit of a big board is not a command there.
  if (digit && !event.altKey) {
    const shift = event.shiftKey && /\d/.test(event.code);
    if (shift) return did(app.input(digit, command ? "colour" : "corner"));
    if (command) return did(app.input(digit, "centre"));
    return did(app.pad.press(digit));
  }
  if (event.altKey) return false;
  const arrow = ARROWS[event.key] ?? (command ? undefined : ARROWS[letter]);
  if (arrow) return did(move(app, arrow, event.shiftKey || command));
  if (command) return false;
  if (letter in MODES) return did(app.pad.setMode(MODES[letter]));
  const action = ACTIONS[event.key] ?? ACTIONS[letter];
  return action !== undefined && did(action(app));
}

/**
 * Go to the next cell; with a key held it is selected, too, or a line is drawn there.
 * @param {App} app
 * @param {[number, number]} by
 * @param {boolean} held
 */
function move(app, by, held) {
  const from = app.selection.focus;
  const { drawing } = app.pad;
  app.selection.move(by[0], by[1], held && !drawing);
  if (held && drawing) app.stroke(from, app.selection.focus);
}

/** @param {unknown} _ What an action gives is of no use here. */
export function did(_) {
  return true;
}
