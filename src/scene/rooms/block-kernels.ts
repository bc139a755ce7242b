// What calls the kernels with blocks. A room (../rooms.ts).

export { prepareBlockKernels } from "../../kernels/blocks/block-kernels.ts";
export { GROUND } from "../ground.ts";
