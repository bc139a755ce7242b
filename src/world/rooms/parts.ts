// Meshes of several cloths in one simulation. A room (../rooms.ts).

export { GROUND } from "../../scene/ground.ts";
export { createEngine } from "../engine.ts";
export { partMesh } from "../part-mesh.ts";
