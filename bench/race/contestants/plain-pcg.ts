import { type Contestant, FRAME, type Runner, sweep } from "../contestant.ts";
import { createPush, inverseMasses, keepOut } from "../own-forces.ts";
import type { RaceCloth } from "../race-cloth.ts";

/**
 * Implicit Euler linearised once a step, (M + h²K) Δv = h (f − hKv)   [BaraffWitkin98, eq. 6], by conjugate gradients with a diagonal preconditioner,
 * no matrix stored but two numbers a spring: what one writes in an afternoon.
 */
export const plainPcg: Contestant = {
  name: "plain PCG (bench)",
  team: "rival",
  about: "plain TypeScript; implicit Euler; diagonal preconditioner",
  scenes: ["hang", "swing", "sphere", "flag"],
  largestQuick: 32,
  settings: () => sweep([1, 2, 4, 8, 16], "tolerance", [1e-1, 1e-2, 1e-3, 1e-4], "euler", (goal) => -Math.log10(goal)),
  create: async (cloth, setting) => createPlainPcg(cloth, setting.steps, setting.options.tolerance as number),
};

const MOST_ITERATIONS = 10000;

export function createPlainPcg(cloth: RaceCloth, steps: number, tolerance: number): Runner {
  const { ends, restLength, stiffness: k, mass, particleCount, sphere } = cloth;
  const h = FRAME / steps;
  const w = inverseMasses(cloth);
  const push = createPush(cloth);
  const x = cloth.positions.slice();
  const before = x.slice();
  const [v, b, dv, r, z, p, q, diagonal] = Array.from({ length: 8 }, () => new Float64Array(3 * particleCount));
  /** Of each spring: its direction, and h²k along and across it (across: not below 0, to keep A positive). */
  const direction = new Float64Array(3 * restLength.length);
  const along = new Float64Array(restLength.length);
  const across = new Float64Array(restLength.length);
  let taken = 0;

  /** Spring forces into b, their blocks, and A's diagonal. */
  function assemble(): void {
    b.fill(0);
    diagonal.fill(mass);
    for (let s = 0; s < restLength.length; s++) {
      const i = 3 * ends[2 * s];
      const j = 3 * ends[2 * s + 1];
      let squared = 0;
      for (let a = 0; a < 3; a++) squared += (x[j + a] - x[i + a]) ** 2;
      const length = Math.sqrt(squared);
      const tension = k * (length - restLength[s]);
      across[s] = h * h * Math.max(0, tension / length);
      along[s] = h * h * k - across[s];
      for (let a = 0; a < 3; a++) {
        const n = (x[j + a] - x[i + a]) / length;
        direction[3 * s + a] = n;
        b[i + a] += h * tension * n;
        b[j + a] -= h * tension * n;
        const own = across[s] + along[s] * n * n;
        diagonal[i + a] += own;
        diagonal[j + a] += own;
      }
    }
  }

  /** to = h²K from, plus M from if `inertia` is the mass. */
  function multiply(from: Float64Array, inertia: number, to: Float64Array): void {
    for (let c = 0; c < from.length; c++) to[c] = inertia * from[c];
    for (let s = 0, d = 0; s < along.length; s++, d += 3) {
      const i = 3 * ends[2 * s];
      const j = 3 * ends[2 * s + 1];
      const dx = from[j] - from[i];
      const dy = from[j + 1] - from[i + 1];
      const dz = from[j + 2] - from[i + 2];
      const n = along[s] * (direction[d] * dx + direction[d + 1] * dy + direction[d + 2] * dz);
      const fx = across[s] * dx + n * direction[d];
      const fy = across[s] * dy + n * direction[d + 1];
      const fz = across[s] * dz + n * direction[d + 2];
      to[i] -= fx;
      to[i + 1] -= fy;
      to[i + 2] -= fz;
      to[j] += fx;
      to[j + 1] += fy;
      to[j + 2] += fz;
    }
  }

  function holdPins(values: Float64Array): void {
    for (let i = 0; i < particleCount; i++) if (w[i] === 0) values.fill(0, 3 * i, 3 * i + 3);
  }

  function solve(): void {
    dv.fill(0);
    r.set(b);
    holdPins(r);
    const goal = tolerance * tolerance * dot(r, r);
    for (let c = 0; c < r.length; c++) z[c] = r[c] / diagonal[c];
    p.set(z);
    let rz = dot(r, z);
    for (let n = 0; n < MOST_ITERATIONS && dot(r, r) > goal; n++) {
      multiply(p, mass, q);
      holdPins(q);
      const alpha = rz / dot(p, q);
      for (let c = 0; c < r.length; c++) {
        dv[c] += alpha * p[c];
        r[c] -= alpha * q[c];
        z[c] = r[c] / diagonal[c];
      }
      const next = dot(r, z);
      for (let c = 0; c < r.length; c++) p[c] = z[c] + (next / rz) * p[c];
      rz = next;
    }
  }

  function step(): void {
    before.set(x);
    assemble();
    push(x, taken * h, h, v);
    multiply(v, 0, q); // the outer forces have acted: f − hKv with their velocity
    for (let c = 0; c < b.length; c++) b[c] -= q[c];
    solve();
    for (let c = 0; c < v.length; c++) {
      v[c] += dv[c];
      x[c] += h * v[c];
    }
    if (sphere === undefined) return;
    keepOut(sphere, before, x);
    for (let c = 0; c < v.length; c++) v[c] = (x[c] - before[c]) / h;
  }

  return {
    frame() {
      for (let n = 0; n < steps; n++, taken++) step();
    },
    readPositions: (out) => out.set(x),
    dispose() {},
  };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += a[c] * b[c];
  return sum;
}
