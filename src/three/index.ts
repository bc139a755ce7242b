/** Drape in a three.js scene. */
export { type ClothMesh, type ClothMeshOptions, createClothMesh } from "./cloth-mesh.ts";
export { createRenderMesh, type RenderMeshOptions } from "./render-mesh.ts";
