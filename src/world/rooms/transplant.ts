// What carries cloths over into another simulation. A room (../rooms.ts).

export { GROUND } from "../../scene/ground.ts";
export { transplant } from "../../sim/transplant.ts";
export { createEngine } from "../engine.ts";
export { findSource } from "../find-source.ts";
