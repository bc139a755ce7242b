// Normals of large cloths. A room (../rooms.ts).

export { compileNormals } from "../../output/compile-normals.ts";
export { GROUND } from "../../scene/ground.ts";
export { createEngine } from "../engine.ts";
