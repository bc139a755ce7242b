// All kinds of body. A room (../rooms.ts).

export { COLLIDERS, createShape } from "../../contact/shapes/collider-catalog.ts";
export { createSimulation } from "../create-simulation.ts";
