/** What both sides of a question throw: the asking page, and what answers in this browser. */

/** Kinds that say something of who was asked, and nothing of what was: another time there may be an answer. */
const PASSING = new Set(["offline", "unreadable", "replaced", "busy", "broken-down", "too-slow", "host", "origin", "token", "refused"]);

/** A refusal in place of an answer, in words for people; `kind` is a word for programs. */
export class Refused extends Error {
  /** @param {string} kind @param {string} [message] */
  constructor(kind, message = "") {
    super(message);
    this.kind = kind;
  }

  get isPassing() {
    return PASSING.has(this.kind);
  }
}
