import { vocabulary } from "../api.js";
import { drawingOf } from "../core/drawings.js";
import { make } from "../dialogs.js";
import { element } from "../elements.js";
import { keepSetting, setting } from "../storage.js";
import { allWords, word, wordOr } from "../words.js";
import { cellFields, cellsOf, clueOf, numberFields, numbersOf } from "./shapes.js";
import { Tiles } from "./tiles.js";

/** This many kinds stand first, since they were added last. */
const RECENT = 5;
/** What people set most, which stands before all others. */
const COMMON = [
  "killer", "thermo", "arrow", "white", "black", "whispers", "renban", "palindrome", "between", "quad", "xv", "greater",
  "even", "odd", "littlekiller", "sandwich", "antiknight", "diagonals",
];
/** Drawings that lie on the edges between cells, or at their corners. @type {Record<string, "edge" | "corner">} */
const BETWEEN = { dots: "edge", signs: "edge", greater: "edge", quad: "corner" };
/** So near to an edge a press means the edge, in cells. */
const NEAR = 0.2;

/** The form in which a clue is chosen and its numbers are entered, made from the vocabulary's data. */
export class Palette {
  /** @param {Setter} setter */
  constructor(setter) {
    this.setter = setter;
    /** @type {Map<string, Kind>} */
    this.kinds = new Map();
    /** Parts that were taken before what is selected now. @type {number[][]} */
    this.parts = [];
    /** @type {Map<string, HTMLInputElement>} */
    this.inputs = new Map();
    this.type = "killer";
    /** The clue that is changed, not added, by its place in the list. @type {number | null} */
    this.changing = null;
    /** The clue that was added by lifting the pointer, whose numbers and further cells may still come. @type {number | null} */
    this.last = null;
    /** @type {HTMLFormElement} */ (element("palette")).addEventListener("submit", (event) => {
      event.preventDefault();
      this.add();
    });
  }

  async load() {
    const { families } = await vocabulary();
    /** @type {{family: string, clues: Kind[]}[]} */
    this.families = families;
    for (const { clues } of families) for (const kind of clues) this.kinds.set(kind.type, kind);
    this.draw();
  }

  /** @returns {Kind} */
  get kind() {
    return /** @type {Kind} */ (this.kinds.get(this.type));
  }

  /** @param {string} type */
  choose(type) {
    // The cells of the one that was just added are not meant for the next.
    if (this.last !== null) this.setter.selection.take(this.setter.selection.focus);
    this.type = type;
    this.parts = [];
    this.changing = null;
    this.last = null;
    this.tiles?.mark(type);
    this.drawFields();
    this.setter.light();
  }

  /** Take a clue up again, to be changed where it is. @param {number} index @param {Clue} clue */
  change(index, clue) {
    const { board, selection } = this.setter;
    this.choose(clue.type);
    this.changing = index;
    this.drawFields();
    for (const [name, input] of this.inputs) input.value = [clue[name] ?? []].flat().join(",");
    const parts = cellsOf(this.kind, board, clue);
    this.parts = parts.slice(0, -1);
    selection.set(parts.at(-1) ?? []);
    this.drawParts();
  }

  draw() {
    if (!this.families) return;
    this.tiles = new Tiles((type) => this.choose(type));
    const search = this.search = make("input", { type: "search", autocomplete: "off", placeholder: word("search clues"), ariaLabel: word("search clues") });
    search.addEventListener("input", () => {
      this.drawGroups(search.value.trim().toLowerCase());
      const [first] = this.tiles?.keys ?? [];
      if (first && !this.tiles?.keys.some(({ dataset }) => dataset.type === this.type)) this.choose(first.dataset.type ?? "");
    });
    search.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      // It would send the form, and add a clue that one has only looked for.
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      if (this.tiles?.keys.some(({ dataset }) => dataset.type === this.type)) this.setter.focusBoard();
    });
    this.fields = make("div", { className: "fields" });
    element("palette").replaceChildren(search, this.tiles.place, this.fields);
    this.drawGroups("");
    this.drawFields();
  }

  /** The kinds that were added last. @returns {Kind[]} */
  get recent() {
    /** @type {unknown} */
    const kept = setting("recent clues", null);
    return Array.isArray(kept) ? kept.flatMap((type) => this.kinds.get(type) ?? []) : [];
  }

  /** Offer the clues whose name, meaning or family has a text; those added last come first. @param {string} wanted */
  drawGroups(wanted) {
    const groups = [
      { called: word("recent clues"), kinds: this.recent },
      { called: word("common clues"), kinds: COMMON.flatMap((type) => this.kinds.get(type) ?? []) },
      ...(this.families ?? []).map(({ family, clues }) => ({ called: wordOr(`family ${family}`, family), kinds: clues })),
    ];
    /** @param {Kind} kind @param {string} called */
    const isFound = ({ type, means }, called) => [called, type, means, ...["clue", "means", "also"].flatMap((what) => allWords(`${what} ${type}`))]
      .some((text) => text.toLowerCase().includes(wanted));
    this.tiles?.draw(groups.map(({ called, kinds }) => ({ called, kinds: kinds.filter((kind) => isFound(kind, called)) })), this.type);
  }

  /** Draw what the clue that is chosen asks for; the choice itself stays, as somebody may be typing a name there. */
  drawFields() {
    const { kind } = this;
    this.inputs.clear();
    const fields = numberFields(kind).map(({ name, required }) => {
      const input = make("input", { inputMode: "numeric", autocomplete: "off", required: false });
      input.addEventListener("input", () => this.renew());
      this.inputs.set(name, input);
      const label = wordOr(`field ${name}`, name);
      return make("label", {}, [required ? label : word("optional field", { field: label }), input]);
    });
    const more = make("button", {
      type: "button", textContent: word("next part"), on: { click: () => this.nextPart() },
    });
    this.fields?.replaceChildren(
      ...fields,
      make("button", { className: "primary", textContent: word(this.changing === null ? "add clue" : "change clue") }),
      ...(takesParts(kind) ? [more] : []),
      make("p", { className: "means", textContent: wordOr(`means ${kind.type}`, kind.means) }),
      make("p", { className: "means parts" }),
    );
    this.drawParts();
  }

  drawParts() {
    const { board } = this.setter;
    const parts = this.parts.map((cells) => cells.map((cell) => board.name(cell)).join(" "));
    const place = element("palette").querySelector(".parts");
    if (place) place.textContent = parts.length ? `${word("parts")}: ${parts.join(" / ")}` : "";
  }

  /** The cells that are selected are one part; the next come on their own, perhaps from elsewhere. */
  nextPart() {
    if (!cellFields(this.kind).length) return;
    this.parts.push([...this.setter.selection.cells]);
    this.setter.selection.take(this.setter.selection.focus);
    this.drawParts();
  }

  /** The clue of parts of the board, with the numbers that were entered. @param {number[][]} parts */
  made(parts) {
    const numbers = Object.fromEntries([...this.inputs].map(([name, input]) => [name, input.value]));
    return clueOf(this.kind, this.setter.board, cellFields(this.kind).length ? parts : [], numbers);
  }

  /** Whether the cells that are selected make a whole clue, without anything that is still to be entered. */
  get isWhole() {
    const { kind, setter } = this;
    const isNumbered = numberFields(kind).every(({ name, required }) => !required || this.inputs.get(name)?.value);
    return cellFields(kind).length > 0 && isNumbered && !kind.of_regions && setter.selection.cells.size >= Math.max(2, kind.least);
  }

  /** Say what a clue still lacks, if it lacks anything. @param {Clue} clue */
  isLacking(clue) {
    const { kind } = this;
    const needed = cellFields(kind).filter(({ required }) => required);
    const isShort = needed.some(({ name }) => clue[name].length < (name === "cells" ? kind.least : 1));
    if (!isShort && numberFields(kind).every(({ name, required }) => !required || String(clue[name] ?? ""))) return false;
    const count = Math.max(kind.least, needed.length);
    this.setter.say(word(isShort ? "wrong clue too short" : "wrong clue without number", { clue: wordOr(`clue ${kind.type}`, kind.type), count }));
    return true;
  }

  /** What the clue of the selected cells would look like; null where that is not yet one. */
  preview() {
    const { kind, setter: { board, selection } } = this;
    if (this.last !== null || !kind?.drawn || !this.isWhole || this.parts.length) return null;
    const clue = this.made([[...selection.cells]]);
    const cells = cellFields(kind).map(({ name }) => [name, numbersOf(board, clue[name])]);
    const label = [kind.type, ...[...this.inputs.values()].map(({ value }) => value)].join(" ");
    return drawingOf(board.data, [{ clue: { ...clue, ...Object.fromEntries(cells) }, label, kind: { ...kind, drawn: { ...kind.drawn, named: false } } }]);
  }

  /** The pointer was lifted: a drag has made a clue, and further cells join it. @param {boolean} more @param {boolean} isDrag */
  released(more, isDrag) {
    const { setter } = this;
    if (setter.tools.mode !== "clues" || this.changing !== null || this.parts.length) return;
    if (more && this.last !== null) return this.renew();
    if (more || !isDrag || !cellFields(this.kind).length || this.kind.of_regions) return;
    const clue = this.made([[...setter.selection.cells]]);
    if (this.isLacking(clue) || !this.isWhole) return;
    setter.attempt(() => setter.addClue(clue));
    this.last = setter.draft.clues.length - 1;
    this.used();
    setter.light();
  }

  /** Make the clue anew that was added last. */
  renew() {
    const { setter, last } = this;
    if (last === null || setter.draft.clues[last]?.type !== this.type) return;
    setter.attempt(() => setter.replaceClue(last, this.made([[...setter.selection.cells]])));
  }

  /** What was added by lifting the pointer is done: what is entered next is for another one. */
  finish() {
    if (this.last === null) return;
    this.last = null;
    this.drawGroups("");
    this.drawFields();
  }

  /** Set, change or take away what lies between cells, where a point is near to their edge or corner. @param {{x: number, y: number}} point */
  takes(point) {
    const { kind, setter } = this;
    const between = BETWEEN[kind?.drawn?.kind ?? ""];
    const cells = setter.tools.mode === "clues" && between ? cellsAround(setter.board, point, between) : [];
    if (!cells.length) return false;
    const clue = this.made([cells]);
    const sorted = (/** @type {Clue} */ one) => [...one.cells].sort().join();
    const old = setter.draft.clues.findIndex((one) => one.type === kind.type && sorted(one) === sorted(clue));
    if (this.isLacking(clue)) return true;
    const isSame = old >= 0 && numberFields(kind).every(({ name }) => String(setter.draft.clues[old][name] ?? "") === String(clue[name] ?? "")) &&
      (kind.drawn?.kind !== "greater" || String(setter.draft.clues[old].cells) === String(clue.cells));
    setter.attempt(() => (old < 0 ? setter.addClue(clue) : isSame ? setter.removeClue(old) : setter.replaceClue(old, clue)));
    this.used();
    return true;
  }

  /** Clues that were used last stand first next time. */
  used() {
    keepSetting("recent clues", [...new Set([this.type, ...this.recent.map(({ type }) => type)])].slice(0, RECENT));
  }

  /** Make the clue of what is selected. */
  add() {
    const { board, selection } = this.setter;
    if (this.last !== null) {
      this.finish();
      selection.take(selection.focus);
      return;
    }
    if (this.kind.of_regions && !board.data.auxiliary) {
      this.setter.say(word("regions first", { clue: wordOr("clue chaos", "chaos") }));
      return;
    }
    const clue = this.made([...this.parts, [...selection.cells]]);
    if (this.isLacking(clue)) return;
    if (this.changing === null) this.setter.addClue(clue);
    else this.setter.replaceClue(this.changing, clue);
    this.used();
    this.parts = [];
    this.changing = null;
    this.drawGroups("");
    this.drawFields();
    selection.take(selection.focus);
  }

  /** Type a digit of a number, from the board. @param {string} digit */
  enter(digit) {
    const [[name, input] = []] = this.inputs;
    if (!input) return;
    const isList = this.kind.fields.some((field) => field.name === name && field.kind === "numbers");
    input.value += isList && input.value ? `,${digit}` : digit;
    this.renew();
  }

  /** Take back what was typed; false where nothing is there. */
  untype() {
    const [input] = this.inputs.values();
    if (!input?.value) return false;
    input.value = input.value.replace(/,?.$/, "");
    this.renew();
    return true;
  }
}

/**
 * The cells at an edge or a corner that a point is near to, the one below the point first; none elsewhere.
 * @param {Board} board @param {{x: number, y: number}} point @param {"edge" | "corner"} between
 */
function cellsAround(board, { x, y }, between) {
  const [column, row] = [Math.round(x), Math.round(y)];
  const [isAcross, isDown] = [Math.abs(x - column) < NEAR, Math.abs(y - row) < NEAR];
  if (between === "corner" ? !(isAcross && isDown) : isAcross === isDown) return [];
  const columns = isAcross ? (x < column ? [column - 1, column] : [column, column - 1]) : [Math.floor(x)];
  const rows = isDown ? (y < row ? [row - 1, row] : [row, row - 1]) : [Math.floor(y)];
  const cells = rows.flatMap((down) => columns.map((right) => board.at.get(`${down},${right}`)));
  const found = cells.filter((cell) => cell !== undefined && cell < board.gridCount);
  return found.length === cells.length ? /** @type {number[]} */ (found) : [];
}

/** @param {Kind} kind */
function takesParts(kind) {
  if (kind.of_regions) return false;
  const fields = cellFields(kind);
  return fields.length > 1 || fields.some((field) => field.kind === "cell lists");
}
