import { numberName, usualOf } from "./rules_words.js";

/**
 * Clues as setters draw them, for pages without a server: as `cpsudoku.drawing.constraints` has it.  Which drawing a
 * kind has, in which colours and on which layer, comes from its record.
 *
 * @typedef {{clue: Clue, label: string, kind: Pick<Kind, "drawn" | "usual" | "fields">, cells?: number[]}} Drawn
 * @typedef {{places: [number, number][], margin: number, size: number, rows: number}} Layout
 */

/** Drawings of this layer lie on the lines between cells, those of the one below it outside of the grid. */
const EDGES = 4;

const SIDE = 40;
const INSET = 4;
const THIN = "#8a8a8a";
const BULB = 0.36 * SIDE;
const STYLE = `.cps text { font-family: "DejaVu Sans", Verdana, sans-serif; text-anchor: middle;
  dominant-baseline: central; fill: #1a1a1a } .cps .given { font-weight: bold } .cps .light { fill: #fff }
  .cps .label { fill: #777 }`;

/** @typedef {[number, number]} Point */

/** @param {Layout} layout @param {number} cell @returns {Point} */
const corner = ({ places, margin }, cell) => [margin + SIDE * places[cell][1], margin + SIDE * places[cell][0]];

/** @param {Layout} layout @returns {(cell: number) => Point} */
const centres = (layout) => (cell) => {
  const [x, y] = corner(layout, cell);
  return [x + SIDE / 2, y + SIDE / 2];
};

const escaped = (/** @type {string | number} */ text) => String(text).replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
const text = (/** @type {Point} */ [x, y], /** @type {string | number} */ said, /** @type {number} */ size, /** @type {string} */ name) =>
  `<text class="${name}" x="${x}" y="${y}" font-size="${size}">${escaped(said)}</text>`;
const path = (/** @type {Point[]} */ points) => `M${(points.length > 1 ? points : [...points, ...points]).map((point) => point.join(" ")).join("L")}`;
const broad = (/** @type {Point[]} */ points, /** @type {string} */ colour, end = "") =>
  `<path d="${path(points)}${end}" fill="none" stroke="${colour}" stroke-width="${SIDE / 5}" stroke-linecap="round" stroke-linejoin="round"/>`;
const thin = (/** @type {Point[]} */ points, colour = THIN, width = 2) =>
  `<path d="${path(points)}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
const disc = (/** @type {Point} */ [x, y], /** @type {number} */ r, /** @type {string} */ fill) => `<circle cx="${x}" cy="${y}" r="${r}" ${fill}/>`;
const ring = (/** @type {Point} */ point, /** @type {number} */ r, width = 2) => disc(point, r, `fill="none" stroke="${THIN}" stroke-width="${width}"`);
const seenThrough = (/** @type {string[]} */ ...parts) => `<g opacity="0.45">${parts.join("")}</g>`;
const filled = (/** @type {string} */ colour) => `fill="${colour}"`;

/** Whether a line has another number than its usual one. @param {Layout} layout @param {number | undefined} number @param {Drawn["kind"]} kind */
const isUnusual = ({ size }, number, kind) => (number ?? null) !== null && number !== usualOf(kind, size);

/** @param {Point} from @param {Point} to @param {number} length @returns {Point} */
function towards([x, y], [x2, y2], length) {
  const whole = Math.hypot(x2 - x, y2 - y) || 1;
  return [x + ((x2 - x) * length) / whole, y + ((y2 - y) * length) / whole];
}

/** @param {Point} before @param {Point} tip */
function head(before, tip) {
  const [x, y] = tip;
  const [backX, backY] = towards(tip, before, 7);
  const [across, down] = [(y - backY) * 0.7, (backX - x) * 0.7];
  return thin([[backX + across, backY + down], tip, [backX - across, backY - down]]);
}

/** What stands on a line. @type {Record<string, (points: Point[], colour: string) => string>} */
const ON_LINES = {
  bulb: ([first], colour) => disc(first, BULB, filled(colour)),
  discs: (points, colour) => [points[0], points[points.length - 1]].map((point) => disc(point, BULB, filled(colour))).join(""),
  diamonds: (points, colour) => [points[0], points[points.length - 1]].map(([x, y]) =>
    `<path d="M${x - BULB} ${y}L${x} ${y - BULB}L${x + BULB} ${y}L${x} ${y + BULB}Z" fill="${colour}"/>`).join(""),
  middle(points, colour) {
    const [[x, y], [x2, y2]] = [points[(points.length - 1) >> 1], points[points.length >> 1]];
    return disc([(x + x2) / 2, (y + y2) / 2], 0.22 * SIDE, filled(colour));
  },
};

/** A line around cells, a little inside of them, with a text in the corner of the first. @param {Layout} layout @param {number[]} cells @param {string} dashes @param {string} said @param {boolean} isCage */
function outline(layout, cells, dashes, said, isCage) {
  const inside = new Set(cells.map((cell) => String(layout.places[cell])));
  const [size, letter] = isCage ? [9, 5.8] : [6, 3.3];
  const first = Math.min(...cells);
  const [firstRow, firstColumn] = layout.places[first];
  // It may go on in the next cell; what is cut off is said in the list of the rules.
  const room = SIDE * (inside.has(String([firstRow, firstColumn + 1])) ? 2 : 1);
  const shown = isCage ? said : said.slice(0, Math.floor(room / letter) - 2);
  const far = SIDE - INSET;
  const sides = cells.flatMap((cell) => {
    const [row, column] = layout.places[cell];
    const [left, top] = corner(layout, cell);
    const free = shown && row === firstRow ? INSET + letter * shown.length + 1 - SIDE * (column - firstColumn) : 0;
    const has = (/** @type {number} */ down, /** @type {number} */ right) => inside.has(String([row + down, column + right]));
    const reach = (/** @type {number} */ down, /** @type {number} */ right, /** @type {number} */ i, /** @type {number} */ j) =>
      !has(down, right) ? -INSET : has(down + i, right + j) ? INSET : 0;
    return [-1, 1].flatMap((step) => {
      const at = step < 0 ? INSET : far;
      const [across, down] = [-reach(0, -1, step, 0), -reach(-1, 0, 0, step)];
      const end = SIDE + reach(0, 1, step, 0);
      return [
        ...(has(step, 0) ? [] : [`M${left + (step < 0 && free > across ? Math.min(free, end) : across)} ${top + at}H${left + end}`]),
        ...(has(0, step) ? [] : [`M${left + at} ${top + (step < 0 && cell === first && shown ? size + 3 : down)}V${top + SIDE + reach(1, 0, 0, step)}`]),
      ];
    });
  });
  const [x, y] = corner(layout, first);
  return `<path d="${sides.join("")}" fill="none" stroke="#777" stroke-width="1.4" stroke-dasharray="${dashes}"/>` +
    text([x + 3 + (letter * shown.length) / 2, y + 2 + size / 2], shown, size, isCage ? "clue" : "label");
}

/** @param {Layout} layout @param {Clue} clue @param {string | number} number */
function outside(layout, { cells }, number) {
  const at = centres(layout);
  const [[x, y], [row, column]] = [at(cells[0]), layout.places[cells[0]]];
  const [down, right] = cells.length < 2 ? [0, 1] : layout.places[cells[1]].map((place, axis) => Math.sign(place - [row, column][axis]));
  if (!down || !right) return text([x - right * (SIDE / 2 + 10), y - down * (SIDE / 2 + 10)], number, 11, "clue");
  const [left, top] = [x - (right * SIDE) / 2, y - (down * SIDE) / 2];
  const isBeside = row - down >= 0 && row - down < layout.rows;
  const [lower, start] = isBeside ? [10, 9] : [21, 12];
  const tip = [left - right * 3, top - down * 3];
  return text([left - right * 21, top - down * lower], number, 11, "clue") +
    `<path d="M${left - right * start} ${top - down * start}L${tip[0]} ${tip[1]}M${tip[0] - right * 5} ${tip[1]}H${tip[0]}V${tip[1] - down * 5}" fill="none" stroke="#707070" stroke-width="1.3"/>`;
}

/** @param {Point} point @param {number[]} step @param {number} tip @param {number} back */
function wedge([x, y], [right, down], tip, back) {
  const [[x1, y1], [x2, y2]] = [5, -5].map((side) => [x + right * back + down * side, y + down * back + right * side]);
  return `<path d="M${x1} ${y1}L${x + right * tip} ${y + down * tip}L${x2} ${y2}" fill="none" stroke="${THIN}" stroke-width="1.5"/>`;
}

/** Between neighbours, in turn. @param {Layout} layout @param {number[]} cells @param {(middle: Point, one: Point, other: Point) => string} draw */
const between = (layout, cells, draw) => cells.slice(1).map((cell, at) => {
  const [one, other] = [cells[at], cell].map(centres(layout));
  return draw([(one[0] + other[0]) / 2, (one[1] + other[1]) / 2], one, other);
}).join("");

/** Its number, where it has one. @param {Drawn} drawn @returns {number | undefined} */
const numberOf = ({ clue, kind }) => clue[numberName(kind)] ?? undefined;

/** A for 1, and so on. @param {number} number */
const letterOf = (number) => (number >= 1 && number <= 26 ? String.fromCharCode(64 + number) : String(number));

/** @type {Record<string, (layout: Layout, drawn: Drawn, looks: Looks) => string>} */
const DRAWINGS = {
  tint: (layout, { clue }, { colour }) => clue.cells.map((/** @type {number} */ cell) => {
    const [x, y] = corner(layout, cell);
    return `<rect x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" fill="${colour}" fill-opacity="0.18"/>`;
  }).join(""),
  disc: (layout, { clue }) => clue.cells.map(centres(layout)).map((/** @type {Point} */ point) => disc(point, BULB, `fill="${THIN}" fill-opacity="0.32"`)).join(""),
  square: (layout, { clue }) => clue.cells.map(centres(layout)).map((/** @type {Point} */ [x, y]) =>
    `<rect x="${x - BULB}" y="${y - BULB}" width="${2 * BULB}" height="${2 * BULB}" fill="${THIN}" fill-opacity="0.32"/>`).join(""),
  wedges(layout, { clue }, { inwards }) {
    const edge = SIDE * 0.43;
    const [tip, back] = inwards ? [edge - 5, edge] : [edge, edge - 5];
    return clue.cells.map(centres(layout)).flatMap((/** @type {Point} */ point) =>
      [[1, 0], [-1, 0], [0, 1], [0, -1]].map((step) => wedge(point, step, tip, back))).join("");
  },
  rings: (layout, { clue }) => clue.cells.map(centres(layout)).map((/** @type {Point} */ point) => ring(point, SIDE * 0.42, 1.5)).join(""),
  // The arms lie beside the grid; where they lead is shown at the cell.
  looks(layout, { clue }) {
    const edge = SIDE * 0.45;
    const point = centres(layout)(clue.control[0]);
    return clue.arms.filter((/** @type {number[]} */ arm) => arm.length > 1).map((/** @type {number[]} */ [first, second]) => {
      const [[row, column], [down, right]] = [layout.places[first], layout.places[second]];
      return wedge(point, [right - column, down - row], edge, edge - 5);
    }).join("");
  },
  line(layout, { clue, label, kind }, { colour = "", end, closed, named }) {
    const points = clue.cells.map(centres(layout));
    const [x, y] = points[0];
    return seenThrough(broad(points, colour, closed ? "Z" : ""), end ? ON_LINES[end](points, colour) : "") +
      (named || isUnusual(layout, clue[numberName(kind)], kind) ? text([x, y - SIDE * 0.38], label.slice(0, 12), 6, "label") : "");
  },
  parts(layout, { clue }, { colour = "" }) {
    const parts = clue.parts.map((/** @type {number[]} */ part) => part.map(centres(layout)));
    const joins = parts.slice(1).map((/** @type {Point[]} */ part, /** @type {number} */ at) => thin([parts[at].at(-1), part[0]], colour, 3));
    return seenThrough(...parts.map((/** @type {Point[]} */ part) => broad(part, colour)), ...joins);
  },
  doublearrow(layout, { clue }) {
    const points = clue.cells.map(centres(layout));
    const [first, last] = [points[0], points[points.length - 1]];
    return ring(first, BULB) + ring(last, BULB) + thin([towards(first, points[1], BULB), ...points.slice(1, -1), towards(last, points[points.length - 2], BULB)]);
  },
  arrow(layout, { clue }) {
    /** @type {Point[]} */
    const bulb = clue.bulb.map(centres(layout));
    const points = clue.cells.map(centres(layout));
    const [left, right] = [Math.min(...bulb.map(([x]) => x)), Math.max(...bulb.map(([x]) => x))];
    const [top, bottom] = [Math.min(...bulb.map(([, y]) => y)), Math.max(...bulb.map(([, y]) => y))];
    const root = bulb.reduce((/** @type {Point} */ near, /** @type {Point} */ one) =>
      Math.hypot(one[0] - points[0][0], one[1] - points[0][1]) < Math.hypot(near[0] - points[0][0], near[1] - points[0][1]) ? one : near);
    const shaft = [towards(root, points[0], BULB), ...points];
    return `<rect x="${left - BULB}" y="${top - BULB}" width="${right - left + 2 * BULB}" height="${bottom - top + 2 * BULB}" rx="${BULB}" fill="none" stroke="${THIN}" stroke-width="2"/>` +
      thin(shaft) + head(shaft[shaft.length - 2], shaft[shaft.length - 1]);
  },
  cage: (layout, one) => outline(layout, one.clue.cells, "4 3", String(numberOf(one) ?? ""), true),
  cages: (layout, { clue }) => clue.parts.map((/** @type {number[]} */ part, /** @type {number} */ at) =>
    outline(layout, part, "4 3", letterOf(clue.letters?.[at] ?? 1), true)).join(""),
  clue: (layout, one) => outside(layout, one.clue, numberOf(one) ?? ""),
  diagonal: (layout, one) => outside(layout, one.clue, numberOf(one) ?? ""),
  dots: (layout, one, { fill, ink = "" }) => between(layout, one.clue.cells, (middle) => {
    const number = numberOf(one);
    const isUsual = number === undefined || number === one.kind.usual;
    return disc(middle, isUsual ? 5 : 7, `fill="${fill}" stroke="#808080"`) + (isUsual ? "" : text(middle, number ?? "", 8, ink));
  }),
  signs: (layout, { clue, label }) => between(layout, clue.cells, ([x, y]) => {
    const said = label.split(" ").at(-1) ?? "";
    const width = said.length < 2 ? 10 : 15;
    return `<rect x="${x - width / 2}" y="${y - 6}" width="${width}" height="12" rx="2" fill="#fff"/>${text([x, y], said, 10, "given")}`;
  }),
  greater: (layout, { clue }) => between(layout, clue.cells, ([x, y], one, other) => {
    const [right, down] = [((other[0] - one[0]) / SIDE) * 3, ((other[1] - one[1]) / SIDE) * 3];
    const ends = [1.4, -1.4].map((turn) => /** @type {Point} */ ([x - right + down * turn, y - down + right * turn]));
    return thin([ends[0], [x + right, y + down], ends[1]], "#808080", 2.4);
  }),
  quad(layout, { clue }) {
    const points = clue.cells.map(centres(layout));
    const [x, y] = [0, 1].map((axis) => points.reduce((/** @type {number} */ all, /** @type {Point} */ point) => all + point[axis], 0) / points.length);
    const { wanted } = clue;
    const round = disc([x, y], wanted.length < 3 ? 10 : 12, 'fill="#fff" stroke="#808080"');
    if (wanted.length < 3) return round + text([x, y], wanted.join(" "), 9, "given");
    const half = Math.ceil(wanted.length / 2);
    return round + text([x, y - 4.5], wanted.slice(0, half).join(" "), 8, "given") + text([x, y + 4.5], wanted.slice(half).join(" "), 8, "given");
  },
};

/**
 * Return what is drawn of clues below and above a board's lines; null where nothing is.
 * @param {Pick<BoardData, "places" | "symbols" | "width" | "height" | "auxiliary">} board @param {Drawn[]} all
 * @returns {BoardData["drawing"]}
 */
export function drawingOf({ places, symbols, width, height, auxiliary }, all) {
  const grid = places.length - auxiliary;
  const layerOf = (/** @type {Drawn} */ { kind }) => kind.drawn?.layer ?? 2;
  const isClued = all.some((one) => layerOf(one) === EDGES - 1);
  const layout = { places, margin: isClued ? 30 : 12, size: symbols.length, rows: height };
  const sorted = [...all].sort((one, other) => layerOf(one) - layerOf(other));
  const [below, above] = [false, true].map((isAbove) => sorted.filter((one) => (layerOf(one) === EDGES) === isAbove).map((one) => {
    const looks = one.kind.drawn;
    if (looks) return DRAWINGS[looks.kind](layout, one, looks);
    const { cells = [] } = one;
    // What is about most of the board is said beside it.
    return cells.length && 2 * cells.length <= grid ? outline(layout, cells, "1.5 3", one.label, false) : "";
  }).join(""));
  if (!below && !above) return null;
  const size = `viewBox="0 0 ${SIDE * width + 2 * layout.margin} ${SIDE * height + 2 * layout.margin}"`;
  const whole = (/** @type {string} */ parts) => parts && `<svg xmlns="http://www.w3.org/2000/svg" class="cps" ${size}><style>${STYLE}</style>${parts}</svg>`;
  return { below: whole(below), above: whole(above), margin: layout.margin / SIDE };
}
