/** @import {BoardData, Change, Exercise, Layer, Marking} from "./types.js" */
/** @import {Saved} from "./games.js" */

import { ask } from "./api.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { Game } from "./game.js";
import { keep, keepSetting, setting } from "./games.js";
import { element } from "./elements.js";
import { clashes } from "./judge.js";
import { COLOURS, Pad } from "./pad.js";
import { Page } from "./page.js";
import { Selection, takePointer } from "./selection.js";
import { View } from "./view.js";
import { word } from "./words.js";

/** A game on the page, and what the player does with it. */
export class App extends Page {
  // All of these are there once `begin` has been called.
  /** @type {Board} */ board;
  /** @type {Game} */ game;
  /** @type {View} */ view;
  /** @type {Selection} */ selection;
  /** @type {string} */ id;
  /** @type {string | undefined} */ level;

  constructor() {
    super();
    this.clock = new Clock((text, running) => {
      const clock = element("clock");
      clock.textContent = setting("timer", true) ? text : "⏱";
      clock.setAttribute("aria-label", word(running ? "pause" : "go on"));
    });
    this.pad = new Pad(this);
    this.finished = false;
    /** Rules that the server found broken. @type {{label: string, cells: number[]}[]} */
    this.broken = [];
    /** What is to be found, where the game is an exercise. @type {Exercise | null} */
    this.exercise = null;
    /** Called after each change of the game. @type {(() => void)[]} */
    this.listeners = [];
    this.options = {
      clean: setting("clean", true),
      conflicts: setting("conflicts", true),
      score: setting("score", false),
    };
  }

  /**
   * Begin a game, or go on with one.
   * @param {BoardData} data
   * @param {Saved} [saved]
   * @param {string} [level]
   * @param {Exercise | null} [exercise]
   */
  begin(data, saved, level, exercise = null) {
    this.board = new Board(data);
    this.game = new Game(this.board);
    this.id = saved?.id ?? crypto.randomUUID();
    this.level = saved?.level ?? level;
    this.finished = saved?.finished ?? false;
    this.exercise = saved?.exercise ?? exercise;
    if (saved) this.game.restore(saved.state);
    this.view = new View(element("board"), this.game);
    this.selection = new Selection(this.board, () => this.light(true));
    takePointer(this.view.grid, this.selection, {
      equals: (cell) => (this.pad.digitFirst ? [cell] : this.equals(cell)),
      pressed: () => this.view.cells[this.selection.focus].box.focus({ preventScroll: true }),
      drawing: () => this.pad.drawing,
      stroke: (from, to) => this.stroke(from, to),
      released: () => this.pad.touched(),
    });
    this.broken = [];
    this.pad.chosen = 0;
    this.pad.draw();
    const title = [data.title, ...this.board.everywhere, this.level];
    element("title").textContent = title.filter(Boolean).join(" · ");
    this.clock.start(saved?.taken ?? 0);
    document.body.classList.remove("paused");
    this.say("");
    this.view.mark(null);
    this.light(false);
    this.showState();
    this.save();
    this.tellListeners();
  }

  tellListeners() {
    for (const listener of this.listeners) listener();
  }

  get paused() {
    return document.body.classList.contains("paused");
  }

  /** @param {number} cell */
  equals(cell) {
    const digits = this.game.digits;
    const { centre, colour } = this.game.layers;
    const same = digits[cell]
      ? digits.map((digit) => digit === digits[cell])
      : digits.map((digit, other) => !digit && String(centre[other]) === String(centre[cell])
          && String(colour[other]) === String(colour[cell]));
    return [...same.keys()].filter((other) => same[other]);
  }

  /** Cells whose digits clash, and those of rules that were found broken. */
  get bad() {
    return new Set([...clashes(this.board, this.game.digits), ...this.broken.flatMap(({ cells }) => cells)]);
  }

  /** @param {boolean} focus Whether the browser's focus goes along. */
  light(focus) {
    const bad = this.options.conflicts ? this.bad : new Set();
    const { cells, focus: at } = this.selection;
    this.view.light(cells, at, bad, this.pad.mode === "colour" ? 0 : this.pad.chosen);
    const box = this.view.cells[this.selection.focus].box;
    if (focus && this.view.grid.contains(document.activeElement)) box.focus({ preventScroll: true });
  }

  /** @param {Change[]} changes */
  changed(changes) {
    if (!changes.length) return;
    this.view.show(null);
    for (const cell of new Set(changes.map((change) => change.cell))) this.view.draw(cell);
    this.view.mark(null);
    this.broken = [];
    this.light(false);
    this.showState();
    this.save();
    if (changes.some(({ layer }) => layer === "digit")) this.judge(changes);
    this.tellListeners();
  }

  /** @param {number} digit @param {Layer} [mode] */
  input(digit, mode = this.pad.mode) {
    const cells = [...this.selection.cells];
    if (mode === "pen" || digit > (mode === "colour" ? COLOURS : this.board.size)) return;
    if (mode !== "digit") this.changed(this.game.mark(cells, mode, digit));
    else this.changed(this.game.enter(cells, digit, { clean: this.options.clean }));
  }

  /** Draw a line between two cells side by side, or take it away. @param {number} from @param {number} to */
  stroke(from, to) {
    if (this.board.touch(from, to)) this.changed(this.game.line(from, to));
  }

  erase() {
    this.changed(this.game.erase([...this.selection.cells]));
  }

  undo() {
    this.changed(this.game.undo());
  }

  redo() {
    this.changed(this.game.redo());
  }

  fill() {
    this.changed(this.game.fill());
  }

  leave() {
    this.tellListeners();
    this.view.show(null);
    this.view.mark(null);
    this.selection.take(this.selection.focus);
  }

  hint() {
    element("hint").click();
  }

  pause() {
    const paused = document.body.classList.toggle("paused");
    if (paused) this.clock.stop();
    else if (!this.finished) this.clock.start();
    this.say(paused ? word("paused") : "");
    this.save();
  }

  /**
   * Say how things stand after an entry: done, or what clashes.
   * @param {Change[]} changes
   */
  async judge(changes) {
    const bad = clashes(this.board, this.game.digits);
    const clash = changes.find(({ cell, layer }) => layer === "digit" && bad.has(cell));
    if (clash && this.options.conflicts) this.say(word("clashes", this.clashWords(clash.cell)));
    else if (this.board.data.others.length) await this.judgeOthers();
    else if (this.game.isFull) this.finish();
    else this.say("");
  }

  /** @param {number} cell */
  clashWords(cell) {
    const digits = this.game.digits;
    const region = this.board.regionsOf[cell].find(({ cells }) =>
      cells.some((other) => other !== cell && digits[other] === digits[cell]),
    );
    return { digit: this.board.data.symbols[digits[cell] - 1] ?? "", house: region?.label ?? "" };
  }

  /** Ask the server for rules beside the groups that do not hold. */
  async judgeOthers() {
    this.say("");
    try {
      this.broken = (await ask("broken", { puzzle: this.game.position() })).broken;
    } catch (error) {
      this.complain(error);
      return;
    }
    this.light(false);
    const [first] = this.broken;
    if (first && (this.options.conflicts || this.game.isFull)) this.say(word("broken", { rule: first.label }));
    else if (!first && this.game.isFull) this.finish();
  }

  /** Every cell has a digit, and all rules hold. */
  finish() {
    this.finished = true;
    this.clock.stop();
    const groups = this.board.data.regions.length;
    this.say(word("complete", { groups, digits: this.board.size }));
    this.save();
  }

  showState() {
    /** @type {HTMLButtonElement} */ (element("undo")).disabled = !this.game.canUndo;
    /** @type {HTMLButtonElement} */ (element("redo")).disabled = !this.game.canRedo;
    element("score").hidden = !this.options.score;
    element("score").textContent = word("points", { points: this.game.score });
    this.pad.countDigits();
  }

  /** @param {"clean" | "conflicts" | "score"} name @param {boolean} value */
  setOption(name, value) {
    this.options[name] = value;
    keepSetting(name, value);
    this.light(false);
    this.showState();
  }

  save() {
    const saved = keep({
      id: this.id,
      changed: Date.now(),
      taken: this.clock.taken,
      finished: this.finished,
      level: this.level,
      exercise: this.exercise,
      board: this.board.data,
      state: this.game.save(),
    });
    if (!saved) this.say(word("not kept"));
  }

  /** @param {Marking | null} marking */
  mark(marking) {
    this.view.mark(marking);
  }
}
