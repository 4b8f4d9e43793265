/** @import {Kind} from "./shapes.js" */
/** @import {Setter} from "./setter.js" */

import { vocabulary } from "../api.js";
import { make } from "../dialogs.js";
import { element } from "../elements.js";
import { keepSetting, setting } from "../storage.js";
import { word, wordOr } from "../words.js";
import { cellFields, cellsOf, clueOf, numberFields } from "./shapes.js";
import { Tiles } from "./tiles.js";

/** This many kinds stand first, since they were added last. */
const RECENT = 5;
/** Families whose clues go from cell to cell. */
const LINES = new Set(["lines", "sum_lines"]);

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

  /** Whether what is chosen is a line, which shows while it is drawn. */
  get isLine() {
    return this.families?.some(({ family, clues }) => LINES.has(family) && clues.includes(this.kind)) ?? false;
  }

  /** @param {string} type */
  choose(type) {
    this.type = type;
    this.parts = [];
    this.changing = null;
    this.tiles?.mark(type);
    this.drawFields();
    this.setter.light();
  }

  /** Take a clue up again, to be changed where it is. @param {number} index @param {import("./draft.js").Clue} clue */
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
    const search = this.search = make("input", { type: "search", autocomplete: "off" });
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
    element("palette").replaceChildren(make("label", {}, [word("search clues"), search]), this.tiles.place, this.fields);
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
      ...(this.families ?? []).map(({ family, clues }) => ({ called: wordOr(`family ${family}`, family), kinds: clues })),
    ];
    /** @param {Kind} kind @param {string} called */
    const isFound = ({ type, means }, called) => [called, type, wordOr(`clue ${type}`, type), wordOr(`means ${type}`, means)]
      .some((text) => text.toLowerCase().includes(wanted));
    this.tiles?.draw(groups.map(({ called, kinds }) => ({ called, kinds: kinds.filter((kind) => isFound(kind, called)) })), this.type);
  }

  /** Draw what the clue that is chosen asks for; the choice itself stays, as somebody may be typing a name there. */
  drawFields() {
    const { kind } = this;
    this.inputs.clear();
    const fields = numberFields(kind).map(({ name, required }) => {
      const input = make("input", { inputMode: "numeric", autocomplete: "off", required: false });
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

  /** Make the clue of what is selected. */
  add() {
    const { board, selection } = this.setter;
    if (this.kind.of_regions && !board.data.auxiliary) {
      this.setter.say(word("regions first", { clue: wordOr("clue chaos", "chaos") }));
      return;
    }
    const numbers = Object.fromEntries([...this.inputs].map(([name, input]) => [name, input.value]));
    const parts = cellFields(this.kind).length ? [...this.parts, [...selection.cells]] : [];
    const clue = clueOf(this.kind, board, parts, numbers);
    const needed = cellFields(this.kind).filter(({ required }) => required);
    if (needed.some(({ name }) => !clue[name].length)) {
      this.setter.say(word("wrong clue too short", { clue: wordOr(`clue ${this.type}`, this.type), count: needed.length }));
      return;
    }
    if (this.changing === null) this.setter.addClue(clue);
    else this.setter.replaceClue(this.changing, clue);
    keepSetting("recent clues", [...new Set([this.type, ...this.recent.map(({ type }) => type)])].slice(0, RECENT));
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
  }

  /** Take back what was typed; false where nothing is there. */
  untype() {
    const [input] = this.inputs.values();
    if (!input?.value) return false;
    input.value = input.value.replace(/,?.$/, "");
    return true;
  }
}

/** @param {Kind} kind */
function takesParts(kind) {
  if (kind.of_regions) return false;
  const fields = cellFields(kind);
  return fields.length > 1 || fields.some((field) => field.kind === "cell lists");
}
