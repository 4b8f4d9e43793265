/** The side of a cell. */
export const SIDE = 60;
/** What is left free for clues at the left and the top of a cell. */
const CLUES = [6, 11];
/** What is left free of marks at the other sides of a cell with clues. */
const REST = 3;

/** Where cells and their candidates lie in the drawing of a board. */
export class Layout {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** What the rules need of a cell at the left and the top: sums of cages stand in upper left corners. */
    this.clueSpace = board.data.drawing ? CLUES : [0, 0];
    this.across = Math.ceil(Math.sqrt(board.size));
    this.down = Math.ceil(board.size / this.across);
  }

  /** @param {number} cell */
  corner(cell) {
    const [row, column] = this.board.data.places[cell];
    return { x: column * SIDE, y: row * SIDE };
  }

  /** @param {number} cell */
  centre(cell) {
    const { x, y } = this.corner(cell);
    return { x: x + SIDE / 2, y: y + SIDE / 2 };
  }

  /**
   * Return where a candidate stands in its cell.
   * @param {number} digit
   */
  spot(digit) {
    const { across, down } = this;
    const index = digit - 1;
    const [left, top] = this.clueSpace;
    const rest = top ? REST : 0;
    return {
      x: left + ((index % across) + 0.5) * ((SIDE - left - rest) / across),
      y: top + (Math.floor(index / across) + 0.5) * ((SIDE - top - rest) / down),
    };
  }

  /** @param {[number, number]} candidate */
  middle([cell, digit]) {
    const { x, y } = this.corner(cell);
    const spot = this.spot(digit);
    return { x: x + spot.x, y: y + spot.y };
  }

  /** All of some cells, as a path. @param {Iterable<number>} cells */
  squares(cells) {
    return [...cells].map((cell) => {
      const { x, y } = this.corner(cell);
      return `M${x} ${y}h${SIDE}v${SIDE}h${-SIDE}z`;
    }).join("");
  }

  /** The sides of cells at which they end, as a path. @param {Set<number>} cells */
  outline(cells) {
    const sides = /** @type {const} */ ([[-1, 0, 0, 0, "h"], [0, 1, 1, 0, "v"], [1, 0, 0, 1, "h"], [0, -1, 0, 0, "v"]]);
    return [...cells].flatMap((cell) => {
      const [row, column] = this.board.data.places[cell];
      return sides.map(([down, right, x, y, way]) => {
        const other = this.board.at.get(`${row + down},${column + right}`);
        return other !== undefined && cells.has(other) ? "" : `M${(column + x) * SIDE} ${(row + y) * SIDE}${way}${SIDE}`;
      });
    }).join("");
  }

  /** The sides of boxes and regions, as a path. */
  boxes() {
    /** @type {Map<unknown, Set<number>>} */
    const boxes = new Map();
    for (const cell of this.board.data.places.keys()) {
      const box = this.board.outlined(cell);
      boxes.set(box, (boxes.get(box) ?? new Set()).add(cell));
    }
    return [...boxes.values()].map((cells) => this.outline(cells)).join("");
  }
}
