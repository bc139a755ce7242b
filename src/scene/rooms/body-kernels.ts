// What calls the kernels of bodies. A room (../rooms.ts).

export { loadBodyKernels as load } from "../../contact/bodies/load-body-kernels.ts";
export { prepareContact } from "../../contact/contact.ts";
export { GROUND } from "../ground.ts";
