import { addIdentity } from "../core/mat3.ts";
import { energyByForce, type ForceTerm } from "./force-term.ts";
import { type TriangleElements, trianglePairs } from "./triangle-elements.ts";

/**
 * Stretch and shear of triangles, by the length of four axes of the map S   [Choi13, eq. 4.4, 4.6]:
 *
 *     E = ½ Σ κ (|S| − 1)² over S_u, S_v, S_ũ = (S_u + S_v)/√2, S_ṽ = (S_u − S_v)/√2,   κ = rest area × stiffness
 *     force on corner α:  −w_α κ (|S| − 1) Ŝ                            where S = Σ w_α x_α
 *     block (α, β):       κ w_α w_β [Ŝ Ŝᵀ + c (I − Ŝ Ŝᵀ)],  c = 1 − 1/|S|
 *
 * ũ and ṽ are the axes turned by ±45° (eq. 4.6 prints 90). An edge spring is the same with S = x_j − x_i; so are the models:
 *
 * | jacobian  | c                                                         |
 * |-----------|-----------------------------------------------------------|
 * | exact     | as above: indefinite where an axis is compressed          |
 * | clamped   | max(0, c): its positive semi-definite part                |
 * | isotropic | 1: κ w_α w_β I, the constant matrix of [Choi13, eq. 6.5]  |
 *
 * At |S| = 0 an axis has no direction: its force is taken as 0 and its block as κ w_α w_β I.
 * All four axes are sums of S_u and S_v, so a corner's force is −(w_uα T_u + w_vα T_v) with two vectors T, and its block
 * w_uα w_uβ X + w_vα w_vβ Y + (w_uα w_vβ + w_vα w_uβ) Z with three symmetric matrices: the √2 never appears.
 */
export interface TriangleAxesOptions {
  readonly jacobian: TriangleJacobian;
  /** False leaves the two shear axes out. */
  readonly shear: boolean;
}

export type TriangleJacobian = "clamped" | "exact" | "isotropic";

export function triangleAxesTerm(elements: TriangleElements, options: TriangleAxesOptions): ForceTerm {
  const { jacobian, shear } = options;
  const scratch = new Float64Array(1);
  return {
    name: shear ? "triangles" : "triangle stretch",
    role: "elastic",
    constantMatrix: jacobian === "isotropic",
    pairs: trianglePairs(elements),
    energy: energyByForce((x, f, energy) => addTriangleEnergyAndForce(elements, shear, x, f, energy)),
    addForce: (x, _v, _t, f, energy) => addTriangleEnergyAndForce(elements, shear, x, f, energy ?? scratch),
    addMatrix(x, scale, slots, diagonal, offDiagonal) {
      if (jacobian === "isotropic") addIsotropicStiffness(elements, shear, scale, slots, diagonal, offDiagonal);
      else addTriangleStiffness(elements, shear, jacobian === "clamped", x, scale, slots, diagonal, offDiagonal);
    },
  };
}

/** Adds the force [N] to f and the energy [J] to energy[0]: a line search wants both, and here they cost as much as one. */
export function addTriangleEnergyAndForce(
  elements: TriangleElements,
  shear: boolean,
  x: Float64Array,
  f: Float64Array,
  energy: Float64Array,
): void {
  const { count, vertices, weights, stiffness } = elements;
  let sum = 0;
  for (let e = 0; e < count; e++) {
    const w = 6 * e;
    const s = 4 * e;
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

    // φ = κ (1 − 1/|S|) of each axis; the force of an axis is −w φ S
    const lengthU = Math.sqrt(ux * ux + uy * uy + uz * uz);
    const lengthV = Math.sqrt(vx * vx + vy * vy + vz * vz);
    const ku = stiffness[s];
    const kv = stiffness[s + 1];
    const du = lengthU - 1;
    const dv = lengthV - 1;
    let phiU = lengthU > 0 ? (ku * du) / lengthU : 0;
    let phiV = lengthV > 0 ? (kv * dv) / lengthV : 0;
    let both = 0;
    sum += 0.5 * (ku * du * du + kv * dv * dv);
    if (shear) {
      const px = ux + vx;
      const py = uy + vy;
      const pz = uz + vz;
      const mx = ux - vx;
      const my = uy - vy;
      const mz = uz - vz;
      const lengthPlus = Math.sqrt(0.5 * (px * px + py * py + pz * pz));
      const lengthMinus = Math.sqrt(0.5 * (mx * mx + my * my + mz * mz));
      const kPlus = stiffness[s + 2];
      const kMinus = stiffness[s + 3];
      const dPlus = lengthPlus - 1;
      const dMinus = lengthMinus - 1;
      const phiPlus = lengthPlus > 0 ? (kPlus * dPlus) / lengthPlus : 0;
      const phiMinus = lengthMinus > 0 ? (kMinus * dMinus) / lengthMinus : 0;
      phiU += 0.5 * (phiPlus + phiMinus);
      phiV += 0.5 * (phiPlus + phiMinus);
      both = 0.5 * (phiPlus - phiMinus);
      sum += 0.5 * (kPlus * dPlus * dPlus + kMinus * dMinus * dMinus);
    }
    const tux = phiU * ux + both * vx;
    const tuy = phiU * uy + both * vy;
    const tuz = phiU * uz + both * vz;
    const tvx = phiV * vx + both * ux;
    const tvy = phiV * vy + both * uy;
    const tvz = phiV * vz + both * uz;
    f[i] -= wa * tux + wp * tvx;
    f[i + 1] -= wa * tuy + wp * tvy;
    f[i + 2] -= wa * tuz + wp * tvz;
    f[j] -= wb * tux + wq * tvx;
    f[j + 1] -= wb * tuy + wq * tvy;
    f[j + 2] -= wb * tuz + wq * tvz;
    f[k] -= wc * tux + wr * tvx;
    f[k + 1] -= wc * tuy + wr * tvy;
    f[k + 2] -= wc * tuz + wr * tvz;
  }
  energy[0] += sum;
}

/** Scratch of `addTriangleStiffness`: the matrices X, Y and Z, and that of one axis, six numbers each. */
const blocks = new Float64Array(18);
const H = new Float64Array(6);

function addTriangleStiffness(
  elements: TriangleElements,
  shear: boolean,
  clamp: boolean,
  x: Float64Array,
  scale: number,
  slots: Uint32Array,
  diagonal: Float64Array,
  offDiagonal: Float64Array,
): void {
  const { count, vertices, weights, stiffness } = elements;
  const axisCount = shear ? 4 : 2;
  for (let e = 0; e < count; e++) {
    const w = 6 * e;
    const i = 3 * vertices[3 * e];
    const j = 3 * vertices[3 * e + 1];
    const k = 3 * vertices[3 * e + 2];
    const ux = weights[w] * x[i] + weights[w + 1] * x[j] + weights[w + 2] * x[k];
    const uy = weights[w] * x[i + 1] + weights[w + 1] * x[j + 1] + weights[w + 2] * x[k + 1];
    const uz = weights[w] * x[i + 2] + weights[w + 1] * x[j + 2] + weights[w + 2] * x[k + 2];
    const vx = weights[w + 3] * x[i] + weights[w + 4] * x[j] + weights[w + 5] * x[k];
    const vy = weights[w + 3] * x[i + 1] + weights[w + 4] * x[j + 1] + weights[w + 5] * x[k + 1];
    const vz = weights[w + 3] * x[i + 2] + weights[w + 4] * x[j + 2] + weights[w + 5] * x[k + 2];

    blocks.fill(0);
    for (let axis = 0; axis < axisCount; axis++) {
      // the turned axes without their 1/√2: H = κ (c I + (1 − c) S Sᵀ/|S|²) needs the length only, and ½ goes to X, Y and Z
      const m = axis === 1 ? 0 : 1;
      const n = axis === 0 ? 0 : axis === 3 ? -1 : 1;
      const sx = m * ux + n * vx;
      const sy = m * uy + n * vy;
      const sz = m * uz + n * vz;
      const squared = sx * sx + sy * sy + sz * sz;
      const share = axis < 2 ? 1 : 0.5;
      const kappa = share * scale * stiffness[4 * e + axis];
      let across = squared > 0 ? 1 - 1 / Math.sqrt(share * squared) : 1;
      if (clamp && across < 0) across = 0;
      const a = kappa * across;
      const b = squared > 0 ? (kappa - a) / squared : 0;
      H[0] = a + b * sx * sx;
      H[1] = b * sx * sy;
      H[2] = b * sx * sz;
      H[3] = a + b * sy * sy;
      H[4] = b * sy * sz;
      H[5] = a + b * sz * sz;
      for (let c = 0; c < 6; c++) {
        blocks[c] += m * H[c];
        blocks[6 + c] += n * n * H[c];
        blocks[12 + c] += m * n * H[c];
      }
    }

    let pair = 3 * e;
    for (let a = 0; a < 3; a++) {
      for (let b = a; b < 3; b++) {
        const uu = weights[w + a] * weights[w + b];
        const vv = weights[w + 3 + a] * weights[w + 3 + b];
        const uv = weights[w + a] * weights[w + 3 + b] + weights[w + 3 + a] * weights[w + b];
        const target = a === b ? diagonal : offDiagonal;
        const o = 6 * (a === b ? vertices[3 * e + a] : slots[pair++]);
        for (let c = 0; c < 6; c++) target[o + c] += uu * blocks[c] + vv * blocks[6 + c] + uv * blocks[12 + c];
      }
    }
  }
}

function addIsotropicStiffness(
  elements: TriangleElements,
  shear: boolean,
  scale: number,
  slots: Uint32Array,
  diagonal: Float64Array,
  offDiagonal: Float64Array,
): void {
  const { count, vertices, weights, stiffness } = elements;
  for (let e = 0; e < count; e++) {
    const w = 6 * e;
    const plus = shear ? 0.5 * stiffness[4 * e + 2] : 0;
    const minus = shear ? 0.5 * stiffness[4 * e + 3] : 0;
    const ku = stiffness[4 * e] + plus + minus;
    const kv = stiffness[4 * e + 1] + plus + minus;
    let pair = 3 * e;
    for (let a = 0; a < 3; a++) {
      for (let b = a; b < 3; b++) {
        const uu = weights[w + a] * weights[w + b];
        const vv = weights[w + 3 + a] * weights[w + 3 + b];
        const uv = weights[w + a] * weights[w + 3 + b] + weights[w + 3 + a] * weights[w + b];
        const value = scale * (uu * ku + vv * kv + uv * (plus - minus));
        if (a === b) addIdentity(diagonal, 6 * vertices[3 * e + a], value);
        else addIdentity(offDiagonal, 6 * slots[pair++], value);
      }
    }
  }
}
