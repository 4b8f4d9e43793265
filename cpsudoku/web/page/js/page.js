import { isLeft } from "./api.js";
import { Refused } from "./refused.js";
import { make, sayInDialog } from "./dialogs.js";
import { element } from "./elements.js";
import { drawIcons } from "./icons.js";
import { Selection, takePointer } from "./selection.js";
import { answering } from "./resources.js";
import { setting, troubles } from "./storage.js";
import { View } from "./view.js";
import { refusedWords } from "./refusals.js";
import { loadWords, word, wordOr } from "./words.js";

/** What the tools to play and to set have in common: a board to select on, and a line for messages. */
export class Page {
  // All of these are there once `lay` has been called.
  /** @type {Board} */ board;
  /** @type {View} */ view;
  /** @type {Selection} */ selection;

  /**
   * Draw a board, and let the pointer select on it.
   * @param {import("./view.js").Sheet} sheet
   * @param {import("./selection.js").Touch} [touch] What the pointer does beside selecting.
   */
  lay(sheet, touch = {}) {
    this.board = sheet.board;
    this.view = new View(element("board"), sheet);
    this.selection = new Selection(this.board, () => {
      this.light();
      // The browser's focus goes along where it is on the board already.
      if (this.view.grid.contains(document.activeElement)) this.focusBoard();
    });
    takePointer(this.view.grid, this.selection, { pressed: () => this.focusBoard(), ...touch });
  }

  /** Put the browser's focus on the cell in focus. */
  focusBoard() {
    this.view.cells[this.selection.focus].box.focus({ preventScroll: true });
  }

  /** Show what is selected and what is wrong. */
  light() {}

  /** @param {string} text */
  say(text) {
    element("message").textContent = text;
  }

  /** Say something to screen readers alone. @param {string} text */
  announce(text) {
    element("heard").textContent = text;
  }

  /** @param {unknown} error */
  complain(error) {
    if (isLeft(error)) return;
    if (!(error instanceof Refused)) throw error;
    this.say(wordsOf(error));
  }

  /**
   * Do what may be refused; if it is, say why.
   * @template T
   * @param {() => T | Promise<T>} task
   */
  async attempt(task) {
    try {
      return await task();
    } catch (error) {
      this.complain(error);
    }
  }

  /** Do something when a button is pressed. @param {Record<string, () => unknown>} actions By the names of the buttons. */
  wire(actions) {
    for (const [name, action] of Object.entries(actions)) element(name).addEventListener("click", () => this.attempt(action));
  }

  /** Say what there was to notice about what the browser keeps. */
  sayTroubles() {
    const troubling = [...troubles].map((trouble) => word(`store ${trouble}`));
    troubles.clear();
    if (troubling.length) this.say(troubling.join(" "));
  }
}

/** Do what may be refused; if it is, say why in the dialog, and on the page where one is named. @param {() => unknown} task @param {Page} [page] */
export async function inDialog(task, page) {
  try {
    await task();
  } catch (error) {
    page?.complain(error);
    sayInDialog(wordsOf(error));
  }
}

/** Return what to say of an error. @param {unknown} error */
export function wordsOf(error) {
  if (isLeft(error)) return "";
  if (!(error instanceof Refused)) throw error;
  if (error.kind === "offline") return word("offline");
  if (error.kind === "unreadable") return word("unreadable", { status: error.message });
  if (!error.message) return word("bad link");
  return answering === "server" ? refusedWords(error.kind, error.message) : error.message;
}

/**
 * Let keys reach a page: those for a dialog, a field or a button stay there, and what was meant for
 * the board brings the focus to it.
 * @param {Page} page
 * @param {(event: KeyboardEvent) => boolean} onKey Whether a key means something.
 * @param {string} [stays] Where the focus stays all the same.
 */
export function wireKeys(page, onKey, stays = "[role=grid]") {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("dialog")) return;
    if (target.closest("input, textarea, select")) {
      if (event.key === "Escape") page.focusBoard();
      return;
    }
    if (target.closest("button, summary") && [" ", "Enter"].includes(event.key)) return;
    if (!onKey(event)) return;
    event.preventDefault();
    if (!document.activeElement?.closest(stays)) page.focusBoard();
  });
}

/**
 * Begin; where that fails, say why and offer to begin afresh. What fails later is said as well.
 * @param {() => Promise<void>} main
 */
export async function begun(main) {
  const said = (/** @type {unknown} */ error) => {
    // A page that could not begin has no such line, and says why already.
    const line = document.getElementById("message");
    if (line && !isLeft(error)) line.textContent = wordOr("failed", "Something went wrong: {error}").replace("{error}", String(error));
  };
  window.addEventListener("error", ({ error }) => said(error));
  window.addEventListener("unhandledrejection", (event) => {
    if (isLeft(event.reason)) event.preventDefault();
    said(event.reason);
  });
  try {
    document.documentElement.dataset.theme = setting("theme", "auto");
    drawIcons();
    await loadWords(setting("language", ""));
    await main();
  } catch (error) {
    cannotBegin(error);
    throw error;
  }
}

/** @param {unknown} error */
function cannotBegin(error) {
  const afresh = () => {
    try {
      localStorage.clear();
    } finally {
      location.replace(location.pathname);
    }
  };
  document.querySelector("main")?.replaceChildren(make("section", { id: "failure", className: "card", role: "alert" }, [
    make("p", { textContent: wordOr("cannot begin", "The page cannot begin: {error}").replace("{error}", String(error)) }),
    make("button", { className: "primary", textContent: wordOr("try again", "Try again"), on: { click: () => location.reload() } }),
    make("button", { textContent: wordOr("afresh", "Start afresh, without what this browser has kept"), on: { click: afresh } }),
  ]));
  document.querySelector("nav")?.remove();
}
