// Simulations of worlds that are attended. A room (../rooms.ts).

export { GROUND } from "../../scene/ground.ts";
export { createAttendedRun } from "../attended-run.ts";
export { createEngine } from "../engine.ts";
