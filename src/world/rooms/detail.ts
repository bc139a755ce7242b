// Cloths that nobody sees, or that are far away. A room (../rooms.ts).

export { GROUND } from "../../scene/ground.ts";
export { createEngine } from "../engine.ts";
export { planDetail } from "../group-detail.ts";
export { arrive, readPlaces } from "../hidden-groups.ts";
