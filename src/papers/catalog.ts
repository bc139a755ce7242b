import { eigenvalues } from "./choi13/eigenvalues.ts";
import { fill } from "./choi13/fill.ts";
import { prediction } from "./choi13/prediction.ts";
import { solveTimes } from "./choi13/solve-times.ts";
import { sphere } from "./choi13/sphere.ts";
import { stepTimes } from "./choi13/step-times.ts";
import { swing } from "./choi13/swing.ts";
import { vibration } from "./choi13/vibration.ts";
import type { Experiment } from "./experiment.ts";
import { dampingModels } from "./kang02/damping-models.ts";
import { dressedCharacter } from "./kang02/dressed-character.ts";
import { flag } from "./kang02/flag.ts";
import { iterations } from "./kang02/iterations.ts";
import { table4 } from "./kang02/table4.ts";
import { artificialInertia } from "./kim06/artificial-inertia.ts";
import { fig2AnchoredCorners } from "./kim06/fig2-anchored-corners.ts";
import { fig3Drape } from "./kim06/fig3-drape.ts";
import { fig4NineMethods } from "./kim06/fig4-nine-methods.ts";
import { oddEvenJacobi } from "./kim06/odd-even-jacobi.ts";
import { stabilityMap } from "./kim06/stability-map.ts";
import { flappingCloth } from "./oh04/flapping-cloth.ts";
import { garments } from "./oh04/garments.ts";
import { momentum } from "./oh04/momentum.ts";
import { table1 } from "./oh04/table1.ts";

/** Every experiment, in the order of the report: a new one is a file in the folder of its paper and a line here. */
export const EXPERIMENTS: readonly Experiment[] = [
  fig4NineMethods,
  fig2AnchoredCorners,
  fig3Drape,
  stabilityMap,
  artificialInertia,
  oddEvenJacobi,
  momentum,
  table1,
  flappingCloth,
  garments,
  table4,
  iterations,
  dampingModels,
  flag,
  dressedCharacter,
  eigenvalues,
  fill,
  stepTimes,
  solveTimes,
  swing,
  sphere,
  prediction,
  vibration,
];
