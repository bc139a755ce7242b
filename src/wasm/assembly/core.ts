// What pages of `drape/core` load: all that is not within `if (IS_WHOLE)`.
export { factorPanel, subtractOuterProduct } from "./dense-panel";
export { solveBlocks } from "./block-pcg";
export { maximiseChunks, sumChunks } from "./jobs";
export { addOwnRows, solveBackward, solveForward } from "./supernodal-solve";
export { run, work } from "./team";
