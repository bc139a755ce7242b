export { solveBlocks } from "./block-pcg";
export { computeBlockProduct, subtractStiffness } from "./block-product";
export { assembleBlocks } from "./block-rows";
export { applyInverses, computeBlockResidual, sweepBlocks } from "./block-sweep";
export { computeResidual } from "./edge-forces";
export { gatherVectors, scatterVectors, splitMoved, splitPositions } from "./positions";
export { solveBackward, solveForward } from "./supernodal-solve";
export { computeTargetResidual } from "./target-forces";
export { addScaled, computeDifference, computeLargest, computeSum, dot } from "./vectors";
