import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Files from "../../src/files.ts";
import type * as Drape from "../../src/index.ts";
import { METHODS } from "../../src/methods/catalog.ts";
import { ROOT } from "../docs/pages.ts";
import { copySources, expectRecipe, type SourceCopy } from "./source-copy.ts";

const GRID = { columns: 5, rows: 5, width: 1, height: 1 };

let copy: SourceCopy;
let drape: typeof Drape;
let files: typeof Files;
/** What each recipe touched, by its heading. */
const touched: Record<string, string[]> = {};

beforeAll(async () => {
  copy = copySources(["src"]);
  touched["Add a force"] = addExternalForce();
  touched.elastic = addElasticForce();
  touched["Add a solver"] = addSolver();
  touched["Add a collider"] = addCollider();
  touched["Add an output format"] = addWriter();
  drape = (await copy.load("src/index.ts")) as typeof Drape;
  files = (await copy.load("src/files.ts")) as typeof Files;
}, 120_000);

afterAll(() => copy.remove());

/** A force on every particle with a constant that scenes give: its file, its line in the catalogue, and its row among the arrays of a cloth. */
function addForce(name: string, term: string, unit: string): string[] {
  copy.write(`src/forces/${name}.ts`, term);
  copy.insertBefore("src/forces/forces.ts", 'from "./gravity.ts"', `import { ${name}Term } from "./${name}.ts";`);
  copy.insertBefore(
    "src/forces/forces.ts",
    "  if (cloth.pressure !== undefined)",
    `  if (cloth.${name} !== undefined) terms.push(${name}Term(cloth.mass, cloth.${name}));`,
  );
  copy.insertAfter("src/fabric/cloth-arrays.ts", "export interface ClothArrays {", `  readonly ${name}?: Float64Array;`);
  copy.insertBefore(
    "src/fabric/cloth-arrays.ts",
    '  tearing: { of: "triangle"',
    `  ${name}: { of: "particle", stride: 1, whenCut: "copy", field: number({ unit: "${unit}" }) },`,
  );
  return copy.takeTouched();
}

/** An updraught a [m/s²]: f = m a upwards. */
function addExternalForce(): string[] {
  const term = `import { addNothing, type ForceTerm, NO_PAIRS } from "./force-term.ts";

export function updraughtTerm(mass: Float64Array, a: Float64Array): ForceTerm {
  return {
    name: "updraught",
    role: "external",
    constantMatrix: true,
    pairs: NO_PAIRS,
    energy: () => 0,
    addForce(_x, _v, _t, f) {
      for (let i = 0; i < a.length; i++) f[3 * i + 1] += mass[i] * a[i];
    },
    addMatrix: addNothing,
  };
}
`;
  return addForce("updraught", term, "m/s²");
}

/** A well of ω² [1/s²]: E = Σ ½ m ω² |x|², f = −m ω² x, K = m ω² I. */
function addElasticForce(): string[] {
  const term = `import { addIdentity } from "../core/mat3.ts";
import { type ForceTerm, NO_PAIRS } from "./force-term.ts";

export function wellTerm(mass: Float64Array, rate: Float64Array): ForceTerm {
  const energy = (x: Float64Array): number => x.reduce((sum, c, k) => sum + 0.5 * mass[Math.floor(k / 3)] * rate[Math.floor(k / 3)] * c * c, 0);
  return {
    name: "well",
    role: "elastic",
    constantMatrix: true,
    pairs: NO_PAIRS,
    energy,
    addForce(x, _v, _t, f, sum) {
      for (let k = 0; k < x.length; k++) f[k] -= mass[Math.floor(k / 3)] * rate[Math.floor(k / 3)] * x[k];
      if (sum !== undefined) sum[0] += energy(x);
    },
    addMatrix(_x, scale, _slots, diagonal) {
      for (let i = 0; i < mass.length; i++) addIdentity(diagonal, 6 * i, scale * mass[i] * rate[i]);
    },
  };
}
`;
  return addForce("well", term, "1/s²");
}

function addCollider(): string[] {
  copy.write(
    "src/contact/shapes/rod.ts",
    `import { type Field, number, object, required } from "../../core/field.ts";
import type { Shape } from "./collider.ts";

/** A cylinder without ends about the x axis. */
export interface RodSpec {
  readonly kind: "rod";
  /** [m] */
  readonly radius: number;
}

export const ROD_FIELD: Field<Omit<RodSpec, "kind">> = object("Rod", { radius: required(number({ above: 0, unit: "m" })) });

/** φ = √(y² + z²) − radius. */
export function createRod({ radius }: RodSpec): Shape {
  return {
    kind: "rod",
    steepness: 1,
    convex: true,
    bound: Float64Array.of(-1e3, -radius, -radius, 1e3, radius, radius),
    measure(p, out) {
      const r = Math.sqrt(p[1] * p[1] + p[2] * p[2]);
      out[0] = r - radius;
      out[1] = 0;
      out[2] = r > 0 ? p[1] / r : 1;
      out[3] = r > 0 ? p[2] / r : 0;
      out[4] = 1;
    },
  };
}
`,
  );
  const catalog = "src/contact/shapes/collider-catalog.ts";
  copy.insertBefore(catalog, 'from "./sphere.ts"', 'import { createRod, ROD_FIELD, type RodSpec } from "./rod.ts";');
  copy.replace(catalog, " | OwnSpec;", " | OwnSpec | RodSpec;");
  copy.insertAfter(catalog, "export const COLLIDERS", '  collider<RodSpec>("rod", ROD_FIELD, createRod),');
  const judge = "src/inspect/body-depth.ts";
  copy.replace(judge, " | HeightFieldBody;", " | HeightFieldBody | RodBody;");
  copy.insertBefore(
    judge,
    "/** All points within `radius`",
    'export interface RodBody {\n  readonly kind: "rod";\n  readonly radius: number;\n}\n',
  );
  copy.insertBefore(judge, '    case "heightField":', '    case "rod":\n      return (_x, y, z) => body.radius - norm(0, y, z);');
  return copy.takeTouched();
}

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

test("the sources with all that is added compile", () => {
  const options = {
    extends: "../../tsconfig.json",
    include: ["src"],
    exclude: ["src/kernels/assembly", "src/papers", "src/cli", "src/three"],
  };
  writeFileSync(join(copy.folder, "tsconfig.json"), JSON.stringify(options));
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", copy.folder], {
    encoding: "utf8",
  });
  expect([stdout, status]).toEqual(["", 0]);
});

describe("Add a force", () => {
  test("touches at most three files, which the page names", () => {
    expectRecipe("Add a force", touched["Add a force"], 3);
    expectRecipe("Add a force", touched.elastic, 3);
  });

  /** The mean height of a free sheet after 0.1 s, which starts 0.3 m up without gravity; kernels are taken however small it is. */
  async function riseTo(method: string, kernels: string, constants: object): Promise<number> {
    const { parseScene } = (await copy.load("src/scene/parse-scene.ts")) as typeof import("../../src/scene/parse-scene.ts");
    const { buildScene } = (await copy.load("src/scene/build-scene.ts")) as typeof import("../../src/scene/build-scene.ts");
    const { withKernels } = (await copy.load("src/scene/load-kernels.ts")) as typeof import("../../src/scene/load-kernels.ts");
    const { createSimulationFromSetup } = (await copy.load("src/sim/simulation.ts")) as typeof import("../../src/sim/simulation.ts");
    const cloth = {
      grid: { ...GRID, origin: [0, 0.3, 0], v: [0, 0, 1] },
      springs: { stretch: 20, shear: 10 },
      triangleStiffness: { u: 20, v: 20, shearU: 20, shearV: 20 },
      masses: 0.02,
      ...constants,
    };
    const solver = { method, kernels, tolerance: kernels === "typescript" ? 1e-10 : 1e-5, sweeps: 64, momentum: false };
    const scene = parseScene({ drape: 1, timestep: 1e-3, gravity: [0, 0, 0], solver, cloths: [cloth] });
    const setup = await buildScene(scene, () => Promise.reject(new Error("no mesh")));
    const simulation = createSimulationFromSetup(await withKernels({ ...setup, wasmFrom: 0 }));
    for (let n = 0; n < 100; n++) simulation.step();
    const positions = new Float64Array(3 * simulation.particleCount);
    simulation.readPositions(positions);
    return positions.reduce((sum, y, c) => (c % 3 === 1 ? sum + y : sum), 0) / simulation.particleCount;
  }

  test.each(METHODS.map(({ name, options }) => [name, options.some((option) => option.name === "kernels")] as const))(
    "%s: the external and the elastic one act alike by both kinds of kernels",
    async (method, hasKernels) => {
      for (const kernels of hasKernels ? ["typescript", "wasm"] : ["typescript"]) {
        const risen = (await riseTo(method, kernels, { updraught: 10 })) - 0.3;
        expect(Math.abs(risen - 0.05), kernels).toBeLessThan(0.002); // ½ a t²
      }
      for (const kernels of hasKernels ? ["typescript", "auto"] : ["typescript"]) {
        const fallen = await riseTo(method, kernels, { well: 100 });
        expect(Math.abs(fallen - 0.3 * Math.cos(1)), kernels).toBeLessThan(0.01); // y cos ωt
      }
    },
  );

  test("kernels that a scene insists on refuse the elastic one", async () => {
    await expect(riseTo("implicit-euler", "wasm", { well: 100 })).rejects.toThrow(/do not compute the force "well"/);
  });
});

describe("Add a collider", () => {
  test("touches at most three files, which the page names", () => expectRecipe("Add a collider", touched["Add a collider"], 3));

  test("it holds cloth, and the judge knows it", async () => {
    const grid = { ...GRID, columns: 17, rows: 17, origin: [-0.5, 0.12, -0.5], v: [0, 0, 1] };
    const scene = { drape: 1, cloths: [{ grid }], colliders: [{ rod: { radius: 0.1 }, friction: 0.5 }] };
    const simulation = await drape.createSimulation(scene as Drape.SceneInput);
    for (let n = 0; n < 30; n++) simulation.step();
    const positions = new Float64Array(3 * simulation.particleCount);
    simulation.readPositions(positions);
    expect(Math.max(...positions.filter((_, c) => c % 3 === 1))).toBeCloseTo(0.1, 2);
    expect(simulation.view.inspect().maxPenetration).toBe(0);
    const inside = { drape: 1, cloths: [{ grid: GRID }], colliders: [{ rod: { radius: 0.25 } }] };
    expect((await drape.createSimulation(inside as Drape.SceneInput)).view.inspect().maxPenetration).toBeCloseTo(0.25, 12);
  });
});

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
