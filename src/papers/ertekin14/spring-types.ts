import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { partOf, readPositions, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";

interface Springs {
  readonly title: string;
  readonly stretch: number;
  readonly shear?: number;
  readonly bend?: number;
  readonly bendDiagonal?: number;
}

/** Stiffness of all kinds of springs [N/m]; flexion is as stiff as the rest, so that it shows. */
const K = 200;
const TYPES: readonly Springs[] = [
  { title: "structural", stretch: K },
  { title: "structural and shear", stretch: K, shear: K },
  { title: "structural, shear and flexion", stretch: K, shear: K, bend: K },
  { title: "… and diagonal flexion", stretch: K, shear: K, bend: K, bendDiagonal: K },
];
const CAMERAS: Readonly<Record<Hold, SceneInput["camera"]>> = {
  corners: { position: [0.8, -0.3, 2.15], target: [0.5, -0.56, 0.1] },
  side: { position: [1.7, 0.2, 1.9], target: [0.13, -0.42, 0.5] },
  half: { position: [1.66, 0.55, 2.28], target: [0.47, -0.22, 0.47] },
};
const HOLDS: readonly Hold[] = ["corners", "side", "half"];
const SIDE = 15;
const STEPS = 150;
const RATE = 60;
const MASS = 0.2;

/** A sheet of 1 m that hangs from two corners, or is clamped along its left side or in one half up to its diagonal, and held out. */
type Hold = "corners" | "side" | "half";

function sheetScene({ title, ...springs }: Springs, held: Hold): SceneInput {
  const clamped = Array.from({ length: SIDE * SIDE }, (_, i) => i).filter((i) => {
    return held === "side" ? i % SIDE < 2 : (i % SIDE) + Math.floor(i / SIDE) < SIDE;
  });
  return {
    drape: 1,
    title: `Spring types: ${title}`,
    timestep: 1 / RATE,
    duration: STEPS / RATE,
    solver: { method: "implicit-euler", tolerance: 1e-4 },
    cloths: [
      {
        grid: { columns: SIDE, rows: SIDE, width: 1, height: 1, v: held === "corners" ? [0, -1, 0.2] : [0, 0, 1] },
        springs,
        masses: MASS / (SIDE * SIDE),
        damping: { viscous: 0.0012 },
        pins: held === "corners" ? ["top-left", "top-right"] : clamped,
      },
    ],
    camera: CAMERAS[held],
  };
}

export const springTypes: Experiment = {
  paper: "ertekin14",
  name: "spring-types",
  title: "Structural, shear and flexion springs, one by one",
  place: "Section 4",
  claim:
    "Structural springs hold the cloth together, shear springs resist shearing, flexion springs resist bending; a rectangular mesh needs diagonal flexion springs too.",
  setup: `A sheet of ${SIDE} × ${SIDE} particles, 1 m and ${MASS} kg, all springs ${K} N/m, hung from two corners, then clamped along one side, then in one half up to its diagonal. The paper gives no numbers; ours are the mean shear |cos| of the angle between the threads, and the sharpest fold along a line across the clamp.`,
  scene: {
    ...sheetScene(TYPES[2], "corners"),
    description:
      "A sheet with structural, shear and flexion springs, hung from two corners. Take kinds of springs away and see what they did.",
  },
  seconds: { quick: 5, full: 5 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const rows: (string | number)[][] = [];
  const pictures: Picture[][] = [[], [], []];
  const shears: number[] = [];
  const drops: number[] = [];
  const folds: number[] = [];
  const diagonalFolds: number[] = [];
  for (const [n, type] of TYPES.entries()) {
    for (const [k, held] of HOLDS.entries()) {
      const scene = sheetScene(type, held);
      const simulation = await createSimulation(scene);
      const at = (n + k / HOLDS.length) / TYPES.length;
      await runSteps(simulation, STEPS, partOf(task, at, at + 1 / (HOLDS.length * TYPES.length)));
      const x = readPositions(simulation);
      if (held === "corners") shears.push(meanShear(x));
      else if (held === "side") {
        drops.push(meanDrop(x));
        folds.push(sharpestFold(x, ((SIDE - 1) / 2) * SIDE, 1));
      } else diagonalFolds.push(sharpestFold(x, 0, SIDE + 1));
      pictures[k].push(await takePicture(simulation, scene, { caption: type.title, edges: true, width: 250, height: 220 }));
    }
    rows.push([type.title, shears[n], drops[n], folds[n], diagonalFolds[n]]);
  }
  return {
    verdicts: [
      {
        claim: "Shear springs resist shearing",
        quantity: "mean |cos| between threads with shear springs over that without [−]",
        measured: shears[1] / shears[0],
        holds: { atMost: 0.5 },
        differs: { atMost: 0.8 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "Without flexion springs nothing resists bending",
        quantity: "how far the free side sinks without them [m]",
        measured: drops[1],
        holds: { atLeast: 0.9 },
        differs: { atLeast: 0.8 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "Flexion springs resist bending",
        quantity: "sharpest fold at the clamped side with them over without [−]",
        measured: folds[2] / folds[1],
        holds: { atMost: 0.5 },
        differs: { atMost: 0.8 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "A rectangular mesh has a small resistance to diagonal bending, which diagonal flexion springs mend",
        quantity: "sharpest fold at the clamped diagonal with them over flexion alone [−]",
        measured: diagonalFolds[3] / diagonalFolds[2],
        holds: { atMost: 0.8 },
        differs: { atMost: 1 },
        kind: "motion",
        expected: "holds",
      },
    ],
    tables: [
      {
        title: `After ${STEPS / RATE} s`,
        columns: [
          { heading: "springs" },
          { heading: "mean shear |cos|" },
          { heading: "free side sinks [m]" },
          { heading: "sharpest fold, side [°]" },
          { heading: "sharpest fold, diagonal [°]" },
        ],
        rows,
      },
    ],
    pictures: [
      { title: "Hung from two corners", pictures: pictures[0] },
      { title: "Clamped along the left side", pictures: pictures[1] },
      { title: "Clamped in one half, up to the diagonal", pictures: pictures[2] },
    ],
    plots: [],
    reason:
      "With structural springs alone the cells of the mesh fold together like a lattice fence. Flexion springs join every second particle and push when a fold shortens the way between them; that grows with the square of the bend only, so they hardly lift a sheet that hangs down (the column before the folds), but they round off its folds.",
  };
}

/** Mean |cos| of the angle between the two threads at each particle. */
function meanShear(x: Float64Array): number {
  let sum = 0;
  for (let row = 0; row + 1 < SIDE; row++) {
    for (let column = 0; column + 1 < SIDE; column++) {
      const i = 3 * (row * SIDE + column);
      const [p, q] = [i + 3, i + 3 * SIDE];
      let [dot, pp, qq] = [0, 0, 0];
      for (let c = 0; c < 3; c++) {
        const [a, b] = [x[p + c] - x[i + c], x[q + c] - x[i + c]];
        dot += a * b;
        pp += a * a;
        qq += b * b;
      }
      sum += Math.abs(dot) / Math.sqrt(pp * qq);
    }
  }
  return sum / ((SIDE - 1) * (SIDE - 1));
}

/** How far the side opposite the clamp lies below it, on average [m]. */
function meanDrop(x: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < SIDE; row++) sum -= x[3 * (row * SIDE + SIDE - 1) + 1];
  return sum / SIDE;
}

/** The largest angle between neighbouring links of a line of particles [°]. */
function sharpestFold(x: Float64Array, start: number, stride: number): number {
  let least = 1;
  for (let n = 0; n + 2 < SIDE; n++) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * (start + (n + k) * stride));
    let [dot, pp, qq] = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const [p, q] = [x[b + axis] - x[a + axis], x[c + axis] - x[b + axis]];
      dot += p * q;
      pp += p * p;
      qq += q * q;
    }
    least = Math.min(least, dot / Math.sqrt(pp * qq));
  }
  return (180 / Math.PI) * Math.acos(least); // not in a step
}
