import { Refused, isLeft } from "./api.js";
import { element } from "./elements.js";
import { troubles } from "./storage.js";
import { word, wordOr } from "./words.js";

/** What the page to play on and the one to set on have in common: a line for messages. */
export class Page {
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

  /** Say what there was to notice about what the browser keeps. */
  sayTroubles() {
    const told = [...troubles].map((trouble) => word(`store ${trouble}`));
    troubles.clear();
    if (told.length) this.say(told.join(" "));
  }
}

/** Return what to say of an error. @param {unknown} error */
export function wordsOf(error) {
  if (isLeft(error)) return "";
  if (!(error instanceof Refused)) throw error;
  if (error.kind === "offline") return word("offline");
  if (error.kind === "unreadable") return word("unreadable", { status: error.message });
  return error.message || word("bad link");
}

/**
 * Begin; where that fails, say why and offer to begin afresh. What fails later is said as well.
 * @param {() => Promise<void>} main
 */
export async function begun(main) {
  const said = (/** @type {unknown} */ error) => {
    if (!isLeft(error)) element("message").textContent = wordOr("failed", "Something went wrong: {error}").replace("{error}", String(error));
  };
  window.addEventListener("error", ({ error }) => said(error));
  window.addEventListener("unhandledrejection", (event) => {
    if (isLeft(event.reason)) event.preventDefault();
    said(event.reason);
  });
  try {
    await main();
  } catch (error) {
    cannotBegin(error);
    throw error;
  }
}

/** @param {unknown} error */
function cannotBegin(error) {
  const box = document.createElement("section");
  box.id = "failure";
  box.setAttribute("role", "alert");
  const told = document.createElement("p");
  told.textContent = wordOr("cannot begin", "The page cannot begin: {error}").replace("{error}", String(error));
  const button = (/** @type {string} */ text, /** @type {() => void} */ act) => {
    const made = document.createElement("button");
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  };
  const again = button(wordOr("try again", "Try again"), () => location.reload());
  const afresh = button(wordOr("afresh", "Start afresh, without what this browser has kept"), () => {
    try {
      localStorage.clear();
    } finally {
      location.replace(location.pathname);
    }
  });
  box.append(told, again, afresh);
  document.querySelector("main")?.replaceChildren(box);
}
