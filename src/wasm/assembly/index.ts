export { factorPanel, subtractOuterProduct } from "./dense-panel";
export { solveBlocks } from "./block-pcg";
export { maximiseChunks, sumChunks } from "./jobs";
export { addOwnRows, solveBackward, solveForward } from "./supernodal-solve";
export { run, work } from "./team";
