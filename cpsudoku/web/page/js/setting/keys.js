import { element } from "../elements.js";
import { ARROWS, did, digitOf, letterOf, onCommand } from "../keys.js";

/** @type {Record<string, import("./tools.js").Mode>} */
const MODES = { z: "givens", x: "regions", c: "clues" };

/** Where lines continue diagonally: by the keys that lie so on a keypad. @type {Record<string, [number, number]>} */
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
  if (onCommand(event, setter)) return true;
  const letter = letterOf(event);
  const isClue = tools.mode === "clues";
  if (isClue && !command && /^[0-9-]$/.test(event.key)) return did(palette.enter(event.key));
  const digit = digitOf(event, board.data.symbols);
  if (digit && !isClue && !command) return did(tools.press(digit));
  const diagonal = DIAGONALS[event.key];
  const arrow = diagonal ?? ARROWS[event.key] ?? (command ? undefined : ARROWS[letter]);
  if (arrow) return did(selection.move(arrow[0], arrow[1], event.shiftKey || command));
  if (command) return false;
  if (letter in MODES) return did(tools.setMode(MODES[letter]));
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
  }
  switch (letter) {
    case "k":
      tools.setMode("clues");
      return did(palette.search?.select());
    case "l":
      return did(element("clues").querySelector("button")?.focus());
    case "t":
      return did(setter.toggleShades());
    default:
      return false;
  }
}

/** Leave what was begun: parts of a clue, what is selected and lit. @param {Setter} setter */
function leave(setter) {
  setter.palette.finish();
  setter.palette.parts = [];
  setter.palette.drawParts();
  setter.clues.lit = [];
  setter.selection.take(setter.selection.focus);
  setter.focusBoard();
}
