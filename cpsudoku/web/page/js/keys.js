/** @import {App} from "./app.js" */

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  KeyW: [-1, 0], KeyS: [1, 0], KeyA: [0, -1], KeyD: [0, 1],
};

/** @type {Record<string, "digit" | "corner" | "centre" | "colour">} */
const MODES = { KeyZ: "digit", KeyX: "corner", KeyC: "centre", KeyV: "colour" };

/**
 * Return the digit that a key stands for, 0 for none: its place on the board, so that Shift and
 * other layouts change nothing.
 * @param {KeyboardEvent} event
 * @param {string[]} symbols
 */
function digitOf(event, symbols) {
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
    if (event.shiftKey && /\d/.test(event.code)) return did(app.input(digit, "corner"));
    if (command) return did(app.input(digit, "centre"));
    return did(app.input(digit));
  }
  if (event.altKey) return false;
  const arrow = ARROWS[event.code];
  if (arrow && (event.key.startsWith("Arrow") || !command)) {
    return did(app.selection.move(arrow[0], arrow[1], event.shiftKey || command));
  }
  if (command) return false;
  if (event.code in MODES) return did(app.setMode(MODES[event.code]));
  switch (event.key) {
    case "Backspace":
    case "Delete":
    case "0":
    case ".":
      return did(app.erase());
    case " ":
      return did(app.nextMode());
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

/** @param {unknown} _ What an action gives is of no use here. */
function did(_) {
  return true;
}
