import { createRandom } from "../../src/core/random.ts";
import type { SceneInput } from "../../src/scene/scene-input.ts";

/** A JSON object that a test may take apart. */
// biome-ignore lint/suspicious/noExplicitAny: scenes are edited field by field, wrongly on purpose
export type Json = any;

/** Four particles, two triangles, every edge a spring, held by its first corner: small and valid. */
export function squareScene(): Json {
  return {
    drape: 1,
    timestep: 0.01,
    solver: { method: "implicit-euler", tolerance: 1e-13 },
    cloths: [
      {
        network: {
          positions: [
            [0, 0, 0],
            [1, 0, 0],
            [1, 0, 1],
            [0, 0, 1],
          ],
          velocities: [
            [0, 0, 0],
            [0, 0.5, 0],
            [0.1, 0, 0],
            [0, -0.2, 0.3],
          ],
          masses: [1, 2, 1, 0.5],
          springs: [
            [0, 1, 1, 100, "stretch"],
            [1, 2, 1, 100, "stretch"],
            [2, 3, 1, 100, "stretch"],
            [3, 0, 1, 100, "stretch"],
            [0, 2, Math.SQRT2, 40, "shear"],
            [1, 3, 1.3, 5, "bend"],
          ],
          triangles: [
            [0, 1, 2],
            [0, 2, 3],
          ],
          material: [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        },
        pins: [0],
        damping: { viscous: 0.05, relative: 0.02 },
      },
    ],
  };
}

/** A small hanging grid of raw springs. */
export function gridScene(columns: number, rows: number, more: Json = {}): SceneInput & Json {
  return {
    drape: 1,
    timestep: 0.01,
    cloths: [
      {
        grid: { columns, rows, width: columns - 1, height: rows - 1, v: [0, 0, 1] },
        springs: { stretch: 50, shear: 20, bend: 1 },
        masses: 1,
        pins: ["top-left", "top-right"],
        ...more,
      },
    ],
  };
}

/** One particle without forces. */
export function particleScene(position: readonly number[], velocity: readonly number[]): Json {
  return {
    drape: 1,
    gravity: [0, 0, 0],
    timestep: 0.01,
    solver: { method: "explicit-euler" },
    cloths: [{ network: { positions: [position], velocities: [velocity], masses: 1, springs: [] } }],
  };
}

const COLUMNS = 9;
const ROWS = 8;
/** Particles of `sheetScene`. */
export const SHEET_SIZE: number = COLUMNS * ROWS;

/** A shuffle of the numbers 0 to SHEET_SIZE − 1: the new number of each old one. */
export function shuffle(seed: number): number[] {
  const random = createRandom(seed);
  const numbers = Array.from({ length: SHEET_SIZE }, (_, i) => i);
  for (let i = SHEET_SIZE - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [numbers[i], numbers[j]] = [numbers[j], numbers[i]];
  }
  return numbers;
}

/** A hanging sheet as an explicit network, its particles numbered row by row and then renamed by `name`. */
export function sheetScene(name: readonly number[]): Json {
  const positions: Json = [];
  const velocities: Json = [];
  const masses: number[] = [];
  const springs: Json = [];
  const triangles: Json = [];
  const random = createRandom(5);
  for (let i = 0; i < SHEET_SIZE; i++) {
    const [c, r] = [i % COLUMNS, Math.floor(i / COLUMNS)];
    positions[name[i]] = [c, 0.1 * random(), r];
    velocities[name[i]] = [random(), random(), random()];
    masses[name[i]] = 0.5 + random();
    const join = (dc: number, dr: number, kind: string): void => {
      if (c + dc >= COLUMNS || c + dc < 0 || r + dr >= ROWS) return;
      springs.push([name[i], name[i + dc + COLUMNS * dr], Math.sqrt(dc * dc + dr * dr), kind === "bend" ? 2 : 30, kind]);
    };
    join(1, 0, "stretch");
    join(0, 1, "stretch");
    join(1, 1, "shear");
    join(-1, 1, "shear");
    join(2, 0, "bend");
    join(0, 2, "bend");
    if (c + 1 < COLUMNS && r + 1 < ROWS) {
      triangles.push([name[i], name[i + 1], name[i + COLUMNS]]);
      triangles.push([name[i + 1], name[i + COLUMNS + 1], name[i + COLUMNS]]);
    }
  }
  const motion = { sine: { direction: [0, 1, 0], amplitude: 0.3, frequency: 2 } };
  return {
    drape: 1,
    timestep: 0.02,
    cloths: [
      {
        network: { positions, velocities, masses, springs, triangles, bendModulus: 0.01 },
        pins: [name[0], { vertex: name[COLUMNS - 1], motion }],
        damping: { viscous: 0.1, relative: 0.05 },
      },
    ],
    wind: { velocity: [1, 2, -1], density: 0.4 },
    events: [{ at: 0.1, release: [name[0]] }],
  };
}
