/** @import {Kind} from "./shapes.js" */
/** @import {Setter} from "./setter.js" */

import { vocabulary } from "../api.js";
import { make } from "../dialogs.js";
import { element } from "../elements.js";
import { word, wordOr } from "../words.js";
import { cellFields, clueOf, numberFields } from "./shapes.js";

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
    this.type = type;
    this.parts = [];
    this.drawFields();
  }

  draw() {
    if (!this.families) return;
    const groups = this.families.map(({ family, clues }) =>
      make("optgroup", { label: wordOr(`family ${family}`, family) }, clues.map(({ type }) =>
        make("option", { value: type, textContent: wordOr(`clue ${type}`, type) }))));
    this.select = make("select", {}, groups);
    this.select.value = this.type;
    this.select.addEventListener("change", () => this.choose(this.select.value));
    this.fields = make("div", { className: "fields" });
    element("palette").replaceChildren(make("label", {}, [word("clue"), this.select]), this.fields);
    this.drawFields();
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
      make("button", { className: "primary", textContent: word("add clue") }),
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
    this.setter.addClue(clueOf(this.kind, board, parts, numbers));
    this.parts = [];
    for (const input of this.inputs.values()) input.value = "";
    this.drawParts();
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
