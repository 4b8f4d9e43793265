import { inTurn, ownWords, rendered, templateOf } from "./words.js";

/**
 * Why something was refused, in the reader's language. A server says it in English; a language has a template for each
 * message, `refusal` and what stays the same of it, and one, `in refusal`, for parts of messages that are words themselves:
 *
 *     "refusal {} cells; expected {}": "有{1}格；应为{2}格"
 *
 * So a message is taken apart into its kind and what differs, which is said anew. A test holds that none is missing.
 *
 * @typedef {{key: string, form: RegExp, length: number}} Message
 */

/** @type {{language: string, all: Message[]}} */
let known = { language: "", all: [] };

/** @param {string} text */
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** All messages that the language has, those first that leave the least open. */
function messages() {
  const keys = ownWords(["refusal ", "in refusal "]);
  const language = keys.length ? `${templateOf("language name")}` : "";
  if (language === known.language) return known.all;
  const all = keys.map((key) => {
    const text = key.replace(/^(in )?refusal /, "");
    const form = new RegExp(`^${text.split("{}").map(literally).join("(.+?)")}$`, "s");
    return { key, form, length: text.replaceAll("{}", "").length };
  });
  known = { language, all: all.sort((one, other) => other.length - one.length) };
  return known.all;
}

/** The words of how a thing looks, without the code of a colour. @param {string} thing */
const looksOf = (thing) => thing.split(" ").filter((part) => !part.startsWith("#"));

/** @param {string} part */
const lookWord = (part) => templateOf(`look ${part}`);

/** What a drawn thing is called. @param {string} thing */
export const thingName = (thing) => rendered(inTurn(looksOf(thing).map((part) => lookWord(part) ?? part)));

/** What stands in a place of a message: words of their own, a field, a thing, a clue with its numbers, or what somebody wrote. @param {string} part @returns {Said} */
function placed(part) {
  const field = templateOf(`field ${part}`);
  if (field) return field;
  if (part.includes(" ") && looksOf(part).every(lookWord)) return thingName(part);
  const [, type = "", numbers = ""] = /^([a-z]+)((?: -?\d+)*)$/.exec(part) ?? [];
  const clue = type && templateOf(`clue ${type}`);
  return clue ? clue + numbers : translated(part) ?? part;
}

/** @param {string} message @returns {Said | null} Null where the language has no words for it. */
function translated(message) {
  for (const { key, form } of messages()) {
    const found = form.exec(message);
    if (found) return { say: key, ...Object.fromEntries(found.slice(1).map((part, at) => [at + 1, placed(part)])) };
  }
  return null;
}

/** Where in a text something is, and what is said of it there. @param {string} message @returns {[Said, string]} */
function parted(message) {
  const [place = "", line = "", column = ""] = /^line (\d+)(?:, column (\d+))?: /.exec(message) ?? [];
  const where = column ? { say: "at column", line, column } : place && { say: "at line", line };
  return [where, message.slice(place.length)];
}

/** @param {string} message @returns {Said | null} */
function explained(message) {
  const [where, rest] = parted(message);
  const [, path = "", inner = ""] = /^(rules(?:[.[]\S*)?|[a-z]+): (.*)$/s.exec(rest) ?? [];
  const within = path && explained(inner);
  const why = within ? { say: "refused at", path, why: within } : translated(rest);
  return why && where ? { say: "refused there", where, why } : why;
}

/** Kinds that say all with their names. */
const ALONE = ["busy", "broken-down", "GenerationError", "too-big", "too-slow"];

/**
 * Return why a server refuses something, and where in a text.
 * @param {string} kind @param {string} message
 */
export function refusedWords(kind, message) {
  const key = templateOf(`refused ${kind}`) === undefined ? "refused" : `refused ${kind}`;
  if (!messages().length) return rendered({ say: key, message });
  const why = ALONE.includes(kind) ? null : explained(message);
  if (why) return rendered({ say: "refused why", why });
  const [where, rest] = parted(message);
  return rendered(ALONE.includes(kind) ? { say: key } : { say: "refused otherwise", where, kind: { say: key }, rest });
}

/** Return what of a text was not understood, in the reader's language. @param {string} thing */
export const ignoredWords = (thing) => rendered(explained(thing) ?? thing);
