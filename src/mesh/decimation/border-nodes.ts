import { computeAngle } from "../../core/trig.ts";
import { nextCorner } from "../next-corner.ts";
import { BORDER, type CoarseMesh, FIXED, firstOfFan, previousCorner, turnLeft } from "./coarse-mesh.ts";
import { doubledAreaOf } from "./remove-vertex.ts";

/** The border turns at a corner by more than this [rad]: 40°. */
const CORNER = 0.7;
/** Turns are summed with weights that fall to nothing over this part of the spacing: a jagged edge has no corners, a rounded corner is one. */
const REACH = 0.25;
/** Corners nearer than this part of the spacing are one. */
const ONE = 0.6;

/**
 * Marks nodes along the border: at its corners, and evenly between them. `spacing` [m] is what they are apart, nearly. Fixed vertices are nodes already.
 * Returns the marked ones in the order in which the border runs.
 */
export function chooseBorderNodes(mesh: CoarseMesh, spacing: number, isNode: Uint8Array): void {
  const { vertexCount, vertex, opposite, kind } = mesh;
  const next = new Int32Array(vertexCount).fill(-1);
  const stepAfter = new Float64Array(vertexCount);
  const open: number[] = []; // where the border leaves a fixed vertex
  for (let h = 0; h < vertex.length; h++) {
    if (opposite[h] >= 0) continue;
    const from = vertex[nextCorner(h)];
    if (kind[from] === FIXED) open.push(h);
    else {
      next[from] = vertex[previousCorner(h)];
      stepAfter[from] = mesh.length[h];
    }
  }
  const seen = new Uint8Array(vertexCount);
  for (const h of open) {
    const run = [vertex[nextCorner(h)]];
    const at = [0, mesh.length[h]];
    let i = vertex[previousCorner(h)];
    while (kind[i] === BORDER && seen[i] === 0) {
      seen[i] = 1;
      run.push(i);
      at.push(at[at.length - 1] + stepAfter[i]);
      i = next[i];
    }
    run.push(i);
    markRun(mesh, run, at, spacing, isNode, false);
  }
  for (let seed = 0; seed < vertexCount; seed++) {
    if (kind[seed] !== BORDER || seen[seed] === 1) continue;
    const run: number[] = [];
    const at = [0];
    for (let i = seed; i >= 0 && seen[i] === 0; i = next[i]) {
      seen[i] = 1;
      run.push(i);
      at.push(at[at.length - 1] + stepAfter[i]);
    }
    markRun(mesh, run, at, spacing, isNode, true);
  }
}

/** A run of the border, with the length of the way to each of its vertices: a loop, whose last way leads back to its first vertex, or open. */
function markRun(mesh: CoarseMesh, run: number[], at: number[], spacing: number, isNode: Uint8Array, isLoop: boolean): void {
  const count = run.length;
  const whole = at[at.length - 1];
  const corners = findCorners(mesh, run, at, spacing, isLoop);
  if (!isLoop) {
    corners.unshift(0);
    corners.push(count - 1);
  } else if (corners.length === 0) corners.push(0);
  for (const k of corners) isNode[run[k]] = 1;
  const spans = isLoop ? corners.length : corners.length - 1;
  const least = isLoop ? Math.max(1, 4 - corners.length) : 1; // a loop has three nodes at least
  for (let s = 0; s < spans; s++) {
    const from = corners[s];
    const wraps = s + 1 === corners.length;
    const to = wraps ? corners[0] + count : corners[s + 1];
    const start = at[from];
    const length = wraps ? at[to - count] + whole - start : at[to] - start;
    const parts = Math.min(to - from, Math.max(s === 0 || corners.length === 1 ? least : 1, Math.round(length / spacing)));
    let k = from + 1;
    for (let n = 1; n < parts; n++) {
      const target = start + (n * length) / parts;
      const last = to - (parts - n);
      const place = (m: number): number => (m < count ? at[m] : at[m - count] + whole);
      while (k < last && Math.abs(place(k + 1) - target) <= Math.abs(place(k) - target)) k++;
      isNode[run[k % count]] = 1;
      k++;
    }
  }
}

/** The corners of a run, ascending: where it turns most, and far enough. */
function findCorners(mesh: CoarseMesh, run: number[], at: number[], spacing: number, isLoop: boolean): number[] {
  const count = run.length;
  const whole = at[at.length - 1];
  const turn = Float64Array.from(run, (i) => turnAt(mesh, i));
  const strength = new Float64Array(count);
  const reach = new Float64Array(count);
  const way = (from: number, to: number): number => {
    const plain = Math.abs(at[to] - at[from]);
    return isLoop ? Math.min(plain, whole - plain) : plain;
  };
  /** Calls `see` for the vertices within reach of k, k itself left out. */
  const look = (k: number, within: number, see: (j: number) => void): void => {
    for (const step of [1, -1]) {
      for (let n = 1, j = k + step; 2 * n <= count; n++, j += step) {
        if (!isLoop && (j < 0 || j >= count)) break;
        const m = (j + count) % count;
        if (way(k, m) >= within || (step < 0 && 2 * n === count)) break;
        see(m);
      }
    }
  };
  for (let k = 0; k < count; k++) {
    const stepOut = isLoop || k + 1 < count ? at[k + 1] - at[k] : 0;
    const stepIn = k > 0 ? at[k] - at[k - 1] : isLoop ? whole - at[count - 1] : 0;
    reach[k] = Math.max(REACH * spacing, stepIn + stepOut);
    let sum = turn[k];
    look(k, reach[k], (j) => {
      sum += turn[j] * (1 - way(k, j) / reach[k]);
    });
    strength[k] = Math.abs(sum);
  }
  const candidates: number[] = [];
  for (let k = isLoop ? 0 : 1; k < (isLoop ? count : count - 1); k++) {
    if (strength[k] < CORNER) continue;
    let isStrongest = true;
    look(k, reach[k], (j) => {
      if (strength[j] > 1.0001 * strength[k]) isStrongest = false;
    });
    if (isStrongest) candidates.push(k);
  }
  candidates.sort((k, j) => strength[j] - strength[k] || k - j);
  const isCorner = new Uint8Array(count);
  for (const k of candidates) {
    let isApart = true;
    look(k, ONE * spacing, (j) => {
      if (isCorner[j] === 1) isApart = false;
    });
    if (isApart) isCorner[k] = 1;
  }
  const corners: number[] = [];
  for (let k = 0; k < count; k++) if (isCorner[k] === 1) corners.push(k);
  return corners;
}

/** How far the border turns to the left at a vertex [rad]: what its angles lack to half a turn. */
function turnAt({ vertex, opposite, length, cornerAt, kind }: CoarseMesh, i: number): number {
  if (kind[i] !== BORDER) return 0;
  const io = new Float64Array(2);
  let sum = 0;
  for (let h = firstOfFan(opposite, cornerAt[i]); h >= 0 && vertex[h] === i; h = turnLeft(opposite, h)) {
    const a = length[previousCorner(h)];
    const b = length[nextCorner(h)];
    const c = length[h];
    io[0] = 2 * doubledAreaOf(a, b, c);
    io[1] = a * a + b * b - c * c;
    computeAngle(io, 0);
    sum += io[0];
  }
  return Math.PI - sum;
}
