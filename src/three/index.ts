/** `drape/three`: cloth in a three.js scene. */
export { type AttachTo, attach } from "./attach.ts";
export type { BodyForm } from "./body-form.ts";
export { createClothMesh } from "./cloth-mesh.ts";
export type { ThreeClothInput } from "./cloth-source.ts";
export { createCloth, type ThreeCloth, type ThreeClothDescription, type ThreeClothOptions } from "./create-cloth.ts";
export { type DraggingOptions, enableDragging } from "./enable-dragging.ts";
export { followObject, type ThreeBody } from "./follow-object.ts";
export type { FollowOptions } from "./follower.ts";
export type { VertexNames } from "./name-vertices.ts";
export { createRenderMesh, type RenderMeshOptions } from "./render-mesh.ts";
export { type GeometrySurface, type SurfaceGroup, surfaceFromGeometry } from "./surface-from-geometry.ts";
export { surfaceFromObject } from "./surface-from-object.ts";
export type { ClothMesh, ClothMeshOptions } from "./surface-mesh.ts";
export { type DetailOptions, updateDetail } from "./update-detail.ts";
