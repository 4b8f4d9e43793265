/** @import {Game} from "./game.js" */
/** @import {BoardData, Exercise} from "./types.js" */

/**
 * Games kept in this browser.
 *
 * @typedef {object} Saved
 * @property {string} id
 * @property {number} changed When it was played last, in milliseconds since 1970.
 * @property {number} taken
 * @property {boolean} finished
 * @property {string} [level]
 * @property {Exercise | null} [exercise]
 * @property {BoardData} board
 * @property {ReturnType<Game["save"]>} state
 */

const PREFIX = "cpsudoku.game.";
const MOST = 100;

/** @returns {Saved[]} The last played first. */
export function games() {
  const found = [];
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    const game = load(key.slice(PREFIX.length));
    if (game) found.push(game);
  }
  return found.sort((one, other) => other.changed - one.changed);
}

/**
 * @param {string} id
 * @returns {Saved | null}
 */
export function load(id) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + id) ?? "null");
  } catch {
    // Half a text is left where the browser ended while it wrote.
    return null;
  }
}

/**
 * Keep a game; where the browser has no more room, or there are very many, the oldest go.
 * @param {Saved} game
 */
export function keep(game) {
  const text = JSON.stringify(game);
  for (const old of games().slice(MOST)) remove(old.id);
  for (;;) {
    try {
      localStorage.setItem(PREFIX + game.id, text);
      return true;
    } catch {
      const oldest = games().filter(({ id }) => id !== game.id).at(-1);
      if (!oldest) return false;
      remove(oldest.id);
    }
  }
}

/** @param {string} id */
export function remove(id) {
  localStorage.removeItem(PREFIX + id);
}

/** @param {string} name @param {unknown} usual */
export function setting(name, usual) {
  const text = localStorage.getItem(`cpsudoku.${name}`);
  return text === null ? usual : JSON.parse(text);
}

/** @param {string} name @param {unknown} value */
export function keepSetting(name, value) {
  localStorage.setItem(`cpsudoku.${name}`, JSON.stringify(value));
}
