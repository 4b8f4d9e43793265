import { keep, load, onOtherTab } from "./games.js";
import { word } from "./words.js";

/** What the browser keeps of the game on the page. */
export class Saving {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** Whether there was room for it. */
    this.isKept = true;
    app.listeners.push(({ why }) => {
      if (why !== "opened" && why !== "left") this.save();
    });
    onOtherTab((id) => this.follow(id));
  }

  save() {
    this.isKept = keep(this.kept);
    if (!this.isKept) this.app.say("");
  }

  /** What is kept of the game. @returns {Saved} */
  get kept() {
    const { id, clock, finished, paused, level, exercise, day, queue, board: { data: board }, game } = this.app;
    return { id, changed: Date.now(), taken: clock.taken, finished, paused, level, exercise, day, queue, board, state: game.save() };
  }

  /** Another tab has resumed a game: if it is this one, so does this tab. @param {string} id */
  follow(id) {
    const saved = id === this.app.id ? load(id) : null;
    if (!saved || JSON.stringify(saved.state) === JSON.stringify(this.app.game.save())) return;
    this.goOn(saved);
    this.app.say(word("other tab"));
  }

  /** Continue the game as it is kept, with the same cells selected. @param {Saved} saved */
  goOn(saved) {
    const { app } = this;
    const { cells, focus } = app.selection;
    app.begin(saved.board, saved);
    Object.assign(app.selection, { cells, focus });
    app.light();
  }

  /** Continue the game with other rules on the same cells. @param {BoardData} board */
  reread(board) {
    this.goOn({ ...this.kept, board });
    this.save();
  }
}
