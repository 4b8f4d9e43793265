/** What both sides of a question throw: who asks, and what answers in this browser. */

/** An answer that is none, in words for people; `kind` is a word for programs. */
export class Refused extends Error {
  /** @param {string} kind @param {string} [message] */
  constructor(kind, message = "") {
    super(message);
    this.kind = kind;
  }
}
