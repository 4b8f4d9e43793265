/** Questions to the core, which works in threads of its own; a question is ended by ending its thread. */

import { Refused } from "../refused.js";
import { word } from "../words.js";

/** One thread and the questions that wait for it. */
class Lane {
  constructor() {
    this.number = 0;
    /** @type {{number: number, board: string, question: object, done: (found: any) => void, fail: (error: unknown) => void}[]} */
    this.waiting = [];
    /** @type {Worker | null} */
    this.worker = null;
    this.start();
  }

  start() {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.answered(data));
    this.worker.addEventListener("error", (event) => this.fail(event.message));
  }

  /** The thread could not begin: what waits gets the reason, and the next question begins another. @param {string} why */
  fail(why) {
    this.worker = null;
    for (const { fail } of this.waiting.splice(0)) fail(failed("core", why));
  }

  /** The first that waits is what the thread works on. */
  next() {
    const [first] = this.waiting;
    if (first && !this.worker) this.start();
    if (first) this.worker?.postMessage({ number: first.number, board: first.board, question: first.question });
  }

  /** @param {{number: number, found: any}} answer */
  answered({ number, found }) {
    if (this.waiting[0]?.number !== number) return;
    const { done, fail } = /** @type {typeof this.waiting[number]} */ (this.waiting.shift());
    if (found.error) fail(failed(found.error, found.message));
    else done(found);
    this.next();
  }

  /**
   * @param {string} board @param {object} question @param {AbortSignal} signal
   * @returns {Promise<any>}
   */
  ask(board, question, signal) {
    const number = ++this.number;
    signal.addEventListener("abort", () => this.end(number), { once: true });
    return new Promise((done, fail) => {
      if (signal.aborted) return fail(left());
      this.waiting.push({ number, board, question, done, fail });
      if (this.waiting.length === 1) this.next();
    });
  }

  /** Nobody waits for an answer any more. @param {number} number */
  end(number) {
    const at = this.waiting.findIndex((one) => one.number === number);
    if (at < 0) return;
    const [{ fail }] = this.waiting.splice(at, 1);
    fail(left());
    if (at > 0) return;
    this.worker?.terminate();
    this.start();
    this.next();
  }
}

/** What the core says of itself is for its maintainers. @param {string} kind @param {string} why */
function failed(kind, why) {
  console.warn(why);
  return new Refused(kind, word("core failed"));
}

const left = () => new DOMException("another question", "AbortError");

/** Those that take long have a lane of their own, so that no hint waits for them. */
const LONG = new Set(["generate", "candidates", "count", "redundant"]);

/** @type {Partial<Record<"short" | "long", Lane>>} */
const lanes = {};

/** Have the threads ready before the first question. */
export function warm() {
  lanes.short ??= new Lane();
}

/**
 * Ask the core.
 * @param {string} board Its rules, as `rulesOf` writes them.
 * @param {{question: string} & Record<string, unknown>} question
 * @param {AbortSignal} signal Ends it.
 * @returns {Promise<any>}
 */
export function askCore(board, question, signal) {
  const name = LONG.has(question.question) ? "long" : "short";
  lanes[name] ??= new Lane();
  return lanes[name].ask(board, question, signal);
}
