import type { SceneInput } from "../../src/scene/parse-scene.ts";

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
