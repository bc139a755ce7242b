// Cutting, tearing and removing springs. A room (../rooms.ts).

import type { Abilities } from "../../sim/abilities.ts";
import { editRig, replayEdits } from "../../sim/edit-rig.ts";
import { createGradualCuts } from "../../sim/gradual-cuts.ts";
import { readCut, readRemoval } from "../../sim/read-edits.ts";
import { tear } from "../../sim/tear.ts";

export { GROUND } from "../ground.ts";
export { placeCuts } from "../place-cuts.ts";

export const EDITING: Abilities["editing"] = { edit: editRig, replay: replayEdits, readCut, readRemoval, tear, createGradualCuts };
