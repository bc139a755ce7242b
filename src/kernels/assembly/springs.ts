// The kernels of conjugate gradients on blocks of springs, which know contact: all that is within neither `if (HAS_SWEEPS)` nor `if (IS_WHOLE)`.

export { solveBlocks } from "./blocks/block-pcg";
export { constrainRows, moveSliders } from "./blocks/block-sliders";
export * from "./shared/common";
