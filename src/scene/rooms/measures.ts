// What measures a state. A room (../rooms.ts).

export { renumberMatrix } from "../../linalg/symmetric-matrix.ts";
export { measureState } from "../../sim/measure.ts";
export { GROUND } from "../ground.ts";
