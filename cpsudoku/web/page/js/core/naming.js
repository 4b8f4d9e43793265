/** The names of things in the sentences on a step, like `cpsudoku.logic.sentences.words`. */

/** @param {number} a @param {number} b */
const ascending = (a, b) => a - b;

/** @param {number[]} numbers */
export const distinct = (numbers) => [...new Set(numbers)].sort(ascending);

/** @param {Candidate[]} candidates */
export const cellsIn = (candidates) => distinct(candidates.map(([cell]) => cell));

/** @param {Candidate[]} candidates */
export const digitsIn = (candidates) => distinct(candidates.map(([, digit]) => digit));

/** The words for what is in a position. */
export class Naming {
  /** @param {BoardData} board @param {Pick<Step, "digits" | "marks">} position Digits, and candidates of open cells. */
  constructor({ places, symbols, regions }, { digits, marks }) {
    this.places = places;
    this.symbols = symbols;
    this.regions = regions;
    this.placed = digits;
    this.marks = marks;
  }

  /** The candidates of a cell, or its digit. @param {number} cell */
  left(cell) {
    return this.placed[cell] ? [this.placed[cell]] : this.marks[cell];
  }

  /** Whether two cells are in one group. @param {number} one @param {number} other */
  sees(one, other) {
    return one !== other && this.regions.some(({ cells }) => cells.includes(one) && cells.includes(other));
  }

  /** @param {number} digit */
  digit(digit) {
    return this.symbols[digit - 1];
  }

  /** @param {number[]} digits */
  digits(digits) {
    return distinct(digits).map((digit) => this.digit(digit));
  }

  /** @param {number} cell */
  cell(cell) {
    const [row, column] = this.places[cell];
    return `r${row + 1}c${column + 1}`;
  }

  /** @param {number[]} cells */
  cells(cells) {
    return distinct(cells).map((cell) => this.cell(cell));
  }

  /** A group's kind and number. @param {number} group @returns {[string, number | null]} */
  group(group) {
    const { kind, label } = this.regions[group];
    return [kind, label === kind ? null : Number(label.slice(kind.length + 1))];
  }

  /** @param {number} group @returns {Said} */
  house(group) {
    const [kind, number] = this.group(group);
    if (number === null) return { say: `house ${kind}`, else: "house alone", kind };
    return { say: `house ${kind}`, else: "house other", kind, number };
  }

  /** What houses are called, a kind together. @param {number[]} groups @returns {Said[]} */
  houses(groups) {
    const kinds = [...new Set(groups.map((group) => this.group(group)[0]))];
    return kinds.map((kind) => {
      const [first, ...others] = groups.filter((group) => this.group(group)[0] === kind);
      if (!others.length) return this.house(first);
      const numbers = [first, ...others].map((group) => this.group(group)[1] ?? "");
      return { say: `houses ${kind}`, else: "houses other", kind, numbers };
    });
  }

  /** @param {Candidate[]} candidates @param {string} [how] `or` where one of them is meant. @returns {Said[]} */
  candidates(candidates, how = "and") {
    return together(candidates).map(([cells, digits]) =>
      ({ say: `candidates ${how}`, digits: this.digits(digits), cells: this.cells(cells) }));
  }

  /** Say that a candidate, or a group of one digit, is true or not. @param {Candidate[]} candidates @param {boolean} [truth] @returns {Said} */
  isTrue(candidates, truth = true) {
    const cells = this.cells(cellsIn(candidates));
    const say = `is ${truth}${cells.length === 1 ? " of one" : ""}`;
    return { say, cells, digit: this.digit(candidates[0][1]) };
  }

  /** The same in signs. @param {Line} line @returns {Said} */
  sign({ candidates, truth }) {
    return { say: `sign ${truth}`, cells: this.joined(cellsIn(candidates)), digit: this.digit(candidates[0][1]) };
  }

  /** Cells as notations write them: `r1c37`, `r1c1,r2c3`. @param {number[]} cells */
  joined(cells) {
    const parts = [];
    for (let left = cells; left.length;) {
      const [row, column] = this.places[left[0]];
      const inRow = left.filter((cell) => this.places[cell][0] === row);
      const inColumn = left.filter((cell) => this.places[cell][1] === column);
      const these = inRow.length >= inColumn.length ? inRow : inColumn;
      const [rows, columns] = [0, 1].map((axis) => numbered([...new Set(these.map((cell) => this.places[cell][axis] + 1))]));
      parts.push(`r${rows}c${columns}`);
      left = left.filter((cell) => !these.includes(cell));
    }
    return parts.join(",");
  }

  /** What follows from a step. @param {Pick<Found, "placements" | "eliminations">} step @returns {Said} */
  follows({ placements, eliminations }) {
    const placed = placements.map(([cell, digit]) => ({ say: "must be", cell: this.cell(cell), digit: this.digit(digit) }));
    const gone = together(eliminations).map(([cells, digits]) =>
      ({ say: "cannot be", cells: this.cells(cells), digits: this.digits(digits) }));
    return { say: "follows", parts: [...placed, ...gone] };
  }

  /** The sentence of a step, with what follows from it. @param {string} key @param {Found} step @param {Record<string, Said>} [values] @returns {Said} */
  step(key, step, values = {}) {
    return { say: `step ${key}`, ...values, follows: this.follows(step) };
  }
}

/** @param {number[]} numbers */
const numbered = (numbers) =>
  numbers.length > 1 && numbers.some((number) => number > 9) ? `(${numbers.join(",")})` : numbers.join("");

/** Candidates as sets of cells and the digits that these have in common. @param {Candidate[]} candidates @returns {[number[], number[]][]} */
function together(candidates) {
  /** @type {Map<string, [number[], number[]]>} */
  const found = new Map();
  for (const digit of digitsIn(candidates)) {
    const cells = cellsIn(candidates.filter((one) => one[1] === digit));
    const [, digits] = found.get(String(cells)) ?? [cells, []];
    found.set(String(cells), [cells, [...digits, digit]]);
  }
  return [...found.values()];
}
