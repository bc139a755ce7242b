// The kernels of methods with blocks, for pages of `drape/core`: all that is not within `if (IS_WHOLE)`.
export * from "./common";
export { solveBlocks } from "./block-pcg";
