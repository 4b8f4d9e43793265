import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";
import { refusedWords } from "../../../cpsudoku/web/page/js/refusals.js";
import { rendered, techniqueName, useWords } from "../../../cpsudoku/web/page/js/words.js";

const read = (path) => JSON.parse(fs.readFileSync(new URL(path, import.meta.url), "utf8"));
const templates = (language) => read(`../../../cpsudoku/words/${language}.json`);

for (const language of ["en", "zh"]) {
  test(`what is said is rendered as in Python: ${language}`, () => {
    useWords(templates(language), templates("en"));
    for (const one of read("../../words/cases.json")) assert.equal(rendered(one.said), one[language]);
  });
}

test("why something is refused is said in the reader's language, and where in a text", () => {
  const message = "line 2, column 3: 'x' is no digit";
  useWords(templates("en"));
  assert.equal(refusedWords("FormatError", message), message);
  useWords(templates("zh"), templates("en"));
  assert.match(refusedWords("FormatError", message), /^第2行第3列：.*'x' is no digit$/);
  assert.doesNotMatch(refusedWords("GenerationError", "no such puzzle was found within 20 seconds"), /[a-z]/);
  assert.match(refusedWords("AnotherError", "why"), /why$/);
});

test("what a language lacks is English", () => {
  useWords({ "house row": "rij {number}" }, templates("en"));
  assert.equal(rendered([{ say: "house row", number: 3 }, { say: "house box", number: 4 }]), "rij 3 and box 4");
  assert.equal(techniqueName("naked pair", "Naked Pair"), "naked pair");
});
