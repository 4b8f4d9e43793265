import { ask } from "./api.js";
import { boardOf } from "./core/boards.js";
import { Refused } from "./refused.js";

/**
 * The board that a text is, or that a link to a page has in it: whole, so that nobody need read it, or as
 * any notation.
 * @param {string} text
 * @returns {Promise<BoardData>}
 * @throws {Refused} The link is damaged, or nobody can read the text.
 */
export async function boardIn(text) {
  const whole = /#.*\bboard=([\w-]*)/.exec(text)?.[1];
  if (!whole) return ask("read", { text: puzzleIn(text) });
  const board = await boardOf(whole);
  if (!board) throw new Refused("link");
  return board;
}

/**
 * The puzzle in a text: what a link to this page has in it, or else all of it.
 * @param {string} text
 * @throws {Refused} The link is damaged.
 */
export function puzzleIn(text) {
  const link = /#.*\bpuzzle=([^&\s]*)/.exec(text);
  if (!link) return text;
  try {
    return decodeURIComponent(link[1].replaceAll("+", " "));
  } catch {
    throw new Refused("link");
  }
}

/** A line that is a link with a puzzle in it. */
const LINK = /^\S+#\S*\b(puzzle|board)=\S+$/;

/** The texts of all puzzles of a text, or of links with one in each. @param {string} text @returns {Promise<string[]>} */
export async function textsIn(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  if (lines.length > 1 && lines.every((line) => LINK.test(line))) return lines;
  const whole = /#.*\bboard=/.test(text) ? text : puzzleIn(text);
  if (!/\n./.test(whole.trim()) && !whole.trim().startsWith("[")) return [text];
  const { texts } = await ask("split", { text: whole });
  return texts.length > 1 ? texts : [text];
}
