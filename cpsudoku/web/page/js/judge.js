/**
 * Return the cells whose digits clash with others by the rules.
 * @param {Board} board
 * @param {number[]} digits For each cell its digit, 0 for none.
 * @returns {Set<number>}
 */
export function clashes(board, digits) {
  const found = new Set();
  for (const region of board.data.regions) {
    /** @type {Map<number, number>} */
    const seen = new Map();
    for (const cell of region.cells) {
      const digit = digits[cell];
      if (!digit) continue;
      const other = seen.get(digit);
      if (other === undefined) seen.set(digit, cell);
      else found.add(cell).add(other);
    }
  }
  return found;
}

/**
 * Return the digits of a cell that no peer has.
 * @param {Board} board
 * @param {number[]} digits
 * @param {number} cell
 */
export function allowed(board, digits, cell) {
  const taken = new Set([...board.peers[cell]].map((peer) => digits[peer]));
  return board.data.symbols.map((_, index) => index + 1).filter((digit) => !taken.has(digit));
}
