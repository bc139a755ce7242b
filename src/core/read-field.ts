import { InputError } from "./errors.ts";
import type { Field, ObjectField } from "./field.ts";
import { type Fields, isVectorObject, isWithin, joinPath, readList, readObject, readScalar, readVec3 } from "./read.ts";

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

/** How many entries a list in a field of a foreign object has, for descriptions that depend on it; nothing where there is no such list. */
export function lengthOf(value: unknown, key: string): number | undefined {
  const list = isPlainObject(value) ? (value as Fields)[key] : undefined;
  return Array.isArray(list) ? list.length : undefined;
}

/** How many rows of `size` numbers a field of a foreign object has, listed one by one or flat; nothing where there is no such list. */
export function rowCountOf(value: unknown, key: string, size: number): number | undefined {
  const list = isPlainObject(value) ? (value as Fields)[key] : undefined;
  return isFlat(list) ? Math.floor(list.length / size) : lengthOf(value, key);
}

/** Numbers one after another. */
function isFlat(value: unknown): value is ArrayLike<unknown> {
  if (Array.isArray(value)) return typeof value[0] === "number";
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function readKind(value: unknown, path: string, field: Field): unknown {
  switch (field.kind) {
    case "vector":
      return readVec3(value, path, field);
    case "list":
      return readItems(value, path, field);
    case "packed":
      return readPacked(value, path, field);
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

/** Room is made only for as many numbers as there may be. */
function readPacked(value: unknown, path: string, field: Field & { kind: "packed" }): Float64Array {
  const { size, of, things, least = 0, most, length } = field;
  if (field.flat && isFlat(value)) return readFlat(value, path, field);
  const rows = readList(value, path, length);
  if (rows.length > most) throw new InputError(path, `${rows.length} ${things}`, `give at most ${most}`);
  if (rows.length < least) throw new InputError(path, "an empty list", `give at least one ${things.replace(/s$/, "")}`);
  const packed = new Float64Array(size * rows.length);
  for (let i = 0; i < rows.length; i++) {
    const isVector = size === 3 && of.kind === "number" && isVectorObject(rows[i]);
    const row = size === 1 ? [rows[i]] : isVector ? readVec3(rows[i], `${path}[${i}]`) : readList(rows[i], `${path}[${i}]`, size);
    for (let c = 0; c < size; c++) {
      const entry = row[c];
      // paths are spelt out only for what is wrong: there may be millions
      const isRight = isWithin(entry, of) && (of.kind === "number" || Number.isInteger(entry));
      packed[size * i + c] = isRight ? entry : (readScalar(entry, size === 1 ? `${path}[${i}]` : `${path}[${i}][${c}]`, of) as number);
    }
  }
  return packed;
}

/** The rows of a packed field whose numbers stand one after another. */
function readFlat(list: ArrayLike<unknown>, path: string, { size, of, things, least = 0, most }: Field & { kind: "packed" }): Float64Array {
  if (list.length % size !== 0) throw new InputError(path, `${list.length} numbers`, `give a multiple of ${size}`);
  if (list.length > size * most) throw new InputError(path, `${list.length / size} ${things}`, `give at most ${most}`);
  if (list.length < size * least) throw new InputError(path, "an empty list", `give at least one ${things.replace(/s$/, "")}`);
  const packed = new Float64Array(list.length);
  for (let i = 0; i < packed.length; i++) {
    const entry = list[i];
    const isRight = isWithin(entry, of) && (of.kind === "number" || Number.isInteger(entry));
    packed[i] = isRight ? entry : (readScalar(entry, `${path}[${i}]`, of) as number);
  }
  return packed;
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
      return Array.isArray(value) || ArrayBuffer.isView(value) || isVectorObject(value);
    default:
      return Array.isArray(value) || ArrayBuffer.isView(value);
  }
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
