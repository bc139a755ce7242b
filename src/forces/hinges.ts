import type { Hinges } from "../fabric/cloth.ts";
import type { Force } from "./force-term.ts";

/**
 * Volino–Thalmann bending over a pair of triangles   [Choi13, eq. 5.1–5.15]:
 *
 *          k                R = Σ α_a x_a over a = i, j, k, l  (zero on the flat rest pair)
 *        / | \              E = ½ λ |R|²
 *       i  |  j             force on a: −λ α_a R                     [Choi13, eq. 5.1]
 *        \ | /              −∂f_a/∂x_b = λ α_a α_b I, constant       [Choi13, eq. 5.15, whose α_k is a slip for α_j]
 *          l
 *
 * Σα = 0 keeps linear momentum, Σ α x × R = R × R = 0 keeps angular momentum, both exactly.
 */
export function hingeEnergy(hinges: Hinges, x: Float64Array): number {
  const { count, vertices, weights, stiffness } = hinges;
  let energy = 0;
  for (let q = 0; q < count; q++) {
    let rx = 0;
    let ry = 0;
    let rz = 0;
    for (let a = 4 * q; a < 4 * q + 4; a++) {
      const p = 3 * vertices[a];
      rx += weights[a] * x[p];
      ry += weights[a] * x[p + 1];
      rz += weights[a] * x[p + 2];
    }
    energy += 0.5 * stiffness[q] * (rx * rx + ry * ry + rz * rz);
  }
  return energy;
}

export function addHingeForces(hinges: Hinges, x: Float64Array, f: Float64Array, energy?: Float64Array): void {
  const { count, vertices, weights, stiffness } = hinges;
  let sum = 0;
  for (let q = 0; q < count; q++) {
    const o = 4 * q;
    const i = 3 * vertices[o];
    const j = 3 * vertices[o + 1];
    const k = 3 * vertices[o + 2];
    const l = 3 * vertices[o + 3];
    const wi = weights[o];
    const wj = weights[o + 1];
    const wk = weights[o + 2];
    const wl = weights[o + 3];
    const lambda = stiffness[q];
    const Rx = wi * x[i] + wj * x[j] + wk * x[k] + wl * x[l];
    const Ry = wi * x[i + 1] + wj * x[j + 1] + wk * x[k + 1] + wl * x[l + 1];
    const Rz = wi * x[i + 2] + wj * x[j + 2] + wk * x[k + 2] + wl * x[l + 2];
    const rx = lambda * Rx;
    const ry = lambda * Ry;
    const rz = lambda * Rz;
    sum += Rx * rx + Ry * ry + Rz * rz;
    f[i] -= wi * rx;
    f[i + 1] -= wi * ry;
    f[i + 2] -= wi * rz;
    f[j] -= wj * rx;
    f[j + 1] -= wj * ry;
    f[j + 2] -= wj * rz;
    f[k] -= wk * rx;
    f[k + 1] -= wk * ry;
    f[k + 2] -= wk * rz;
    f[l] -= wl * rx;
    f[l + 1] -= wl * ry;
    f[l + 2] -= wl * rz;
  }
  if (energy !== undefined) energy[0] += 0.5 * sum;
}

/** The cloth's hinges as a force. */
export function hingeForce(hinges: Hinges): Force {
  return {
    name: "hinges",
    role: "elastic",
    energy: (x) => hingeEnergy(hinges, x),
    addForce: (x, _v, _t, f, energy) => addHingeForces(hinges, x, f, energy),
  };
}
