import type { SceneInput } from "../../scene/scene-input.ts";
import { ohVariants } from "./oh-methods.ts";

/** Mass of a particle [kg]. */
export const MASS = 0.0005;
/** Height of the held corners, and width of the sheet [m]. */
export const TOP = 1.2;
export const WIDTH = 0.9;
/** How long the wind blows [s]. */
export const WINDY = 1;

/** What the tests on it change: springs [N/m], wind [m/s], damping of a particle [kg/s] and of a spring [kg/s]. */
export interface Flapping {
  readonly stiffness: number;
  readonly wind: number;
  readonly viscous: number;
  readonly relative: number;
}

/** The flapping cloth of [Oh04, Fig. 2], which its Table 1 measures as well: edge and cross-edge springs, hung by two corners; wind for a second. */
export function flappingSheet(flapping: Flapping, solver: NonNullable<SceneInput["solver"]>, timestep: number): SceneInput {
  const { stiffness, wind, viscous, relative } = flapping;
  return {
    drape: 1,
    title: "Oh's flapping cloth (Fig. 2)",
    description: "Wind blows for a second against a sheet that hangs by two corners, and stops. The variants are Oh's methods.",
    timestep,
    duration: 3,
    solver,
    variants: ohVariants({ tolerance: 1e-5 }),
    cloths: [
      {
        grid: { columns: 19, rows: 15, width: WIDTH, origin: [-WIDTH / 2, TOP, 0], triangles: "equilateral" },
        springs: { stretch: stiffness, bend: stiffness / 20 },
        masses: MASS,
        damping: { viscous, relative },
        pins: ["top-left", "top-right"],
      },
    ],
    // a little from the side, towards the viewer
    wind: { velocity: [0.2 * wind, 0, wind], density: 0.3, until: WINDY - 1e-4 },
    camera: { position: [1.3, 1.05, 1.16], target: [0.06, 0.81, 0.12] },
    floor: 0,
  };
}
