/** What `drape` exports for worlds of cloth, and to draw it. */

export * from "./output/normals.ts"; // like index.ts, only by `export *`
export * from "./world/create-world.ts";
export type {
  CutAlongOptions,
  DragOptions,
  Hand,
  Hit,
  LoadOptions,
  Ray,
  SkinInput,
  StepOptions,
  WorkerLike,
  World,
  WorldCloth,
  WorldClothInput,
  WorldCollider,
  WorldColliderInput,
  WorldEvents,
  WorldOptions,
  WorldScene,
  WorldSettings,
} from "./world/world.ts";
