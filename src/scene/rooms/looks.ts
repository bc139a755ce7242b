// What shows and judges a state. A room (../rooms.ts).

export { createInspector } from "../../sim/inspect-state.ts";
export { createSights } from "../../sim/sights.ts";
export { GROUND } from "../ground.ts";
export { inspectedBodies } from "../inspected-bodies.ts";
