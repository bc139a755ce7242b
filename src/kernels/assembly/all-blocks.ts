// The kernels of all methods with blocks.

export * from "./springs";
export const isWhole: i32 = 1;
