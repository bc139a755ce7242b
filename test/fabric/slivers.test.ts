import { describe, expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { lanternLike, type MeshArrays, ponchoLike } from "../support/irregular-meshes.ts";

const SOLVER = { method: "implicit-euler", tolerance: 1e-2, maxIterations: 3000, kernels: "wasm" };

async function drop(mesh: MeshArrays, solver: object, steps: number) {
  const cloths = [{ mesh: { ...mesh, weld: 0 }, fabric: "wool", pins: [{ vertices: [0, 1, 2] }] }];
  const simulation = await createSimulation({ drape: 1, solver, cloths } as never, { threads: 1 });
  let iterations = 0;
  let converged = 0;
  for (let k = 0; k < steps; k++) {
    simulation.step();
    iterations += simulation.report.iterations;
    if (simulation.report.converged) converged++;
  }
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  return { simulation, iterations, converged, positions };
}

/** Root mean square of the differences of the first vertices that both have. */
function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const length = Math.min(a.length, b.length);
  let sum = 0;
  for (let c = 0; c < length; c++) sum += (a[c] - b[c]) ** 2;
  return Math.sqrt((3 * sum) / length);
}

describe("slivers", () => {
  it("a poncho with ten of them stays in WebAssembly, and takes 1.3 times the iterations of a sound one at most", async () => {
    const sound = await drop(ponchoLike(16, 55, 0), SOLVER, 12);
    const irregular = await drop(ponchoLike(16, 55, 10), SOLVER, 12);
    expect([sound.converged, irregular.converged]).toEqual([12, 12]);
    expect(irregular.iterations).toBeLessThan(1.3 * sound.iterations);
    expect(sound.simulation.notices).toEqual([]);
    expect(irregular.simulation.notices).toHaveLength(2); // none of them says that it left WebAssembly
    expect(irregular.simulation.notices[0]).toMatch(
      /^cloths\[0\]\.mesh: 10 of \d+ edges are less than 1\/100 of the height .*between vertices \d+ and \d+, has 1\.0e-7 m, 0\.0000\d+ of the median$/,
    );
    expect(irregular.simulation.notices[1]).toMatch(
      /^cloths\[0\]\.mesh: 20 of \d+ triangles are thinner .*vertices \d+, \d+ and \d+, is \S+ m high$/,
    );
  });

  it("it moves as the sound one does, and its single precision as a tight solve in double precision", async () => {
    const tight = { ...SOLVER, tolerance: 1e-8, maxIterations: 100_000, kernels: "typescript" };
    const start = ponchoLike(12, 40, 0);
    const sound = await drop(start, tight, 8);
    const irregular = await drop(ponchoLike(12, 40, 6), tight, 8);
    const single = await drop(ponchoLike(12, 40, 6), { ...SOLVER, tolerance: 1e-4 }, 8);
    const way = distance(sound.positions, start.positions);
    expect(way).toBeGreaterThan(0.04);
    expect(distance(irregular.positions, sound.positions)).toBeLessThan(0.05 * way);
    expect(distance(single.positions, irregular.positions)).toBeLessThan(0.01 * way);
  });

  it("a lantern with edges from 5e-8 m on falls under auto, in few iterations", async () => {
    const lantern = lanternLike(2, 15, 12);
    const { simulation, iterations, positions } = await drop(lantern, { method: "auto" }, 12);
    expect(iterations).toBeLessThan(12 * 64);
    const fall = lantern.positions.reduce((sum, y, c) => (c % 3 === 1 ? sum + y - positions[c] : sum), 0) / (positions.length / 3);
    // half of it is held by a vertex or two, the other half falls 0.21 m
    expect(fall).toBeGreaterThan(0.08);
    expect(fall).toBeLessThan(0.25);
    expect(simulation.notices.join()).toContain("5.0e-8 m");
  });
});
