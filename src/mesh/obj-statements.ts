import { MAX_TRIANGLES, MAX_VERTICES } from "./limits.ts";
import { describeToken, type ObjCursor, objError, readNumber, seekToken, tokenEnd } from "./obj-cursor.ts";

/** The most corners of one face. */
export const MAX_FACE_CORNERS: number = 256;

/** The most texture points (`vt`) of a file. */
const MAX_TEXTURE_POINTS = 2 * MAX_VERTICES;

/** Statements without meaning for a triangle surface; they are passed over. */
const IGNORED: ReadonlySet<string> = new Set(
  (
    "vn vp s mg mtllib usemap maplib l p bevel c_interp d_interp lod shadow_obj trace_obj cstype deg bmat step " +
    "curv curv2 surf parm trim hole scrv sp end con ctech stech bsp bzp cdc cdp res call csh"
  ).split(" "),
);

/** The most changes of object, group or material in a file, and the most groups that a face is in. */
const MAX_LABELS = 100_000;
const MAX_FACE_GROUPS = 16;
/** A name is cut off after this [characters]. */
const MAX_NAME = 200;

/** What the statements said, before faces become triangles. Arrays grow by doubling; the counts say how far they are filled. */
export interface ObjContent {
  positions: Float64Array;
  vertexCount: number;
  /** Red, green and blue of each vertex, once one has them; white where none are given. */
  colours: Float32Array | undefined;
  texture: Float64Array;
  textureCount: number;
  /** Vertex of each face corner, from 0, and its texture point from 1 (0: none). */
  corners: Uint32Array;
  cornerTexture: Uint32Array;
  cornerCount: number;
  /** First corner and line of each face. */
  faceStart: Uint32Array;
  faceLine: Uint32Array;
  faceCount: number;
  triangleCount: number;
  /** The names in force from a face on: object, material, groups. */
  labels: FaceLabel[];
}

/** Names of all faces from `face` to where the next begins. */
export interface FaceLabel {
  readonly face: number;
  readonly object: string;
  readonly material: string;
  readonly groups: readonly string[];
}

const NO_LABEL: FaceLabel = { face: 0, object: "", material: "", groups: [] };

export function createObjContent(): ObjContent {
  return {
    positions: new Float64Array(3 * 1024),
    vertexCount: 0,
    colours: undefined,
    texture: new Float64Array(2 * 1024),
    textureCount: 0,
    corners: new Uint32Array(4 * 1024),
    cornerTexture: new Uint32Array(4 * 1024),
    cornerCount: 0,
    faceStart: new Uint32Array(1024),
    faceLine: new Uint32Array(1024),
    faceCount: 0,
    triangleCount: 0,
    labels: [],
  };
}

/** Takes in one statement; the cursor stands at its keyword. */
export function readStatement(cursor: ObjCursor, content: ObjContent): void {
  const end = tokenEnd(cursor);
  const keyword = cursor.text.slice(cursor.at, Math.min(end, cursor.at + 20));
  const isFace = keyword === "f" || keyword === "fo";
  const isLabel = keyword === "o" || keyword === "g" || keyword === "usemtl";
  if (!isFace && !isLabel && keyword !== "v" && keyword !== "vt") {
    if (IGNORED.has(keyword)) return;
    throw objError(cursor, describeToken(cursor), "start the line with v, vt, f or another OBJ statement");
  }
  cursor.at = end;
  if (isFace) readFace(cursor, content);
  else if (isLabel) readLabel(cursor, content, keyword);
  else if (keyword === "v") readVertex(cursor, content);
  else readTexturePoint(cursor, content);
}

/** `o NAME`, `usemtl NAME` or `g NAME…`; of the last, words are groups of their own. */
function readLabel(cursor: ObjCursor, content: ObjContent, keyword: "o" | "g" | "usemtl"): void {
  const { labels, faceCount } = content;
  const words: string[] = [];
  while (seekToken(cursor)) {
    const end = tokenEnd(cursor);
    if (words.length < MAX_FACE_GROUPS) words.push(cursor.text.slice(cursor.at, Math.min(end, cursor.at + MAX_NAME)));
    cursor.at = end;
  }
  const name = words.join(" ").slice(0, MAX_NAME);
  const change = keyword === "g" ? { groups: words } : keyword === "o" ? { object: name } : { material: name };
  const last = labels.at(-1);
  if (last?.face === faceCount) labels.pop();
  if (labels.length === MAX_LABELS) {
    throw objError(cursor, `more than ${MAX_LABELS} changes of group`, "sort the faces by group");
  }
  labels.push({ ...(last ?? NO_LABEL), ...change, face: faceCount });
}

function readVertex(cursor: ObjCursor, content: ObjContent): void {
  if (content.vertexCount === MAX_VERTICES) {
    throw objError(cursor, `more than ${MAX_VERTICES} vertices`, "use a coarser mesh");
  }
  const offset = 3 * content.vertexCount;
  if (offset + 3 > content.positions.length) content.positions = doubled(content.positions);
  let given = 0;
  for (; seekToken(cursor); given++) {
    const value = readNumber(cursor);
    if (given < 3) content.positions[offset + given] = value;
    else if (given < 6) RGB[given - 3] = value;
  }
  if (given < 3) throw objError(cursor, `a vertex of ${given} numbers`, "give x, y and z");
  if (given >= 6) paint(content, offset);
  content.vertexCount++;
}

/** The colour behind the coordinates of a vertex, as many programs write it: v x y z r g b. */
const RGB = new Float64Array(3);

function paint(content: ObjContent, offset: number): void {
  const { length } = content.positions;
  if (content.colours === undefined || content.colours.length < length) {
    const larger = new Float32Array(length).fill(1);
    if (content.colours !== undefined) larger.set(content.colours);
    content.colours = larger;
  }
  content.colours.set(RGB, offset);
}

function readTexturePoint(cursor: ObjCursor, content: ObjContent): void {
  if (content.textureCount === MAX_TEXTURE_POINTS) {
    throw objError(cursor, `more than ${MAX_TEXTURE_POINTS} texture points`, "use a coarser mesh");
  }
  const offset = 2 * content.textureCount;
  if (offset + 2 > content.texture.length) content.texture = doubled(content.texture);
  let given = 0;
  for (; seekToken(cursor); given++) {
    const value = readNumber(cursor);
    if (given < 2) content.texture[offset + given] = value;
  }
  if (given === 0) throw objError(cursor, "a texture point of 0 numbers", "give u and v");
  if (given === 1) content.texture[offset + 1] = 0;
  content.textureCount++;
}

function readFace(cursor: ObjCursor, content: ObjContent): void {
  const first = content.cornerCount;
  let end = first;
  for (let given = 0; seekToken(cursor); given++) {
    if (given === MAX_FACE_CORNERS) {
      throw objError(cursor, `a face of more than ${MAX_FACE_CORNERS} corners`, "cut it into smaller faces");
    }
    if (end === content.corners.length) {
      content.corners = doubled(content.corners);
      content.cornerTexture = doubled(content.cornerTexture);
    }
    readCorner(cursor, content, end);
    // A corner given twice in a row adds nothing.
    if (end === first || content.corners[end] !== content.corners[end - 1]) end++;
  }
  if (end - first > 1 && content.corners[end - 1] === content.corners[first]) end--;
  if (end - first < 3) {
    throw objError(cursor, `a face of ${end - first} different vertices`, "give at least three or remove the face");
  }
  content.triangleCount += end - first - 2;
  if (content.triangleCount > MAX_TRIANGLES) {
    throw objError(cursor, `more than ${MAX_TRIANGLES} triangles`, "use a coarser mesh");
  }
  if (content.faceCount === content.faceStart.length) {
    content.faceStart = doubled(content.faceStart);
    content.faceLine = doubled(content.faceLine);
  }
  content.faceStart[content.faceCount] = first;
  content.faceLine[content.faceCount] = cursor.statementLine;
  content.faceCount++;
  content.cornerCount = end;
}

/** One corner: v, v/vt, v//vn or v/vt/vn. */
function readCorner(cursor: ObjCursor, content: ObjContent, corner: number): void {
  const { text } = cursor;
  const end = tokenEnd(cursor);
  let vertex = 0;
  let texture = 0;
  let n = cursor.at;
  for (let part = 0; part < 3; part++) {
    const negative = text.charCodeAt(n) === 45;
    const digits = negative ? n + 1 : n;
    let value = 0;
    for (n = digits; n < end && isDigit(text.charCodeAt(n)); n++) {
      value = Math.min(10 * value + text.charCodeAt(n) - 48, Number.MAX_SAFE_INTEGER);
    }
    const empty = n === digits && !negative && part === 1 && text.charCodeAt(n) === 47;
    if (!empty && (n === digits || value === 0)) throwCorner(cursor);
    if (part === 0) vertex = resolveIndex(cursor, value, negative, content.vertexCount, MAX_VERTICES);
    else if (part === 1 && !empty) {
      texture = resolveIndex(cursor, value, negative, content.textureCount, MAX_TEXTURE_POINTS);
    }
    if (n === end) break;
    if (text.charCodeAt(n) !== 47 || part === 2) throwCorner(cursor);
    n++;
  }
  content.corners[corner] = vertex - 1;
  content.cornerTexture[corner] = texture;
  cursor.at = end;
}

function throwCorner(cursor: ObjCursor): never {
  throw objError(cursor, describeToken(cursor), "give a corner as v, v/vt, v//vn or v/vt/vn, counted from 1 or from −1");
}

/** The index from 1. A positive one may point ahead in the file, so it is compared with the final count later. */
function resolveIndex(cursor: ObjCursor, value: number, negative: boolean, count: number, limit: number): number {
  if (negative ? value > count : value > limit) {
    throw objError(cursor, describeToken(cursor), `point at one of the ${count} lines of that kind above`);
  }
  return negative ? count + 1 - value : value;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function doubled<T extends Float64Array | Uint32Array>(array: T): T {
  const larger = array instanceof Float64Array ? new Float64Array(2 * array.length) : new Uint32Array(2 * array.length);
  larger.set(array);
  return larger as T;
}
