import { ruleName } from "./about.js";
import { decorations, drawDecorations } from "./decoration.js";
import { svg } from "./elements.js";
import { Layout, SIDE } from "./layout.js";

const MARGIN = 3;
/** How wide and high a digit of a clue is, in cells. */
const DIGIT = { wide: 0.19, high: 0.3 };

/**
 * Thin lines around all cells, and above them thick ones around boxes: each one path, since lines that meet are blacker there.
 * @param {Board} board @param {Element} place
 */
export function drawLines(board, place) {
  const layout = new Layout(board);
  svg("path", { d: layout.squares(board.data.places.keys()), class: "thin" }, place);
  svg("path", { d: layout.boxes(), class: "thick" }, place);
}

/** What is drawn of a board whatever its cells hold: lines, shades of groups, the rules. */
export class Frame {
  /**
   * @param {HTMLElement} place
   * @param {SVGElement} drawing
   * @param {HTMLElement} grid
   * @param {Record<"extra" | "over" | "lines" | "edges", SVGElement>} layers
   */
  constructor(place, drawing, grid, layers) {
    this.place = place;
    this.drawing = drawing;
    this.grid = grid;
    this.layers = layers;
  }

  /** @param {Board} board */
  draw(board) {
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    const { drawing } = board.data;
    const drawn = decorations(board.data);
    this.measure(board, beyond(board, [...cluesOutside(board, drawing), ...drawn.flatMap(({ corners }) => corners)]));
    this.shade(board);
    drawLines(board, this.layers.lines);
    drawDecorations(drawn.filter(({ above }) => !above), SIDE, this.layers.over);
    drawDecorations(drawn.filter(({ above }) => above), SIDE, this.layers.edges);
    if (drawing) {
      this.drawRules(board, drawing.below, drawing.margin, this.layers.over);
      this.drawRules(board, drawing.above, drawing.margin, this.layers.edges);
    }
  }

  /** @param {Board} board @param {number[]} reach Of what is drawn, in cells: above, to the right, below, to the left. */
  measure(board, reach) {
    const { height, width } = board.data;
    const [top, right, bottom, left] = reach.map((cells) => MARGIN + cells * SIDE);
    const [across, down] = [width * SIDE + left + right, height * SIDE + top + bottom];
    this.drawing.setAttribute("viewBox", `${-left} ${-top} ${across} ${down}`);
    this.grid.style.setProperty("--rows", String(height));
    this.grid.style.setProperty("--columns", String(width));
    const inset = [top / down, right / across, bottom / down, left / across];
    this.grid.style.inset = inset.map((part) => `${100 * part}%`).join(" ");
    this.place.style.setProperty("--ratio", `${across} / ${down}`);
  }

  /** Of other groups only houses are shaded: cages have lines, and chess moves are everywhere. @param {Board} board */
  shade(board) {
    for (const region of board.data.regions) {
      // Those of a samurai say of which grid they are: "top left row".
      if (/(^| )(row|column|box|region|disjoint group)$/.test(region.kind)) continue;
      if (region.cells.length < board.size) continue;
      if (region.kind.endsWith("diagonal")) {
        this.drawThrough(board, region.cells);
        continue;
      }
      for (const cell of region.cells) {
        const [row, column] = board.data.places[cell];
        const square = { x: column * SIDE, y: row * SIDE, width: SIDE, height: SIDE };
        svg("rect", { ...square, class: "extra" }, this.layers.extra);
      }
    }
  }

  /** A line through the middles of the first and the last cell. @param {Board} board @param {number[]} cells */
  drawThrough(board, cells) {
    const [[y1, x1], [y2, x2]] = [cells[0], cells[cells.length - 1]].map((cell) =>
      board.data.places[cell].map((place) => (place + 0.5) * SIDE));
    svg("line", { x1, y1, x2, y2, class: "diagonal" }, this.layers.extra);
  }

  /**
   * Lay the server's drawing of the rules over the cells: as a picture, in which no script can run.
   * @param {Board} board
   * @param {string} drawn
   * @param {number} margin In cells.
   * @param {SVGElement} place
   */
  drawRules(board, drawn, margin, place) {
    if (!drawn) return;
    const { height, width } = board.data;
    const beyond = margin * SIDE;
    const said = drawn.replace(/(<text class="label"[^>]*>)([^<]+)/g, (_, text, label) => text + ruleName(label));
    svg("image", {
      href: `data:image/svg+xml,${encodeURIComponent(said)}`,
      x: -beyond,
      y: -beyond,
      width: width * SIDE + 2 * beyond,
      height: height * SIDE + 2 * beyond,
      class: "rules",
    }, place);
  }
}

/**
 * The corners of numbers that stand beside a board, in cells.
 * @param {Board} board @param {BoardData["drawing"]} drawing
 * @returns {[number, number][]}
 */
function cluesOutside({ data: { height, width } }, drawing) {
  if (!drawing?.below) return [];
  // A browser would complain of styles, which the page allows to pictures alone.
  const drawn = new DOMParser().parseFromString(drawing.below.replace(/<style>.*?<\/style>/s, ""), "image/svg+xml");
  const side = Number(drawn.documentElement.getAttribute("viewBox")?.split(" ")[2]) / (width + 2 * drawing.margin);
  return [...drawn.querySelectorAll("text.clue")].flatMap((clue) => {
    const [x, y] = ["x", "y"].map((name) => Number(clue.getAttribute(name)) / side - drawing.margin);
    if (x > 0 && x < width && y > 0 && y < height) return [];
    const [wide, high] = [(DIGIT.wide * (clue.textContent ?? "").length) / 2, DIGIT.high / 2];
    return /** @type {[number, number][]} */ ([[x - wide, y - high], [x + wide, y + high]]);
  });
}

/**
 * How far points lie beyond each side of a board: a side that has none takes no room.
 * @param {Board} board @param {[number, number][]} points
 */
function beyond({ data: { height, width } }, points) {
  const furthest = (/** @type {(point: [number, number]) => number} */ by) => Math.max(0, ...points.map(by));
  return [furthest(([, y]) => -y), furthest(([x]) => x - width), furthest(([, y]) => y - height), furthest(([x]) => -x)];
}
