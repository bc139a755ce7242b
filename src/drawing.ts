/** What `drape` exports to draw cloth, which worlds do for themselves. */

export { computeNormals } from "./output/normals.ts";
