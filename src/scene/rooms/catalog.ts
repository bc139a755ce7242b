// All methods. A room (../rooms.ts).

export { METHODS } from "../../methods/catalog.ts";
export { GROUND } from "../ground.ts";
