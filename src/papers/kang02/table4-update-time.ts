import { minAndMedian } from "../../core/time-runs.ts";
import { createForces } from "../../forces/catalog.ts";
import { createImplicitSystem } from "../../methods/implicit/implicit-system.ts";
import { forceOptions } from "../../methods/options.ts";
import { buildScene } from "../../scene/build-scene.ts";
import { createSimulation, refuseMesh } from "../../scene/create-simulation.ts";
import { parseScene } from "../../scene/parse-scene.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Task } from "../experiment.ts";
import { fitLine } from "../fit-line.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, runSteps } from "../run-steps.ts";

interface Size {
  readonly vertices: number;
  readonly edges: number;
  readonly triangles: number;
  readonly seconds: number;
  /** Our grid of nearly equilateral triangles. */
  readonly columns: number;
  readonly rows: number;
}

/** As printed in [Kang02, Table 4]. */
const SIZES: readonly Size[] = [
  { vertices: 148, edges: 404, triangles: 257, seconds: 0.0008, columns: 12, rows: 12 },
  { vertices: 405, edges: 1161, triangles: 757, seconds: 0.0023, columns: 20, rows: 20 },
  { vertices: 1566, edges: 4590, triangles: 3025, seconds: 0.0108, columns: 40, rows: 39 },
  { vertices: 2128, edges: 6231, triangles: 4104, seconds: 0.0158, columns: 46, rows: 46 },
];
/** The step with which the paper calls its 3025 triangles real-time [s]. */
const TIMESTEP = 1 / 120;

function mesh({ columns, rows, vertices }: Size): SceneInput {
  return {
    drape: 1,
    title: "Kang & Cho's meshes (Table 4)",
    description: "A sheet of about 3025 triangles, held along one side, at 1/120 s with two Jacobi sweeps a step.",
    // a light pull: the projected Jacobian leaves transverse tension explicit, and under full weight a fine mesh at 1/120 s diverges
    gravity: [0, -0.2, 0],
    timestep: TIMESTEP,
    duration: 5,
    solver: { method: "block-jacobi", sweeps: 2, kernels: "typescript" },
    cloths: [
      {
        grid: { columns, rows, width: 1, origin: [-0.5, 1.3, -0.4], triangles: "equilateral", v: [0, 0, 1] },
        springs: { stretch: 100 },
        masses: 0.5 / vertices,
        damping: { viscous: 1e-4 },
        pins: ["top"],
      },
    ],
    camera: { position: [1.4, 1.6, 2], target: [0, 1.2, 0] },
    floor: 0,
  };
}

/** The 3×3 blocks that the matrix of a scene keeps: one for each particle and one for each pair that a force joins. */
async function countBlocks(scene: SceneInput): Promise<number> {
  const { cloth, environment, options } = await buildScene(parseScene(scene), refuseMesh);
  const { matrix } = createImplicitSystem(cloth, createForces(cloth, environment, forceOptions(options)));
  return matrix.rowCount + matrix.column.length;
}

async function run(task: Task): Promise<Findings> {
  const { isQuick } = task;
  const warmUp = isQuick ? 60 : 200;
  const steps = isQuick ? 100 : 400;
  const elements: number[] = [];
  const times: number[] = [];
  const rows: number[][] = [];
  const meshes: number[][] = [];
  const triangleCounts: number[] = [];
  const stored: number[] = [];
  for (const [n, size] of SIZES.entries()) {
    const simulation = await createSimulation(mesh(size));
    const { ms } = await runSteps(simulation, warmUp + steps, partOf(task, n / 4, (n + 1) / 4));
    const [least] = minAndMedian(ms.slice(warmUp));
    const vertices = simulation.particleCount;
    const triangles = simulation.triangles.length / 3;
    const edges = vertices + triangles - 1; // Euler: V − E + F = 1
    elements.push(vertices + edges);
    times.push(least);
    stored.push((await countBlocks(mesh(size))) / (vertices + edges));
    triangleCounts.push(triangles);
    rows.push([
      vertices,
      least,
      1000 * size.seconds,
      (1e6 * least) / (vertices + edges),
      (1e9 * size.seconds) / (size.vertices + size.edges),
    ]);
    meshes.push([vertices, edges, triangles, size.vertices, size.edges, size.triangles]);
  }
  const sizes = `${SIZES.length} meshes of ${meshes[0][0]} to ${meshes[3][0]} vertices`;
  const line = fitLine(elements, times);
  const paperElements = SIZES.map(({ vertices, edges }) => vertices + edges);
  const paperTimes = SIZES.map(({ seconds }) => 1000 * seconds);
  const paper = fitLine(paperElements, paperTimes);
  const through = ({ slope, offset }: typeof line, x: readonly number[]): [number, number][] =>
    [x[0], x[3]].map((at) => [at, offset + slope * at]);
  return {
    verdicts: [
      {
        claim: "The update time is proportional to mass-points and springs.",
        range: `${sizes}, plain TypeScript, one thread`,
        quantity: "R² of a straight line through the four times over n + e",
        paper: Number(paper.r2.toFixed(3)),
        measured: line.r2,
        holds: { atLeast: 0.99 },
        differs: { atLeast: 0.95 },
        kind: "time",
        expected: "holds",
        why: `The line rises by ${formatNumber(1e6 * line.slope)} ns for each mass-point or spring; its R² is ${formatNumber(line.r2, 4)}. Each time is the least of its steps, which on a busy machine is not always an undisturbed one.`,
      },
      {
        claim: "The matrix is kept as one block a mass-point and one a spring.",
        range: sizes,
        quantity: "blocks kept by n + e, most of four meshes",
        paper: 1,
        measured: Math.max(...stored),
        holds: { atMost: 1 },
        kind: "fill",
        expected: "holds",
        why: `The meshes keep ${stored.map((share) => formatNumber(share)).join(", ")} blocks for each mass-point or spring: symmetric matrices need no lower half.`,
      },
      {
        claim: `A mesh of ${SIZES[2].triangles} triangles runs in real time at 1/${1 / TIMESTEP} s.`,
        range: `${triangleCounts[2]} triangles in place of ${SIZES[2].triangles}, steps of 1/${1 / TIMESTEP} s, plain TypeScript, one thread`,
        quantity: "update time by step",
        paper: Number((SIZES[2].seconds / TIMESTEP).toFixed(2)),
        measured: times[2] / (1000 * TIMESTEP),
        holds: { atMost: 1 },
        kind: "time",
        expected: "holds",
        why: `A step of ${formatNumber(1000 * TIMESTEP)} ms takes ${formatNumber(times[2])} ms here. In the paper it took ${1000 * SIZES[2].seconds} ms: ${formatNumber(SIZES[2].seconds / TIMESTEP)} of its step, so by its own numbers it was not real time, for a step that takes longer than it lasts is not.`,
      },
    ],
    tables: [
      {
        title: "Table 4: update time of one step",
        columns: [
          { heading: "vertices" },
          { heading: "ms" },
          { heading: "ms, paper", isPaper: true },
          { heading: "ns each" },
          { heading: "ns each, paper", isPaper: true, digits: 4 },
        ],
        rows,
        note: `Each: a vertex or an edge. The paper's machine was a Pentium at 600 MHz; ours computes in plain TypeScript on one thread, the least of ${steps} steps.`,
      },
      {
        title: "Table 4: the meshes",
        columns: [
          { heading: "vertices" },
          { heading: "edges" },
          { heading: "triangles" },
          { heading: "vertices, paper", isPaper: true },
          { heading: "edges, paper", isPaper: true },
          { heading: "triangles, paper", isPaper: true },
        ],
        rows: meshes,
      },
    ],
    pictures: [],
    plots: [
      {
        title: "Fig. 2: update time over mass-points and springs",
        x: { label: "n + e" },
        y: { label: "update time [ms]" },
        series: [
          { name: "update times", points: elements.map((x, n) => [x, times[n]]), mark: "points" },
          { name: "line through them", points: through(line, elements), mark: "line" },
          {
            name: "update times, paper",
            points: paperElements.map((x, n) => [x, paperTimes[n]]),
            mark: "points",
            isPaper: true,
          },
          { name: "line through them, paper", points: through(paper, paperElements), mark: "line", isPaper: true },
        ],
      },
    ],
    reason:
      `Every particle looks at its neighbours only, so a step visits each particle and each spring a fixed number of times: ${(1e6 * line.slope).toFixed(0)} ns each here, ${(1e6 * paper.slope).toFixed(0)} ns in the paper. ` +
      `The paper's own ${SIZES[2].seconds} s for ${SIZES[2].triangles} triangles is ${formatNumber(SIZES[2].seconds / TIMESTEP, 2)} times the 1/${1 / TIMESTEP} s that it calls real time.`,
  };
}

export const table4UpdateTime: Experiment = {
  paper: "kang02",
  name: "table4-update-time",
  title: "Table 4 and Fig. 2: update time grows with the mesh, no faster",
  place: "Sections 4.1 and 5, Table 4 and Fig. 2",
  claim: "The update takes O(n + e): its time is proportional to the number of mass-points and springs.",
  setup: `Grids of nearly equilateral triangles with about the paper's numbers of vertices, edges and triangles; two sweeps a step (one update), step 1/${1 / TIMESTEP} s. The pull is light, because under full weight the finest of them is lost at this step: see the flag.`,
  scene: mesh(SIZES[2]),
  live: {
    knobs: [
      {
        label: "vertices",
        choices: SIZES.map((size) => {
          const { grid, masses } = (mesh(size).cloths as readonly { grid: object; masses: number }[])[0];
          return { name: String(size.columns * size.rows), set: { "cloths.0.grid": grid, "cloths.0.masses": masses } };
        }),
        start: 1,
      },
    ],
    gauges: ["ms", "iterations", "strain"],
    look: "The milliseconds of a step grow with the number of vertices, no faster; divide one by the other.",
  },
  seconds: { quick: 2, full: 6 },
  isTimed: true,
  run,
};
