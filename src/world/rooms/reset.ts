// Going back to the start. A room (../rooms.ts).

export { GROUND } from "../../scene/ground.ts";
export { restoreRun } from "../../sim/snapshot.ts";
export { attachAgain } from "../attach-again.ts";
export { createEngine } from "../engine.ts";
