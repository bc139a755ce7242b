import type { Pins } from "../src/core/constraints.ts";
import type { SolverInput } from "../src/scene/scene-input.ts";

/**
 * Milliseconds (smallest and median) of each kernel in TypeScript, in double precision, and in WebAssembly, turn by turn in one process, and
 * nanoseconds a particle of the latter: on Kim's cloth, and for the linear model on cotton.   npm run bench -- kernels [SIDE…]
 */

import { invertSymmetric } from "../src/core/mat3.ts";
import { minAndMedian } from "../src/core/time-runs.ts";
import type { Cloth } from "../src/fabric/cloth.ts";
import { addForces, createForces, type Forces } from "../src/forces/catalog.ts";
import { addPaidSpringForces } from "../src/forces/paid-force.ts";
import { triangleTerms } from "../src/forces/triangle-terms.ts";
import type { Environment } from "../src/forces/wind.ts";
import type { SceneInput } from "../src/index.ts";
import { loadAllKernels } from "../src/kernels/all-kernels.ts";
import { createBlockKernels } from "../src/kernels/blocks/block-kernels.ts";
import { createBlockSweeps } from "../src/kernels/blocks/block-sweeps.ts";
import { planPaidRows } from "../src/kernels/blocks/paid-rows.ts";
import { planSweeps } from "../src/kernels/blocks/sweep-rows.ts";
import { planTriangleRows } from "../src/kernels/blocks/triangle-rows.ts";
import { DAMPING_SCALE, INVERSE_THETA, MAX_ITERATIONS, SECONDS, STIFFNESS_SCALE, TOLERANCE } from "../src/kernels/layout/block-numbers.ts";
import { SECONDS as EFFECTIVE_STEP } from "../src/kernels/linear/linear-kernels.ts";
import { createWasmLinearKernels } from "../src/kernels/linear/wasm-linear-kernels.ts";
import type { KernelModule } from "../src/kernels/module.ts";
import { computeBlockProduct } from "../src/linalg/block-matrix.ts";
import { createBlockPcg } from "../src/linalg/block-pcg.ts";
import { buildBlockRows, sweepBlockRows } from "../src/linalg/block-sweep.ts";
import { createImplicitSystem } from "../src/methods/implicit/implicit-system.ts";
import { createConstantSystem } from "../src/methods/linear/constant-system.ts";
import type { LinearModel } from "../src/methods/linear/linear-model.ts";
import { createPlainLinearKernels, type LinearKernelsSetup } from "../src/methods/linear/plain-linear-kernels.ts";
import { EDGE_MODEL } from "../src/methods/linear-edge.ts";
import { triangleModel } from "../src/methods/linear-triangle.ts";
import { compileNormals } from "../src/output/compile-normals.ts";
import { computeNormals } from "../src/output/normals.ts";
import { buildScene } from "../src/scene/build-scene.ts";
import { refuseMesh } from "../src/scene/create-simulation.ts";
import { parseScene } from "../src/scene/parse-scene.ts";
import { kimCloth } from "./support/kim-cloth.ts";
import { publish, type Row } from "./support/table.ts";

const BUDGET_MS = 2000;
/** Iterations and sweeps that are timed together. */
const TOGETHER = 10;

interface Bench {
  readonly name: string;
  /** What the times are divided by. */
  readonly count: number;
  typescript(): void;
  wasm(): void;
}

interface Sheet {
  readonly cloth: Cloth;
  readonly environment: Environment;
  readonly pins: Pins;
  readonly sceneIndex: Uint32Array;
  readonly x: Float64Array;
  readonly v: Float64Array;
}

/** A cloth that hangs by its first row, rippled by a hundredth of its spacing so that no spring is at rest. */
async function buildSheet(scene: SceneInput, spacing: number): Promise<Sheet> {
  const { cloth, environment, positions, sceneIndex } = await buildScene(parseScene(scene), refuseMesh);
  const held = new Uint8Array(cloth.particleCount);
  const indices = Uint32Array.from([0, 1]);
  for (const i of indices) held[i] = 1;
  const ripple = (c: number): number => ((c * 7919) % 101) / 101 - 0.5;
  return {
    cloth,
    environment,
    pins: { held, indices, count: indices.length },
    sceneIndex,
    x: positions.map((p, c) => p + 0.02 * spacing * ripple(c)),
    v: positions.map((_, c) => 0.1 * spacing * ripple(c + 13)),
  };
}

/** Of a product, which nobody reads here. */
const dot = new Float64Array(1);

/** A step of backward Euler, and as many iterations as are timed together. */
function setStep(numbers: Float64Array, h: number): void {
  numbers[SECONDS] = h;
  numbers[STIFFNESS_SCALE] = h * h;
  numbers[DAMPING_SCALE] = h;
  numbers[INVERSE_THETA] = 1;
  numbers[TOLERANCE] = 1e-12;
  numbers[MAX_ITERATIONS] = TOGETHER;
}

/** M + hC + h²K, the inverses of its diagonal blocks, and b = h (F − h K v) [Kim06, eq. 5], in TypeScript. */
function fillSystem(
  { matrix, assemble, addMass }: ReturnType<typeof createImplicitSystem>,
  forces: Forces,
  x: Float64Array,
  v: Float64Array,
  h: number,
  inverse: Float64Array,
  b: Float64Array,
  product: Float64Array,
): void {
  b.fill(0);
  addForces(forces.elastic, x, v, 0, b);
  assemble(x, h, h * h);
  computeBlockProduct(matrix, v, product, dot);
  addMass();
  for (let c = 0; c < b.length; c++) b[c] = h * b[c] - product[c];
  for (let row = 0; row < inverse.length; row += 6) invertSymmetric(matrix.diagonal, row, inverse, row);
}

/** The kernels of methods with 3×3 blocks. */
async function benchBlocks(side: number, module: KernelModule): Promise<Bench[]> {
  const h = 0.25;
  const { cloth, environment, pins, x, v } = await buildSheet(kimCloth(side, undefined, h), 1);
  const n = cloth.particleCount;
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  const forces = createForces(cloth, environment, {});
  const system = createImplicitSystem(cloth, forces, pins);
  const { matrix, assemble, addMass } = system;
  const rows = buildBlockRows(matrix);
  const pcg = createBlockPcg(n);
  const inverse = new Float64Array(6 * n);
  const [b, rest, product, deltaV, old] = Array.from({ length: 5 }, () => new Float64Array(3 * n));
  const predicted = x.map((value, c) => value + h * v[c]);
  const [sweeping, solving, paid] = [undefined, {}, { rows: planPaidRows("old") }].map((solved) => {
    const isSolved = solved !== undefined;
    const kernels = createBlockKernels(
      {
        cloth,
        pins,
        forces,
        forceOptions: {},
        order,
        stiffest: 1e8,
        blockFloor: 0,
        isSolved,
        ...(solved ?? { planRows: planSweeps }),
      },
      module,
    );
    setStep(kernels.numbers, h);
    addForces(forces.external, x, v, 0, kernels.impulse);
    kernels.begin(x, v);
    return kernels;
  });
  return [
    {
      name: "matrix, inverses and forces",
      count: 1,
      typescript: () => fillSystem(system, forces, x, v, h, inverse, b, product),
      wasm: () => solving.begin(x, v),
    },
    {
      name: "Oh's matrix, inverses and forces",
      count: 1,
      typescript() {
        b.fill(0);
        addPaidSpringForces(cloth.springs, x, predicted, false, b);
        assemble(x, h, h * h, predicted);
        addMass();
        for (let c = 0; c < b.length; c++) b[c] *= h;
        for (let i = 0; i < n; i++) invertSymmetric(matrix.diagonal, 6 * i, inverse, 6 * i);
      },
      wasm: () => paid.begin(x, v, false, predicted),
    },
    {
      name: "Gauss–Seidel sweep",
      count: TOGETHER,
      typescript() {
        for (let k = 0; k < TOGETHER; k++) {
          sweepBlockRows(matrix, rows, inverse, b, pins.held, order, 0, n, deltaV, deltaV);
        }
      },
      wasm: () => createBlockSweeps(sweeping).sweep(TOGETHER),
    },
    {
      name: "Jacobi sweep",
      count: TOGETHER,
      typescript() {
        for (let k = 0; k < TOGETHER; k++) {
          old.set(deltaV);
          sweepBlockRows(matrix, rows, inverse, b, pins.held, order, 0, n, old, deltaV);
        }
      },
      wasm: () => createBlockSweeps(sweeping).sweepJacobi(TOGETHER + 1), // the first, from nothing, is hardly one
    },
    {
      name: "conjugate gradient iteration",
      count: TOGETHER,
      typescript() {
        rest.set(b);
        pcg.solve(matrix, rest, pins.indices, pins.count, 1e-12, TOGETHER, deltaV);
      },
      wasm: () => solving.solve(),
    },
    {
      name: "conjugate gradient iteration, Oh's",
      count: TOGETHER,
      typescript() {
        rest.set(b);
        pcg.solve(matrix, rest, pins.indices, pins.count, 1e-12, TOGETHER, deltaV);
      },
      wasm: () => paid.solve(),
    },
  ];
}

/** A square of cotton, 1 m by 1 m. */
function cotton(side: number, method: string): SceneInput {
  return {
    drape: 1,
    solver: { method } as SolverInput,
    cloths: [{ grid: { columns: side, rows: side, width: 1, height: 1, v: [0, 0, 1] }, fabric: "cotton" }],
  };
}

/** The kernels of triangles with blocks. */
async function benchTriangles(side: number, module: KernelModule): Promise<Bench[]> {
  const h = 1 / 60;
  const { cloth, environment, pins, x, v } = await buildSheet(cotton(side, "triangle-implicit"), 1 / side);
  const n = cloth.particleCount;
  const forces = createForces(cloth, environment, { membrane: triangleTerms, bending: true });
  const system = createImplicitSystem(cloth, forces, pins);
  const { matrix } = system;
  const pcg = createBlockPcg(n);
  const inverse = new Float64Array(6 * n);
  const [b, rest, product, deltaV] = Array.from({ length: 4 }, () => new Float64Array(3 * n));
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  const kernels = createBlockKernels(
    {
      pins,
      forces,
      forceOptions: {},
      order,
      stiffest: 1e8,
      blockFloor: 0,
      isSolved: true,
      ...planTriangleRows(cloth, "axes"),
    },
    module,
  );
  setStep(kernels.numbers, h);
  return [
    {
      name: "triangles: matrix, inverses and forces",
      count: 1,
      typescript: () => fillSystem(system, forces, x, v, h, inverse, b, product),
      wasm: () => kernels.begin(x, v),
    },
    {
      name: "triangles: conjugate gradient iteration",
      count: TOGETHER,
      typescript() {
        rest.set(b);
        pcg.solve(matrix, rest, pins.indices, pins.count, 1e-12, TOGETHER, deltaV);
      },
      wasm: () => kernels.solve(),
    },
  ];
}

/** Normals for drawing. */
async function benchNormals(side: number): Promise<Bench[]> {
  const { cloth, x } = await buildSheet(cotton(side, "linear-edge"), 1 / side);
  const { triangles } = cloth;
  const compiled = await compileNormals();
  const positions = Float32Array.from(x);
  const normals = new Float32Array(x.length);
  return [
    {
      name: "normals for drawing",
      count: 1,
      typescript: () => computeNormals(positions, triangles, normals),
      wasm: () => compiled(positions, triangles, normals),
    },
  ];
}

/** The kernels of a linear model, of edges or of triangles. */
async function benchLinear(side: number, module: KernelModule, model: LinearModel): Promise<Bench[]> {
  const method = model.membraneTerms === undefined ? "linear-edge" : "linear-triangle";
  const { cloth, environment, pins, sceneIndex, x, v } = await buildSheet(cotton(side, method), 1 / side);
  const membrane = model.membraneTerms;
  const forceOptions = { jacobian: "isotropic", triangleJacobian: "isotropic", membrane, bending: true } as const;
  const forces = createForces(cloth, environment, forceOptions);
  const system = createConstantSystem(cloth, forces, pins, sceneIndex, {
    ordering: "auto",
    springs: membrane === undefined,
  });
  system.prepare(1 / 60, pins);
  const setup: LinearKernelsSetup = {
    cloth,
    environment,
    pins,
    model,
    forces,
    forceOptions,
    bending: true,
    repeatsTargets: model.repeatTargets,
    system,
  };
  const step = {
    x,
    v,
    predicted: x,
    momentum: new Float64Array(x.length),
    force: new Float64Array(x.length),
    isSteady: false,
  };
  const before = x.map((value, c) => value - v[c] / 60);
  const beforeThat = x.map((value, c) => value - v[c] / 40);
  const [typescript, wasm] = [
    createPlainLinearKernels(setup),
    createWasmLinearKernels(setup, module, { memory: 0, isRepeated: true, turns: true }),
  ].map((kernels) => {
    const [deltaV, residual, solution] = Array.from({ length: 3 }, () => kernels.createVector());
    kernels.numbers[EFFECTIVE_STEP] = 1 / 60;
    kernels.begin(step);
    return {
      computeResidual: () => kernels.computeResidual(step, deltaV, residual),
      turn: () => kernels.computeRotatedResidual(step, [before], [1], residual),
      turnTwice: () => kernels.computeRotatedResidual(step, [before, beforeThat], [2, -1], residual),
      solve: () => kernels.solve(residual, solution),
    };
  });
  const of = membrane === undefined ? "linear edges" : "linear triangles";
  const compare = (name: string, kernel: "computeResidual" | "turn" | "turnTwice" | "solve"): Bench => ({
    name: `${of}: ${name}`,
    count: 1,
    typescript: typescript[kernel],
    wasm: wasm[kernel],
  });
  return [
    compare("residual", "computeResidual"),
    compare("residual, turning", "turn"),
    compare("residual, turning by order 2", "turnTwice"),
    compare("solve", "solve"),
  ];
}

function time(run: () => void, count: number): number {
  const start = performance.now();
  run();
  return (performance.now() - start) / count;
}

const module = await loadAllKernels();
if (module === undefined) throw new Error("WebAssembly with SIMD is not to be had here");
const sides = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [80, 160, 316];
const table: Row[] = [];
for (const side of sides) {
  for (const bench of [
    ...(await benchBlocks(side, module)),
    ...(await benchTriangles(side, module)),
    ...(await benchLinear(side, module, EDGE_MODEL)),
    ...(await benchLinear(side, module, triangleModel(true))),
    ...(await benchNormals(side)),
  ]) {
    const times: [typescript: number[], wasm: number[]] = [[], []];
    const started = performance.now();
    while (times[0].length < 5 || performance.now() - started < BUDGET_MS) {
      times[0].push(time(bench.typescript, bench.count));
      times[1].push(time(bench.wasm, bench.count));
    }
    const [plain, plainMedian] = minAndMedian(times[0]);
    const [wasm, wasmMedian] = minAndMedian(times[1]);
    table.push({
      kernel: bench.name,
      particles: side * side,
      typescript: plain.toFixed(3),
      "typescript median": plainMedian.toFixed(3),
      wasm: wasm.toFixed(3),
      "wasm median": wasmMedian.toFixed(3),
      ratio: (plain / wasm).toFixed(2),
      "ns a particle": ((1e6 * wasm) / (side * side)).toFixed(1),
    });
  }
}
publish("kernels", "jacobian clamped", table);
