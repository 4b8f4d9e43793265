import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Game } from "../../../cpsudoku/web/page/js/game.js";
import { four } from "./boards.js";

/** A store as a browser has it, with room for some characters. */
class Store {
  constructor(room = Infinity) {
    this.room = room;
    this.texts = new Map();
  }

  getItem(key) {
    return this.texts.get(key) ?? null;
  }

  setItem(key, text) {
    const others = [...this.texts].reduce((sum, [name, old]) => sum + (name === key ? 0 : old.length), 0);
    if (others + text.length > this.room) throw new Error("QuotaExceededError");
    this.texts.set(key, text);
  }

  removeItem(key) {
    this.texts.delete(key);
  }

  get length() {
    return this.texts.size;
  }

  key(index) {
    return [...this.texts.keys()][index];
  }
}

globalThis.localStorage = new Store();
const storage = await import("../../../cpsudoku/web/page/js/storage.js");
const games = await import("../../../cpsudoku/web/page/js/games.js");

const store = globalThis.localStorage;
beforeEach(() => {
  store.texts.clear();
  store.room = Infinity;
  storage.troubles.clear();
});

function saved(id, changed = 1) {
  const board = four();
  const state = JSON.parse(JSON.stringify(new Game(board).save()));
  return { id, changed, taken: 0, finished: false, board: board.data, state };
}

test("a game is set aside in which one part is another thing", () => {
  const whole = saved("one");
  const { board } = whole;
  const damaged = [
    { paused: "yes" }, { finished: 1 }, { board: { ...board, height: 1e9 } }, { board: { ...board, width: 3 } },
    { board: { ...board, rules: true } }, { board: { ...board, auxiliary: 99 } }, { board: { ...board, text: null } },
  ];
  damaged.forEach((part, at) => storage.write(`game.${at}`, { ...whole, ...part }));
  assert.deepEqual(games.games(), []);
  assert.equal(storage.namesOf("game.").length, 0);
});

test("games come back, the last played first", () => {
  games.keep(saved("one", 1));
  games.keep(saved("two", 2));
  assert.deepEqual(games.games().map(({ id }) => id), ["two", "one"]);
  assert.deepEqual(games.load("one"), JSON.parse(JSON.stringify(saved("one", 1))));
});

test("a game of an older page, without a version, is read as well", () => {
  store.setItem("cpsudoku.game.old", JSON.stringify(saved("old")));
  assert.equal(games.load("old").id, "old");
});

const DAMAGES = {
  "half a text": (text) => text.slice(0, 100),
  "another version": (text) => text.replace('"version":1', '"version":99'),
  "no board": (text) => text.replace('"places"', '"spaces"'),
  "a cell that is not there": (text) => text.replace('"history":[]', '"history":[[{"cell":99,"layer":"digit","before":[],"after":[1]}]]'),
  "a given that is not there": (text) => text.replace('"givens":[0', '"givens":[7'),
  "more done than there is": (text) => text.replace('"done":0', '"done":3'),
};

for (const [name, damage] of Object.entries(DAMAGES)) {
  test(`a damaged save is set aside, and said: ${name}`, () => {
    games.keep(saved("one"));
    const text = store.getItem("cpsudoku.game.one");
    assert.notEqual(damage(text), text);
    store.setItem("cpsudoku.game.one", damage(text));
    assert.deepEqual(games.games(), []);
    assert.deepEqual([...storage.troubles], ["set aside"]);
    assert.equal(store.getItem("cpsudoku aside.game.one"), damage(text));
    assert.equal(store.getItem("cpsudoku.game.one"), null);
  });
}

test("where there is no room the oldest games go, and a setting is kept for this page only", () => {
  games.keep(saved("one", 1));
  store.room = store.getItem("cpsudoku.game.one").length * 1.5;
  assert.ok(games.keep(saved("two", 2)));
  assert.deepEqual(games.games().map(({ id }) => id), ["two"]);
  store.room = 10;
  assert.equal(games.keep(saved("six", 3)), false);
  assert.equal(storage.keepSetting("looks", "dark"), false);
  assert.equal(storage.setting("looks", "auto"), "dark");
});

test("a setting of another type is the usual one", () => {
  for (const text of ["{", "17", "null", '{"version":1,"value":17}']) {
    store.setItem("cpsudoku.theme", text);
    assert.equal(storage.setting("theme", "auto"), "auto");
  }
  store.setItem("cpsudoku.theme", '"dark"');
  assert.equal(storage.setting("theme", "auto"), "dark");
  storage.keepSetting("theme", "light");
  assert.equal(storage.setting("theme", "auto"), "light");
});
