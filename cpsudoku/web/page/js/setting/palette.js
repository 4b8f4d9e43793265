/** @import {Kind} from "./shapes.js" */
/** @import {Setter} from "./setter.js" */

import { vocabulary } from "../api.js";
import { make } from "../dialogs.js";
import { element } from "../elements.js";
import { keepSetting, setting } from "../storage.js";
import { word, wordOr } from "../words.js";
import { cellFields, cellsOf, clueOf, numberFields } from "./shapes.js";

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
    this.drawFields();
    this.setter.light();
  }

  /** Take a clue up again, to be changed where it is. @param {number} index @param {import("./draft.js").Clue} clue */
  change(index, clue) {
    const { board, selection } = this.setter;
    this.choose(clue.type);
    this.changing = index;
    this.drawGroups("");
    this.drawFields();
    for (const [name, input] of this.inputs) input.value = [clue[name] ?? []].flat().join(",");
    const parts = cellsOf(this.kind, board, clue);
    this.parts = parts.slice(0, -1);
    selection.set(parts.at(-1) ?? []);
    this.drawParts();
  }

  draw() {
    if (!this.families) return;
    this.select = make("select", {});
    this.drawGroups("");
    this.select.addEventListener("change", () => this.choose(this.select.value));
    const search = make("input", { type: "search", autocomplete: "off" });
    search.addEventListener("input", () => {
      this.drawGroups(search.value.trim().toLowerCase());
      if (this.select.value && this.select.value !== this.type) this.choose(this.select.value);
    });
    this.fields = make("div", { className: "fields" });
    element("palette").replaceChildren(
      make("label", {}, [word("search clues"), search]), make("label", {}, [word("clue"), this.select]), this.fields);
    this.drawFields();
  }

  /** The kinds that were added last. @returns {string[]} */
  get recent() {
    /** @type {unknown} */
    const kept = setting("recent clues", null);
    return Array.isArray(kept) ? kept.filter((type) => this.kinds.has(type)) : [];
  }

  /** Offer the clues whose name, meaning or family has a text; those added last come first. @param {string} wanted */
  drawGroups(wanted) {
    const { recent } = this;
    const groups = [
      ...(recent.length ? [{ called: word("recent clues"), types: recent }] : []),
      ...(this.families ?? []).map(({ family, clues }) =>
        ({ called: wordOr(`family ${family}`, family), types: clues.map(({ type }) => type) })),
    ];
    /** @param {string} type @param {string} called */
    const isFound = (type, called) => [called, type, wordOr(`clue ${type}`, type), wordOr(`means ${type}`, this.kinds.get(type)?.means ?? "")]
      .some((text) => text.toLowerCase().includes(wanted));
    const options = groups.map(({ called, types }) => make("optgroup", { label: called }, types
      .filter((type) => isFound(type, called))
      .map((type) => make("option", { value: type, textContent: wordOr(`clue ${type}`, type) }))));
    this.select?.replaceChildren(...options.filter((group) => group.childElementCount));
    const types = [...(this.select?.options ?? [])].map(({ value }) => value);
    if (this.select && types.includes(this.type)) this.select.value = this.type;
  }

  /** Draw what the clue that is chosen asks for; the choice itself stays, as somebody may be typing a name there. */
  drawFields() {
    const { kind } = this;
    this.inputs.clear();
    const fields = numberFields(kind).map(({ name, required }) => {
      const input = make("input", { inputMode: "numeric", autocomplete: "off", required: false });
      this.inputs.set(name, input);
      const label = wordOr(`field ${name}`, name);
      return make("label", {}, [required ? label : `${label} (${word("optional")})`, input]);
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
    const told = this.parts.map((cells) => cells.map((cell) => board.name(cell)).join(" "));
    const place = element("palette").querySelector(".parts");
    if (place) place.textContent = told.length ? `${word("parts")}: ${told.join(" / ")}` : "";
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
    if (this.changing === null) this.setter.addClue(clue);
    else this.setter.replaceClue(this.changing, clue);
    keepSetting("recent clues", [...new Set([this.type, ...this.recent])].slice(0, RECENT));
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
