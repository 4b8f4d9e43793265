/** The words of the page, in the language of the reader. */

import { resource } from "./resources.js";

/** @typedef {Record<string, string>} Templates */

/** @type {Templates} */
let words = {};

/** What stands for what a language lacks. @type {Templates} */
let usual = {};

/** What each language calls itself, by the names of the files. @type {Record<string, string>} */
export let languages = {};

const USUAL = "en";

/** What a sentence has instead of the answer that it leaves out. */
export const OPEN = "…";

/** @param {string} name @returns {Promise<Record<string, string>>} */
const file = (name) => resource(`words/${name}.json`);

/**
 * Load words; those of a language that is not there any more are the usual ones.
 * @param {string} wanted Empty for the language that the reader's browser asks for.
 */
export async function loadWords(wanted) {
  if (!Object.keys(languages).length) languages = await file("index");
  const language = Object.hasOwn(languages, wanted) ? wanted : usualLanguage();
  const own = await file(language);
  useWords(own, language === USUAL ? own : await file(USUAL));
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
  return navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => Object.hasOwn(languages, tag)) ?? USUAL;
}

/** @param {Templates} own @param {Templates} [english] */
export function useWords(own, english = own) {
  words = own;
  usual = english;
}

/**
 * Return words, with the places of their template filled.
 * @param {string} key
 * @param {Record<string, Said>} [values]
 */
export const word = (key, values = {}) => rendered({ ...values, say: key });

/** Return what is said. @param {Said} said @returns {string} */
export const rendered = (said) => textOf(pieces(said));

/** Sentences one after the other. @param {Said[]} parts @returns {Said} */
export const inTurn = (parts) => ({ say: "{parts space}", parts });

/** @param {Piece[]} said */
export const textOf = (said) => said.map(({ text }) => text).join("");

/**
 * Return what is said, piece by piece.
 * @param {Said} said @param {Pick<Piece, "place" | "within">} [where] The place that it stands in.
 * @returns {Piece[]}
 */
export function pieces(said, where) {
  if (Array.isArray(said)) return joined(said, "and", where);
  if (typeof said !== "object") return said === "" ? [] : [{ text: String(said), ...where }];
  const template = templateOf(said.say) ?? (said.else === undefined ? said.say : templateOf(said.else) ?? said.else);
  /** @type {Piece[]} */
  const found = [];
  let end = 0;
  for (const { 0: whole, 1: place, 2: form, 3: choices, index } of template.matchAll(PLACE)) {
    const value = said[place] ?? "";
    found.push({ text: template.slice(end, index) });
    found.push(...(choices === undefined ? filled(value, form, { place, within: said.say }) : [{ text: chosen(value, choices) }]));
    end = index + whole.length;
  }
  return [...found, { text: template.slice(end) }].filter(({ text }) => text);
}

const PLACE = /\{(\w+)(?: (\w+))?(?:\?([^{}]*))?\}/g;
const AFTER_AN = /^([aeio8x]|1[18]\b)/i;

/** @param {string} key @returns {string | undefined} */
export const templateOf = (key) => words[key] ?? usual[key];

/** @param {Said} value */
const numberOf = (value) => (Array.isArray(value) ? value.length : Number(value));

/** @param {Said} value @param {string} choices By number: the last serves for all greater ones. */
function chosen(value, choices) {
  const byNumber = choices.split("|");
  return byNumber.at(Math.min(numberOf(value), byNumber.length) - 1) ?? "";
}

/** @param {Said} value @param {string | undefined} form @param {Pick<Piece, "place" | "within">} where @returns {Piece[]} */
function filled(value, form, where) {
  if (form === "count") return [{ text: templateOf("numbers")?.split("|")[numberOf(value)] ?? String(numberOf(value)) }];
  if (Array.isArray(value) && form !== "first") return joined(value, form ?? "and", where);
  const said = pieces(value, where);
  if (form === "first") return said.map((one, at) => (at ? one : { ...one, text: one.text.charAt(0).toUpperCase() + one.text.slice(1) }));
  return form === "a" ? [{ text: `${AFTER_AN.test(textOf(said)) ? "an" : "a"} ` }, ...said] : said;
}

/**
 * Return parts as one would say them: `a`, `a and b`, `a, b and c`.
 * @param {Said[]} parts @param {string} how @param {Pick<Piece, "place" | "within">} [where]
 * @returns {Piece[]}
 */
function joined(parts, how, where) {
  const [between, last] = (templateOf(`join ${how}`) ?? ", |, ").split("|");
  return parts.flatMap((part, at) => [...(at ? [{ text: at + 1 < parts.length ? between : last }] : []), ...pieces(part, where)]);
}

/** The words of the reader's language whose keys begin with one of some texts: for what English says itself. @param {string[]} beginnings */
export const ownWords = (beginnings) => Object.keys(words).filter((key) => beginnings.some((one) => key.startsWith(one)));

/**
 * Return what a technique is called above its steps: in English as its inventors or their programs call it.
 * @param {string} technique @param {string} name
 */
export const techniqueName = (technique, name) =>
  words === usual ? name : rendered({ say: `technique ${technique}`, else: name });

/**
 * Return words, or what is to be said where this language has none: for what others have added.
 * @param {string} key
 * @param {string} other
 */
export function wordOr(key, other) {
  return words[key] ?? other;
}

/** What a key is in the reader's language and in English, where there are such words: for what is looked for. @param {string} key */
export const allWords = (key) => [words[key], usual[key]].filter((text) => text !== undefined);

/** Return a day and a time of it, in the reader's language. @param {number} time */
export const dated = (time) => new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
