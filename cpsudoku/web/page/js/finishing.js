import { copied } from "./choosing.js";
import { spoken } from "./clock.js";
import { linkTo } from "./core/boards.js";
import { dayOf, daysDone, inARow } from "./days.js";
import { make } from "./dialogs.js";
import { busy, showPanel } from "./panel.js";
import { titleOfGame } from "./heading.js";
import { icon } from "./icons.js";
import { beginNext, chooseNew } from "./making.js";
import { nextInQueue, resultOf, showQueue, showResults } from "./queue.js";
import { answering } from "./resources.js";
import { setting } from "./storage.js";
import { inTurn, rendered, word } from "./words.js";

/** @param {App} app */
export function wireFinishing(app) {
  app.wire({ queue: () => showResults(app) });
  app.listeners.push(() => {
    showQueue(app);
    if (app.finished) praise(app);
  });
}

/** Say that the game is done and what it took, and offer the next one. @param {App} app */
function praise(app) {
  const { taken, told, ...counts } = resultOf(app);
  const inQueue = nextInQueue(app);
  const next = inQueue ?? (() => beginNext(app));
  const go = () => app.attempt(() => busy(button, next()));
  const button = make("button", { className: "primary", textContent: word(inQueue ? "next in queue" : "next puzzle"), on: { click: go } });
  const card = make("textarea", { rows: 4, readOnly: true, hidden: true, ariaLabel: word("share") });
  const share = async () => {
    card.value = await cardOf(app);
    card.hidden = false;
    app.say(word((await copied(card)) ? "copied" : "copy by hand"));
  };
  const isLast = app.queue && !inQueue;
  showPanel([
    make("div", { className: "praise" }, [icon("check"), make("h2", { textContent: word("done", { time: spoken(taken) }) })]),
    make("p", { textContent: rendered(inTurn([{ say: "counts of game", ...counts }, ...(told ? [{ say: "answers shown", told }] : [])])) }),
    ...(app.level ? [make("p", { textContent: app.level })] : []),
    ...(setting("streak", false) ? [make("p", { textContent: word(told ? "no day" : "in a row", { days: inARow(daysDone(), dayOf()) }) })] : []),
    make("div", { className: "row" }, [
      ...(isLast ? [make("button", { className: "primary", textContent: word("results"), on: { click: () => showResults(app) } })] : [button]),
      make("button", { textContent: word("share"), on: { click: () => app.attempt(share) } }),
      ...(inQueue ? [] : [make("button", { textContent: word("another kind"), on: { click: () => chooseNew(app) } })]),
    ]),
    card,
  ]);
}

/** What can be told to others of a game: without its solution, and with a link where others can open it. @param {App} app */
async function cardOf(app) {
  const { taken, told, ...counts } = resultOf(app);
  const lines = [
    ["cpsudoku", titleOfGame(app), app.level].filter(Boolean).join(" · "),
    [word("done", { time: spoken(taken) }), word("counts of game", counts), told ? word("answers shown", { told }) : ""].filter(Boolean).join(" · "),
  ];
  return [...lines, ...(answering === "server" ? [] : [await linkTo("./", app.board.data)])].join("\n");
}
