export * from "./core";
export const isWhole: i32 = 1;
