// What names or reads everything, and so loads everything.

export { METHODS } from "../methods/methods.ts";
export { FIELDS } from "../sim/fields.ts";
export { parseScene, selectVariant } from "./parse-scene.ts";
