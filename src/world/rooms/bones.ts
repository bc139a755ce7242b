// The bones of skins, as their user moves them. A room (../rooms.ts) of fronts.

export { readBones } from "../../core/read-bones.ts";
export { FRONT_GROUND } from "../front-ground.ts";
