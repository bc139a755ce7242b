// The kernels of methods with blocks, for pages of `drape/core`: all that is within neither `if (HAS_CONTACT)` nor `if (IS_WHOLE)`.

export { solveBlocks } from "./blocks/block-pcg";
export * from "./shared/common";
