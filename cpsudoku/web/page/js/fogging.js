import { ask } from "./api.js";
import { fogOf, hiddenBy } from "./fog.js";
import { Refused } from "./refused.js";
import { setting } from "./storage.js";
import { word } from "./words.js";

/** The fog on a game: what of it can be seen, as entries lift it. */
export class FogOfGame {
  /** The only solution: null where nobody knows one, undefined before that is known. @type {number[] | null | undefined} */ solution;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.game = app.game;
    /** Null where the puzzle has none. */
    this.fog = fogOf(this.game.board.data);
    /** Cells that fog lies on, whose givens and clues are not shown. @type {Set<number>} */
    this.hidden = new Set();
  }

  get isThere() {
    return this.fog !== null;
  }

  /** Let it lie; which entries are right is asked for at once. */
  async begin() {
    this.show();
    if (!this.fog) return;
    const found = await this.solved();
    if (this.app.fog !== this) return;
    this.solution = found;
    this.show();
    if (!found) this.app.say(word("fog unsure"));
  }

  /** The only solution; null where nobody knows one. @returns {Promise<number[] | null>} */
  async solved() {
    const { rules, givens } = this.game.board.data;
    try {
      const { verdict, solutions } = await ask("check", { puzzle: { rules, givens } }, { topic: "fog" });
      return verdict === "unique" ? solutions[0] : null;
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  /** Lift it where it has to be, of a finished game everywhere. */
  show() {
    const { app, game, fog } = this;
    const isShown = fog && !app.finished && setting("fog", true);
    this.hidden = isShown ? hiddenBy(fog, game.board.data, game.digits, this.solution) : new Set();
    app.view.conceal(this.hidden);
    app.pad.countDigits();
    app.light();
  }

  /** For each cell the digit that can be seen, 0 for none. */
  get digits() {
    return this.game.digits.map((digit, cell) => (this.hidden.has(cell) && this.game.isGiven(cell) ? 0 : digit));
  }

  /** What a cell shows through it. @param {number} cell @returns {Face} */
  face(cell) {
    const face = this.game.face(cell);
    if (!this.hidden.has(cell)) return face;
    return { ...face, fogged: true, digit: face.given ? 0 : face.digit };
  }
}
