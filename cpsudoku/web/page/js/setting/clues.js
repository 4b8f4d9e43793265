import { iconButton, make } from "../dialogs.js";
import { element } from "../elements.js";
import { houseName, ruleName } from "../about.js";
import { word, wordOr } from "../words.js";
import { keyOf } from "./study.js";

/** The list of the clues, each of which can be lit and taken away. */
export class Clues {
  /** @param {Setter} setter */
  constructor(setter) {
    this.setter = setter;
    /** @type {DrawnClue[]} */
    this.all = [];
    /** Cells of the clue that is looked at. @type {number[]} */
    this.lit = [];
  }

  /** @param {DrawnClue[]} clues */
  draw(clues) {
    const list = element("clues");
    const at = [...list.children].findIndex((row) => row.contains(document.activeElement));
    this.all = clues;
    this.lit = [];
    list.replaceChildren(...clues.map((clue, index) => this.row(clue, index)));
    if (at < 0) return;
    // The one that has moved up to the place of one that went.
    const next = list.children[Math.min(at, clues.length - 1)]?.querySelector("button");
    if (next) next.focus();
    else this.setter.focusBoard();
  }

  /** @param {number[]} cells */
  light(cells) {
    this.lit = cells;
    this.setter.light();
  }

  /** @param {DrawnClue} drawn @param {number} index */
  row(drawn, index) {
    const light = (/** @type {number[]} */ cells) => () => this.light(cells);
    const select = () => this.setter.selection.set(drawn.cells);
    const remove = () => this.setter.removeClue(index);
    const title = this.titleOf(drawn);
    const onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Delete" && event.key !== "Backspace") return;
      // Else it would take away the last clue of the selected cell as well.
      event.stopPropagation();
      remove();
    };
    const looks = { focus: light(drawn.cells), blur: light([]), mouseenter: light(drawn.cells), mouseleave: light([]) };
    const kind = this.setter.palette.kinds.get(drawn.clue.type);
    const change = () => {
      this.setter.tools.setMode("clues");
      this.setter.palette.change(index, drawn.clue);
      this.setter.focusBoard();
    };
    return make("li", { data: { key: keyOf(drawn) } }, [
      make("div", {}, [
        make("button", { textContent: title, on: { ...looks, click: select, keydown: onkeydown } }),
        // Cells of regions that are to be found are chosen by directions, which a clue does not have.
        ...(kind && !kind.of_regions && (kind.fields.length > 0)
          ? [iconButton("set", `${word("change clue")}: ${title}`, change)]
          : []),
        iconButton("close", `${word("remove")}: ${title}`, remove),
      ]),
    ]);
  }

  /** @param {DrawnClue} drawn */
  titleOf({ clue, label, cells }) {
    const { board } = this.setter;
    const kind = this.setter.palette.kinds.get(clue.type);
    // A sign alone would not say of what it is one.
    const sign = kind?.signs?.length ? `${wordOr(`clue ${clue.type}`, clue.type)} ${label.split(" ").pop()}` : "";
    const name = sign || (clue.type ? ruleName(label) : houseName(label));
    if (board.isMost(cells)) return name;
    const names = cells.filter((cell) => cell < board.gridCount).map((cell) => board.name(cell));
    const isLong = names.length > 2 && kind?.outside;
    return `${name} · ${isLong ? `${names[0]} → ${names[names.length - 1]}` : names.join(" ")}`;
  }

  /** What people call a rule: a clue by its name and cells, a house by its kind and number. @param {Rule} rule */
  name(rule) {
    const drawn = this.all.find((clue) => keyOf(clue) === keyOf(rule));
    if (drawn) return this.titleOf(drawn);
    return houseName(rule.label);
  }

  /** Say which clues could go. @param {string[]} needless Their keys. */
  mark(needless) {
    for (const row of /** @type {HTMLCollectionOf<HTMLElement>} */ (element("clues").children)) {
      const is = needless.includes(row.dataset.key ?? "");
      if (is === row.classList.contains("needless")) continue;
      row.classList.toggle("needless", is);
      const [name] = row.querySelectorAll("button");
      const note = ` (${word("needless")})`;
      name.textContent = is ? `${name.textContent}${note}` : (name.textContent ?? "").replace(note, "");
    }
  }

  /** Take away the last clue that a cell is in. @param {number} cell */
  removeAt(cell) {
    const index = this.all.findLastIndex(({ cells }) =>
      cells.includes(cell) && !this.setter.board.isMost(cells));
    if (index >= 0) this.setter.removeClue(index);
  }
}
