/**
 * What this browser keeps for the page. Each value has a version and is checked when it is read; one
 * that cannot be read is set aside, so that nothing is lost by it and the page still works. Where the
 * browser keeps nothing for this page, values last as long as the page.
 */

const PREFIX = "cpsudoku.";
const ASIDE = "cpsudoku aside.";
const VERSION = 1;

/** What stands in for the browser's store. @returns {Pick<Storage, "getItem" | "setItem" | "removeItem" | "length" | "key">} */
function memory() {
  const texts = new Map();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
    key: (index) => [...texts.keys()][index] ?? null,
    get length() {
      return texts.size;
    },
  };
}

/** @type {ReturnType<typeof memory> | undefined} */
let store;

/** What there is to say of the store, as keys of words: `denied`, `set aside`. @type {Set<string>} */
export const troubles = new Set();

function place() {
  if (store) return store;
  try {
    store = globalThis.localStorage;
    store.getItem(PREFIX);
  } catch {
    // A browser may deny it by throwing, and another program has none.
    store = memory();
    troubles.add("denied");
  }
  return store;
}

/**
 * @template T
 * @param {string} name
 * @param {(value: any) => value is T} is Whether a value can be used.
 * @returns {T | null} Null without one.
 */
export function read(name, is) {
  const text = place().getItem(PREFIX + name);
  if (text === null) return null;
  try {
    const found = JSON.parse(text);
    const value = found?.version === VERSION && "value" in found ? found.value : found;
    if (is(value)) return value;
  } catch {
    // Half a text is left where the browser ended while it wrote.
  }
  setAside(name, text);
  return null;
}

/** Take away what cannot be used, but keep its text. @param {string} name @param {string | null} [text] */
export function setAside(name, text = place().getItem(PREFIX + name)) {
  if (text === null) return;
  troubles.add("set aside");
  place().removeItem(PREFIX + name);
  try {
    place().setItem(ASIDE + name, text);
  } catch {
    // What cannot be read does not fit.
  }
}

/**
 * @param {string} name @param {unknown} value
 * @returns {boolean} Whether there was room for it.
 */
export function write(name, value) {
  try {
    place().setItem(PREFIX + name, JSON.stringify({ version: VERSION, value }));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name */
export function has(name) {
  return place().getItem(PREFIX + name) !== null;
}

/** @param {string} name */
export function remove(name) {
  place().removeItem(PREFIX + name);
}

/** The names of all values that begin so. @param {string} start */
export function namesOf(start) {
  const keys = Array.from({ length: place().length }, (_, index) => place().key(index) ?? "");
  return keys.filter((key) => key.startsWith(PREFIX + start)).map((key) => key.slice(PREFIX.length));
}

/** Call something when another tab has changed a value. @param {(name: string) => void} changed */
export function onOther(changed) {
  globalThis.addEventListener?.("storage", ({ key }) => {
    if (key?.startsWith(PREFIX)) changed(key.slice(PREFIX.length));
  });
}

/** Settings for which there was no room: they last as long as the page. @type {Map<string, unknown>} */
const unkept = new Map();

/**
 * Return a setting; where it is of another type than the usual one, the usual one.
 * @template T
 * @param {string} name @param {T} usual
 * @returns {T}
 */
export function setting(name, usual) {
  if (unkept.has(name)) return /** @type {T} */ (unkept.get(name));
  const found = read(name, /** @returns {value is T} */ (value) => typeof value === typeof usual && value !== null);
  return found ?? usual;
}

/** @param {string} name @param {unknown} value @returns {boolean} Whether there was room. */
export function keepSetting(name, value) {
  const isKept = write(name, value);
  if (isKept) unkept.delete(name);
  else unkept.set(name, value);
  return isKept;
}
