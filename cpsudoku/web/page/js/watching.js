import { houseName } from "./about.js";
import { element, svg } from "./elements.js";
import { iconButton, make, show as showDialog } from "./dialogs.js";
import { drawLines } from "./frame.js";
import { SIDE } from "./layout.js";
import { busy } from "./panel.js";
import { word } from "./words.js";

/**
 * One thing that a search does.
 *
 * @typedef {{kind: string, depth: number, cell: number | null, digit: number | null}} Event
 */

/**
 * The exact cover matrix of dancing links: a row fills a cell with a digit and covers its columns.
 *
 * @typedef {{items: string[], primary: number, cells: number[], digits: number[], ones: number[][]}} Matrix
 */

const SEARCHES = ["backtrack:index", "backtrack:pruned", "backtrack:fewest", "dlx"];
const SQUARE = 5;
const EVENTS = 5000;
/** Events a second, by the place of the slider. */
const SPEEDS = [1, 2, 5, 10, 25, 60, 200, 1000];

/** What a column is about: a cell, or a digit in a house. @param {string} item */
function itemName(item) {
  const [, digit, house] = /^(\S+) in (.+)$/.exec(item) ?? [];
  return house ? word("matrix item", { digit, house: houseName(house) }) : item;
}

/** The matrix beside a board: rows chosen, what they cover, and the column with the fewest rows left. */
class MatrixView {
  /** @param {Matrix} matrix @param {Board} board */
  constructor(matrix, board) {
    this.matrix = matrix;
    this.names = matrix.cells.map((cell, row) => `${board.name(cell)}=${board.data.symbols[matrix.digits[row] - 1]}`);
    const [width, height] = [matrix.items.length, matrix.ones.length];
    this.drawing = svg("svg", {
      viewBox: `0 0 ${width * SQUARE} ${height * SQUARE}`,
      class: "matrix",
      role: "img",
      "aria-label": word("matrix"),
    });
    this.band = svg("rect", { y: 0, width: SQUARE, height: height * SQUARE, class: "fewest" }, this.drawing);
    this.rows = matrix.ones.map((ones, row) => {
      const group = svg("g", {}, this.drawing);
      const y = row * SQUARE;
      svg("rect", { x: 0, y, width: width * SQUARE, height: SQUARE, class: "band" }, group);
      for (const item of ones) {
        svg("rect", { x: item * SQUARE + 0.5, y: y + 0.5, width: SQUARE - 1, height: SQUARE - 1, class: "one" }, group);
      }
      return group;
    });
    this.caption = make("p", { className: "counts" });
    this.branch = make("table", { className: "branch" });
    this.box = make("figure", { className: "matrix-box" }, [
      make("figcaption", { textContent: word("matrix") }), this.drawing, this.caption, make("div", { className: "scrolls" }, [this.branch]),
    ]);
  }

  /** Show the rows of one column, large enough to be read, with the columns that they cover. @param {number[]} rows @param {number | null} column */
  drawBranch(rows, column) {
    const { items, ones } = this.matrix;
    const columns = [...new Set(rows.flatMap((row) => ones[row]))].sort((a, b) => a - b);
    const name = (/** @type {number} */ item) => (item === column ? "fewest" : "");
    this.branch.replaceChildren(...(rows.length ? [
      make("tr", {}, [make("td"), ...columns.map((item) => make("th", { className: name(item), scope: "col" }, [make("span", { textContent: itemName(items[item]) })]))]),
      ...rows.map((row) => make("tr", {}, [
        make("th", { textContent: this.names[row], scope: "row" }),
        ...columns.map((item) => make("td", { className: name(item), textContent: ones[row].includes(item) ? "■" : "" })),
      ])),
    ] : []));
  }

  /** @param {{cell: number, digit: number}[]} placed what the search has put into cells */
  show(placed) {
    const { items, primary, cells, digits, ones } = this.matrix;
    const chosen = new Set(placed.map(({ cell, digit }) => `${cell} ${digit}`));
    const is = cells.map((cell, row) => chosen.has(`${cell} ${digits[row]}`));
    const covered = new Set(ones.flatMap((one, row) => (is[row] ? one : [])));
    const left = ones.map((one) => !one.some((item) => covered.has(item)));
    const counts = items.map(() => 0);
    ones.forEach((one, row) => left[row] && one.forEach((item) => counts[item]++));
    this.rows.forEach((group, row) => {
      group.setAttribute("class", is[row] ? "chosen" : left[row] ? "left" : "gone");
    });
    const open = items.map((_, item) => item).filter((item) => item < primary && !covered.has(item));
    const fewest = open.length ? open.reduce((a, b) => (counts[b] < counts[a] ? b : a)) : null;
    this.band.setAttribute("x", String((fewest ?? -1) * SQUARE));
    this.band.setAttribute("visibility", fewest === null ? "hidden" : "visible");
    const fill = { columns: items.length - covered.size, rows: left.filter(Boolean).length };
    this.caption.textContent = word("matrix left", fill)
      + (fewest === null ? "" : ` ${word("matrix fewest", { item: itemName(items[fewest]), rows: counts[fewest] })}`);
    this.drawBranch([...ones.keys()].filter((row) => fewest !== null && left[row] && ones[row].includes(fewest)), fewest);
  }
}

/** A search that is replayed on a small board: forwards by its events, and back. */
class Replay {
  // Set by `start`.
  /** @type {number} */ at;
  /** @type {{cell: number, digit: number, depth: number}[]} */ placed;
  /** @type {Record<string, number>} */ counts;

  /**
   * @param {string} name
   * @param {Board} board
   * @param {{events: Event[], complete: boolean, matrix?: Matrix | null}} trace
   */
  constructor(name, board, trace) {
    this.board = board;
    this.events = trace.events;
    this.complete = trace.complete;
    const { height, width } = board.data;
    this.drawing = svg("svg", {
      viewBox: `-2 -2 ${width * SIDE + 4} ${height * SIDE + 4}`,
      class: "replay",
      role: "img",
      "aria-label": word(`search ${name}`),
    });
    drawLines(board, this.drawing);
    this.texts = board.data.places.map(([row, column]) =>
      svg("text", { x: (column + 0.5) * SIDE, y: (row + 0.5) * SIDE, class: "small" }, this.drawing));
    this.matrix = trace.matrix ? new MatrixView(trace.matrix, board) : null;
    this.caption = make("p", { className: "counts" });
    this.box = make("figure", {}, [make("figcaption", { textContent: word(`search ${name}`) }), this.drawing, this.caption]);
    this.start();
  }

  start() {
    this.at = 0;
    // With the depth at which they go again.
    this.placed = [];
    this.counts = { try: 0, propagate: 0, contradict: 0, back: 0, found: 0 };
    this.board.data.givens.forEach((digit, cell) => this.write(cell, digit, "given"));
    this.report();
  }

  get done() {
    return this.at >= this.events.length;
  }

  /** @param {number} cell @param {number} digit @param {string} name */
  write(cell, digit, name) {
    this.texts[cell].textContent = digit ? this.board.data.symbols[digit - 1] : "";
    this.texts[cell].setAttribute("class", `small ${name}`);
  }

  /** Digits of this depth and below go: the search has left them. @param {number} depth */
  leave(depth) {
    while (this.placed.length && this.placed[this.placed.length - 1].depth >= depth) {
      const { cell } = /** @type {{cell: number}} */ (this.placed.pop());
      if (!this.board.data.givens[cell]) this.write(cell, 0, "");
    }
  }

  step() {
    if (this.done) return;
    const { kind, depth, cell, digit } = this.events[this.at++];
    this.counts[kind] += 1;
    if (kind === "try") this.leave(depth);
    if (kind === "back") this.leave(depth + 1);
    if ((kind === "try" || kind === "propagate") && cell !== null && digit !== null) {
      this.placed.push({ cell, digit, depth });
      if (!this.board.data.givens[cell]) this.write(cell, digit, kind);
    }
    if (kind === "contradict" && cell !== null) this.texts[cell].classList.add("contradict");
  }

  back() {
    const at = Math.max(0, this.at - 1);
    this.start();
    while (this.at < at) this.step();
  }

  report() {
    const { try: tried, propagate, contradict } = this.counts;
    const end = this.done ? word(this.complete ? "search ended" : "search cut") : "";
    this.caption.textContent = `${word("counts", { tried, propagate, contradict })} ${end}`;
    this.matrix?.show(this.placed);
  }
}

/** @param {App} app */
export function wireWatching(app) {
  app.wire({ watch: () => watch(app) });
}

/**
 * Replay searches on the puzzle's givens side by side.
 * @param {App} app
 */
async function watch(app) {
  const puzzle = { rules: app.board.data.rules, givens: app.board.data.givens };
  const replays = [];
  for (const backend of SEARCHES) {
    const trace = await busy(element("watch"), app.question("trace", { puzzle, backend, limit: EVENTS }, backend));
    replays.push(new Replay(backend, app.board, trace));
  }
  show(replays);
}

/** @param {Replay[]} replays */
function show(replays) {
  let running = false;
  let due = 0;
  let before = performance.now();
  const speed = make("input", { type: "range", min: 0, max: SPEEDS.length - 1, value: 3 });
  const stop = make("button", { className: "primary", textContent: word("begin") });
  const advance = (/** @type {number} */ count) => {
    for (const replay of replays) {
      for (let step = 0; step < count; step++) replay.step();
      replay.report();
    }
  };
  const frame = (/** @type {number} */ now) => {
    if (!stop.checkVisibility()) return;
    if (running) {
      due += ((now - before) / 1000) * SPEEDS[Number(speed.value)];
      advance(Math.floor(due));
      due -= Math.floor(due);
    }
    before = now;
    requestAnimationFrame(frame);
  };
  const run = (/** @type {boolean} */ runs) => {
    running = runs;
    stop.textContent = word(running ? "stop" : "go");
  };
  stop.addEventListener("click", () => run(!running));
  const back = () => {
    run(false);
    for (const replay of replays) {
      replay.back();
      replay.report();
    }
  };
  showDialog(word("watch"), [
    make("div", { className: "row" }, [
      stop, iconButton("back", word("one step back"), back), iconButton("forwards", word("one step"), () => advance(1)),
      iconButton("replay", word("again"), () => replays.forEach((replay) => replay.start())), make("label", {}, [word("speed"), speed]),
    ]),
    make("div", { className: "replays" }, replays.map(({ box }) => box)),
    ...replays.flatMap(({ matrix }) => (matrix ? [matrix.box] : [])),
  ]);
  requestAnimationFrame(frame);
}
