import type { Experiment } from "./experiment.ts";
import { artificialInertia } from "./kim06/artificial-inertia.ts";
import { fig2AnchoredCorners } from "./kim06/fig2-anchored-corners.ts";
import { fig3Drape } from "./kim06/fig3-drape.ts";
import { fig4NineMethods } from "./kim06/fig4-nine-methods.ts";
import { oddEvenJacobi } from "./kim06/odd-even-jacobi.ts";
import { stabilityMap } from "./kim06/stability-map.ts";

/** Every experiment, in the order of the report: a new one is a file in the folder of its paper and a line here. */
export const EXPERIMENTS: readonly Experiment[] = [
  fig4NineMethods,
  fig2AnchoredCorners,
  fig3Drape,
  stabilityMap,
  artificialInertia,
  oddEvenJacobi,
];
