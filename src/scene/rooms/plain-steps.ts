// Steps in TypeScript of methods whose steps most scenes take in WebAssembly. A room (../rooms.ts).

export { createPlainStep } from "../../methods/implicit/plain-step.ts";
export { GROUND } from "../ground.ts";
