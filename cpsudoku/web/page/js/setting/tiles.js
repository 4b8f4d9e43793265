import { drawingOf } from "../core/drawings.js";
import { numberName } from "../core/rules_words.js";
import { make } from "../dialogs.js";
import { rove } from "../radios.js";
import { templateOf, word, wordOr } from "../words.js";

/** @typedef {{called: string, kinds: Kind[]}} Group */

/** A clue of a kind on a board of two by two cells. @type {Record<string, Clue>} */
const CLUES = {
  cage: { cells: [0, 1, 2], number: 9 }, line: { cells: [2, 0, 1] }, parts: { parts: [[2, 0], [1]] },
  doublearrow: { cells: [2, 0, 1] }, arrow: { bulb: [2], cells: [0, 1] }, tint: { cells: [0, 3] }, disc: { cells: [0] },
  square: { cells: [0] }, wedges: { cells: [0] }, dots: { cells: [0, 1] }, signs: { cells: [0, 1], number: 10 },
  greater: { cells: [1, 0] }, quad: { cells: [0, 1, 2, 3], wanted: [1, 2, 3] }, clue: { cells: [0, 1], number: 12 },
  diagonal: { cells: [0, 3], number: 12 },
};

/** @type {[number, number][]} */
const PLACES = [[0, 0], [0, 1], [1, 0], [1, 1]];

/** @param {Kind} kind @param {string} name */
function pictureOf(kind, name) {
  const { type, drawn } = kind;
  const clue = CLUES[drawn?.kind ?? ""];
  // What stands for kinds that are not drawn, or look like others.
  const sign = templateOf(`icon ${type}`) ?? (clue ? "" : name.slice(0, 2));
  if (sign) return make("b", { textContent: sign, ariaHidden: "true" });
  const { number, ...cells } = clue;
  const found = drawingOf({ places: PLACES, symbols: [], width: 2, height: 2, auxiliary: 0 }, [{ clue: { type, ...cells, [numberName(kind)]: number }, label: "X", kind: { ...kind, drawn: drawn && { ...drawn, named: false } } }]);
  return make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(found?.below || found?.above || "")}` });
}

/** Pictures of clues, of which one is chosen: one stop of the Tab key, with arrow keys between them. */
export class Tiles {
  /** @param {(type: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    /** @type {HTMLButtonElement[]} */
    this.keys = [];
    this.place = make("div", { className: "tiles", role: "radiogroup", ariaLabel: word("clue") });
    this.place.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) =>
      rove(this.keys, event, ({ dataset }) => choose(dataset.type ?? "")));
  }

  /** @param {Group[]} groups @param {string} chosen */
  draw(groups, chosen) {
    this.keys = [];
    this.place.replaceChildren(...groups.filter(({ kinds }) => kinds.length).map(({ called, kinds }) =>
      make("div", { role: "presentation" }, [make("h3", { textContent: called }), ...kinds.map((kind) => this.key(kind))])));
    this.mark(chosen);
  }

  /** @param {Kind} kind */
  key(kind) {
    const { type } = kind;
    const name = wordOr(`clue ${type}`, type);
    const key = make("button", {
      type: "button", role: "radio", data: { type }, title: wordOr(`means ${type}`, kind.means),
      on: { click: () => this.choose(type) },
    }, [pictureOf(kind, name), make("span", { textContent: name })]);
    this.keys.push(key);
    return key;
  }

  /** @param {string} chosen */
  mark(chosen) {
    // A kind may be offered twice: the one that was pressed, or else the first, is chosen.
    const all = this.keys.filter(({ dataset }) => dataset.type === chosen);
    const one = all.find((key) => key === document.activeElement) ?? all[0];
    const first = one ?? this.keys[0];
    for (const key of this.keys) {
      key.ariaChecked = String(key === one);
      key.tabIndex = key === first ? 0 : -1;
    }
  }
}
