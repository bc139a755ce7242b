// The whole of a scene. A room (../rooms.ts).

export { GROUND } from "../ground.ts";
export { readWholeScene } from "../read-whole-scene.ts";
