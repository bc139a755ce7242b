import { energyByForce, type ForceTerm } from "./force-term.ts";
import { type TriangleElements, trianglePairs } from "./triangle-elements.ts";

/**
 * Shear of triangles by the angle between S_u and S_v, after Baraff & Witkin   [Choi13, eq. 4.5]:
 *
 *     C = S_u·S_v,   E = ½ κ C²,   κ = rest area × shear stiffness (the first of the two; the second is not used)
 *     g_α = ∂C/∂x_α = w_uα S_v + w_vα S_u,   force on α: −κ C g_α
 *     block (α, β): κ g_α g_βᵀ   (Gauss–Newton; what it drops, κ C (w_uα w_vβ + w_vα w_uβ) I, is indefinite and 0 at C = 0)
 *
 * E has one factor of the area, so κ does not depend on the mesh; Baraff and Witkin's own C holds an area too.
 *
 * g gᵀ is symmetric as a whole, but its blocks off the diagonal are not. Their symmetric parts alone would make another matrix,
 * and an indefinite one: with g = λ₁ a₁⊗b₁ + λ₂ a₂⊗b₂ (orthonormal) it has the eigenvalue −½ κ λ₁λ₂. So `addSkew` adds the
 * antisymmetric part of each block too: ½ κ (g_α g_βᵀ − g_β g_αᵀ) is the cross product with ½ κ g_β × g_α.
 */
export function baraffWitkinShearTerm(elements: TriangleElements): ForceTerm {
  return {
    name: "Baraff–Witkin shear",
    role: "elastic",
    constantMatrix: false,
    pairs: trianglePairs(elements),
    energy: energyByForce((x, f, energy) => addShearForces(elements, x, f, energy)),
    addForce: (x, _v, _t, f, energy) => addShearForces(elements, x, f, energy),
    addMatrix: (x, scale, slots, diagonal, offDiagonal) => addShearStiffness(elements, x, scale, slots, diagonal, offDiagonal),
    addSkew: (x, scale, slots, skew) => addShearSkew(elements, x, scale, slots, skew),
  };
}

function addShearForces(elements: TriangleElements, x: Float64Array, f: Float64Array, energy?: Float64Array): void {
  const { count, vertices, weights, stiffness } = elements;
  let sum = 0;
  for (let e = 0; e < count; e++) {
    const w = 6 * e;
    const i = 3 * vertices[3 * e];
    const j = 3 * vertices[3 * e + 1];
    const k = 3 * vertices[3 * e + 2];
    const wa = weights[w];
    const wb = weights[w + 1];
    const wc = weights[w + 2];
    const wp = weights[w + 3];
    const wq = weights[w + 4];
    const wr = weights[w + 5];
    const ux = wa * x[i] + wb * x[j] + wc * x[k];
    const uy = wa * x[i + 1] + wb * x[j + 1] + wc * x[k + 1];
    const uz = wa * x[i + 2] + wb * x[j + 2] + wc * x[k + 2];
    const vx = wp * x[i] + wq * x[j] + wr * x[k];
    const vy = wp * x[i + 1] + wq * x[j + 1] + wr * x[k + 1];
    const vz = wp * x[i + 2] + wq * x[j + 2] + wr * x[k + 2];
    const condition = ux * vx + uy * vy + uz * vz;
    const pull = stiffness[4 * e + 2] * condition;
    sum += pull * condition;
    f[i] -= pull * (wa * vx + wp * ux);
    f[i + 1] -= pull * (wa * vy + wp * uy);
    f[i + 2] -= pull * (wa * vz + wp * uz);
    f[j] -= pull * (wb * vx + wq * ux);
    f[j + 1] -= pull * (wb * vy + wq * uy);
    f[j + 2] -= pull * (wb * vz + wq * uz);
    f[k] -= pull * (wc * vx + wr * ux);
    f[k + 1] -= pull * (wc * vy + wr * uy);
    f[k + 2] -= pull * (wc * vz + wr * uz);
  }
  if (energy !== undefined) energy[0] += 0.5 * sum;
}

/** g_i, g_j, g_k of the element that `computeShearGradient` was last asked for. */
const gradient = new Float64Array(9);

function computeShearGradient(elements: TriangleElements, e: number, x: Float64Array): void {
  const { vertices, weights } = elements;
  const w = 6 * e;
  const i = 3 * vertices[3 * e];
  const j = 3 * vertices[3 * e + 1];
  const k = 3 * vertices[3 * e + 2];
  for (let c = 0; c < 3; c++) {
    const su = weights[w] * x[i + c] + weights[w + 1] * x[j + c] + weights[w + 2] * x[k + c];
    const sv = weights[w + 3] * x[i + c] + weights[w + 4] * x[j + c] + weights[w + 5] * x[k + c];
    for (let a = 0; a < 3; a++) gradient[3 * a + c] = weights[w + a] * sv + weights[w + 3 + a] * su;
  }
}

function addShearStiffness(
  elements: TriangleElements,
  x: Float64Array,
  scale: number,
  slots: Uint32Array,
  diagonal: Float64Array,
  offDiagonal: Float64Array,
): void {
  const { count, vertices, stiffness } = elements;
  for (let e = 0; e < count; e++) {
    computeShearGradient(elements, e, x);
    const kappa = scale * stiffness[4 * e + 2];
    let pair = 3 * e;
    for (let a = 0; a < 3; a++) {
      for (let b = a; b < 3; b++) {
        const target = a === b ? diagonal : offDiagonal;
        const o = 6 * (a === b ? vertices[3 * e + a] : slots[pair++]);
        const ax = kappa * gradient[3 * a];
        const ay = kappa * gradient[3 * a + 1];
        const az = kappa * gradient[3 * a + 2];
        const bx = gradient[3 * b];
        const by = gradient[3 * b + 1];
        const bz = gradient[3 * b + 2];
        target[o] += ax * bx;
        target[o + 1] += 0.5 * (ax * by + ay * bx);
        target[o + 2] += 0.5 * (ax * bz + az * bx);
        target[o + 3] += ay * by;
        target[o + 4] += 0.5 * (ay * bz + az * by);
        target[o + 5] += az * bz;
      }
    }
  }
}

function addShearSkew(elements: TriangleElements, x: Float64Array, scale: number, slots: Uint32Array, skew: Float64Array): void {
  const { count, vertices, stiffness } = elements;
  for (let e = 0; e < count; e++) {
    computeShearGradient(elements, e, x);
    let pair = 3 * e;
    for (let a = 0; a < 2; a++) {
      for (let b = a + 1; b < 3; b++) {
        // a slot holds the block whose row is the lower index
        const turn = vertices[3 * e + a] < vertices[3 * e + b] ? 0.5 : -0.5;
        const kappa = turn * scale * stiffness[4 * e + 2];
        const o = 3 * slots[pair++];
        const ax = gradient[3 * a];
        const ay = gradient[3 * a + 1];
        const az = gradient[3 * a + 2];
        const bx = gradient[3 * b];
        const by = gradient[3 * b + 1];
        const bz = gradient[3 * b + 2];
        skew[o] += kappa * (by * az - bz * ay);
        skew[o + 1] += kappa * (bz * ax - bx * az);
        skew[o + 2] += kappa * (bx * ay - by * ax);
      }
    }
  }
}
