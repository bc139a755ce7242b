// How `auto` may step cloth that touches nothing. A room (../rooms.ts).

export { findWaysInAir } from "../../methods/ways/ways-in-air.ts";
export { GROUND } from "../ground.ts";
