import { element } from "../elements.js";
import { ARROWS, did, digitOf, letterOf, onCommand } from "../keys.js";

/** @type {Record<string, import("./tools.js").Mode>} */
const MODES = { z: "givens", x: "regions", c: "clues" };

/** @param {Setter} setter */
const erase = (setter) => setter.tools.erase();
/** @param {Setter} setter */
const isClue = (setter) => setter.tools.mode === "clues";

/** What other keys do; false where they mean nothing. @type {Record<string, (setter: Setter) => unknown>} */
const ACTIONS = {
  Backspace: erase, Delete: erase, 0: erase,
  " ": ({ tools }) => tools.nextMode(),
  Enter: (setter) => isClue(setter) && setter.palette.add(),
  "/": (setter) => isClue(setter) && setter.palette.nextPart(),
  Escape: (setter) => leave(setter),
  k(setter) {
    setter.tools.setMode("clues");
    setter.palette.search?.select();
  },
  l: () => element("clues").querySelector("button")?.focus(),
  t: (setter) => setter.toggleShades(),
};

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
  if (isClue(setter) && !command && /^[0-9-]$/.test(event.key)) return did(palette.enter(event.key));
  const digit = digitOf(event, board.data.symbols);
  if (digit && !isClue(setter) && !command) return did(tools.press(digit));
  const diagonal = DIAGONALS[event.key];
  const arrow = diagonal ?? ARROWS[event.key] ?? (command ? undefined : ARROWS[letter]);
  if (arrow) return did(selection.move(arrow[0], arrow[1], event.shiftKey || command));
  if (command) return false;
  if (letter in MODES) return did(tools.setMode(MODES[letter]));
  const action = ACTIONS[event.key] ?? ACTIONS[letter];
  return action !== undefined && action(setter) !== false;
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
