/** Small boards for the tests of the page's modules. */

import { Board } from "../../../cpsudoku/web/page/js/board.js";

const range = (count) => Array.from({ length: count }, (_, index) => index);

/** A 4×4 board of boxes with givens as a text; "." for none. */
export function four(givens = "................") {
  const places = range(16).map((cell) => [cell >> 2, cell % 4]);
  const house = (kind, of) => range(4).map((number) => ({
    kind, label: `${kind} ${number + 1}`, cells: range(16).filter((cell) => of(cell) === number),
  }));
  return new Board({
    rules: "4", title: "", height: 4, width: 4, places, auxiliary: 0, symbols: ["1", "2", "3", "4"],
    regions: [
      ...house("row", (cell) => cell >> 2), ...house("column", (cell) => cell % 4),
      ...house("box", (cell) => 2 * (cell >> 3) + ((cell % 4) >> 1)),
    ],
    others: [], drawing: null, givens: [...givens].map((text) => Number(text) || 0), marks: null, text: givens,
  });
}
