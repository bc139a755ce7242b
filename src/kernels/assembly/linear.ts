// The kernels of the linear models, for pages of `drape/core`: all that is within neither `if (HAS_CONTACT)` nor `if (IS_WHOLE)`.

export { factorPanel, subtractOuterProduct } from "./linear/dense-panel";
export { addOwnRows, solveTrunkBackward, solveTrunkForward } from "./linear/supernodal-solve";
export * from "./shared/common";
