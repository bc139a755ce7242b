/** Drape: real-time cloth for TypeScript. Everything public, by name. */
export type { BodyTransform } from "./contact/shapes/body-motion.ts";
export type { BodySurface } from "./contact/shapes/collider.ts";
export { COLLIDERS, type ColliderInfo, type ShapeSpec } from "./contact/shapes/collider-catalog.ts";
export { DrapeError, InputError, NumericalError, UnsupportedError } from "./core/errors.ts";
export { formatHash } from "./core/hash.ts";
export type { Keyframe, Motion, RotationMotion, SineMotion } from "./core/motion.ts";
export { type Profile, STAGES, type Stage } from "./core/profile.ts";
export type { Vec3 } from "./core/vec3.ts";
export { VERSION } from "./core/version.ts";
export { SPRING_KINDS, type SpringKind } from "./fabric/cloth.ts";
export { FABRIC_FIELDS, type Fabric, type FabricField } from "./fabric/fabric.ts";
export { FABRICS } from "./fabric/presets.ts";
export {
  type Bone,
  computePoses,
  createFigure,
  type Figure,
  type FigureMotion,
  type FigureOptions,
  type FleshCone,
  skinSurface,
} from "./figure/figure.ts";
export type { Jet } from "./forces/jet.ts";
export type { Gusts, Wind } from "./forces/wind.ts";
export {
  type Body,
  type BodyBone,
  type BodyCone,
  createGarment,
  type Garment,
  type GarmentOptions,
} from "./garment/garment.ts";
export { GARMENTS } from "./garment/garment-catalog.ts";
export type { GarmentKind, GarmentOption } from "./garment/garment-options.ts";
export { arrangeMesh, type MeshArrangement, UNITS } from "./input/arrange-mesh.ts";
export { parseJson } from "./input/json.ts";
export { MAX_MESH_BYTES } from "./input/limits.ts";
export { createMeshMotion, findAnimation, type PlaceAt } from "./input/mesh-motion.ts";
export { hasSeams, type ReadProgress, readMeshFile } from "./input/read-mesh-file.ts";
export { ORDERINGS, type Ordering } from "./linalg/ordering.ts";
export { computeSpy, type Spy } from "./linalg/spy.ts";
export type { SymmetricMatrix, SymmetricPattern } from "./linalg/symmetric-matrix.ts";
export type { VertexPair } from "./mesh/cut.ts";
export { findGroup, groupNames, type MeshFile, type MeshPiece, type MeshSkin } from "./mesh/mesh-file.ts";
export { METHODS } from "./methods/catalog.ts";
export type { MethodInfo, MethodOptions, OptionInfo, OptionValue, SolveReport } from "./methods/method.ts";
export { type BakePlan, DEFAULT_FPS, type FrameChoice, planBake } from "./output/bake-plan.ts";
export { type BakedBody, listBodies } from "./output/baked-bodies.ts";
export { colourAt } from "./output/colour-map.ts";
export { compileNormals } from "./output/compile-normals.ts";
export type { FileChunk } from "./output/file-chunk.ts";
export { formatMatrixMarket } from "./output/matrix-market.ts";
export { computeNormals } from "./output/normals.ts";
export { numberedName } from "./output/numbered-name.ts";
export { formatObjFile } from "./output/obj-file.ts";
export { createRecording, type Precision, type RecordedFrame, type Recording } from "./output/recording.ts";
export {
  type BindOptions,
  bindRenderMesh,
  type RenderBinding,
  type RenderSurface,
  updateRenderMesh,
} from "./output/render-mesh.ts";
export { followCut } from "./output/render-mesh-cut.ts";
export {
  type CoarseSurface,
  type SubdividedSurface,
  type SubdivideOptions,
  subdivideSurface,
  updateSubdivision,
} from "./output/subdivide-surface.ts";
export { checkWritable, estimateBytes, formatRecording, WRITERS, type WriterInfo } from "./output/writers.ts";
export { createZipFile, type ZipFile } from "./output/zip-file.ts";
export { type CreateOptions, createSimulation } from "./scene/create-simulation.ts";
export type { MeshLoader } from "./scene/load-mesh-file.ts";
export type { ColliderSpec, CollisionSpec } from "./scene/parse-collider.ts";
export {
  parseScene,
  parseWind,
  type Scene,
  type SceneInput,
  type SceneVariant,
  selectVariant,
} from "./scene/parse-scene.ts";
export { type SettledScene, type SettleOptions, settleScene } from "./scene/settle-scene.ts";
export type { Ball } from "./sim/ball.ts";
export { FIELDS, type FieldInfo, type FieldName } from "./sim/fields.ts";
export type { Inside, SpringLines } from "./sim/inside.ts";
export { type Inspection, MOST_INTERSECTIONS } from "./sim/inspect-state.ts";
export type { Metrics } from "./sim/measure.ts";
export type { Edit } from "./sim/revision.ts";
export { type CutOptions, MAX_CATCH_UP, type Simulation } from "./sim/simulation.ts";
export type { Snapshot } from "./sim/snapshot.ts";
