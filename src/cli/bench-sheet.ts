import type { SceneInput } from "../scene/scene-input.ts";

/** Of every spring [N/m]. */
const STIFFNESS = 1e4;
const TOTAL_MASS = 0.2;

/** For people: what `benchSheet` is. */
export const BENCH_SHEET = "a square metre of 0.2 kg, k = 10⁴ N/m, held by two corners and let go from horizontal";

/** The sheet that `drape bench` takes where it is given no scene, and the methods for stiff cloth in the settings that suit them. */
export function benchSheet(size: number): SceneInput {
  return {
    drape: 1,
    cloths: [
      {
        grid: { columns: size, rows: size, width: 1, height: 1, v: [0, 0, 1] },
        springs: { stretch: STIFFNESS, shear: STIFFNESS },
        // the sheet that these springs make: Y = 2k, G = k
        triangleStiffness: { u: STIFFNESS, v: STIFFNESS, shearU: 2 * STIFFNESS, shearV: 2 * STIFFNESS },
        masses: TOTAL_MASS / (size * size),
        pins: ["top-left", "top-right"],
      },
    ],
    variants: [
      { name: "implicit-euler", solver: { method: "implicit-euler", tolerance: 1e-3 } },
      { name: "bdf2", solver: { method: "bdf2", tolerance: 1e-3 } },
      { name: "gauss-seidel", solver: { method: "gauss-seidel" } },
      { name: "linear-edge", solver: { method: "linear-edge" } },
      {
        name: "linear-edge-lbfgs",
        solver: { method: "linear-edge", acceleration: "lbfgs", iterations: 20, integrator: "bdf2" },
      },
    ],
  };
}
