/** `drape/three`: cloth in a three.js scene. */
export { createClothMesh } from "./cloth-mesh.ts";
export { createRenderMesh, type RenderMeshOptions } from "./render-mesh.ts";
export type { ClothMesh, ClothMeshOptions } from "./surface-mesh.ts";
