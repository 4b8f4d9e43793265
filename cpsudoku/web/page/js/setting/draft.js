import { randomName } from "../api.js";
import { isKept } from "../checks.js";
import { has, namesOf, read, remove, setAside, write } from "../storage.js";

/**
 * @typedef {{proposals: Proposal[], ignored: string[]}} Read How its text was read, if it came as one.
 *
 * @typedef {{states: Draft[], at: number, changed?: number, read?: Read}} Kept What the browser keeps of one.
 */

const PREFIX = "draft.";
/** Where older pages kept the only one. */
const OLD = "draft";
const MOST_STATES = 200;
const MOST = 50;

/** @param {string} base @returns {Draft} */
export function emptyDraft(base) {
  return { base, regions: null, clues: [], givens: [], marks: null };
}

/** Whether nothing has been set yet. @param {Draft} draft */
export function isEmpty({ clues, givens, regions, marks, about }) {
  return !clues.length && !givens.some(Boolean) && !regions && !marks?.some(Boolean) && !about?.title && !about?.rules;
}

/** What the setter has done, which can all be undone: drafts that are never changed themselves. */
export class Drafts {
  /** @param {Draft} first @param {string} [id] */
  constructor(first, id = randomName()) {
    this.id = id;
    this.states = [first];
    this.at = 0;
    this.changed = 0;
    /** @type {Read} */
    this.read = { proposals: [], ignored: [] };
    /** States that were kept, perhaps by an older page to which they made sense. @type {Set<Draft>} */
    this.loaded = new Set();
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
    if (this.states.length > MOST_STATES) this.states.shift();
    this.at = this.states.length - 1;
  }

  /** Take what the server says of this draft: the same one, with nothing left out. @param {Draft} whole */
  complete(whole) {
    this.states[this.at] = whole;
  }

  /**
   * Take back a change that makes no sense, as if it had never been.  Where the draft was so when it was
   * loaded, it is set aside, and continues without the clue that makes no sense; of one that never made
   * sense nothing is left.
   * @param {number | null} clue Which clue is refused, if it is one.
   * @returns {Drafts}
   */
  dropped(clue) {
    if (this.states.length > 1 && !this.loaded.has(this.now)) {
      this.states.splice(this.at, 1);
      this.at = Math.max(0, this.at - 1);
      return this;
    }
    setAside(PREFIX + this.id);
    if (clue === null || !(clue in this.now.clues)) return new Drafts(emptyDraft("9"));
    this.states[this.at] = { ...this.now, clues: this.now.clues.filter((_, at) => at !== clue) };
    return this;
  }

  undo() {
    if (this.canUndo) this.at -= 1;
  }

  redo() {
    if (this.canRedo) this.at += 1;
  }

  /** Keep all of it in this browser; false where it has no room. */
  save() {
    this.changed = Date.now();
    const isNew = !has(PREFIX + this.id);
    for (let states = this.states, at = this.at; !write(PREFIX + this.id, { states, at, changed: this.changed, read: this.read }); ) {
      if (states.length === 1) return false;
      // What is old goes first, and in the end all but what is there now.
      const half = at > 1 ? at >> 1 : at;
      [states, at] = half ? [states.slice(half), at - half] : [[states[at]], 0];
    }
    if (isNew) for (const old of Drafts.all().slice(MOST)) Drafts.forget(old.id);
    return true;
  }

  /** @param {string} id */
  static forget(id) {
    remove(PREFIX + id);
  }

  /** @param {string} id @returns {Drafts | null} */
  static load(id) {
    const kept = read(PREFIX + id, isKept);
    if (!kept) return null;
    const { states, at, changed = 0, read: how } = kept;
    const made = new Drafts(states[0], id);
    return Object.assign(made, { states, at, changed, read: how ?? made.read, loaded: new Set(states) });
  }

  /** All that are kept, the last changed first. @returns {Drafts[]} */
  static all() {
    const old = has(OLD) ? read(OLD, isKept) : null;
    if (old && write(`${PREFIX}old`, old)) remove(OLD);
    const found = namesOf(PREFIX).map((name) => Drafts.load(name.slice(PREFIX.length)));
    return found.filter((drafts) => drafts !== null).sort((one, other) => other.changed - one.changed);
  }

  /** Which draft a name of the store is about, if any. @param {string} name */
  static idOf(name) {
    return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : null;
  }
}
