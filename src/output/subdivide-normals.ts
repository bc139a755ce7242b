import { adjacencyFromPairs } from "../mesh/adjacency.ts";
import { type Faces, NO_CORNER } from "./subdivide-faces.ts";

/**
 * Two tangents of each vertex v from its neighbours, ∂x/∂s ≈ Σ a (x_i − x_v) and ∂x/∂t ≈ Σ b (x_i − x_v); entries of v from `start[v]` to
 * `start[v + 1] − 1`.
 */
export interface Tangents {
  readonly start: Uint32Array;
  readonly neighbours: Uint32Array;
  /** a and b of each entry, packed by twos [1/m]. */
  readonly weights: Float64Array;
}

/** Neighbours whose directions have less than this share of the plane between them span no tangent plane. */
const LEAST_SPREAD = 1e-9;

/**
 * The weights of the linear function that fits the neighbours best in the tangent plane of the start pose, near ones counting more (by
 * 1/distance²). On an even mesh they are central differences.
 */
export function createTangents(faces: Faces, positions: Float64Array, normals: Float64Array): Tangents {
  const { start, neighbours } = adjacencyFromPairs(faces.vertexCount, listSides(faces));
  const weights = new Float64Array(2 * neighbours.length);
  for (let v = 0; v < faces.vertexCount; v++) {
    const n = normals.subarray(3 * v, 3 * v + 3);
    // s: the axis least along n, turned into the plane; t = n × s
    const sizes = [Math.abs(n[0]), Math.abs(n[1]), Math.abs(n[2])];
    const axis = sizes.indexOf(Math.min(...sizes));
    const s = [0, 1, 2].map((k) => (k === axis ? 1 : 0) - n[axis] * n[k]);
    const length = Math.sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    for (let k = 0; k < 3; k++) s[k] /= length;
    const t = [n[1] * s[2] - n[2] * s[1], n[2] * s[0] - n[0] * s[2], n[0] * s[1] - n[1] * s[0]];
    let ss = 0;
    let st = 0;
    let tt = 0;
    for (let e = start[v]; e < start[v + 1]; e++) {
      let a = 0;
      let b = 0;
      for (let k = 0; k < 3; k++) {
        const side = positions[3 * neighbours[e] + k] - positions[3 * v + k];
        a += side * s[k];
        b += side * t[k];
      }
      const squared = a * a + b * b;
      weights[2 * e] = squared > 0 ? a / squared : 0;
      weights[2 * e + 1] = squared > 0 ? b / squared : 0;
      ss += weights[2 * e] * a;
      st += weights[2 * e] * b;
      tt += weights[2 * e + 1] * b;
    }
    const spread = ss * tt - st * st;
    for (let e = 2 * start[v]; e < 2 * start[v + 1]; e += 2) {
      const [a, b] = [weights[e], weights[e + 1]];
      weights[e] = spread > LEAST_SPREAD ? (tt * a - st * b) / spread : 0;
      weights[e + 1] = spread > LEAST_SPREAD ? (ss * b - st * a) / spread : 0;
    }
  }
  return { start, neighbours, weights };
}

/** The sides of all faces, packed by twos; those of two faces come twice. */
function listSides(faces: Faces): Uint32Array {
  const { corners } = faces;
  const sides: number[] = [];
  for (let at = 0; at < corners.length; at += 4) {
    const [a, b, c, d] = corners.subarray(at, at + 4);
    if (d === NO_CORNER) sides.push(a, b, b, c, c, a);
    else sides.push(a, b, b, c, c, d, d, a);
  }
  return Uint32Array.from(sides);
}

/** Unit normals ∂x/∂s × ∂x/∂t; (0, 0, 1) where the tangents span no plane. */
export function computeTangentNormals(tangents: Tangents, x: Float32Array | Float64Array, normals: Float32Array | Float64Array): void {
  const { start, neighbours, weights } = tangents;
  for (let v = 0; v + 1 < start.length; v++) {
    const o = 3 * v;
    const px = x[o];
    const py = x[o + 1];
    const pz = x[o + 2];
    let sx = 0;
    let sy = 0;
    let sz = 0;
    let tx = 0;
    let ty = 0;
    let tz = 0;
    const end = start[v + 1];
    for (let e = start[v]; e < end; e++) {
      const i = 3 * neighbours[e];
      const dx = x[i] - px;
      const dy = x[i + 1] - py;
      const dz = x[i + 2] - pz;
      const a = weights[2 * e];
      const b = weights[2 * e + 1];
      sx += a * dx;
      sy += a * dy;
      sz += a * dz;
      tx += b * dx;
      ty += b * dy;
      tz += b * dz;
    }
    const nx = sy * tz - sz * ty;
    const ny = sz * tx - sx * tz;
    const nz = sx * ty - sy * tx;
    const squared = nx * nx + ny * ny + nz * nz;
    const scale = squared > 0 ? 1 / Math.sqrt(squared) : 0;
    normals[o] = nx * scale;
    normals[o + 1] = ny * scale;
    normals[o + 2] = scale > 0 ? nz * scale : 1;
  }
}
