import { InputError } from "../../core/errors.ts";
import { choice, type Field } from "../../core/field.ts";
import { readAnyObject, readChoice } from "../../core/read.ts";
import { readBy, readField } from "../../core/read-field.ts";
import type { Method, MethodOptions, OptionValue } from "../../methods/method.ts";
import { readOption } from "../../methods/read-option.ts";
import type { SceneKinds } from "./scene-kinds.ts";

/** What a solver may name; without what tells of stray options each that is not its own is refused. */
export type SolverKinds = Pick<SceneKinds, "methods" | "strays">;

export interface SolverSpec {
  readonly method: Method;
  readonly options: MethodOptions;
}

export const DEFAULT_METHOD = "auto";
export const PRECISION: Field<"double" | "single"> = choice(["double", "single"]);

/** `solver`: the method's name, and its options beside it. An option that only another method has is no error. */
export function solverField(kinds: SolverKinds): Field<SolverSpec> {
  return readBy({ kind: "either", name: "Solver", of: kinds.methods.map(describeSolver) }, (value, path) => readSolver(value, path, kinds));
}

/** The solver with one of its methods, as its input type has it: with the options of no other. */
function describeSolver({ name, options }: Method): Field {
  const method = { ...choice([name]), ...(name === DEFAULT_METHOD ? { default: name } : { required: true as const }) };
  const own = Object.fromEntries(options.map((option) => [option.name, option as Field]));
  return { kind: "object", name: `${name}-solver`, fields: { method, ...own, precision: { ...PRECISION, default: "single" } } };
}

export function readSolver(value: unknown, path: string, { methods, strays }: SolverKinds): SolverSpec {
  const fields = value === undefined ? {} : readAnyObject(value, path);
  const names = methods.map(({ name }) => name);
  const name = readChoice(fields.method === undefined ? DEFAULT_METHOD : fields.method, `${path}.method`, names);
  const method = methods[names.indexOf(name)];
  const everyOption = methods.flatMap(({ options }) => options);
  const options: Record<string, OptionValue> = {};
  for (const option of method.options) {
    const given = fields[option.name];
    const isOwn = given !== undefined && !strays?.isMeantForAnother(given, option, everyOption);
    options[option.name] = isOwn ? readOption(given, `${path}.${option.name}`, option) : option.default;
  }
  for (const key of Object.keys(fields)) {
    if (key === "method" || key === "precision" || Object.hasOwn(options, key)) continue;
    if (strays === undefined) throw new InputError(`${path}.${key}`, "an option of no method here", "load what describes it");
    strays.checkKnown(key, fields[key], path, method, everyOption);
  }
  const precision = fields.precision === undefined ? "single" : readField(fields.precision, `${path}.precision`, PRECISION);
  if (precision === "double" && options.kernels !== undefined) options.kernels = "typescript";
  return { method, options };
}
