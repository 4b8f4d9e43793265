/** Files beside the page; where the page is a single file, they lie within it. */

/** @type {Record<string, any> | null} */
const within = JSON.parse(globalThis.document?.getElementById("files")?.textContent ?? "null");

/**
 * Return what a file of JSON holds.
 * @param {string} name Its path from the page on.
 * @returns {Promise<any>}
 */
export async function resource(name) {
  if (within) {
    if (name in within) return within[name];
    throw new Error(`${name}: not within this page`);
  }
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/**
 * What answers questions: a `server`; `core`, compiled and in this browser; or `nobody`, so that there
 * are only answers that came with a puzzle.
 */
export const answering = globalThis.document?.documentElement.dataset.answers ?? "server";

/** Whether the whole page is one file, which may lie anywhere. */
export const isSingle = within !== null;
