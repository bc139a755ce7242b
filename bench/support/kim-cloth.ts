import type { SceneInput } from "../../src/index.ts";

/** Kim's hanging cloth (Fig. 4) at any size: unit masses one unit apart, springs 50 / 0.1, two corners held [Kim06, sec. 5]. */
export function kimCloth(size: number, solver: SceneInput["solver"], timestep: number, stretch = 50): SceneInput {
  return {
    drape: 1,
    gravity: [0, -0.03, 0],
    timestep,
    ...(solver === undefined ? {} : { solver }),
    cloths: [
      {
        grid: { columns: size, rows: size, width: size - 1, height: size - 1, v: [0, 0, 1] },
        springs: { stretch, shear: stretch, bend: 0.1, bendDiagonal: 0.1 },
        masses: 1,
        damping: { viscous: 0.05 },
        pins: ["top-left", "top-right"],
      },
    ],
  };
}
