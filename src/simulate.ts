/** What `drape` exports to make and run simulations: with no more code than a scene needs. */

export type { BodySurface } from "./contact/shapes/collider.ts";
export type { BodyShape } from "./contact/shapes/collider-catalog.ts";
export type { BodyPlace } from "./core/body-place.ts";
export type { BodyTransform } from "./core/body-transform.ts";
export { DrapeError, InputError, NumericalError, UnsupportedError } from "./core/errors.ts";
export type { Keyframe, Motion, RotationMotion, SineMotion } from "./core/motion.ts";
export { type Profile, STAGES, type StepStage } from "./core/profile.ts";
export { MAX_STEPS_PER_UPDATE, type OnStep, type UpdateOptions } from "./core/update-options.ts";
export type { QuaternionInput, Vec3 } from "./core/vec3.ts";
export { VERSION } from "./core/version.ts";
export type { Jet } from "./forces/jet.ts";
export type { Gusts, Wind } from "./forces/wind.ts";
export type { VertexPair } from "./mesh/cut.ts";
export type { MethodInfo, MethodOptions, OptionInfo, OptionValue, SolveReport } from "./methods/method.ts";
export { type CreateOptions, createSimulation } from "./scene/create-simulation.ts";
export type { ColliderSpec, CollisionSpec } from "./scene/fields/collider-field.ts";
export type { SceneVariant } from "./scene/fields/scene-field.ts";
export type { Ability } from "./scene/load-abilities.ts";
export type { MeshLoader } from "./scene/mesh-loader.ts";
export type { Scene } from "./scene/read-scene.ts";
export type {
  AttachmentInput,
  ClothInput,
  ColliderInput,
  CollisionInput,
  EventInput,
  FabricInput,
  FabricName,
  FigureInput,
  GarmentInput,
  MeshArraysInput,
  MeshGroupInput,
  MeshInput,
  MotionInput,
  NetworkInput,
  PinInput,
  SceneInput,
  SolverInput,
  SolverInputs,
  SpringRow,
  TrianglesInput,
  VariantInput,
  VectorInput,
  WindInput,
} from "./scene/scene-input.ts";
export type { Ball } from "./sim/ball.ts";
export type { SimulationBodies } from "./sim/bodies.ts";
export type { CutOptions, SimulationEdit } from "./sim/edit.ts";
export type { FieldInfo, FieldName } from "./sim/fields.ts";
export type { Inspection } from "./sim/inspect-state.ts";
export type { Metrics } from "./sim/measure.ts";
export type { SimulationEvents } from "./sim/run.ts";
export type { Simulation } from "./sim/simulation.ts";
export type { Snapshot } from "./sim/snapshot.ts";
export type { SimulationView } from "./sim/view.ts";
