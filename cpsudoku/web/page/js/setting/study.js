/** @import {Sheet} from "./sheet.js" */

import { ask, end, isLeft } from "../api.js";
import { Refused } from "../refused.js";
import { wordsOf } from "../page.js";
import { word } from "../words.js";

const TOPIC = "study";
const MOST = 8;
/** Seconds for each question, and for the true candidates in all. */
const SECONDS = 5;
const PATIENCE = 60;
/** This many givens and clues that could go are named. */
const NAMED = 12;

/**
 * What is found out of a puzzle.
 *
 * @typedef {object} Findings
 * @property {string} verdict none, unique, multiple, unknown, or asking.
 * @property {string[]} said In words.
 * @property {string[]} needless The clues that could go, as their labels and cells.
 */

/**
 * Find out what a puzzle in the making leaves, question after question; a change ends it all.
 */
export class Study {
  /** @type {Findings} */ findings;

  /**
   * @param {(findings: Findings) => void} report Called after each answer.
   * @param {() => void} redraw Called when there is more to draw.
   * @param {(rule: Rule) => string} name What people call a rule.
   */
  constructor(report, redraw, name) {
    this.report = report;
    this.name = name;
    this.redraw = redraw;
    this.stop();
  }

  stop() {
    end(TOPIC);
    this.findings = { verdict: "asking", said: [], needless: [] };
  }

  /**
   * @param {object} puzzle As the server takes it.
   * @param {Sheet} sheet Takes what is to be drawn.
   * @param {string[]} known What is known without asking.
   */
  async start(puzzle, sheet, known) {
    this.stop();
    const { findings } = this;
    findings.said.push(...known);
    this.report(findings);
    try {
      await this.run({ puzzle, seconds: SECONDS }, sheet, findings);
    } catch (error) {
      // Another tab of the same browser is the same client; only a newer question replaces one.
      if (isLeft(error)) return;
      findings.verdict = "unknown";
      this.say(findings, wordsOf(error));
    }
  }

  /**
   * Ask the next question, unless the puzzle has changed since.
   * @param {string} name @param {object} asked @param {Findings} findings
   */
  question(name, asked, findings) {
    if (findings !== this.findings) throw new DOMException("the puzzle has changed", "AbortError");
    return ask(name, asked, { topic: TOPIC });
  }

  /** @param {{puzzle: object, seconds: number}} asked @param {Sheet} sheet @param {Findings} findings */
  async run(asked, sheet, findings) {
    const { verdict, solutions } = await this.question("check", asked, findings);
    findings.verdict = verdict;
    this.report(findings);
    if (verdict === "none") return this.explain(asked, sheet, findings);
    if (verdict === "unknown") this.say(findings, word("verdict open", { seconds: SECONDS }));
    if (solutions.length > 1) this.differ(solutions, sheet, findings);
    if (verdict === "unique") {
      this.shade(solutions[0].map((/** @type {number} */ digit) =>
        Array.from(sheet.board.data.symbols, (_, index) => Number(index + 1 === digit))), true, sheet);
      await this.weigh(asked, sheet, findings);
    } else await this.candidates(asked, sheet, findings);
  }

  /** @param {Findings} findings @param {string} text */
  say(findings, text) {
    findings.said.push(text);
    this.report(findings);
  }

  /** @param {number[][]} solutions @param {Sheet} sheet @param {Findings} findings */
  differ([one, other], sheet, findings) {
    sheet.differing = new Set(one.flatMap((digit, cell) => (digit === other[cell] ? [] : [cell])));
    const [first] = sheet.differing;
    const { symbols } = sheet.board.data;
    this.say(findings, word("solutions differ", {
      count: sheet.differing.size,
      cell: sheet.board.name(first),
      one: symbols[one[first] - 1],
      other: symbols[other[first] - 1],
    }));
    this.redraw();
  }

  /** @param {number[][]} counts @param {boolean} complete @param {Sheet} sheet */
  shade(counts, complete, sheet) {
    Object.assign(sheet, { counts, complete, most: MOST });
    this.redraw();
  }

  /**
   * Ask for the true candidates, a while at a time, until they are complete or it has taken too long.
   * @param {object} asked @param {Sheet} sheet @param {Findings} findings
   */
  async candidates(asked, sheet, findings) {
    const before = findings.said.slice();
    for (let seconds = SECONDS; seconds <= PATIENCE; seconds += SECONDS) {
      const found = await this.question("left", { ...asked, most: MOST }, findings);
      findings.verdict = found.verdict;
      findings.said = before.slice();
      if (found.verdict === "none") return this.explain(asked, sheet, findings);
      if (found.complete || found.solutions.length) this.shade(found.counts, found.complete, sheet);
      if (found.complete) return this.report(findings);
      this.say(findings, word("candidates open", { seconds }));
    }
  }

  /** @param {object} asked @param {Sheet} sheet @param {Findings} findings */
  async explain(asked, sheet, findings) {
    const found = await this.question("explain-conflict", asked, findings);
    if (found.verdict !== "none") return this.say(findings, word("conflict open", { seconds: SECONDS }));
    const cells = found.rules.flatMap((/** @type {Rule} */ rule) =>
      sheet.board.isMost(rule.cells) ? [] : rule.cells);
    sheet.conflict = new Set([...found.givens, ...cells]);
    this.redraw();
    this.say(findings, conflictWords(found, sheet, this.name));
    if (found.minimal !== true) this.say(findings, word("perhaps fewer", { seconds: SECONDS }));
  }

  /** What a puzzle with one solution could do without, and how hard it is. @param {object} asked @param {Sheet} sheet @param {Findings} findings */
  async weigh(asked, sheet, findings) {
    const rated = await this.question("rate", asked, findings).catch((error) => {
      if (error instanceof Refused && error.kind !== "replaced") return null;
      throw error;
    });
    const solved = rated?.er && !rated.er.startsWith("≥");
    const key = rated?.hodoku_class ? "difficulty" : "difficulty er";
    this.say(findings, solved
      ? word(key, { er: rated.er, score: `${word(`hodoku ${rated.hodoku_class}`)} ${rated.hodoku_score}` })
      : rated?.end === "limit" ? word("difficulty open", { seconds: SECONDS }) : word("no difficulty"));
    const { minimal, givens, clues } = await this.question("needless", asked, findings);
    findings.needless = clues.map(keyOf);
    if (minimal) this.say(findings, word("all needed"));
    else if (givens.length || clues.length) {
      const named = [...givens.map((/** @type {number} */ cell) => sheet.board.name(cell)), ...clues.map(this.name)];
      const things = named.slice(0, NAMED).join(", ") + (named.length > NAMED ? " …" : "");
      this.say(findings, word("could go", { things }));
    }
    if (minimal === null) this.say(findings, word("needless open", { seconds: SECONDS }));
  }
}

/** What distinguishes a clue from others. @param {Rule} clue */
export function keyOf({ label, cells }) {
  return `${label} ${cells.join(",")}`;
}

/**
 * @param {{givens: number[], rules: Rule[]}} found
 * @param {Sheet} sheet
 * @param {(rule: Rule) => string} name
 */
function conflictWords({ givens, rules }, { board, givens: digits }, name) {
  const shown = givens.map((cell) => `${board.name(cell)}=${board.data.symbols[digits[cell] - 1]}`);
  return word(shown.length ? "conflict of givens" : "conflict of clues", {
    givens: shown.join(", "),
    rules: rules.map(name).join("; "),
  });
}
