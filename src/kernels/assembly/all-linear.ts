// The kernels of all linear models.

export * from "./linear";
export const isWhole: i32 = 1;
