import { element } from "./elements.js";
import { choice, iconButton, make } from "./dialogs.js";
import { busy, showPanel, withCells } from "./panel.js";
import { changesOf, markingOf, nameOf, positionOf, sentenceOf } from "./step.js";
import { word } from "./words.js";

/** This many of what follows are named in a list. */
const NAMED = 3;

/** @param {App} app */
export function wireSteps(app) {
  app.wire({ path: () => walk(app), now: () => list(app) });
}

/**
 * A path, and in words how it ended.  It may be looked for long; that no path leads to one of several solutions is said at once.
 * @param {Promise<{verdict: string}>} check Asked for first. @param {Promise<{steps: Step[], end: string}>} path @param {(text: string) => void} say
 */
export async function endedPath(check, path, say) {
  // Nobody need know it where the path ends by itself.
  const isSeveral = check.then(({ verdict }) => verdict === "multiple", () => false);
  isSeveral.then((is) => is && say(word("end several")));
  const { steps, end } = await path;
  const isOpen = ["stuck", "limit"].includes(end);
  return { steps, ended: word(isOpen && (await isSeveral) ? "end several" : `end ${end}`) };
}

/** What follows from a step, in signs. @param {App} app @param {Step} step */
function outcome({ board }, { placements, eliminations }) {
  /** @param {Candidate[]} candidates @param {string} sign */
  const signs = (candidates, sign) => candidates.map(([cell, digit]) => `${board.name(cell)}${sign}${board.data.symbols[digit - 1]}`);
  const all = [...signs(placements, "="), ...signs(eliminations, "≠")];
  return all.slice(0, NAMED).join(" ") + (all.length > NAMED ? " …" : "");
}

/** Whether a step places a digit or takes it away. @param {Step} step @param {number} digit 0 for any. */
const concerns = ({ placements, eliminations }, digit) =>
  !digit || [...placements, ...eliminations].some(([, other]) => other === digit);

/**
 * A list of steps, each with what follows, of one digit or of all.
 * @param {App} app @param {Step[]} steps @param {(at: number) => void} go
 */
function listOf(app, steps, go) {
  const { symbols } = app.board.data;
  const which = choice(word("digit"), [["0", word("any")], ...symbols.map((symbol, at) => /** @type {[string, string]} */ ([String(at + 1), symbol]))], "0");
  const rows = steps.map((step, at) => make("li", { value: at + 1 }, [
    make("button", { on: { click: () => go(at) } }, [nameOf(step), " ", make("small", { textContent: outcome(app, step) })]),
  ]));
  which.select.addEventListener("change", () =>
    rows.forEach((row, at) => (row.hidden = !concerns(steps[at], Number(which.select.value)))));
  const show = (/** @type {number} */ at) =>
    rows.forEach((row, index) => row.firstElementChild?.setAttribute("aria-current", index === at ? "step" : "false"));
  return { rows: [which.row, make("ol", { className: "steps" }, rows)], show };
}

/**
 * Show the whole path from here, a step at a time, forwards and back, without changing the game.
 * @param {App} app
 */
async function walk(app) {
  const path = endedPath(app.question("check", {}, "end of path"), app.question("explain"), (text) => app.say(text));
  const { steps, ended } = await busy(element("path"), path);
  if (steps.length) app.told();
  const place = make("p", { textContent: ended });
  const [name, sentence] = [make("h2", {}), make("div", {})];
  let at = 0;
  const turn = (/** @type {number} */ by) => {
    at = Math.max(0, Math.min(steps.length - 1, at + by));
    const step = steps[at];
    if (!step) return;
    app.view.show(positionOf(step, app.board));
    app.view.mark(markingOf(step));
    place.textContent = word("step", { number: at + 1, count: steps.length });
    name.textContent = nameOf(step);
    sentence.replaceChildren(...withCells(sentenceOf(step), app), at + 1 === steps.length ? ` ${ended}` : "");
    all.show(at);
  };
  const all = listOf(app, steps, (to) => turn(to - at));
  showPanel([
    make("div", { className: "row stepper" }, [
      iconButton("back", word("back"), () => turn(-1)), iconButton("forwards", word("forwards"), () => turn(1)), place,
    ]),
    ...(steps.length ? [name, sentence] : []),
    make("details", {}, [make("summary", { textContent: word("all steps", { count: steps.length }) }), ...all.rows]),
  ], app);
  turn(0);
}

/**
 * List all steps that can be made now; one that is chosen is shown, and can be done.
 * @param {App} app
 */
async function list(app) {
  /** @type {{steps: Step[], end: string}} */
  const { steps, end } = await busy(element("now"), app.question("explain", { now: true }));
  if (steps.length) app.told();
  const caption = make("p", {}, [word(steps.length ? "steps found" : "no steps now", { count: steps.length })]);
  const apply = make("button", { className: "primary", textContent: word("apply"), hidden: true });
  const all = listOf(app, steps, (at) => {
    app.view.mark(markingOf(steps[at]));
    caption.replaceChildren(`${nameOf(steps[at])}: `, ...withCells(sentenceOf(steps[at]), app));
    all.show(at);
    apply.hidden = false;
    apply.onclick = () => app.changed(app.game.apply(changesOf(app.game, steps[at])));
  });
  showPanel([
    make("h2", { textContent: word("steps now") }),
    caption,
    ...(end === "limit" ? [make("p", { textContent: word("end limit") })] : []),
    make("div", { className: "row", hidden: !steps.length }, [apply, all.rows[0]]),
    ...(steps.length ? [all.rows[1]] : []),
  ], app);
}
