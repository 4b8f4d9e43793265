/** @import {BoardData, Change, Exercise, Layer} from "./types.js" */
/** @import {Saved} from "./games.js" */

import { ask, randomName, remember } from "./api.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { Game } from "./game.js";
import { keep, load, onOtherTab } from "./games.js";
import { dayNamed, dayOf, daysDone, withDay } from "./days.js";
import { element } from "./elements.js";
import { fogOf, hiddenBy } from "./fog.js";
import { Refused } from "./refused.js";
import { icon } from "./icons.js";
import { clashes } from "./judge.js";
import { COLOURS, Pad } from "./pad.js";
import { Page } from "./page.js";
import { keepSetting, setting } from "./storage.js";
import { houseName, ruleName, showRules, titleOf } from "./about.js";
import { word } from "./words.js";

/** A game on the page, and what the player does with it. */
export class App extends Page {
  // All of these are there once `begin` has been called.
  /** @type {Game} */ game;
  /** @type {import("./fog.js").Fog | null} */ fog;
  /** The only solution, where fog asks for it: null where nobody knows one, undefined before that is known. @type {number[] | null | undefined} */ solution;
  /** @type {string} */ id;
  /** @type {string | undefined} */ level;
  /** What is to be found, where the game is an exercise. @type {Exercise | null | undefined} */ exercise;
  /** Whose puzzle it is, where it is one of a day. @type {number | undefined} */ day;
  /** Where it stands in which queue. @type {Saved["queue"]} */ queue;

  constructor() {
    super();
    this.clock = new Clock((text, running) => this.showClock(text, running));
    this.pad = new Pad(this);
    this.finished = false;
    this.paused = false;
    this.isKept = true;
    /** Rules that the server found broken. @type {{label: string, cells: number[]}[]} */
    this.broken = [];
    /** Called after each change of the game. @type {(() => void)[]} */
    this.listeners = [];
    /** Changes with what is on the board: a question is about one position. */
    this.position = 0;
    /** How often something was to be begun: what comes late is not begun any more. */
    this.turns = 0;
    this.options = {
      clean: setting("clean", true),
      conflicts: setting("conflicts", true),
      score: setting("score", false),
      "score time": setting("score time", false),
    };
    onOtherTab((id) => this.follow(id));
  }

  /**
   * Begin a game, or continue one.
   * @param {BoardData} data
   * @param {Saved} [saved]
   * @param {Pick<Saved, "level" | "exercise" | "day" | "queue">} [about]
   */
  begin(data, saved, about = {}) {
    this.turns += 1;
    this.game = new Game(new Board(data));
    remember(data).catch((error) => this.complain(error));
    this.id = saved?.id ?? randomName();
    const { level, exercise, day, queue } = saved ?? about;
    Object.assign(this, { level, exercise, day, queue });
    if (saved) this.game.restore(saved.state);
    this.finished = Boolean(saved?.finished);
    this.lay(this.game, {
      equals: (cell) => (this.pad.digitFirst ? [cell] : this.equals(cell)),
      drawing: () => this.pad.drawing,
      stroke: (from, to) => this.stroke(from, to),
      released: () => this.pad.touched(),
    });
    this.pad.chosen = 0;
    this.beginFog().catch((error) => this.complain(error));
    this.pad.draw();
    this.showTitle();
    this.clock.stop(saved?.taken ?? 0);
    this.setPaused(Boolean(saved?.paused) && !this.finished);
    this.say("");
    this.renewed();
    if (!saved) this.save();
  }

  /** Let fog lie where the puzzle has some; which entries are right is asked for at once. */
  async beginFog() {
    const { id } = this;
    this.fog = fogOf(this.board.data);
    this.solution = undefined;
    this.showFog();
    if (!this.fog) return;
    const found = await this.solved();
    if (id !== this.id) return;
    this.solution = found;
    this.showFog();
    if (!found) this.say(word("fog unsure"));
  }

  /** The only solution; null where nobody knows one. @returns {Promise<number[] | null>} */
  async solved() {
    const { rules, givens } = this.board.data;
    try {
      const { verdict, solutions } = await ask("check", { puzzle: { rules, givens } }, { topic: "fog" });
      return verdict === "unique" ? solutions[0] : null;
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  showFog() {
    const isShown = this.fog && !this.finished && setting("fog", true);
    const { data } = this.board;
    this.view.conceal(isShown && this.fog ? hiddenBy(this.fog, data, this.game.digits, this.solution) : new Set());
    this.pad.countDigits();
    this.light();
  }

  /** For each cell the digit that can be seen, 0 for none. */
  get seen() {
    return this.game.digits.map((digit, cell) => (this.view.isHidden(cell) && this.game.isGiven(cell) ? 0 : digit));
  }

  /** Another position is on the board: what was lit or found of the one before holds no more. */
  renewed() {
    this.position += 1;
    this.broken = [];
    this.view.show(null);
    this.view.mark(null);
    if (this.fog) this.showFog();
    this.light();
    this.showState();
    this.showEnd();
    for (const listener of this.listeners) listener();
  }

  /** What comes after the end stands first, and not what comes before it. */
  showEnd() {
    document.body.classList.toggle("done", this.finished);
  }

  showTitle() {
    element("title").textContent = this.title;
    element("level").textContent = this.level ?? "";
    element("level").hidden = !this.level;
    showRules(this.board);
  }

  get title() {
    return this.day ? word("daily of", { date: dayNamed(this.day) }) : titleOf(this.board);
  }

  /** @param {string} text @param {boolean} running */
  showClock(text, running) {
    const clock = element("clock");
    const shown = setting("timer", true) ? text : "⏱";
    // Its icon changes only when it is paused, so that the focus is not disturbed each second.
    const does = running ? "pause" : this.finished ? "" : "play";
    if (clock.dataset.does !== does) {
      clock.dataset.does = does;
      clock.replaceChildren(document.createElement("span"), ...(does ? [icon(does)] : []));
    }
    const name = does && word(running ? "pause" : "go on");
    clock.setAttribute("aria-label", name || text);
    clock.title = name;
    /** @type {HTMLButtonElement} */ (clock).disabled = !does;
    if (clock.firstChild) clock.firstChild.textContent = shown;
    if (this.game) this.showScore();
  }

  /**
   * Ask the server about the position; an answer that comes once another one is on the board is
   * dropped.
   * @param {string} name @param {object} [more] @param {string} [topic]
   * @returns {Promise<any>}
   */
  async question(name, more = {}, topic = name) {
    const { position } = this;
    const found = await ask(name, { puzzle: this.game.position(), ...more }, { topic });
    if (position !== this.position) throw new DOMException("another position", "AbortError");
    return found;
  }

  /**
   * Begin with what is waited for, unless something else was begun or left meanwhile.
   * @template T
   * @param {Promise<T>} waiting @param {(found: T) => void} begin
   * @returns {Promise<boolean>} Whether it was begun.
   */
  async beginWith(waiting, begin) {
    const turn = ++this.turns;
    const found = await waiting;
    if (turn !== this.turns) return false;
    begin(found);
    return true;
  }

  /** @param {number} cell */
  equals(cell) {
    const digits = this.seen;
    const { centre, colour } = this.game.layers;
    const same = digits[cell]
      ? digits.map((digit) => digit === digits[cell])
      : digits.map((digit, other) => !digit && String(centre[other]) === String(centre[cell])
          && String(colour[other]) === String(colour[cell]));
    return [...same.keys()].filter((other) => same[other]);
  }

  /** Cells whose digits clash, and those of rules that were found broken. */
  get bad() {
    return new Set([...clashes(this.board, this.seen), ...this.broken.flatMap(({ cells }) => cells)]);
  }

  /** Whether every cell has a digit, right or wrong. */
  get isFilled() {
    return this.game.digits.every(Boolean);
  }

  /** Show what is selected, what clashes, and where the digit in focus is. */
  light() {
    const bad = this.options.conflicts || this.isFilled ? this.bad : new Set();
    const { cells, focus: at } = this.selection;
    const isShown = this.pad.mode !== "colour" && (this.pad.digitFirst || !cells.size);
    this.view.light(cells, at, bad, isShown ? this.pad.chosen : 0);
  }

  /** @param {Change[]} changes */
  changed(changes) {
    if (!changes.length) return;
    const cells = new Set(changes.map((change) => change.cell));
    for (const cell of cells) this.view.draw(cell);
    this.resume();
    this.renewed();
    this.save();
    this.announce([...cells].slice(0, 3).map((cell) => this.view.words(cell, this.game.isGiven(cell))).join("; "));
    if (changes.some(({ layer }) => layer === "digit")) this.judge(changes).catch((error) => this.complain(error));
  }

  /** A finished game that is changed continues. */
  resume() {
    if (!this.finished || this.game.isFull) return;
    this.finished = false;
    this.clock.start();
  }

  /** @param {number} digit @param {Layer} [mode] */
  input(digit, mode = this.pad.mode) {
    const cells = [...this.selection.cells];
    if (!cells.length || mode === "pen" || digit > (mode === "colour" ? COLOURS : this.board.size)) return;
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
    const changes = this.game.fill(this.seen);
    this.view.all();
    this.changed(changes);
  }

  /** Take away what is lit; where nothing is, what is selected. */
  leave() {
    const wasLit = this.view.isLit || !element("panel").hidden;
    for (const listener of this.listeners) listener();
    this.view.show(null);
    this.view.mark(null);
    if (wasLit) this.light();
    else {
      if (!this.pad.digitFirst) this.pad.chosen = 0;
      this.selection.clear();
    }
  }

  hint() {
    element("hint").click();
  }

  pause() {
    if (this.finished) return;
    this.setPaused(!this.paused);
    this.save();
  }

  /** Nothing of a paused game can be seen or done. @param {boolean} paused */
  setPaused(paused) {
    this.paused = paused;
    document.body.classList.toggle("paused", paused);
    this.view.grid.inert = paused;
    element("tools").inert = paused;
    element("resume").hidden = !paused;
    if (paused || this.finished) this.clock.stop();
    else this.clock.start();
    this.say(paused ? word("paused") : "");
  }

  /**
   * Say how things stand after an entry: done, or what clashes.
   * @param {Change[]} changes
   */
  async judge(changes) {
    const bad = clashes(this.board, this.seen);
    const isFull = this.isFilled;
    const clash = changes.find(({ cell, layer }) => layer === "digit" && bad.has(cell))?.cell ?? (isFull ? [...bad][0] : undefined);
    if (clash !== undefined && (this.options.conflicts || isFull)) this.sayWrong(word("clashes", this.clashWords(clash)));
    else if (this.board.data.others.length) await this.judgeOthers();
    else if (this.game.isFull) this.finish();
    else this.say("");
  }

  /** Say what is wrong; of a full board also that this is why it is not done. @param {string} why */
  sayWrong(why) {
    this.say(this.isFilled ? word("full but wrong", { why }) : why);
  }

  /** @param {number} cell */
  clashWords(cell) {
    const digits = this.seen;
    const region = this.board.regionsOf[cell].find(({ cells }) =>
      cells.some((other) => other !== cell && digits[other] === digits[cell]),
    );
    return { digit: this.board.data.symbols[digits[cell] - 1] ?? "", house: region ? houseName(region.label) : "" };
  }

  /** Ask the server for rules beside the groups that do not hold. */
  async judgeOthers() {
    this.say("");
    /** @type {App["broken"]} */
    const all = (await this.question("broken")).broken;
    this.broken = this.game.isFull ? all : all.filter(({ cells }) => !cells.some((cell) => this.view.isHidden(cell)));
    this.light();
    const [first] = this.broken;
    if (first && (this.options.conflicts || this.game.isFull)) this.sayWrong(word("broken", { rule: ruleName(first.label) }));
    else if (!first && this.game.isFull) this.finish();
  }

  /** Every cell has a digit, and all rules hold. */
  finish() {
    this.finished = true;
    this.showEnd();
    this.showFog();
    this.view.wave(this.selection.focus);
    this.selection.clear();
    this.clock.stop();
    // Whoever was shown an answer has not done it alone.
    if (setting("streak", false) && !this.game.told) this.keepSetting("days", withDay(daysDone(), dayOf()));
    const groups = this.board.data.regions.length;
    this.say(word("complete", { groups, digits: this.board.size }));
    this.save();
    for (const listener of this.listeners) listener();
  }

  showState() {
    /** @type {HTMLButtonElement} */ (element("undo")).disabled = !this.game.canUndo;
    /** @type {HTMLButtonElement} */ (element("redo")).disabled = !this.game.canRedo;
    this.showScore();
    this.pad.countDigits();
  }

  /** The points, from which the seconds can be taken. */
  showScore() {
    const taken = this.options["score time"] ? Math.floor(this.clock.taken / 1000) : 0;
    element("score").hidden = !this.options.score;
    element("score").textContent = word("points", { points: this.game.score - taken });
  }

  /** An answer was shown. */
  told() {
    this.game.told += 1;
    this.save();
  }

  /** @param {"clean" | "conflicts" | "score" | "score time"} name @param {boolean} value */
  setOption(name, value) {
    this.options[name] = value;
    this.keepSetting(name, value);
    this.light();
    this.showState();
  }

  /** @param {string} name @param {unknown} value */
  keepSetting(name, value) {
    if (!keepSetting(name, value)) this.say(word("not kept"));
  }

  save() {
    this.isKept = keep(this.kept);
    if (!this.isKept) this.say("");
  }

  /** What is kept of the game. @returns {Saved} */
  get kept() {
    const { id, finished, paused, level, exercise, day, queue, board: { data: board } } = this;
    return { id, changed: Date.now(), taken: this.clock.taken, finished, paused, level, exercise, day, queue, board, state: this.game.save() };
  }

  /** Where nothing else is to be said, that the game is not kept is. @param {string} text */
  say(text) {
    super.say(text || (this.isKept ? "" : word("not kept")));
  }

  /** Another tab has resumed a game: if it is this one, so does this tab. @param {string} id */
  follow(id) {
    const saved = id === this.id ? load(id) : null;
    if (!saved || JSON.stringify(saved.state) === JSON.stringify(this.game.save())) return;
    this.goOn(saved);
    this.say(word("other tab"));
  }

  /** Continue the game as it is kept, with the same cells selected. @param {Saved} saved */
  goOn(saved) {
    const { cells, focus } = this.selection;
    this.begin(saved.board, saved);
    Object.assign(this.selection, { cells, focus });
    this.light();
  }

  /** Continue the game with other rules on the same cells. @param {BoardData} board */
  reread(board) {
    this.goOn({ ...this.kept, board });
    this.save();
  }
}
