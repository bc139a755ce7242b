export { compareArrays, computeArraySum } from "./arrays";
export { factorPanel, subtractOuterProduct } from "./dense-panel";
export { solveBlocks } from "./block-pcg";
export { subtractStiffness } from "./block-product";
export { assembleBlocks } from "./block-rows";
export { applyInverses, computeBlockResidual, sweepBlocks } from "./block-sweep";
export { computeResidual } from "./edge-forces";
export {
  fitTree,
  moveEnds,
  roundPositions,
  searchMarked,
  searchNeighbours,
  searchTree,
  searchTrees,
  sortLists,
} from "./meeting-search";
export { gatherVectors, moveParticles, scatterVectors, splitMoved, splitPositions } from "./positions";
export { solveBackward, solveForward } from "./supernodal-solve";
export { computeTargetResidual } from "./target-forces";
export { addScaled, addScaledAndDot, computeDifference, computeLargest, computeSum, dot } from "./vectors";
