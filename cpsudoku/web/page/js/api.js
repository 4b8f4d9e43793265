/** Questions to the server. */

/** An answer that is none, in words for people; `kind` is a word for programs. */
export class Refused extends Error {
  /** @param {string} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

const client = crypto.randomUUID();

/** @type {Map<string, AbortController>} */
const running = new Map();

/** @type {Promise<any> | undefined} */
let known;

/** What the server has names for: notations, backends, techniques. @returns {Promise<any>} */
export async function names() {
  known ??= fetch("api/names").then((answer) => answer.json());
  try {
    return await known;
  } catch {
    known = undefined;
    throw new Refused("offline", "");
  }
}

/** @type {Promise<any> | undefined} */
let palette;

/** All clues that can be drawn, by families. @returns {Promise<any>} */
export async function vocabulary() {
  palette ??= fetch("api/vocabulary").then((answer) => answer.json());
  try {
    return await palette;
  } catch {
    palette = undefined;
    throw new Refused("offline", "");
  }
}

/** End what is asked on a topic. @param {string} topic */
export function end(topic) {
  running.get(topic)?.abort();
}

/**
 * Ask the server; a second question on the same topic ends the first.
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
    const answer = await fetch(`api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...request, ticket: `${client}/${topic}` }),
      signal: controller.signal,
    });
    const found = await answer.json();
    if (!answer.ok) throw new Refused(found.error, found.message);
    return found;
  } catch (error) {
    if (error instanceof TypeError) throw new Refused("offline", "");
    throw error;
  } finally {
    if (running.get(topic) === controller) running.delete(topic);
  }
}
