import { MAX_VERTICES } from "./limits.ts";
import { doubled, MAX_TEXTURE_POINTS, NO_LABEL, type ObjContent } from "./obj-content.ts";
import { type ObjCursor, objError, readAnything, readNumber, seekToken, tokenEnd } from "./obj-cursor.ts";
import { readFace } from "./obj-face.ts";
import { tally } from "./obj-tallies.ts";

/** Statements without meaning for a triangle surface; they are passed over. */
const IGNORED: ReadonlySet<string> = new Set(
  (
    "vn vp s mg mtllib usemap maplib l p bevel c_interp d_interp lod shadow_obj trace_obj cstype deg bmat step " +
    "curv curv2 surf parm trim hole scrv sp end con ctech stech bsp bzp cdc cdp res call csh"
  ).split(" "),
);

/** So much of an unknown keyword is told [characters]. */
const MAX_KEYWORD = 20;
const SPACE = 32;
const NO_CHARACTER = 0xfffd;

/** The most changes of object, group or material in a file, and the most groups that a face is in. */
const MAX_LABELS = 100_000;
const MAX_FACE_GROUPS = 16;
/** A name is cut off after this [characters]. */
const MAX_NAME = 200;

/** Takes in one statement; the cursor stands at its keyword. What OBJ does not know is passed over, unless it is no text at all. */
export function readStatement(cursor: ObjCursor, content: ObjContent): void {
  const end = tokenEnd(cursor);
  const written = cursor.text.slice(cursor.at, Math.min(end, cursor.at + MAX_KEYWORD));
  const keyword = written.toLowerCase();
  const read = READERS.get(keyword);
  if (read !== undefined) {
    cursor.at = end;
    read(cursor, content, keyword);
    return;
  }
  if (IGNORED.has(keyword)) return;
  if (isGarbage(written))
    throw objError(cursor, "bytes that are no text", "give an OBJ file (this one may be damaged, or of another kind)");
  tally(content.tallies.unknown, cursor.statementLine, written);
}

type Reader = (cursor: ObjCursor, content: ObjContent, keyword: string) => void;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["v", readVertex],
  ["vt", readTexturePoint],
  ["f", readFace],
  ["fo", readFace],
  ["o", readLabel],
  ["g", readLabel],
  ["usemtl", readLabel],
]);

/** Characters that no text has, and what stands for bytes that are no UTF-8. */
function isGarbage(word: string): boolean {
  for (let n = 0; n < word.length; n++) {
    const code = word.charCodeAt(n);
    if (code < SPACE || code === NO_CHARACTER) return true;
  }
  return false;
}

/** `o NAME`, `usemtl NAME` or `g NAME…`; of the last, words are groups of their own. */
function readLabel(cursor: ObjCursor, content: ObjContent, keyword: string): void {
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
    if (given < 3) content.positions[offset + given] = readNumber(cursor);
    else if (given < 6) RGB[given - 3] = readAnything(cursor);
    else cursor.at = tokenEnd(cursor);
  }
  if (given < 3) throw objError(cursor, `a vertex of ${given} numbers`, "give x, y and z");
  if (given >= 6 && RGB.every(Number.isFinite)) paint(content, offset);
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
