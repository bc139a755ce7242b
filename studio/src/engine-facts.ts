/** The part of the engine that the page itself runs, in a chunk of its own: see engine.ts. */
export { METHODS, parseScene } from "drape";
export { listBodies } from "drape/files";
