import { FABRIC_FIELDS, type SceneInput } from "drape";
import { type FabricChoice, fabricNumbers, toSceneFabric } from "./fabric-choice.ts";

/**
 * Two tests of a fabric, as laboratories make them, in one scene: a disk of cloth drapes over a smaller plate [Cusick68], and a strip that
 * is as long as it takes bends down to a slope of 41.5° (the cantilever of the textile standards).
 *
 *        ______             |¯¯¯|———.____
 *      .(______).           |   |        `-.
 *     /  |    |  \          |   | slope     \
 */
export interface FabricTests {
  readonly scene: SceneInput;
  /** Vertices of the disk; those of the strip follow, row by row. */
  readonly diskCount: number;
  /** Free length of the strip [m]. */
  readonly length: number;
}

/** What the tests found. */
export interface FabricFindings {
  /** Share of the free part of the disk that is still in its shadow from above [%]. */
  readonly drape: number;
  /** [cm] */
  readonly bendingLength: number;
}

/** Of the disk of cloth and of the plate under it [m]. */
export const DISK_RADIUS = 0.15;
export const PLATE_RADIUS = 0.09;
/** The slope of the standard [rad]. */
export const SLOPE: number = (41.5 * Math.PI) / 180;
/** Steps of 1/60 s until both have come to rest. */
export const TEST_STEPS = 120;
/** As in the passports of the fabrics; a multiple of 5, so that a ring lies on the rim of the plate. */
const RINGS = 15;
/** Free cells of the strip; its first columns are clamped. */
const CELLS = 16;
const ROWS = 3;
const GRAVITY = 9.81;
/** Holds the cloth back so that it comes to rest soon [1/s]. */
const DAMPING = 3;
/** Threads of the disk are at most so many times as stiff as its shear: a mesh of stiff threads folds along its edges alone, and hangs too stiffly. */
const SOFTENED = 3;
/** Where the shadow is counted, cells a side. */
const SHADOW_CELLS = 256;

export function makeFabricTests(choice: FabricChoice): FabricTests {
  const { bending, density, shear, stretchWarp, stretchWeft } = fabricNumbers(choice);
  const length = 2 * Math.cbrt(Math.max(bending, smallest("bending")) / (density * GRAVITY));
  // bending is felt over half a cell on either side of a column, so the length starts in the middle of the clamped cell
  const spacing = length / (CELLS + 0.5);
  const columns = CELLS + 2;
  const fabric = { ...toSceneFabric(choice), damping: DAMPING };
  const soften = (stretch: number): number => Math.min(stretch, SOFTENED * shear);
  const softened = { ...fabric, stretchWarp: soften(stretchWarp), stretchWeft: soften(stretchWeft) };
  const held = Math.round((RINGS * PLATE_RADIUS) / DISK_RADIUS);
  const disk = { rings: RINGS, radius: DISK_RADIUS, v: [0, 0, 1] };
  const grid = {
    columns,
    rows: ROWS,
    width: spacing * (columns - 1),
    height: spacing * (ROWS - 1),
    origin: [1 - spacing / 2, 0, 0],
    v: [0, 0, 1],
  };
  const clamped = Array.from({ length: ROWS }, (_, row) => [row * columns, row * columns + 1]).flat();
  const scene: SceneInput = {
    drape: 1,
    gravity: [0, -GRAVITY, 0],
    timestep: 1 / 60,
    solver: { method: "triangle-implicit", tolerance: 1e-3 },
    cloths: [
      { disk, fabric: softened, pins: Array.from({ length: 1 + 3 * held * (held + 1) }, (_, i) => i) },
      { grid, fabric, pins: clamped },
    ],
  };
  return { scene, diskCount: 1 + 3 * RINGS * (RINGS + 1), length };
}

/** Below this the strip would have no length. */
function smallest(field: string): number {
  const { default: usual } = FABRIC_FIELDS.find(({ name }) => name === field) ?? { default: 1 };
  return 1e-3 * usual;
}

export function measureFabric({ diskCount, length }: FabricTests, positions: Float32Array, triangles: Uint32Array): FabricFindings {
  const plate = Math.PI * PLATE_RADIUS * PLATE_RADIUS;
  const whole = Math.PI * DISK_RADIUS * DISK_RADIUS;
  const drape = (100 * (shadowArea(positions, diskCount, triangles) - plate)) / (whole - plate);
  const profile = stripProfile(diskCount, positions);
  const [x, y] = profile[profile.length - 1];
  return { drape, bendingLength: 100 * bendingLength(length, Math.atan2(-y, x)) };
}

/**
 * Bending length [m] of a strip of this free length [m] whose tip is seen under this angle [rad] below the horizontal. Where it meets the
 * slope it is half the length, as the standards have it; near by it goes as Peirce's formula, L³ cos(θ/2)/tan θ.
 */
function bendingLength(length: number, angle: number): number {
  const cube = (at: number): number => Math.cos(at / 2) / Math.tan(at);
  return (length / 2) * Math.cbrt(cube(angle) / cube(SLOPE));
}

/** The strip from the side: x and y [m] along its middle, from the edge that it is pushed over. */
export function stripProfile(diskCount: number, positions: Float32Array): [number, number][] {
  const columns = CELLS + 2;
  const middle = 3 * (diskCount + columns);
  return Array.from({ length: columns }, (_, k) => {
    const at = middle + 3 * k;
    return k === 0 ? [0, 0] : [positions[at] - 1, positions[at + 1]];
  });
}

/** The area under the disk as seen from above [m²]: rows of cells, of which each triangle covers a stretch. */
function shadowArea(positions: Float32Array, diskCount: number, triangles: Uint32Array): number {
  const cell = (2 * DISK_RADIUS) / SHADOW_CELLS;
  const covered = new Uint8Array(SHADOW_CELLS * SHADOW_CELLS);
  const corner = new Float64Array(6);
  for (let t = 0; t < triangles.length; t += 3) {
    if (triangles[t] >= diskCount) continue;
    for (let k = 0; k < 3; k++) {
      corner[2 * k] = (positions[3 * triangles[t + k]] + DISK_RADIUS) / cell - 0.5;
      corner[2 * k + 1] = (positions[3 * triangles[t + k] + 2] + DISK_RADIUS) / cell - 0.5;
    }
    coverTriangle(corner, covered);
  }
  return covered.reduce((sum, value) => sum + value, 0) * cell * cell;
}

function coverTriangle(corner: Float64Array, covered: Uint8Array): void {
  const low = Math.max(0, Math.ceil(Math.min(corner[1], corner[3], corner[5])));
  const high = Math.min(SHADOW_CELLS - 1, Math.floor(Math.max(corner[1], corner[3], corner[5])));
  for (let row = low; row <= high; row++) {
    let left = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    for (let a = 0; a < 6; a += 2) {
      const b = (a + 2) % 6;
      const share = (row - corner[a + 1]) / (corner[b + 1] - corner[a + 1]);
      if (!(share >= 0 && share <= 1)) continue;
      const x = corner[a] + share * (corner[b] - corner[a]);
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
    const [from, to] = [Math.max(0, Math.ceil(left)), Math.min(SHADOW_CELLS - 1, Math.floor(right))];
    for (let column = from; column <= to; column++) covered[row * SHADOW_CELLS + column] = 1;
  }
}
