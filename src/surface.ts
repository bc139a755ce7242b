/** `drape/surface`: a surface to draw that is finer than the simulated one. */
export { compileNormals } from "./output/compile-normals.ts";
export { type BindOptions, bindRenderMesh, type RenderBinding, type RenderSurface, updateRenderMesh } from "./output/render-mesh.ts";
export { followCut } from "./output/render-mesh-cut.ts";
export {
  type CoarseSurface,
  type SubdividedSurface,
  type SubdivideOptions,
  subdivideSurface,
  updateSubdivision,
} from "./output/subdivide-surface.ts";
