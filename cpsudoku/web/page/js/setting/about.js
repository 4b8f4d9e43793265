import { make } from "../dialogs.js";
import { element } from "../elements.js";
import { word } from "../words.js";

const FIELDS = /** @type {const} */ (["title", "author", "rules"]);

/** The fields in which a setter says what the puzzle is called, its author, and its rules in words. */
export class About {
  /** @param {(about: Words) => void} changed */
  constructor(changed) {
    /** What has no field goes along. @type {Partial<Words>} */
    this.shown = {};
    this.inputs = FIELDS.map((name) => {
      const input = make(name === "rules" ? "textarea" : "input", { maxLength: name === "rules" ? 10_000 : 200 });
      input.addEventListener("change", () => changed(this.words));
      return input;
    });
  }

  get words() {
    const written = Object.fromEntries(FIELDS.map((name, index) => [name, this.inputs[index].value]));
    return /** @type {Words} */ ({ ...this.shown, ...written });
  }

  /** @param {Words} [words] */
  draw(words) {
    this.shown = words ?? {};
    const place = element("about");
    if (!place.childElementCount) {
      const labels = this.inputs.map((input) => make("label", {}, [make("span"), input]));
      place.append(make("summary", {}, [make("span")]), ...labels);
    }
    const names = ["about", ...FIELDS.map((name) => `about ${name}`)];
    place.querySelectorAll("span").forEach((name, index) => (name.textContent = word(names[index])));
    FIELDS.forEach((name, index) => {
      // What somebody is typing stays.
      if (document.activeElement !== this.inputs[index]) this.inputs[index].value = words?.[name] ?? "";
    });
  }
}
