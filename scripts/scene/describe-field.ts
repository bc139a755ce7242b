import type { Field, ObjectField } from "../../src/core/field.ts";
import { FABRIC_FIELDS } from "../../src/fabric/fabric-fields.ts";
import { GARMENTS } from "../../src/garment/garments.ts";
import { WORDS } from "./words.ts";

/** What is said of a field: its meaning, and where the description does not tell it well enough, its default and its type. */
export type Words = string | { readonly is: string; readonly default?: string; readonly type?: string };

/** What the catalogues of fabrics and garments say themselves. */
const CATALOGUED: Record<string, Record<string, Words>> = {
  Fabric: Object.fromEntries(FABRIC_FIELDS.map(({ name, summary, default: value }) => [name, { is: summary, default: String(value) }])),
};
for (const { name, options } of GARMENTS) {
  const words: Record<string, Words> = { kind: "its kind", figure: { is: "the figure it is made for", default: "the first one" } };
  for (const option of options) {
    const grows = option.scales ? ", for a body of 1.70 m" : "";
    words[option.name] = { is: option.summary, default: option.default === undefined ? "as fits the body" : `${option.default}${grows}` };
  }
  CATALOGUED[name[0].toUpperCase() + name.slice(1)] = words;
}

/** The words for a field of an object; a field without is a mistake. */
export function wordsFor(object: string, key: string): { readonly is: string; readonly default?: string; readonly type?: string } {
  const words = WORDS[object]?.[key] ?? CATALOGUED[object]?.[key];
  if (words === undefined) throw new Error(`scripts/scene/words.ts has nothing about ${key} of ${object}`);
  return typeof words === "string" ? { is: words } : words;
}

/** Every object in a description, each once, in the order in which they are met; kinds of solvers and garments are among them. */
export function listObjects(field: Field, found: Map<string, ObjectField> = new Map()): Map<string, ObjectField> {
  switch (field.kind) {
    case "list":
      return listObjects(field.of, found);
    case "either":
      for (const of of field.of) listObjects(of, found);
      return found;
    case "object":
      if (found.has(field.name)) return found;
      found.set(field.name, field);
      for (const of of Object.values(field.fields)) listObjects(of, found);
      return found;
    default:
      return found;
  }
}

/** The kind of a value as tables tell it, with its unit. */
export function describeKind(field: Field): string {
  switch (field.kind) {
    case "number":
      return `number${unitOf(field) || " [-]"}`;
    case "constant":
      return String(field.value);
    case "choice": {
      const names = (field.choices ?? []).map((name) => `\`"${name}"\``);
      return names.length > 6 ? "string" : joinWords(names);
    }
    case "vector":
      return `vector${unitOf(field)}`;
    case "list":
      return field.of.kind === "integer" ? "list of integers" : field.of.kind === "string" ? "list of names" : "list";
    case "packed":
      return `list of ${field.size === 1 ? "numbers" : field.size === 2 ? "pairs" : field.of.kind === "integer" ? "triples" : "vectors"}${field.flat ? ", or of numbers" : ""}${unitOf(field)}`;
    case "row":
      return field.of.length === 2 ? `pair of numbers${unitOf(field.of[0][1])}` : "row";
    case "either":
      return field.name === undefined ? joinWords([...new Set(field.of.map(describeKind))]) : "object";
    default:
      return field.kind;
  }
}

function unitOf(field: Field): string {
  return "unit" in field && field.unit ? ` [${field.unit}]` : "";
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}`;
}

/** What stands for a field that is left out, as tables tell it. */
export function describeDefault(object: ObjectField, key: string): string {
  const field = object.fields[key];
  if (object.oneOf?.includes(key)) return "";
  const words = wordsFor(object.name, key);
  if (words.default !== undefined) return words.default;
  if (field.required) return "required";
  if (field.default === undefined) return "none";
  return typeof field.default === "number" ? String(field.default) : `\`${JSON.stringify(field.default).replaceAll(",", ", ")}\``;
}
