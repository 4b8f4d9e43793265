import { cross, make } from "./dialogs.js";
import { element } from "./elements.js";
import { cellOf } from "./step.js";
import { word } from "./words.js";

/** Milliseconds after which words say that an answer is waited for. */
const LONG = 1000;

/** The box beside the board, or below it, in which hints and steps are told. */
const panel = () => element("panel");

export function hidePanel() {
  panel().hidden = true;
}

/** @param {Node[]} children @param {App} [app] Where what is shown can be left. */
export function showPanel(children, app) {
  const leave = () => {
    app?.leave();
    app?.focusBoard();
  };
  // What was shown on the board before, such as a path to the solution, is left.
  app?.view.show(null);
  app?.view.mark(null);
  panel().hidden = false;
  panel().replaceChildren(...(app ? [cross(leave)] : []), ...children);
  // On a phone it stands below the board and above what is pressed: as much of these is shown as fits in with the board.
  const [{ top, bottom }, ...parts] = ["frame", "helping", "entering", "panel"].map((name) => element(name).getBoundingClientRect());
  const last = parts.find((part) => part.top >= bottom && part.bottom - top <= innerHeight);
  // A browser scrolls by whole pixels: a part of one would stay out of sight.
  if (last && top < 0) scrollBy(0, Math.floor(top));
  else if (last && last.bottom > innerHeight) scrollBy(0, Math.ceil(last.bottom - innerHeight));
  else if (!last) panel().scrollIntoView({ block: "nearest" });
}

/** A sentence whose cells are lit while the pointer is on their names. @param {Piece[]} said @param {App} app */
export function withCells(said, app) {
  const sentence = make("p", {}, said.map((piece) => shown(piece, app)));
  // A browser sets a text that is whole a little better.
  sentence.normalize();
  return [...sentence.childNodes];
}

/** @param {Piece} piece @param {App} app */
function shown(piece, app) {
  const { text, place, within } = piece;
  // Sets and colours have their letters in the colours of the picture.
  if (within === "named" && place === "name" && /^[A-D]$/.test(text)) return make("span", { className: `letter ${text}`, textContent: text });
  const cell = cellOf(piece, app.board);
  if (cell === undefined) return text;
  const point = (/** @type {boolean} */ on) => () => app.view.point(on ? cell : null);
  return make("span", { className: "ref", textContent: text, on: { pointerenter: point(true), pointerleave: point(false) } });
}

/**
 * Show that a button's answer is waited for, and say so where that takes a while.
 * @template T
 * @param {HTMLElement} button @param {Promise<T>} answer
 */
export async function busy(button, answer) {
  const [message, said] = [element("message"), word("writing")];
  const before = message.textContent;
  button.setAttribute("aria-busy", "true");
  // What was said meanwhile is more than that.
  const waiting = setTimeout(() => message.textContent === before && (message.textContent = said), LONG);
  try {
    return await answer;
  } finally {
    clearTimeout(waiting);
    if (message.textContent === said) message.textContent = "";
    button.removeAttribute("aria-busy");
  }
}
