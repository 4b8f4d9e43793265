import { icon } from "./icons.js";
import { word } from "./words.js";

const dialog = () => /** @type {HTMLDialogElement} */ (document.getElementById("dialog"));

/**
 * Make an element.
 * @param {string} name
 * @param {Record<string, any>} [properties] Of the element; `on` holds what listens.
 * @param {(Node | string)[]} [children]
 * @returns {any}
 */
export function make(name, properties = {}, children = []) {
  const { on = {}, data = {}, ...others } = properties;
  const element = Object.assign(document.createElement(name), others);
  Object.assign(element.dataset, data);
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  element.append(...children);
  return element;
}

/** A button with an icon alone, whose name is read and shown when the pointer rests on it. @param {string} drawn @param {string} name @param {() => unknown} click */
export const iconButton = (drawn, name, click, className = "") =>
  make("button", { className, ariaLabel: name, title: name, on: { click } }, [icon(drawn)]);

/** What closes something, in its corner. @param {() => void} click */
export const cross = (click) => iconButton("close", word("close"), click, "close");

/**
 * Show a dialog; Escape and its first button close it.
 * @param {string} title
 * @param {(Node | string)[]} children
 */
export function show(title, children) {
  const box = dialog();
  const leave = cross(close);
  box.setAttribute("aria-label", title);
  box.replaceChildren(
    make("header", {}, [make("h2", { textContent: title }), leave]),
    make("div", { className: "content" }, children),
  );
  if (box.open) return;
  box.showModal();
  // The first thing to choose or to press, and not what closes the dialog.
  const first = box.querySelector(".content :is(select, textarea, input, button)");
  /** @type {HTMLElement} */ (first ?? leave).focus();
}

/** Call something whenever the dialog is closed. @param {() => void} left */
export function onClose(left) {
  dialog().addEventListener("close", left);
}

/** Say something in the dialog. @param {string} text */
export function sayInDialog(text) {
  const place = dialog().querySelector(".status");
  if (place) place.textContent = text;
}

export function close() {
  dialog().close();
}

/** Keys beside what they do. @param {string} text Lines of `keys: what they do`, some of them several with `;` between. */
export function keyList(text) {
  const pairs = text.split("\n").flatMap((line) => line.split(/[;；]\s*/)).map((pair) => pair.split(/[:：]\s*/));
  return make("dl", { className: "keys" }, pairs.flatMap(([keys, ...does]) => [
    make("dt", { textContent: keys }), make("dd", { textContent: does.join(": ") }),
  ]));
}

/**
 * @param {string} label
 * @param {[string, string][]} choices Values and what they are called.
 * @param {string} chosen
 */
export function choice(label, choices, chosen) {
  const select = make(
    "select",
    {},
    choices.map(([value, text]) => make("option", { value, textContent: text })),
  );
  select.value = chosen;
  return { row: make("label", {}, [label, select]), select };
}

/**
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} changed
 */
export function tick(label, checked, changed) {
  const box = make("input", { type: "checkbox", checked });
  box.addEventListener("change", () => changed(box.checked));
  return make("label", { className: "tick" }, [box, label]);
}
