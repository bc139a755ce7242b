import { describeValue, InputError, nearestWord } from "../../core/errors.ts";
import { choice, type Field } from "../../core/field.ts";
import { readAnyObject, readChoice } from "../../core/read.ts";
import { readBy, readField } from "../../core/read-field.ts";
import type { Method, MethodOptions, OptionInfo, OptionValue } from "../../methods/method.ts";
import { readOption } from "../../methods/read-option.ts";

export interface SolverSpec {
  readonly method: Method;
  readonly options: MethodOptions;
}

export const DEFAULT_METHOD = "auto";
export const PRECISION: Field<"double" | "single"> = choice(["double", "single"]);

/** `solver`: the method's name, and its options beside it. An option that only another method has is no error. */
export function solverField(methods: readonly Method[]): Field<SolverSpec> {
  return readBy({ kind: "either", name: "Solver", of: methods.map(describeSolver) }, (value, path) => readSolver(value, path, methods));
}

/** The solver with one of its methods, as its input type has it: with the options of no other. */
function describeSolver({ name, options }: Method): Field {
  const method = { ...choice([name]), ...(name === DEFAULT_METHOD ? { default: name } : { required: true as const }) };
  const own = Object.fromEntries(options.map((option) => [option.name, option as Field]));
  return { kind: "object", name: `${name}-solver`, fields: { method, ...own, precision: { ...PRECISION, default: "single" } } };
}

export function readSolver(value: unknown, path: string, methods: readonly Method[]): SolverSpec {
  const fields = value === undefined ? {} : readAnyObject(value, path);
  const names = methods.map(({ name }) => name);
  const name = readChoice(fields.method === undefined ? DEFAULT_METHOD : fields.method, `${path}.method`, names);
  const method = methods[names.indexOf(name)];
  const everyOption = methods.flatMap(({ options }) => options);
  const options: Record<string, OptionValue> = {};
  for (const option of method.options) {
    const given = fields[option.name];
    const isOwn = given !== undefined && !isMeantForAnother(given, option, everyOption);
    options[option.name] = isOwn ? readOption(given, `${path}.${option.name}`, option) : option.default;
  }
  for (const key of Object.keys(fields)) {
    if (key === "method" || key === "precision") continue;
    checkKnown(key, fields[key], path, method, everyOption);
  }
  const precision = fields.precision === undefined ? "single" : readField(fields.precision, `${path}.precision`, PRECISION);
  if (precision === "double" && options.kernels !== undefined) options.kernels = "typescript";
  return { method, options };
}

/** Refuses an option that no method has. One without effect on this method may be any number or word; but nothing may hide in it. */
function checkKnown(key: string, value: unknown, path: string, method: Method, everyOption: readonly OptionInfo[]): void {
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
function isMeantForAnother(value: unknown, option: OptionInfo, everyOption: readonly OptionInfo[]): boolean {
  const isWord = typeof value === "string";
  if (isWord === (option.kind === "choice") || !(isWord || typeof value === "number")) return false;
  return everyOption.some(({ name, kind, choices }) => name === option.name && (isWord ? choices?.includes(value) : kind === "integer"));
}
