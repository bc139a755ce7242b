import { cos, sin } from "../../core/trig.ts";
import { buildScene } from "../../scene/build-scene.ts";
import { createSimulation, refuseMesh } from "../../scene/create-simulation.ts";
import { parseScene } from "../../scene/parse-scene.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { mean, partOf, readPositions, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";

const SIDE = 19;
const K = 200;
const STRAIN = 0.001;
const CURVATURE = 0.5;
/** Directions in which the sheet is pulled and rolled [°]; those beyond 90° tell the two diagonals apart. */
const DIRECTIONS = [0, 15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165];
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
function rightAngledNetwork(): Record<string, unknown> {
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
        springs.push([here, here + rows * SIDE + columns, length, K, kind]);
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

/** The same stiffness everywhere. The paper compares the last two. */
const MESHES: readonly Mesh[] = [
  {
    title: "squares, all springs",
    cloth: {
      grid: { columns: SIDE, rows: SIDE, width: 1, height: 1, triangles: "right", v: [0, 0, 1] },
      springs: { stretch: K, shear: K, bend: K, bendDiagonal: K },
      masses: PARTICLE,
    },
  },
  { title: "right-angled triangles", cloth: { network: rightAngledNetwork() } },
  {
    title: "equilateral triangles",
    cloth: {
      grid: {
        columns: SIDE,
        rows: SIDE,
        width: (SIDE - 1) * EQUILATERAL_SPACING,
        triangles: "equilateral",
        v: [0, 0, 1],
      },
      springs: { stretch: K, bend: K },
      masses: PARTICLE,
    },
  },
];

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
  setup: `Sheets of ${SIDE} × ${SIDE} particles on 1 m², all springs ${K} N/m. The right-angled mesh has structural and flexion springs, and shear and diagonal flexion springs along one of the diagonals; the equilateral one structural and flexion springs. Each is pulled and rolled a little in ${DIRECTIONS.length} directions, and the energy of its springs tells how much it resists, per area; pressing is pulling with the other sign. Squares with all springs stand beside them.`,
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
        claim: "Equilateral triangles take the same computation",
        quantity: "springs a particle in the middle of the sheets, equilateral by right-angled",
        paper: 1,
        measured: equal.springsAParticle / right.springsAParticle,
        holds: { atLeast: 0.95, atMost: 1.05 },
        kind: "fill",
        expected: "holds",
      },
      {
        claim: "They resist stretch and compression more",
        why: `The mean stiffness is ${formatNumber(mean(equal.pull))} N/m against ${formatNumber(mean(right.pull))}: with the same springs the right-angled mesh has longer ones, along its diagonal, and what a spring resists grows with its length. Its weakest direction has ${formatNumber(least(right.pull))} N/m, that of the equilateral one ${formatNumber(least(equal.pull))}.`,
        quantity: "stiffness, mean over directions, equilateral by right-angled",
        measured: mean(equal.pull) / mean(right.pull),
        holds: { atLeast: 1.05 },
        differs: { atLeast: 0.95 },
        kind: "error",
        expected: "does not hold",
      },
      {
        claim: "They resist bending more",
        why: `The mean energy of rolling is ${formatNumber(1000 * mean(equal.roll))} mJ/m² against ${formatNumber(1000 * mean(right.roll))}, again because of the long springs along the diagonal; across it the right-angled mesh has ${formatNumber(1000 * least(right.roll))}, the equilateral one at its weakest ${formatNumber(1000 * least(equal.roll))}.`,
        quantity: "energy of rolling, mean over directions, equilateral by right-angled",
        measured: mean(equal.roll) / mean(right.roll),
        holds: { atLeast: 1.05 },
        differs: { atLeast: 0.95 },
        kind: "error",
        expected: "does not hold",
      },
      {
        claim: "In their weakest direction they resist stretch more",
        from: "ours",
        quantity: "least stiffness over all directions, equilateral by right-angled",
        measured: least(equal.pull) / least(right.pull),
        holds: { atLeast: 1.05 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "In their weakest direction they resist bending more",
        from: "ours",
        quantity: "least energy of rolling over all directions, equilateral by right-angled",
        measured: least(equal.roll) / least(right.roll),
        holds: { atLeast: 1.05 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "Equilateral triangles resist stretch alike in all directions",
        from: "ours",
        quantity: "largest by least stiffness",
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
          { heading: "stiffness, mean [N/m]" },
          { heading: "least [N/m]" },
          { heading: "largest by least" },
          { heading: "rolling, mean [mJ/m²]" },
          { heading: "least [mJ/m²]" },
          { heading: "largest by least" },
        ],
        rows: found.map(({ pull, roll, springsAParticle }, n) => [
          MESHES[n].title,
          springsAParticle,
          mean(pull),
          least(pull),
          unevenness(pull),
          1000 * mean(roll),
          1000 * least(roll),
          unevenness(roll),
        ]),
      },
    ],
    pictures: [{ title: `Held in the middle, after ${STEPS / RATE} s`, pictures }],
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
        y: { label: `energy at a curvature of ${CURVATURE} /m [mJ/m²]` },
        series: found.map(({ roll }, n) => ({
          name: MESHES[n].title,
          points: roll.map((value, k) => [DIRECTIONS[k], 1000 * value] as const),
          mark: "line" as const,
        })),
      },
    ],
    reason:
      "With the same springs the right-angled mesh resists more in the mean, because its springs along the diagonal are longer and as stiff: what they resist grows with a high power of their length. But it does so in one direction only. Across that diagonal, where cloth gives way, it resists a fraction of what the equilateral mesh does, which resists alike all around. That is what Wang's mesh is good for, and what the sentence means if it is to hold. Stiffness is that of a sheet that may not narrow.",
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
      const simulation = await createSimulation({ ...scene, cloths: [placeAt(cloth, moved)] });
      energies.push(simulation.view.measure().elastic / area);
    }
    return energies;
  };
  const pulled = await energyOf((along, across) => [(1 + STRAIN) * along, 0, across]);
  const rolled = await energyOf((along, across) => [sin(CURVATURE * along) / CURVATURE, (1 - cos(CURVATURE * along)) / CURVATURE, across]);
  return {
    pull: pulled.map((energy) => (2 * energy) / (STRAIN * STRAIN)),
    roll: rolled,
    springsAParticle: await countSprings(scene),
  };
}

/** The same cloth with its particles elsewhere; `positions` has three numbers each. */
function placeAt(cloth: Record<string, unknown>, positions: readonly number[]): Record<string, unknown> {
  if (cloth.network === undefined) return { ...cloth, positions };
  const rows = Array.from({ length: positions.length / 3 }, (_, i) => positions.slice(3 * i, 3 * i + 3));
  return { ...cloth, network: { ...(cloth.network as object), positions: rows } };
}

/** Springs at a particle away from the edges, which is where most are, each counted half. */
async function countSprings(scene: SceneInput): Promise<number> {
  const { cloth } = await buildScene(parseScene(scene), refuseMesh);
  const counts = new Uint32Array(cloth.particleCount);
  for (const end of cloth.springs.ends) counts[end]++;
  return Math.max(...counts) / 2;
}
