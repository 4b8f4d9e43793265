/** @import {App} from "./app.js" */
/** @import {Layer} from "./types.js" */

/** @type {Record<string, [number, number]>} */
export const ARROWS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  KeyW: [-1, 0], KeyS: [1, 0], KeyA: [0, -1], KeyD: [0, 1],
};

/** @type {Record<string, Layer>} */
const MODES = { KeyZ: "digit", KeyX: "corner", KeyC: "centre", KeyV: "colour", KeyB: "pen" };

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
 * @param {KeyboardEvent} event
 * @param {App} app
 * @returns {boolean} Whether the key means something.
 */
export function onKey(event, app) {
  const command = event.ctrlKey || event.metaKey;
  if (command && event.code === "KeyZ") return did(event.shiftKey ? app.redo() : app.undo());
  if (command && event.code === "KeyY") return did(app.redo());
  if (command && event.code === "KeyA") return did(app.selection.all());
  if (app.paused) return false;
  const digit = digitOf(event, app.board.data.symbols);
  // A letter that is a digit of a big board is no command there.
  if (digit && !event.altKey) {
    const shift = event.shiftKey && /\d/.test(event.code);
    if (shift) return did(app.input(digit, command ? "colour" : "corner"));
    if (command) return did(app.input(digit, "centre"));
    return did(app.pad.press(digit));
  }
  if (event.altKey) return false;
  const arrow = ARROWS[event.code];
  if (arrow && (event.key.startsWith("Arrow") || !command)) {
    return did(move(app, arrow, event.shiftKey || command));
  }
  if (command) return false;
  if (event.code in MODES) return did(app.pad.setMode(MODES[event.code]));
  switch (event.key) {
    case "Backspace":
    case "Delete":
    case "0":
    case ".":
      return did(app.erase());
    case " ":
      return did(app.pad.nextMode());
    case "Enter":
      return did(app.pad.touched());
    case "n":
    case "N":
      return did(app.pad.setDigitFirst(!app.pad.digitFirst));
    case "Escape":
      return did(app.leave());
    case "h":
    case "H":
    case "?":
      return did(app.hint());
    case "p":
    case "P":
      return did(app.pause());
    default:
      return false;
  }
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
function did(_) {
  return true;
}
