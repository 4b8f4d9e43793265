// Answers a line of JSON with another, like the page without a server:
//   {board, grids}           for each grid the rules beside the groups that do not hold, by their places
//   {board, question}        what the core in WebAssembly answers; its file is the argument
//   {board, question, said}  steps, with what the page says of each
//   {board, question, each}  the same for each of some fields that are added to the question
//   {draft, question}        what the core answers of a draft, whose board the page makes
//   {draft, cases}           what a draft is without a server, and for each grid of some whether its clues hold
//   {text, to}               the draft that a text is, and the puzzle in another notation
//   {refusals, language}     why something was refused, of kinds and messages
//   {puzzles, limit}         what it answers of many classic puzzles
import fs from "node:fs";
import { lookedAt } from "../../cpsudoku/web/page/js/core/drafts.js";
import { STUDIES } from "../../cpsudoku/web/page/js/core/studies.js";
import { rulesOf } from "../../cpsudoku/web/page/js/core/boards.js";
import { Core } from "../../cpsudoku/web/page/js/core/module.js";
import { holds } from "../../cpsudoku/web/page/js/core/rules.js";
import { refusedWords } from "../../cpsudoku/web/page/js/refusals.js";
import { useWords } from "../../cpsudoku/web/page/js/words.js";
import { describe } from "../../cpsudoku/web/page/js/core/steps.js";

// Names and kinds of clues, which a page fetches.
globalThis.fetch = async (name) => new Response(fs.readFileSync(process.env[name] ?? "/dev/null"));
const core = process.argv[2] ? await Core.from(fs.readFileSync(process.argv[2])) : null;

async function settled({ draft, question, cases, text, to }) {
  if (question) return core.answer(rulesOf((await lookedAt(draft)).board), question);
  if (draft) {
    const found = await lookedAt(draft);
    const formulas = found.board.others.flatMap((other) => other.holds);
    return { ...found, hold: cases.map((grid) => formulas.every((formula) => holds(formula, grid.map((digit) => digit - 1)))) };
  }
  const found = await STUDIES.take({ text });
  const { rules, givens, marks } = found.board;
  const signal = new AbortController().signal;
  const puzzle = { rules, givens, marks: found.draft.marks };
  return { ...found, text: to && (await STUDIES.convert({ puzzle, to, about: found.draft.about }, signal)).text };
}

/** @param {string} language */
const templates = (language) => JSON.parse(fs.readFileSync(new URL(`../../cpsudoku/words/${language}.json`, import.meta.url), "utf8"));

function explained(refusals, language) {
  useWords(templates(language), templates("en"));
  return refusals.map(([kind, message]) => refusedWords(kind, message));
}

function answer({ refusals, language, board, grids, question, said, each, puzzles, limit, draft, cases, text, to }) {
  if (draft || text) return settled({ draft, question, cases, text, to }).catch((error) => ({ refused: error.kind ?? String(error.stack), clue: error.clue ?? null }));
  if (refusals) return explained(refusals, language);
  if (puzzles) return core.solveMany(puzzles, limit);
  if (each) {
    const rules = rulesOf(board);
    return each.map((more) => core.answer(rules, { ...question, ...more }));
  }
  if (said) {
    useWords(templates("en"));
    const found = core.answer(rulesOf(board), question);
    return describe(found.steps, board).then((steps) => ({ ...found, steps }));
  }
  if (question) return core.answer(rulesOf(board), question);
  return grids.map((grid) => {
    const digits = grid.map((digit) => digit - 1);
    return [...board.others.keys()].filter((at) => board.others[at].holds.some((one) => !holds(one, digits)));
  });
}

for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
