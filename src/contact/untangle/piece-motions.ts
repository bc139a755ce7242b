import { lengthenArray } from "../../core/lengthen-array.ts";
import { addPair, createPairBuffer } from "../search/pair-list.ts";
import type { SideSets } from "./side-sets.ts";

/** The motions that draw pieces of surface apart: each moves one set of vertices along a direction, and another one against it. */
export interface PieceMotions {
  clear(): void;
  /** Side 0 of the sets moves along d, side 1 against it, by its length of the way that the speed allows. */
  add(sets: SideSets, d: Float64Array): void;
  /** As `Untangling` has them. */
  addShift(inverseMass: Float64Array, h: number, shift: Float64Array, outward?: Float64Array): void;
  stopReturn(inverseMass: Float64Array, v: Float64Array): void;
  addWaysOut(inverseMass: Float64Array, ways: Float64Array): void;
}

/** A side of which this part of its way, in the mean, leads towards a body is stopped by it. */
const TOWARDS = 0.2;

/** Marks the vertices that it moves, or would if it could, in `tangledVertices`. `speed` is that of two pieces against each other [m/s]. */
export function createPieceMotions(tangledVertices: Uint8Array, speed: number): PieceMotions {
  /** How many motions a vertex takes part in. */
  const shares = new Uint32Array(tangledVertices.length);
  /** The vertices and their sides, 0 or 1, motion by motion, and where those of a motion end. */
  const moved = createPairBuffer();
  let ends = new Uint32Array(16);
  let directions = new Float64Array(3 * 16);
  let count = 0;
  const sizes = [0, 0];
  const masses = [0, 0];
  /** The mean velocity of each side along the direction [m/s], not yet times its length. */
  const speeds = [0, 0];
  /** How far each side of a motion would go towards bodies, of its way [−]. */
  const inward = [0, 0];

  /** Of two sides one of which would go towards a body, that one stays: the whole way is left to the other. */
  function stopInward(m: number, begin: number, outward: Float64Array): void {
    inward.fill(0);
    sizes.fill(0);
    for (let i = begin; i < ends[m]; i++) {
      const p = 3 * moved.data[2 * i];
      const side = moved.data[2 * i + 1];
      let along = 0;
      for (let c = 0; c < 3; c++) along += directions[3 * m + c] * outward[p + c];
      if (side === 1) along = -along;
      inward[side] += Math.max(0, -along);
      sizes[side]++;
    }
    for (let side = 0; side < 2; side++) inward[side] /= Math.max(1, sizes[side]);
    const stopped = inward[0] > inward[1] ? 0 : 1;
    if (inward[stopped] > TOWARDS) masses[stopped] = 0;
  }

  return {
    clear() {
      if (count > 0) {
        tangledVertices.fill(0);
        shares.fill(0);
      }
      moved.count = 0;
      count = 0;
    },
    add(sets, d) {
      for (let side = 0; side < 2; side++) {
        for (let n = 0; n < sets.sizes[side]; n++) {
          const v = sets.vertices[side][n];
          shares[v]++;
          tangledVertices[v] = 1;
          addPair(moved, v, side);
        }
      }
      if (count === ends.length) {
        ends = lengthenArray(ends, 2 * count);
        directions = lengthenArray(directions, 6 * count);
      }
      directions.set(d, 3 * count);
      ends[count++] = moved.count;
    },
    addShift(inverseMass, h, shift, outward) {
      for (let m = 0, begin = 0; m < count; begin = ends[m++]) {
        let most = 1;
        masses.fill(0);
        for (let i = begin; i < ends[m]; i++) {
          const v = moved.data[2 * i];
          most = Math.max(most, shares[v]);
          if (inverseMass[v] > 0) masses[moved.data[2 * i + 1]] += 1 / inverseMass[v];
        }
        if (outward !== undefined) stopInward(m, begin, outward);
        // What cannot move leaves the whole way to the other side.
        const whole = (speed * h) / most;
        const first = masses[0] === 0 ? 0 : masses[1] === 0 ? 1 : masses[1] / (masses[0] + masses[1]);
        for (let i = begin; i < ends[m]; i++) {
          const v = moved.data[2 * i];
          if (inverseMass[v] === 0) continue;
          const way = moved.data[2 * i + 1] === 0 ? whole * first : whole * (first - 1);
          for (let c = 0; c < 3; c++) shift[3 * v + c] += way * directions[3 * m + c];
        }
      }
    },
    addWaysOut(inverseMass, ways) {
      for (let m = 0, begin = 0; m < count; begin = ends[m++]) {
        sizes.fill(0); // what can move
        for (let i = begin; i < ends[m]; i++) if (inverseMass[moved.data[2 * i]] > 0) sizes[moved.data[2 * i + 1]]++;
        if (sizes[0] > 0 && sizes[1] > 0) continue;
        for (let i = begin; i < ends[m]; i++) {
          const sign = moved.data[2 * i + 1] === 0 ? 1 : -1;
          const v = 3 * moved.data[2 * i];
          for (let c = 0; c < 3; c++) ways[v + c] += sign * directions[3 * m + c];
        }
      }
    },
    stopReturn(inverseMass, v) {
      for (let m = 0, begin = 0; m < count; begin = ends[m++]) {
        const d = 3 * m;
        sizes.fill(0);
        speeds.fill(0);
        for (let i = begin; i < ends[m]; i++) {
          const p = 3 * moved.data[2 * i];
          const side = moved.data[2 * i + 1];
          sizes[side]++;
          for (let c = 0; c < 3; c++) speeds[side] += directions[d + c] * v[p + c];
        }
        for (let side = 0; side < 2; side++) speeds[side] /= Math.max(1, sizes[side]);
        const squared = directions[d] * directions[d] + directions[d + 1] * directions[d + 1] + directions[d + 2] * directions[d + 2];
        for (let i = begin; i < ends[m] && squared > 0; i++) {
          const p = 3 * moved.data[2 * i];
          if (inverseMass[moved.data[2 * i]] === 0) continue;
          const side = moved.data[2 * i + 1];
          let along = -speeds[1 - side];
          for (let c = 0; c < 3; c++) along += directions[d + c] * v[p + c];
          if (side === 0 ? along >= 0 : along <= 0) continue;
          for (let c = 0; c < 3; c++) v[p + c] -= (along / squared) * directions[d + c];
        }
      }
    },
  };
}
