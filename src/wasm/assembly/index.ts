// The kernels of all methods.
export * from "./common";
export { solveBlocks } from "./block-pcg";
export { factorPanel, subtractOuterProduct } from "./dense-panel";
export { addOwnRows, solveBackward, solveForward } from "./supernodal-solve";
export const isWhole: i32 = 1;
