import { externalTerm, type ForceTerm } from "./force-term.ts";

/** Gravity: f_i = m_i g, E = −Σ m_i g·x_i. `gravity` in m/s². */
export function gravityTerm(mass: Float64Array, gravity: Float64Array): ForceTerm {
  return externalTerm({
    name: "gravity",
    isConstant: true,
    energy(x) {
      const [gx, gy, gz] = gravity;
      let energy = 0;
      for (let i = 0; i < mass.length; i++) {
        energy -= mass[i] * (gx * x[3 * i] + gy * x[3 * i + 1] + gz * x[3 * i + 2]);
      }
      return energy;
    },
    addForce(_x, _v, _t, f) {
      for (let i = 0; i < mass.length; i++) for (let c = 0; c < 3; c++) f[3 * i + c] += mass[i] * gravity[c];
    },
    addForceOn(i, _v, f) {
      for (let c = 0; c < 3; c++) f[3 * i + c] += mass[i] * gravity[c];
    },
  });
}
