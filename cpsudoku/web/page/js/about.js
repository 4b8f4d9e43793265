import { make } from "./dialogs.js";
import { element } from "./elements.js";
import { ignoredWords } from "./refusals.js";
import { answering } from "./resources.js";
import { rendered, templateOf, word, wordOr } from "./words.js";

/** This many kinds of rules are named in a title. */
const NAMED = 3;

/** @param {string} type */
const nameOf = (type) => wordOr(`clue ${type}`, type);

/** Return what a puzzle is called: as its setter calls it, or by its rules. @param {Board} board */
export function titleOf({ data, size }) {
  const { about, meanings = [] } = data;
  if (about?.title) return about.title;
  const names = meanings.map(({ type }) => nameOf(type));
  if (names.length) return names.slice(0, NAMED).join(word("and so on")) + (names.length > NAMED ? " …" : "");
  const kinds = new Set(data.regions.map(({ kind }) => kind));
  if (kinds.has("region")) return word("rules jigsaw:random");
  if (data.places.length > size * size) return word("rules samurai");
  if (!kinds.has("box")) return word("latin", { size });
  return size === 9 ? word("classic") : `${size}×${size}`;
}

/** What holds in rows, columns and boxes, in a sentence. @param {Board} board */
function usualRules({ data, size }) {
  const kinds = new Set(data.regions.map(({ kind }) => kind.split(" ").at(-1)));
  const houses = kinds.has("box") ? "box" : kinds.has("region") ? "region" : "none";
  return word(`usual rules ${houses}`, { first: data.symbols[0], last: data.symbols[size - 1] });
}

/**
 * Show the rules: in the setter's words where there are any, and what the page judges by.
 * @param {Board} board
 */
export function showRules(board) {
  const { about, meanings = [], ignored = [], proposals = [] } = board.data;
  const own = meanings.map(({ type, means, number }) => {
    const known = number && templateOf(`means ${type} of`) ? word(`means ${type} of`, { number }) : wordOr(`means ${type}`, means);
    return make("p", {}, [make("b", { textContent: nameOf(type) }), " ", known]);
  });
  const known = [make("p", { textContent: usualRules(board) }), ...own];
  const said = about?.rules
    ? [
        make("p", { className: "setters", textContent: about.rules }),
        make("details", {}, [make("summary", { textContent: word("judged by") }), ...known]),
      ]
    : known;
  element("about").replaceChildren(
    make("h2", { textContent: word("rules") }),
    ...(about?.author ? [make("p", { className: "author", textContent: word("by", { author: about.author }) })] : []),
    ...said,
    // Beside what was read from drawings stands what was not.
    ...(ignored.length && !proposals.length ? [make("p", { className: "warning", textContent: ignoredIn(ignored) })] : []),
  );
}

/** Say what of a text was not understood, and where it would be. @param {string[]} ignored */
export const ignoredIn = (ignored) =>
  word("ignored", { things: ignored.map(ignoredWords).join("; ").replace(/[.。]$/, "") }) + (answering === "server" ? "" : ` ${word("drawn needs server")}`);

/** What people call a rule beside the houses: a clue by its kind with its numbers. @param {string} label */
export function ruleName(label) {
  const [type, ...numbers] = label.split(" ");
  return [wordOr(`clue ${type}`, type), ...numbers].join(" ");
}

/** What people call a house. @param {string} label */
export function houseName(label) {
  const [, kind, number = ""] = /^(.*?)(?: (\d+))?$/.exec(label) ?? ["", label];
  return rendered({ say: `house ${kind}`, else: number ? "house other" : "house alone", kind, number });
}
