import { houseName, ruleName } from "./about.js";
import { clashes } from "./judge.js";
import { setting } from "./storage.js";
import { word } from "./words.js";

/** How things stand on the board: which digits clash, which rules are broken, and whether all is done. */
export class Verdict {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** Rules beside the groups that were found broken. @type {{label: string, cells: number[]}[]} */
    this.broken = [];
    app.listeners.push(() => (this.broken = []));
  }

  /** Cells whose digits clash, and those of rules that were found broken. */
  get bad() {
    return new Set([...clashes(this.app.board, this.app.fog.digits), ...this.broken.flatMap(({ cells }) => cells)]);
  }

  /** Whether it is to be shown what is wrong: of a full board always, as it looks done. */
  get isShown() {
    return setting("conflicts", true) || this.app.game.isFilled;
  }

  /**
   * Say how things stand after an entry: done, or what clashes.
   * @param {Change[]} changes
   */
  async judge(changes) {
    const { app } = this;
    const bad = clashes(app.board, app.fog.digits);
    const clash = changes.find(({ cell, layer }) => layer === "digit" && bad.has(cell))?.cell ?? (app.game.isFilled ? [...bad][0] : undefined);
    if (clash !== undefined && this.isShown) this.say(word("clashes", this.clashWords(clash)));
    else if (app.board.data.others.length) await this.judgeOthers();
    else if (app.game.isFull) app.finish();
    else app.say("");
  }

  /** Say what is wrong; of a full board also that this is why it is not done. @param {string} why */
  say(why) {
    this.app.say(this.app.game.isFilled ? word("full but wrong", { why }) : why);
  }

  /** @param {number} cell */
  clashWords(cell) {
    const { board, fog } = this.app;
    const { digits } = fog;
    const region = board.regionsOf[cell].find(({ cells }) =>
      cells.some((other) => other !== cell && digits[other] === digits[cell]),
    );
    return { digit: board.data.symbols[digits[cell] - 1] ?? "", house: region ? houseName(region.label) : "" };
  }

  /** Ask for rules beside the groups that do not hold. */
  async judgeOthers() {
    const { app } = this;
    app.say("");
    /** @type {Verdict["broken"]} */
    const all = (await app.question("broken")).broken;
    const { isFull } = app.game;
    this.broken = isFull ? all : all.filter(({ cells }) => !cells.some((cell) => app.fog.hidden.has(cell)));
    app.light();
    const [first] = this.broken;
    if (first && this.isShown) this.say(word("broken", { rule: ruleName(first.label) }));
    else if (!first && isFull) app.finish();
  }
}
