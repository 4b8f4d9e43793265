import { ask } from "../api.js";
import { linkTo } from "../core/boards.js";
import { busy } from "../panel.js";
import { nameOf, sentenceOf } from "../step.js";
import { endedPath } from "../stepping.js";
import { Refused } from "../refused.js";
import { answering } from "../resources.js";
import { appearance, askForText, keptRow, offerCopies, takeTexts } from "../choosing.js";
import { puzzleIn } from "../texts.js";
import { choice, close, keyList, make, show } from "../dialogs.js";
import { element } from "../elements.js";
import { begun, inDialog, wireKeys } from "../page.js";
import { pictureButtons } from "../pictures.js";
import { keepSetting, setting } from "../storage.js";
import { dated, textOf, word } from "../words.js";
import { clipIn, paste, wireClipping } from "./clipping.js";
import { Drafts, emptyDraft } from "./draft.js";
import { onKey } from "./keys.js";
import { Setter } from "./setter.js";

const BASES = ["9", "4", "6", "8", "12", "16", "latin:9", "samurai"];

/** Seconds for counting solutions and for looking for steps, which are asked for by a press. */
const LONG = 30;
/** Solutions that are counted. */
const MOST = 10_000_000;

/** Milliseconds after which the server is asked again where it did not answer. */
const AGAIN = 3000;

/** @param {Setter} setter */
function wire(setter) {
  wireKeys(setter, (event) => onKey(event, setter), "#palette, #clues, [role=grid]");
  const take = (/** @type {string} */ text) => taken(setter, text);
  wireClipping(setter);
  takeTexts(take);
  setter.wire({
    undo: () => setter.undo(),
    redo: () => setter.redo(),
    erase: () => setter.tools.erase(),
    shades: () => setter.toggleShades(),
    new: () => chooseBase(setter),
    open: () => askForText(take),
    copy: () => offerCopies({ position: setter.position, board: setter.board.data, more: pictureButtons(setter) }, "json"),
    "play-it": async () => (location.href = await linkTo("./", setter.board.data)),
    count: () => count(setter),
    steps: () => showSteps(setter),
    drafts: () => chooseDraft(setter),
    settings: () => chooseSettings(setter),
    help: () => show(word("help"), [keyList(word("setting keys"))]),
  });
}

/** The puzzle that a link has in it; of one with a whole board the link, unless a server reads it. @param {string} text */
const textIn = (text) => (/#.*\bboard=/.test(text) && answering !== "server" ? text : puzzleIn(text));

/** Count all solutions, as far as that goes. @param {Setter} setter */
async function count(setter) {
  const found = await busy(element("count"), ask("count", { puzzle: setter.position, seconds: LONG, limit: MOST }));
  setter.say(word(found.complete ? "solutions counted" : "solutions at least", { count: found.count.toLocaleString() }));
}

/** Show how people would solve it, a step after the other. @param {Setter} setter */
async function showSteps(setter) {
  const asked = { puzzle: setter.position, seconds: LONG };
  const path = endedPath(ask("check", asked, { topic: "end of path" }), ask("explain", asked), (text) => setter.say(text));
  const { steps, ended } = await busy(element("steps"), path);
  const rows = steps.map((step) => make("li", {}, [make("b", { textContent: nameOf(step) }), ` ${textOf(sentenceOf(step))}`]));
  const needed = make("div", {});
  const more = make("button", { textContent: word("when needed"), on: { click: () => showNeeds(setter, more, needed) } });
  const hasClues = answering === "server" && setter.draft.clues.length > 0;
  show(word("path"), [
    make("ol", { className: "steps" }, rows), make("p", { textContent: ended }),
    ...(hasClues ? [make("div", { className: "row" }, [more]), needed] : []),
  ]);
}

/**
 * Say at which step of the smallest reasons each clue is needed first.
 * @param {Setter} setter @param {HTMLElement} button @param {HTMLElement} place
 */
const showNeeds = (setter, button, place) => inDialog(async () => {
  /** @type {{end: string, steps: number, clues: {rule: Rule, step: number | null}[]}} */
  const { end, steps, clues } = await busy(button, ask("needs", { puzzle: setter.position, seconds: LONG }));
  const rows = clues.map(({ rule, step }) => {
    const clue = setter.clues.name(rule);
    return make("li", { textContent: word(step === null ? "never needed" : "first needed", { clue, step: step ?? "", steps }) });
  });
  place.replaceChildren(make("p", { textContent: word("smallest steps", { steps }) }), make("ul", {}, rows), make("p", { textContent: word(`end ${end}`) }));
}, setter);

/** Continue with a text; what is wrong with it is said where it was entered. @param {Setter} setter @param {string} text */
function taken(setter, text) {
  const clip = clipIn(text);
  return inDialog(async () => {
    await (clip ? paste(setter, clip) : setter.take(textIn(text)));
    close();
  }, setter);
}

/** @param {Setter} setter */
function chooseBase(setter) {
  const last = setting("base", "9");
  const base = choice(word("rules"), BASES.map((text) => [text, word(`rules ${text}`)]), last);
  // Until the other board is there, what one typed would be meant for it and enter this one.
  const begin = async () => {
    keepSetting("base", base.select.value);
    await setter.attempt(() => busy(start, setter.begin(emptyDraft(base.select.value))));
    close();
  };
  const start = make("button", { className: "primary", textContent: word("begin"), on: { click: begin } });
  show(word("new"), [base.row, make("div", { className: "row" }, [start])]);
}

/** @param {Setter} setter */
function chooseDraft(setter) {
  const rows = Drafts.all().map((drafts) => draftRow(setter, drafts));
  show(word("drafts"), rows.length ? rows : [make("p", { textContent: word("no drafts") })]);
}

/** @param {Setter} setter @param {Drafts} drafts */
function draftRow(setter, drafts) {
  const { about, clues, givens } = drafts.now;
  const when = dated(drafts.changed);
  const holds = word("draft holds", { clues: clues.length, givens: givens.filter(Boolean).length });
  const drop = () => {
    Drafts.forget(drafts.id);
    chooseDraft(setter);
  };
  return keptRow(about?.title || word("untitled"), `${holds} · ${when}`, () => setter.attempt(() => setter.goOn(drafts)), drop);
}

/** @param {Setter} setter */
function chooseSettings(setter) {
  const rows = appearance(() => {
    setter.palette.draw();
    setter.tools.draw();
    setter.look();
    chooseSettings(setter);
  });
  show(word("settings"), rows);
}

async function main() {
  const setter = new Setter();
  document.title = `cpsudoku · ${word("set")}`;
  const refused = await served(setter);
  wire(setter);
  if (refused) setter.complain(refused);
  // A link that is opened in the tab of this page changes no more than this.
  window.addEventListener("hashchange", async () => {
    const told = await first(setter).catch((error) => error);
    if (told) setter.complain(told);
  });
  setter.sayTroubles();
  document.body.classList.add("ready");
}

/**
 * Begin as soon as the server answers: without it nothing can be set.
 * @param {Setter} setter
 * @returns {Promise<unknown>} Why what the address names could not be taken, if so.
 */
async function served(setter) {
  for (;;) {
    try {
      const [, refused] = await Promise.all([setter.palette.load(), first(setter)]);
      if (setter.view) return refused;
    } catch (error) {
      setter.complain(error);
    }
    if (answering === "server") setter.say(word("no server"));
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

/** Begin with what the address names, else with what was set last. @param {Setter} setter */
async function first(setter) {
  let refused;
  if (/#.*\b(puzzle|board)=/.test(location.hash)) {
    try {
      await setter.take(textIn(location.href));
      history.replaceState(null, "", location.pathname);
      return;
    } catch (error) {
      if (!(error instanceof Refused) || error.isPassing) throw error;
      history.replaceState(null, "", location.pathname);
      refused = error;
    }
  }
  await setter.look();
  return refused;
}

begun(main);
