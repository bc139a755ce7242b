import { CHOI_COVERAGE } from "./choi13/coverage.ts";
import { denseInverse } from "./choi13/dense-inverse.ts";
import { edgeShear } from "./choi13/edge-shear.ts";
import { fig6Elimination } from "./choi13/fig6-2-9-elimination.ts";
import { fig7SwingingCloth } from "./choi13/fig7-7-swinging-cloth.ts";
import { fig7SphereTest } from "./choi13/fig7-8-9-sphere-test.ts";
import { predictorWeights } from "./choi13/predictor-weights.ts";
import { previousDirection } from "./choi13/previous-direction.ts";
import { printedEquations } from "./choi13/printed-equations.ts";
import { table6Eigenvalues } from "./choi13/table6-1-eigenvalues.ts";
import { tables7Fill } from "./choi13/tables7-1-2-fill.ts";
import { tables7StepTimes } from "./choi13/tables7-3-5-step-times.ts";
import { tables7Substitution } from "./choi13/tables7-6-7-substitution.ts";
import { vibration } from "./choi13/vibration.ts";
import type { CoverageRow } from "./coverage.ts";
import { collisionIntegrators } from "./ertekin14/collision-integrators.ts";
import { collisionSchemes } from "./ertekin14/collision-schemes.ts";
import { ERTEKIN_COVERAGE } from "./ertekin14/coverage.ts";
import { explicitLimit } from "./ertekin14/explicit-limit.ts";
import { impulses } from "./ertekin14/impulses.ts";
import { integrators } from "./ertekin14/integrators.ts";
import { particleCount } from "./ertekin14/particle-count.ts";
import { positionAlteration } from "./ertekin14/position-alteration.ts";
import { selfRepulsion } from "./ertekin14/self-repulsion.ts";
import { springTypes } from "./ertekin14/spring-types.ts";
import { tearing } from "./ertekin14/tearing.ts";
import { thetaBlend } from "./ertekin14/theta-blend.ts";
import { triangleMeshes } from "./ertekin14/triangle-meshes.ts";
import type { Experiment, PaperKey } from "./experiment.ts";
import { KANG_COVERAGE } from "./kang02/coverage.ts";
import { dampingModels } from "./kang02/damping-models.ts";
import { fig4Flag } from "./kang02/fig4-flag.ts";
import { fig5DressedCharacter } from "./kang02/fig5-dressed-character.ts";
import { oneOrTwoUpdates } from "./kang02/one-or-two-updates.ts";
import { table4UpdateTime } from "./kang02/table4-update-time.ts";
import { artificialInertia } from "./kim06/artificial-inertia.ts";
import { asymmetricProjected } from "./kim06/asymmetric-projected.ts";
import { KIM_COVERAGE } from "./kim06/coverage.ts";
import { desbrunStoppedEarly } from "./kim06/desbrun-stopped-early.ts";
import { fig2AnchoredCorners } from "./kim06/fig2-anchored-corners.ts";
import { fig3Drape } from "./kim06/fig3-drape.ts";
import { fig4NineMethods } from "./kim06/fig4-nine-methods.ts";
import { firstMethodInPlace } from "./kim06/first-method-in-place.ts";
import { oddEvenJacobi } from "./kim06/odd-even-jacobi.ts";
import { smoothedJacobian } from "./kim06/smoothed-jacobian.ts";
import { stabilityMap } from "./kim06/stability-map.ts";
import { strongSpringsOnly } from "./kim06/strong-springs-only.ts";
import { sweepConvergence } from "./kim06/sweep-convergence.ts";
import { oneScene } from "./methods/one-scene.ts";
import { OH_COVERAGE } from "./oh04/coverage.ts";
import { fig2FlappingCloth } from "./oh04/fig2-flapping-cloth.ts";
import { fig5And6Garments } from "./oh04/fig5-6-garments.ts";
import { momentum } from "./oh04/momentum.ts";
import { table1VelocityError } from "./oh04/table1-velocity-error.ts";
import { cantilever } from "./physics/cantilever.ts";
import { catenary } from "./physics/catenary.ts";
import { cusickDrape } from "./physics/cusick-drape.ts";
import { dampingLaw } from "./physics/damping-law.ts";
import { fabricPassport } from "./physics/fabric-passport.ts";
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
  smoothedJacobian,
  strongSpringsOnly,
  stabilityMap,
  artificialInertia,
  desbrunStoppedEarly,
  firstMethodInPlace,
  oddEvenJacobi,
  sweepConvergence,
  asymmetricProjected,
  springTypes,
  explicitLimit,
  thetaBlend,
  integrators,
  collisionIntegrators,
  triangleMeshes,
  collisionSchemes,
  positionAlteration,
  impulses,
  selfRepulsion,
  particleCount,
  tearing,
  momentum,
  table1VelocityError,
  fig2FlappingCloth,
  fig5And6Garments,
  table4UpdateTime,
  oneOrTwoUpdates,
  dampingModels,
  fig4Flag,
  fig5DressedCharacter,
  denseInverse,
  table6Eigenvalues,
  fig6Elimination,
  tables7Fill,
  tables7StepTimes,
  tables7Substitution,
  fig7SwingingCloth,
  fig7SphereTest,
  previousDirection,
  predictorWeights,
  vibration,
  edgeShear,
  printedEquations,
  oneScene,
  cantilever,
  standingStrip,
  heartLoop,
  catenary,
  hangingStrip,
  dampingLaw,
  friction,
  cusickDrape,
  fabricPassport,
  mylarBalloon,
];

/** What of each paper is covered. */
export const COVERAGE: Readonly<Partial<Record<PaperKey, readonly CoverageRow[]>>> = {
  kim06: KIM_COVERAGE,
  ertekin14: ERTEKIN_COVERAGE,
  oh04: OH_COVERAGE,
  kang02: KANG_COVERAGE,
  choi13: CHOI_COVERAGE,
};
