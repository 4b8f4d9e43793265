import assert from "node:assert/strict";
import { test } from "node:test";

import { Clock, spoken } from "../../../cpsudoku/web/page/js/clock.js";

function clocked() {
  const time = { now: 0 };
  const clock = new Clock(() => {}, () => time.now);
  const pass = (seconds) => {
    for (let second = 0; second < seconds; second++) {
      time.now += 1000;
      clock.report();
    }
  };
  return { clock, time, pass };
}

test("what passes is counted from the start to the stop", () => {
  const { clock, pass } = clocked();
  clock.start(2000);
  pass(3);
  clock.stop();
  pass(60);
  assert.equal(clock.taken, 5000);
});

test("sleep, a clock that is set back and hidden tabs do not count", () => {
  const { clock, time, pass } = clocked();
  clock.start(0);
  time.now += 5 * 3600_000;
  assert.ok(clock.taken <= 10_000);
  const before = clock.taken;
  time.now -= 3600_000;
  assert.equal(clock.taken, before);
  clock.hide(true);
  pass(60);
  clock.hide(false);
  assert.equal(clock.taken, before);
});

test("a time is never below nothing", () => {
  assert.deepEqual([spoken(-3602_000), spoken(61_000), spoken(3_661_000)], ["0:00", "1:01", "1:01:01"]);
});
