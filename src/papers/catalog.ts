import { collisionSchemes } from "./ertekin14/collision-schemes.ts";
import { explicitLimit } from "./ertekin14/explicit-limit.ts";
import { integrators } from "./ertekin14/integrators.ts";
import { springTypes } from "./ertekin14/spring-types.ts";
import { tearing } from "./ertekin14/tearing.ts";
import { thetaBlend } from "./ertekin14/theta-blend.ts";
import { triangleMeshes } from "./ertekin14/triangle-meshes.ts";
import type { Experiment } from "./experiment.ts";
import { artificialInertia } from "./kim06/artificial-inertia.ts";
import { fig2AnchoredCorners } from "./kim06/fig2-anchored-corners.ts";
import { fig3Drape } from "./kim06/fig3-drape.ts";
import { fig4NineMethods } from "./kim06/fig4-nine-methods.ts";
import { oddEvenJacobi } from "./kim06/odd-even-jacobi.ts";
import { stabilityMap } from "./kim06/stability-map.ts";
import { cantilever } from "./physics/cantilever.ts";
import { catenary } from "./physics/catenary.ts";
import { cusickDrape } from "./physics/cusick-drape.ts";
import { dampingLaw } from "./physics/damping-law.ts";
import { friction } from "./physics/friction.ts";
import { hangingStrip } from "./physics/hanging-strip.ts";
import { heartLoop } from "./physics/heart-loop.ts";
import { mylarBalloon } from "./physics/mylar-balloon.ts";
import { standingStrip } from "./physics/standing-strip.ts";

/** Every experiment, in the order of the report: a new one is a file in the folder of its paper and a line here. */
export const EXPERIMENTS: readonly Experiment[] = [
  fig4NineMethods,
  fig2AnchoredCorners,
  fig3Drape,
  stabilityMap,
  artificialInertia,
  oddEvenJacobi,
  springTypes,
  explicitLimit,
  thetaBlend,
  integrators,
  triangleMeshes,
  collisionSchemes,
  tearing,
  cantilever,
  standingStrip,
  heartLoop,
  catenary,
  hangingStrip,
  dampingLaw,
  friction,
  cusickDrape,
  mylarBalloon,
];
