// Cloths and bodies from files, and what is attached to animated ones. A room (../rooms.ts).

export { arrangeCloth } from "../../input/arrange-cloth.ts";
export { createMeshMotion, findAnimation } from "../../input/mesh-motion.ts";
export { CLOTH_MESH, describeFile, meshBodyField } from "../fields/mesh-file-field.ts";
export { GROUND } from "../ground.ts";
export { loadMeshFile } from "../load-mesh-file.ts";
export { renumberEvents } from "../scene-numbers.ts";
