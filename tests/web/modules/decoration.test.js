import assert from "node:assert/strict";
import { test } from "node:test";

import { decorations } from "../../../cpsudoku/web/page/js/decoration.js";

const drawn = (fields) => decorations({ about: { decoration: typeof fields === "string" ? fields : JSON.stringify(fields) } });

test("what is damaged of a decoration is not drawn", () => {
  const junk = [null, 7, "x", [], {}, [null], [7], [{}], [{ cells: 7 }], [{ cells: ["R1C1", "x", 3] }], [{ lines: 7 }],
    [{ lines: [["R1C1"], 7, ["R1C1", "R1C2"]], outlineC: "url(//x)", width: -1 }], [{ cells: ["R0C0"], value: {}, angle: "x" }]];
  for (const text of ["", "{", "[]", "null"]) assert.deepEqual(drawn(text), []);
  for (const field of ["line", "circle", "rectangle", "text", "cage"]) {
    for (const value of junk) {
      for (const { attributes, corners } of drawn({ [field]: value })) {
        assert.ok(corners.flat().every(Number.isFinite));
        assert.doesNotMatch(JSON.stringify(attributes), /url|NaN|null/);
      }
    }
  }
});
