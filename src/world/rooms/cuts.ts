// Cutting. A room (../rooms.ts).

export { GROUND } from "../../scene/ground.ts";
export { createEngine } from "../engine.ts";
export { createGroupCuts } from "../group-cuts.ts";
