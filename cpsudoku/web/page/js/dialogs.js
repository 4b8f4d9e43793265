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

/**
 * Show a dialog; Escape and its last button close it.
 * @param {string} title
 * @param {(Node | string)[]} children
 */
export function show(title, children) {
  const box = dialog();
  box.setAttribute("aria-label", title);
  box.replaceChildren(
    make("h2", { textContent: title }),
    ...children,
    make("button", { textContent: word("close"), className: "close", on: { click: close } }),
  );
  if (!box.open) box.showModal();
}

export function close() {
  dialog().close();
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
