import assert from "node:assert/strict";
import { test } from "node:test";

import { Selection, passed } from "../../../cpsudoku/web/page/js/selection.js";
import { four } from "./boards.js";

const middle = (cell) => ({ x: (cell % 4) + 0.5, y: (cell >> 2) + 0.5 });

test("no cell is skipped however fast the pointer is", () => {
  assert.deepEqual(passed(four(), middle(4), middle(7)), [4, 5, 6, 7]);
  assert.deepEqual(passed(four(), middle(3), middle(15)), [3, 7, 11, 15]);
});

test("a diagonal way takes none of the cells beside it", () => {
  assert.deepEqual(passed(four(), middle(0), middle(15)), [0, 5, 10, 15]);
});

test("a way beyond the board takes nothing there", () => {
  assert.deepEqual(passed(four(), middle(2), { x: 9, y: 0.5 }), [2, 3]);
});

test("cells join, leave, and are all left; what is selected then begins at the focus", () => {
  const selection = new Selection(four(), () => {});
  assert.deepEqual([...selection.cells], []);
  selection.take(0);
  selection.take(5, { more: true });
  assert.deepEqual([...selection.cells], [0, 5]);
  selection.leave(0);
  assert.deepEqual([[...selection.cells], selection.focus], [[5], 0]);
  selection.clear();
  selection.move(0, 1, true);
  assert.deepEqual([...selection.cells], [0, 1]);
});

test("beyond the edge the focus comes in at the other side", () => {
  const selection = new Selection(four(), () => {});
  selection.move(-1, 0, false);
  assert.equal(selection.focus, 12);
});
