/** Questions, and what answers them: a server, or what is in this browser. */

import { Refused } from "./refused.js";
import { answering } from "./resources.js";

/** Return a name that nobody else has. Pages of other machines have no `crypto.randomUUID`. */
export function randomName() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
}

const client = randomName();

/** @type {Map<string, AbortController>} */
const running = new Map();

/** What was asked for once and never changes. @type {Map<string, Promise<any>>} */
const known = new Map();

/** @type {Promise<typeof import("./core/answers.js")> | null} */
let answers = null;

/** What answers without a server. It is imported once, since a later import may be there before an earlier one. */
function local() {
  answers ??= import("./core/answers.js").catch((error) => {
    answers = null; // the next question tries again
    throw error instanceof TypeError ? new Refused("offline") : error;
  });
  return answers;
}

/** @param {"names" | "vocabulary"} name @returns {Promise<any>} */
function lookedUp(name) {
  const found = known.get(name) ?? (answering === "server" ? fetched(`api/${name}`) : local().then((answers) => answers[name]()));
  known.set(name, found);
  // A refusal is not kept: the next question asks the server again.
  found.catch(() => known.delete(name));
  return found;
}

/** What the server has names for: notations, backends, techniques. */
export const names = () => lookedUp("names");

/** All clues that can be drawn, by families. */
export const vocabulary = () => lookedUp("vocabulary");

/**
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function fetched(address, options) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch (error) {
    if (error instanceof TypeError) throw new Refused("offline");
    throw error;
  }
  const found = await answer.json().catch((error) => {
    // What stands between, such as a proxy, answers in pages of its own.
    if (error instanceof SyntaxError) return null;
    throw error;
  });
  if (answer.ok && found) return found;
  throw found?.message ? Refused.of(found.error, found.message) : new Refused("unreadable", String(answer.status));
}

/** End what is asked on a topic. @param {string} topic */
export function end(topic) {
  running.get(topic)?.abort();
}

/** Say which boards questions will be about. @param {BoardData} board */
export async function remember(board) {
  if (answering !== "server") (await local()).remember(board);
}

/**
 * Ask; a second question on the same topic ends the first.
 * @param {string} name
 * @param {object} request
 * @param {{topic?: string}} [options]
 * @returns {Promise<any>}
 */
export async function ask(name, request, { topic = name } = {}) {
  running.get(topic)?.abort();
  const controller = new AbortController();
  running.set(topic, controller);
  try {
    if (answering !== "server") return await (await local()).answer(name, request, controller.signal);
    return await fetched(`api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...request, ticket: `${client}/${topic}` }),
      signal: controller.signal,
    });
  } finally {
    if (running.get(topic) === controller) running.delete(topic);
  }
}

/** Whether an error says no more than that nobody waits for the answer now. @param {unknown} error */
export function isLeft(error) {
  return (error instanceof DOMException && error.name === "AbortError") ||
    (error instanceof Refused && error.kind === "replaced");
}
