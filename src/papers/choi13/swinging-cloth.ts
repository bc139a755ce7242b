import type { SceneInput } from "../../index.ts";

export interface SwingingCloth {
  readonly size: number;
  /** Of stretch and shear springs [N/m]; the triangles are as stiff. */
  readonly stiffness: number;
  readonly timestep: number;
  readonly solver: NonNullable<SceneInput["solver"]>;
  /** [N·m]; none by default. */
  readonly bendModulus?: number;
}

/** A square metre of 0.2 kg held by two corners, let go from horizontal: the test of [Choi13, Fig. 7.7]. */
export function swingingCloth({ size, stiffness, timestep, solver, bendModulus }: SwingingCloth): SceneInput {
  return {
    drape: 1,
    timestep,
    solver,
    cloths: [
      {
        grid: { columns: size, rows: size, width: 1, height: 1, v: [0, 0, 1] },
        springs: { stretch: stiffness, shear: stiffness },
        // the sheet that these springs make: Y = 2k, G = k
        triangleStiffness: { u: stiffness, v: stiffness, shearU: 2 * stiffness, shearV: 2 * stiffness },
        masses: 0.2 / (size * size),
        ...(bendModulus === undefined ? {} : { bendModulus }),
        pins: ["top-left", "top-right"],
      },
    ],
  };
}
