// What is attached to bodies, leashed or tethered. A room (../rooms.ts).

export { buildAttachments } from "../build-attachments.ts";
export { buildTethers } from "../build-tethers.ts";
export { createSimulation } from "../create-simulation.ts";
export { followForms } from "../follow-forms.ts";
