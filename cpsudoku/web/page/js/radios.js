import { make } from "./dialogs.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Let arrow keys go from one button of a row to the next, which is then chosen.
 * @param {HTMLButtonElement[]} keys @param {KeyboardEvent} event @param {(key: HTMLButtonElement) => void} choose
 */
export function rove(keys, event, choose) {
  const at = keys.indexOf(/** @type {HTMLButtonElement} */ (event.target));
  const by = STEPS[event.key];
  if (!by || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  const next = keys[(at + by + keys.length) % keys.length];
  next.focus();
  choose(next);
}

/**
 * A row of buttons of which one is chosen: one stop of the Tab key, with arrow keys between them.
 * The buttons stay the same ones, so that the focus stays where it is.
 */
export class Radios {
  /**
   * @param {HTMLElement} place
   * @param {readonly string[]} values
   * @param {(value: string) => void} choose
   */
  constructor(place, values, choose) {
    /** @type {HTMLButtonElement[]} */
    this.keys = values.map((mode) => make("button", { role: "radio", data: { mode }, on: { click: () => choose(mode) } }));
    place.replaceChildren(...this.keys);
    place.onkeydown = (event) => rove(this.keys, event, ({ dataset }) => choose(dataset.mode ?? ""));
  }

  /** @param {string} chosen @param {(value: string) => string} name What each is called. */
  draw(chosen, name) {
    for (const key of this.keys) {
      const value = key.dataset.mode ?? "";
      key.textContent = name(value);
      key.setAttribute("aria-checked", String(value === chosen));
      key.tabIndex = value === chosen ? 0 : -1;
    }
  }
}
