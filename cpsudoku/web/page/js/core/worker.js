/** The core in a thread of its own: it takes questions and gives answers, one after the other. */

import { Core } from "./module.js";

async function load() {
  const found = await fetch(new URL("../../core/cpsudoku.wasm", import.meta.url));
  if (!found.ok) throw new Error(`core/cpsudoku.wasm: ${found.status}`);
  return Core.from(await found.arrayBuffer());
}

/** @type {Promise<Core> | null} */
let loading = load();
loading.catch(() => (loading = null));

self.addEventListener("message", async ({ data: { number, board, question } }) => {
  try {
    // What could not be loaded is tried again.
    const core = await (loading ??= load());
    self.postMessage({ number, found: core.answer(board, question) });
  } catch (error) {
    loading = null;
    self.postMessage({ number, found: { error: "core", message: String(error) } });
  }
});
