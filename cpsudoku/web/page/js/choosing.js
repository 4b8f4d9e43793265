/** @import {App} from "./app.js" */
/** @import {Saved} from "./games.js" */

import { ask, names } from "./api.js";
import { element } from "./elements.js";
import { spoken } from "./clock.js";
import { choice, close, make, show, tick } from "./dialogs.js";
import { games, keepSetting, load, remove, setting } from "./games.js";
import { asFile } from "./pictures.js";
import { languages, loadWords, word } from "./words.js";

/** @param {App} app */
export function wireDialogs(app) {
  element("open").addEventListener("click", () => askForText((text) => open(app, text)));
  element("games").addEventListener("click", () => chooseGame(app));
  element("copy").addEventListener("click", () => chooseCopy(app));
  element("settings").addEventListener("click", () => chooseSettings(app));
  element("help").addEventListener("click", () =>
    show(word("help"), [
      make("ul", { className: "keys" },
        word("keys").split("\n").map((line) => make("li", { textContent: line }))),
      make("p", {}, [make("a", { href: "api.html", textContent: word("interface") })]),
    ]),
  );
  takeTexts((text) => open(app, text));
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

/** The puzzle in a text: what a link to this page has in it, or else all of it. @param {string} text */
export function puzzleIn(text) {
  const link = /#.*\bpuzzle=([^&\s]+)/.exec(text);
  return link ? decodeURIComponent(link[1].replaceAll("+", " ")) : text;
}

/**
 * Begin with the puzzle of a text.
 * @param {App} app
 * @param {string} text
 */
async function open(app, text) {
  try {
    app.begin(await ask("read", { text: puzzleIn(text) }));
    close();
  } catch (error) {
    app.complain(error);
    const told = document.querySelector("#dialog .told");
    if (told && error instanceof Error) told.textContent = error.message;
  }
}

/** Ask for a puzzle as a text or a file. @param {(text: string) => unknown} take */
export function askForText(take) {
  const text = make("textarea", { rows: 6, spellcheck: false, placeholder: word("any notation") });
  const file = make("input", { type: "file" });
  file.addEventListener("change", async () => {
    text.value = await file.files[0].text();
  });
  show(word("open"), [
    make("label", {}, [word("paste"), text]),
    make("label", {}, [word("file"), file]),
    make("button", { textContent: word("open"), on: { click: () => take(text.value) } }),
    make("p", { className: "told", role: "status" }),
  ]);
}

/** @param {App} app */
function chooseGame(app) {
  const rows = games().map((game) => gameRow(app, game));
  show(word("games"), rows.length ? rows : [make("p", { textContent: word("no games") })]);
}

/** @param {App} app @param {Saved} game */
function gameRow(app, game) {
  const when = new Date(game.changed).toLocaleString(document.documentElement.lang);
  const open = game.state.history.slice(0, game.state.done).flat();
  const filled = game.board.givens.filter(Boolean).length;
  const parts = [game.board.title, game.level, when, spoken(game.taken)];
  parts.push(game.finished ? word("finished") : word("moves", { moves: open.length, filled }));
  const go = () => {
    const saved = load(game.id);
    if (saved) app.begin(saved.board, saved);
    close();
  };
  const drop = () => {
    remove(game.id);
    chooseGame(app);
  };
  return make("div", { className: "game" }, [
    make("button", { textContent: parts.filter(Boolean).join(" · "), on: { click: go } }),
    make("button", { textContent: "✕", ariaLabel: word("remove"), on: { click: drop } }),
  ]);
}

/**
 * Show a puzzle in each notation, to be copied or scanned.
 * @param {{position: object, text: string, more?: Node[]}} puzzle
 * @param {string} [usual] The notation that comes first.
 */
export async function offerCopies({ position, text, more = [] }, usual = "line") {
  const told = make("p", { className: "told", role: "status" });
  const area = make("textarea", { rows: 5, readOnly: true, ariaLabel: word("notation") });
  /** @type {string[]} */
  const notations = await names().then((found) => found.notations).catch(() => [usual]);
  const which = choice(word("notation"), notations.map((name) => [name, name]), usual);
  /** @param {unknown} error */
  const complain = (error) => {
    told.textContent = error instanceof Error ? error.message || word("offline") : "";
  };
  const write = async () => {
    try {
      area.value = (await ask("convert", { puzzle: position, to: which.select.value })).text;
      told.textContent = "";
    } catch (error) {
      area.value = "";
      complain(error);
    }
  };
  which.select.addEventListener("change", write);
  const copy = (/** @type {string} */ link) => async () => {
    await navigator.clipboard.writeText(link || area.value);
    told.textContent = word("copied");
  };
  const code = make("p", { className: "code" });
  const showCode = async () => {
    try {
      const { picture } = await ask("code", { text: area.value });
      code.replaceChildren(make("img", { src: picture, alt: word("qr") }));
      told.textContent = "";
    } catch (error) {
      code.replaceChildren();
      complain(error);
    }
  };
  const link = `${location.origin}/#puzzle=${encodeURIComponent(text)}`;
  show(word("copy"), [
    which.row,
    area,
    make("button", { textContent: word("copy"), on: { click: copy("") } }),
    make("button", { textContent: word("copy link"), on: { click: copy(link) } }),
    make("button", { textContent: word("qr"), on: { click: showCode } }),
    ...more,
    told,
    code,
  ]);
  await write();
}

/** @param {App} app */
function chooseCopy(app) {
  const pictures = /** @type {const} */ (["svg", "png"]).map((kind) =>
    make("button", { textContent: kind.toUpperCase(), on: { click: () => asFile(app, kind) } }));
  const { text } = app.board.data;
  return offerCopies({ position: app.game.position(), text, more: pictures });
}

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
    keepSetting("theme", theme.select.value);
  });
  const language = choice(word("language"), Object.entries(languages), document.documentElement.lang);
  language.select.addEventListener("change", async () => {
    keepSetting("language", language.select.value);
    await loadWords(language.select.value);
    changed();
  });
  return [theme.row, language.row];
}

/** @param {App} app */
function chooseSettings(app) {
  const rows = appearance(() => {
    app.pad.draw();
    app.view.all();
    app.showState();
    chooseSettings(app);
  });
  show(word("settings"), [
    ...rows,
    tick(word("show timer"), Boolean(setting("timer", true)), (on) => {
      keepSetting("timer", on);
      app.clock.tell();
    }),
    tick(word("show conflicts"), app.options.conflicts, (on) => app.setOption("conflicts", on)),
    tick(word("clean marks"), app.options.clean, (on) => app.setOption("clean", on)),
    tick(word("show score"), app.options.score, (on) => app.setOption("score", on)),
  ]);
}
