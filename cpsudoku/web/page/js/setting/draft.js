/**
 * A puzzle in the making, as the server takes it.
 *
 * @typedef {object} Draft
 * @property {string | object} base The houses.
 * @property {number[] | null} regions For each cell the number of its region, 0 for none.
 * @property {Clue[]} clues
 * @property {number[]} givens Empty where the board is not known yet.
 * @property {(number[] | null)[] | null} marks
 *
 * @typedef {Record<string, any>} Clue A constraint as JSON.
 */

const KEY = "cpsudoku.draft";
const MOST = 200;

/** @param {string} base @returns {Draft} */
export function emptyDraft(base) {
  return { base, regions: null, clues: [], givens: [], marks: null };
}

/** What the setter has done, which can all be undone: drafts that are never changed themselves. */
export class Drafts {
  /** @param {Draft} first */
  constructor(first) {
    this.states = [first];
    this.at = 0;
  }

  get now() {
    return this.states[this.at];
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.states.length - 1;
  }

  /** @param {Partial<Draft>} change */
  change(change) {
    this.states.length = this.at + 1;
    this.states.push({ ...this.now, ...change });
    if (this.states.length > MOST) this.states.shift();
    this.at = this.states.length - 1;
  }

  /** Take what the server says of this draft: the same one, with nothing left out. @param {Draft} whole */
  complete(whole) {
    this.states[this.at] = whole;
  }

  /** Take back a change that makes no sense, as if it had never been. */
  drop() {
    this.states.splice(this.at, 1);
    this.at = Math.max(0, this.at - 1);
  }

  undo() {
    if (this.canUndo) this.at -= 1;
  }

  redo() {
    if (this.canRedo) this.at += 1;
  }

  /** Keep all of it in this browser; false where it has no room. */
  save() {
    for (let states = this.states, at = this.at; ; ) {
      try {
        localStorage.setItem(KEY, JSON.stringify({ states, at }));
        return true;
      } catch {
        if (states.length === 1) return false;
        // What is old goes first, and in the end all but what is there now.
        const half = at > 1 ? at >> 1 : at;
        [states, at] = half ? [states.slice(half), at - half] : [[states[at]], 0];
      }
    }
  }

  /** @returns {Drafts | null} */
  static load() {
    try {
      const { states, at } = JSON.parse(localStorage.getItem(KEY) ?? "null");
      const found = new Drafts(states[0]);
      found.states = states;
      found.at = at;
      return found.now ? found : null;
    } catch {
      // Nothing is kept, or half a text is left where the browser ended while it wrote.
      return null;
    }
  }
}
