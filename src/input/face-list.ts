import { InputError } from "../core/errors.ts";
import { MAX_TRIANGLES } from "../mesh/limits.ts";
import { createPolygonScratch, triangulatePolygon } from "../mesh/triangulate-polygon.ts";

/** The most corners of one face. */
const MAX_CORNERS = 4096;
/** The most steps, of order n² for a face of n corners, that cutting may take: a few seconds. */
const MAX_CUTTING_STEPS = 268_435_456;

/** Faces of any number of corners, collected while a file is read; they become triangles when its vertices are known. */
export interface FaceList {
  addFace(corners: readonly number[]): void;
  /** A strip of triangles; −1 begins the next. */
  addStrip(corners: readonly number[]): void;
  finish(positions: Float64Array): { readonly triangles: Uint32Array; readonly notices: string[] };
}

export function createFaceList(path: string): FaceList {
  /** Corners of all faces, and where each begins. */
  const corners: number[] = [];
  const starts: number[] = [0];
  let triangleCount = 0;
  let thin = 0;

  function add(face: readonly number[]): void {
    if (face.length > MAX_CORNERS) throw new InputError(path, `a face of ${face.length} corners`, `use at most ${MAX_CORNERS}`);
    triangleCount += face.length - 2;
    if (triangleCount > MAX_TRIANGLES) throw new InputError(path, `more than ${MAX_TRIANGLES} triangles`, "use a coarser mesh");
    for (const corner of face) corners.push(corner);
    starts.push(corners.length);
  }

  /** Whether a face turns twice to the same corner, or has too few. */
  const isThin = (face: readonly number[]): boolean => new Set(face).size < Math.max(face.length, 3);

  return {
    addFace(face) {
      if (isThin(face)) thin++;
      else add(face);
    },
    addStrip(strip) {
      for (let k = 0, turn = 0; k + 2 < strip.length; k++, turn++) {
        const [a, b, c] = strip.slice(k, k + 3);
        if (a < 0 || b < 0 || c < 0)
          turn = -1; // the next three begin anew
        else if (!isThin([a, b, c])) add(turn % 2 === 0 ? [a, b, c] : [b, a, c]);
      }
    },
    finish(positions) {
      const vertexCount = positions.length / 3;
      const triangles = new Uint32Array(3 * triangleCount);
      const scratch = createPolygonScratch(MAX_CORNERS);
      let at = 0;
      let folded = 0;
      let steps = 0;
      for (let f = 0; f + 1 < starts.length; f++) {
        const face = corners.slice(starts[f], starts[f + 1]);
        const wrong = face.find((corner) => !(Number.isInteger(corner) && corner >= 0 && corner < vertexCount));
        if (wrong !== undefined) throw new InputError(`${path} face ${f}`, `vertex ${wrong}`, `use 0 to ${vertexCount - 1}`);
        if (face.length > 3) steps += face.length * face.length;
        if (steps > MAX_CUTTING_STEPS)
          throw new InputError(path, "too many faces of many corners", "cut them into triangles before export");
        if (face.length === 3) triangles.set(face, at);
        else if (triangulatePolygon(Uint32Array.from(face), positions, scratch, triangles, at) !== undefined) {
          folded++;
          for (let n = 1; n + 1 < face.length; n++) triangles.set([face[0], face[n], face[n + 1]], at + 3 * n - 3);
        }
        at += 3 * (face.length - 2);
      }
      const notices = [
        ...(thin === 0 ? [] : [`passed over: faces of fewer than three different corners, or with one twice (${thin})`]),
        ...(folded === 0 ? [] : [`cut from their first corner: faces without area, or that cross themselves (${folded})`]),
      ];
      return { triangles, notices };
    },
  };
}
