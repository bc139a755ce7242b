// What every binary of kernels of methods has.
export { maximiseChunks, sumChunks } from "./jobs";
export { run, work } from "./team";
