// The engine of worlds. A room (../rooms.ts).

export { GROUND } from "../../scene/ground.ts";
export { createEngine } from "../engine.ts";
