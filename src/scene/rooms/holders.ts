// What is attached to bodies, leashed or tethered. A room (../rooms.ts).

export { createAnchors } from "../../sim/anchors.ts";
export { createLeashes } from "../../sim/leash.ts";
export { buildAttachments } from "../build-attachments.ts";
export { buildTethers } from "../build-tethers.ts";
export { followForms } from "../follow-forms.ts";
export { GROUND } from "../ground.ts";
