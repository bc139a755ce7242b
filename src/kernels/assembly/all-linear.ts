// The kernels of all linear models.

export * from "./linear";
export { solveHats } from "./linear/hat-solve";
export const isWhole: i32 = 1;
