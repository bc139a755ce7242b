import { cos, sin } from "../../core/trig.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/parse-scene.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { partOf, readPositions, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";

const SIDE = 19;
const K = 200;
const STRAIN = 0.001;
const CURVATURE = 0.5;
/** Directions in which the sheet is pulled and rolled [°]. */
const DIRECTIONS = [0, 15, 30, 45, 60, 75, 90];
const STEPS = 120;

interface Mesh {
  readonly title: string;
  readonly triangles: "right" | "equilateral";
  readonly springs: Record<string, number>;
}

/** As Wang and Devarajan compare them: the same stiffness everywhere. */
const MESHES: readonly Mesh[] = [
  {
    title: "right angles, all springs",
    triangles: "right",
    springs: { stretch: K, shear: K, bend: K, bendDiagonal: K },
  },
  { title: "right angles", triangles: "right", springs: { stretch: K, shear: K, bend: K } },
  { title: "equilateral", triangles: "equilateral", springs: { stretch: K, bend: K } },
];

function meshScene({ title, triangles, springs }: Mesh): SceneInput {
  return {
    drape: 1,
    title: `Triangles: ${title}`,
    timestep: 1 / 60,
    duration: STEPS / 60,
    solver: { method: "implicit-euler", tolerance: 1e-4 },
    cloths: [
      {
        grid: {
          ...{ columns: SIDE, rows: SIDE, width: 1, triangles, v: [0, 0, 1] },
          ...(triangles === "right" ? { height: 1 } : {}),
        },
        springs,
        masses: 0.2 / (SIDE * SIDE),
        damping: { viscous: 0.0012 },
        pins: [Math.floor((SIDE * SIDE) / 2)],
      },
    ],
    camera: { position: [1.7, 0.4, 2.2], target: [0.5, -0.25, 0.5] },
  };
}

export const triangleMeshes: Experiment = {
  paper: "ertekin14",
  name: "triangle-meshes",
  title: "Right-angled against equilateral triangles",
  place: "Section 4, after Wang and Devarajan",
  claim:
    "With the same amount of computation a mesh of equilateral triangles, which has structural and flexion springs only, resists bending, stretch and compression more than one of right angles.",
  setup:
    "Sheets of 19 × 19 particles, 1 m wide, all springs 200 N/m. Each is pulled, pressed and rolled a little in seven directions, and the energy of its springs tells how much it resists, per area. The equilateral sheet is less high, as its rows are closer.",
  scene: {
    ...meshScene(MESHES[2]),
    description: "A sheet of equilateral triangles, held in the middle. It folds alike in all directions.",
  },
  seconds: { quick: 6, full: 6 },
  run,
};

interface Resistance {
  readonly pull: number[];
  readonly roll: number[];
  readonly springsAParticle: number;
}

async function run(task: Task): Promise<Findings> {
  const found: Resistance[] = [];
  const pictures: Picture[] = [];
  for (const [n, mesh] of MESHES.entries()) {
    const part = partOf(task, n / MESHES.length, (n + 1) / MESHES.length);
    found.push(await resist(mesh, partOf(part, 0, 0.3)));
    const scene = meshScene(mesh);
    const simulation = await createSimulation(scene);
    await runSteps(simulation, STEPS, partOf(part, 0.3, 1));
    pictures.push(await takePicture(simulation, scene, { caption: mesh.title, edges: true }));
  }
  const [, right, equal] = found;
  const least = (values: readonly number[]): number => Math.min(...values);
  const unevenness = (values: readonly number[]): number => Math.max(...values) / least(values);
  return {
    verdicts: [
      {
        claim: "Equilateral triangles take as much computation or less",
        quantity: "springs a particle, equilateral over right-angled without diagonal flexion [−]",
        measured: equal.springsAParticle / right.springsAParticle,
        holds: { atMost: 1 },
        differs: { atMost: 1.1 },
        kind: "fill",
        expected: "holds",
      },
      {
        claim: "They resist stretch and compression more",
        quantity: "least stiffness over all directions, equilateral over right-angled [−]",
        measured: least(equal.pull) / least(right.pull),
        holds: { atLeast: 1 },
        differs: { atLeast: 0.8 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "They resist bending more",
        quantity: "least resistance to rolling over all directions, equilateral over right-angled [−]",
        measured: least(equal.roll) / least(right.roll),
        holds: { atLeast: 1 },
        differs: { atLeast: 0.8 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "Equilateral triangles resist stretch alike in all directions",
        from: "ours",
        quantity: "largest over least stiffness [−]",
        measured: unevenness(equal.pull),
        holds: { atMost: 1.1 },
        differs: { atMost: 1.3 },
        kind: "error",
        expected: "holds",
      },
    ],
    tables: [
      {
        title: "What the meshes resist",
        columns: [
          { heading: "mesh" },
          { heading: "springs a particle" },
          { heading: "stiffness, least [N/m]" },
          { heading: "largest over least" },
          { heading: "rolling, least [mJ/m²]" },
          { heading: "largest over least" },
        ],
        rows: found.map(({ pull, roll, springsAParticle }, n) => [
          MESHES[n].title,
          springsAParticle,
          least(pull),
          unevenness(pull),
          1000 * least(roll),
          unevenness(roll),
        ]),
      },
    ],
    pictures: [{ title: "Held in the middle, after 2 s", pictures }],
    plots: [
      {
        title: "Stiffness against direction",
        x: { label: "direction [°]" },
        y: { label: "stiffness [N/m]" },
        series: found.map(({ pull }, n) => ({
          name: MESHES[n].title,
          points: pull.map((value, k) => [DIRECTIONS[k], value] as const),
          mark: "line" as const,
        })),
      },
      {
        title: "Resistance to rolling against direction",
        x: { label: "direction [°]" },
        y: { label: "energy at a curvature of 0.5 /m [mJ/m²]" },
        series: found.map(({ roll }, n) => ({
          name: MESHES[n].title,
          points: roll.map((value, k) => [DIRECTIONS[k], 1000 * value] as const),
          mark: "line" as const,
        })),
      },
    ],
    reason:
      "Six directions of springs resist alike all around, four directions do not. Stiffness is that of a sheet that may not narrow. Springs that span two cells also resist stretch: a right-angled mesh with diagonal flexion as well resists more than the equilateral one, with a third more springs.",
  };
}

/** Energy per area when pulled and rolled, by direction; the rest of the sheet does not narrow. */
async function resist(mesh: Mesh, task: Task): Promise<Resistance> {
  const scene = meshScene(mesh);
  const flat = readPositions(await createSimulation(scene));
  const [cloth] = scene.cloths as Record<string, unknown>[];
  let [width, height] = [0, 0];
  for (let c = 0; c < flat.length; c += 3) {
    width = Math.max(width, flat[c]);
    height = Math.max(height, flat[c + 2]);
  }
  const area = width * height;
  const energyOf = async (place: (along: number, across: number) => [number, number, number]): Promise<number[]> => {
    const energies: number[] = [];
    for (const [n, degrees] of DIRECTIONS.entries()) {
      await task.progress(n / DIRECTIONS.length / 2 + (place(1, 0)[1] === 0 ? 0 : 0.5));
      const angle = (degrees * Math.PI) / 180;
      const [c, s] = [cos(angle), sin(angle)];
      const moved: number[] = [];
      for (let i = 0; i < flat.length; i += 3) {
        const [along, up, across] = place(c * flat[i] + s * flat[i + 2], c * flat[i + 2] - s * flat[i]);
        moved.push(c * along - s * across, up, s * along + c * across);
      }
      const simulation = await createSimulation({ ...scene, cloths: [{ ...cloth, positions: moved }] });
      energies.push(simulation.measure().elastic / area);
    }
    return energies;
  };
  const pulled = await energyOf((along, across) => [(1 + STRAIN) * along, 0, across]);
  const rolled = await energyOf((along, across) => [
    sin(CURVATURE * along) / CURVATURE,
    (1 - cos(CURVATURE * along)) / CURVATURE,
    across,
  ]);
  return {
    pull: pulled.map((energy) => (2 * energy) / (STRAIN * STRAIN)),
    roll: rolled,
    springsAParticle: countSprings(mesh),
  };
}

/** Springs at a particle in the middle of a large sheet, each counted half. */
function countSprings({ triangles, springs }: Mesh): number {
  const ends = triangles === "right" ? { stretch: 4, shear: 4, bend: 4, bendDiagonal: 4 } : { stretch: 6, bend: 6 };
  const counts: Readonly<Record<string, number>> = ends;
  return Object.keys(springs).reduce((sum, kind) => sum + counts[kind] / 2, 0);
}
