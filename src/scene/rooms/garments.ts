// Garments. A room (../rooms.ts).

export { buildGarment } from "../build-garment.ts";
export { createSimulation } from "../create-simulation.ts";
export { GARMENT } from "../fields/garment-field.ts";
