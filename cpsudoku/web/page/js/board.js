/** The cells of a puzzle, where they are, and which of them see one another. */
export class Board {
  /** @param {BoardData} data */
  constructor(data) {
    this.data = data;
    this.count = data.places.length;
    this.size = data.symbols.length;
    /** Cells of the grid, which come before those beside it; older games do not name any. */
    this.gridCount = this.count - (data.auxiliary ?? 0);
    /** For each cell the number of its region, where these are still drawn. @type {number[] | null} */
    this.labels = null;
    /** @type {Map<string, number>} */
    this.at = new Map(data.places.map(([row, column], cell) => [`${row},${column}`, cell]));
    /** The cells by their names. @type {Map<string, number>} */
    this.named = new Map(data.places.map((_, cell) => [this.name(cell), cell]));
    /** @type {Region[][]} */
    this.regionsOf = data.places.map(() => []);
    for (const region of data.regions) {
      for (const cell of region.cells) this.regionsOf[cell].push(region);
    }
    /** @type {Set<number>[]} */
    this.peers = data.places.map((_, cell) => {
      const peers = new Set(this.regionsOf[cell].flatMap((region) => region.cells));
      peers.delete(cell);
      return peers;
    });
  }

  /** What must hold of a cell and a few others, in words. @param {number} cell */
  rulesOf(cell) {
    const narrow = this.data.others.filter(({ cells }) => !this.isMost(cells));
    return narrow.filter(({ cells }) => cells.includes(cell)).map(({ label }) => label);
  }

  /** Whether cells are most of the grid. @param {number[]} cells */
  isMost(cells) {
    return 2 * cells.length > this.gridCount;
  }

  /** @param {number} cell */
  name(cell) {
    const [row, column] = this.data.places[cell];
    return `r${row + 1}c${column + 1}`;
  }

  /**
   * Return the next cell in a direction; beyond the edge it continues at the other side.
   * @param {number} cell
   * @param {number} down
   * @param {number} right
   */
  next(cell, down, right) {
    const { height, width, places } = this.data;
    let [row, column] = places[cell];
    for (let step = 0; step < Math.max(height, width); step++) {
      row = (row + down + height) % height;
      column = (column + right + width) % width;
      const found = this.at.get(`${row},${column}`);
      if (found !== undefined) return found;
    }
    return cell;
  }

  /**
   * Return whether two cells touch, at a side or a corner.
   * @param {number} one
   * @param {number} other
   */
  touch(one, other) {
    const [[row, column], [down, right]] = [this.data.places[one], this.data.places[other]];
    return one !== other && Math.max(Math.abs(row - down), Math.abs(column - right)) === 1;
  }

  /**
   * Return the region that the lines of the drawing go around: a box, or a region of a jigsaw.
   * @param {number} cell
   */
  outlined(cell) {
    if (this.labels) return this.labels[cell];
    return this.regionsOf[cell].find((region) => /(^| )(box|region)$/.test(region.kind));
  }

  /** All cells within the same lines as one. @param {number} cell */
  together(cell) {
    return [...this.data.places.keys()].filter((other) => this.outlined(other) === this.outlined(cell));
  }
}
