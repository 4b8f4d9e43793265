import { Refused } from "./api.js";
import { element } from "./elements.js";
import { word } from "./words.js";

/** What the page to play on and the one to set on have in common: a line for messages. */
export class Page {
  /** @param {string} text */
  say(text) {
    element("message").textContent = text;
  }

  /** @param {unknown} error */
  complain(error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    this.say(error.kind === "offline" ? word("offline") : error.message);
  }
}
