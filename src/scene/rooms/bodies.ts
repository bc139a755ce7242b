// All kinds of body. A room (../rooms.ts).

export { COLLIDERS, createShape } from "../../contact/shapes/collider-catalog.ts";
export { buildMeshBody } from "../build-mesh-body.ts";
export { GROUND } from "../ground.ts";
