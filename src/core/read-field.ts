import { InputError } from "./errors.ts";
import type { Field, ObjectField } from "./field.ts";
import { type Fields, isList, isPlainObject, isVectorObject, joinPath, readList, readObject, readScalar, readVec3 } from "./read.ts";

/** A value from outside, of the kind and within the limits that its description says, with defaults filled in. What is not described is refused. */
export function readField<T>(value: unknown, path: string, field: Field<T>): T {
  return (field.read === undefined ? readKind(value, path, field) : field.read(value, path)) as T;
}

/** The same field, whose value is turned into another, or refused, by `make`. */
export function refine<T, R>(field: Field<T>, make: (value: T, path: string) => R): Field<R> {
  return readBy(field, (value, path) => make(readField(value, path, field), path));
}

/** A field that is read otherwise than its description alone would. */
export function readBy<T>(field: Field, read: (value: unknown, path: string) => T): Field<T> {
  return { ...field, read } as Field<T>;
}

function readKind(value: unknown, path: string, field: Field): unknown {
  switch (field.kind) {
    case "vector":
      return readVec3(value, path, field);
    case "list":
      return readItems(value, path, field);
    case "packed":
      return field.read(value, path);
    case "row": {
      const row = readList(value, path, field.of.length);
      return field.of.map(([, of], c) => readField(row[c], `${path}[${c}]`, of));
    }
    case "object":
      return readFields(value, path, field);
    case "either":
      return readField(value, path, field.of.find((of) => suits(value, of)) ?? field.of[field.of.length - 1]);
    default:
      return readScalar(value, path, field);
  }
}

function readItems(value: unknown, path: string, { of, things, least = 0, most, length }: Field & { kind: "list" }): unknown[] {
  const items = readList(value, path, length);
  if (items.length < least) {
    const got = items.length === 0 ? "an empty list" : `${items.length} ${things}`;
    throw new InputError(path, got, `give at least ${least === 1 ? `one ${things.replace(/s$/, "")}` : least}`);
  }
  if (most !== undefined && items.length > most) throw new InputError(path, `${items.length} ${things}`, `give at most ${most}`);
  return items.map((item, n) => readField(item, `${path}[${n}]`, of));
}

function readFields(value: unknown, path: string, object: ObjectField): Readonly<Record<string, unknown>> {
  const given = readObject(value, path, Object.keys(object.fields));
  object.check?.(given, path);
  checkTogether(given, path, object);
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(object.fields)) {
    if (given[key] !== undefined || field.required) fields[key] = readField(given[key], joinPath(path, key), field);
    else if (field.default !== undefined) fields[key] = field.default;
  }
  return fields;
}

/** Which fields may, and which must, stand beside which. */
function checkTogether(given: Fields, path: string, { oneOf, none = "none of them", apart = [], needs = {} }: ObjectField): void {
  if (oneOf !== undefined) {
    const present = oneOf.filter((key) => given[key] !== undefined);
    const got = present.length === 0 ? none : present.join(" and ");
    if (present.length !== 1) throw new InputError(path, got, `give one of ${oneOf.join(", ")}`);
  }
  for (const [field, other, got, advice] of apart) {
    if (given[field] !== undefined && given[other] !== undefined) throw new InputError(joinPath(path, field), got, advice);
  }
  for (const [key, other] of Object.entries(needs)) {
    if (given[key] === undefined || given[other] !== undefined) continue;
    throw new InputError(joinPath(path, key), `a ${key} alone`, `give ${other} as well`);
  }
}

/** True where a value is of the kind of a field, whatever its limits. */
function suits(value: unknown, field: Field): boolean {
  switch (field.kind) {
    case "number":
    case "integer":
      return typeof value === "number";
    case "string":
    case "choice":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "constant":
      return value === field.value;
    case "object":
      return isPlainObject(value) && Object.entries(field.fields).every(([key, { required }]) => !required || key in value);
    case "either":
      return field.of.some((of) => suits(value, of));
    case "vector":
      return isList(value) || isVectorObject(value);
    default:
      return isList(value);
  }
}
