/** Which cells are selected, and the one in focus: the last that was touched. */
export class Selection {
  /** @param {Board} board @param {() => void} changed */
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    this.focus = 0;
    /** @type {Set<number>} */
    this.cells = new Set();
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

  /** Take a cell out; the focus goes there all the same. @param {number} cell */
  leave(cell) {
    this.cells.delete(cell);
    this.focus = cell;
    this.changed();
  }

  /** Select nothing; the focus stays where it is. */
  clear() {
    this.cells.clear();
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
    // What is selected from nothing begins where the focus is.
    if (more && !this.cells.size) this.cells.add(this.focus);
    this.take(this.board.next(this.focus, down, right), { more });
  }

  all() {
    this.set(this.board.data.places.keys());
  }
}

/**
 * Return the cells that a pointer passes on its straight way from a point to another, in their order,
 * however far apart they are: an event comes once a frame, and a fast hand crosses cells within one.
 * A cell's corner does not count, so that a diagonal way takes none of the cells beside it.
 * @param {Board} board
 * @param {{x: number, y: number}} from In cells, from the board's upper left corner.
 * @param {{x: number, y: number}} to
 * @returns {number[]}
 */
export function passed(board, from, to) {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) * 8));
  /** @type {number[]} */
  const found = [];
  for (let step = 1; step <= steps; step++) {
    const [x, y] = [from.x + ((to.x - from.x) * step) / steps, from.y + ((to.y - from.y) * step) / steps];
    const cell = cellAt(board, { x, y });
    const off = Math.abs(x - Math.floor(x) - 0.5) + Math.abs(y - Math.floor(y) - 0.5);
    if (cell !== undefined && off <= 0.75 && cell !== found.at(-1)) found.push(cell);
  }
  return found;
}

/**
 * @param {Board} board
 * @param {{x: number, y: number}} point
 * @returns {number | undefined} Nothing where the board has a hole.
 */
export function cellAt(board, { x, y }) {
  return board.at.get(`${Math.floor(y)},${Math.floor(x)}`);
}

/**
 * What the pointer does beside selecting.
 *
 * @typedef {object} Touch
 * @property {(cell: number) => number[]} [equals] What a double press on a cell takes, if not it alone.
 * @property {(point: {x: number, y: number}) => boolean} [takes] Whether a press on a point, in cells, means something of its own.
 * @property {(more: boolean) => void} [pressed] Called when a press has selected a cell, beside others or alone.
 * @property {() => boolean} [drawing] Whether a drag draws a line instead of selecting many.
 * @property {(from: number, to: number) => void} [stroke] Called for each cell that a line comes to.
 * @property {(more: boolean, isDrag: boolean) => void} [released] Called when the pointer is lifted.
 */

/**
 * Let the pointer select: a press takes a cell, a drag many; with Shift or Ctrl they join what is
 * selected, with Ctrl one that is selected already leaves it, and a double press takes all equal
 * digits.
 * @param {HTMLElement} grid
 * @param {Selection} selection
 * @param {Touch} touch
 */
export function takePointer(grid, selection, touch) {
  /** @type {{x: number, y: number} | null} */
  let last = null;
  let [leaving, more, isDrag] = [false, false, false];

  /** @param {MouseEvent} event */
  const point = ({ clientX, clientY }) => {
    const { left, top, width, height } = grid.getBoundingClientRect();
    const { data } = selection.board;
    return { x: ((clientX - left) / width) * data.width, y: ((clientY - top) / height) * data.height };
  };

  /** @param {number} cell */
  const pass = (cell) => {
    const { focus } = selection;
    if (cell === focus) return;
    isDrag = true;
    if (touch.drawing?.()) {
      touch.stroke?.(focus, cell);
      selection.take(cell);
    } else if (leaving) selection.leave(cell);
    else selection.take(cell, { more: true });
  };

  grid.addEventListener("pointerdown", (event) => {
    const cell = cellAt(selection.board, point(event));
    if (cell === undefined || event.button > 0) return;
    event.preventDefault();
    if (touch.takes?.(point(event))) return;
    last = point(event);
    grid.setPointerCapture(event.pointerId);
    const command = event.ctrlKey || event.metaKey;
    leaving = command && selection.cells.has(cell);
    [more, isDrag] = [event.shiftKey || command, false];
    if (leaving) selection.leave(cell);
    else selection.take(cell, { more });
    touch.pressed?.(more);
  });
  grid.addEventListener("pointermove", (event) => {
    if (!last) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const one of events.length ? events : [event]) {
      const next = point(one);
      for (const cell of passed(selection.board, last, next)) pass(cell);
      last = next;
    }
  });
  for (const end of ["pointerup", "pointercancel"]) {
    grid.addEventListener(end, () => {
      if (last && end === "pointerup") touch.released?.(more, isDrag);
      last = null;
    });
  }
  grid.addEventListener("dblclick", (event) => {
    const cell = cellAt(selection.board, point(event));
    if (cell !== undefined && !event.ctrlKey && !event.metaKey) selection.set(touch.equals?.(cell) ?? [cell]);
  });
}
