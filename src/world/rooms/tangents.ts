// Tangents. A room (../rooms.ts).

export { computeTangents } from "../../output/tangents.ts";
export { createEngine } from "../engine.ts";
