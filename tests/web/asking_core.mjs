// Answers a line of JSON with another, as the page does without a server:
//   {board, grids}           for each grid the rules beside the groups that do not hold, by their places
//   {board, question}        what the core in WebAssembly answers; its file is the argument
//   {board, question, said}  steps, with what the page says of each
//   {board, question, each}  the same for each of some fields that are added to the question
//   {puzzles, limit}         what it answers of many classic puzzles
import fs from "node:fs";
import { rulesOf } from "../../cpsudoku/web/page/js/core/boards.js";
import { Core } from "../../cpsudoku/web/page/js/core/module.js";
import { holds } from "../../cpsudoku/web/page/js/core/rules.js";
import { said as saidOf } from "../../cpsudoku/web/page/js/core/steps.js";

const core = process.argv[2] ? await Core.from(fs.readFileSync(process.argv[2])) : null;

function answer({ board, grids, question, said, each, puzzles, limit }) {
  if (puzzles) return core.solveMany(puzzles, limit);
  if (each) {
    const rules = rulesOf(board);
    return each.map((more) => core.answer(rules, { ...question, ...more }));
  }
  if (said) {
    const found = core.answer(rulesOf(board), question);
    return { ...found, steps: found.steps.map((step) => ({ ...step, said: saidOf(step, board).at(-1) })) };
  }
  if (question) return core.answer(rulesOf(board), question);
  return grids.map((grid) => {
    const digits = grid.map((digit) => digit - 1);
    return [...board.others.keys()].filter((at) => board.others[at].holds.some((one) => !holds(one, digits)));
  });
}

for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
