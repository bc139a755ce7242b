import { type Contestant, FRAME, type Runner } from "../contestant.ts";
import { createPush, inverseMasses, keepOut } from "../own-forces.ts";
import type { RaceCloth } from "../race-cloth.ts";

/**
 * Extended position-based dynamics in small steps: one pass over the springs a step, each pulled to its length as far as its compliance
 * 1/k lets it   [Macklin16, eq. 18] with λ = 0 before the pass [Macklin19, alg. 1]. Springs in mesh order, double precision.
 */
export const xpbd: Contestant = {
  name: "XPBD (bench)",
  team: "rival",
  about: "plain TypeScript; one pass a step; compliance 1/k",
  scenes: ["hang", "swing", "sphere", "flag"],
  settings: ({ size }) =>
    [5, 10, 20, 50, 100, 200, 400, 800, 1600, 3200].map((steps) => ({
      label: `steps=${steps}`,
      steps,
      work: steps,
      quick: (size <= 40 ? [20, 50, 100, 200, 400] : [50, 100, 200]).includes(steps),
      integrator: "euler",
      options: {},
    })),
  create: async (cloth, { steps }) => createXpbd(cloth, steps),
};

export function createXpbd(cloth: RaceCloth, steps: number): Runner {
  const { ends, restLength, stiffness, sphere } = cloth;
  const h = FRAME / steps;
  const x = cloth.positions.slice();
  const before = x.slice();
  const v = new Float64Array(x.length);
  const w = inverseMasses(cloth);
  const push = createPush(cloth);
  let taken = 0;
  return {
    frame() {
      for (let n = 0; n < steps; n++, taken++) {
        push(x, taken * h, h, v);
        before.set(x);
        for (let c = 0; c < x.length; c++) x[c] += h * v[c];
        projectSprings(ends, restLength, w, 1 / (stiffness * h * h), x);
        if (sphere !== undefined) keepOut(sphere, before, x);
        for (let c = 0; c < x.length; c++) v[c] = (x[c] - before[c]) / h;
      }
    },
    readPositions: (out) => out.set(x),
    dispose() {},
  };
}

/** Δλ = −C/(w_i + w_j + α̃), Δx = ± w Δλ ∇C with C = |x_j − x_i| − L. */
function projectSprings(ends: Uint32Array, restLength: Float64Array, w: Float64Array, compliance: number, x: Float64Array): void {
  for (let s = 0; s < restLength.length; s++) {
    const wi = w[ends[2 * s]];
    const wj = w[ends[2 * s + 1]];
    const i = 3 * ends[2 * s];
    const j = 3 * ends[2 * s + 1];
    const dx = x[j] - x[i];
    const dy = x[j + 1] - x[i + 1];
    const dz = x[j + 2] - x[i + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length === 0) continue;
    const pull = (length - restLength[s]) / ((wi + wj + compliance) * length);
    x[i] += wi * pull * dx;
    x[i + 1] += wi * pull * dy;
    x[i + 2] += wi * pull * dz;
    x[j] -= wj * pull * dx;
    x[j + 1] -= wj * pull * dy;
    x[j + 2] -= wj * pull * dz;
  }
}
