import { describeValue, InputError, nearestWord } from "../core/errors.ts";
import { readAnyObject, readChoice } from "../input/read.ts";
import { findMethod, METHODS } from "../methods/catalog.ts";
import type { Method, MethodOptions, OptionInfo, OptionValue } from "../methods/method.ts";
import { readOption } from "./read-option.ts";

export interface SolverSpec {
  readonly method: Method;
  readonly options: MethodOptions;
}

export const DEFAULT_METHOD = "auto";

/** Option names of the scene format that some method takes; one without effect on the chosen method is no error. */
const OPTION_NAMES: readonly string[] = [...new Set(METHODS.flatMap((method) => method.options.map((option) => option.name)))];

/** `solver`: the method's name, and its options beside it. */
export function parseSolver(value: unknown, path: string): SolverSpec {
  const fields = value === undefined ? {} : readAnyObject(value, path);
  const name = fields.method ?? DEFAULT_METHOD;
  const method = typeof name === "string" ? findMethod(name) : undefined;
  if (method === undefined)
    readChoice(
      name,
      `${path}.method`,
      METHODS.map((known) => known.name),
    );
  const { options: known } = method as Method;
  const options: Record<string, OptionValue> = {};
  for (const option of known) {
    const given = fields[option.name];
    const mine = given !== undefined && !isMeantForAnother(given, option);
    options[option.name] = mine ? readOption(given, `${path}.${option.name}`, option) : option.default;
  }
  for (const key of Object.keys(fields)) {
    if (key === "method" || key === "precision") continue;
    if (OPTION_NAMES.includes(key)) {
      // without effect on this method, so any number or word will do; but nothing may hide in it
      if (typeof fields[key] !== "object") continue;
      throw new InputError(`${path}.${key}`, describeValue(fields[key]), "give a number, a word, true or false");
    }
    const near = nearestWord(key, OPTION_NAMES);
    const names = known.map((option) => option.name).join(", ");
    throw new InputError(
      `${path}.${key.slice(0, 40)}`,
      "an option that no method has",
      near === undefined ? `${(method as Method).name} takes ${names}` : `did you mean ${near}?`,
    );
  }
  const { precision = "single" } = fields;
  const isDouble = readChoice(precision, `${path}.precision`, ["double", "single"] as const) === "double";
  if (isDouble && options.kernels !== undefined) options.kernels = "typescript";
  return { method: method as Method, options };
}

/** True for a value of another kind than the option's that a method with an option of the same name takes (`order`). */
function isMeantForAnother(value: unknown, option: OptionInfo): boolean {
  const isWord = typeof value === "string";
  if (isWord === (option.kind === "choice") || !(isWord || typeof value === "number")) return false;
  const others = METHODS.flatMap((method) => method.options.filter((other) => other.name === option.name));
  return others.some(({ kind, choices }) => (isWord ? choices?.includes(value) : kind === "integer"));
}
