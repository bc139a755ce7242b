// What most scenes leave out, and motions. A room (../rooms.ts).

export { pointMotion, poseScript } from "../../core/motion-script.ts";
export { DETAILS } from "../fields/details.ts";
export { GROUND } from "../ground.ts";
