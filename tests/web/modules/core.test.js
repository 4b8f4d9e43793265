import assert from "node:assert/strict";
import { test } from "node:test";
import { boardOf, packed, rulesOf, usualBoard } from "../../../cpsudoku/web/page/js/core/boards.js";
import { nextOn, withPositions } from "../../../cpsudoku/web/page/js/core/steps.js";
import { four } from "./boards.js";

const SMALL = "12.." + "34.." + "2..." + "....";

/** A board with a cage of two cells. */
function caged() {
  const board = four(SMALL).data;
  const others = [{ label: "cage", cells: [14, 15], holds: [["linear", [14, 15], [1, 1], "=", [3]]] }];
  return { ...board, others, about: { title: "Größe", author: "", rules: "" }, meanings: [], source: "https://elsewhere/" };
}

test("lines and grids are boards of the usual rules", async () => {
  const line = await boardOf("12..\n34..\n2...\n....");
  assert.deepEqual(line?.givens, [1, 2, 0, 0, 3, 4, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(line?.regions.map(({ cells }) => cells), four().data.regions.map(({ cells }) => cells));
  assert.equal((await boardOf("x".repeat(81))), null);
  assert.equal((await boardOf("1".repeat(7))), null);
  assert.equal((await boardOf("9" + ".".repeat(15))), null);
  assert.equal(usualBoard(Array(36).fill(0)).regions[12].cells.join(), "0,1,2,6,7,8");
});

test("a link has a plain puzzle as its text and any other whole, which leads nowhere else", async () => {
  const plain = four(SMALL).data;
  assert.equal(await packed(plain), SMALL);
  const link = await packed(caged());
  assert.match(link, /^[\w-]+$/);
  const { source: _, ...whole } = caged();
  assert.deepEqual(await boardOf(link), whole);
  assert.equal(await boardOf(link.slice(0, 40)), null);
});

/** A link with anything in it. @param {unknown} value */
async function linkOf(value) {
  const bytes = new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url");
}

/** A board without houses of so many rows and columns. @param {number} height @param {number} width */
function bare(height, width) {
  const count = height * width;
  return {
    ...caged(), height, width, regions: [], others: [], text: ".",
    places: Array.from({ length: count }, (_, cell) => [Math.floor(cell / width), cell % width]),
    givens: Array(count).fill(0),
  };
}

test("a link has bounds, so that no board holds the page", async () => {
  assert.ok(await boardOf(await linkOf(bare(32, 64))));
  assert.equal(await boardOf(await linkOf(bare(33, 64))), null);
  assert.equal(await boardOf(await linkOf(bare(100, 200))), null);
  const board = bare(4, 4);
  assert.ok(await boardOf(await linkOf(board)));
  for (const excess of [
    { height: 5000 }, { symbols: Array(2000).fill("1") },
    { regions: Array(60_000).fill({ label: "x", kind: "x", cells: [0, 1, 2] }) },
    { drawing: { below: "x".repeat(2_000_000), above: "", margin: 0 } },
  ]) assert.equal(await boardOf(await linkOf({ ...board, ...excess })), null);
  const bomb = JSON.stringify({ ...board, title: "" }).replace('"title":""', `"title":"${" ".repeat(5_000_000)}"`);
  assert.equal(await boardOf(await linkOf(bomb)), null);
  assert.equal(await boardOf("A".repeat(5_000_000)), null);
});

test("a link cannot smuggle a place to load from", async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(caged()));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const link = Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url");
  assert.equal("source" in (await boardOf(link)), false);
});

test("the core is asked about houses by their kinds, and only where all rules are formulas", () => {
  const rules = JSON.parse(rulesOf(caged()));
  assert.deepEqual(rules.groups.map(([kind]) => kind), [..."rrrrccccbbbb"].map((kind) => ({ r: "row", c: "column", b: "box" })[kind]));
  assert.deepEqual(rules.formulas, caged().others[0].holds);
  assert.equal(rulesOf({ ...caged(), others: [{ label: "cage", cells: [0, 1] }] }), null);
});

const STEPS = [
  { placements: [], eliminations: [[9, 4]], cells: [] },
  { placements: [[2, 3]], eliminations: [], cells: [] },
  { placements: [[3, 4]], eliminations: [], cells: [] },
];

test("the next step of a path is the first that is not on the board yet", () => {
  const { data } = four(SMALL);
  const digits = [...data.givens];
  // The 4 of the second row excludes it from the column below: nothing new.
  assert.equal(nextOn(STEPS, digits, null, data), STEPS[1]);
  const open = { ...data, regions: [] };
  assert.equal(nextOn(STEPS, digits, null, open), STEPS[0]);
  const marks = digits.map((_, cell) => (cell === 9 ? [1, 3] : null));
  assert.equal(nextOn(STEPS, digits, marks, open), STEPS[1]);
  digits[2] = 3;
  assert.equal(nextOn(STEPS, digits, marks, open), STEPS[2]);
  digits[3] = 4;
  assert.equal(nextOn(STEPS, digits, marks, open), null);
});

test("steps have the positions before them", () => {
  const { data } = four(SMALL);
  const [first, second, third] = withPositions(STEPS, data);
  assert.deepEqual(first.digits, data.givens);
  assert.deepEqual([first.marks[0], first.marks[2], first.marks[9]], [[], [3, 4], [1, 3]]);
  assert.deepEqual(second.digits, data.givens);
  assert.deepEqual([third.digits[2], third.marks[3], third.marks[2]], [3, [4], []]);
});
