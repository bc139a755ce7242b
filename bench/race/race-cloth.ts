import type { Wind } from "../../src/forces/wind.ts";
import type { SceneInput } from "../../src/index.ts";
import { createGrid } from "../../src/mesh/grid.ts";

/** Everything a contestant is told about a scene's cloth. All have the same mesh, masses, springs and forces. */
export interface RaceCloth {
  readonly scene: string;
  /** Vertices along a side; vertex (column c, row r) is r·size + c. */
  readonly size: number;
  readonly particleCount: number;
  /** Start [m], packed x, y, z; at rest, unstrained. */
  readonly positions: Float64Array;
  /** Direction in which rows increase where the sheet is flat. */
  readonly along: Direction;
  /** Of each particle [kg]. */
  readonly mass: number;
  /** First the stretch springs (grid edges), then the shear springs (both diagonals of each cell). */
  readonly ends: Uint32Array;
  readonly restLength: Float64Array;
  readonly stretchCount: number;
  /** Of every spring [N/m]. */
  readonly stiffness: number;
  readonly triangles: Uint32Array;
  readonly pins: readonly number[];
  /** Along −y [m/s²]. */
  readonly gravity: number;
  /** dv/dt = −damping·v [1/s]. */
  readonly damping: number;
  readonly sphere?: Sphere;
  readonly wind?: Wind;
  /** Cloth meets cloth, and starts folded. */
  readonly selfContact?: SelfContact;
  /** A whole scene of Drape in place of all this: only Drape can run it. */
  readonly whole?: SceneInput;
}

type Direction = readonly [number, number, number];

export interface SelfContact {
  readonly friction: number;
  /** Two layers keep this far from one another, middle to middle [m]. */
  readonly thickness: number;
}

export interface Sphere {
  readonly centre: readonly [number, number, number];
  readonly radius: number;
  readonly friction: number;
  /** The cloth's middle keeps this far from it [m]. */
  readonly thickness: number;
}

export const STIFFNESS = 1e4;
const TOTAL_MASS = 0.2;
const PINS = {
  none: () => [],
  corners: (size: number) => [0, size - 1],
  left: (size: number) => [0, (size - 1) * size],
} as const;

export interface SheetOptions {
  readonly scene: string;
  readonly size: number;
  readonly origin: readonly [number, number, number];
  /** Direction of the rows' increase. Rows begin at the top edge, which runs along x. */
  readonly v: Direction;
  readonly pins: "corners" | "left" | "none" | readonly number[];
  readonly damping?: number;
  readonly sphere?: Sphere;
  readonly wind?: Wind;
  readonly selfContact?: SelfContact;
}

/** A square metre of 0.2 kg, size × size particles, k = 10⁴ N/m along edges and diagonals. */
export function createSheet({ scene, size, origin, v, pins, damping = 0, sphere, wind, selfContact }: SheetOptions): RaceCloth {
  const { positions, triangles } = createGrid({ columns: size, rows: size, width: 1, height: 1, origin, v });
  const stretch: number[] = [];
  const shear: number[] = [];
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      const i = r * size + c;
      if (c + 1 < size) stretch.push(i, i + 1);
      if (r + 1 < size) stretch.push(i, i + size);
      if (c + 1 < size && r + 1 < size) shear.push(i, i + size + 1, i + 1, i + size);
    }
  }
  const spacing = 1 / (size - 1);
  const stretchCount = stretch.length / 2;
  const restLength = new Float64Array(stretchCount + shear.length / 2).fill(spacing);
  restLength.fill(Math.SQRT2 * spacing, stretchCount);
  return {
    scene,
    size,
    particleCount: size * size,
    positions,
    along: v,
    mass: TOTAL_MASS / (size * size),
    ends: Uint32Array.from([...stretch, ...shear]),
    restLength,
    stretchCount,
    stiffness: STIFFNESS,
    triangles,
    pins: typeof pins === "string" ? PINS[pins](size) : pins,
    gravity: 9.81,
    damping,
    ...(sphere === undefined ? {} : { sphere }),
    ...(wind === undefined ? {} : { wind }),
    ...(selfContact === undefined ? {} : { selfContact }),
  };
}
