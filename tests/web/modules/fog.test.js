import assert from "node:assert/strict";
import { test } from "node:test";
import { fogOf, hiddenBy, isFog } from "../../../cpsudoku/web/page/js/fog.js";
import { four } from "./boards.js";

const SMALL = "12.." + "34.." + "2..." + "....";
const SOLUTION = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

/** @param {object} decoration */
function foggy(decoration) {
  const { data } = four(SMALL);
  return { ...data, about: { title: "", author: "", rules: "", decoration: JSON.stringify(decoration) } };
}

/** Where fog lies, a mark for each cell. @param {object} decoration @param {Record<number, number>} [entered] @param {number[] | null | undefined} [solution] */
function fog(decoration, entered = {}, solution = SOLUTION) {
  const board = foggy(decoration);
  const digits = board.givens.map((given, cell) => given || (entered[cell] ?? 0));
  const hidden = hiddenBy(fogOf(board), board, digits, solution);
  return [...digits.keys()].map((cell) => (hidden.has(cell) ? "#" : ".")).join("").match(/.{4}/g);
}

test("puzzles without fog have none", () => {
  for (const decoration of [{}, { circle: [] }, { triggereffect: [{ trigger: {}, effect: { type: "other" } }] }]) {
    assert.equal(fogOf(foggy(decoration)), null);
  }
  assert.equal(fogOf({ ...four(SMALL).data, about: { title: "", author: "", rules: "", decoration: "{damaged" } }), null);
  assert.equal(fogOf(four(SMALL).data), null);
});

test("lamps light what is around them, lights and cages of that name only themselves", () => {
  assert.deepEqual(fog({ fogofwar: ["R1C1"] }), ["..##", "..##", "####", "####"]);
  assert.deepEqual(fog({ foglight: ["R1C1", "R4C4"] }), [".###", "####", "####", "###."]);
  assert.deepEqual(fog({ cage: [{ value: "foglight", cells: ["R2C1", "R2C2"] }, { value: "15", cells: ["R4C4"] }] }),
    ["####", "..##", "####", "####"]);
});

test("right entries lift the fog around them, wrong ones and givens do not, and it comes back", () => {
  const lights = { foglight: ["R1C1"] };
  assert.deepEqual(fog(lights, { 15: 1 }), [".###", "####", "##..", "##.."]);
  assert.deepEqual(fog(lights, { 15: 3 }), [".###", "####", "####", "####"]);
  // Nobody knows yet which entry is right, or ever: then each counts.
  assert.deepEqual(fog(lights, { 15: 3 }, null), [".###", "####", "##..", "##.."]);
  const board = foggy(lights);
  assert.equal(hiddenBy(fogOf(board), board, SOLUTION, undefined).size, 15);
});

test("effects light their own cells once all that they wait for is right", () => {
  const effect = (cell, cells) => ({ trigger: { type: "cellvalue", cell }, effect: { type: "foglight", cells } });
  const lights = { triggereffect: [effect("r1c3", "r4c1-r4c3"), effect("r1c3r1c4", "r2c1,r2c2")] };
  assert.deepEqual(fog(lights), ["####", "####", "####", "####"]);
  assert.deepEqual(fog(lights, { 2: 3 }), ["####", "####", "####", "...#"]);
  assert.deepEqual(fog(lights, { 2: 3, 3: 4 }), ["####", "..##", "####", "...#"]);
});

test("what effects do beside is not fog", () => {
  assert.equal(isFog("triggereffect", [{ trigger: { type: "cellvalue" }, effect: { type: "foglight" } }]), true);
  assert.equal(isFog("triggereffect", [{ trigger: { type: "cellvalue" }, effect: { type: "sound" } }]), false);
  assert.equal(isFog("foglight", []), true);
  assert.equal(isFog("circle", []), false);
});
