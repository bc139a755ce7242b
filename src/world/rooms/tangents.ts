// Tangents. A room (../rooms.ts).

export { computeTangents } from "../../output/tangents.ts";
export { GROUND } from "../../scene/ground.ts";
export { createEngine } from "../engine.ts";
