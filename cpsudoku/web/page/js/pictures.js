import { make } from "./dialogs.js";

/** What the drawing's style sheet says, written into a picture that stands alone. */
const STYLED = [
  "fill", "stroke", "stroke-width", "font-size", "font-family", "font-weight", "text-anchor",
  "dominant-baseline", "opacity", "fill-opacity", "stroke-dasharray",
];

/**
 * Return the drawing as a text of its own, with the styles that it has on the page.
 * @param {SVGElement} drawing
 */
export function pictureOf(drawing) {
  const root = document.documentElement;
  const { theme = "" } = root.dataset;
  // As it is printed: black on white, and without what is selected.
  root.dataset.theme = "light";
  drawing.classList.add("plain");
  try {
    return styled(drawing);
  } finally {
    drawing.classList.remove("plain");
    root.dataset.theme = theme;
  }
}

/** @param {SVGElement} drawing */
function styled(drawing) {
  const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
  copy.querySelector(".rings")?.replaceChildren();
  const originals = drawing.querySelectorAll(":not(.ring)");
  copy.querySelectorAll("*").forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of STYLED) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute("class");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.removeAttribute("class");
  return new XMLSerializer().serializeToString(copy);
}

/** What makes a picture of the board, of each kind. @param {{view: {drawing: SVGElement}}} page */
export const pictureButtons = (page) => /** @type {const} */ (["svg", "png"]).map((kind) =>
  make("button", { textContent: kind.toUpperCase(), on: { click: () => asFile(page, kind) } }));

/** @param {{view: {drawing: SVGElement}}} page @param {"svg" | "png"} kind */
async function asFile({ view: { drawing } }, kind) {
  const blob = new Blob([pictureOf(drawing)], { type: "image/svg+xml" });
  const [, , width, height] = (drawing.getAttribute("viewBox") ?? "").split(" ").map(Number);
  save(kind === "svg" ? blob : await painted(blob, width, height), `sudoku.${kind}`);
}

/** @param {Blob} picture @param {number} width @param {number} height @returns {Promise<Blob>} */
async function painted(picture, width, height) {
  const image = new Image();
  const address = URL.createObjectURL(picture);
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
    image.src = address;
  });
  const canvas = document.createElement("canvas");
  const scale = Math.min(2, 8000 / Math.max(width, height));
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no pictures");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))),
  );
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
