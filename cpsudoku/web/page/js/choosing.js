import { ask, end, names } from "./api.js";
import { Board } from "./board.js";
import { linkTo } from "./core/boards.js";
import { titleOfGame } from "./heading.js";
import { svg } from "./elements.js";
import { spoken } from "./clock.js";
import { choice, close, iconButton, keyList, make, onClose, show, sayInDialog, tick } from "./dialogs.js";
import { games, load, remove } from "./games.js";
import { inDialog, wordsOf } from "./page.js";
import { pictureButtons } from "./pictures.js";
import { answering, isSingle, resource } from "./resources.js";
import { beginQueue } from "./queue.js";
import { boardIn, textsIn } from "./texts.js";
import { keepSetting, setting } from "./storage.js";
import { dated, languages, loadWords, word } from "./words.js";

/** @param {App} app */
export function wireDialogs(app) {
  const take = (/** @type {string} */ text) => inDialog(async () => (await open(app, text)) && close(), app);
  app.wire({
    open: async () => askForText(take, await offered(app)),
    games: () => chooseGame(app),
    copy: () => chooseCopy(app),
    settings: () => chooseSettings(app),
    help: () => show(word("help"), [
      ...(answering === "nobody" ? [make("p", { textContent: word("no core") })] : []),
      keyList(word("keys")),
      ...(answering === "server" ? [make("p", {}, [make("a", { href: "api.html", textContent: word("interface") })])] : []),
    ]),
  });
  takeTexts(take);
  // What was waited for in a dialog is not begun once it is closed.
  onClose(() => {
    app.turns += 1;
    end("practice");
  });
}

/**
 * Take what is pasted, or dropped as a file, anywhere on the page.
 * @param {(text: string) => unknown} take
 */
export function takeTexts(take) {
  document.addEventListener("paste", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea")) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.trim()) take(text);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) take(await file.text());
  });
}

/**
 * Begin with the puzzle of a text; with several, with the first of a queue.
 * @param {App} app @param {string} text
 * @returns {Promise<boolean>} Whether it was begun.
 */
export async function open(app, text) {
  const texts = await textsIn(text);
  return texts.length > 1 ? beginQueue(app, texts) : app.beginWith(boardIn(text), (board) => app.begin(board));
}

/** The puzzles that a page without a server came with, to begin with. @param {App} app */
async function offered(app) {
  if (answering === "server" || isSingle) return [];
  /** @type {{file: string, name: string}[]} */
  const puzzles = await resource("puzzles.json").catch(() => []);
  const begin = (/** @type {string} */ file) => async () => {
    if (await app.beginWith(resource(file), ({ board }) => app.begin(board))) close();
  };
  return puzzles.map(({ file, name }, at) => make("button", { textContent: name || word("puzzle number", { number: at + 1 }), on: { click: begin(file) } }));
}

/**
 * Ask for a puzzle as a text or a file.
 * @param {(text: string) => unknown} take
 * @param {Node[]} [others] What there is to choose beside.
 */
export function askForText(take, others = []) {
  const text = make("textarea", { rows: 6, spellcheck: false, placeholder: word("any notation") });
  const file = make("input", { type: "file" });
  file.addEventListener("change", async () => {
    text.value = await file.files[0].text();
  });
  show(word("open"), [
    make("label", {}, [word("paste"), text]),
    make("label", {}, [word("file"), file]),
    make("div", { className: "row" }, [
      make("button", { className: "primary", textContent: word("open"), on: { click: () => take(text.value) } }),
    ]),
    ...(others.length ? [make("div", { className: "row offered" }, others)] : []),
    make("p", { className: "status", role: "status" }),
  ]);
}

/** @param {App} app */
function chooseGame(app) {
  const rows = games().map((game) => gameRow(app, game));
  show(word("games"), rows.length ? rows : [make("p", { textContent: word("no games") })]);
}

/** @param {App} app @param {Saved} game */
function gameRow(app, game) {
  const board = new Board(game.board);
  const when = dated(game.changed);
  const own = filledOf(game).filter((_, cell) => !game.board.givens[cell]);
  const filled = Math.round((100 * own.filter(Boolean).length) / (own.length || 1));
  const state = game.finished ? word("finished") : word("filled", { filled });
  const go = () => {
    const saved = load(game.id);
    if (saved) app.begin(saved.board, saved);
  };
  const drop = () => {
    remove(game.id);
    chooseGame(app);
  };
  const summary = [game.level, state, spoken(game.taken), when].filter(Boolean).join(" · ");
  return keptRow(titleOfGame({ board, day: game.day }), summary, go, drop, [thumb(game)]);
}

/**
 * Something that is kept, to continue with or to be removed.
 * @param {string} title @param {string} summary @param {() => unknown} go @param {() => void} drop @param {Node[]} [pictures]
 */
export const keptRow = (title, summary, go, drop, pictures = []) => make("div", { className: "game" }, [
  make("button", { on: { click: () => (go(), close()) } }, [...pictures, make("b", { textContent: title }), make("small", { textContent: summary })]),
  iconButton("close", word("remove"), drop),
]);

/** A picture of which cells have a digit. @param {Saved} game */
function thumb(game) {
  const { board } = game;
  const side = Math.max(board.height, board.width);
  const drawing = svg("svg", { viewBox: `0 0 ${side} ${side}`, class: "thumb", "aria-hidden": "true" });
  filledOf(game).forEach((isFilled, cell) => {
    const [y, x] = board.places[cell];
    const place = { x: x + 0.22, y: y + 0.22, width: 0.56, height: 0.56, rx: 0.14 };
    if (isFilled) svg("rect", { ...place, class: board.givens[cell] ? "given" : "entry" }, drawing);
  });
  for (const { kind, cells } of board.regions) {
    const [rows, columns] = [0, 1].map((axis) => cells.map((cell) => board.places[cell][axis]));
    const [y, x] = [Math.min(...rows), Math.min(...columns)];
    const [height, width] = [Math.max(...rows) - y + 1, Math.max(...columns) - x + 1];
    // Regions of other forms would need lines around each cell.
    if (/(^| )box$/.test(kind) && height * width === cells.length) svg("rect", { x, y, width, height, class: "box" }, drawing);
  }
  return drawing;
}

/** For each cell whether it has a digit. @param {Saved} game */
function filledOf({ board, state }) {
  const digits = board.givens.map(Boolean);
  for (const { cell, layer, after } of state.history.slice(0, state.done).flat()) {
    if (layer === "digit") digits[cell] = after.length > 0;
  }
  return digits;
}

/** Programs of others that take a puzzle as a link: the notation of it, and what stands before. */
const PROGRAMS = [
  ["SudokuPad", "sudokupad", ""],
  ["f-puzzles", "fpuzzles", ""],
  ["Interactive Sudoku Solver", "iss", "https://sigh.github.io/Interactive-Sudoku-Solver/?q="],
];

/** Bytes of a QR code that phones read from a screen. */
const SCANNED = 700;

const FULL = "json";

/**
 * Show a puzzle in each notation, to be copied or scanned.
 * @param {{position: object, board: BoardData, more?: Node[]}} puzzle
 * @param {string} [usual] The notation that comes first.
 */
export async function offerCopies({ position, board, more = [] }, usual = "line") {
  const { about } = board;
  const link = await linkTo("./", board);
  // Where nobody could write another notation, a link has the whole puzzle in it.
  const isWritten = answering !== "nobody";
  const area = make("textarea", { rows: 5, readOnly: true, value: isWritten ? "" : link, ariaLabel: word(isWritten ? "notation" : "copy link") });
  /** @type {string[]} */
  const notations = isWritten ? await names().then((found) => found.notations).catch(() => [usual]) : [];
  const which = choice(word("notation"), notations.map((name) => [name, name]), usual);
  const write = async () => {
    sayInDialog(word("writing"));
    try {
      area.value = (await ask("convert", { puzzle: position, to: which.select.value, about })).text;
      sayInDialog("");
    } catch (error) {
      area.value = "";
      sayInDialog(wordsOf(error));
    }
  };
  which.select.addEventListener("change", write);
  const copy = (/** @type {string} */ link) => async () => {
    if (link) area.value = link;
    sayInDialog(word((await copied(area)) ? "copied" : "copy by hand"));
  };
  const code = make("p", { className: "code" });
  const showCode = async () => {
    code.replaceChildren();
    // A denser one is not read from a screen.
    if (new TextEncoder().encode(area.value).length > SCANNED) return sayInDialog(word("not scanned"));
    await inDialog(async () => {
      const { picture } = await ask("code", { text: area.value });
      code.replaceChildren(make("img", { src: picture, alt: word("qr") }));
      sayInDialog("");
    });
  };
  const programs = make("p", { className: "row programs" });
  const offer = async () => {
    for (const [name, notation, before] of PROGRAMS) {
      // What a program cannot say is not offered for it.
      const found = await ask("convert", { puzzle: position, to: notation, about }, { topic: notation }).catch(() => null);
      if (!found) continue;
      const text = found.text.trim();
      const href = before ? before + encodeURIComponent(text) : text;
      programs.append(make("a", { href, target: "_blank", rel: "noopener", textContent: name }));
    }
    if (programs.childElementCount) programs.prepend(word("open in"));
  };
  show(word("copy"), [
    ...(isWritten ? [which.row] : []),
    area,
    make("div", { className: "row" }, [
      ...(isWritten ? [make("button", { className: "primary", textContent: word("copy"), on: { click: copy("") } })] : []),
      make("button", { className: isWritten ? "" : "primary", textContent: word("copy link"), on: { click: copy(link) } }),
      ...(answering === "server" ? [make("button", { textContent: word("qr"), on: { click: showCode } })] : []),
      ...more,
    ]),
    programs,
    make("p", { className: "status", role: "status" }),
    code,
  ]);
  if (!isWritten) return;
  await write();
  if (!area.value && which.select.value === usual) {
    // Not every notation holds marks, entries and rules; this one does.
    which.select.value = FULL;
    await write();
  }
  await offer();
}

/**
 * Copy what stands in a field; a page of another machine may do so only as if a reader did.
 * @param {HTMLTextAreaElement} area
 * @returns {Promise<boolean>}
 */
export async function copied(area) {
  try {
    await navigator.clipboard.writeText(area.value);
    return true;
  } catch {
    area.select();
    return document.execCommand("copy");
  }
}

/** @param {App} app */
const chooseCopy = (app) => offerCopies({ position: app.game.position(), board: app.board.data, more: pictureButtons(app) });

/**
 * What the reader chooses for all pages: colours and a language.
 * @param {() => void} changed Called once the words are there in another language.
 */
export function appearance(changed) {
  const themes = ["auto", "light", "dark", "contrast"];
  const theme = choice(
    word("theme"),
    themes.map((name) => [name, word(`theme ${name}`)]),
    document.documentElement.dataset.theme ?? "auto",
  );
  theme.select.addEventListener("change", () => {
    document.documentElement.dataset.theme = theme.select.value;
    if (!keepSetting("theme", theme.select.value)) sayInDialog(word("not kept"));
  });
  const language = choice(word("language"), Object.entries(languages), document.documentElement.lang);
  language.select.addEventListener("change", async () => {
    if (!keepSetting("language", language.select.value)) sayInDialog(word("not kept"));
    await loadWords(language.select.value);
    changed();
  });
  return [theme.row, language.row];
}

/** @param {App} app */
function chooseSettings(app) {
  const rows = appearance(() => {
    app.redraw();
    chooseSettings(app);
  });
  const option = (/** @type {string} */ name, /** @type {string} */ label, usual = true) => tick(word(label), setting(name, usual), (on) => {
    app.keepSetting(name, on);
    app.clock.report();
    app.light();
    if (app.fog.isThere) app.fog.show();
  });
  show(word("settings"), [
    ...rows,
    option("timer", "show timer"),
    option("conflicts", "show conflicts"),
    ...(app.fog.isThere ? [option("fog", "show fog")] : []),
    option("clean", "clean marks"),
    option("streak", "streak", false),
    option("score", "show score", false),
    option("score time", "score time", false),
    make("p", { className: "status", role: "status" }),
  ]);
}
