import { Refused } from "../api.js";
import { appearance, askForText, offerCopies, puzzleIn, takeTexts } from "../choosing.js";
import { choice, close, make, show } from "../dialogs.js";
import { element } from "../elements.js";
import { keepSetting, setting } from "../games.js";
import { asFile } from "../pictures.js";
import { loadLanguages, loadWords, usualLanguage, word } from "../words.js";
import { emptyDraft } from "./draft.js";
import { onKey } from "./keys.js";
import { Setter } from "./setter.js";

const BASES = ["9", "4", "6", "8", "12", "16", "latin:9", "samurai"];

/** Milliseconds after which the server is asked again where it did not answer. */
const AGAIN = 3000;

/** @param {Setter} setter */
function wire(setter) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("dialog")) return;
    if (target.closest("input, textarea, select")) {
      if (event.key === "Escape") setter.view.cells[setter.selection.focus].box.focus();
      return;
    }
    const own = [" ", "Enter"];
    if (target.closest("#clues")) own.push("Delete", "Backspace");
    if (target.closest("button") && own.includes(event.key)) return;
    if (onKey(event, setter)) {
      event.preventDefault();
      const { activeElement } = document;
      const elsewhere = activeElement?.closest("#palette, #clues, [role=grid]");
      if (!elsewhere) setter.view.cells[setter.selection.focus].box.focus();
    }
  });
  element("undo").addEventListener("click", () => setter.undo());
  element("redo").addEventListener("click", () => setter.redo());
  element("erase").addEventListener("click", () => setter.tools.erase());
  element("shades").addEventListener("click", () => setter.toggleShades());
  wireDialogs(setter);
}

/** @param {Setter} setter */
function wireDialogs(setter) {
  const take = (/** @type {string} */ text) => taken(setter, text);
  element("new").addEventListener("click", () => chooseBase(setter));
  element("open").addEventListener("click", () => askForText(take));
  takeTexts(take);
  element("copy").addEventListener("click", () => {
    const pictures = /** @type {const} */ (["svg", "png"]).map((kind) =>
      make("button", { textContent: kind.toUpperCase(), on: { click: () => asFile(setter, kind) } }));
    return offerCopies({ position: setter.position, text: setter.board.data.text, more: pictures }, "json");
  });
  element("play-it").addEventListener("click", () => {
    location.href = `./#puzzle=${encodeURIComponent(setter.board.data.text)}`;
  });
  element("settings").addEventListener("click", () => chooseSettings(setter));
  element("help").addEventListener("click", () =>
    show(word("help"), [
      make("ul", { className: "keys" },
        word("setting keys").split("\n").map((line) => make("li", { textContent: line }))),
    ]));
}

/**
 * Go on with a text; what is wrong with it is said where it was entered.
 * @param {Setter} setter @param {string} text
 */
async function taken(setter, text) {
  try {
    await Promise.resolve(setter.take(puzzleIn(text)));
    close();
  } catch (error) {
    setter.complain(error);
    const told = document.querySelector("#dialog .told");
    if (told && error instanceof Error) told.textContent = error.message;
  }
}

/** @param {Setter} setter */
function chooseBase(setter) {
  const last = String(setting("base", "9"));
  const base = choice(word("rules"), BASES.map((text) => [text, word(`rules ${text}`)]), last);
  const begin = () => {
    keepSetting("base", base.select.value);
    setter.change(emptyDraft(base.select.value));
    close();
  };
  show(word("new"), [base.row, make("button", { textContent: word("begin"), on: { click: begin } })]);
}

/** @param {Setter} setter */
function chooseSettings(setter) {
  const rows = appearance(() => {
    setter.palette.draw();
    setter.tools.draw();
    setter.look();
    chooseSettings(setter);
  });
  show(word("settings"), rows);
}

async function main() {
  document.documentElement.dataset.theme = setting("theme", "auto");
  await loadLanguages();
  await loadWords(setting("language", usualLanguage()));
  const setter = new Setter();
  document.title = `cpsudoku · ${word("set")}`;
  await begun(setter);
  wire(setter);
  setter.view.cells[0].box.focus();
  document.body.classList.add("ready");
}

/** Begin as soon as the server answers: without it nothing can be set. @param {Setter} setter */
async function begun(setter) {
  for (;;) {
    try {
      await Promise.all([setter.palette.load(), first(setter)]);
      if (setter.view) return;
    } catch (error) {
      setter.complain(error);
    }
    setter.say(word("no server"));
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

/** Begin with what the address names, else with what was set last. @param {Setter} setter */
async function first(setter) {
  const wanted = new URLSearchParams(location.hash.slice(1)).get("puzzle");
  if (wanted) {
    try {
      await setter.take(wanted);
      history.replaceState(null, "", location.pathname);
      return;
    } catch (error) {
      if (!(error instanceof Refused) || error.kind === "offline") throw error;
      history.replaceState(null, "", location.pathname);
      alert(error.message);
    }
  }
  await setter.look();
}

main();
