import { describeValue, InputError } from "../core/errors.ts";

/** What the head of a PLY file says of the rest. */
export interface PlyHeader {
  readonly encoding: "ascii" | "binary_little_endian" | "binary_big_endian";
  readonly elements: readonly PlyElement[];
  /** Bytes of the head. */
  readonly length: number;
}

/** A list of things of one kind, such as vertices. */
export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  /** Of a list: the kind of number that says how long it is. */
  readonly lengthType?: PlyType;
}

export type PlyType = "int8" | "uint8" | "int16" | "uint16" | "int32" | "uint32" | "float32" | "float64";

/** Kinds of numbers by their names, old and new. */
const TYPES: ReadonlyMap<string, PlyType> = new Map<string, PlyType>([
  ["char", "int8"],
  ["uchar", "uint8"],
  ["short", "int16"],
  ["ushort", "uint16"],
  ["int", "int32"],
  ["uint", "uint32"],
  ["float", "float32"],
  ["double", "float64"],
  ...(["int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"] as const).map((type) => [type, type] as const),
]);

const LONGEST = 65_536;
const ENCODINGS = ["ascii", "binary_little_endian", "binary_big_endian"] as const;
const MAX_PROPERTIES = 256;

/** Whether a file begins as PLY files do. */
export function isPly(head: string): boolean {
  return /^ply[ \t]*[\r\n]/.test(head);
}

/** Reads the head of a PLY file, lines of words up to `end_header`. */
export function readPlyHeader(bytes: Uint8Array, path: string): PlyHeader {
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, LONGEST));
  const end = /(?:^|[\r\n])[ \t]*end_header[ \t]*(?:\r\n|\n|\r|$)/.exec(text);
  if (end === null) throw new InputError(path, "a PLY file without end_header", "fetch or export it once more");
  let encoding: PlyHeader["encoding"] | undefined;
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  for (const [n, line] of text
    .slice(0, end.index)
    .split(/\r\n|\n|\r/)
    .entries()) {
    const [word, ...words] = line.trim().split(/[ \t]+/);
    const refuse = (advice: string): InputError => new InputError(`${path}:${n + 1}`, describeValue(line.slice(0, 100)), advice);
    if (word === "format") {
      encoding = ENCODINGS.find((known) => known === words[0]);
      if (encoding === undefined) throw refuse(`choose one of ${ENCODINGS.join(", ")}`);
    } else if (word === "element") {
      const count = /^\d{1,10}$/.test(words[1] ?? "") ? Number(words[1]) : -1;
      if (count < 0) throw refuse("give an element as its name and its number");
      elements.push({ name: words[0], count, properties: [] });
    } else if (word === "property") {
      const properties = elements.at(-1)?.properties;
      const property = readProperty(words);
      if (properties === undefined || property === undefined) throw refuse("give a property as its type and its name, behind an element");
      if (properties.push(property) > MAX_PROPERTIES) throw refuse(`use at most ${MAX_PROPERTIES} properties`);
    } // all other lines are remarks
  }
  if (encoding === undefined) throw new InputError(path, "a PLY file without a format", "export it once more");
  return { encoding, elements, length: end.index + end[0].length };
}

function readProperty(words: readonly string[]): PlyProperty | undefined {
  const isList = words[0] === "list";
  const [type, name] = isList ? [TYPES.get(words[2] ?? ""), words[3]] : [TYPES.get(words[0] ?? ""), words[1]];
  const lengthType = isList ? TYPES.get(words[1] ?? "") : undefined;
  if (type === undefined || name === undefined || (isList && lengthType === undefined)) return undefined;
  return { name, type, ...(lengthType && { lengthType }) };
}
