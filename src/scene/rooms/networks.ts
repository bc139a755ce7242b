// Cloths of other shapes than grids, and what few cloths have. A room (../rooms.ts).

export { fabricPart } from "../../fabric/fabric-cloth.ts";
export { tellSlivers } from "../../fabric/tell-slivers.ts";
export { pressureTerm } from "../../forces/pressure.ts";
export { createDisk } from "../../mesh/disk.ts";
export { validateSurface } from "../../mesh/validate-surface.ts";
export { buildNetwork } from "../build-network.ts";
export { checkPressure, checkTear } from "../check-cloth.ts";
export { NETWORK, TRIANGLE_STIFFNESS } from "../fields/network-field.ts";
export { GROUND } from "../ground.ts";
export { groupsOf } from "../mesh-groups.ts";
