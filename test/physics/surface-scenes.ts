import type { Simulation } from "../../src/index.ts";
import { fastest, type Scene } from "./contact-scenes.ts";

type Point = readonly [number, number, number];

/** A body given by its triangles. */
export interface SurfaceMesh {
  readonly positions: readonly Point[];
  readonly triangles: readonly (readonly [number, number, number])[];
}

export function meshBox(center: Point, halfSizes: Point): SurfaceMesh {
  const positions = Array.from({ length: 8 }, (_, i): Point => {
    const at = (c: number): number => center[c] + ((i >> c) & 1 ? halfSizes[c] : -halfSizes[c]);
    return [at(0), at(1), at(2)];
  });
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return { positions, triangles: faces.flatMap(([a, b, c, d]) => [[a, b, c] as const, [a, c, d] as const]) };
}

/** A square sheet of cells² squares, 2·half wide, through the origin; it rises by `slope` along x. */
export function meshPlate(half: number, cells = 1, slope = 0): SurfaceMesh {
  const positions: Point[] = [];
  const triangles: [number, number, number][] = [];
  for (let r = 0; r <= cells; r++) {
    for (let c = 0; c <= cells; c++) {
      const [x, z] = [c, r].map((k) => half * ((2 * k) / cells - 1));
      positions.push([x, slope * x, z]);
    }
  }
  for (let r = 0; r < cells; r++) {
    for (let c = 0; c < cells; c++) {
      const a = r * (cells + 1) + c;
      const below = a + cells + 1;
      triangles.push([a, below, a + 1], [a + 1, below, below + 1]);
    }
  }
  return { positions, triangles };
}

/** A level square sheet of size² vertices around (x, z) at a height, for `cloths`. */
export function levelCloth(size: number, width: number, [x, y, z]: Point, more: Record<string, unknown> = {}): object {
  const grid = {
    columns: size,
    rows: size,
    width,
    height: width,
    origin: [x - width / 2, y, z - width / 2],
    v: [0, 0, 1],
  };
  return { grid, ...more };
}

export interface Rest {
  /** Largest speed of any vertex in each of the last seconds [m/s]. */
  readonly speeds: number[];
  /** Fewest and most contacts in the last seconds. */
  readonly contacts: readonly [number, number];
  /** Sum over all steps. */
  readonly intersections: number;
}

/** Lets a scene come to rest for `settling` seconds and watches it for `watched` more. */
export function watchRest(simulation: Simulation, settling: number, watched: number): Rest {
  const perSecond = Math.round(1 / simulation.timestep);
  let intersections = 0;
  for (let n = 0; n < settling * perSecond; n++) {
    simulation.step();
    if (n % 10 === 0) intersections += simulation.view.inspect().intersections;
  }
  const speeds: number[] = [];
  let [fewest, most] = [Number.POSITIVE_INFINITY, 0];
  for (let n = 0; n < watched * perSecond; n++) {
    if (n % perSecond === 0) speeds.push(0);
    simulation.step();
    if (n % 10 === 0) intersections += simulation.view.inspect().intersections;
    speeds[speeds.length - 1] = Math.max(speeds[speeds.length - 1], fastest(simulation));
    const { contacts } = simulation.view.measure();
    fewest = Math.min(fewest, contacts);
    most = Math.max(most, contacts);
  }
  return { speeds, contacts: [fewest, most], intersections };
}

export type { Scene };
