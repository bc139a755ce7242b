// The kernels of methods with blocks, for pages of `drape/core`: all that is not within `if (IS_WHOLE)`.

export { solveBlocks } from "./blocks/block-pcg";
export * from "./shared/common";
