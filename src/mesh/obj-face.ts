import { MAX_TRIANGLES, MAX_VERTICES } from "./limits.ts";
import { doubled, MAX_TEXTURE_POINTS, type ObjContent } from "./obj-content.ts";
import { describeToken, type ObjCursor, objError, seekToken, tokenEnd } from "./obj-cursor.ts";
import { tally } from "./obj-tallies.ts";

/** The most corners of one face. */
export const MAX_FACE_CORNERS: number = 4096;

/** Takes in the face that the rest of a statement says; one of fewer than three corners is passed over. */
export function readFace(cursor: ObjCursor, content: ObjContent): void {
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
    tally(content.tallies.thin, cursor.statementLine);
    return;
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

/** One corner: v, v/vt, v//vn or v/vt/vn; what stands behind a stroke may be missing. */
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
    const empty = n === digits && !negative && part > 0;
    if (!empty && (n === digits || (value === 0 && part === 0))) throwCorner(cursor);
    if (part === 0) vertex = resolveIndex(cursor, value, negative, content.vertexCount);
    else if (part === 1 && !empty) texture = textureIndex(cursor, value, negative, content);
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
function resolveIndex(cursor: ObjCursor, value: number, negative: boolean, count: number): number {
  if (negative ? value > count : value > MAX_VERTICES) {
    throw objError(cursor, describeToken(cursor), `point at one of the ${count} vertices above`);
  }
  return negative ? count + 1 - value : value;
}

/** The same of a texture point, which a face can do without: 0 where there is no such point. */
function textureIndex(cursor: ObjCursor, value: number, negative: boolean, { textureCount, tallies }: ObjContent): number {
  if (value > 0 && value <= (negative ? textureCount : MAX_TEXTURE_POINTS)) return negative ? textureCount + 1 - value : value;
  tally(tallies.untextured, cursor.statementLine);
  return 0;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
