import { isObject, jsonOf } from "./checks.js";
import { svg } from "./elements.js";

/**
 * What a setter has drawn without a meaning: lines, shapes, texts and cages, as f-puzzles writes them. Places are in
 * cells, with the upper left corner of the board at 0, 0; they may lie beside the board.
 *
 * @typedef {[number, number]} Point Across and down.
 * @typedef {object} Drawn
 * @property {string} name Of the element.
 * @property {Record<string, string | number>} attributes Lengths in cells.
 * @property {Point[]} corners What it reaches to.
 * @property {Point} [at] Its middle, about which it is turned.
 * @property {number} [angle] In degrees.
 * @property {string} [text]
 * @property {boolean} [above] Whether it lies on the lines between cells, and not in a cell below the digits.
 */

/** How far inside of its cells a cage lies. */
const INSET = 0.07;

/** The fields of a decoration. @param {string} [decoration] @returns {Record<string, any>} */
export function fieldsOf(decoration) {
  const found = jsonOf(decoration || "{}");
  return isObject(found) ? found : {};
}

/** @param {unknown} said @returns {any[]} */
const objects = (said) => (Array.isArray(said) ? said.filter(isObject) : []);

/** The middles of cells. @param {unknown} names @returns {Point[]} */
const middles = (names) => (Array.isArray(names) ? names : []).flatMap((name) => {
  const [, row, column] = /^r(\d{1,2})c(\d{1,2})$/i.exec(String(name)) ?? [];
  return row ? [/** @type {Point} */ ([Number(column) - 0.5, Number(row) - 0.5])] : [];
});

/** A colour that fetches nothing. @param {unknown} said @param {string} usual */
const colour = (said, usual) => (/^(#[\da-f]{3,8}|[a-z]+)$/i.test(String(said ?? "")) ? String(said) : usual);

/** @param {unknown} said @param {number} usual */
const length = (said, usual) => (Number(said) > 0 && Number(said) < 100 ? Number(said) : usual);

/** @param {any} one @returns {Drawn[]} */
const lines = ({ lines: all, outlineC, width }) => (Array.isArray(all) ? all : []).map(middles).filter(({ length: count }) => count > 1).map((corners) => ({
  name: "path", corners,
  attributes: {
    d: `M${corners.join("L")}`, fill: "none", stroke: colour(outlineC, "#999"), "stroke-width": length(width, 0.3),
    "stroke-linecap": "round", "stroke-linejoin": "round",
  },
}));

/** @param {any} one @param {string} said @param {number} size @returns {Drawn[]} */
function words({ cells, fontC, angle }, said, size) {
  const at = centreOf(cells);
  return at && said ? [{
    name: "text", at, above: cells.length > 1, angle: Number(angle) || 0, text: said, corners: around(at, 0.3 * size * said.length, size / 2),
    attributes: { x: at[0], y: at[1], "font-size": size, fill: colour(fontC, "#000") },
  }] : [];
}

/** @param {any} one @param {"rect" | "ellipse"} name @returns {Drawn[]} */
function shapes(one, name) {
  const at = centreOf(one.cells);
  if (!at) return [];
  const [across, down] = [length(one.width, 0.5) / 2, length(one.height, 0.5) / 2];
  /** @type {Record<string, number>} */
  const size = name === "rect" ? { x: at[0] - across, y: at[1] - down, width: 2 * across, height: 2 * down } : { cx: at[0], cy: at[1], rx: across, ry: down };
  const looks = { fill: colour(one.baseC, "none"), stroke: colour(one.outlineC, "none"), "stroke-width": 0.03 };
  const said = String(one.value ?? "");
  return [
    { name, at, above: one.cells.length > 1, angle: Number(one.angle) || 0, corners: around(at, across, down), attributes: { ...size, ...looks } },
    ...words(one, said, Math.min(0.8 * down * 2, (across * 3) / (said.length || 1))),
  ];
}

/** @param {any} one @returns {Drawn[]} */
function cages({ cells, outlineC, fontC, value }) {
  const corners = middles(cells);
  if (!corners.length || String(value).toUpperCase() === "FOGLIGHT") return [];
  const inside = new Set(corners.map(String));
  const far = 0.5 - INSET;
  const sides = corners.flatMap(([x, y]) => [[0, -1], [1, 0], [0, 1], [-1, 0]].filter(([right, down]) => !inside.has(String([x + right, y + down]))).map(([right, down]) => {
    // A side continues to the next cell where that one is of the cage as well.
    const ends = [-1, 1].map((way) => way * (inside.has(String([x + way * Math.abs(down), y + way * Math.abs(right)])) ? 0.5 : far));
    return `M${ends.map((end) => [x + (right ? right * far : end), y + (down ? down * far : end)]).join("L")}`;
  }));
  const [[x, y]] = [...corners].sort(([x1, y1], [x2, y2]) => y1 - y2 || x1 - x2);
  const said = String(value ?? "");
  return [
    { name: "path", corners, attributes: { d: sides.join(""), fill: "none", stroke: colour(outlineC, "#000"), "stroke-width": 0.03, "stroke-dasharray": "0.08 0.05" } },
    ...(said ? [{
      name: "text", text: said, corners: [], attributes: { x: x - 0.46, y: y - 0.36, "font-size": 0.22, fill: colour(fontC, "#000") },
    }] : []),
  ];
}

/** The point in the middle of cells. @param {unknown} cells @returns {Point | null} */
function centreOf(cells) {
  const all = middles(cells);
  const mean = (/** @type {0 | 1} */ axis) => all.reduce((sum, point) => sum + point[axis], 0) / all.length;
  return all.length ? [mean(0), mean(1)] : null;
}

/** @param {Point} at @param {number} across @param {number} down @returns {Point[]} */
const around = ([x, y], across, down) => [[x - across, y - down], [x + across, y + down]];

/** What a setter has drawn on a board, the lowest first. @param {BoardData} board @returns {Drawn[]} */
export function decorations({ about }) {
  const { line, rectangle, circle, text, cage } = fieldsOf(about?.decoration);
  return [
    ...objects(line).flatMap(lines),
    ...objects(rectangle).flatMap((one) => shapes(one, "rect")),
    ...objects(circle).flatMap((one) => shapes(one, "ellipse")),
    ...objects(cage).flatMap(cages),
    ...objects(text).flatMap((one) => words(one, String(one.value ?? ""), length(one.size, 0.5))),
  ];
}

/** @param {Drawn[]} all @param {number} side Of a cell. @param {Element} place */
export function drawDecorations(all, side, place) {
  const group = svg("g", { class: "decoration", transform: `scale(${side})` }, place);
  for (const { name, attributes, text, at, angle } of all) {
    const drawn = svg(name, attributes, group);
    if (text) {
      drawn.textContent = text;
      // Else what the page says of all texts would hold.
      Object.assign(drawn.style, { fill: attributes.fill, textAnchor: at ? "middle" : "start", fontWeight: "500" });
    }
    if (at && angle) drawn.setAttribute("transform", `rotate(${angle} ${at.join(" ")})`);
  }
}
