// How cloth meets itself, other cloth and bodies of triangles. A room (../rooms.ts).

export { prepareContact } from "../../contact/contact.ts";
export { createStartLift } from "../../contact/surfaces/start-lift.ts";
export { prepareSurfaceContact } from "../../contact/surfaces/surface-contact.ts";
export { createBlockCouplings } from "../../kernels/blocks/block-couplings.ts";
export { GROUND } from "../ground.ts";
