import { ask, end, isLeft } from "../api.js";
import { Refused } from "../refused.js";
import { ignoredIn, titleOf } from "../about.js";
import { Board } from "../board.js";
import { make } from "../dialogs.js";
import { element, svg } from "../elements.js";
import { SIDE } from "../layout.js";
import { keepSetting, onOther, setting } from "../storage.js";
import { Page } from "../page.js";
import { Proposals, cluesWith, standing } from "../proposals.js";
import { word } from "../words.js";
import { About } from "./about.js";
import { Clues } from "./clues.js";
import { Drafts, emptyDraft, isEmpty } from "./draft.js";
import { Palette } from "./palette.js";
import { numbersOf, takesPlaceOf, withExemptions } from "./shapes.js";
import { Sheet } from "./sheet.js";
import { Study } from "./study.js";
import { Tools } from "./tools.js";

/** The kind of refusal where a process ended at its work, be it by this draft or by anything else. */
const BROKEN = "broken-down";

/** What the server says of a draft; it is asked again if it breaks down once. @param {Draft} draft */
async function lookedUp(draft) {
  const asked = { draft: { ...draft, givens: draft.givens.length ? draft.givens : null } };
  try {
    return await ask("draft", asked);
  } catch (error) {
    if (!(error instanceof Refused) || error.kind !== BROKEN) throw error;
    return ask("draft", asked);
  }
}

/** A puzzle in the making on the page, and what the setter does with it. */
export class Setter extends Page {
  /** There once `show` has been called. @type {Sheet} */ sheet;

  constructor() {
    super();
    this.drafts = Drafts.all()[0] ?? new Drafts(emptyDraft("9"));
    this.palette = new Palette(this);
    this.tools = new Tools(this);
    this.clues = new Clues(this);
    this.proposals = new Proposals({
      changed: (after) => this.changeClues(cluesWith(this.draft.clues, this.proposals.all, after)),
      light: (cells) => this.clues.light(cells),
    });
    this.about = new About((about) => this.change({ about }));
    this.study = new Study(
      (findings) => this.report(findings),
      () => this.redraw(),
      (rule) => this.clues.name(rule),
    );
    onOther((name) => this.follow(Drafts.idOf(name)));
  }

  /** Another tab has resumed a draft: if it is this one, so does this tab. @param {string | null} id */
  follow(id) {
    const kept = id === this.drafts.id ? Drafts.load(this.drafts.id) : null;
    if (!kept || JSON.stringify(kept.states) === JSON.stringify(this.drafts.states) && kept.at === this.drafts.at) return;
    return this.attempt(() => this.goOn(kept, "other tab"));
  }

  /** Continue a draft that is kept. @param {Drafts} drafts @param {string} [key] */
  async goOn(drafts, key) {
    // What was set last may still wait for its answer, which comes too late now.
    if (!key) this.keep();
    this.drafts = drafts;
    await this.look();
    if (key) this.say(word(key));
  }

  /** Begin another draft; the one before is kept, unless nothing was set in it. @param {Partial<Draft>} first */
  async begin(first) {
    const next = { ...emptyDraft("9"), ...first };
    if (isEmpty(this.draft)) {
      this.drafts.read = { proposals: [], ignored: [] };
      await this.change(next);
    } else await this.goOn(new Drafts(next));
  }

  get draft() {
    return this.drafts.now;
  }

  /** The puzzle as the server takes it. */
  get position() {
    const { rules, givens } = this.board.data;
    return { rules, givens, marks: this.draft.marks };
  }

  /** @param {Partial<Draft>} change */
  async change(change) {
    this.drafts.change(change);
    if (change.givens?.length && change.givens.length === this.sheet?.givens.length) {
      // What was typed is there at once; the rest comes with the server's answer.
      this.sheet.givens = change.givens;
      this.redraw();
    }
    await this.look();
  }

  /** Look at the draft: draw what it is by now, or take back what makes no sense. @returns {Promise<void>} */
  async look() {
    this.study.stop();
    for (const topic of ["count", "explain", "end of path"]) end(topic);
    this.tools.showState();
    const draft = this.draft;
    try {
      const found = await lookedUp(draft);
      if (draft !== this.draft) return;
      this.drafts.complete(found.draft);
      // What cannot be drawn is not kept, so that the page can be opened again.
      this.show(found);
      this.keep();
    } catch (error) {
      if (isLeft(error)) return;
      const isRefused = error instanceof Refused;
      if (isRefused) this.complain(error);
      if (isEmpty(draft) || (isRefused && error.isPassing && error.kind !== BROKEN)) return this.keep();
      this.drafts = this.drafts.dropped(isRefused ? error.clue : null);
      await this.look();
      if (!isRefused) throw error;
      return;
    }
    // Of nothing every candidate is true.
    if (isEmpty(this.draft)) this.report({ verdict: "empty", said: [word("set first")], needless: [] });
    else this.study.start(this.position, this.sheet, this.unfinished());
  }

  /** Keep what was set, where anything was. */
  keep() {
    const isNothing = this.drafts.states.every(isEmpty);
    if (!isNothing && !this.drafts.save()) this.say(word("not kept"));
  }

  /** @param {{board: BoardData, clues: DrawnClue[]}} found */
  show({ board: data, clues }) {
    const before = this.board?.data;
    this.board = new Board(data);
    this.board.labels = this.draft.regions;
    const sheet = new Sheet(this.board);
    sheet.shaded = Boolean(setting("shades", true));
    sheet.regions = this.draft.regions ?? [];
    this.sheet = sheet;
    const same = before && String(before.places) === String(data.places) && before.symbols.length === data.symbols.length;
    if (same) {
      this.selection.board = this.board;
      this.view.renew(sheet);
    } else {
      this.lay(sheet, {
        takes: (point) => this.palette.takes(point),
        pressed: (more) => {
          if (!more) this.palette.finish();
          this.focusBoard();
        },
        released: (more, isDrag) => this.palette.released(more, isDrag),
      });
      // Whoever sets begins with a digit.
      this.selection.cells.add(this.selection.focus);
    }
    this.drawRegions();
    this.clues.draw(clues);
    this.showProposals();
    this.tools.draw();
    element("title").textContent = titleOf(this.board);
    this.about.draw(this.draft.about);
    this.light();
  }

  /** Which lines have gaps, and which regions are not drawn to their end, in words. */
  unfinished() {
    const { kinds } = this.palette;
    const apart = this.clues.all.filter(({ clue }) => kinds.get(clue.type)?.repeats &&
      numbersOf(this.board, clue.cells ?? []).some((cell, at, cells) => at && !this.board.touch(cells[at - 1], cell)));
    const said = apart.map((clue) => word("cells apart", { clue: this.clues.titleOf(clue) }));
    const { regions } = this.draft;
    if (!regions) return said;
    const { size } = this.board;
    const counts = this.board.data.symbols.map((_, index) =>
      regions.filter((label) => label === index + 1).length);
    return said.concat(counts.flatMap((count, index) =>
      count === size ? [] : [word("region unfinished", { number: index + 1, count, size })]));
  }

  /** Write the numbers of regions that are still drawn. */
  drawRegions() {
    this.draft.regions?.forEach((label, cell) => {
      const [row, column] = this.board.data.places[cell];
      const [x, y] = [(column + 0.85) * SIDE, (row + 0.85) * SIDE];
      if (label) svg("text", { x, y, class: "region-number" }, this.view.frame.layers.edges).textContent = String(label);
    });
  }

  redraw() {
    this.view.all();
    this.light();
  }

  light() {
    const { cells, focus } = this.selection;
    const { conflict, differing } = this.sheet;
    this.view.light(cells, focus, conflict);
    const drawing = this.tools.mode === "clues" ? this.palette.preview() : null;
    this.view.mark({ cells: [...new Set([...conflict, ...this.clues.lit])], differing: [...differing], drawing });
  }

  /** @param {import("./study.js").Findings} findings */
  report({ verdict, said, needless }) {
    const place = element("verdict");
    place.textContent = word(`verdict ${verdict}`);
    place.dataset.verdict = verdict;
    element("findings").replaceChildren(...said.map((textContent) => make("p", { textContent })));
    this.clues.mark(needless);
  }

  /** Write a digit into the cells, or take it away where all have it; 0 takes any. @param {number} digit */
  enter(digit) {
    if (digit > this.board.size) return;
    const cells = [...this.selection.cells];
    // The draft may have changed since the board was drawn.
    const givens = this.draft.givens.length ? this.draft.givens : this.sheet.givens.map(() => 0);
    const all = cells.every((cell) => givens[cell] === digit);
    const after = givens.map((given, cell) => (cells.includes(cell) ? (all ? 0 : digit) : given));
    if (String(after) !== String(givens)) this.change({ givens: after });
  }

  /** Put the cells into a region; 0 into none. @param {number} label */
  paint(label) {
    const { size } = this.board;
    if (label > size) return;
    const before = this.draft.regions ?? this.regionsNow();
    const regions = before.map((old, cell) => (this.selection.cells.has(cell) ? label : old));
    this.change({ regions, base: typeof this.draft.base === "string" && /^\d+$/.test(this.draft.base) ? `latin:${size}` : this.draft.base });
  }

  /** For each cell the number of the box that it is in, 0 for none. */
  regionsNow() {
    const regions = [...new Set(this.board.data.places.map((_, cell) => this.board.outlined(cell)))];
    return this.board.data.places.map((_, cell) =>
      this.board.outlined(cell) ? regions.indexOf(this.board.outlined(cell)) + 1 : 0);
  }

  /** @param {Clue} clue */
  addClue(clue) {
    this.say("");
    const kind = this.palette.kinds.get(clue.type);
    const others = this.draft.clues.filter((other) => !kind || !takesPlaceOf(clue, other, kind));
    return this.changeClues([...others, clue]);
  }

  /** @param {number} index @param {Clue} clue What takes its place. */
  replaceClue(index, clue) {
    return this.changeClues(this.draft.clues.map((old, at) => (at === index ? clue : old)));
  }

  /** @param {number} index */
  removeClue(index) {
    return this.changeClues(this.draft.clues.filter((_, other) => other !== index));
  }

  /** @param {Clue[]} clues @param {number[]} [givens] Those that change with them. */
  changeClues(clues, givens = this.draft.givens) {
    return this.change({ clues: withExemptions(this.draft.clues, clues, this.palette.kinds), givens });
  }

  undo() {
    this.palette.finish();
    this.drafts.undo();
    return this.look();
  }

  redo() {
    this.palette.finish();
    this.drafts.redo();
    return this.look();
  }

  /** Show true candidates, or leave them out. */
  toggleShades() {
    this.sheet.shaded = !this.sheet.shaded;
    keepSetting("shades", this.sheet.shaded);
    this.tools.showState();
    this.redraw();
  }

  /** Continue with the puzzle of a text. @param {string} text */
  async take(text) {
    const { draft, ignored, board: { proposals = [] } } = await ask("take", { text });
    await this.begin(draft);
    this.drafts.read = { proposals, ignored };
    this.showProposals();
    this.keep();
    if (ignored.length && !proposals.length) this.say(ignoredIn(ignored));
  }

  /** Show what was read from drawings and words, as far as the draft has it now. */
  showProposals() {
    const { proposals, ignored } = this.drafts.read;
    this.proposals.show(standing(proposals, this.draft.clues), ignored, this.board);
  }
}
