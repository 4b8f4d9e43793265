import { houseName, ruleName } from "./about.js";
import { ask } from "./api.js";
import { make } from "./dialogs.js";
import { element } from "./elements.js";
import { ignoredWords, thingName } from "./refusals.js";
import { word, wordOr } from "./words.js";

/**
 * What was read from drawings and words, to be looked at and corrected: what looks alike and means the same is a
 * family, which is taken or left as a whole or one by one.
 *
 * @typedef {object} Owner Whose puzzle it is.
 * @property {(proposals: Proposal[]) => void} changed Puts these in the place of those that were shown.
 * @property {(cells: number[]) => void} light
 */

/** What a clue is, whatever pairs it exempts, which change with other clues. @param {Record<string, any>} clue */
export const keyOf = ({ exempt, ...clue }) => JSON.stringify(clue);

/**
 * Clues with what some proposals mean now in the place of what they meant before.
 * @param {Record<string, any>[]} clues @param {Proposal[]} before @param {Proposal[]} after
 */
export function cluesWith(clues, before, after) {
  const found = new Map(clues.map((clue) => [keyOf(clue), clue]));
  const changed = after.flatMap((now, at) => (now === before[at] ? [] : [{ was: before[at], now }]));
  for (const { was } of changed) if (was.taken) found.delete(keyOf(was.clue));
  for (const { now } of changed) if (now.taken) found.set(keyOf(now.clue), now.clue);
  return [...found.values()];
}

/** Proposals as they stand where these clues hold. @param {Proposal[]} proposals @param {Record<string, any>[]} clues */
export function standing(proposals, clues) {
  const held = new Set(clues.map(keyOf));
  return proposals.map((one) => {
    const meant = [one, ...one.others].find(({ clue }) => held.has(keyOf(clue)));
    return meant && meant !== one ? meaning(one, meant) : { ...one, taken: Boolean(meant) };
  });
}

/** A proposal that means something else, which its reader says. @param {Proposal} one @param {Meaning} other @returns {Proposal} */
function meaning(one, other) {
  const { meaning, cells, clue, fits } = one;
  const others = [{ meaning, cells, clue, fits }, ...one.others.filter((known) => known !== other)];
  return { ...one, ...other, others, taken: true, dropped: "" };
}

/** @param {Meaning} one */
const typeOf = ({ clue }) => String(clue.type ?? clue.kind);

/** @param {Meaning} one */
const nameOf = ({ clue, meaning }) => (clue.type ? ruleName(meaning) : houseName(meaning));

/** Whether a meaning begins where another one ends. @param {Meaning} other @param {Meaning} one */
const isTurned = (other, one) => other.cells.length > 1 && other.cells[0] === one.cells.at(-1);

/** A name for a meaning among those of a family. @param {Meaning} other @param {Meaning} one */
const wayOf = (other, one) => `${isTurned(other, one) ? "turned " : ""}${other.meaning}`;

/** The list of what was read. */
export class Proposals {
  /** @param {Owner} owner */
  constructor(owner) {
    this.owner = owner;
    /** @type {Proposal[]} */ this.all = [];
    /** What is drawn, as long as it is the same. */
    this.drawn = "";
    /** Each tick with the proposals that it is about. @type {{box: HTMLInputElement, of: number[]}[]} */
    this.ticks = [];
    /** Those that are looked at. @type {number[]} */
    this.looked = [];
  }

  /**
   * Show what was read and what was not.
   * @param {Proposal[]} proposals @param {string[]} unread @param {Board} board
   */
  show(proposals, unread, board) {
    this.all = proposals;
    this.board = board;
    const drawn = JSON.stringify([document.documentElement.lang, unread, proposals.map(({ clue, thing, evidence }) => [clue, thing, evidence])]);
    if (drawn !== this.drawn) this.draw(unread);
    this.drawn = drawn;
    for (const { box, of } of this.ticks) {
      const taken = of.filter((at) => proposals[at].taken).length;
      box.checked = taken === of.length;
      box.indeterminate = taken > 0 && taken < of.length;
    }
    const count = proposals.filter(({ taken }) => taken).length;
    for (const place of element("proposals").querySelectorAll(".count")) place.textContent = word("read from drawings", { count });
    // A change draws the board anew, on which what was changed is still looked at.
    if (this.looked.length) this.light(this.looked);
  }

  /** @param {string[]} unread */
  draw(unread) {
    const box = element("proposals");
    const focus = /** @type {HTMLElement | null} */ (box.contains(document.activeElement) ? document.activeElement : null)?.dataset.at;
    const isNew = !this.drawn || box.hidden;
    box.hidden = !this.all.length;
    this.ticks = [];
    const families = new Map();
    this.all.forEach((one, at) => {
      const family = JSON.stringify([one.thing, typeOf(one), one.evidence, one.dropped]);
      families.set(family, [...(families.get(family) ?? []), at]);
    });
    box.replaceChildren(
      make("summary", {}, [make("h2", { className: "count" })]),
      make("ul", {}, [...families.values()].map((of) => this.family(of))),
      ...(unread.length ? [make("h3", { textContent: word("not read") }), make("ul", { className: "unread" }, unread.map((one) => make("li", { textContent: ignoredWords(one) })))] : []),
    );
    if (isNew) /** @type {HTMLDetailsElement} */ (box).open = true;
    if (focus) /** @type {HTMLElement | null} */ (box.querySelector(`[data-at="${focus}"]`))?.focus();
  }

  /** What looks alike and means the same. @param {number[]} of */
  family(of) {
    const [first] = of.map((at) => this.all[at]);
    const names = new Set(of.map((at) => nameOf(this.all[at])));
    const name = names.size > 1 ? wordOr(`clue ${typeOf(first)}`, typeOf(first)) : nameOf(first);
    const colour = /#[0-9a-f]{3,8}\b/.exec(first.thing)?.[0];
    const swatch = colour && make("i", { className: "swatch", ariaHidden: "true" });
    // A style in text is forbidden on this page.
    if (swatch) swatch.style.backgroundColor = colour;
    const thing = first.thing === "words" ? "" : thingName(first.thing);
    const count = of.length > 1 ? `\u00a0×\u00a0${of.length}` : "";
    const why = first.evidence ? `“${first.evidence}”` : word("by its looks");
    return make("li", { on: this.lit(of) }, [
      make("div", { className: "family" }, [
        this.tick(of, [...(swatch ? [swatch] : []), make("b", { textContent: name }), `${count}${thing && ` · ${thing}`}`], name),
        ...this.meanings(of, thing || name),
      ]),
      make("p", { textContent: why }),
      ...this.agreement(of),
      of.length > 1
        ? make("details", {}, [make("summary", { textContent: word("one by one") }), make("ul", {}, of.map((at) => this.single(at)))])
        : make("p", { textContent: this.cellsOf(first) }),
    ]);
  }

  /** Whether a stored solution obeys what is proposed, and why something is not taken. @param {number[]} of */
  agreement(of) {
    const every = of.map((at) => this.all[at]);
    const [{ dropped }] = every;
    if (dropped) return [make("p", { className: "warning", textContent: word("doubtful", { why: ignoredWords(dropped) }) })];
    if (!every.every(({ fits }) => fits)) return [];
    return [make("p", { className: "agrees", textContent: word("solution obeys") })];
  }

  /** @param {number} at */
  single(at) {
    const one = this.all[at];
    const cells = this.cellsOf(one);
    return make("li", { on: this.lit([at]) }, [this.tick([at], [`${nameOf(one)} · ${cells}`], cells)]);
  }

  /** @param {Meaning} one */
  cellsOf({ cells }) {
    const { board } = this;
    if (!board) return "";
    if (board.isMost(cells)) return word("all cells");
    return cells.filter((cell) => cell < board.gridCount).map((cell) => board.name(cell)).join(" ");
  }

  /** @param {number[]} of @param {(Node | string)[]} said @param {string} name */
  tick(of, said, name) {
    const box = make("input", { type: "checkbox", data: { at: `${name} ${of[0]} ${of.length}` } });
    box.addEventListener("change", () => this.change(of, (one) => ({ ...one, taken: box.checked })));
    this.ticks.push({ box, of });
    return make("label", { className: "tick" }, [box, make("span", {}, said)]);
  }

  /** What the things may mean as well, where there is anything. @param {number[]} of @param {string} thing */
  meanings(of, thing) {
    /** @type {Map<string, string>} */
    const ways = new Map();
    for (const at of of) {
      const one = this.all[at];
      for (const other of one.others) ways.set(wayOf(other, one), isTurned(other, one) ? word("from other end", { name: nameOf(other) }) : nameOf(other));
    }
    if (!ways.size) return [];
    const select = make("select", { ariaLabel: word("meaning of", { thing }), data: { at: `meaning ${of[0]}` } }, [
      make("option", { value: "", textContent: word("means something else") }),
      ...[...ways].map(([value, textContent]) => make("option", { value, textContent })),
    ]);
    select.addEventListener("change", () => this.change(of, (one) => {
      const other = one.others.find((way) => wayOf(way, one) === select.value);
      return other ? meaning(one, other) : one;
    }));
    return [select];
  }

  /** Change some of them. @param {number[]} of @param {(one: Proposal) => Proposal} changed */
  change(of, changed) {
    this.owner.changed(this.all.map((one, at) => (of.includes(at) ? changed(one) : one)));
  }

  /** What lights the cells while something is looked at. @param {number[]} of */
  lit(of) {
    const on = (/** @type {Event} */ event) => {
      event.stopPropagation();
      this.light(of);
    };
    // Where there is no pointer that could stay on something, what has the focus is looked at.
    const leave = (/** @type {Event} */ { currentTarget }) => this.light(/** @type {Node} */ (currentTarget).contains(document.activeElement) ? of : []);
    return { mouseover: on, mouseleave: leave, focusin: on, focusout: () => this.light([]) };
  }

  /** @param {number[]} of */
  light(of) {
    this.looked = of;
    this.owner.light([...new Set(of.flatMap((at) => this.all[at].cells))]);
  }
}

/** A puzzle in which some proposals mean what they mean now. @param {BoardData} data @param {Proposal[]} after @returns {Promise<BoardData>} */
async function read(data, after) {
  const { draft } = await ask("take", { text: data.text }, { topic: "proposals" });
  const clues = cluesWith(draft.clues, data.proposals ?? [], after);
  const { board } = await ask("draft", { draft: { ...draft, clues } }, { topic: "proposals" });
  return { ...board, ignored: data.ignored, proposals: after };
}

/** Show what was read of a puzzle that is played, which continues with what is changed. @param {App} app */
export function wireProposals(app) {
  /** What is asked for. @type {Proposal[] | null} */
  let pending = null;
  const show = () => {
    const { proposals = [], ignored = [] } = app.board.data;
    panel.show(pending ?? proposals, ignored, app.board);
  };
  const panel = new Proposals({
    light: (cells) => app.view.mark(cells.length ? { cells } : null),
    async changed(after) {
      pending = after;
      show();
      try {
        await app.beginWith(read(app.board.data, after), (board) => app.saving.reread(board));
      } catch (error) {
        app.complain(error);
      } finally {
        if (pending === after) pending = null;
        show();
      }
    },
  });
  app.listeners.push(({ why }) => {
    show();
    // The panel may stand below what is seen.
    const count = panel.all.filter(({ taken }) => taken).length;
    if (why === "begun" && count) app.say(word("read from drawings", { count }));
  });
}
