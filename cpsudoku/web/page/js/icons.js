import { svg } from "./elements.js";

/** Lines of the page's icons, on a square of 24. */
const LINES = {
  back: "m15 5-7 7 7 7",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.8.6 1.1 1.3 1.1 2.2h5c0-.9.3-1.6 1.1-2.2A6 6 0 0 0 12 3Z",
  check: "m5 12 5 5 9-10",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  erase: "m4 15 8-9 7 6-7 8H8zM9 20h11",
  fill: "M4 4h16v16H4zM9.3 4v16M14.6 4v16M4 9.3h16M4 14.6h16",
  forwards: "m9 5 7 7-7 7",
  games: "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01",
  learn: "m3 8 9-4 9 4-9 4zM7 10v5c3 2.5 7 2.5 10 0v-5",
  list: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  new: "M12 5v14M5 12h14",
  open: "M4 7v12h16V9h-9L9 7z",
  path: "M5 19h4v-5h5V9h5V5",
  pause: "M9 6v12M15 6v12",
  play: "M8 5v14l11-7z",
  print: "M7 8V4h10v4M7 17H4V9h16v8h-3M7 14h10v6H7z",
  redo: "m15 7 5 5-5 5m5-5H10a6 6 0 0 0-6 6",
  replay: "M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4l3 2",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-5-5",
  set: "m4 20 1-4L16 5l3 3L8 19zM14 7l3 3",
  settings: "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM12 3v3m0 12v3M3 12h3m12 0h3M5.6 5.6l2.2 2.2m8.4 8.4 2.2 2.2m0-12.8-2.2 2.2m-8.4 8.4-2.2 2.2",
  shades: "M12 19c5 0 8-5 9-7-1-2-4-7-9-7s-8 5-9 7c1 2 4 7 9 7ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  touch: "M9 11V5a1.5 1.5 0 0 1 3 0v6l6 1.5c1 .3 1.5 1 1.3 2L18 20h-7l-5-6c1-1.2 2-1 3 0z",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
};

/** @param {string} name */
export function icon(name) {
  const drawing = svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  svg("path", { d: LINES[/** @type {keyof typeof LINES} */ (name)] ?? "" }, drawing);
  return drawing;
}

/** Draw the icons of all buttons that name one; their names come beside. */
export function drawIcons() {
  for (const button of document.querySelectorAll("button[data-icon]")) {
    const name = document.createElement("span");
    name.className = "name";
    name.textContent = button.textContent;
    button.replaceChildren(icon(/** @type {HTMLElement} */ (button).dataset.icon ?? ""), name);
  }
}
