import { ask, randomName, remember } from "./api.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { dayOf, daysDone, withDay } from "./days.js";
import { element } from "./elements.js";
import { FogOfGame } from "./fogging.js";
import { Game } from "./game.js";
import { showClock, wireHeading } from "./heading.js";
import { COLOURS, Pad } from "./pad.js";
import { Page } from "./page.js";
import { Saving } from "./saving.js";
import { keepSetting, setting } from "./storage.js";
import { Verdict } from "./verdict.js";
import { word } from "./words.js";

/**
 * What has happened to the position on the board.
 *
 * @typedef {object} Turn
 * @property {"begun" | "opened" | "changed" | "finished" | "left"} why A new game was begun, one is shown anew, it was
 *   changed, it was finished, or what was lit on it is left.
 * @property {Change[]} changes
 */

/** A game on the page, and what the player does with it. */
export class App extends Page {
  // All of these are there once `begin` has been called.
  /** @type {Game} */ game;
  /** @type {FogOfGame} */ fog;
  /** @type {string} */ id;
  /** @type {string | undefined} */ level;
  /** What is to be found, where the game is an exercise. @type {Exercise | null | undefined} */ exercise;
  /** Whose puzzle it is, where it is one of a day. @type {number | undefined} */ day;
  /** Where it stands in which queue. @type {Saved["queue"]} */ queue;

  constructor() {
    super();
    this.clock = new Clock((text, running) => showClock(this, text, running));
    this.pad = new Pad(this);
    this.finished = false;
    this.paused = false;
    /** Called whenever the position has another turn, in this order. @type {((turn: Turn) => void)[]} */
    this.listeners = [];
    /** Changes with what is on the board: a question is about one position. */
    this.position = 0;
    /** How often something was to be begun: what comes late is not begun any more. */
    this.turns = 0;
    this.verdict = new Verdict(this);
    this.listeners.push(() => this.fog.isThere && this.fog.show());
    wireHeading(this);
    this.saving = new Saving(this);
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
    this.attempt(() => remember(data));
    this.id = saved?.id ?? randomName();
    const { level, exercise, day, queue } = saved ?? about;
    Object.assign(this, { level, exercise, day, queue });
    if (saved) this.game.restore(saved.state);
    this.finished = Boolean(saved?.finished);
    const fog = new FogOfGame(this);
    this.fog = fog;
    this.lay({ board: this.game.board, face: (cell) => fog.face(cell) }, {
      equals: (cell) => (this.pad.digitFirst ? [cell] : this.equals(cell)),
      drawing: () => this.pad.drawing,
      stroke: (from, to) => this.stroke(from, to),
      released: () => this.pad.touched(),
    });
    this.pad.chosen = 0;
    this.attempt(() => fog.begin());
    this.pad.draw();
    this.clock.stop(saved?.taken ?? 0);
    this.setPaused(Boolean(saved?.paused) && !this.finished);
    this.say("");
    this.renewed(saved ? "opened" : "begun");
  }

  /** Another position is on the board: what was lit of the one before holds no more. @param {Turn["why"]} why @param {Change[]} [changes] */
  renewed(why, changes = []) {
    this.position += 1;
    this.view.show(null);
    this.view.mark(null);
    this.tell(why, changes);
    this.light();
  }

  /** @param {Turn["why"]} why @param {Change[]} [changes] */
  tell(why, changes = []) {
    for (const listener of this.listeners) listener({ why, changes });
  }

  /** Show all of it anew, in the words of another language. */
  redraw() {
    this.pad.draw();
    this.view.all();
    this.renewed("opened");
  }

  /**
   * Ask the server about the position; an answer that comes once another one is on the board is
   * dropped.
   * @param {string} name
   * @param {object} [more] @param {string} [topic]
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
    const { digits } = this.fog;
    const { centre, colour } = this.game.layers;
    const same = digits[cell]
      ? digits.map((digit) => digit === digits[cell])
      : digits.map((digit, other) => !digit && String(centre[other]) === String(centre[cell])
          && String(colour[other]) === String(colour[cell]));
    return [...same.keys()].filter((other) => same[other]);
  }

  /** Show what is selected, what clashes, and where the digit in focus is. */
  light() {
    const { cells, focus } = this.selection;
    const isChosen = this.pad.mode !== "colour" && (this.pad.digitFirst || !cells.size);
    this.view.light(cells, focus, this.verdict.isShown ? this.verdict.bad : new Set(), isChosen ? this.pad.chosen : 0);
  }

  /** @param {Change[]} changes */
  changed(changes) {
    if (!changes.length) return;
    const cells = new Set(changes.map((change) => change.cell));
    for (const cell of cells) this.view.draw(cell);
    this.resume();
    this.renewed("changed", changes);
    this.announce([...cells].slice(0, 3).map((cell) => this.view.words(cell)).join("; "));
    if (changes.some(({ layer }) => layer === "digit")) this.attempt(() => this.verdict.judge(changes));
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
    else this.changed(this.game.enter(cells, digit, { clean: setting("clean", true) }));
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
    const changes = this.game.fill(this.fog.digits);
    this.view.all();
    this.changed(changes);
  }

  /** Take away what is lit; where nothing is, what is selected. */
  leave() {
    const wasLit = this.view.lights.isLit || !element("panel").hidden;
    this.tell("left");
    this.view.show(null);
    this.view.mark(null);
    if (wasLit) this.light();
    else {
      if (!this.pad.digitFirst) this.pad.chosen = 0;
      this.selection.clear();
    }
  }

  pause() {
    if (this.finished) return;
    this.setPaused(!this.paused);
    this.saving.save();
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

  /** Every cell has a digit, and all rules hold. */
  finish() {
    this.finished = true;
    this.view.wave(this.selection.focus);
    this.selection.clear();
    this.clock.stop();
    // Whoever was shown an answer has not done it alone.
    if (setting("streak", false) && !this.game.told) this.keepSetting("days", withDay(daysDone(), dayOf()));
    const groups = this.board.data.regions.length;
    this.say(word("complete", { groups, digits: this.board.size }));
    this.tell("finished");
  }

  /** An answer was shown. */
  told() {
    this.game.told += 1;
    this.saving.save();
  }

  /** @param {string} name @param {unknown} value */
  keepSetting(name, value) {
    if (!keepSetting(name, value)) this.say(word("not kept"));
  }

  /** Where nothing else is to be said, that the game is not kept is. @param {string} text */
  say(text) {
    super.say(text || (this.saving.isKept ? "" : word("not kept")));
  }
}
