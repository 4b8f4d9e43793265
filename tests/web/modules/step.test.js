import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";

import { hintOf, namedIn, sentenceOf } from "../../../cpsudoku/web/page/js/step.js";
import { textOf, useWords } from "../../../cpsudoku/web/page/js/words.js";
import { four } from "./boards.js";

const templates = (language) => JSON.parse(fs.readFileSync(new URL(`../../../cpsudoku/words/${language}.json`, import.meta.url), "utf8"));
const follows = { say: "follows", parts: [{ say: "must be", cell: "r1c3", digit: "4" }] };
const single = {
  say: "step hidden single", house: { say: "house row", number: 1 }, cell: "r1c3", digit: "4", barring: ["r3c1"], follows,
};
const sets = {
  say: "step loop",
  nodes: [{ say: "sign true", cells: "r1c3", digit: "4" }, { say: "sign false", cells: "r2c34", digit: "4" }],
  follows,
};
const step = (said) => ({ technique: "x", placements: [], houses: [], cells: [], candidates: [], said: ["", "", said] });

test("a sentence names the cells that are leaves of its tree, in signs as well", () => {
  useWords(templates("en"));
  const board = four();
  assert.deepEqual(namedIn(sentenceOf(step(single)), board), [2, 8, 2]);
  // Several cells in one name are not one cell.
  assert.deepEqual(namedIn(sentenceOf(step(sets)), board), [2, 2]);
  // What a template says itself, or a setter, is no cell.
  assert.deepEqual(namedIn(sentenceOf(step({ say: "clue with cells", label: "r1c1 r1c2", cells: [] })), board), []);
});

for (const [language, end] of [["en", "out the other cells. So …"], ["zh", " …"]]) {
  test(`a reason trails off before its answer: ${language}`, () => {
    useWords(templates(language), templates("en"));
    const said = textOf(hintOf(step({ ...single, follows: "…" }), 3));
    assert.ok(said.endsWith(end), said);
    assert.doesNotMatch(said, /[:：，,]\s*…|…[.。]|r1c3 must/);
  });
}

test("a set's letter is known for its place, which no digit and no colon is", () => {
  useWords(templates("en"));
  const named = { say: "named", name: "A", said: { say: "digits of cells", cells: ["r1c3"], digits: ["B"] } };
  const letters = sentenceOf(step({ say: "step sets", sets: [named], stem: "", said: "C: r1c1" }))
    .filter(({ within, place }) => within === "named" && place === "name");
  assert.deepEqual(letters.map(({ text }) => text), ["A"]);
});
