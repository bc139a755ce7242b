// The kernels of all methods.

export { solveBlocks } from "./blocks/block-pcg";
export { constrainRows, moveSliders } from "./blocks/block-sliders";
export { factorPanel, subtractOuterProduct } from "./linear/dense-panel";
export { addOwnRows, solveTrunkBackward, solveTrunkForward } from "./linear/supernodal-solve";
export * from "./shared/common";
export const isWhole: i32 = 1;
