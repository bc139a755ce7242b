// What most scenes leave out, motions and wind. A room (../rooms.ts).

export { pointMotion, poseScript } from "../../core/motion-script.ts";
export { blow } from "../../forces/blow.ts";
export { DETAILS } from "../fields/details.ts";
export { GROUND } from "../ground.ts";
export { startPositions } from "../start-positions.ts";
export { withReleases } from "../with-releases.ts";
