/** The words of the page, in the language of the reader. */

/** @type {Record<string, string>} */
let words = {};

/** What each language calls itself, by the names of the files. @type {Record<string, string>} */
export let languages = {};

export async function loadLanguages() {
  languages = await (await fetch("words/index.json")).json();
}

/** @param {string} language */
export async function loadWords(language) {
  const answer = await fetch(`words/${language}.json`);
  words = await answer.json();
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = word(/** @type {HTMLElement} */ (element).dataset.word ?? "");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
  }
}

/** The language that the reader's browser asks for, of those that there are. */
export function usualLanguage() {
  return navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in languages) ?? "en";
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
