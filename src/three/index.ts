/** `drape/three`: cloth in a three.js scene. */
export { createClothMesh } from "./cloth-mesh.ts";
export { createRenderMesh, type RenderMeshOptions } from "./render-mesh.ts";
export { type GeometrySurface, type SurfaceGroup, surfaceFromGeometry } from "./surface-from-geometry.ts";
export { surfaceFromObject } from "./surface-from-object.ts";
export type { ClothMesh, ClothMeshOptions } from "./surface-mesh.ts";
