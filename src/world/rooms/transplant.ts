// What changes a world, and carries cloths over into another simulation. A room (../rooms.ts).
export { GROUND } from "../../scene/ground.ts";
export { transplant } from "../../sim/transplant.ts";
export { applyChanges } from "../apply-changes.ts";
export { carryDetail } from "../carry-detail.ts";
export { createEngine } from "../engine.ts";
export { findSource } from "../find-source.ts";
export { catchUp } from "../hidden-groups.ts";
export { isSameSetup } from "../is-same-setup.ts";
