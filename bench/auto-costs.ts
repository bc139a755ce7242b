/**
 * What `auto` takes a step to cost (src/methods/ways), fitted to every other scene and tested on the rest: the gallery's scenes without contact and sheets of cotton, in each way that suits
 * them, on one thread. Prints the constants [ns] that make the squares of their logarithms' errors least, none below 0, beside those of the source, and, for both halves, measured and expected microseconds.
 *
 *     npm run bench -- auto-costs [steps=40] [rounds=5]
 */
import { readFileSync } from "node:fs";
import type { OptionValue, SceneInput } from "../src/index.ts";
import { GRADIENTS } from "../src/methods/ways/gradients.ts";
import type { Price, Size } from "../src/methods/ways/way.ts";
import { EXPLICIT, LINEAR, TWO_LEVEL } from "../src/methods/ways/ways-in-air.ts";
import { buildScene } from "../src/scene/build-scene.ts";
import { parseScene } from "../src/scene/parse-scene.ts";
import { readArguments } from "./support/arguments.ts";
import { createGallerySimulation, mean, readGalleryScene, sceneNames } from "./support/scene-run.ts";
import { publish, type Row } from "./support/table.ts";

type Solver = NonNullable<SceneInput["solver"]>;

const WAYS: readonly (readonly [name: string, solver: Solver, price: Price])[] = [
  ["theta 0.6 1e-2", { method: "theta", theta: 0.6, tolerance: 1e-2 }, GRADIENTS],
  ["implicit-euler 1e-3", { method: "implicit-euler", tolerance: 1e-3 }, GRADIENTS],
  ...[3, 10, 30].map((iterations): (typeof WAYS)[number] => [
    `linear-edge bdf2 ${iterations}`,
    { method: "linear-edge", acceleration: "lbfgs", iterations, integrator: "bdf2" },
    LINEAR,
  ]),
  ["two-level", { method: "two-level" }, TWO_LEVEL],
  ["symplectic-euler", { method: "symplectic-euler" }, EXPLICIT],
];

const SHEETS = [16, 24, 34, 48, 68, 96, 136];

interface Sample {
  readonly scene: string;
  readonly way: string;
  readonly price: Price;
  readonly half: "fit" | "test";
  /** Nanoseconds of a step. */
  readonly measured: number;
  readonly counts: readonly number[];
}

const PRICES: readonly (readonly [name: string, price: Price])[] = [
  ["conjugate gradients", GRADIENTS],
  ["linear-edge", LINEAR],
  ["two-level", TWO_LEVEL],
  ["symplectic-euler", EXPLICIT],
];
/** What a constant that differs from the source's by its own size counts, as errors of samples do: counts that always go together share as they did. */
const HABIT = 0.03;
/** Smaller cloths cost nothing to speak of. */
const FEWEST_PARTICLES = 100;
const ROUNDS = 8;
const SWEEPS = 5000;

const { numbers } = readArguments({ steps: 40, rounds: 5 });
const scenes = [...SHEETS.map((side) => [`cotton ${side}²`, cottonSheet(side)] as const), ...galleryScenes()];
const samples: Sample[] = [];
for (const [n, [name, scene]] of scenes.entries()) {
  for (const way of WAYS) {
    const sample = await measure(name, scene, way, n % 2 === 0 ? "fit" : "test");
    if (sample !== undefined) samples.push(sample);
  }
}
report(
  new Map(
    PRICES.map(([, price]) => [
      price,
      fitPrice(
        price,
        samples.filter((one) => one.half === "fit" && one.price === price),
      ),
    ]),
  ),
);

function cottonSheet(side: number): SceneInput {
  const grid = { columns: side, rows: side, width: 1, height: 1, v: [0, 0, 1] } as const;
  return { drape: 1, cloths: [{ grid, fabric: "cotton", springModel: "symmetric", pins: ["top-left", "top-right"] }] } as SceneInput;
}

function galleryScenes(): (readonly [string, SceneInput])[] {
  const all = sceneNames().map((name) => [name, readGalleryScene(name)] as const);
  return all.filter(([, { colliders, figures, collision }]) => colliders === undefined && figures === undefined && collision === undefined);
}

async function sizeOf(scene: SceneInput): Promise<Size> {
  const { cloth } = await buildScene(parseScene(scene), async (file) => readFileSync(`scenes/${file}`, "utf8"));
  return { particles: cloth.particleCount, pairs: cloth.springs.count + cloth.hinges.count };
}

/** The least milliseconds of each step over some runs, and their mean; undefined where a way does not last. */
async function measure(
  name: string,
  scene: SceneInput,
  [way, solver, price]: (typeof WAYS)[number],
  half: Sample["half"],
): Promise<Sample | undefined> {
  const size = await sizeOf(scene);
  if (size.particles < FEWEST_PARTICLES) return undefined;
  const least = new Array<number>(numbers.steps).fill(Number.POSITIVE_INFINITY);
  const iterations: number[] = [];
  const kernels: Readonly<Record<string, OptionValue>> = solver.method === "symplectic-euler" ? {} : { kernels: "wasm" };
  for (let round = 0; round < numbers.rounds; round++) {
    const simulation = await createGallerySimulation(scene, { ...solver, ...kernels } as Solver, 1, 1);
    try {
      for (let n = 0; n < numbers.steps; n++) {
        const start = performance.now();
        simulation.step();
        least[n] = Math.min(least[n], performance.now() - start);
        iterations.push(simulation.report.iterations);
      }
    } catch {
      return undefined;
    } finally {
      simulation.dispose();
    }
  }
  least.sort((a, b) => a - b);
  const counts = price.counts(size, mean(iterations));
  return { scene: name, way, price, half, measured: 1e6 * least[least.length >> 1], counts };
}

/** The constants of at least 0 that make Σ (log expected/measured)² least, by rounds of Σ (expected − measured)²/(expected · measured) with the last round's expectation below. */
function fitPrice({ costs }: Price, from: readonly Sample[]): readonly number[] {
  let constants = costs;
  for (let round = 0; round < ROUNDS; round++) {
    const rows = from.map(({ measured, counts }) => {
      const scale = Math.sqrt(measured * expectedOf(counts, constants));
      return { shares: counts.map((count) => count / scale), goal: measured / scale, weight: 1 };
    });
    for (let c = 0; c < costs.length; c++) {
      rows.push({ shares: costs.map((cost, k) => (k === c ? 1 / cost : 0)), goal: 1, weight: HABIT * HABIT * from.length });
    }
    constants = descend(rows, constants);
  }
  return constants;
}

/** Coordinate descent to the least Σ weight (shares · constants − goal)². */
function descend(
  rows: readonly { readonly shares: readonly number[]; readonly goal: number; readonly weight: number }[],
  from: readonly number[],
): readonly number[] {
  const constants = [...from];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let c = 0; c < constants.length; c++) {
      let squares = 0;
      let product = 0;
      for (const { shares, goal, weight } of rows) {
        const rest = expectedOf(shares, constants) - shares[c] * constants[c];
        squares += weight * shares[c] * shares[c];
        product += weight * shares[c] * (goal - rest);
      }
      constants[c] = Math.max(0, product / squares);
    }
  }
  return constants;
}

function expectedOf(counts: readonly number[], constants: readonly number[]): number {
  return counts.reduce((sum, count, c) => sum + count * constants[c], 0);
}

function report(fitted: ReadonlyMap<Price, readonly number[]>): void {
  const ratio = ({ price, counts, measured }: Sample, constants = price.costs): number => expectedOf(counts, constants) / measured;
  const rows = samples.map((sample) => ({
    half: sample.half,
    scene: sample.scene,
    way: sample.way,
    ms: (sample.measured / 1e6).toFixed(3),
    fitted: ratio(sample, fitted.get(sample.price)).toFixed(2),
  }));
  for (const half of ["fit", "test"])
    publish(
      `auto-costs-${half}`,
      "expected over measured, one thread",
      rows.filter((row) => row.half === half),
    );
  const summary = PRICES.flatMap(([name, price]) =>
    (["fit", "test"] as const).map((half): Row => {
      const own = samples.filter((one) => one.half === half && one.price === price);
      const typical = (ratios: readonly number[]): string => Math.exp(Math.sqrt(mean(ratios.map((r) => Math.log(r) ** 2)))).toFixed(2);
      const constants = fitted.get(price) ?? [];
      const ratios = own.map((one) => ratio(one, constants));
      console.log(
        `${name}, ${half}: by the constants of the source, ${price.costs.join(" ")}, typical factor ${typical(own.map((one) => ratio(one)))}`,
      );
      return {
        price: name,
        half,
        samples: own.length,
        constants: constants.map((value) => Number(value.toPrecision(3))).join(" "),
        least: Math.min(...ratios).toFixed(2),
        most: Math.max(...ratios).toFixed(2),
        "typical factor": typical(ratios),
      };
    }),
  );
  publish("auto-costs", "expected over measured, one thread", summary);
}
