// The whole of a scene. A room (../rooms.ts).

export { createSimulation } from "../create-simulation.ts";
export { parseScene } from "../parse-scene.ts";
