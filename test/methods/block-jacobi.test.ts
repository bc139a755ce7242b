import { describe, expect, it } from "vitest";
import { at, eliminate, length, type Mat, minus, sum, times, type Vec } from "../support/plain-algebra.ts";
import type { NetworkScene } from "../support/reference.ts";
import { type Model, readModel, springForce } from "../support/reference-model.ts";
import { kimNetwork } from "./kim-network.ts";
import { randomNetworkScene } from "./random-network.ts";
import { readState, relativeDifference, runScene, simulate } from "./run-scene.ts";
import { sampleSheet } from "./sample-sheet.ts";

const SPRINGS_ONLY = randomNetworkScene(131, {
  shape: "tangle",
  springModel: "symmetric",
  bending: "none",
  wind: false,
  damping: { viscous: 0.05, relative: 0.02 },
});

describe("an odd number of sweeps has a limit, an even one has none", () => {
  const BEADS = 30;
  const M = 0.1;
  const K = 40;

  /** Growth of a longitudinal zigzag of a chain between two pins after `steps` steps: linear, bipartite, d = 2h²k/m. */
  async function growth(d: number, sweeps: number, steps: number): Promise<number> {
    const spacing = 0.5;
    const amplitude = 1e-8;
    const positions = Array.from({ length: BEADS + 2 }, (_, i) => {
      const shape = Math.sin((BEADS * Math.PI * i) / (BEADS + 1)) * (i === BEADS + 1 ? 0 : 1);
      return [i * spacing + amplitude * shape, 0, 0];
    });
    const springs = positions.slice(1).map((_, i) => [i, i + 1, spacing, K, "stretch"] as const);
    const simulation = await simulate({
      drape: 1,
      gravity: [0, 0, 0],
      timestep: Math.sqrt((d * M) / (2 * K)),
      solver: { method: "block-jacobi", sweeps },
      cloths: [{ network: { positions, masses: M, springs: springs as never }, pins: [0, BEADS + 1] }],
    });
    for (let n = 0; n < steps; n++) simulation.step();
    const { x } = readState(simulation);
    return Math.max(...positions.map((_, i) => Math.abs(x[3 * i] - i * spacing))) / amplitude;
  }

  /** s = (1 − G^η) λ'/(1 + λ'), G = (d − λ')/(1 + d): a mode is stable iff 0 < s < 4/3. Here of the stiffest one. */
  function isStable(d: number, sweeps: number): boolean {
    const lambda = d * (1 + Math.cos(Math.PI / (BEADS + 1)));
    const s = (1 - ((d - lambda) / (1 + d)) ** sweeps) * (lambda / (1 + lambda));
    return s > 0 && s < 4 / 3;
  }

  function limitOf(sweeps: number): number {
    let [low, high] = [0, 1e6];
    for (let n = 0; n < 100; n++) {
      const middle = (low + high) / 2;
      if (isStable(middle, sweeps)) low = middle;
      else high = middle;
    }
    return low;
  }

  it("one sweep: d < 2, which is symplectic Euler's", () => {
    expect(limitOf(1)).toBeCloseTo(2, 1);
  });

  it.each([1, 3, 5, 7])("%i sweeps are bounded below the limit and diverge above it", async (sweeps) => {
    const limit = limitOf(sweeps);
    expect(await growth(0.97 * limit, sweeps, 400)).toBeLessThan(3);
    expect(await growth(1.05 * limit, sweeps, 400)).toBeGreaterThan(30);
    expect(await growth(3 * limit, sweeps, 40)).toBeGreaterThan(1e3);
  });

  it.each([2, 4, 6, 8])("%i sweeps are bounded for d up to 10⁵", async (sweeps) => {
    for (const d of [0.1, 2, 10, 100, 1e5]) {
      expect(isStable(d, sweeps)).toBe(true);
      expect(await growth(d, sweeps, 200)).toBeLessThan(2);
    }
  });

  it("on Kim's hanging cloth (Fig. 4 e–g): one and three sweeps tear it, two and four do not", async () => {
    const strain = async (sweeps: number): Promise<number> => {
      const simulation = await simulate({ ...kimNetwork(12), solver: { method: "block-jacobi", sweeps } });
      try {
        for (let n = 0; n < 100; n++) simulation.step();
      } catch {
        return Number.POSITIVE_INFINITY;
      }
      return simulation.view.measure().strainMax;
    };
    for (const sweeps of [1, 3]) expect(await strain(sweeps)).toBeGreaterThan(100);
    for (const sweeps of [2, 4]) expect(await strain(sweeps)).toBeLessThan(0.2);
  });
});

/** f̃ of [Kang02, eq. 13], W_i and the coupling blocks h²J_ij + h c_s I, spring by spring. */
function kangTables(model: Model, x: Vec, v: Vec, h: number): { hf: Vec; W: Mat[]; B: [number, number, Mat][] } {
  let F = springForce(model, x).map((f, c) => f + model.mass[Math.floor(c / 3)] * model.gravity[c % 3]);
  F = F.map((f, c) => f - model.viscous[Math.floor(c / 3)] * v[c]);
  const W = model.mass.map((m, i) => [0, 1, 2].map((p) => [0, 1, 2].map((q) => (p === q ? m + h * model.viscous[i] : 0))));
  const B: [number, number, Mat][] = [];
  for (const { i, j, k, damper } of model.springs) {
    const d = minus(at(x, j), at(x, i));
    const u = d.map((c) => c / length(d));
    const J = u.map((a) => u.map((b) => k * a * b));
    const block = J.map((row, p) => row.map((value, q) => h * h * value + (p === q ? h * damper : 0)));
    B.push([i, j, block]);
    for (const end of [i, j]) W[end] = W[end].map((row, p) => sum(row, block[p]));
    const pull = sum(
      times(J, minus(at(v, j), at(v, i))).map((f) => h * f),
      minus(at(v, j), at(v, i)),
      damper,
    );
    for (let c = 0; c < 3; c++) {
      F[3 * i + c] += pull[c];
      F[3 * j + c] -= pull[c];
    }
  }
  return { hf: F.map((f) => h * f), W, B };
}

describe("in closed form", () => {
  const [{ network }] = SPRINGS_ONLY.cloths;
  const free = { ...SPRINGS_ONLY, cloths: [{ ...SPRINGS_ONLY.cloths[0], pins: [] }] };
  const x = network.positions.flat();
  const v = (network.velocities ?? []).flat();
  const h = SPRINGS_ONLY.timestep;

  it.each([1, 2])("%i sweeps are p_i, and Kang & Cho's equation 20", async (sweeps) => {
    const scene: NetworkScene = { ...free, solver: { method: "block-jacobi", sweeps } };
    const { hf, W, B } = kangTables(readModel(scene), x, v, h);
    const inverse = (i: number, y: Vec): Vec =>
      eliminate(
        W[i].map((row) => [...row]),
        [...y],
      );
    const p = W.flatMap((_, i) => inverse(i, at(hf, i)));
    const coupled = x.map(() => 0);
    for (const [i, j, block] of B) {
      times(block, at(p, j)).forEach((f, c) => {
        coupled[3 * i + c] += f;
      });
      times(block, at(p, i)).forEach((f, c) => {
        coupled[3 * j + c] += f;
      });
    }
    // Δv_i = W_i⁻¹ (h f̃_i + Σ_j (h²J_ij + h c_s I) W_j⁻¹ h f̃_j)
    const dv = sweeps === 1 ? p : W.flatMap((_, i) => inverse(i, sum(at(hf, i), at(coupled, i))));
    const state = await runScene(scene, 1);
    expect(relativeDifference(state.v, sum(v, dv))).toBeLessThan(1e-13);
    expect(relativeDifference(state.x, sum(x, sum(v, dv), h))).toBeLessThan(1e-13);
  });

  it("scalar-jacobi is [Kim06, eq. 11] twice", async () => {
    const [{ damping: _, ...cloth }] = free.cloths;
    const scene: NetworkScene = { ...free, cloths: [cloth], solver: { method: "scalar-jacobi" } };
    const model = readModel(scene);
    const F = springForce(model, x).map((f, c) => f + model.mass[Math.floor(c / 3)] * model.gravity[c % 3]);
    let w = v;
    for (let sweep = 0; sweep < 2; sweep++) {
      const total = model.mass.map(() => 0);
      const pull = x.map(() => 0);
      for (const { i, j, k } of model.springs) {
        total[i] += k;
        total[j] += k;
        for (let c = 0; c < 3; c++) {
          pull[3 * i + c] += k * w[3 * j + c];
          pull[3 * j + c] += k * w[3 * i + c];
        }
      }
      w = v.map((value, c) => {
        const i = Math.floor(c / 3);
        const m = model.mass[i];
        return (value + (h * F[c]) / m + ((h * h) / m) * pull[c]) / (1 + (h * h * total[i]) / m);
      });
    }
    const state = await runScene(scene, 1);
    expect(relativeDifference(state.v, w)).toBeLessThan(1e-14);
  });
});

describe("what the methods do to a falling sheet", () => {
  it("scalar-jacobi lets the inside of Fig. 4's cloth fall with 7.5 % of g: 1 − (d/(1 + d))²", async () => {
    const scene = kimNetwork(10);
    const [{ damping: _d, pins: _p, ...cloth }] = scene.cloths;
    const { v } = await runScene({ ...scene, cloths: [cloth], solver: { method: "scalar-jacobi" } }, 1);
    const d = 0.25 ** 2 * (8 * 50 + 8 * 0.1);
    expect(d).toBeCloseTo(25.05, 12);
    const share = -v[3 * 44 + 1] / (0.03 * 0.25); // four from every border: two sweeps over springs two steps long
    expect(share).toBeCloseTo(1 - (d / (1 + d)) ** 2, 12);
    expect(share).toBeCloseTo(0.0753, 4);
  });

  const C = 0.4;
  const M = 0.05;
  const H = 0.01;

  async function flatSheet(damping: string, gravity: number, speed: number, steps: number): Promise<Float64Array> {
    const network = sampleSheet({
      columns: 5,
      rows: 5,
      spacing: 0.25,
      stiffness: 300,
      mass: () => M,
      velocity: () => [0, -speed, 0],
    });
    const { v } = await runScene(
      {
        drape: 1,
        gravity: [0, -gravity, 0],
        timestep: H,
        solver: { method: "block-jacobi", damping },
        cloths: [{ network, damping: { viscous: C } }],
      },
      steps,
    );
    return Float64Array.from(v);
  }

  it("damping printed: a coasting sheet is not damped at all, and a falling one gains g/(1 + hc/m) for ever", async () => {
    const coasting = await flatSheet("printed", 0, 1, 200);
    const falling = await flatSheet("printed", 9.81, 0, 200);
    for (let i = 1; i < coasting.length; i += 3) {
      expect(coasting[i]).toBeCloseTo(-1, 12);
      expect(falling[i]).toBeCloseTo((-200 * H * 9.81) / (1 + (H * C) / M), 10);
    }
  });

  it("damping consistent: both end as they should, at rest and at the speed m g/c", async () => {
    const coasting = await flatSheet("consistent", 0, 1, 200);
    const falling = await flatSheet("consistent", 9.81, 0, 400);
    for (let i = 1; i < coasting.length; i += 3) {
      expect(coasting[i] / -((1 + (H * C) / M) ** -200)).toBeCloseTo(1, 9);
      expect(falling[i]).toBeCloseTo((-M * 9.81) / C, 9);
    }
  });
});
