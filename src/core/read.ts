import { describeValue, InputError, nearestWord } from "./errors.ts";
import type { Range, ScalarField } from "./field.ts";
import type { Vec3 } from "./vec3.ts";

/**
 * Readers for values from outside. Each takes the value and its path, and either returns it typed or throws an InputError that
 * names the path, what was found and what to do.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** Keys that could reach into a prototype; never accepted, wherever they stand. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(["__proto__", "prototype", "constructor"]);

/** An object with known keys only. */
export function readObject(value: unknown, path: string, keys: readonly string[]): Fields {
  const fields = readAnyObject(value, path);
  for (const key of Object.keys(fields)) {
    if (keys.includes(key)) continue;
    const near = nearestWord(key, keys);
    throw new InputError(
      joinPath(path, key.slice(0, 40)),
      "a field that does not exist",
      near === undefined ? `known here: ${keys.join(", ")}` : `did you mean ${near}?`,
    );
  }
  return fields;
}

export function readAnyObject(value: unknown, path: string): Fields {
  if (!isPlainObject(value)) {
    throw new InputError(path === "" ? "scene" : path, describeValue(value), "give an object { … }");
  }
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw new InputError(joinPath(path, key), "a forbidden key", "remove it");
  }
  return value;
}

/** A list or a typed array. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

/** An object of any class that is neither. */
export function isPlainObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !isList(value);
}

export function joinPath(path: string, key: string): string {
  return path === "" ? key || '""' : `${path}.${key}`;
}

export function isWithin(value: unknown, { min, above, max }: Range): value is number {
  return (
    typeof value === "number" &&
    Number.isFinite(value) &&
    value >= (min ?? Number.NEGATIVE_INFINITY) &&
    value > (above ?? Number.NEGATIVE_INFINITY) &&
    value <= (max ?? Number.POSITIVE_INFINITY)
  );
}

export function readNumber(value: unknown, path: string, range: Range = {}): number {
  if (isWithin(value, range)) return value;
  throw new InputError(path, describeValue(value), `give a finite number${describeRange(range)}`);
}

export function readInteger(value: unknown, path: string, range: Range = {}): number {
  if (isWithin(value, range) && Number.isInteger(value)) return value;
  throw new InputError(path, describeValue(value), `give a whole number${describeRange(range)}`);
}

function describeRange({ min, above, max, unit }: Range): string {
  const parts: string[] = [];
  if (min !== undefined) parts.push(`of at least ${min}`);
  if (above !== undefined) parts.push(`above ${above}`);
  if (max !== undefined) parts.push(`up to ${max}`);
  const limits = parts.length > 0 ? ` ${parts.join(" and ")}` : "";
  return unit ? `${limits} [${unit}]` : limits;
}

export function readBoolean(value: unknown, path: string): boolean {
  if (typeof value === "boolean") return value;
  throw new InputError(path, describeValue(value), "give true or false");
}

export function readString(value: unknown, path: string): string {
  if (typeof value === "string" && value.length <= 2000) return value;
  throw new InputError(path, describeValue(value), "give a string of at most 2000 characters");
}

export function readChoice<T extends string>(value: unknown, path: string, choices: readonly T[]): T {
  if (typeof value === "string" && (choices as readonly string[]).includes(value)) return value as T;
  const near = typeof value === "string" ? nearestWord(value, choices) : undefined;
  const list = `choose one of ${choices.join(", ")}`;
  throw new InputError(path, describeValue(value), near === undefined ? list : `did you mean "${near}"? ${list}`);
}

/** A list, of a given length where one is asked for. Typed arrays are lists too. */
export function readList(value: unknown, path: string, length?: number, advice?: string): readonly unknown[] {
  const list = Array.isArray(value) ? value : ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : undefined;
  if (list === undefined) throw new InputError(path, describeValue(value), advice ?? "give a list [ … ]");
  if (length !== undefined && list.length !== length) {
    throw new InputError(path, `${list.length} entries`, advice ?? `give ${length}`);
  }
  return list;
}

/** Three numbers in a list or a typed array, or the x, y and z of an object of any class. */
export function readVec3(value: unknown, path: string, range: Range = {}): Vec3 {
  const read = (c: number): number => readPart(value, path, XYZ, c, range);
  if (!hasKeys(value, XYZ)) readList(value, path, 3, VECTOR_ADVICE);
  return [read(0), read(1), read(2)];
}

/** Four numbers that are not all 0 in a list or a typed array, or the x, y, z and w of an object of any class. */
export function readQuaternion(
  value: unknown,
  path: string,
  advice: string = "give four numbers [x, y, z, w], or an object with x, y, z and w",
): readonly [number, number, number, number] {
  const read = (c: number): number => readPart(value, path, XYZW, c, {});
  if (!hasKeys(value, XYZW)) readList(value, path, 4, advice);
  const [x, y, z, w] = [read(0), read(1), read(2), read(3)];
  const squared = x * x + y * y + z * z + w * w;
  if (squared > 0 && squared < Number.POSITIVE_INFINITY) return [x, y, z, w];
  throw new InputError(path, `[${x}, ${y}, ${z}, ${w}]`, "give a quaternion of some length");
}

const XYZ = ["x", "y", "z"] as const;
const XYZW = ["x", "y", "z", "w"] as const;
const VECTOR_ADVICE = "give three numbers [x, y, z], or an object with x, y and z";

/** Whether a value is a vector in an object's x, y and z, or could be meant as one. */
export function isVectorObject(value: unknown): boolean {
  return hasKeys(value, XYZ);
}

function hasKeys(value: unknown, keys: readonly string[]): value is Fields {
  return isPlainObject(value) && keys.every((key) => key in value);
}

/** Number c of a vector, by its key or its place in a list. */
function readPart(value: unknown, path: string, keys: readonly string[], c: number, range: Range): number {
  if (hasKeys(value, keys)) return readNumber(value[keys[c]], `${path}.${keys[c]}`, range);
  return readNumber((value as ArrayLike<unknown>)[c], `${path}[${c}]`, range);
}

/** A number, a word or a truth, of its kind and within its limits. */
export function readScalar(value: unknown, path: string, field: ScalarField): number | string | boolean {
  switch (field.kind) {
    case "number":
      return readNumber(value, path, field);
    case "integer":
      return readInteger(value, path, field);
    case "boolean":
      return readBoolean(value, path);
    case "string":
      return readString(value, path);
    case "choice":
      return readChoice(value, path, field.choices ?? []);
    case "constant":
      if (value === field.value) return field.value;
      throw new InputError(path, describeValue(value), field.advice);
  }
}

/** Reads `fields[key]`, or gives the fallback where the field is absent. */
export function readOptional<T, F>(
  fields: Fields,
  key: string,
  path: string,
  read: (value: unknown, path: string) => T,
  fallback: F,
): T | F {
  return fields[key] === undefined ? fallback : read(fields[key], joinPath(path, key));
}
