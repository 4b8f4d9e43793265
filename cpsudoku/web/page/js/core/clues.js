import { usualHouses } from "./boards.js";
import { apart, away, different, digitsTo, each, inTurn, linesOf, maskOf, near, often, pairs, regular, sum, sums, times } from "./formulas.js";

/**
 * What clues mean, for pages without a server: as `cpsudoku.variants` has it, against which a test
 * holds each kind.
 */

/** Cells, of which some may be the same, have certain digits. @param {number[]} cells @param {number[][]} rows @returns {Formula} */
function table(cells, rows) {
  const once = [...new Set(cells)];
  const places = once.map((cell) => cells.indexOf(cell));
  const fitting = rows.filter((row) => row.every((digit, at) => digit === row[cells.indexOf(cells[at])]));
  return ["table", once, once.length < cells.length ? fitting.map((row) => places.map((at) => row[at])) : rows];
}

/** A table for each cell of a line between its ends. @param {number[]} cells @param {(a: number, b: number, c: number) => boolean} fits @param {Grid} grid @returns {Formula[]} */
function withEnds([first, ...others], fits, { size }) {
  const all = digitsTo(size);
  const fitting = all.flatMap((a) => all.flatMap((b) => all.flatMap((c) => (fits(a, b, c) ? [[a - 1, b - 1, c - 1]] : []))));
  return others.slice(0, -1).map((cell) => table([first, cell, others[others.length - 1]], fitting));
}

/** @param {[number, number][]} moves @param {Grid} grid @returns {Formula[]} */
const noMoves = (moves, grid) => moves.flatMap(([down, right]) => apart(down, right, grid).map((pair) => different(pair, grid)));

/** Neighbours that are not exempt have no sign between them. @param {number[][]} exempt @param {Fits} marks @param {Grid} grid */
function unmarked(exempt, marks, grid) {
  const known = new Set((exempt ?? []).map((pair) => [...pair].sort((a, b) => a - b).join()));
  return pairs(apart(0, 1, grid).filter((pair) => !known.has(String(pair))), (a, b) => !marks(a, b), grid);
}

/** @param {number[]} cells @param {number[]} wanted @param {string} relation */
const contains = (cells, wanted, relation) => [...new Set(wanted)].map((digit) =>
  often(cells, digit, wanted.filter((one) => one === digit).length, relation));

/** @param {number[]} cells @param {Fits} fits @param {Grid} grid */
function extreme(cells, fits, grid) {
  const around = cells.flatMap((cell) => away(cell, [[-1, 0], [1, 0], [0, -1], [0, 1]], grid)
    .filter((other) => !cells.includes(other)).map((other) => /** @type {Two} */ ([cell, other])));
  return pairs(around, fits, grid);
}

/** The highest so far, and how many were seen. @param {number[]} cells @param {number} number @param {Grid} grid */
function skyscraper(cells, number, grid) {
  const next = (/** @type {number[]} */ [high, seen], /** @type {number} */ digit) => {
    const found = digit > high ? [digit, seen + 1] : [high, seen];
    return found[1] > number ? undefined : found;
  };
  return regular(cells, [0, 0], next, ([, seen]) => seen === number, grid);
}

/** A digit of a cell says at which place some digit is. @param {number} cell @param {[number, number][]} line Places from 1 with the cell there. @param {number} wanted @param {Grid} grid @returns {Formula[]} */
function pointing(cell, line, wanted, grid) {
  return line.flatMap(([place, other]) => other === cell
    ? each([cell], (digit) => digit !== place || digit === wanted, grid)
    : pairs([[cell, other]], (a, b) => a !== place || b === wanted, grid))
    .concat(each([cell], (digit) => line.some(([place]) => place === digit), grid));
}

/** @param {number[]} cells @returns {[number, number][]} */
const counted = (cells) => cells.map((cell, at) => [at + 1, cell]);

/** @param {number[]} cells @param {number} axis 0 for the column that a cell is in, 1 for its row. @param {Grid} grid */
const indexing = (cells, axis, grid) => cells.flatMap((cell) => {
  const place = grid.places[cell];
  // Boards with holes lack some.
  const line = grid.cells.filter((other) => grid.places[other][1 - axis] === place[1 - axis])
    .map((other) => /** @type {Two} */ ([grid.places[other][axis] + 1, other]));
  return pointing(cell, line, place[axis] + 1, grid);
});

const isPrime = (/** @type {number} */ number) => number > 1 && digitsTo(number).filter((one) => number % one === 0).length === 2;

/** Cages with one letter have the same sum, those with different ones different sums. @param {number[][]} parts @param {number[]} letters @param {Grid} grid @returns {Formula[]} */
function equalCages(parts, letters, grid) {
  const equal = (/** @type {number[]} */ one, /** @type {number[]} */ other) => sums([...times(one), ...times(other, -1)], [0]);
  return [...parts.map((part) => different(part, grid)), ...near([...parts.keys()]).map(([one, other]) => {
    const [name, cells, factors, , totals] = equal(parts[one], parts[other]);
    return [name, cells, factors, letters[one] === letters[other] ? "=" : "!=", totals];
  })];
}

/** @param {number[]} cells @returns {[number, number][]} The first with the last, and so on. */
const mirrored = (cells) => cells.slice(0, cells.length / 2).map((cell, at) => [cell, cells[cells.length - 1 - at]]);

/** @param {number[]} cells @returns {Formula[]} */
function zipper(cells) {
  const all = mirrored(cells);
  const middle = cells.length % 2 ? [cells[(cells.length - 1) / 2]] : all[0];
  return (cells.length % 2 ? all : all.slice(1)).map((pair) => sums([...times(pair), ...times(middle, -1)], [0]));
}

/** Two halves of cells have the same digits, each as often. @param {number[]} cells @param {Grid} grid @returns {Formula[]} */
function sameDigits(cells, { size }) {
  const half = cells.length / 2;
  const halves = [cells.slice(0, half), cells.slice(half)];
  return digitsTo(size).map((digit) => ["or", [...Array(half + 1).keys()].map((number) =>
    ["and", halves.map((one) => often(one, digit, number))])]);
}

/** Which digits were met: as many as the number says, or the first cell, before which there is no state. @param {number[]} cells @param {Grid} grid @param {number} [number] */
function met(cells, grid, number) {
  const countOf = (/** @type {number} */ mask) => mask.toString(2).replaceAll("0", "").length;
  const next = (/** @type {number[] | null} */ state, /** @type {number} */ digit) => {
    if (!state) return [digit, 0];
    const found = state[1] | (2 ** (digit - 1));
    return countOf(found) > state[0] ? undefined : [state[0], found];
  };
  return regular(cells, number === undefined ? null : [number, 0], next, (state) => state !== null && countOf(state[1]) === state[0], grid);
}

/** As many odd digits as even ones, as many high as low. @param {number[]} cells @param {Grid} grid */
function balanced(cells, grid) {
  const half = cells.length / 2;
  const next = (/** @type {number[]} */ [odd, higher], /** @type {number} */ digit) => {
    const found = [odd + (digit % 2), higher + Math.sign(2 * digit - grid.size - 1)];
    return found[0] > half || Math.abs(found[1]) > half ? undefined : found;
  };
  return regular(cells, [0, 0], next, ([odd, higher]) => odd === half && !higher, grid);
}

/** The sets of at most some digits that have a sum. @param {number[]} digits @param {number} total @param {number} most @returns {number[][]} */
function setsOf(digits, total, most) {
  if (!total) return [[]];
  if (!most) return [];
  return digits.flatMap((digit, at) =>
    (digit > total ? [] : setsOf(digits.slice(at + 1), total - digit, most - 1).map((rest) => [digit, ...rest])));
}

/** Between two digits, which lie below and above all others, there is a sum. @param {number[]} cells @param {number} total @param {number} low @param {number} high @param {Grid} grid @returns {Formula} */
const sumBetween = (cells, total, low, high, grid) =>
  // Before them, the sum so far, or after them.
  regular(cells, "before", (place, digit) => {
    const isOuter = digit === low || digit === high;
    if (digit < low || digit > high || (isOuter && place === "after")) return undefined;
    if (typeof place !== "number") return isOuter ? 0 : place;
    if (isOuter) return place === total ? "after" : undefined;
    return place + digit > total ? undefined : place + digit;
  }, (place) => place === "after", grid);

/** Between the lowest and the highest digit there is a sum, whichever they are. @param {number[]} cells @param {number} total @param {Grid} grid @returns {Formula} */
const betweenOuter = (cells, total, grid) => ["or", digitsTo(grid.size).flatMap((low) => digitsTo(grid.size)
  .flatMap((high) => (high - low >= cells.length - 1 ? [sumBetween(cells, total, low, high, grid)] : [])))];

/** Cells that are cut into pieces with a sum, from one of some sums on that were begun before. @param {number[]} cells @param {number} total @param {number[]} begun @param {Grid} grid @returns {Formula[]} */
function pieces(cells, total, begun, grid) {
  const most = cells.length * grid.size;
  // Automata of great sums are great, and not needed.
  if (total > most) return [["or", []]];
  const whole = sums(times(cells), [...Array(Math.floor(most / total)).keys()].map((one) => (one + 1) * total));
  if (2 * total > most) return [whole];
  const next = (/** @type {number} */ sum, /** @type {number} */ digit) => (sum + digit > total ? undefined : (sum + digit) % total);
  return [whole, ["or", begun.map((start) => regular(cells, start, next, (sum) => sum === start, grid))]];
}

/** Each digit and the next one, a row on, are not far apart: from above and from below. @param {Grid} grid @returns {Formula[]} */
function twoKings(grid) {
  const rows = linesOf(grid);
  return [rows, [...rows].reverse()].flatMap((steps) => steps.slice(1).flatMap((row, at) => pairs(
    steps[at].flatMap((one, i) => row.flatMap((other, j) => (Math.abs(i - j) > 1 ? [/** @type {Two} */ ([one, other])] : []))),
    (a, b) => a !== at + 1 || b !== at + 2, grid)));
}

/** The middle digit has the lowest above it or the highest below it. @param {Grid} grid @returns {Formula[]} */
function flatmates(grid) {
  const middle = 1 + Math.floor((grid.size - 1) / 2);
  return grid.cells.map((cell) => ["or", [
    ...each([cell], (digit) => digit !== middle, grid),
    ...each(away(cell, [[-1, 0]], grid), (digit) => digit === 1, grid),
    ...each(away(cell, [[1, 0]], grid), (digit) => digit === grid.size, grid),
  ]]);
}

/** The highest so far, until one is hidden. @param {number[]} cells @param {number} number @param {Grid} grid */
function hidden(cells, number, grid) {
  const next = (/** @type {number} */ high, /** @type {number} */ digit) => {
    if (high === Infinity) return high;
    return digit >= high ? digit : digit === number ? Infinity : undefined;
  };
  return regular(cells, 0, next, (high) => high === Infinity, grid);
}

/** A digit is never as many steps away from itself as it says. @param {Grid} grid */
const noTaxis = (grid) => digitsTo(grid.size).flatMap((digit) => [...Array(Math.floor(digit / 2) + 1).keys()].flatMap((down) =>
  pairs(apart(down, digit - down, grid), (a, b) => a !== digit || b !== digit, grid)));

/** Every square of two by two cells has a digit of each class. @param {number} classes @param {(digit: number) => number} classOf @param {Grid} grid @returns {Formula[]} */
const everySquare = (classes, classOf, grid) => grid.cells.flatMap((cell) => {
  const square = [cell, ...away(cell, [[0, 1], [1, 0], [1, 1]], grid)];
  return square.length < 4 ? [] : [...Array(classes).keys()].map((one) => ["count", square, maskOf(grid.size, (digit) => classOf(digit) === one), ">=", 1]);
});

/** Low, middle or high; the low and the high digits are equally many. @param {Grid} grid */
const thirdIn = ({ size }) => {
  const outer = Math.floor((size + 1) / 3);
  return (/** @type {number} */ digit) => Number(digit > outer) + Number(digit > size - outer);
};

/** @param {number[]} cells */
const once = (cells) => [...new Set(cells)];
const gap = (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(a - b);
const isTimes = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ ratio) => a === ratio * b || b === ratio * a;

/** @param {number[]} line */
const turned = (line) => [...line].reverse();

/** The lines as they are read from each side. @param {Grid} grid */
const sidesOf = (grid) => [0, 1].flatMap((axis) => {
  const lines = linesOf(grid, axis);
  return [lines, lines.map(turned)];
});

/** Whether cells are a whole row or column, from one end. @param {number[]} cells @param {Grid} grid */
const isLine = (cells, grid) => sidesOf(grid).flat().some((line) => String(line) === String(cells));

/** @param {Grid} grid @returns {Formula[]} */
function noTies(grid) {
  const lines = sidesOf(grid).flat();
  return near([...lines.keys()]).map(([one, other]) => ["or", lines[one].flatMap((cell, at) =>
    (cell === lines[other][at] ? [] : pairs([[cell, lines[other][at]]], (a, b) => a !== b, grid)))]);
}

/**
 * The first digit of a line follows from its rank; of the three other lines that begin with it, one on each of the
 * other sides, some are below it.
 * @param {number[]} cells @param {number} rank From 1. @param {boolean} ties Whether others may read the same. @param {Grid} grid
 * @returns {Formula[]}
 */
function fullRank(cells, rank, ties, grid) {
  const first = Math.ceil(rank / 4);
  const begins = (/** @type {number} */ cell) => each([cell], (digit) => digit === first, grid);
  /** Whether a line is below that of the clue, or above it, cell by cell. @param {number[]} line @param {number[]} own @param {boolean} below @returns {Formula} */
  const stands = ([cell, ...line], [own, ...others], below) => {
    if (cell === undefined) return [ties ? "and" : "or", []];
    const rest = stands(line, others, below);
    if (cell === own) return rest;
    const [differs] = pairs([[cell, own]], (a, b) => (below ? a < b : a > b), grid);
    return ["or", [differs, ["and", [...pairs([[cell, own]], (a, b) => a === b, grid), rest]]]];
  };
  const others = sidesOf(grid).filter((side) => side.every((line) => String(line) !== String(cells)));
  /** @param {number[][]} side @param {boolean} below @returns {Formula} */
  const one = (side, below) => ["or", side.map((line) => ["and", [...begins(line[0]), stands(line, cells, below)]])];
  const both = others.map((side) => [one(side, false), one(side, true)]);
  const ways = [...Array(2 ** others.length).keys()].map((some) => others.map((_, side) => (some >> side) & 1));
  const fitting = ways.filter((way) => way.filter(Boolean).length === (rank - 1) % 4);
  const meaning = [...begins(cells[0]), ["or", fitting.map((way) => ["and", way.map((below, side) => both[side][below])])]];
  return [["rank", cells, rank, Number(ties), meaning]];
}

/*
 * Regions that are to be found: cells beside the grid say in which region a cell is; regions are numbered in the
 * order in which they are met.
 */

/** Pairs of cells that share an edge, by their places in a list. @param {number[]} cells @param {Grid} grid @returns {Two[]} */
function touching(cells, { places }) {
  const at = new Map(cells.map((cell, place) => [String(places[cell]), place]));
  return cells.flatMap((cell, place) => {
    const [row, column] = places[cell];
    return [[row, column + 1], [row + 1, column]].flatMap((next) => {
      const other = at.get(String(next));
      return other === undefined ? [] : [/** @type {Two} */ ([place, other])];
    });
  });
}

/** @param {number[]} cells @param {number[]} touched Whose places say which of them touch. @param {number[]} inside @param {number} size 0 for any. @param {Grid} grid @returns {Formula} */
function connected(cells, touched, inside, size, grid) {
  // A region of more cells than there are cannot be had.
  const most = size ? Math.min(size, cells.length + 1) : 0;
  const edges = touching(touched, grid).map(([one, other]) => [cells[one], cells[other]]);
  return ["connected", cells, edges, maskOf(grid.size, (digit) => inside.includes(digit)), most];
}

/** @param {number[]} cells @param {number[]} inside @param {number} size @param {Grid} grid */
const connectedDigits = (cells, inside, size, grid) => [connected(cells, cells, inside, size, grid)];

/** Numbers of regions as they are met: none before those below it. @param {number[]} regions @param {number} count @param {Grid} grid */
const inOrder = (regions, count, grid) => regular(regions, 0,
  (met, name) => (name <= Math.min(met + 1, count) ? Math.max(met, name) : undefined), (met) => met === count, grid);

/** @param {number[]} cells @param {number[]} regions @param {number} size @param {Grid} grid @returns {Formula[]} */
function regionsToFind(cells, regions, size, grid) {
  const count = cells.length / size;
  const whole = [...Array(count).keys()].map((name) => connected(regions, cells, [name + 1], size, grid));
  // Cells that are further apart cannot be in one region.
  const close = near([...cells.keys()]).filter(([one, other]) => {
    const [[row, column], [down, right]] = [one, other].map((at) => grid.places[cells[at]]);
    return Math.abs(row - down) + Math.abs(column - right) < size;
  });
  const differences = close.map(([one, other]) => ["or", pairs([[cells[one], cells[other]], [regions[one], regions[other]]], (a, b) => a !== b, grid)]);
  return [inOrder(regions, count, grid), ...whole, ...differences];
}

/**
 * A digit says how many cells of its region are seen along arms, of which each begins with the same cell.
 * @param {number} control @param {number[][]} arms @param {number} offset @param {Grid} grid @returns {Formula[]}
 */
function regionRun(control, [first, ...others], offset, grid) {
  const cells = [control, ...first];
  /** Where arms after the first begin. @type {Set<number>} */
  const begins = new Set([cells.length]);
  for (const arm of others) begins.add(cells.push(...arm.slice(1)));
  // A state: place in what is read, cells still wanted, the region (0 before it is known), whether the arm continues.
  const next = (/** @type {any[]} */ [place, wanted, region, goesOn], /** @type {number} */ digit) => {
    if (place === 0) return [1, digit + offset, 0, true];
    const own = region || digit;
    const isSeen = goesOn && digit === own;
    const left = wanted - Number(isSeen);
    const possible = left >= 0 && left <= cells.length - place - 1;
    return possible ? [place + 1, left, own, isSeen || begins.has(place + 1)] : undefined;
  };
  return [regular(cells, [0, 0, 0, true], next, ([, wanted]) => wanted === 0, grid)];
}

/** @param {number} control @param {number[]} cells @param {number} offset @param {Grid} grid @returns {Formula[]} */
function regionCount(control, cells, offset, grid) {
  // A state: cells still wanted (null before the digit was read), and the region.
  const next = (/** @type {any[]} */ [wanted, region], /** @type {number} */ digit) => {
    if (wanted === null) return [digit + offset, 0];
    const own = region || digit;
    const left = wanted - Number(digit === own);
    return left < 0 ? undefined : [left, own];
  };
  return [regular([control, ...cells], [null, 0], next, ([wanted]) => wanted === 0, grid)];
}

/*
 * Second layers: copies of the grid beside it, whose cells have one of the two lowest digits, or digits themselves,
 * say what is shaded.
 */

/** The cells of a copy of the grid, from 0. @param {number} number @param {Grid} grid */
const layer = (number, { cells, places }) => {
  const found = cells.map((cell) => cell + (number + 1) * cells.length);
  return found.every((cell) => cell < places.length) ? found : [];
};

/** Cells that are shaded or not, and whether a digit says so. @param {Clue} clue @param {Grid} grid */
function shadingOf({ cells = [], shaded = [] }, grid) {
  /** @type {number[]} */
  const own = cells.length ? cells : shaded.length ? grid.cells : layer(0, grid);
  const isDark = shaded.length ? (/** @type {number} */ digit) => shaded.includes(digit) : (/** @type {number} */ digit) => digit === 2;
  /** @param {number[]} some @param {string} relation @param {number} number @param {boolean} [dark] @returns {Formula} */
  const count = (some, relation, number, dark = true) => ["count", some, maskOf(grid.size, (digit) => isDark(digit) === dark), relation, number];
  const allowed = shaded.length ? [] : each(own, (digit) => digit < 3, grid);
  const edges = touching(own, grid).map(([one, other]) => [own[one], own[other]]);
  /** @param {boolean} dark @param {number[][]} [more] @returns {Formula} */
  const whole = (dark, more = []) => ["connected", own, [...edges, ...more], maskOf(grid.size, (digit) => isDark(digit) === dark), 0];
  const at = new Map(own.map((cell) => [String(grid.places[cell]), cell]));
  const near = (/** @type {number} */ cell, /** @type {[number, number][]} */ steps) => away(cell, steps, { ...grid, at });
  const squares = own.flatMap((cell) => {
    const more = near(cell, [[0, 1], [1, 0], [1, 1]]);
    return more.length === 3 ? [[cell, ...more]] : [];
  });
  const beside = (/** @type {number} */ cell) => near(cell, [[1, 0], [-1, 0], [0, 1], [0, -1]]);
  return { own, isDark, count, allowed, whole, squares, beside, near };
}

/** @typedef {ReturnType<typeof shadingOf>} Shading */

/** What shading has to be. @type {Record<string, (it: Shading) => Formula[]>} */
const SHADINGS = {
  yinyang: ({ squares, count, whole }) => [...squares.flatMap((four) => [count(four, ">=", 1), count(four, "<=", 3)]), whole(true), whole(false)],
  nurikabe: ({ squares, count, whole }) => [...squares.map((four) => count(four, "<=", 3)), whole(true)],
  cave({ own, count, whole, beside }) {
    const outer = own.filter((cell) => beside(cell).length < 4);
    return [whole(false), whole(true, near(outer)), count(outer, ">=", 1)];
  },
  snake: (it) => [...onPath(it, "<="), ["or", it.own.map((cell) => ["and", [it.count([cell], "=", 1), it.count(it.beside(cell), "=", 1)]])]],
  shadedloop: (it) => onPath(it, "="),
};

/** @param {Shading} it @param {string} relation @returns {Formula[]} */
const onPath = ({ own, count, whole, beside }, relation) => [whole(true), ...own.map((cell) =>
  /** @type {Formula} */ (["or", [count([cell], "=", 1, false), count(beside(cell), relation, 2)]]))];

/** @param {Clue} clue @param {Grid} grid @returns {Formula[]} */
function shading(clue, grid) {
  const it = shadingOf(clue, grid);
  return [...it.allowed, ...SHADINGS[clue.type](it)];
}

/** Rows and columns of cells, and of a whole grid its boxes. @param {number[]} cells @param {Grid} grid */
function housesOf(cells, grid) {
  const side = Math.sqrt(grid.cells.length);
  const isWhole = cells.length === side * side && grid.cells.every((cell) => String(grid.places[cell]) === `${Math.floor(cell / side)},${cell % side}`);
  if (isWhole) return usualHouses(side).map((house) => house.cells.map((at) => cells[at]));
  /** @type {Map<string, number[]>} */
  const lines = new Map();
  for (const cell of cells) {
    for (const [axis, line] of grid.places[cell].entries()) lines.set(`${axis},${line}`, [...(lines.get(`${axis},${line}`) ?? []), cell]);
  }
  return [...lines.values()];
}

/** @param {Clue} clue @param {Grid} grid @returns {Formula[]} */
function marks(clue, grid) {
  const { own, allowed, count, isDark, near: around } = shadingOf(clue, grid);
  const number = clue.number ?? null;
  const houses = number === null ? [] : clue.houses?.length ? clue.houses : housesOf(own, grid);
  const full = houses.map((/** @type {number[]} */ house) => count(house, "=", number ?? 0));
  const apart = !clue.distinct ? [] : near([...own.keys()]).map(([one, other]) => /** @type {Formula} */ (["or", [
    count([own[one]], "=", 0), count([own[other]], "=", 0), ...pairs([[one, other]], (a, b) => a !== b, grid)]]));
  const stars = clue.type !== "stars" ? [] : own.flatMap((cell) => pairs(
    around(cell, [[0, 1], [1, -1], [1, 0], [1, 1]]).map((/** @type {number} */ other) => /** @type {Two} */ ([cell, other])),
    (a, b) => !(isDark(a) && isDark(b)), grid));
  return [...allowed, ...full, ...apart, ...stars];
}

/** The digit of a cell counts those that are shaded. @param {Clue} clue @param {Grid} grid @returns {Formula[]} */
function shadedCount({ control, cells, shaded }, grid) {
  const { isDark } = shadingOf({ cells, shaded }, grid);
  const next = (/** @type {number | null} */ left, /** @type {number} */ digit) => {
    const found = left === null ? digit : left - Number(isDark(digit));
    return found < 0 ? undefined : found;
  };
  return [regular([control[0], ...cells], null, next, (left) => left === 0, grid)];
}

/** @param {Clue} clue @param {Grid} grid */
const loopWays = ({ right = [], down = [] }, grid) => [right.length ? right : layer(0, grid), down.length ? down : layer(1, grid)];

/** A loop through cells, whose two ways on say where it goes. @param {Clue} clue @param {Grid} grid @returns {Formula[]} */
function loop(clue, grid) {
  const ways = loopWays(clue, grid);
  const places = ways[0].map((/** @type {number} */ cell) => grid.places[cell]);
  /** @type {Map<string, number[]>} Edges at each place. */
  const at = new Map(places.map((/** @type {Two} */ place) => [String(place), []]));
  const real = ways.flatMap((cells, way) => cells.filter((/** @type {number} */ cell, /** @type {number} */ i) => {
    const [row, column] = places[i];
    const [one, other] = [at.get(`${row},${column}`), at.get(way ? `${row + 1},${column}` : `${row},${column + 1}`)];
    for (const ends of other ? [one, other] : []) ends?.push(cell);
    return other;
  }));
  const every = [...at.values()];
  return [
    ...each(ways.flat().filter((cell) => !real.includes(cell)), (digit) => digit === 1, grid), ...each(real, (digit) => digit < 3, grid),
    ...every.map((ends) => (clue.whole ? often(ends, 2, 2) : /** @type {Formula} */ (["or", [often(ends, 2, 0), often(ends, 2, 2)]]))),
    ["connected", real, every.flatMap((ends) => near(ends)), 2, 0],
  ];
}

/** Digits between which a loop goes are apart. @param {Clue} clue @param {Grid} grid @returns {Formula[]} */
function loopWhispers(clue, grid) {
  const ways = loopWays(clue, grid);
  const own = clue.cells?.length ? clue.cells : grid.cells;
  const at = new Map(own.map((/** @type {number} */ cell) => [String(grid.places[cell]), cell]));
  return own.flatMap((/** @type {number} */ cell, /** @type {number} */ i) => ways.flatMap((edges, way) => {
    const [row, column] = grid.places[cell];
    const other = at.get(way ? `${row + 1},${column}` : `${row},${column + 1}`);
    return other === undefined ? [] : [/** @type {Formula} */ (["or", [often([edges[i]], 1, 1), ...pairs([[cell, other]], (a, b) => gap(a, b) >= clue.difference, grid)]])];
  }));
}

/** Some cells have two digits. @param {Clue} clue @param {Grid} grid @returns {Formula[]} */
function schroedinger(clue, grid) {
  const { own, seconds } = twice(clue, grid);
  const houses = clue.houses?.length ? clue.houses : housesOf(own, grid);
  const second = new Map(own.map((/** @type {number} */ cell, /** @type {number} */ at) => [cell, seconds[at]]));
  return [
    ...pairs([...second], (a, b) => a <= b, grid),
    ...houses.flatMap((/** @type {number[]} */ house) => {
      const others = house.map((cell) => second.get(cell) ?? cell);
      const apart = near([...house.keys()]).flatMap(([a, b]) => [/** @type {Two} */ ([house[a], others[b]]), /** @type {Two} */ ([house[b], others[a]])]);
      return [different(house, grid), different(others, grid), ...pairs(apart, (a, b) => a !== b, grid),
        ...digitsTo(grid.size).map((digit) => often([...house, ...others], digit, 1, ">="))];
    }),
  ];
}

/** @param {Clue} clue @param {Grid} grid */
const twice = ({ cells = [], seconds = [] }, grid) => ({ own: cells.length ? cells : grid.cells, seconds: seconds.length ? seconds : layer(0, grid) });

/** What each kind means. @type {Record<string, (clue: Clue, grid: Grid) => Formula[]>} */
const MEANINGS = {
  killer: ({ cells, total }, grid) => [different(cells, grid), ...(total === undefined || total === null ? [] : [sum(cells, total)])],
  sum: ({ cells, totals, coefficients }) => [sums(cells.map((/** @type {number} */ cell, /** @type {number} */ at) => [cell, coefficients?.[at] ?? 1]), totals)],
  product: ({ cells, total }, grid) => [regular(cells, 1, (product, digit) => (total > 0 && total % (product * digit) === 0 ? product * digit : undefined),
    (product) => product === total, grid)],
  mean: ({ cells, total }) => [sum(cells, total * cells.length)],
  primesum: ({ cells }, grid) => [sums(times(cells), digitsTo(cells.length * grid.size).filter(isPrime))],
  squaresum: ({ cells }, grid) => [sums(times(cells), digitsTo(cells.length * grid.size).filter((n) => Number.isInteger(Math.sqrt(n))))],
  equalcages: ({ parts, letters }, grid) => equalCages(parts, letters ?? [], grid),
  parity: ({ cells }, grid) => pairs(inTurn(cells), (a, b) => (a + b) % 2 === 1, grid),
  arithmetic: ({ cells }) => cells.slice(2).map((/** @type {number} */ cell, /** @type {number} */ at) =>
    sums([[cells[at], 1], [cells[at + 1], -2], [cell, 1]], [0])),
  average: ({ cells: [first, ...others] }) => [sums([[first, others.length], ...times(others, -1)], [0])],
  thermo: ({ cells }, grid) => pairs(inTurn(cells), (a, b) => a < b, grid),
  slowthermo: ({ cells }, grid) => pairs(inTurn(cells), (a, b) => a <= b, grid),
  whispers: ({ cells, difference }, grid) => pairs(inTurn(cells), (a, b) => gap(a, b) >= difference, grid),
  renban: ({ cells: line }, grid) => {
    const cells = once(line);
    return [different(cells, grid), ...pairs(near(cells), (a, b) => gap(a, b) < cells.length, grid)];
  },
  palindrome: ({ cells }, grid) => pairs(mirrored(cells), (a, b) => a === b, grid),
  between: ({ cells }, grid) => withEnds(cells, (a, b, c) => Math.min(a, c) < b && b < Math.max(a, c), grid),
  lockout: ({ cells, difference }, grid) => [
    ...pairs([[cells[0], cells[cells.length - 1]]], (a, b) => gap(a, b) >= difference, grid),
    ...withEnds(cells, (a, b, c) => b < Math.min(a, c) || b > Math.max(a, c), grid),
  ],
  modular: ({ cells, modulus }, grid) => pairs(near(cells, modulus), (a, b) => a % modulus !== b % modulus, grid),
  entropic: ({ cells }, grid) => pairs(near(cells, 3), (a, b) => thirdIn(grid)(a) !== thirdIn(grid)(b), grid),
  globalentropy: (_, grid) => everySquare(3, thirdIn(grid), grid),
  globalmod: (_, grid) => everySquare(3, (digit) => digit % 3, grid),
  nabner: ({ cells }, grid) => pairs(near(once(cells)), (a, b) => gap(a, b) >= 2, grid),
  arrow: ({ bulb, cells }) => [sums([...times(cells, -1), ...bulb.map((/** @type {number} */ cell, /** @type {number} */ at) =>
    /** @type {[number, number]} */ ([cell, 10 ** (bulb.length - 1 - at)]))], [0])],
  doublearrow: ({ cells }) => (cells.length < 3 ? [] : [sums([...times([cells[0], cells[cells.length - 1]]), ...times(cells.slice(1, -1), -1)], [0])]),
  zipper: ({ cells }) => zipper(cells),
  equalsums: ({ parts }) => parts.slice(1).map((/** @type {number[]} */ part) => sums([...times(parts[0]), ...times(part, -1)], [0])),
  white: ({ cells, difference }, grid) => pairs(inTurn(cells), (a, b) => gap(a, b) === difference, grid),
  black: ({ cells, ratio }, grid) => pairs(inTurn(cells), (a, b) => isTimes(a, b, ratio), grid),
  xv: ({ cells, total }, grid) => pairs(inTurn(cells), (a, b) => a + b === total, grid),
  greater: ({ cells }, grid) => pairs(inTurn(cells), (a, b) => a > b, grid),
  nowhite: ({ exempt, difference }, grid) => unmarked(exempt, (a, b) => gap(a, b) === (difference ?? 1), grid),
  noblack: ({ exempt, ratio }, grid) => unmarked(exempt, (a, b) => isTimes(a, b, ratio ?? 2), grid),
  nosum: ({ exempt, total }, grid) => unmarked(exempt, (a, b) => [total ?? 5, total ?? 10].includes(a + b), grid),
  antimove: ({ down, right }, grid) => noMoves([[Math.abs(down), Math.abs(right)]], grid),
  antiknight: (_, grid) => noMoves([[1, 2]], grid),
  antiking: (_, grid) => noMoves([[0, 1], [1, 1]], grid),
  nonconsecutive: (_, grid) => unmarked([], (a, b) => gap(a, b) === 1, grid),
  cyclicnonconsecutive: (_, grid) => unmarked([], (a, b) => [1, grid.size - 1].includes(gap(a, b)), grid),
  antitaxicab: (_, grid) => noTaxis(grid),
  topbottom: (_, grid) => twoKings(grid),
  quad: ({ cells, wanted }) => contains(cells, wanted, ">="),
  contains: ({ cells, wanted }) => contains(cells, wanted, ">="),
  exactly: ({ cells, wanted }) => contains(cells, wanted, "="),
  lookandsay: ({ cells, said }) => said.flatMap((/** @type {number} */ number, /** @type {number} */ at) =>
    (at % 2 ? [] : [often(cells, said[at + 1], number)])),
  same: ({ cells }, grid) => sameDigits(cells, grid),
  distinct: ({ cells, number }, grid) => [met(cells, grid, number)],
  countdistinct: ({ cells }, grid) => [met(cells, grid)],
  circles: ({ cells }, grid) => digitsTo(grid.size).map((digit) => ["or", [often(cells, digit, 0), often(cells, digit, digit)]]),
  flatmates: (_, grid) => flatmates(grid),
  equality: ({ cells }, grid) => [balanced(cells, grid)],
  rellik: ({ cells, total }, grid) => [different(cells, grid), ...setsOf(digitsTo(grid.size), total, cells.length).map((set) =>
    /** @type {Formula} */ (["or", set.map((digit) => often(cells, digit, 0))]))],
  lunchbox: ({ cells, total }, grid) => [different(cells, grid), betweenOuter(cells, total, grid)],
  sumline: ({ cells, total }, grid) => pieces(cells, total, [0], grid),
  // The first cell may be written once more at the end.
  sumloop: ({ cells, total }, grid) => pieces(cells[0] === cells.at(-1) ? cells.slice(0, -1) : cells, total, [...Array(total).keys()], grid),
  valueindex: ({ cells: [value, index, ...line] }) => [["element", line, index, value, 0]],
  noties: (_, grid) => noTies(grid),
  fullrank: ({ cells, number, ties }, grid) => fullRank(cells, number, Boolean(ties), grid),
  region: ({ cells }, grid) => [different(cells, grid)],
  clone: ({ cells }, grid) => pairs(cells.slice(0, cells.length / 2).map((/** @type {number} */ cell, /** @type {number} */ at) =>
    [cell, cells[at + cells.length / 2]]), (a, b) => a === b, grid),
  among: ({ cells, allowed }, grid) => each(cells, (digit) => allowed.includes(digit), grid),
  odd: ({ cells }, grid) => each(cells, (digit) => digit % 2 === 1, grid),
  even: ({ cells }, grid) => each(cells, (digit) => digit % 2 === 0, grid),
  minimum: ({ cells }, grid) => extreme(cells, (a, b) => a < b, grid),
  maximum: ({ cells }, grid) => extreme(cells, (a, b) => a > b, grid),
  littlekiller: ({ cells, number }) => [sum(cells, number)],
  sandwich: ({ cells, number }, grid) => [sumBetween(cells, number, 1, grid.size, grid)],
  xsum: ({ cells, number }, grid) => [["or", cells.map((/** @type {number} */ _, /** @type {number} */ at) =>
    ["and", [...each(cells.slice(0, 1), (digit) => digit === at + 1, grid), sum(cells.slice(0, at + 1), number)]])]],
  skyscraper: ({ cells, number }, grid) => [skyscraper(cells, number, grid)],
  hiddenskyscraper: ({ cells, number }, grid) => [hidden(cells, number, grid)],
  numberedroom: ({ cells, number }, grid) => pointing(cells[0], counted(cells), number, grid),
  rowindexer: ({ cells }, grid) => indexing(cells, 0, grid),
  columnindexer: ({ cells }, grid) => indexing(cells, 1, grid),
  connecteddigits: ({ cells, inside, size }, grid) => connectedDigits(cells, inside, size ?? 0, grid),
  chaos: ({ cells, regions, size }, grid) => regionsToFind(cells, regions, size, grid),
  regionrun: ({ control: [control], arms, offset }, grid) => regionRun(control, arms, offset ?? 0, grid),
  regioncount: ({ control: [control], cells, offset }, grid) => regionCount(control, cells, offset ?? 0, grid),
  yinyang: shading, nurikabe: shading, cave: shading, snake: shading, shadedloop: shading,
  marks, stars: marks, shadedcount: shadedCount, loop, loopwhispers: loopWhispers, schroedinger,
  boxindexer: ({ box, cells }, grid) => cells.flatMap((/** @type {number} */ cell) => pointing(cell, counted(box), box.indexOf(cell) + 1, grid)),
};

/** Whether a page without a server knows what a kind means. @param {string} type */
export const isKnown = (type) => Object.hasOwn(MEANINGS, type);

/** Return what a clue means. @param {Clue} clue Of a kind that is known, with its usual number if it has no other. @param {Grid} grid @returns {Formula[]} */
export const formulasOf = (clue, grid) => MEANINGS[clue.type](clue, grid);

/** Whether the digits are as many as the rows and columns. @param {unknown} _ @param {Grid} grid */
const isSquare = (_, { size, cells, at }) =>
  cells.length === size ** 2 && [...at.keys()].every((place) => place.split(",").every((one) => Number(one) < size));

/** @param {Clue} clue */
const isHalved = ({ cells }) => cells.length % 2 === 0;
/** @param {Clue} clue */
const isPositive = ({ total }) => total >= 1;
/** @param {Clue} clue @param {Grid} grid */
const exemptsNeighbours = ({ exempt = [] }, grid) => {
  const known = new Set(apart(0, 1, grid).map(String));
  return exempt.every((/** @type {number[]} */ pair) => known.has([...pair].sort((a, b) => a - b).join()));
};
/** @param {Clue} clue @param {Grid} grid */
const isCut = ({ cells, regions, size }, grid) => cells.length === regions.length && size > 1 &&
  cells.length % size === 0 && cells.length / size <= grid.size;

/** @param {Clue} clue @param {Grid} grid */
const isShading = (clue, grid) => shadingOf(clue, grid).own.length > 0;
/** @param {Clue} clue @param {Grid} grid */
const isMarking = (clue, grid) => {
  const own = new Set(shadingOf(clue, grid).own);
  return own.size > 0 && !(clue.distinct && String([...own]) !== String(layer(0, grid))) &&
    (clue.houses ?? []).flat().every((/** @type {number} */ cell) => own.has(cell));
};

/** What kinds need beside their cells and numbers, as `check` of each has it. @type {Record<string, (clue: Clue, grid: Grid) => boolean>} */
const NEEDS = {
  killer: ({ cells }, { size }) => cells.length <= size,
  sum: ({ cells, coefficients = [] }) => !coefficients.includes(0) && [0, cells.length].includes(coefficients.length),
  white: ({ difference }) => difference >= 0,
  nowhite: exemptsNeighbours, noblack: exemptsNeighbours, nosum: exemptsNeighbours,
  lookandsay: ({ said }) => said.length % 2 === 0,
  equalcages: ({ parts, letters = [] }, { size }) => [0, parts.length].includes(letters.length) &&
    parts.every((/** @type {number[]} */ part) => part.length <= size && new Set(part).size === part.length),
  same: isHalved, clone: isHalved,
  modular: ({ modulus }) => modulus >= 1,
  arrow: ({ bulb }) => bulb.length > 0,
  equalsums: ({ parts }) => parts.length > 0,
  sumline: isPositive, sumloop: isPositive,
  antimove: ({ down, right }) => Boolean(down || right),
  topbottom: isSquare, noties: isSquare,
  fullrank: (clue, grid) => isSquare(clue, grid) && isLine(clue.cells, grid) && clue.number >= 1 && clue.number <= 4 * grid.size,
  boxindexer: ({ box, cells }) => cells.every((/** @type {number} */ cell) => box.includes(cell)),
  connecteddigits: ({ size = 1 }) => size >= 1,
  chaos: isCut,
  regionrun: ({ control, arms }) => control.length === 1 && arms.length > 0 && arms.every((/** @type {number[]} */ arm) => arm.length && arm[0] === arms[0][0]) &&
    new Set(arms.flat()).size === arms.flat().length - arms.length + 1,
  regioncount: ({ control }) => control.length === 1,
  shadedcount: ({ control }) => control.length === 1,
  yinyang: isShading, nurikabe: isShading, cave: isShading, snake: isShading, shadedloop: isShading,
  marks: isMarking, stars: isMarking,
  loop: (clue, grid) => loopWays(clue, grid)[0].length > 0 && loopWays(clue, grid)[0].length === loopWays(clue, grid)[1].length,
  loopwhispers: (clue, grid) => loopWays(clue, grid).every(({ length }) => length === (clue.cells?.length || grid.cells.length)),
  schroedinger: (clue, grid) => {
    const { own, seconds } = twice(clue, grid);
    return own.length === seconds.length && (clue.houses ?? []).flat().every((/** @type {number} */ cell) => own.includes(cell));
  },
};

/** Whether a clue can stand on a board. @param {Clue} clue @param {Grid} grid */
export const fits = (clue, grid) => NEEDS[clue.type]?.(clue, grid) ?? true;
