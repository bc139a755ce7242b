import type { Pins } from "../src/core/constraints.ts";
/**
 * What a change costs a factored cloth: letting go of a pin, grabbing a vertex, removing fifty springs, as a share of a fresh factorisation,
 * and how far the solution is from that of a system made and factored for the changed cloth.   npm run bench -- factor-updates [size=100] [budget=500]
 */
import { createRandom } from "../src/core/random.ts";
import { timeRuns } from "../src/core/time-runs.ts";
import type { Cloth, Springs } from "../src/fabric/cloth.ts";
import { createForces } from "../src/forces/catalog.ts";
import { parseScene } from "../src/index.ts";
import { computeOrdering } from "../src/linalg/ordering.ts";
import { createSupernodalFactor } from "../src/linalg/supernodal-factor.ts";
import { findSupernodes } from "../src/linalg/supernodes.ts";
import { graphOfPattern } from "../src/linalg/symmetric-matrix.ts";
import { type ConstantSystem, createConstantSystem } from "../src/methods/linear/constant-system.ts";
import { swingingCloth } from "../src/papers/choi13/swinging-cloth.ts";
import { buildScene } from "../src/scene/build-scene.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const { numbers } = readArguments({ size: 100, budget: 500 });
const { size, budget } = numbers;
const H = 1 / 60;
const REMOVED = 50;

const scene = swingingCloth({
  size,
  stiffness: 1000,
  timestep: H,
  solver: { method: "linear-edge" },
  bendModulus: 1e-6,
});
const { cloth, environment, sceneIndex, pins: scripts } = await buildScene(parseScene(scene), () => Promise.reject());
const corners = scripts.map(({ vertex }) => vertex);
const middle = sceneIndex.indexOf(Math.floor(size / 2) * size + Math.floor(size / 3));
const NONE = new Uint32Array(0);

function holding(vertices: readonly number[]): Pins {
  const held = new Uint8Array(cloth.particleCount);
  for (const vertex of vertices) held[vertex] = 1;
  return { held, indices: Uint32Array.from(vertices), count: vertices.length };
}

function createSystem(of: Cloth, pins: Pins): ConstantSystem {
  const forces = createForces(of, environment, { jacobian: "isotropic" });
  return createConstantSystem(of, forces, pins, sceneIndex, { ordering: "auto", springs: true });
}

/** Springs drawn at random, and the first ones that cross a line through the middle of the cloth. */
function scattered(count: number): Uint32Array {
  const random = createRandom(1);
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(Math.floor(random() * cloth.springs.count));
  return Uint32Array.from(chosen).sort();
}

function alongLine(count: number): Uint32Array {
  const row = Math.floor(size / 2);
  const crossing: number[] = [];
  for (let s = 0; s < cloth.springs.count && crossing.length < count; s++) {
    const rows = [0, 1].map((end) => Math.floor(sceneIndex[cloth.springs.ends[2 * s + end]] / size)).sort((a, b) => a - b);
    if (rows[0] === row && rows[1] === row + 1) crossing.push(s);
  }
  return Uint32Array.from(crossing);
}

function without(springs: Springs, removed: Uint32Array): Springs {
  const gone = new Set(removed);
  const kept = Array.from({ length: springs.count }, (_, s) => s).filter((s) => !gone.has(s));
  return {
    count: kept.length,
    ends: Uint32Array.from(kept.flatMap((s) => [springs.ends[2 * s], springs.ends[2 * s + 1]])),
    restLength: Float64Array.from(kept, (s) => springs.restLength[s]),
    stiffness: Float64Array.from(kept, (s) => springs.stiffness[s]),
    kind: Uint8Array.from(kept, (s) => springs.kind[s]),
    asymmetric: Uint8Array.from(kept, (s) => springs.asymmetric[s]),
    relativeDamping: Float64Array.from(kept, (s) => springs.relativeDamping[s]),
  };
}

interface Change {
  readonly name: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly removed: Uint32Array;
}

const CHANGES: readonly Change[] = [
  { name: "let go of one of two pins", from: corners, to: corners.slice(1), removed: NONE },
  { name: "grab a vertex", from: corners, to: [...corners, middle], removed: NONE },
  { name: "let go of it", from: [...corners, middle], to: corners, removed: NONE },
  { name: `remove ${REMOVED} springs, scattered`, from: corners, to: corners, removed: scattered(REMOVED) },
  { name: `remove ${REMOVED} springs along a line`, from: corners, to: corners, removed: alongLine(REMOVED) },
];

// the yardstick: ordering and symbolic factorisation, then the numeric one, of the same matrix
const matrix = createSystem(cloth, holding(corners)).matrix(H);
const graph = graphOfPattern(matrix);
let structure = findSupernodes(matrix, graph, computeOrdering(graph, "auto").order);
const [symbolic] = timeRuns(
  () => {
    structure = findSupernodes(matrix, graph, computeOrdering(graph, "auto").order);
  },
  2,
  budget,
);
const factor = createSupernodalFactor(structure);
const [kernel, kernelMedian] = timeRuns(() => factor.factor(matrix.diagonal, matrix.offDiagonal, 1), 5, budget);

// what a change would cost without a border: the values anew and their numeric factorisation, with all symbolic work reused
const remade = createSystem(cloth, holding(corners));
const [numeric, numericMedian] = timeRuns(
  () => remade.prepare(H, holding(corners)),
  5,
  budget,
  () => remade.prepare(H / 2, holding(corners)),
);

const random = createRandom(2);
const b = Float64Array.from({ length: 3 * cloth.particleCount }, () => 2 * random() - 1);
const y = new Float64Array(b.length);
const fresh = new Float64Array(b.length);
const rows: Row[] = [
  row("numeric factorisation alone", kernel, kernelMedian, "", ""),
  row("fresh factorisation: values and numeric", numeric, numericMedian, "", ""),
  row("with ordering and symbolic too", numeric + symbolic, numericMedian + symbolic, "", ""),
];
for (const { name, from, to, removed } of CHANGES) {
  const before = holding(from);
  const after = holding(to);
  const system = createSystem(cloth, holding(corners));
  const [min, median] = timeRuns(
    () => {
      if (removed.length > 0) system.removeSprings(removed);
      system.prepare(H, after);
    },
    5,
    budget,
    () => {
      if (removed.length > 0) system.removeSprings(NONE);
      system.prepare(H, before);
    },
  );
  const [solve] = timeRuns(() => system.solve(b, y), 5, budget / 5);
  const judge = createSystem({ ...cloth, springs: without(cloth.springs, removed) }, after);
  judge.prepare(H, after);
  judge.solve(b, fresh);
  rows.push(row(name, min, median, solve.toFixed(3), difference(y, fresh).toExponential(1)));
}
console.log(
  `${size} × ${size} cloth, h = 1/60 s: milliseconds to be ready to solve again, ratio to a fresh factorisation (below 0.1 wanted) and to its numeric part alone,`,
);
console.log("and the largest difference of a solution from that of a fresh system, relative to its largest entry (below 1e-9 wanted)");
publish("factor-updates", "linear-edge; ordering=auto", rows);

function row(change: string, min: number, median: number, solve: string, error: string): Row {
  return {
    change: `"${change}"`,
    min: min.toFixed(3),
    median: median.toFixed(3),
    ratio: (min / numeric).toFixed(3),
    ratioAlone: (min / kernel).toFixed(3),
    solve,
    difference: error,
  };
}

function difference(a: Float64Array, c: Float64Array): number {
  let most = 0;
  let largest = 0;
  for (let k = 0; k < a.length; k++) {
    most = Math.max(most, Math.abs(a[k] - c[k]));
    largest = Math.max(largest, Math.abs(c[k]));
  }
  return most / largest;
}
