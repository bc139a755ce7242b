// Cutting, tearing and removing springs. A room (../rooms.ts).

export { findEdgeCorners } from "../../mesh/cut.ts";
export { editRig, replayEdits } from "../../sim/edit-rig.ts";
export { createGradualCuts } from "../../sim/gradual-cuts.ts";
export { readCut, readRemoval } from "../../sim/read-edits.ts";
export { createTearing } from "../../sim/tearing.ts";
export { createSimulation } from "../create-simulation.ts";
