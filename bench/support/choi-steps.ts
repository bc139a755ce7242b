import type { SceneInput } from "../../src/index.ts";
import { swingingCloth } from "./swinging-cloth.ts";
import { minAndMedian, publish, type Row } from "./table.ts";
import { createTimedImplicit, createTimedSolver, type StepTimes, type TimedMethod } from "./timed-method.ts";

interface Contender {
  readonly name: string;
  /** The contender that it is compared with; itself for the conventional ones. */
  readonly conventional: string;
  readonly solver: NonNullable<SceneInput["solver"]>;
  /** Milliseconds a step in [Choi13, Table 7.3] at 1245, 2485 and 4219 vertices. */
  readonly printed: readonly number[];
  /** Force, build and solve in [Choi13, Table 7.4] and [Choi13, Table 7.5], at 5472 vertices. */
  readonly parts: readonly [force: number, build: number, solve: number];
}

const TOLERANCE = 1e-6;

const CONTENDERS: readonly Contender[] = [
  {
    name: "edge conventional",
    conventional: "edge conventional",
    solver: { method: "implicit-euler", tolerance: TOLERANCE },
    printed: [5.75, 14.74, 29.81],
    parts: [0.983, 23.249, 25.346],
  },
  {
    name: "edge IER",
    conventional: "edge conventional",
    solver: { method: "linear-edge", predictor: "ier" },
    printed: [2.17, 4.97, 9.08],
    parts: [5.722, 0, 6.863],
  },
  {
    name: "edge IVT",
    conventional: "edge conventional",
    solver: { method: "linear-edge", predictor: "ivt" },
    printed: [1.11, 2.72, 5.39],
    parts: [0.887, 0, 6.905],
  },
  {
    name: "triangle conventional",
    conventional: "triangle conventional",
    solver: { method: "triangle-implicit", tolerance: TOLERANCE },
    printed: [7.18, 16.79, 33.68],
    parts: [1.71, 28.028, 22.157],
  },
  {
    name: "triangle IAR",
    conventional: "triangle conventional",
    solver: { method: "linear-triangle", predictor: "iar" },
    printed: [2.73, 6.25, 11.39],
    parts: [8.928, 0, 6.169],
  },
  {
    name: "triangle IVT",
    conventional: "triangle conventional",
    solver: { method: "linear-triangle", predictor: "ivt" },
    printed: [1.4, 3.18, 6.26],
    parts: [1.944, 0, 6.225],
  },
];

/** The grids that stand for 1245, 2485, 4219 and 5472 vertices. */
export const CHOI_SIZES: readonly number[] = [35, 50, 65, 74];
export const CHOI_STIFFNESSES: readonly number[] = [0.2, 60];

const STIFFNESS = 1000;
const BEND_MODULUS = 1e-6;
const WARM_UP = 5;

/** Tables 7.3 to 7.5: milliseconds a step in mid-swing, all methods in turns in one run, at each stiffness h²k/m. */
export async function publishSteps(
  sizes: readonly number[],
  kappas: readonly number[],
  steps: number,
  frames: number,
): Promise<void> {
  const rows: Row[] = [];
  for (const size of sizes) {
    const start = await swing(size, frames);
    for (const kappa of kappas) rows.push(...(await measure(size, kappa, steps, start)));
  }
  console.log(
    "Tables 7.3 to 7.5: milliseconds a step of the swinging cloth by part (medians); stiffness is h²k/m, total the median, " +
      "speedUp the conventional median by it. The thesis gives no stiffness; its Table 6.1 means about 0.15",
  );
  publish("choi-table7.3-7.5", `k=${STIFFNESS}; tolerance=${TOLERANCE}; ordering=auto`, rows);
  console.log();
  for (const row of rows) {
    if (row.method === "edge IVT") console.log(`${row.vertices} vertices, h²k/m = ${row.stiffness}: ${verdict(row)}`);
  }
  console.log();
}

function verdict(row: Row): string {
  const wanted = row.stiffness === 60 && row.vertices === 5476 ? ", at least 6 wanted" : "";
  return `conventional edge / linear edge IVT = ${row.speedUp} by medians, ${row.speedUpMin} by minima${wanted}`;
}

interface Motion {
  readonly x: Float64Array;
  readonly v: Float64Array;
}

/** Where every measurement begins: the cloth after so many frames of 1/60 s, on its way down. */
async function swing(size: number, frames: number): Promise<Motion> {
  const solver = { method: "implicit-euler", tolerance: 1e-3 };
  const method = await createTimedImplicit(cloth(size, solver));
  for (let n = 0; n < frames; n++) method.step(1 / 60);
  return method.state;
}

function cloth(size: number, solver: NonNullable<SceneInput["solver"]>): SceneInput {
  return swingingCloth({ size, stiffness: STIFFNESS, timestep: 1 / 60, solver, bendModulus: BEND_MODULUS });
}

async function measure(size: number, kappa: number, steps: number, start: Motion): Promise<Row[]> {
  const h = Math.sqrt((kappa * 0.2) / (size * size * STIFFNESS));
  const methods: TimedMethod[] = [];
  for (const { solver, name, conventional } of CONTENDERS) {
    const implicit = name === conventional ? await createTimedImplicit(cloth(size, solver)) : undefined;
    const method = implicit ?? (await createTimedSolver(cloth(size, solver)));
    method.state.x.set(start.x);
    method.state.v.set(start.v);
    implicit?.checkStep(h);
    methods.push(method);
  }
  const times: StepTimes[][] = methods.map(() => []);
  for (let n = 0; n < WARM_UP + steps; n++) {
    methods.forEach((method, m) => {
      const one = method.step(h);
      if (n >= WARM_UP) times[m].push(one);
    });
  }
  const totals = times.map((list) => minAndMedian(list.map(({ force, build, solve }) => force + build + solve)));
  return CONTENDERS.map(({ name, conventional, parts }, m) => {
    const base = CONTENDERS.findIndex((contender) => contender.name === conventional);
    const column = CHOI_SIZES.indexOf(size);
    const printedTotal = (c: Contender): number | undefined =>
      column === 3 ? c.parts.reduce((sum, part) => sum + part, 0) : c.printed[column];
    const thesis = printedTotal(CONTENDERS[m]);
    const thesisBase = printedTotal(CONTENDERS[base]);
    const middle = (part: keyof StepTimes): string => minAndMedian(times[m].map((one) => one[part]))[1].toFixed(3);
    return {
      vertices: size * size,
      stiffness: kappa,
      method: name,
      force: middle("force"),
      build: middle("build"),
      solve: middle("solve"),
      min: totals[m][0].toFixed(3),
      total: totals[m][1].toFixed(3),
      iterations: middle("iterations").replace(/\.000$/, ""),
      speedUp: (totals[base][1] / totals[m][1]).toFixed(2),
      speedUpMin: (totals[base][0] / totals[m][0]).toFixed(2),
      thesisForce: column === 3 ? parts[0] : "",
      thesisBuild: column === 3 ? parts[1] : "",
      thesisSolve: column === 3 ? parts[2] : "",
      thesisTotal: thesis?.toFixed(2) ?? "",
      thesisSpeedUp: thesis === undefined || thesisBase === undefined ? "" : (thesisBase / thesis).toFixed(2),
    };
  });
}
