// All methods. A room (../rooms.ts).

export { METHODS } from "../../methods/catalog.ts";
export { createSimulation } from "../create-simulation.ts";
