import { shortFloat } from "./short-float.ts";

/** A mesh as OBJ has it: all vertices first, in their order, then the faces of one object after the other. */
export interface ObjMesh {
  readonly positions: Float64Array;
  /** Unit normals, three numbers a vertex, or none. */
  readonly normals: Float32Array;
  /** Two numbers a vertex, or none. */
  readonly uv: Float32Array;
  readonly objects: readonly { readonly name: string; readonly triangles: Uint32Array }[];
}

/** A mesh as Wavefront OBJ text. Comments come first, a line each; positions keep their full precision. */
export function formatObj({ positions, normals, uv, objects }: ObjMesh, comments: readonly string[]): string {
  const lines = comments.map((comment) => `# ${comment.replace(/\s+/g, " ")}`);
  for (let i = 0; i < positions.length; i += 3) {
    lines.push(`v ${positions[i]} ${positions[i + 1]} ${positions[i + 2]}`);
  }
  for (let i = 0; i < uv.length; i += 2) lines.push(`vt ${uv[i]} ${uv[i + 1]}`);
  for (let i = 0; i < normals.length; i += 3) lines.push(`vn ${Array.from(normals.subarray(i, i + 3), shortFloat).join(" ")}`);
  const corner = nameCorner(uv.length > 0, normals.length > 0);
  for (const { name, triangles } of objects) {
    if (triangles.length === 0) continue;
    lines.push(`o ${name.replace(/[\s\p{Cc}]+/gu, "_")}`);
    for (let q = 0; q < triangles.length; q += 3) {
      lines.push(`f ${corner(triangles[q] + 1)} ${corner(triangles[q + 1] + 1)} ${corner(triangles[q + 2] + 1)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** A corner has the same number in all lists. */
function nameCorner(hasTexture: boolean, hasNormals: boolean): (vertex: number) => string {
  if (hasNormals) return hasTexture ? (v) => `${v}/${v}/${v}` : (v) => `${v}//${v}`;
  return hasTexture ? (v) => `${v}/${v}` : String;
}
