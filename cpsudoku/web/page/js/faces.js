/** @import {Layout} from "./layout.js" */

import { ruleName } from "./about.js";
import { svg } from "./elements.js";
import { SIDE } from "./layout.js";
import { word } from "./words.js";

/** @typedef {{back: SVGElement, shades: SVGElement, content: SVGElement, lines: SVGElement}} Parts Of the drawing of a cell. */

/** Places of corner marks, from the corners on. */
const CORNERS = [[10, 12], [50, 12], [10, 50], [50, 50], [30, 12], [30, 50], [10, 31], [50, 31]];
/** The width of a digit, as a share of its height. */
const NARROW = 0.6;
/** Boards of more digits have no room for a place of each. */
const MOST_PLACES = 16;

/**
 * A cell that shows a digit or marks, and no more.
 * @param {Pick<Face, "digit" | "given"> & Partial<Face>} said
 * @returns {Face}
 */
export const faceOf = (said) => ({ corner: [], centre: [], manner: "rows", colours: [], lines: [], ...said });

/** @param {Board} board @param {number} digit */
export const symbolOf = ({ data }, digit) => data.symbols[digit - 1];

/**
 * Draw what a cell shows.
 * @param {Face} face @param {number} cell @param {Parts} parts @param {Layout} layout
 * @param {boolean} isPointed Whether its candidates are lit at their places.
 */
export function drawFace(face, cell, parts, layout, isPointed) {
  const { content, shades, back, lines } = parts;
  content.replaceChildren();
  shades.replaceChildren();
  lines.replaceChildren(...face.lines.map((end) => line(layout.centre(cell), layout.centre(end))));
  back.querySelectorAll(".colour").forEach((old) => old.remove());
  drawColours(face.colours, layout.corner(cell), back);
  back.firstElementChild?.classList.toggle("fogged", Boolean(face.fogged));
  if (face.digit) {
    const attributes = { x: SIDE / 2, y: SIDE / 2, class: face.given ? "given" : "entry" };
    svg("text", attributes, content).textContent = symbolOf(layout.board, face.digit);
  } else drawMarks(face, parts, layout, isPointed);
}

/** @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
const line = (from, to) => svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "pen-line" });

/** @param {Face} face @param {Parts} parts @param {Layout} layout @param {boolean} isPointed */
function drawMarks(face, parts, layout, isPointed) {
  const { corner, centre, manner } = face;
  const { content } = parts;
  const { clueSpace: [left, top], board } = layout;
  corner.slice(0, CORNERS.length).forEach((mark, index) => {
    const [x, y] = CORNERS[index];
    const attributes = { x: Math.max(x, left + 6), y: y < SIDE / 2 ? Math.max(y, top + 8) : y, class: "corner" };
    svg("text", attributes, content).textContent = symbolOf(board, mark);
  });
  if (!centre.length) return;
  if (manner === "sole") drawSole(centre[0], content, board);
  else if ((manner === "places" || isPointed) && board.size <= MOST_PLACES) drawPlaced(face, parts, layout);
  else drawRows(centre.map((mark) => symbolOf(board, mark)), SIDE - (corner.length ? 34 : 8), content);
}

/** What a cell must be, as big as a digit that is entered. @param {number} digit @param {SVGElement} content @param {Board} board */
function drawSole(digit, content, board) {
  const attributes = { x: SIDE / 2, y: SIDE / 2, class: "candidate sole", "data-digit": digit };
  svg("text", attributes, content).textContent = symbolOf(board, digit);
}

/** Each candidate at its place, so that links and colours of a hint can meet it. @param {Face} face @param {Parts} parts @param {Layout} layout */
function drawPlaced({ centre, shades = [] }, parts, layout) {
  const { board, clueSpace, across } = layout;
  const r = Math.min(clueSpace[1] ? 7 : 8, SIDE / across / 2 - 2);
  centre.forEach((mark, at) => {
    const { x, y } = layout.spot(mark);
    const shade = shades[at] ?? "";
    if (shade) svg("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 3, class: `shade ${shade}` }, parts.shades);
    const size = board.size > 9 ? "tiny" : "";
    svg("text", { x, y, class: `candidate ${size} ${shade}`, "data-digit": mark }, parts.content).textContent = symbolOf(board, mark);
  });
}

/**
 * Marks in the middle: one row, and where they are many more and smaller ones, so that they
 * can be read and leave the corners free.
 * @param {string[]} texts @param {number} height How much of the cell is theirs. @param {SVGElement} content
 */
function drawRows(texts, height, content) {
  const rows = texts.length <= 5 ? 1 : texts.length <= 12 ? 2 : Math.ceil(texts.length / 7);
  const each = Math.ceil(texts.length / rows);
  const lines = Array.from({ length: rows }, (_, row) => texts.slice(row * each, (row + 1) * each).join(""));
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.min(17, (SIDE - 6) / (longest * NARROW), Math.max(height / rows, rows > 1 ? 0 : 17));
  lines.forEach((line, row) => {
    const y = SIDE / 2 + (row - (rows - 1) / 2) * size * 1.05;
    const text = svg("text", { x: SIDE / 2, y, class: "centre" }, content);
    text.textContent = line;
    text.style.fontSize = `${size.toFixed(1)}px`;
  });
}

/** @param {number[]} colours @param {{x: number, y: number}} corner @param {SVGElement} back */
function drawColours(colours, { x, y }, back) {
  const width = SIDE / Math.max(1, colours.length);
  colours.forEach((colour, index) => {
    svg("rect", { x: x + index * width, y, width, height: SIDE, class: `colour colour-${colour}` }, back);
  });
}

/** What is read of a cell to those who do not see it. @param {Face} face @param {number} cell @param {Board} board */
export function wordsOf({ digit, given, corner, centre, colours, lines, notes = [], fogged }, cell, board) {
  const [row, column] = board.data.places[cell];
  /** @param {number[]} digits */
  const list = (digits) => digits.map((one) => symbolOf(board, one)).join(" ");
  const marks = [
    ...(corner.length ? [`${word("corner marks")} ${list(corner)}`] : []),
    ...(centre.length ? [`${word("centre marks")} ${list(centre)}`] : []),
  ];
  const content = marks.length ? marks : [word("empty")];
  return [
    word("cell", { row: row + 1, column: column + 1 }),
    ...(fogged ? [word("in fog")] : []),
    ...(digit ? [list([digit]) + (given ? ` ${word("given")}` : "")] : content),
    ...(fogged ? [] : board.rulesOf(cell).map(ruleName)),
    ...(lines.length ? [word("lines to", { cells: lines.map((end) => board.name(end)).join(" ") })] : []),
    ...notes,
    ...(colours.length ? [`${word("colours")} ${colours.join(" ")}`] : []),
  ].join(", ");
}
