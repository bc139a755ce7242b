// The kernels of methods with blocks of springs, which know contact: all that is not within `if (IS_WHOLE)`.

export { solveBlocks } from "./blocks/block-pcg";
export { constrainRows, moveSliders } from "./blocks/block-sliders";
export * from "./shared/common";
