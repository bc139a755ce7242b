// How `auto` may step cloth that touches nothing. A room (../rooms.ts).

export { boundModes } from "../../methods/ways/bound-modes.ts";
export { chooseWay } from "../../methods/ways/choose-way.ts";
export { findWaysInAir } from "../../methods/ways/ways-in-air.ts";
export { GROUND } from "../ground.ts";
