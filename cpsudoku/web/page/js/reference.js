import { make } from "./dialogs.js";

/** The description of the interface, drawn from `/api/openapi.json`. */

/** @type {Record<string, any>} */
let schemas = {};

/**
 * Return a type in words.
 * @param {any} schema
 * @returns {string}
 */
function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.enum) return schema.enum.map((/** @type {string} */ value) => `"${value}"`).join(", ");
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
  if (schema.type === "array") return `list of ${typeOf(schema.items ?? {})}`;
  return schema.type ?? "anything";
}

/** @param {string} name */
function table(name) {
  const { properties = {}, required = [], description = "" } = schemas[name];
  const rows = Object.entries(properties).map(([field, schema]) => {
    const usual = required.includes(field) ? "required" : JSON.stringify(schema.default ?? null);
    const cells = [field, typeOf(schema), usual, schema.description ?? ""];
    return make("tr", {}, cells.map((text) => make("td", { textContent: text })));
  });
  const heads = ["field", "type", "usual", "meaning"].map((text) => make("th", { textContent: text }));
  return make("section", { id: name }, [
    make("h3", { textContent: name }),
    make("p", { textContent: description }),
    make("table", {}, [make("tr", {}, heads), ...rows]),
  ]);
}

/** @param {string} path @param {any} operation */
function question(path, operation) {
  const taken = operation.requestBody?.content["application/json"].schema;
  const given = operation.responses["200"]?.content?.["application/json"]?.schema ?? {};
  const parts = [taken && `takes ${typeOf(taken)}`, `gives ${typeOf(given)}`].filter(Boolean);
  return make("section", {}, [
    make("h2", { textContent: path }),
    make("p", { textContent: `${operation.summary ?? ""} ${parts.join(", ")}.` }),
  ]);
}

const found = await (await fetch("api/openapi.json")).json();
schemas = found.components.schemas;
const place = document.getElementById("reference");
for (const [path, methods] of Object.entries(found.paths)) {
  for (const operation of Object.values(methods)) place?.append(question(path, operation));
}
const own = Object.keys(schemas).filter((name) => !name.includes("Validation"));
place?.append(make("h2", { textContent: "Types" }), ...own.map(table));
