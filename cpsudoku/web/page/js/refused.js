/** What both sides of a question throw: the asking page, and what answers in this browser. */

/** Kinds that say something of who was asked, and nothing of what was: another time there may be an answer. */
const PASSING = new Set(["offline", "unreadable", "replaced", "busy", "broken-down", "too-slow", "host", "origin", "token", "refused"]);

/** A refusal in place of an answer, in words for people; `kind` is a word for programs. */
export class Refused extends Error {
  /** @param {string} kind @param {string} [message] @param {number | null} [clue] Which clue of a draft is refused. */
  constructor(kind, message = "", clue = null) {
    super(message);
    this.kind = kind;
    this.clue = clue;
  }

  /** What a server refuses. @param {string} kind @param {string} message */
  static of(kind, message) {
    const [place = "", clue] = /^clues\[(\d+)\](?:: |\.)/.exec(message) ?? [];
    return new Refused(kind, message.slice(place.length), place ? Number(clue) : null);
  }

  get isPassing() {
    return PASSING.has(this.kind);
  }
}
