import assert from "node:assert/strict";
import { test } from "node:test";

import { Drafts, emptyDraft, isEmpty } from "../../../cpsudoku/web/page/js/setting/draft.js";
import { Refused } from "../../../cpsudoku/web/page/js/refused.js";
import { troubles, write } from "../../../cpsudoku/web/page/js/storage.js";

const killer = { type: "killer", cells: ["r1c1"] };

test("changes are undone and redone, and a new one ends what could be redone", () => {
  const drafts = new Drafts(emptyDraft("4"));
  drafts.change({ clues: [killer] });
  drafts.change({ givens: [1] });
  drafts.undo();
  assert.deepEqual([drafts.now.clues, drafts.now.givens], [[killer], []]);
  drafts.redo();
  assert.deepEqual(drafts.now.givens, [1]);
  drafts.undo();
  drafts.change({ givens: [2] });
  assert.equal(drafts.canRedo, false);
});

test("what makes no sense is taken back as if it had never been", () => {
  const drafts = new Drafts(emptyDraft("4"));
  drafts.change({ clues: [killer] });
  assert.equal(drafts.dropped(0), drafts);
  assert.deepEqual([drafts.now.clues, drafts.canUndo, drafts.canRedo], [[], false, false]);
});

test("a draft that makes no sense from the first on is set aside for an empty one", () => {
  const drafts = new Drafts({ ...emptyDraft("4"), clues: [killer] }, "senseless");
  assert.ok(drafts.save());
  const next = drafts.dropped(null);
  assert.ok(isEmpty(next.now) && next.id !== drafts.id);
  assert.equal(Drafts.load("senseless"), null);
  assert.ok(troubles.has("set aside"));
});

test("a kept draft continues without the clue that makes no sense, and the whole is set aside", () => {
  const bad = { type: "arrow", bulb: ["r1c1"], cells: [] };
  const thermo = { type: "thermo", cells: ["r1c1", "r1c2"] };
  const before = new Drafts(emptyDraft("4"), "partly");
  before.change({ clues: [killer, bad] });
  before.change({ clues: [killer, bad, thermo] });
  assert.ok(before.save());
  troubles.clear();
  const drafts = Drafts.load("partly");
  const after = drafts?.dropped(1);
  assert.deepEqual([after?.id, after?.now.clues, after?.at], ["partly", [killer, thermo], 2]);
  assert.ok(troubles.has("set aside"));
  // What is changed from now on is taken back as ever.
  after?.change({ clues: [bad] });
  after?.dropped(0);
  assert.deepEqual(after?.now.clues, [killer, thermo]);
});

test("a refusal says which clue of a draft it is about", () => {
  assert.deepEqual({ ...Refused.of("RulesError", "clues[12]: arrow without cells") }, { kind: "RulesError", clue: 12 });
  assert.equal(Refused.of("RulesError", "clues[1].cells: missing").message, "cells: missing");
  assert.deepEqual([Refused.of("x", "clues: 3").clue, Refused.of("x", "clues: 3").message], [null, "clues: 3"]);
});

test("drafts are kept whole, the last changed first, and forgotten one by one", () => {
  for (const id of ["one", "two"]) {
    const drafts = new Drafts(emptyDraft("4"), id);
    drafts.change({ givens: [1] });
    assert.ok(drafts.save());
    write(`draft.${id}`, { states: drafts.states, at: drafts.at, changed: id === "one" ? 1 : 2 });
  }
  assert.deepEqual(Drafts.all().map(({ id }) => id), ["two", "one"]);
  assert.ok(Drafts.load("one").canUndo);
  Drafts.forget("two");
  assert.deepEqual(Drafts.all().map(({ id }) => id), ["one"]);
  Drafts.forget("one");
});

test("the only draft of an older page becomes one of many", () => {
  write("draft", { states: [emptyDraft("4"), { ...emptyDraft("4"), givens: [1] }], at: 1 });
  const [found, ...others] = Drafts.all();
  assert.deepEqual([found.now.givens, found.canUndo, others], [[1], true, []]);
  assert.equal(Drafts.all().length, 1);
});

test("a draft is empty until something is set or said", () => {
  assert.ok(isEmpty(emptyDraft("9")));
  assert.ok(isEmpty({ ...emptyDraft("9"), givens: [0, 0], about: { title: "", author: "A", rules: "" } }));
  for (const change of [{ clues: [killer] }, { givens: [0, 1] }, { regions: [1] }, { about: { title: "T" } }]) {
    assert.ok(!isEmpty({ ...emptyDraft("9"), ...change }));
  }
});
