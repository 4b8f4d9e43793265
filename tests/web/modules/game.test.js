import assert from "node:assert/strict";
import { test } from "node:test";

import { Game } from "../../../cpsudoku/web/page/js/game.js";
import { four } from "./boards.js";

const clean = { clean: true };

function marked(...cells) {
  const game = new Game(four());
  for (const cell of cells) for (const mark of [1, 2]) game.mark([cell], "corner", mark);
  return game;
}

test("marks that an entry took come back with another entry in its place", () => {
  const game = marked(1, 2);
  game.enter([0], 1, clean);
  assert.deepEqual([game.layers.corner[1], game.layers.corner[2]], [[2], [2]]);
  game.enter([0], 2, clean);
  assert.deepEqual([game.layers.corner[1], game.layers.corner[2]], [[1], [1]]);
  game.undo();
  assert.deepEqual([game.layers.corner[1], game.layers.corner[2]], [[2], [2]]);
});

test("marks that an entry took come back where it is erased or entered again", () => {
  for (const leave of [(game) => game.erase([0]), (game) => game.enter([0], 1, clean)]) {
    const game = marked(1);
    game.enter([0], 1, clean);
    leave(game);
    assert.deepEqual([game.digits[0], game.layers.corner[1]], [0, [1, 2]]);
  }
});

test("a mark stays away that another entry excludes, or that was not there", () => {
  const game = marked(1);
  game.enter([0], 1, clean);
  game.enter([13], 1, clean);
  game.erase([0]);
  assert.deepEqual(game.layers.corner[1], [2]);
  game.erase([13]);
  assert.deepEqual(game.layers.corner[1], [2], "it was taken by the first of the two");
  assert.deepEqual(game.layers.corner[2], []);
});

test("filling in leaves the marks that the player has made", () => {
  const game = new Game(four("1..............."));
  game.mark([1], "centre", 4);
  game.fill();
  assert.deepEqual(game.layers.centre[1], [4]);
  assert.deepEqual(game.layers.centre[15], [1, 2, 3, 4]);
  assert.ok(game.placed);
});

test("everything can be undone and redone, and a save holds it all", () => {
  const game = marked(1);
  game.enter([0, 2], 3, clean);
  game.line(0, 1);
  const saved = JSON.parse(JSON.stringify(game.save()));
  const again = new Game(four());
  again.restore(saved);
  assert.deepEqual(again.layers, game.layers);
  while (game.canUndo) game.undo();
  assert.deepEqual(game.layers, new Game(four()).layers);
  while (game.canRedo) game.redo();
  assert.deepEqual(game.layers, again.layers);
});

test("givens stay, and colours may be on them", () => {
  const game = new Game(four("1..............."));
  assert.deepEqual(game.enter([0], 2, clean), []);
  game.mark([0], "colour", 3);
  assert.deepEqual([game.digits[0], game.layers.colour[0]], [1, [3]]);
});

test("a cell says what it shows: marks that were filled in at their places, with corner marks in rows", () => {
  const game = new Game(four("1..............."));
  assert.deepEqual(game.face(0), { digit: 1, given: true, corner: [], centre: [], manner: "rows", colours: [], lines: [] });
  game.mark([1], "centre", 4);
  assert.equal(game.face(1).manner, "rows");
  game.fill();
  assert.deepEqual([game.face(1).manner, game.face(2).centre], ["places", [2, 3, 4]]);
  game.mark([1], "corner", 2);
  game.mark([1], "colour", 7);
  game.line(2, 1);
  assert.deepEqual(game.face(1), { digit: 0, given: false, corner: [2], centre: [4], manner: "rows", colours: [7], lines: [2] });
});
