import { describeValue, InputError } from "../core/errors.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "../mesh/limits.ts";
import type { MeshFile, MeshPiece } from "../mesh/mesh-file.ts";
import { viewOf } from "./glb.ts";
import { nextNumber, nextToken, passLine, type Tokens, tokenError } from "./tokens.ts";
import { weldVertices } from "./weld-vertices.ts";

const HEADER = 84;
const TRIANGLE = 50;
const NORMAL = 12;
/** Names are cut off after this [characters]; a file of more solids is none. */
const MAX_NAME = 200;
const MAX_SOLIDS = 100_000;

/** Whether these are the bytes of a binary STL file: its length follows from the number of its triangles. */
export function isBinaryStl(content: string | Uint8Array): content is Uint8Array {
  if (typeof content === "string" || content.length < HEADER) return false;
  return content.length === HEADER + TRIANGLE * viewOf(content).getUint32(HEADER - 4, true);
}

/** Whether a text begins as an ASCII STL file does: a solid, and its first facet or its end. */
export function isTextStl(head: string): boolean {
  return /^solid\b[^\n\r]*[\n\r]+\s*(facet|endsolid)\b/i.test(head);
}

/**
 * Reads the triangles of an STL file, binary or as text. Each has corners of its own there: those in the same place become one vertex. The
 * names of solids are those of pieces; normals and colours are passed over.
 */
export function parseStl(content: string | Uint8Array, path: string): MeshFile {
  const { corners, pieces } = isBinaryStl(content)
    ? readBinary(content, path)
    : readText(typeof content === "string" ? content : new TextDecoder().decode(content), path);
  if (corners.length === 0) throw new InputError(path, "no triangles", "export a mesh with triangles");
  return { ...shareVertices(corners, path), pieces, hasSeams: true };
}

interface Corners {
  /** x, y, z of three corners a triangle. */
  readonly corners: Float64Array;
  readonly pieces: readonly MeshPiece[];
}

function readBinary(bytes: Uint8Array, path: string): Corners {
  const view = viewOf(bytes);
  const count = (bytes.length - HEADER) / TRIANGLE;
  if (count > MAX_TRIANGLES) throw new InputError(path, `${count} triangles`, `use at most ${MAX_TRIANGLES}`);
  const corners = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const from = HEADER + TRIANGLE * t + NORMAL;
    for (let c = 0; c < 9; c++) {
      const value = view.getFloat32(from + 4 * c, true);
      if (!Number.isFinite(value)) throw new InputError(`${path} triangle ${t}`, String(value), "give finite numbers");
      corners[9 * t + c] = value;
    }
  }
  return { corners, pieces: [{ names: [], start: 0, end: count }] };
}

/** Words that stand between the numbers, each with what follows it. */
const WORDS: Readonly<Record<string, number>> = { facet: 0, normal: 3, outer: 0, loop: 0, endloop: 0, endfacet: 0 };

function readText(text: string, path: string): Corners {
  const tokens: Tokens = { text, path, at: text.charCodeAt(0) === 0xfeff ? 1 : 0 };
  const pieces: MeshPiece[] = [];
  let corners = new Float64Array(9 * 1024);
  let count = 0;
  let name = "";
  let start = 0;
  /** Ends the piece that is being read, if there is something in it. */
  const endPiece = (): void => {
    const end = Math.floor(count / 9);
    if (end > start) pieces.push({ names: name === "" ? [] : [name], start, end });
    start = end;
  };
  for (let word = nextToken(tokens); word !== ""; word = nextToken(tokens)) {
    const known = word.toLowerCase();
    if (known === "vertex") {
      if (count + 3 > 9 * MAX_TRIANGLES) throw tokenError(tokens, `more than ${MAX_TRIANGLES} triangles`, "use a coarser mesh");
      if (count + 3 > corners.length) corners = doubled(corners);
      for (let c = 0; c < 3; c++) corners[count++] = nextNumber(tokens);
    } else if (known === "solid" || known === "endsolid") {
      endPiece();
      const begin = tokens.at;
      passLine(tokens);
      name = text.slice(begin, tokens.at).trim().slice(0, MAX_NAME);
      if (pieces.length > MAX_SOLIDS) throw tokenError(tokens, `more than ${MAX_SOLIDS} solids`, "use fewer");
    } else if (Object.hasOwn(WORDS, known)) {
      for (let n = 0; n < WORDS[known]; n++) nextToken(tokens); // exporters write "nan" for the normals of flat triangles
      if (known === "endfacet" && count % 9 !== 0) throw tokenError(tokens, "a facet that has no three corners", "give three");
    } else {
      throw tokenError(tokens, describeValue(word), "give facets with three vertices each, as STL has them");
    }
  }
  if (count % 9 !== 0) throw tokenError(tokens, "a facet that is cut off", "fetch or export the file once more");
  endPiece();
  return { corners: corners.slice(0, count), pieces };
}

function doubled(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * values.length);
  more.set(values);
  return more;
}

/** One vertex for all corners in the same place, in the order of the file. */
function shareVertices(corners: Float64Array, path: string): Pick<MeshFile, "positions" | "triangles"> {
  const target = weldVertices(corners, 0, path);
  const number = new Uint32Array(target.length);
  const triangles = new Uint32Array(target.length);
  const positions = new Float64Array(corners.length);
  let count = 0;
  for (let i = 0; i < target.length; i++) {
    if (target[i] === i) {
      for (let c = 0; c < 3; c++) positions[3 * count + c] = corners[3 * i + c];
      number[i] = count++;
    }
    triangles[i] = number[target[i]];
  }
  if (count > MAX_VERTICES) throw new InputError(path, `${count} vertices`, `use at most ${MAX_VERTICES}`);
  return { positions: positions.slice(0, 3 * count), triangles };
}
