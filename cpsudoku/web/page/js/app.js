/** @import {BoardData, Change, Layer, Marking} from "./types.js" */
/** @import {Saved} from "./games.js" */

import { Refused, ask } from "./api.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { Game } from "./game.js";
import { keep, keepSetting, setting } from "./games.js";
import { clashes } from "./judge.js";
import { Selection, takePointer } from "./selection.js";
import { View } from "./view.js";
import { word } from "./words.js";

/** @type {Layer[]} */
export const MODES = ["digit", "corner", "centre", "colour"];
export const COLOURS = 9;

/** @param {string} id */
export const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A game on the page, and what the player does with it. */
export class App {
  // All of these are there once `begin` has been called.
  /** @type {Board} */ board;
  /** @type {Game} */ game;
  /** @type {View} */ view;
  /** @type {Selection} */ selection;
  /** @type {string} */ id;
  /** @type {string | undefined} */ level;

  constructor() {
    this.clock = new Clock((text, running) => {
      const clock = element("clock");
      clock.textContent = setting("timer", true) ? text : "⏱";
      clock.setAttribute("aria-label", word(running ? "pause" : "go on"));
    });
    /** @type {Layer} */
    this.mode = "digit";
    this.finished = false;
    /** Called after each change of the game, with what a hint showed before. */
    this.afterwards = () => {};
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
   */
  begin(data, saved, level) {
    this.board = new Board(data);
    this.game = new Game(this.board);
    this.id = saved?.id ?? crypto.randomUUID();
    this.level = saved?.level ?? level;
    this.finished = saved?.finished ?? false;
    if (saved) this.game.restore(saved.state);
    this.view = new View(element("board"), this.game);
    this.selection = new Selection(this.board, () => this.light(true));
    takePointer(
      this.view.grid,
      this.selection,
      (cell) => this.equals(cell),
      () => this.view.cells[this.selection.focus].box.focus({ preventScroll: true }),
    );
    this.makePad();
    element("title").textContent = [data.title, ...data.others, this.level].filter(Boolean).join(" · ");
    this.clock.start(saved?.taken ?? 0);
    document.body.classList.remove("paused");
    this.say("");
    this.view.mark(null);
    this.light(false);
    this.showState();
    this.save();
    this.afterwards();
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

  /** @param {boolean} focus Whether the browser's focus goes along. */
  light(focus) {
    const bad = this.options.conflicts ? clashes(this.board, this.game.digits) : new Set();
    this.view.light(this.selection.cells, this.selection.focus, bad);
    const box = this.view.cells[this.selection.focus].box;
    if (focus && this.view.grid.contains(document.activeElement)) box.focus({ preventScroll: true });
  }

  /** @param {Change[]} changes */
  changed(changes) {
    if (!changes.length) return;
    this.view.show(null);
    for (const cell of new Set(changes.map((change) => change.cell))) this.view.draw(cell);
    this.view.mark(null);
    this.light(false);
    this.showState();
    this.afterwards();
    this.save();
    if (changes.some(({ layer }) => layer === "digit")) this.judge(changes);
  }

  /** @param {number} digit @param {Layer} [mode] */
  input(digit, mode = this.mode) {
    const cells = [...this.selection.cells];
    if (mode === "digit") {
      if (digit > this.board.size) return;
      this.changed(this.game.enter(cells, digit, { clean: this.options.clean }));
    } else if (mode !== "colour" || digit <= COLOURS) {
      this.changed(this.game.mark(cells, mode, digit));
    }
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

  /** @param {Layer} mode */
  setMode(mode) {
    this.mode = mode;
    this.makePad();
  }

  nextMode() {
    this.setMode(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
  }

  leave() {
    this.afterwards();
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
    else if (this.game.isFull) await this.finish();
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

  /** Every cell has a digit and no group clashes: right, unless there are other rules. */
  async finish() {
    if (this.board.data.others.length) {
      const right = await this.verdictOfServer();
      if (!right) return;
    }
    this.finished = true;
    this.clock.stop();
    const groups = this.board.data.regions.length;
    this.say(word("complete", { groups, digits: this.board.size }));
    this.save();
  }

  async verdictOfServer() {
    try {
      const found = await ask("check", { puzzle: this.game.position() });
      if (found.verdict !== "unique") this.say(word("not yet"));
      return found.verdict === "unique";
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /** @param {string} text */
  say(text) {
    element("message").textContent = text;
  }

  /** @param {unknown} error */
  complain(error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    this.say(error.kind === "offline" ? word("offline") : error.message);
  }

  showState() {
    /** @type {HTMLButtonElement} */ (element("undo")).disabled = !this.game.canUndo;
    /** @type {HTMLButtonElement} */ (element("redo")).disabled = !this.game.canRedo;
    element("score").hidden = !this.options.score;
    element("score").textContent = word("points", { points: this.game.score });
    this.countDigits();
  }

  /** Grey out the digits that are all placed. */
  countDigits() {
    const digits = this.game.digits;
    for (const key of element("pad").querySelectorAll("button")) {
      const digit = Number(key.dataset.digit);
      const placed = digits.filter((other) => other === digit).length;
      const all = this.board.data.regions.filter(({ kind }) => kind === "row").length || Infinity;
      key.classList.toggle("spent", this.mode !== "colour" && placed >= all);
    }
  }

  makePad() {
    const modes = MODES.map((mode) => {
      const key = document.createElement("button");
      key.setAttribute("role", "radio");
      key.setAttribute("aria-checked", String(mode === this.mode));
      key.textContent = word(mode);
      key.dataset.mode = mode;
      key.addEventListener("click", () => this.setMode(mode));
      return key;
    });
    element("modes").replaceChildren(...modes);
    const count = this.mode === "colour" ? COLOURS : this.board.size;
    const keys = Array.from({ length: count }, (_, index) => {
      const key = document.createElement("button");
      const digit = index + 1;
      key.dataset.digit = String(digit);
      key.textContent = this.mode === "colour" ? "" : this.board.data.symbols[index];
      if (this.mode === "colour") {
        key.className = `swatch colour-${digit}`;
        key.setAttribute("aria-label", `${word("colour")} ${digit}`);
      }
      key.addEventListener("click", () => this.input(digit));
      return key;
    });
    const pad = element("pad");
    pad.className = this.mode;
    pad.replaceChildren(...keys);
    pad.style.setProperty("--across", String(Math.min(9, Math.ceil(Math.sqrt(count)))));
    if (this.game) this.countDigits();
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
