// Bodies of skinned meshes. A room (../rooms.ts).

export { GROUND } from "../../scene/ground.ts";
export { createEngine } from "../engine.ts";
export { firstBones, skinnedColliders } from "../skinned-colliders.ts";
