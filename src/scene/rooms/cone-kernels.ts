// What calls the kernels of bodies of cones. A room (../rooms.ts).

export { prepareContact } from "../../contact/contact.ts";
export { createConeKernels } from "../../kernels/cones/cone-kernels.ts";
export { GROUND } from "../ground.ts";
