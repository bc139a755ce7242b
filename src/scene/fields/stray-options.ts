import { describeValue, InputError, nearestWord } from "../../core/errors.ts";
import { choice, type Field } from "../../core/field.ts";
import type { Method, OptionRule } from "../../methods/method.ts";
import { readOption } from "../../methods/read-option.ts";
import { DEFAULT_METHOD, PRECISION } from "./solver-field.ts";

/** Tells options that only other methods have from those that none has, and describes what each method takes: for the description of everything. */
export interface StrayOptions {
  readonly checkKnown: typeof checkKnown;
  readonly isMeantForAnother: typeof isMeantForAnother;
  readonly describeSolvers: typeof describeSolvers;
}

/** Refuses an option that no method has. One without effect on this method may be any number or word; but nothing may hide in it. */
function checkKnown(key: string, value: unknown, path: string, method: Method, everyOption: readonly OptionRule[]): void {
  const known = new Set(everyOption.map(({ name }) => name));
  if (known.has(key)) {
    const listed = everyOption.find(({ name, kind }) => name === key && kind === "list");
    if (typeof value !== "object" || (listed !== undefined && readOption(value, `${path}.${key}`, listed))) return;
    throw new InputError(`${path}.${key}`, describeValue(value), "give a number, a word, true or false");
  }
  const near = nearestWord(key, known);
  const own = `${method.name} takes ${method.options.map(({ name }) => name).join(", ")}`;
  throw new InputError(`${path}.${key.slice(0, 40)}`, "an option that no method has", near === undefined ? own : `did you mean ${near}?`);
}

/** True for a value of another kind than the option's that a method with an option of the same name takes (`order`). */
function isMeantForAnother(value: unknown, option: OptionRule, everyOption: readonly OptionRule[]): boolean {
  const isWord = typeof value === "string";
  if (isWord === (option.kind === "choice") || !(isWord || typeof value === "number")) return false;
  return everyOption.some(({ name, kind, choices }) => name === option.name && (isWord ? choices?.includes(value) : kind === "integer"));
}

function describeSolvers(methods: readonly Method[]): Field[] {
  return methods.map(describeSolver);
}

/** The solver with one of its methods, as its input type has it: with the options of no other. */
function describeSolver({ name, options }: Method): Field {
  const method = { ...choice([name]), ...(name === DEFAULT_METHOD ? { default: name } : { required: true as const }) };
  const own = Object.fromEntries(options.map((option) => [option.name, option as Field]));
  return { kind: "object", name: `${name}-solver`, fields: { method, ...own, precision: { ...PRECISION, default: "single" } } };
}

export const STRAY_OPTIONS: StrayOptions = { checkKnown, isMeantForAnother, describeSolvers };
