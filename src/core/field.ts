import type { Vec3 } from "./vec3.ts";

/**
 * A value from outside, described once: `readField` checks by it, and the input types, the JSON Schema and the tables of the docs are
 * generated from it (scripts/generate-scene.mjs). `T` is what reading it gives; the compiler holds every description against it.
 */
export type Field<T = unknown> = FieldKind & {
  /** For the compiler alone; never there. */
  readonly gives?: T;
  /** Reads it in place of `readField`, where a description cannot say everything. */
  readonly read?: (value: unknown, path: string) => T;
  /** Of a field of an object: it must be there, or what stands for it where it is not. */
  readonly required?: true;
  readonly default?: unknown;
};

/** The limits of a number. */
export interface Range {
  /** Smallest value allowed. */
  readonly min?: number;
  /** The value must be above this. */
  readonly above?: number;
  readonly max?: number;
  readonly unit?: string;
}

type FieldKind = ScalarField | VectorField | ListField | PackedField | RowField | ObjectField | EitherField;

/** A number, a word or a truth. Options of methods, fields of fabrics and options of garments are described alike. */
export type ScalarField =
  | ({ readonly kind: "number" | "integer" } & Range)
  | { readonly kind: "boolean" }
  | { readonly kind: "string"; readonly pattern?: string }
  | { readonly kind: "choice"; readonly choices?: readonly string[]; readonly name?: string }
  | { readonly kind: "constant"; readonly value: number | boolean; readonly advice: string };

/** Three numbers. */
interface VectorField extends Range {
  readonly kind: "vector";
}

interface ListField {
  readonly kind: "list";
  readonly of: Field;
  readonly least?: number;
  readonly most?: number;
  readonly length?: number;
  /** What it is a list of, for errors. */
  readonly things: string;
}

/** A list of rows of `size` numbers, read into one array (`packed`); a plain list of numbers where the size is 1. */
export interface PackedField {
  readonly kind: "packed";
  readonly size: number;
  readonly of: { readonly kind: "number" | "integer" } & Range;
  /** What it is a list of, for errors. */
  readonly things: string;
  readonly unit?: string;
  readonly least?: number;
  readonly most: number;
  readonly length?: number;
  /** The numbers of all rows may stand one after another as well, in a list or a typed array. */
  readonly flat?: true;
  readonly read: (value: unknown, path: string) => Float64Array;
}

/** A list of values of different kinds, each with its name. */
interface RowField {
  readonly kind: "row";
  readonly of: readonly (readonly [name: string, field: Field])[];
  /** Names its input type. */
  readonly name?: string;
}

export interface ObjectField {
  readonly kind: "object";
  /** Names its input type and its table in the docs. */
  readonly name: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Exactly one of these fields is there; what an object without any is called in errors. */
  readonly oneOf?: readonly string[];
  readonly none?: string;
  /** Pairs of fields that exclude each other, and what errors say of the first where both are there. */
  readonly apart?: readonly (readonly [field: string, other: string, got: string, advice: string])[];
  /** Fields that make sense only beside another. */
  readonly needs?: Readonly<Record<string, string>>;
  /** Looks at the fields before these rules do, where it has better words for what is wrong. */
  readonly check?: (given: Readonly<Record<string, unknown>>, path: string) => void;
}

/** One of several kinds of value. The first that a value looks like is meant, or else the last. */
interface EitherField {
  readonly kind: "either";
  readonly of: readonly Field[];
  /** Names its input type. */
  readonly name?: string;
}

/** Descriptions of the fields of T: those that T always has must be required or have a default. */
export type FieldsOf<T> = {
  readonly [K in keyof T]-?: T extends Record<K, unknown> ? Present<T[K]> : Field<Exclude<T[K], undefined>>;
};
type Present<T> = Field<T> & ({ readonly required: true } | { readonly default: unknown });

export function required<F extends Field>(field: F): F & { readonly required: true } {
  return { ...field, required: true };
}

export function withDefault<T>(field: Field<T>, value: T): Field<T> & { readonly default: unknown } {
  return { ...field, default: value };
}

export function number(range: Range = {}): Field<number> {
  return { kind: "number", ...range };
}

export function integer(range: Range = {}): Field<number> {
  return { kind: "integer", ...range };
}

/** The number of a vertex; below `count` where that is known. */
export function index(count?: number): Field<number> {
  return integer(count === undefined ? { min: 0 } : { min: 0, max: count - 1 });
}

export const BOOLEAN: Field<boolean> = { kind: "boolean" };
export const STRING: Field<string> = { kind: "string" };

export function choice<T extends string>(choices: readonly T[]): Field<T> {
  return { kind: "choice", choices };
}

export function vector(unit: string = ""): Field<Vec3> {
  return { kind: "vector", unit };
}

export function list<T>(of: Field<T>, things: string, limits: Pick<ListField, "least" | "most" | "length"> = {}): Field<readonly T[]> {
  return { kind: "list", of, things, ...limits };
}

export function row<T extends readonly unknown[]>(
  ...of: { readonly [K in keyof T]: readonly [name: string, field: Field<T[K]>] }
): Field<T> {
  return { kind: "row", of };
}

export function object<T>(
  name: string,
  fields: FieldsOf<NoInfer<T>>,
  rules: Partial<Omit<ObjectField, "kind" | "name" | "fields">> = {},
): Field<T> {
  return { kind: "object", name, fields: fields as Readonly<Record<string, Field>>, ...rules };
}

export function either<T extends readonly Field[]>(...of: T): Field<NonNullable<T[number]["gives"]>> {
  return { kind: "either", of };
}
