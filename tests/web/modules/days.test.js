import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, inARow, withDay } from "../../../cpsudoku/web/page/js/days.js";

test("days in a row go over the ends of months, and today may be still to come", () => {
  assert.equal(dayOf(new Date(2025, 0, 5)), 20250105);
  const days = [20241230, 20241231, 20250101];
  assert.equal(inARow(days, 20250101), 3);
  assert.equal(inARow(days, 20250102), 3);
  assert.equal(inARow(days, 20250103), 0);
  assert.equal(inARow([20241229, ...days.slice(1)], 20250101), 2);
  assert.equal(inARow([], 20250101), 0);
});

test("a day counts once, in whatever order days come", () => {
  assert.deepEqual(withDay([20250102, 20250104], 20250103), [20250102, 20250103, 20250104]);
  assert.deepEqual(withDay([20250102], 20250102), [20250102]);
});
