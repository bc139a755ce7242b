// Cutting. A room (../rooms.ts).

export { findEdgesAlong } from "../../mesh/path-edges.ts";
export { GROUND } from "../../scene/ground.ts";
export { EDITING } from "../../scene/rooms/edits.ts";
export { createEngine } from "../engine.ts";
