/** @import {Setter} from "./setter.js" */

import { element } from "../elements.js";
import { ARROWS, digitOf } from "../keys.js";

/** @type {Record<string, import("./tools.js").Mode>} */
const MODES = { KeyZ: "givens", KeyX: "regions", KeyC: "clues" };

/** Where lines go on diagonally: by the keys that stand so on a keypad. @type {Record<string, [number, number]>} */
const DIAGONALS = { Home: [-1, -1], PageUp: [-1, 1], End: [1, -1], PageDown: [1, 1] };

/**
 * @param {KeyboardEvent} event
 * @param {Setter} setter
 * @returns {boolean} Whether the key means something.
 */
export function onKey(event, setter) {
  const { tools, palette, selection, board } = setter;
  const command = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  if (command && event.code === "KeyZ") return did(event.shiftKey ? setter.redo() : setter.undo());
  if (command && event.code === "KeyY") return did(setter.redo());
  if (command && event.code === "KeyA") return did(selection.all());
  const isClue = tools.mode === "clues";
  if (isClue && !command && /^[0-9-]$/.test(event.key)) return did(palette.enter(event.key));
  const digit = digitOf(event, board.data.symbols);
  if (digit && !isClue && !command) return did(tools.press(digit));
  const diagonal = DIAGONALS[event.key];
  const arrow = diagonal ?? ARROWS[event.code];
  if (arrow && (diagonal || event.key.startsWith("Arrow") || !command)) {
    return did(selection.move(arrow[0], arrow[1], event.shiftKey || command));
  }
  if (command) return false;
  if (event.code in MODES) return did(tools.setMode(MODES[event.code]));
  switch (event.key) {
    case "Backspace":
    case "Delete":
    case "0":
      return did(tools.erase());
    case " ":
      return did(tools.nextMode());
    case "Enter":
      return isClue && did(palette.add());
    case "/":
      return isClue && did(palette.nextPart());
    case "Escape":
      return did(leave(setter));
    case "k":
    case "K":
      tools.setMode("clues");
      return did(palette.select?.focus());
    case "l":
    case "L":
      return did(element("clues").querySelector("button")?.focus());
    case "t":
    case "T":
      return did(setter.toggleShades());
    default:
      return false;
  }
}

/** Leave what was begun: parts of a clue, what is selected and lit. @param {Setter} setter */
function leave(setter) {
  setter.palette.parts = [];
  setter.palette.drawParts();
  setter.clues.lit = [];
  setter.selection.take(setter.selection.focus);
  setter.view.cells[setter.selection.focus].box.focus();
}

/** @param {unknown} _ What an action gives is of no use here. */
function did(_) {
  return true;
}
