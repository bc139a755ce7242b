// The kernels of all methods.
export * from "./common";
export { solveBlocks } from "./block-pcg";
export { constrainRows, moveSliders } from "./block-sliders";
export { factorPanel, subtractOuterProduct } from "./dense-panel";
export { addOwnRows, solveTrunkBackward, solveTrunkForward } from "./supernodal-solve";
export const isWhole: i32 = 1;
