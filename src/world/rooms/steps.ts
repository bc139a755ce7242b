// Whole steps at a stretch. A room (../rooms.ts) of fronts.

export { FRONT_GROUND } from "../front-ground.ts";
export { takeSteps } from "../take-steps.ts";
