// Garments. A room (../rooms.ts).

export { buildGarment } from "../build-garment.ts";
export { GARMENT } from "../fields/garment-field.ts";
export { GROUND } from "../ground.ts";
