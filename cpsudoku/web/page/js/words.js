/** The words of the page, in the language of the reader. */

import { resource } from "./resources.js";

/** @type {Record<string, string>} */
let words = {};

/** What each language calls itself, by the names of the files. @type {Record<string, string>} */
export let languages = {};

const USUAL = "en";

/** @param {string} name @returns {Promise<Record<string, string>>} */
const file = (name) => resource(`words/${name}.json`);

/**
 * Load words; those of a language that is not there any more are the usual ones.
 * @param {string} wanted Empty for the language that the reader's browser asks for.
 */
export async function loadWords(wanted) {
  if (!Object.keys(languages).length) languages = await file("index");
  const language = wanted in languages ? wanted : usualLanguage();
  words = await file(language);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) {
    const { word: key = "", icon } = /** @type {HTMLElement} */ (element).dataset;
    const place = icon ? element.querySelector(".name") ?? element : element;
    place.textContent = word(key);
    if (icon) element.setAttribute("title", word(key));
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
  }
}

/** The language that the reader's browser asks for, of those that there are. */
function usualLanguage() {
  return navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in languages) ?? USUAL;
}

/**
 * Return words, with `{name}` replaced by values.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function word(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * Return words, or what is to be said where this language has none: for what others have added.
 * @param {string} key
 * @param {string} other
 */
export function wordOr(key, other) {
  return words[key] ?? other;
}
