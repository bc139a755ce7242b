import { readInteger, readNumber } from "../core/read.ts";
import { cos, sin } from "../core/trig.ts";
import { type FrameOptions, LENGTHS, resolveFrame } from "./frame.ts";
import { placeInFrame } from "./grid.ts";
import type { Surface } from "./surface.ts";

export interface DiskOptions extends FrameOptions {
  /** Rings around the centre vertex, at least 1; ring k has 6 k vertices. */
  readonly rings: number;
  /** Radius of the outermost ring [m]. */
  readonly radius: number;
  /** 2: a second disk behind the first, sewn to it along the rim; the two are one closed surface. 1 by default. */
  readonly sides?: 1 | 2;
}

/** The largest disk within MAX_VERTICES and MAX_TRIANGLES: 1 + 3 · 815 · 816 vertices, 6 · 815² triangles; and the largest of two sides. */
const MAX_RINGS = 815;
const MAX_RINGS_OF_TWO = 577;

const TURN = 6.283185307179586;

/**
 * A round piece of cloth: a centre vertex (index 0, at `origin`) and rings at equal distances, ring k with 6 k vertices counted
 * from u towards v, so that triangles are nearly equilateral (the longest side is at most 1.45 times the shortest). Ring k starts at the index 1 + 3 k (k − 1); there are
 * 1 + 3 n (n + 1) vertices and 6 n² triangles for n rings. Every normal points along u × v. Where u and v are not
 * perpendicular the disk starts as an ellipse; its material coordinates stay round.
 *
 * Of two sides the second one follows, without the rim, in the same order; its normals point the other way.
 *
 *        3───2
 *       ╱ ╲ ╱ ╲        one ring; each further ring adds one vertex
 *      4───0───1       to each of the six sectors
 *       ╲ ╱ ╲ ╱
 *        5───6
 */
export function createDisk(options: DiskOptions, path: string = "disk"): Surface {
  const sides = options.sides ?? 1;
  const rings = readInteger(options.rings, `${path}.rings`, { min: 1, max: sides === 2 ? MAX_RINGS_OF_TWO : MAX_RINGS });
  const radius = readNumber(options.radius, `${path}.radius`, LENGTHS);
  const frame = resolveFrame(options, path);

  const material = new Float64Array(2 * (1 + 3 * rings * (rings + 1)));
  for (let k = 1, i = 2; k <= rings; k++) {
    const distance = (radius * k) / rings;
    for (let m = 0; m < 6 * k; m++, i += 2) {
      const angle = (TURN * m) / (6 * k);
      material[i] = distance * cos(angle);
      material[i + 1] = distance * sin(angle);
    }
  }
  const triangles = diskTriangles(rings);
  if (sides === 1) return { positions: placeInFrame(material, frame), triangles, material };
  const back = material.subarray(0, 2 * (1 + 3 * rings * (rings - 1)));
  const both = new Float64Array(material.length + back.length);
  both.set(material);
  both.set(back, material.length);
  return { positions: placeInFrame(both, frame), triangles: sewBack(triangles, rings), material: both };
}

/** The triangles of a disk, and the same of its back: turned round, with the rim of the front. */
function sewBack(front: Uint32Array, rings: number): Uint32Array {
  const rim = 1 + 3 * rings * (rings - 1);
  const shift = 1 + 3 * rings * (rings + 1);
  const triangles = new Uint32Array(2 * front.length);
  triangles.set(front);
  const behind = (i: number): number => (i < rim ? shift + i : i);
  for (let q = 0; q < front.length; q += 3) {
    triangles[front.length + q] = behind(front[q]);
    triangles[front.length + q + 1] = behind(front[q + 2]);
    triangles[front.length + q + 2] = behind(front[q + 1]);
  }
  return triangles;
}

function diskTriangles(rings: number): Uint32Array {
  const triangles = new Uint32Array(18 * rings * rings);
  let t = 0;
  for (let k = 1; k <= rings; k++) {
    const inner = k === 1 ? 0 : 1 + 3 * (k - 1) * (k - 2);
    const innerCount = Math.max(1, 6 * (k - 1));
    const outer = 1 + 3 * k * (k - 1);
    for (let sector = 0; sector < 6; sector++) {
      for (let m = 0; m < k; m++) {
        const from = inner + ((sector * (k - 1) + m) % innerCount);
        const out = outer + sector * k + m;
        const next = outer + ((sector * k + m + 1) % (6 * k));
        triangles[t++] = from;
        triangles[t++] = out;
        triangles[t++] = next;
        if (m === k - 1) continue;
        triangles[t++] = from;
        triangles[t++] = next;
        triangles[t++] = inner + ((sector * (k - 1) + m + 1) % innerCount);
      }
    }
  }
  return triangles;
}
