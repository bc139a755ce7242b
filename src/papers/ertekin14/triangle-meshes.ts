import { buildScene } from "../../scene/build-scene.ts";
import { createSimulation, refuseMesh } from "../../scene/create-simulation.ts";
import { parseScene } from "../../scene/parse-scene.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { mean, partOf, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";
import { CURVATURE, measureResistance, type Resistance } from "./resistance.ts";

const SIDE = 19;
const K = 200;
/** Directions in which the sheet is pulled and rolled [°]; those beyond 90° tell the two diagonals apart. */
const DIRECTIONS = [0, 15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165];
/** Every third has its number, at the eighths of a turn; all of them would crowd a phone. */
const DIRECTION_NAMES = DIRECTIONS.map((degrees, n) => (n % 3 === 0 ? String(degrees) : ""));
const STEPS = 120;
const RATE = 60;
/** How far apart particles are in the square mesh [m], and in the equilateral one, which has as many on the same area. */
const SPACING = 1 / (SIDE - 1);
const EQUILATERAL_SPACING = SPACING * Math.sqrt(2 / Math.sqrt(3));

interface Mesh {
  readonly title: string;
  readonly cloth: Record<string, unknown>;
}

/** A square mesh with structural and flexion springs, and along one diagonal shear and diagonal flexion springs: right-angled triangles. */
function rightAngledNetwork(stiffnessOf: StiffnessOf): Record<string, unknown> {
  const positions: number[][] = [];
  const springs: (number | string)[][] = [];
  const triangles: number[][] = [];
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const here = row * SIDE + column;
      positions.push([column * SPACING, 0, row * SPACING]);
      const join = (columns: number, rows: number, kind: string): void => {
        if (column + columns >= SIDE || row + rows >= SIDE) return;
        const length = SPACING * Math.sqrt(columns * columns + rows * rows);
        springs.push([here, here + rows * SIDE + columns, length, stiffnessOf(length), kind]);
      };
      join(1, 0, "stretch");
      join(0, 1, "stretch");
      join(1, 1, "shear");
      for (const [columns, rows] of [
        [2, 0],
        [0, 2],
        [2, 2],
      ])
        join(columns, rows, "bend");
      if (column + 1 === SIDE || row + 1 === SIDE) continue;
      triangles.push([here, here + SIDE + 1, here + 1], [here, here + SIDE, here + SIDE + 1]);
    }
  }
  return { positions, springs, triangles, masses: PARTICLE };
}

/** Mass of a particle [kg]. */
const PARTICLE = 0.2 / (SIDE * SIDE);

/** The stiffness of a spring by its length [N/m]. The paper does not say it. */
type StiffnessOf = (length: number) => number;
const READINGS: readonly { readonly name: string; readonly stiffnessOf: StiffnessOf }[] = [
  { name: "equal k", stiffnessOf: () => K },
  { name: "k by length", stiffnessOf: (length) => (K * SPACING) / length },
];

/** The paper compares the last two. */
function meshesOf(stiffnessOf: StiffnessOf): readonly Mesh[] {
  const [one, edge] = [SPACING, EQUILATERAL_SPACING];
  return [
    {
      title: "squares, all springs",
      cloth: {
        grid: { columns: SIDE, rows: SIDE, width: 1, height: 1, triangles: "right", v: [0, 0, 1] },
        springs: {
          stretch: stiffnessOf(one),
          shear: stiffnessOf(Math.SQRT2 * one),
          bend: stiffnessOf(2 * one),
          bendDiagonal: stiffnessOf(2 * Math.SQRT2 * one),
        },
        masses: PARTICLE,
      },
    },
    { title: "right-angled triangles", cloth: { network: rightAngledNetwork(stiffnessOf) } },
    {
      title: "equilateral triangles",
      cloth: {
        grid: { columns: SIDE, rows: SIDE, width: (SIDE - 1) * edge, triangles: "equilateral", v: [0, 0, 1] },
        springs: { stretch: stiffnessOf(edge), bend: stiffnessOf(2 * edge) },
        masses: PARTICLE,
      },
    },
  ];
}

const MESHES = meshesOf(READINGS[0].stiffnessOf);
const BARE: Mesh = { title: "squares without shear springs", cloth: { ...MESHES[0].cloth, springs: { stretch: K, bend: K } } };

function meshScene({ title, cloth }: Mesh): SceneInput {
  return {
    drape: 1,
    title: `Triangles: ${title}`,
    timestep: 1 / RATE,
    duration: STEPS / RATE,
    solver: { method: "implicit-euler", tolerance: 1e-4 },
    cloths: [{ ...cloth, damping: { viscous: 0.0012 }, pins: [Math.floor((SIDE * SIDE) / 2)] }],
    camera: { position: [1.55, 0.3, 1.95], target: [0.5, -0.24, 0.5] },
  };
}

export const triangleMeshes: Experiment = {
  paper: "ertekin14",
  name: "triangle-meshes",
  title: "Right-angled against equilateral triangles",
  place: "Section 4, after Wang and Devarajan",
  claim:
    "With the same amount of computation a mesh of equilateral triangles, which has structural and flexion springs only, resists bending, stretch and compression more than one of right-angled triangles.",
  setup: `Sheets of ${SIDE} × ${SIDE} particles on 1 m², springs of ${K} N/m: all alike, or by their length, as pieces of one thread are (the paper does not say). The right-angled mesh has structural and flexion springs, and shear and diagonal flexion springs along one of the diagonals; the equilateral one structural and flexion springs. Each is pulled and rolled a little in ${DIRECTIONS.length} directions, and the energy of its springs tells how much it resists, per area; pressing is pulling with the other sign. Squares with all springs stand beside them.`,
  scene: {
    ...meshScene(MESHES[2]),
    description:
      "A sheet of equilateral triangles, held in the middle. It is alike stiff in all directions, and still folds over one ridge.",
  },
  live: {
    knobs: [
      {
        label: "mesh",
        choices: MESHES.map((mesh) => ({ name: mesh.title, set: { cloths: meshScene(mesh).cloths } })),
        start: 2,
      },
    ],
    beside: { name: "squares, all springs", set: { cloths: meshScene(MESHES[0]).cloths } },
    gauges: ["strain", "fall", "kinetic"],
    look: "Held in the middle, the right-angled mesh rolls up about its one strong diagonal. The equilateral one folds over one ridge too: what is alike all around is its stiffness. Squares with all springs let their four corners hang.",
  },
  seconds: { quick: 6, full: 6 },
  run,
};

interface Found extends Resistance {
  readonly springsAParticle: number;
}

async function run(task: Task): Promise<Findings> {
  const readings: Found[][] = [];
  for (const [r, { stiffnessOf }] of READINGS.entries()) {
    const found: Found[] = [];
    for (const [n, mesh] of meshesOf(stiffnessOf).entries()) {
      const at = (0.5 * (r + n / MESHES.length)) / READINGS.length;
      const scene = meshScene(mesh);
      found.push({
        ...(await measureResistance(scene, DIRECTIONS, partOf(task, at, at + 0.08))),
        springsAParticle: await countSprings(scene),
      });
    }
    readings.push(found);
  }
  const pictures: Picture[] = [];
  for (const [n, mesh] of MESHES.entries()) {
    const scene = meshScene(mesh);
    const simulation = await createSimulation(scene);
    await runSteps(simulation, STEPS, partOf(task, 0.5 + n / 6, 0.5 + (n + 1) / 6));
    pictures.push(await takePicture(simulation, scene, { caption: mesh.title, edges: true }));
  }
  return {
    verdicts: judgeMeshes(readings, await measureResistance(meshScene(BARE), DIRECTIONS, partOf(task, 1, 1))),
    tables: [
      {
        title: "What the meshes resist: stretch [N/m]",
        columns: [
          { heading: "mesh" },
          { heading: "mean" },
          { heading: "least" },
          { heading: "largest by least" },
          { heading: "springs a particle" },
        ],
        rows: readings.flatMap((meshes, r) =>
          meshes.map(({ pull, springsAParticle }, n) => [
            `${MESHES[n].title}, ${READINGS[r].name}`,
            mean(pull),
            least(pull),
            unevenness(pull),
            springsAParticle,
          ]),
        ),
      },
      {
        title: "What the meshes resist: rolling [µJ/m²]",
        columns: [{ heading: "mesh" }, { heading: "mean" }, { heading: "least" }, { heading: "largest by least" }],
        rows: readings.flatMap((meshes, r) =>
          meshes.map(({ roll }, n) => [`${MESHES[n].title}, ${READINGS[r].name}`, 1e6 * mean(roll), 1e6 * least(roll), unevenness(roll)]),
        ),
      },
    ],
    pictures: [{ title: `Held in the middle, after ${STEPS / RATE} s`, pictures }],
    plots: [
      {
        title: "Stiffness against direction, equal k: only the equilateral mesh is alike all around",
        x: { label: "direction [°]", categories: DIRECTION_NAMES },
        y: { label: "stiffness [N/m]" },
        series: readings[0].map(({ pull }, n) => ({
          name: MESHES[n].title,
          points: pull.map((value, k) => [k, value] as const),
          mark: "line" as const,
        })),
      },
      {
        title: "Resistance to rolling against direction, equal k: the right-angled mesh has one strong diagonal",
        x: { label: "direction [°]", categories: DIRECTION_NAMES },
        y: { label: `energy at a curvature of ${CURVATURE} /m [µJ/m²]` },
        series: readings[0].map(({ roll }, n) => ({
          name: MESHES[n].title,
          points: roll.map((value, k) => [k, 1e6 * value] as const),
          mark: "line" as const,
        })),
      },
    ],
    reason:
      "The right-angled mesh resists more in the mean, because its springs along the diagonal are longer: what they resist grows with a high power of their length, whether they are as stiff or softer by their length. But most of that lies about one diagonal. Across it, where cloth gives way, it resists a fraction of what the equilateral mesh does, which resists alike all around. That is what Wang's mesh is good for, and what the sentence means if it is to hold. Stiffness is that of a sheet that may not narrow.",
  };
}

const least = (values: readonly number[]): number => Math.min(...values);
const unevenness = (values: readonly number[]): number => Math.max(...values) / least(values);

/** What the papers say of the meshes, by both readings; `bare` are squares without shear springs. */
function judgeMeshes(readings: readonly (readonly Found[])[], bare: Resistance): Findings["verdicts"] {
  const [found] = readings;
  const [, right, equal] = found;
  /** Equilateral by right-angled, of the two readings the better for the claim. */
  const best = (read: (one: Found) => number): number => Math.max(...readings.map((meshes) => read(meshes[2]) / read(meshes[1])));
  const both = (read: (one: Found) => number): string =>
    readings
      .map((meshes, n) => `${formatNumber(read(meshes[2]))} against ${formatNumber(read(meshes[1]))} (${READINGS[n].name})`)
      .join(" and ");
  const range = `${SIDE} × ${SIDE} particles on 1 m², ${DIRECTIONS.length} directions, springs of equal k and of k by length`;
  const better = "of the two readings the better one";
  const asFirst =
    "The first edition had springs of equal k alone, which favours the mesh with the longer springs; it came out as does not hold too.";
  return [
    {
      claim: "Equilateral triangles take the same computation",
      range: "particles away from the edges of the sheets",
      quantity: "springs a particle, equilateral by right-angled [−]",
      measured: equal.springsAParticle / right.springsAParticle,
      holds: { atLeast: 0.95, atMost: 1.05 },
      kind: "fill",
      expected: "holds",
      why: `${formatNumber(equal.springsAParticle)} springs a particle against ${formatNumber(right.springsAParticle)}; squares with all springs have ${formatNumber(found[0].springsAParticle)}.`,
    },
    {
      claim: "They resist stretch and compression more",
      range,
      why: `The mean stiffness is ${both((one) => mean(one.pull))} N/m: the right-angled mesh has longer springs, along its diagonal, and what a spring resists grows with its length. Its weakest direction has ${formatNumber(least(right.pull))} N/m, that of the equilateral one ${formatNumber(least(equal.pull))}.`,
      quantity: `stiffness, mean over directions, equilateral by right-angled, ${better} [−]`,
      measured: best((one) => mean(one.pull)),
      holds: { atLeast: 1.05 },
      differs: { atLeast: 0.95 },
      kind: "error",
      expected: "does not hold",
      revised: asFirst,
    },
    {
      claim: "They resist bending more",
      range,
      why: `The mean energy of rolling is ${both((one) => 1e6 * mean(one.roll))} µJ/m², again because of the long springs along the diagonal; across it the right-angled mesh has ${formatNumber(1e6 * least(right.roll))}, the equilateral one at its weakest ${formatNumber(1e6 * least(equal.roll))} (equal k).`,
      quantity: `energy of rolling, mean over directions, equilateral by right-angled, ${better} [−]`,
      measured: best((one) => mean(one.roll)),
      holds: { atLeast: 1.05 },
      differs: { atLeast: 0.95 },
      kind: "error",
      expected: "does not hold",
      revised: asFirst,
    },
    {
      claim: "In their weakest direction they resist stretch more",
      from: "ours",
      range,
      quantity: "least stiffness over all directions, equilateral by right-angled, equal k [−]",
      measured: least(equal.pull) / least(right.pull),
      holds: { atLeast: 1.05 },
      kind: "error",
      expected: "holds",
      why: `${both((one) => least(one.pull))} N/m.`,
    },
    {
      claim: "In their weakest direction they resist bending more",
      from: "ours",
      range,
      quantity: "least energy of rolling over all directions, equilateral by right-angled, equal k [−]",
      measured: least(equal.roll) / least(right.roll),
      holds: { atLeast: 1.05 },
      kind: "error",
      expected: "holds",
      why: `${both((one) => 1e6 * least(one.roll))} µJ/m²: the right-angled mesh has no springs that lie across its one diagonal.`,
    },
    {
      claim: "A triangular mesh can resist shearing by itself",
      range: `the equilateral mesh against squares with structural and flexion springs alone, ${DIRECTIONS.length} directions, equal k`,
      quantity: "least resistance to shearing over all directions, by the mean stiffness [−]; 0 for those squares",
      measured: least(equal.shear) / mean(equal.pull),
      holds: { atLeast: 0.2 },
      differs: { atLeast: 0.05 },
      kind: "error",
      expected: "holds",
      why: `Its resistance to shearing is at least ${formatNumber(least(equal.shear))} N/m; squares without shear springs have ${formatNumber(least(bare.shear))} N/m along their threads.`,
    },
    {
      claim: "Equilateral triangles resist stretch alike in all directions",
      from: "ours",
      range: `the equilateral mesh, ${DIRECTIONS.length} directions, equal k`,
      quantity: "largest by least stiffness [−]",
      measured: unevenness(equal.pull),
      holds: { atMost: 1.1 },
      differs: { atMost: 1.3 },
      kind: "error",
      expected: "holds",
      why: `The stiffness lies between ${formatNumber(least(equal.pull), 4)} and ${formatNumber(Math.max(...equal.pull), 4)} N/m; that of the right-angled mesh between ${formatNumber(least(right.pull))} and ${formatNumber(Math.max(...right.pull))}.`,
    },
  ];
}

/** Springs at a particle away from the edges, which is where most are, each counted half. */
async function countSprings(scene: SceneInput): Promise<number> {
  const { cloth } = await buildScene(parseScene(scene), refuseMesh);
  const counts = new Uint32Array(cloth.particleCount);
  for (const end of cloth.springs.ends) counts[end]++;
  return Math.max(...counts) / 2;
}
