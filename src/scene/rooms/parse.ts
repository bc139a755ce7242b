// The whole of a scene. A room (../rooms.ts).

export { GROUND } from "../ground.ts";
export { parseScene } from "../parse-scene.ts";
