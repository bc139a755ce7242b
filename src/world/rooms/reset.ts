// Going back to the start. A room (../rooms.ts).

export { GROUND } from "../../scene/ground.ts";
export { restoreSnapshot } from "../../sim/snapshot.ts";
export { createEngine } from "../engine.ts";
