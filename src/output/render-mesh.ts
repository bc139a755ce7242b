import { checkArray } from "../core/check-array.ts";
import { readChoice } from "../core/read.ts";
import { checkPacked, checkRows } from "../mesh/validate-surface.ts";
import { createBinder } from "./render-mesh-binder.ts";
import { checkMade, checkSimulatedLength, checkTriangleMesh, type TriangleMesh } from "./render-mesh-input.ts";
import { computeSmoothNormals } from "./render-mesh-normals.ts";

/** A mesh to draw. */
export interface RenderSurface extends TriangleMesh {
  /** Unit normals, three a vertex; without them they are computed from the triangles, once. */
  readonly normals?: Float32Array | Float64Array;
  /** Texture coordinates, two a vertex. Nothing ever changes them. */
  readonly uv?: Float32Array | Float64Array;
}

export interface BindOptions {
  /** Parts by number, one for each simulated and for each render vertex: a render vertex binds to triangles of its own part only. */
  readonly groups?: { readonly simulated: ArrayLike<number>; readonly render: ArrayLike<number> };
  /** "any" by default; "same": only to triangles whose normal agrees with its own, so that a lining does not bind to the cloth behind it. */
  readonly facing?: "any" | "same";
}

/** How a render mesh hangs on a simulated one; made by `bindRenderMesh`. */
export interface RenderBinding {
  readonly render: RenderSurface;
  /** The triangles to draw: the render mesh's own, without those that a cut goes through. */
  readonly triangles: Uint32Array;
  readonly simulatedCount: number;
  readonly simulatedTriangles: Uint32Array;
  /** The simulated triangle of each render vertex. */
  readonly boundTo: Uint32Array;
  /** BINDING_SIZE numbers a render vertex: see `updateRenderMesh`. */
  readonly numbers: Float64Array;
  /** Workspace: normals of the simulated vertices. */
  readonly simulatedNormals: Float64Array;
}

/** Of each render vertex: u and w (three weights each), the offset g [m], and a, b, c of the normal. */
export const BINDING_SIZE: number = 10;

/**
 * Binds each vertex of a render mesh to the simulated mesh near it, both in the start pose. It may lie on the simulated surface, off it,
 * or a little beyond its border. After a cut see `followCut`.
 */
export function bindRenderMesh(simulated: TriangleMesh, render: RenderSurface, options: BindOptions = {}): RenderBinding {
  const { groups } = options;
  const facing = readChoice(options.facing ?? "any", "options.facing", ["any", "same"]);
  const simulatedCount = checkTriangleMesh(simulated, "simulated");
  const vertexCount = checkTriangleMesh(render, "render");
  if (render.normals) checkRows(checkPacked(render.normals, 3, "render.normals"), vertexCount, "render.normals");
  if (render.uv) checkRows(checkPacked(render.uv, 2, "render.uv"), vertexCount, "render.uv");
  if (groups) {
    checkRows(groups.simulated.length, simulatedCount, "options.groups.simulated");
    checkRows(groups.render.length, vertexCount, "options.groups.render");
  }
  const normals = new Float64Array(3 * vertexCount);
  if (render.normals) normals.set(render.normals);
  else computeSmoothNormals(render.positions, render.triangles, normals);

  const simulatedNormals = new Float64Array(3 * simulatedCount);
  computeSmoothNormals(simulated.positions, simulated.triangles, simulatedNormals);
  const boundTo = new Uint32Array(vertexCount);
  const numbers = new Float64Array(BINDING_SIZE * vertexCount);
  const bind = createBinder(simulated, simulatedNormals, groups?.simulated, facing === "same");
  for (let v = 0; v < vertexCount; v++) {
    boundTo[v] = bind(v, render.positions, normals, groups?.render[v], numbers.subarray(BINDING_SIZE * v));
  }
  return {
    render,
    triangles: render.triangles,
    simulatedCount,
    simulatedTriangles: simulated.triangles,
    boundTo,
    numbers,
    simulatedNormals,
  };
}

/**
 * Where the render mesh is when the simulated vertices are at `simulated` [m], and its unit normals. Allocates nothing. With the corners
 * x0…x2 of its triangle and their smooth normals n0…n2, a vertex lies at
 *
 *     Σ w_i x_i + ½ Σ u_i ((x_i − q)·n_i) n_i + g n,      q = Σ u_i x_i,   n = Σ u_i n_i / |Σ u_i n_i|
 *
 * The middle term bulges the flat triangle to the curvature that its normals show: Boubekeur and Alexa's Phong tessellation with the ½ at
 * which it is right for every quadric. w is u except beyond the border, where u stays inside. The normal goes as normals do, with the
 * inverse transpose of the stretch: (a f×n + b n×e)/|e×f| + c n, with the sides e, f of the triangle.
 */
export function updateRenderMesh(
  binding: RenderBinding,
  simulated: Float32Array | Float64Array,
  outPositions: Float32Array | Float64Array,
  outNormals: Float32Array | Float64Array,
): void {
  checkMade(binding, "boundTo", "binding", "bindRenderMesh");
  const { simulatedCount, simulatedTriangles, simulatedNormals, boundTo, numbers } = binding;
  checkSimulatedLength(simulatedCount, simulated, "let the binding follow (followCut)");
  checkArray(outPositions, 3 * boundTo.length, "three a vertex", "outPositions");
  checkArray(outNormals, 3 * boundTo.length, "three a vertex", "outNormals");
  const x = simulated;
  const m = simulatedNormals;
  computeSmoothNormals(x, simulatedTriangles, m);
  for (let v = 0, s = 0; v < boundTo.length; v++, s += BINDING_SIZE) {
    const t = 3 * boundTo[v];
    const i = 3 * simulatedTriangles[t];
    const j = 3 * simulatedTriangles[t + 1];
    const k = 3 * simulatedTriangles[t + 2];
    const u0 = numbers[s];
    const u1 = numbers[s + 1];
    const u2 = numbers[s + 2];
    const ix = x[i];
    const iy = x[i + 1];
    const iz = x[i + 2];
    const ex = x[j] - ix;
    const ey = x[j + 1] - iy;
    const ez = x[j + 2] - iz;
    const fx = x[k] - ix;
    const fy = x[k + 1] - iy;
    const fz = x[k + 2] - iz;
    // from corner i: q = u1 e + u2 f, and the bulge's heights (x_i − q)·n_i
    const qx = u1 * ex + u2 * fx;
    const qy = u1 * ey + u2 * fy;
    const qz = u1 * ez + u2 * fz;
    const h0 = -0.5 * u0 * (qx * m[i] + qy * m[i + 1] + qz * m[i + 2]);
    const h1 = 0.5 * u1 * ((ex - qx) * m[j] + (ey - qy) * m[j + 1] + (ez - qz) * m[j + 2]);
    const h2 = 0.5 * u2 * ((fx - qx) * m[k] + (fy - qy) * m[k + 1] + (fz - qz) * m[k + 2]);
    let nx = u0 * m[i] + u1 * m[j] + u2 * m[k];
    let ny = u0 * m[i + 1] + u1 * m[j + 1] + u2 * m[k + 1];
    let nz = u0 * m[i + 2] + u1 * m[j + 2] + u2 * m[k + 2];
    const squared = nx * nx + ny * ny + nz * nz;
    const inverse = squared > 0 ? 1 / Math.sqrt(squared) : 0;
    nx *= inverse;
    ny *= inverse;
    nz *= inverse;
    const w1 = numbers[s + 4];
    const w2 = numbers[s + 5];
    const g = numbers[s + 6];
    const o = 3 * v;
    outPositions[o] = ix + w1 * ex + w2 * fx + h0 * m[i] + h1 * m[j] + h2 * m[k] + g * nx;
    outPositions[o + 1] = iy + w1 * ey + w2 * fy + h0 * m[i + 1] + h1 * m[j + 1] + h2 * m[k + 1] + g * ny;
    outPositions[o + 2] = iz + w1 * ez + w2 * fz + h0 * m[i + 2] + h1 * m[j + 2] + h2 * m[k + 2] + g * nz;

    const cx = ey * fz - ez * fy;
    const cy = ez * fx - ex * fz;
    const cz = ex * fy - ey * fx;
    const area = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const a = area > 0 ? numbers[s + 7] / area : 0;
    const b = area > 0 ? numbers[s + 8] / area : 0;
    const c = numbers[s + 9];
    const px = a * (fy * nz - fz * ny) + b * (ny * ez - nz * ey) + c * nx;
    const py = a * (fz * nx - fx * nz) + b * (nz * ex - nx * ez) + c * ny;
    const pz = a * (fx * ny - fy * nx) + b * (nx * ey - ny * ex) + c * nz;
    const length = Math.sqrt(px * px + py * py + pz * pz);
    const scale = length > 0 ? 1 / length : 0;
    outNormals[o] = px * scale;
    outNormals[o + 1] = py * scale;
    outNormals[o + 2] = scale > 0 ? pz * scale : 1;
  }
}
