import type { Forces } from "../forces/catalog.ts";
import { addForces } from "../forces/catalog.ts";
import type { Problem } from "./method.ts";

/** a = F(x, v, t)/m with every force, damping and wind included; zero for held particles. What the explicit methods need. */
export function computeAccelerations(problem: Problem, forces: Forces, x: Float64Array, v: Float64Array, t: number, a: Float64Array): void {
  const { mass } = problem.cloth;
  const { held } = problem.pins;
  a.fill(0);
  addForces(forces.elastic, x, v, t, a);
  addForces(forces.damping, x, v, t, a);
  addForces(forces.external, x, v, t, a);
  for (let i = 0; i < mass.length; i++) {
    const inverseMass = held[i] === 0 ? 1 / mass[i] : 0;
    a[3 * i] *= inverseMass;
    a[3 * i + 1] *= inverseMass;
    a[3 * i + 2] *= inverseMass;
  }
}

/** out = a + s·b */
export function computeSum(a: Float64Array, s: number, b: Float64Array, out: Float64Array): void {
  for (let c = 0; c < out.length; c++) out[c] = a[c] + s * b[c];
}
