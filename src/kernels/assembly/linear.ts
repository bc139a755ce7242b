// The kernels of the linear models, for pages of `drape/core`: all that is not within `if (IS_WHOLE)`.
export * from "./common";
export { factorPanel, subtractOuterProduct } from "./dense-panel";
export { addOwnRows, solveTrunkBackward, solveTrunkForward } from "./supernodal-solve";
