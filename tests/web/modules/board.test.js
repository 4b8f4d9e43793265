import assert from "node:assert/strict";
import { test } from "node:test";

import { allowed, clashes } from "../../../cpsudoku/web/page/js/judge.js";
import { four } from "./boards.js";

test("cells of a house with the same digit clash, and no others", () => {
  const digits = four("1..1..........1.").data.givens;
  assert.deepEqual([...clashes(four(), digits)].sort((a, b) => a - b), [0, 3]);
});

test("a cell may have what none of its peers has", () => {
  assert.deepEqual(allowed(four(), four("12..3...........").data.givens, 5), [4]);
});

test("rules of most of the board are said once, others at their cells", () => {
  const board = four();
  board.data.others = [
    { label: "anti-knight", cells: [...board.data.places.keys()] }, { label: "odd", cells: [3] },
  ];
  assert.deepEqual([board.rulesOf(3), board.rulesOf(4)], [["odd"], []]);
});

test("cells touch at sides and corners", () => {
  assert.deepEqual([1, 4, 5, 2, 0].map((cell) => four().touch(0, cell)), [true, true, true, false, false]);
});
