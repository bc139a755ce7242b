import type { Field, ObjectField } from "../../src/core/field.ts";
import { LINEAR_MODEL_OPTIONS } from "../../src/methods/linear/linear-options.ts";
import type { OptionInfo, OptionRule } from "../../src/methods/method.ts";
import { METHODS } from "../../src/methods/methods.ts";
import { LINEAR_SOLVE_OPTIONS } from "../../src/methods/options.ts";
import { describeDefault, listObjects, wordsFor } from "./describe-field.ts";
import { plainText } from "./plain-text.ts";
import { ABOUT } from "./words.ts";

/** A field stands behind its comment where both fit into a line. */
const WIDTH = 137;

const HEAD = `// Made by scripts/generate-scene.mjs from the descriptions in src/scene/fields: do not edit.

import type { VectorInput } from "../core/vec3.ts";

export type { VectorInput };
`;

/** What a scene may be, as types: one interface for each kind of object, with what its fields mean, their units and defaults. */
export function writeInputTypes(scene: Field): string {
  const objects = [...listObjects(scene).values()].filter(({ name }) => !name.endsWith("-solver"));
  return [HEAD, ...objects.map(writeInterface), ...writeUnions(scene, new Map()).values(), writeSolvers()].join("\n");
}

function writeInterface(object: ObjectField): string {
  const about = ABOUT[object.name];
  if (about === undefined) throw new Error(`scripts/scene/words.ts does not say what ${object.name} is`);
  const lines = Object.entries(object.fields).map(([key, field]) => {
    const { is } = wordsFor(object.name, key);
    const unit = "unit" in field && field.unit ? ` [${field.unit}]` : "";
    return property(key, field, plainText(is) + unit, field.required ? "" : plainText(describeDefault(object, key)));
  });
  return `/** ${about} */\nexport interface ${object.name}Input {\n${lines.join("")}}\n`;
}

function property(key: string, field: Field, is: string, without: string): string {
  const ending = without === "" || without === "none" ? "" : ` Default: ${without}.`;
  const comment = `/** ${is.replace(/^[a-z]/, (first) => first.toUpperCase())}.${ending} */`;
  const line = `readonly ${key}${field.required ? "" : "?"}: ${typeOf(field)}${field.required ? "" : " | undefined"};`;
  return comment.length + line.length <= WIDTH ? `  ${comment} ${line}\n` : `  ${comment}\n  ${line}\n`;
}

function choices(field: Field & { kind: "choice" }): string {
  return (field.choices ?? []).map((name) => JSON.stringify(name)).join(" | ");
}

/** Lists of numbers are lists of numbers; others tell each entry. */
function rowType({ of }: Field & { kind: "row" }): string {
  if (of.every(([, entry]) => typeOf(entry) === "number")) return "ArrayLike<number>";
  return `readonly [${of.map(([name, entry]) => `${name}: ${typeOf(entry)}`).join(", ")}]`;
}

function typeOf(field: Field): string {
  switch (field.kind) {
    case "number":
    case "integer":
      return "number";
    case "choice":
      return field.name ?? choices(field);
    case "constant":
      return String(field.value);
    case "vector":
      return "VectorInput";
    case "list":
      return `readonly ${/[ |]/.test(typeOf(field.of)) ? `(${typeOf(field.of)})` : typeOf(field.of)}[]`;
    case "packed": {
      const rows = `readonly ${field.size === 3 && field.of.kind === "number" ? "VectorInput" : "ArrayLike<number>"}[]`;
      return field.size === 1 ? "ArrayLike<number>" : field.flat ? `ArrayLike<number> | ${rows}` : rows;
    }
    case "row": {
      return field.name ?? rowType(field);
    }
    case "object":
      return `${field.name}Input`;
    case "either":
      return field.name === undefined ? [...new Set(field.of.map(typeOf))].join(" | ") : `${field.name}Input`;
    default:
      return field.kind;
  }
}

/** Choices and kinds of one thing that have a name together, such as fabrics and garments. */
function writeUnions(field: Field, found: Map<string, string>): Map<string, string> {
  if (field.kind === "choice" && field.name !== undefined) {
    found.set(field.name, `/** ${ABOUT[field.name]} */\nexport type ${field.name} = ${choices(field)};\n`);
  }
  if (field.kind === "row" && field.name !== undefined) {
    found.set(field.name, `/** ${ABOUT[field.name]} */\nexport type ${field.name} = ${rowType(field)};\n`);
  }
  if (field.kind === "list") return writeUnions(field.of, found);
  if (field.kind === "object") for (const of of Object.values(field.fields)) writeUnions(of, found);
  if (field.kind !== "either" || field.name === "Solver") return found;
  for (const of of field.of) writeUnions(of, found);
  if (field.name === undefined) return found;
  return found.set(field.name, `/** ${ABOUT[field.name]} */\nexport type ${field.name}Input = ${field.of.map(typeOf).join(" | ")};\n`);
}

/** An option as several methods have it: all that its comment and its type tell. */
function optionLine({ name, summary, unit, default: value, ...option }: OptionInfo): string {
  return property(name, option as Field, summary + (unit ? ` [${unit}]` : ""), String(value));
}

/** Options that several methods take together. */
const SETS: Readonly<Record<string, readonly OptionInfo[]>> = {
  LinearSolve: describeOptions(LINEAR_SOLVE_OPTIONS, "implicit-euler"),
  LinearModel: describeOptions(LINEAR_MODEL_OPTIONS, "linear-edge"),
};

/** With the words that they have in this method. */
function describeOptions(options: readonly OptionRule[], method: string): OptionInfo[] {
  const described = METHODS.find(({ name }) => name === method)?.options ?? [];
  return described.filter(({ name }) => options.some((option) => option.name === name));
}

/** Each option once, as most methods have it. */
function sharedOptions(): Map<string, string> {
  const options = METHODS.flatMap((method) => method.options);
  const shared = new Map<string, string>();
  for (const { name } of options) {
    const lines = options.filter((option) => option.name === name).map(optionLine);
    const count = (line: string): number => lines.filter((other) => other === line).length;
    shared.set(
      name,
      lines.reduce((most, line) => (count(line) > count(most) ? line : most)),
    );
  }
  return shared;
}

/** The solver is a union by its method. Options that methods share stand in one interface. */
function writeSolvers(): string {
  const shared = sharedOptions();
  const isShared = (option: OptionInfo): boolean => shared.get(option.name) === optionLine(option);
  const sharedNames = (options: readonly OptionInfo[]): string[] => options.filter(isShared).map(({ name }) => JSON.stringify(name));
  const rows = METHODS.map(({ name, title, options }) => {
    let names = sharedNames(options);
    for (const [set, members] of Object.entries(SETS)) {
      const all = sharedNames(members);
      if (all.every((member) => names.includes(member))) names = [set, ...names.filter((member) => !all.includes(member))];
    }
    const optional = name === "auto" ? "?" : "";
    const method = `{ readonly method${optional}: ${JSON.stringify(name)}${optional && " | undefined"} }`;
    const own = options.filter((option) => !isShared(option)).map(optionLine);
    return `  /** ${title}. */ ${JSON.stringify(name)}: ${method} & Options<${names.join(" | ")}>${own.length > 0 ? ` & {\n${own.join("")}}` : ""};\n`;
  });
  const sets = Object.entries(SETS).map(([set, members]) => `type ${set} = ${sharedNames(members).join(" | ")};\n`);
  return `/** The options of methods. */
export interface MethodOptionInputs {
${[...shared.values()].join("")}}

/** Options that several methods take together. */
${sets.join("")}
/** Some of the options, and the one of all methods. */
type Options<Name extends keyof MethodOptionInputs> = Pick<MethodOptionInputs, Name> & {
  /** Single allows kernels in WebAssembly. Default: single. */ readonly precision?: "double" | "single" | undefined;
};

/** The solver of each method. A program with methods of its own adds them here. */
export interface SolverInputs {
${rows.join("")}}

/** ${ABOUT.Solver} */
export type SolverInput = SolverInputs[keyof SolverInputs];
`;
}
