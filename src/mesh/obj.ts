import { counted } from "../core/counted.ts";
import { InputError } from "../core/errors.ts";
import { cutFolded } from "./cut-folded.ts";
import type { MeshFile, MeshPiece } from "./mesh-file.ts";
import { createObjContent, type ObjContent } from "./obj-content.ts";
import { createObjCursor, endStatement, seekToken } from "./obj-cursor.ts";
import { MAX_FACE_CORNERS } from "./obj-face.ts";
import { readStatement } from "./obj-statements.ts";
import { tally, tellTallies } from "./obj-tallies.ts";
import { createPolygonScratch, type PolygonScratch, triangulatePolygon } from "./triangulate-polygon.ts";

/** The most steps, of order n² for a face of n corners, that cutting a file's faces may take: a few seconds. */
const MAX_CUTTING_STEPS = 268_435_456;
/** Characters between two reports of how far it is. */
const PROGRESS_STRETCH = 262_144;

/**
 * Reads the surface in an OBJ text. Vertices keep the file's order, used or not; faces of more than three corners are cut
 * into triangles, also those that fold over; a vertex takes the texture point of the first face that gives it one. Objects, groups and
 * materials name pieces; other statements are passed over. What is mended, or unknown to OBJ, is told in `notices`.
 * Whatever cannot be read is an InputError at `path:line`. The text is read once, in linear time; cutting a face of n corners
 * takes of order n² steps, bounded by MAX_CUTTING_STEPS in all.
 */
export function parseObj(text: string, path: string, onProgress: (fraction: number) => void = () => {}): MeshFile {
  const cursor = createObjCursor(text, path);
  const content = createObjContent();
  let told = 0;
  while (cursor.at < text.length) {
    if (seekToken(cursor)) readStatement(cursor, content);
    endStatement(cursor);
    if (cursor.at - told < PROGRESS_STRETCH) continue;
    told = cursor.at;
    onProgress(told / text.length);
  }
  if (content.faceCount === 0) {
    const { count, line, word } = content.tallies.unknown;
    if (count > 0) throw new InputError(`${path}:${line}`, JSON.stringify(word), "start the line with v, vt, f or another OBJ statement");
    const got = `${counted(content.vertexCount, "vertex", "vertices")} and no faces`;
    throw new InputError(path, got, "give an OBJ file with faces (f statements)");
  }
  const positions = content.positions.slice(0, 3 * content.vertexCount);
  const { triangles, starts } = triangulateFaces(content, positions, path);
  const uv = gatherTexture(content);
  const notices = tellTallies(content.tallies);
  return {
    positions,
    triangles,
    pieces: namePieces(content, starts),
    ...(notices.length === 0 ? {} : { notices }),
    ...(uv === undefined ? {} : { uv }),
    ...(content.colours === undefined ? {} : { colours: allColours(content.colours, positions.length) }),
  };
}

/** Colours of every vertex, white where the file ends without. */
function allColours(colours: Float32Array, length: number): Float32Array {
  const all = new Float32Array(length).fill(1);
  all.set(colours.subarray(0, length));
  return all;
}

/** The runs of triangles between the statements that name them; `starts` has the first triangle of each face. */
function namePieces({ labels, faceCount }: ObjContent, starts: Uint32Array): MeshPiece[] {
  const known = labels.filter(({ face }) => face < faceCount);
  const before = known.length === 0 || known[0].face > 0 ? [{ face: 0, names: [] as string[] }] : [];
  const named = known.map(({ face, object, material, groups }) => ({
    face,
    names: [...new Set([object, ...groups, material])].filter((name) => name !== ""),
  }));
  const runs = [...before, ...named];
  return runs.map(({ face, names }, k) => ({
    names,
    start: starts[face],
    end: starts[runs[k + 1]?.face ?? faceCount],
  }));
}

/** The triangles of all faces, and the first of each face: `starts[faceCount]` is their number. */
function triangulateFaces(
  content: ObjContent,
  positions: Float64Array,
  path: string,
): { readonly triangles: Uint32Array; readonly starts: Uint32Array } {
  const { corners, cornerCount, faceStart, faceCount } = content;
  const triangles = new Uint32Array(3 * content.triangleCount);
  const starts = new Uint32Array(faceCount + 1);
  const scratch = createPolygonScratch(MAX_FACE_CORNERS);
  let at = 0;
  let cuttingSteps = 0;
  for (let face = 0; face < faceCount; face++) {
    const start = faceStart[face];
    const end = face + 1 < faceCount ? faceStart[face + 1] : cornerCount;
    checkFace(content, face, start, end, path);
    starts[face] = at / 3;
    if (end - start === 3) {
      for (let c = start; c < end; c++) triangles[at++] = corners[c];
      continue;
    }
    cuttingSteps += (end - start) * (end - start);
    if (cuttingSteps > MAX_CUTTING_STEPS) {
      throw faceError(content, face, path, "too many faces of many corners", "cut them into triangles before export");
    }
    at = cutFace(content, face, corners.subarray(start, end), positions, scratch, triangles, at);
  }
  starts[faceCount] = at / 3;
  return { triangles: at === triangles.length ? triangles : triangles.slice(0, at), starts };
}

/** Cuts a face of more than three corners, as well as that goes; returns where its triangles end. */
function cutFace(
  { faceLine, tallies }: ObjContent,
  face: number,
  corners: Uint32Array,
  positions: Float64Array,
  scratch: PolygonScratch,
  triangles: Uint32Array,
  at: number,
): number {
  if (triangulatePolygon(corners, positions, scratch, triangles, at) === undefined) return at + 3 * (corners.length - 2);
  tally(tallies.folded, faceLine[face]);
  return cutFolded(corners, positions, triangles, at);
}

function checkFace(content: ObjContent, face: number, start: number, end: number, path: string): void {
  const { corners, cornerTexture, vertexCount, textureCount } = content;
  for (let c = start; c < end; c++) {
    if (corners[c] >= vertexCount) {
      throw faceError(content, face, path, `vertex ${corners[c] + 1}`, `use 1 to ${vertexCount}, the vertices of the file`);
    }
    if (cornerTexture[c] <= textureCount) continue;
    tally(content.tallies.untextured, content.faceLine[face]);
    cornerTexture[c] = 0;
  }
}

function faceError(content: ObjContent, face: number, path: string, got: string, advice: string): InputError {
  return new InputError(`${path}:${content.faceLine[face]}`, got, advice);
}

/** The texture point of each vertex: that of the first corner which has one, (0, 0) where none has. */
function gatherTexture(content: ObjContent): Float64Array | undefined {
  const { corners, cornerTexture, cornerCount, texture, vertexCount } = content;
  const chosen = new Uint32Array(vertexCount);
  let found = false;
  for (let c = 0; c < cornerCount; c++) {
    if (cornerTexture[c] === 0 || chosen[corners[c]] !== 0) continue;
    chosen[corners[c]] = cornerTexture[c];
    found = true;
  }
  if (!found) return undefined;
  const uv = new Float64Array(2 * vertexCount);
  for (let i = 0; i < vertexCount; i++) {
    if (chosen[i] === 0) continue;
    uv[2 * i] = texture[2 * (chosen[i] - 1)];
    uv[2 * i + 1] = texture[2 * (chosen[i] - 1) + 1];
  }
  return uv;
}
