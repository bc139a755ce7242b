// What pages of `drape/core` load: without kernels that few methods have a use for.
export { factorPanel, subtractOuterProduct } from "./dense-panel";
export { solveBlocks } from "./block-pcg";
export { subtractStiffness } from "./block-product";
export { assembleBlocks } from "./block-rows";
export { applyInverses, computeBlockResidual, sweepBlocks } from "./block-sweep";
export { maximiseChunks, sumChunks } from "./jobs";
export { gatherVectors, scatterVectors, splitPositions } from "./positions";
export { addOwnRows, solveBackward, solveForward } from "./supernodal-solve";
export { run, work } from "./team";
