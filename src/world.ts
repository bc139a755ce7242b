/** What `drape` exports for worlds of cloth. */

export { createWorld } from "./world/create-world.ts";
export type {
  ClothDetail,
  CutAlongOptions,
  DetailInput,
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
