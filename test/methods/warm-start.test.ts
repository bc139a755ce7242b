import { describe, expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";

/** A cape on a capsule in the wind. */
const cape = (solver: object, kernels: "auto" | "wasm" | "typescript" = "auto") =>
  createSimulation({
    drape: 1,
    timestep: 1 / 60,
    wind: { velocity: [0.3, 0, -2.5], density: 0.25 },
    solver: { method: "implicit-euler", kernels, ...solver },
    cloths: [{ grid: { columns: 12, rows: 12, width: 0.8, height: 1, origin: [0, 1.5, 0] }, fabric: "cotton", pins: ["top"] }],
    colliders: [{ capsule: { from: [0.1, 0.9, -0.12], to: [0.7, 0.9, -0.12], radius: 0.1 } }],
  });

type Cape = Awaited<ReturnType<typeof cape>>;

function positionsOf(simulation: Cape): Float64Array {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return x;
}

/** How far two go from each other in a second: root mean square [m]. */
function distance(one: Cape, other: Cape): number {
  let sum = 0;
  for (let n = 0; n < 60; n++) {
    one.step();
    other.step();
    const x = positionsOf(one);
    const y = positionsOf(other);
    sum += x.reduce((all, value, c) => all + (value - y[c]) ** 2, 0) / (60 * one.particleCount);
  }
  return Math.sqrt(sum);
}

describe("a solve that begins with the last step's change of velocity", () => {
  it("finds the same motion where it ends by its tolerance", async () => {
    const strict = { tolerance: 1e-9 };
    expect(await distance(await cape(strict, "typescript"), await cape({ ...strict, warmStart: 0.8 }, "typescript"))).toBeLessThan(1e-6);
  });

  it("falls behind less where it ends early", async () => {
    const exact = { tolerance: 1e-5, maxIterations: 2000 };
    const short = { tolerance: 1e-3, maxIterations: 8 };
    const cold = await distance(await cape(exact), await cape(short));
    const warm = await distance(await cape(exact), await cape({ ...short, warmStart: 0.6 }));
    expect(cold).toBeGreaterThan(0.005);
    expect(warm).toBeLessThan(0.9 * cold);
  });

  it("is the same in kernels and in TypeScript, as far as single precision goes", async () => {
    const settings = { tolerance: 1e-4, warmStart: 0.6 };
    expect(await distance(await cape(settings, "wasm"), await cape(settings, "typescript"))).toBeLessThan(2e-3);
  });

  it("goes on from a snapshot to the same bits", async () => {
    const settings = { tolerance: 1e-3, maxIterations: 12, warmStart: 0.6 };
    const [one, other] = [await cape(settings), await cape(settings)];
    for (let n = 0; n < 20; n++) one.step();
    other.restore(one.snapshot());
    for (let n = 0; n < 10; n++) {
      one.step();
      other.step();
    }
    expect(other.hash()).toBe(one.hash());
  });
});
