import { isSaved } from "./checks.js";
import { has, namesOf, onOther, read, remove as drop, write } from "./storage.js";

/** Games kept in this browser. */

const PREFIX = "game.";
const MOST = 100;

/** @returns {Saved[]} The last played first. */
export function games() {
  const found = namesOf(PREFIX).map((name) => read(name, isSaved)).filter((game) => game !== null);
  return found.sort((one, other) => other.changed - one.changed);
}

/** @param {string} id */
export function load(id) {
  return read(PREFIX + id, isSaved);
}

/**
 * Keep a game; where the browser has no more room, or there are very many, the oldest go.
 * @param {Saved} game
 * @returns {boolean} Whether there was room for it.
 */
export function keep(game) {
  const isNew = !has(PREFIX + game.id);
  while (!write(PREFIX + game.id, game)) {
    const oldest = games().filter(({ id }) => id !== game.id).at(-1);
    if (!oldest) return false;
    remove(oldest.id);
  }
  // All are read for this, so not at each entry.
  if (isNew) for (const old of games().slice(MOST)) remove(old.id);
  return true;
}

/** @param {string} id */
export function remove(id) {
  drop(PREFIX + id);
}

/** Call something when another tab has kept or removed a game. @param {(id: string) => void} changed */
export function onOtherTab(changed) {
  onOther((name) => {
    if (name.startsWith(PREFIX)) changed(name.slice(PREFIX.length));
  });
}
