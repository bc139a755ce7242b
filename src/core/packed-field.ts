import { InputError } from "./errors.ts";
import type { Field, PackedField } from "./field.ts";
import { type Fields, isPlainObject, isVectorObject, isWithin, readList, readScalar, readVec3 } from "./read.ts";

type Rows = Omit<PackedField, "read">;

/** Rows of `size` numbers, or of whole ones. */
export function packed(
  size: number,
  of: PackedField["of"],
  most: number,
  limits: Partial<Pick<PackedField, "things" | "unit" | "least" | "length" | "flat">> = {},
): Field<Float64Array> {
  const rows: Rows = { kind: "packed", size, of, most, things: "entries", ...limits };
  return { ...rows, read: (value, path) => readPacked(value, path, rows) };
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

/** Room is made only for as many numbers as there may be. */
function readPacked(value: unknown, path: string, field: Rows): Float64Array {
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
function readFlat(list: ArrayLike<unknown>, path: string, { size, of, things, least = 0, most }: Rows): Float64Array {
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
