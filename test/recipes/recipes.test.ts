import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Files from "../../src/files.ts";
import type * as Drape from "../../src/index.ts";
import { copySources, expectRecipe, type SourceCopy } from "./source-copy.ts";

const GRID = { columns: 5, rows: 5, width: 1, height: 1 };

let copy: SourceCopy;
let drape: typeof Drape;
let files: typeof Files;
/** What each recipe touched, by its heading. */
const touched: Record<string, string[]> = {};

beforeAll(async () => {
  copy = copySources(["src"]);
  touched["Add a solver"] = addSolver();
  touched["Add an output format"] = addWriter();
  drape = (await copy.load("src/index.ts")) as typeof Drape;
  files = (await copy.load("src/files.ts")) as typeof Files;
}, 120_000);

afterAll(() => copy.remove());

function addSolver(): string[] {
  copy.write(
    "src/methods/leapfrog.ts",
    `import { createForces } from "../forces/catalog.ts";
import { computeAccelerations, computeSum } from "./acceleration.ts";
import type { Method } from "./method.ts";
import { BENDING, forceOptions } from "./options.ts";

/** Drift, kick, drift: x½ = x + (h/2) v,  v* = v + h a(x½),  x* = x½ + (h/2) v*. */
export const leapfrog: Method = {
  name: "leapfrog",
  title: "Leapfrog",
  summary: "second order, one force evaluation a step",
  paper: "",
  equations: "",
  conserves: ["linear", "angular"],
  stepLimit: 2,
  springModel: "symmetric",
  options: [BENDING],
  create(problem, options) {
    const forces = createForces(problem.cloth, problem.environment, forceOptions(options));
    const a = new Float64Array(3 * problem.cloth.particleCount);
    const middle = new Float64Array(a.length);
    return {
      history: [],
      propose({ from: { x, v, time }, h, next }) {
        computeSum(x, 0.5 * h, v, middle);
        computeAccelerations(problem, forces, middle, v, time + 0.5 * h, a);
        computeSum(v, h, a, next.v);
        computeSum(middle, 0.5 * h, next.v, next.x);
      },
    };
  },
};
`,
  );
  copy.insertBefore("src/methods/catalog.ts", 'from "./linear-edge.ts"', 'import { leapfrog } from "./leapfrog.ts";');
  copy.insertBefore("src/methods/catalog.ts", "  linearEdge,", "  leapfrog,");
  return copy.takeTouched();
}

function addWriter(): string[] {
  copy.write(
    "src/output/xyz-writer.ts",
    `import type { BakedRun } from "./baked-run.ts";
import type { FileChunk } from "./file-chunk.ts";

/** A line a vertex, a blank line after each frame: x y z [m]. */
export function* formatXyz(run: BakedRun): Generator<FileChunk> {
  const positions = new Float64Array(3 * run.vertexCount);
  for (let frame = 0; frame < run.frameCount; frame++) {
    run.readPositions(frame, positions);
    let text = "";
    for (let i = 0; i < run.vertexCount; i++) text += positions.subarray(3 * i, 3 * i + 3).join(" ") + "\\n";
    yield text + "\\n";
  }
}
`,
  );
  copy.insertBefore("src/output/writers.ts", 'from "./usda-writer.ts"', 'import { formatXyz } from "./xyz-writer.ts";');
  copy.insertAfter(
    "src/output/writers.ts",
    "const CATALOG",
    `  {
    name: "xyz",
    ending: ".xyz",
    mediaType: "text/plain",
    title: "Points",
    summary: "a line a vertex",
    holds: "frames",
    precision: "double",
    maxFrames: UNLIMITED,
    vertexBytes: 60,
    format: formatXyz,
  },`,
  );
  return copy.takeTouched();
}

describe("Add a solver", () => {
  test("touches at most three files, which the page names", () => expectRecipe("Add a solver", touched["Add a solver"], 3));

  test("scenes name it, and it moves cloth as Verlet does", async () => {
    expect(drape.METHODS.map(({ name }) => name)).toContain("leapfrog");
    const cloth = { grid: GRID, fabric: "silk", pins: [0] };
    const heights = [];
    for (const method of ["leapfrog", "verlet"] as const) {
      const scene = { drape: 1, timestep: 1e-4, solver: { method, bending: false }, cloths: [cloth] };
      const simulation = await drape.createSimulation(scene as Drape.SceneInput);
      for (let n = 0; n < 500; n++) simulation.step();
      const positions = new Float64Array(75);
      simulation.readPositions(positions);
      heights.push(positions[3 * 22 + 1]);
    }
    expect(heights[0]).toBeLessThan(-0.005);
    expect(heights[0]).toBeCloseTo(heights[1], 5);
  });
});

describe("Add an output format", () => {
  test("touches at most three files, which the page names", () => {
    expectRecipe("Add an output format", touched["Add an output format"], 3);
  });

  test("a recording is written by it", async () => {
    const simulation = await drape.createSimulation({ drape: 1, cloths: [{ grid: GRID }] });
    const writer = files.WRITERS.find(({ ending }) => ending === ".xyz") as Files.WriterInfo;
    const recording = files.createRecording(simulation, files.planBake(1, simulation.timestep, { every: 1 }), writer.precision);
    recording.keep();
    simulation.step();
    recording.keep();
    const text = [...files.formatRecording(writer, recording)].join("");
    expect(
      text
        .trimEnd()
        .split("\n\n")
        .map((frame) => frame.split("\n").length),
    ).toEqual([25, 25]);
  });
});
