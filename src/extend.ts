/**
 * `drape/extend`: what the author of a method, a force or a kind of body needs, or of what attends a world. `createSimulation(scene, { methods, forces,
 * shapes })` takes them, and `createWorld`; `serveWorlds` in a worker of one's own.
 */
export { LEVEL, NEVER, type Shape, TAU } from "./contact/shapes/collider.ts";
export type { ContactHandling, Pins, Sliders } from "./core/constraints.ts";
export {
  BOOLEAN,
  choice,
  type Field,
  integer,
  list,
  number,
  object,
  type Range,
  required,
  STRING,
  vector,
  withDefault,
} from "./core/field.ts";
export { addIdentity } from "./core/mat3.ts";
export type { StageClock } from "./core/profile.ts";
export type { Proposal, State, StateArrays } from "./core/state.ts";
export type { Departure, StepContext } from "./core/step-context.ts";
export { cos, sin } from "./core/trig.ts";
export type { Cloth, ClothPart, Hinges, Springs } from "./fabric/cloth.ts";
export { addForces, createForces, type ForceOptions, type Forces } from "./forces/catalog.ts";
export { addNothing, type ForceTerm, NO_PAIRS } from "./forces/force-term.ts";
export type { Environment, ForceFactory } from "./forces/wind.ts";
export { computeAccelerations, computeSum } from "./methods/acceleration.ts";
export type { Method, Problem, Solver } from "./methods/method.ts";
export { BENDING, forceOptions } from "./methods/options.ts";
export type { Extensions, ShapeKind } from "./scene/extensions.ts";
export type { Attend, Attendant, Parcel, WorldExtensions } from "./world/attend.ts";
export { serveWorlds } from "./world/serve-worlds.ts";
