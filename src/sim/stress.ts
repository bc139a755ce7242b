import type { Cloth } from "../fabric/cloth.ts";
import { computeLumpedMasses } from "../fabric/masses.ts";
import type { RestShape } from "../fabric/rest-shape.ts";
import type { ShearModel } from "../fabric/triangle-stiffness.ts";
import { buildTriangleElements } from "../forces/triangle-elements.ts";
import { computeNearestAreas } from "../mesh/nearest-areas.ts";
import { vertexNormals } from "../mesh/vertex-normals.ts";

/** What resists stretch and shear: the springs, or the triangles with their model of shear. */
export type MembraneKind = "springs" | ShearModel;

/** Adds the stress of the membrane at x, times area, to the tensors of the particles: xx, xy, xz, yy, yz, zz each [N m]. */
type AddStress = (x: Float64Array, tensors: Float64Array) => void;

/**
 * The largest principal stress of the membrane at each particle [N/m], by rest area: how hard the cloth is pulled there along the direction
 * in which it is pulled most. Below 0 it is pressed from all sides. Each element holds a stress times its area, of which its corners have equal parts:
 *
 *     spring      r T u uᵀ                              T = k (r − L), u its direction
 *     triangle    Σ A k (|S| − 1) S Sᵀ/|S|              over its axes u, v and those turned by ±45° [Choi13, ch. 4]
 *                 A k (S_u·S_v) (S_u S_vᵀ + S_v S_uᵀ)   the shear of Baraff and Witkin
 *
 * Returns a function of positions; a particle without area has NaN. Corners of a spring have it by the part of the cloth nearest to them, those
 * of a triangle by thirds.
 */
export function createStress(cloth: Cloth, rest: RestShape, membrane: MembraneKind): (x: Float64Array, out: Float64Array) => void {
  const add = membrane === "springs" ? springStress(cloth) : triangleStress(cloth, membrane);
  const tensors = new Float64Array(6 * cloth.particleCount);
  const areas = new Float64Array(cloth.particleCount);
  if (membrane === "springs") computeNearestAreas(cloth.triangles, rest.coordinates, areas);
  else computeLumpedMasses(cloth.triangles, rest, 1, areas);
  return (x, out) => {
    tensors.fill(0);
    add(x, tensors);
    const normals = vertexNormals(cloth.triangles, x);
    for (let i = 0; i < out.length; i++) out[i] = largestInPlane(tensors, 6 * i, normals, 3 * i) / areas[i];
  };
}

function springStress({ springs }: Cloth): AddStress {
  const { count, ends, restLength, stiffness, asymmetric } = springs;
  const d = new Float64Array(3);
  return (x, tensors) => {
    for (let s = 0; s < count; s++) {
      const i = ends[2 * s];
      const j = ends[2 * s + 1];
      for (let c = 0; c < 3; c++) d[c] = x[3 * j + c] - x[3 * i + c];
      const r = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      const stretch = r - restLength[s];
      if (r === 0 || (asymmetric[s] !== 0 && stretch <= 0)) continue;
      const half = (0.5 * stiffness[s] * stretch) / r;
      addProduct(tensors, 6 * i, half, d, 0, 0);
      addProduct(tensors, 6 * j, half, d, 0, 0);
    }
  };
}

function triangleStress(cloth: Cloth, shear: ShearModel): AddStress {
  const { count, vertices, weights, stiffness } = buildTriangleElements(cloth);
  const axes = new Float64Array(12);
  return (x, tensors) => {
    for (let e = 0; e < count; e++) {
      for (let c = 0; c < 3; c++) {
        let u = 0;
        let v = 0;
        for (let a = 0; a < 3; a++) {
          const place = x[3 * vertices[3 * e + a] + c];
          u += weights[6 * e + a] * place;
          v += weights[6 * e + 3 + a] * place;
        }
        axes[c] = u;
        axes[3 + c] = v;
        axes[6 + c] = Math.SQRT1_2 * (u + v);
        axes[9 + c] = Math.SQRT1_2 * (u - v);
      }
      for (let corner = 3 * e; corner < 3 * e + 3; corner++) {
        const o = 6 * vertices[corner];
        for (let k = 0; k < (shear === "axes" ? 4 : 2); k++) addAxis(tensors, o, stiffness[4 * e + k] / 3, axes, 3 * k);
        if (shear === "axes") continue;
        const angle = axes[0] * axes[3] + axes[1] * axes[4] + axes[2] * axes[5];
        const scale = (2 * angle * stiffness[4 * e + 2]) / 3;
        addProduct(tensors, o, scale, axes, 0, 3);
      }
    }
  };
}

function addAxis(tensors: Float64Array, o: number, stiffness: number, axes: Float64Array, s: number): void {
  const length = Math.sqrt(axes[s] * axes[s] + axes[s + 1] * axes[s + 1] + axes[s + 2] * axes[s + 2]);
  if (length > 0) addProduct(tensors, o, (stiffness * (length - 1)) / length, axes, s, s);
}

/** Adds scale (a bᵀ + b aᵀ)/2 to the tensor at o, of the vectors at `a` and `b` of a list. */
function addProduct(tensors: Float64Array, o: number, scale: number, vectors: Float64Array, a: number, b: number): void {
  const [ax, ay, az] = [vectors[a], vectors[a + 1], vectors[a + 2]];
  const [bx, by, bz] = [vectors[b], vectors[b + 1], vectors[b + 2]];
  tensors[o] += scale * ax * bx;
  tensors[o + 1] += 0.5 * scale * (ax * by + ay * bx);
  tensors[o + 2] += 0.5 * scale * (ax * bz + az * bx);
  tensors[o + 3] += scale * ay * by;
  tensors[o + 4] += 0.5 * scale * (ay * bz + az * by);
  tensors[o + 5] += scale * az * bz;
}

/** The larger eigenvalue of the tensor at o within the plane across a normal; NaN where there is no normal. */
function largestInPlane(tensors: Float64Array, o: number, normals: Float64Array, at: number): number {
  const length = Math.sqrt(normals[at] * normals[at] + normals[at + 1] * normals[at + 1] + normals[at + 2] * normals[at + 2]);
  const [nx, ny, nz] = [normals[at] / length, normals[at + 1] / length, normals[at + 2] / length];
  // p and q span the plane: p across the normal and across the axis that it is farthest from
  const [ax, ay, az] = nx * nx <= ny * ny && nx * nx <= nz * nz ? [1, 0, 0] : ny * ny <= nz * nz ? [0, 1, 0] : [0, 0, 1];
  const [cx, cy, cz] = [ny * az - nz * ay, nz * ax - nx * az, nx * ay - ny * ax];
  const across = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const [px, py, pz] = [cx / across, cy / across, cz / across];
  const [qx, qy, qz] = [ny * pz - nz * py, nz * px - nx * pz, nx * py - ny * px];
  const pp = applied(tensors, o, px, py, pz, px, py, pz);
  const qq = applied(tensors, o, qx, qy, qz, qx, qy, qz);
  const pq = applied(tensors, o, px, py, pz, qx, qy, qz);
  return 0.5 * (pp + qq) + Math.sqrt(0.25 * (pp - qq) * (pp - qq) + pq * pq);
}

/** aᵀ M b. */
function applied(m: Float64Array, o: number, ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  const x = m[o] * bx + m[o + 1] * by + m[o + 2] * bz;
  const y = m[o + 1] * bx + m[o + 3] * by + m[o + 4] * bz;
  const z = m[o + 2] * bx + m[o + 4] * by + m[o + 5] * bz;
  return ax * x + ay * y + az * z;
}
