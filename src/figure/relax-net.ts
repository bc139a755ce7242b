import { type Adjacency, adjacencyFromPairs } from "../mesh/adjacency.ts";
import type { Grid } from "./distance-grid.ts";
import type { Net } from "./surface-nets.ts";

/** Who is joined to whom by the edges of triangles. */
export function connectVertices(vertexCount: number, triangles: Uint32Array): Adjacency {
  const pairs = new Uint32Array(2 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      pairs[2 * (t + c)] = triangles[t + c];
      pairs[2 * (t + c) + 1] = triangles[t + ((c + 1) % 3)];
    }
  }
  return adjacencyFromPairs(vertexCount, pairs);
}

/**
 * Evens out the triangles of a net: `times` times each vertex moves half the way to the mean of its neighbours and from there back to the level set, along
 * the gradient of the field.
 */
export function relaxNet({ positions }: Net, { start, neighbours }: Adjacency, grid: Grid, times: number): void {
  const moved = new Float64Array(positions.length);
  const sample = new Float64Array(4);
  for (let n = 0; n < times; n++) {
    for (let i = 0; i + 1 < start.length; i++) {
      let x = 0;
      let y = 0;
      let z = 0;
      for (let k = start[i]; k < start[i + 1]; k++) {
        x += positions[3 * neighbours[k]];
        y += positions[3 * neighbours[k] + 1];
        z += positions[3 * neighbours[k] + 2];
      }
      const share = 0.5 / (start[i + 1] - start[i]);
      moved[3 * i] = 0.5 * positions[3 * i] + share * x;
      moved[3 * i + 1] = 0.5 * positions[3 * i + 1] + share * y;
      moved[3 * i + 2] = 0.5 * positions[3 * i + 2] + share * z;
    }
    for (let i = 0; i < moved.length; i += 3) {
      sampleGrid(grid, moved, i, sample);
      const slope2 = sample[1] * sample[1] + sample[2] * sample[2] + sample[3] * sample[3];
      const back = slope2 > 0.01 ? sample[0] / slope2 : 0; // thin places, where the field is flat, stay
      for (let c = 0; c < 3; c++) positions[i + c] = moved[i + c] - back * sample[1 + c];
    }
  }
}

/** Value and gradient of the field, linear along each axis within a cell, at the point `points[at]`. */
function sampleGrid(grid: Grid, points: Float64Array, at: number, out: Float64Array): void {
  const { columns, rows, layers, h, origin, values } = grid;
  const x = (points[at] - origin[0]) / h;
  const y = (points[at + 1] - origin[1]) / h;
  const z = (points[at + 2] - origin[2]) / h;
  const i = Math.min(columns - 2, Math.max(0, Math.floor(x)));
  const j = Math.min(rows - 2, Math.max(0, Math.floor(y)));
  const k = Math.min(layers - 2, Math.max(0, Math.floor(z)));
  const u = x - i;
  const v = y - j;
  const w = z - k;
  const cell = i + columns * (j + rows * k);
  const dy = columns;
  const dz = columns * rows;
  const v000 = values[cell];
  const v100 = values[cell + 1];
  const v010 = values[cell + dy];
  const v110 = values[cell + dy + 1];
  const v001 = values[cell + dz];
  const v101 = values[cell + dz + 1];
  const v011 = values[cell + dy + dz];
  const v111 = values[cell + dy + dz + 1];
  // along x, then y, then z
  const a00 = v000 + u * (v100 - v000);
  const a10 = v010 + u * (v110 - v010);
  const a01 = v001 + u * (v101 - v001);
  const a11 = v011 + u * (v111 - v011);
  const b0 = a00 + v * (a10 - a00);
  const b1 = a01 + v * (a11 - a01);
  out[0] = b0 + w * (b1 - b0);
  const x0 = v100 - v000 + v * (v110 - v010 - v100 + v000);
  const x1 = v101 - v001 + v * (v111 - v011 - v101 + v001);
  out[1] = (x0 + w * (x1 - x0)) / h;
  out[2] = (a10 - a00 + w * (a11 - a01 - a10 + a00)) / h;
  out[3] = (b1 - b0) / h;
}
