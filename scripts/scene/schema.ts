import type { Field, ObjectField } from "../../src/core/field.ts";
import type { OptionInfo } from "../../src/methods/method.ts";
import { METHODS } from "../../src/methods/methods.ts";
import { describeDefault, listObjects, wordsFor } from "./describe-field.ts";
import { plainText } from "./plain-text.ts";

type Schema = Record<string, unknown>;

/** The scene format as a JSON Schema (draft 7, which editors know best). */
export function writeSchema(scene: Field): string {
  const definitions: Record<string, Schema> = {};
  for (const [name, object] of listObjects(scene)) {
    if (!name.endsWith("-solver")) definitions[name] = objectSchema(object);
  }
  const { Scene, ...parts } = definitions;
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "A scene of Drape",
    ...Scene,
    definitions: { ...parts, Solver: solverSchema() },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function objectSchema(object: ObjectField): Schema {
  const { name, fields, oneOf, apart = [], needs } = object;
  const properties = Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, { ...fieldSchema(field), ...notes(object, key) }]),
  );
  const required = Object.keys(fields).filter((key) => fields[key].required);
  return {
    type: "object",
    additionalProperties: false,
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map((key) => ({ required: [key] })) }),
    ...(apart.length === 0 ? {} : { not: { anyOf: apart.map(([field, other]) => ({ required: [field, other] })) } }),
    ...(needs === undefined ? {} : { dependencies: Object.fromEntries(Object.entries(needs).map(([key, other]) => [key, [other]])) }),
    ...(name === "Event" ? { anyOf: [{ required: ["release"] }, { required: ["cut"] }] } : {}),
  };
}

/** What an editor shows of a field. */
function notes(object: ObjectField, key: string): Schema {
  const field = object.fields[key];
  const { is, default: told } = wordsFor(object.name, key);
  const unit = "unit" in field && field.unit ? ` [${field.unit}]` : "";
  const without = told === undefined || object.fields[key].required ? "" : `; without: ${plainText(describeDefault(object, key))}`;
  const isPlain = told === undefined && field.default !== undefined && field.read === undefined;
  return { description: `${plainText(is)}${unit}${without}`, ...(isPlain ? { default: field.default } : {}) };
}

function fieldSchema(field: Field): Schema {
  switch (field.kind) {
    case "number":
    case "integer": {
      const { min, above, max } = field;
      return {
        type: field.kind,
        ...(min === undefined ? {} : { minimum: min }),
        ...(above === undefined ? {} : { exclusiveMinimum: above }),
        ...(max === undefined ? {} : { maximum: max }),
      };
    }
    case "boolean":
      return { type: "boolean" };
    case "string":
      return { type: "string", ...(field.pattern === undefined ? { maxLength: 2000 } : { pattern: field.pattern }) };
    case "choice":
      return { enum: field.choices };
    case "constant":
      return { const: field.value };
    case "vector":
      return { type: "array", items: fieldSchema({ ...field, kind: "number" }), minItems: 3, maxItems: 3 };
    case "list":
      return { type: "array", items: fieldSchema(field.of), ...lengths(field.least, field.most) };
    case "packed": {
      const entry = fieldSchema(field.of as Field);
      const items = field.size === 1 ? entry : { type: "array", items: entry, minItems: field.size, maxItems: field.size };
      const rows = { type: "array", items, ...lengths(field.least, field.most) };
      if (!field.flat) return rows;
      const least = field.least === undefined ? undefined : field.size * field.least;
      return { anyOf: [rows, { type: "array", items: entry, ...lengths(least, field.size * field.most) }] };
    }
    case "row": {
      const { length } = field.of;
      return { type: "array", items: field.of.map(([, of]) => fieldSchema(of)), minItems: length, maxItems: length };
    }
    case "object":
      return { $ref: `#/definitions/${field.name}` };
    case "either":
      return field.name === "Solver" ? { $ref: "#/definitions/Solver" } : { anyOf: field.of.map(fieldSchema) };
  }
}

function lengths(least: number | undefined, most: number | undefined): Schema {
  return { ...(least === undefined ? {} : { minItems: least }), ...(most === undefined ? {} : { maxItems: most }) };
}

/** An option that only another method has may be any number or word: a scene can be run with every method. */
function solverSchema(): Schema {
  const options = METHODS.flatMap((method) => method.options);
  const properties = Object.fromEntries(
    options.map(({ name, summary, unit }) => [
      name,
      { type: ["number", "string", "boolean"], description: summary + (unit ? ` [${unit}]` : "") },
    ]),
  );
  return {
    type: "object",
    additionalProperties: false,
    properties: {
      method: { enum: METHODS.map(({ name }) => name), default: "auto", description: "how the cloth is moved" },
      precision: { enum: ["double", "single"], default: "single", description: "single allows kernels in WebAssembly" },
      ...properties,
    },
    allOf: METHODS.map((method) => ({
      if: { properties: { method: { const: method.name } }, ...(method.name === "auto" ? {} : { required: ["method"] }) },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: Object.fromEntries(method.options.map((option) => [option.name, optionSchema(option, options)])) },
    })),
  };
}

/** An option of a method; what is meant for another's option of the same name (`order`) leaves it as it is. */
function optionSchema(option: OptionInfo, options: readonly OptionInfo[]): Schema {
  const others = options.filter(({ name }) => name === option.name);
  const own = { ...fieldSchema(option as Field), default: option.default };
  const words = option.kind === "choice" ? [] : others.flatMap(({ choices }) => choices ?? []);
  const takesNumbers = option.kind === "choice" && others.some(({ kind }) => kind === "integer");
  if (words.length === 0 && !takesNumbers) return own;
  return { anyOf: [own, takesNumbers ? { type: "number" } : { enum: [...new Set(words)] }] };
}
