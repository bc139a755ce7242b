import { InputError } from "../core/errors.ts";
import type { MeshFile, MeshPiece } from "./mesh-file.ts";
import { createObjCursor, endStatement, seekToken } from "./obj-cursor.ts";
import { createObjContent, MAX_FACE_CORNERS, type ObjContent, readStatement } from "./obj-statements.ts";
import { createPolygonScratch, triangulatePolygon } from "./triangulate-polygon.ts";

/** The most steps, of order n² for a face of n corners, that cutting a file's faces may take: a few seconds. */
const MAX_CUTTING_STEPS = 268_435_456;
/** Characters between two reports of how far it is. */
const PROGRESS_STRETCH = 262_144;

/**
 * Reads the surface in an OBJ text. Vertices keep the file's order, used or not; faces of more than three corners are cut
 * into triangles; a vertex takes the texture point of the first face that gives it one. Objects, groups and materials name pieces;
 * other statements are passed over.
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
    const got = `${content.vertexCount} vertices and no faces`;
    throw new InputError(path, got, "give an OBJ file with faces (f statements)");
  }
  const positions = content.positions.slice(0, 3 * content.vertexCount);
  const triangles = triangulateFaces(content, positions, path);
  const uv = gatherTexture(content);
  return {
    positions,
    triangles,
    pieces: namePieces(content),
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

/** The runs of triangles between the statements that name them. A face of n corners became n − 2 triangles. */
function namePieces({ labels, faceStart, faceCount, triangleCount }: ObjContent): MeshPiece[] {
  const firstTriangle = (face: number): number => (face >= faceCount ? triangleCount : faceStart[face] - 2 * face);
  const known = labels.filter(({ face }) => face < faceCount);
  const before = known.length === 0 || known[0].face > 0 ? [{ face: 0, names: [] as string[] }] : [];
  const named = known.map(({ face, object, material, groups }) => ({
    face,
    names: [...new Set([object, ...groups, material])].filter((name) => name !== ""),
  }));
  const runs = [...before, ...named];
  return runs.map(({ face, names }, k) => ({
    names,
    start: firstTriangle(face),
    end: firstTriangle(runs[k + 1]?.face ?? faceCount),
  }));
}

function triangulateFaces(content: ObjContent, positions: Float64Array, path: string): Uint32Array {
  const { corners, cornerCount, faceStart, faceCount } = content;
  const triangles = new Uint32Array(3 * content.triangleCount);
  const scratch = createPolygonScratch(MAX_FACE_CORNERS);
  // The last face (from 1) that used each vertex.
  const usedBy = new Uint32Array(content.vertexCount);
  let at = 0;
  let cuttingSteps = 0;
  for (let face = 0; face < faceCount; face++) {
    const start = faceStart[face];
    const end = face + 1 < faceCount ? faceStart[face + 1] : cornerCount;
    checkFace(content, face, start, end, usedBy, path);
    if (end - start === 3) {
      for (let c = start; c < end; c++) triangles[at++] = corners[c];
      continue;
    }
    cuttingSteps += (end - start) * (end - start);
    if (cuttingSteps > MAX_CUTTING_STEPS) {
      throw faceError(content, face, path, "too many faces of many corners", "cut them into triangles before export");
    }
    const fault = triangulatePolygon(corners.subarray(start, end), positions, scratch, triangles, at);
    if (fault === "flat") throw faceError(content, face, path, "a face without area", "remove it or move its corners");
    if (fault === "folded") {
      throw faceError(content, face, path, "a face that crosses or touches itself", "cut it into simple faces");
    }
    at += 3 * (end - start - 2);
  }
  return triangles;
}

function checkFace(content: ObjContent, face: number, start: number, end: number, usedBy: Uint32Array, path: string): void {
  const { corners, cornerTexture, vertexCount, textureCount } = content;
  for (let c = start; c < end; c++) {
    const vertex = corners[c];
    if (vertex >= vertexCount) {
      throw faceError(content, face, path, `vertex ${vertex + 1}`, `use 1 to ${vertexCount}, the vertices of the file`);
    }
    if (cornerTexture[c] > textureCount) {
      throw faceError(content, face, path, `texture point ${cornerTexture[c]}`, `the file has ${textureCount} (vt lines)`);
    }
    if (usedBy[vertex] === face + 1) {
      throw faceError(content, face, path, `a face that visits vertex ${vertex + 1} twice`, "cut it into simple faces");
    }
    usedBy[vertex] = face + 1;
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
