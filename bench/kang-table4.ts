/**
 * Kang & Cho's Table 4 and Fig. 2: update time of `block-jacobi` with two sweeps for meshes of about their four sizes, and the
 * straight line through it over n + e (particles plus springs) with R².   npm run bench -- kang-table4
 */
import { createSimulation } from "../src/index.ts";
import { fitLine } from "./support/fit-line.ts";
import { minAndMedian, publish, type Row } from "./support/table.ts";

/** Vertices, edges, triangles and update time [s] as printed in [Kang02, Table 4]; our equilateral grid beside each. */
const SIZES = [
  { vertices: 148, edges: 404, seconds: 0.0008, columns: 12, rows: 12 },
  { vertices: 405, edges: 1161, seconds: 0.0023, columns: 20, rows: 20 },
  { vertices: 1566, edges: 4590, seconds: 0.0108, columns: 40, rows: 39 },
  { vertices: 2128, edges: 6231, seconds: 0.0158, columns: 46, rows: 46 },
] as const;
const WARM_UP = 200;
const STEPS = 400;

const rows: Row[] = [];
const sizes: number[] = [];
const times: number[] = [];
for (const { vertices, edges, seconds, columns, rows: height } of SIZES) {
  const simulation = await createSimulation({
    drape: 1,
    // a light pull: the projected Jacobian leaves transverse tension explicit, and under full weight a fine mesh at 1/120 s diverges
    gravity: [0, -0.2, 0],
    timestep: 1 / 120,
    solver: { method: "block-jacobi", sweeps: 2 },
    cloths: [
      {
        grid: { columns, rows: height, width: 1, triangles: "equilateral", v: [0, 0, 1] },
        springs: { stretch: 100 },
        masses: 0.5 / vertices,
        damping: { viscous: 1e-4 },
        pins: ["top"],
      },
    ],
  });
  for (let n = 0; n < WARM_UP; n++) simulation.step();
  const samples: number[] = [];
  for (let n = 0; n < STEPS; n++) {
    const start = performance.now();
    simulation.step();
    samples.push(performance.now() - start);
  }
  const [min, median] = minAndMedian(samples);
  const particles = simulation.particleCount;
  const springs = particles + simulation.triangles.length / 3 - 1; // Euler: V − E + F = 1
  sizes.push(particles + springs);
  times.push(min);
  rows.push({
    paperVertices: vertices,
    paperEdges: edges,
    paperMs: (1000 * seconds).toFixed(1),
    vertices: particles,
    edges: springs,
    minMs: min.toFixed(4),
    medianMs: median.toFixed(4),
    nanosecondsEach: ((1e6 * min) / (particles + springs)).toFixed(1),
    paperNanosecondsEach: ((1e9 * seconds) / (vertices + edges)).toFixed(0),
  });
}
publish("kang-table4", "sweeps=2", rows);
const line = fitLine(sizes, times);
console.log(
  `update time = ${(1e6 * line.slope).toFixed(1)} ns · (n + e) + ${(1000 * line.offset).toFixed(1)} µs, R² = ${line.r2.toFixed(5)}`,
);
const paper = fitLine(
  SIZES.map(({ vertices, edges }) => vertices + edges),
  SIZES.map(({ seconds }) => 1000 * seconds),
);
console.log(`the paper's own numbers: ${(1e6 * paper.slope).toFixed(0)} ns · (n + e), R² = ${paper.r2.toFixed(5)}`);
