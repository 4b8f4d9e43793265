/** @import {Board} from "./board.js" */

/** Which cells are selected, and the one in focus: the last that was touched. */
export class Selection {
  /** @param {Board} board @param {() => void} changed */
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    this.focus = 0;
    /** @type {Set<number>} */
    this.cells = new Set([0]);
  }

  /**
   * @param {number} cell
   * @param {{more?: boolean}} [options] Whether it joins the others.
   */
  take(cell, { more = false } = {}) {
    if (!more) this.cells.clear();
    this.cells.add(cell);
    this.focus = cell;
    this.changed();
  }

  /** @param {Iterable<number>} cells */
  set(cells) {
    this.cells = new Set(cells);
    for (const cell of this.cells) this.focus = cell;
    this.changed();
  }

  /** @param {number} down @param {number} right @param {boolean} more */
  move(down, right, more) {
    this.take(this.board.next(this.focus, down, right), { more });
  }

  all() {
    this.set(this.board.data.places.keys());
  }
}

/**
 * What the pointer does beside selecting.
 *
 * @typedef {object} Touch
 * @property {(cell: number) => number[]} equals What a double press on a cell takes.
 * @property {() => void} pressed Called when a press has selected a cell.
 * @property {() => boolean} drawing Whether a drag draws a line instead of selecting many.
 * @property {(from: number, to: number) => void} stroke Called for each cell that a line comes to.
 * @property {() => void} released Called when the pointer is lifted.
 */

/**
 * Let the pointer select: a press takes a cell, a drag many; with Shift or Ctrl they join what is
 * selected, and a double press takes all equal digits.
 * @param {HTMLElement} grid
 * @param {Selection} selection
 * @param {Touch} touch
 */
export function takePointer(grid, selection, touch) {
  let dragging = false;

  /** @param {PointerEvent | MouseEvent} event @param {boolean} [passing] Whether a corner does not count. */
  const cellUnder = (event, passing = false) => {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    const box = /** @type {HTMLElement | null} */ (found?.closest("[data-cell]") ?? null);
    if (!box || !grid.contains(box) || (passing && isNearCorner(event, box))) return null;
    return Number(box.dataset.cell);
  };

  grid.addEventListener("pointerdown", (event) => {
    const cell = cellUnder(event);
    if (cell === null || event.button > 0) return;
    event.preventDefault();
    dragging = true;
    grid.setPointerCapture(event.pointerId);
    selection.take(cell, { more: event.shiftKey || event.ctrlKey || event.metaKey });
    touch.pressed();
  });
  grid.addEventListener("pointermove", (event) => {
    const cell = dragging ? cellUnder(event, true) : null;
    if (cell === null || cell === selection.focus) return;
    if (touch.drawing()) {
      touch.stroke(selection.focus, cell);
      selection.take(cell);
    } else selection.take(cell, { more: true });
  });
  for (const end of ["pointerup", "pointercancel"]) {
    grid.addEventListener(end, () => {
      if (dragging && end === "pointerup") touch.released();
      dragging = false;
    });
  }
  grid.addEventListener("dblclick", (event) => {
    const cell = cellUnder(event);
    if (cell !== null) selection.set(touch.equals(cell));
  });
}

/**
 * Whether the pointer is near a corner of a cell, where it passes on its way to another one: so that
 * a diagonal line takes none of the cells beside it.
 * @param {MouseEvent} event @param {HTMLElement} box
 */
function isNearCorner({ clientX, clientY }, box) {
  const { left, top, width, height } = box.getBoundingClientRect();
  const across = Math.abs((clientX - left) / width - 0.5);
  const down = Math.abs((clientY - top) / height - 0.5);
  return across + down > 0.75;
}
