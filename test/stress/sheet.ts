import type { GridInput } from "../../src/scene/scene-input.ts";
/** A level square sheet of cloth, as a scene has it. */
export interface SheetOptions {
  /** Vertices along each side. */
  readonly side: number;
  /** Length of a side [m]. */
  readonly width: number;
  /** Where its middle is [m]. */
  readonly centre: readonly number[];
  /** Turned by so much about the y axis [rad]. */
  readonly turn?: number;
}

/** The grid of a level square sheet: rows along x and from row to row along z, both turned about the y axis. */
export function levelSheet({ side, width, centre, turn = 0 }: SheetOptions): GridInput {
  const u = [Math.cos(turn), 0, -Math.sin(turn)];
  const v = [Math.sin(turn), 0, Math.cos(turn)];
  const origin = centre.map((value, c) => value - (width / 2) * (u[c] + v[c]));
  return { columns: side, rows: side, width, height: width, origin, u, v };
}

/** The vertex in the middle of a sheet, or next to it. */
export function middleVertex(side: number): number {
  return Math.floor(side / 2) * side + Math.floor(side / 2);
}

/** The four corners of a sheet. */
export function cornerVertices(side: number): number[] {
  return [0, side - 1, side * (side - 1), side * side - 1];
}

/** Mean of a component of the vertices from..to. */
export function meanOf(values: Float64Array, component: number, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[3 * i + component];
  return sum / (to - from);
}

/** Least and greatest of a component of the vertices from..to. */
export function rangeOf(values: Float64Array, component: number, from: number, to: number): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = from; i < to; i++) {
    low = Math.min(low, values[3 * i + component]);
    high = Math.max(high, values[3 * i + component]);
  }
  return [low, high];
}

/** Root of the mean square speed of the vertices from..to [m/s]. */
export function meanSpeed(v: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let c = 3 * from; c < 3 * to; c++) sum += v[c] * v[c];
  return Math.sqrt(sum / (to - from));
}
