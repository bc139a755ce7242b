// Cloths and bodies from files, and what is attached to animated ones. A room (../rooms.ts).

export { createMeshMotion, findAnimation } from "../../input/mesh-motion.ts";
export { orientSurface } from "../../mesh/orient-surface.ts";
export { CLOTH_MESH, describeFile, describeMesh, meshBodyField } from "../fields/mesh-file-field.ts";
export { GROUND } from "../ground.ts";
export { loadMeshFile } from "../load-mesh-file.ts";
