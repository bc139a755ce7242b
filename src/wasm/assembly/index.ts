export * from "./core";
export { assemblePaidBlocks } from "./block-rows-paid";
