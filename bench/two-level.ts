/**
 * How far `two-level` is from the motion converged in time, and what a frame costs, beside the midpoint rule with one solve a step (33 a frame): the race's swinging sheet,
 * cotton that swings, cotton on an irregular mesh, and the race's sheet that falls on a ball with friction.
 *
 *     npm run bench -- two-level [swing-32] [swing-80] [swing-160] [swing-316] [cotton] [cotton-129] [irregular] [sphere-32] [sphere-80]
 *
 * Without names all are taken. Roughness is that of the last frame over 1.6 cm (`measureRoughness`), beside the converged cloth's. The motions converged in time are kept under .cache; those of cotton are symplectic Euler's with many short steps.
 */
import { createSimulation, type SceneInput } from "../src/index.ts";
import { irregularSheet } from "../test/mesh/hat-meshes.ts";
import { drapeScene } from "./race/contestants/drape.ts";
import { seenLike } from "./race/kept-motion.ts";
import type { RaceCloth } from "./race/race-cloth.ts";
import { findTruth } from "./race/reference.ts";
import { sphere } from "./race/scenes/sphere.ts";
import { swing } from "./race/scenes/swing.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";
import { cachedTrajectory, frameDistance } from "./support/trajectory.ts";

type Solver = NonNullable<SceneInput["solver"]>;
type Frames = readonly Float64Array[];

interface Case {
  readonly name: string;
  scene(solver: Solver, steps: number): SceneInput;
  findTruth(): Promise<Frames>;
  /** Those of a cloth's positions that a frame of the truth has. */
  pick(x: Float64Array, frame: Float64Array): Float64Array;
  /** Vertices along a side of a square metre, where roughness is to be measured. */
  readonly side?: number;
}

const FRAMES = 60;
const FRAME = 1 / 60;

/** Each with its steps a frame. */
const SOLVERS: readonly (readonly [name: string, solver: Solver, steps: number])[] = [
  ["4 × 9²", { method: "two-level" }, 1],
  ["8 × 17²", { method: "two-level", substeps: 8, hats: 17 }, 1],
  ["midpoint, 33 solves", { method: "linear-edge", integrator: "midpoint" }, 33],
];

async function raceCase(name: string, cloth: RaceCloth): Promise<Case> {
  return {
    name,
    scene: (solver, steps) => drapeScene(cloth, steps, solver),
    async findTruth() {
      const truth = await findTruth(cloth, "once");
      if (truth === undefined) throw new Error(`${name} has no converged motion`);
      return truth.frames;
    },
    pick: (x, frame) => seenLike(x, cloth, frame),
  };
}

/** Cotton held by two corners and let go from horizontal; so many steps a frame are short enough for symplectic Euler. */
function cottonCase(name: string, cloth: object, enough: number): Case {
  const scene = (solver: Solver, steps: number): SceneInput =>
    ({ drape: 1, timestep: FRAME / steps, solver, cloths: [{ fabric: "cotton", ...cloth }] }) as SceneInput;
  return {
    name,
    scene,
    findTruth: async () =>
      (await cachedTrajectory(scene({ method: "symplectic-euler" }, enough), enough, FRAMES, `two-level-${name}-${enough}`)).frames,
    pick: (x) => x,
  };
}

function cottonSheet(side: number): object {
  return { grid: { columns: side, rows: side, width: 1, height: 1, v: [0, 0, 1] }, pins: ["top-left", "top-right"] };
}

const WRINKLE = 0.016;

/** How far a vertex is from the middle of those at the distance of a wrinkle on both sides of it, along both directions of a lattice: twice that, root mean square, as a share of the distance. */
function measureRoughness(x: Float64Array, side: number): number {
  const s = Math.max(1, Math.round(WRINKLE * (side - 1)));
  let squares = 0;
  const add = (i: number, by: number): void => {
    for (let c = 0; c < 3; c++) squares += (x[3 * (i - by) + c] + x[3 * (i + by) + c] - 2 * x[3 * i + c]) ** 2;
  };
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      if (column >= s && column + s < side) add(row * side + column, s);
      if (row >= s && row + s < side) add(row * side + column, s * side);
    }
  }
  return (Math.sqrt(squares / (side * side)) * (side - 1)) / s;
}

function irregularCloth(): object {
  const { triangles, rest } = irregularSheet({ columns: 100, rows: 100, seed: 1 });
  const { coordinates: x } = rest;
  const positions = Array.from({ length: x.length / 2 }, (_, i) => [x[2 * i], 0, x[2 * i + 1]]);
  const near = (u: number, v: number): number =>
    positions.reduce(
      (best, [a, , b], i) => (Math.hypot(a - u, b - v) < Math.hypot(positions[best][0] - u, positions[best][2] - v) ? i : best),
      0,
    );
  return { mesh: { positions: positions.flat(), triangles: [...triangles] }, pins: [near(0, 0), near(1, 0)] };
}

const CASES: Readonly<Record<string, () => Case | Promise<Case>>> = {
  "swing-32": async () => raceCase("swing-32", await swing.createCloth(32)),
  "swing-80": async () => raceCase("swing-80", await swing.createCloth(80)),
  "swing-160": async () => raceCase("swing-160", await swing.createCloth(160)),
  "swing-316": async () => raceCase("swing-316", await swing.createCloth(316)),
  cotton: () => cottonCase("cotton", cottonSheet(80), 900),
  "cotton-129": () => ({ ...cottonCase("cotton-129", cottonSheet(129), 1450), side: 129 }),
  irregular: () => cottonCase("irregular", irregularCloth(), 4000),
  "sphere-32": async () => raceCase("sphere-32", await sphere.createCloth(32)),
  "sphere-80": async () => raceCase("sphere-80", await sphere.createCloth(80)),
};

async function measure({ name, scene, pick, side }: Case, truth: Frames, [label, solver, steps]: (typeof SOLVERS)[number]): Promise<Row> {
  const simulation = await createSimulation(scene(solver, steps), { threads: 1 });
  const x = new Float64Array(3 * simulation.particleCount);
  const times: number[] = [];
  let squares = 0;
  let caught = 0;
  let strain = 0;
  let failure = "";
  try {
    for (let n = 0; n < FRAMES; n++) {
      const { user, system } = process.cpuUsage();
      for (let k = 0; k < steps; k++) {
        simulation.step();
        caught += simulation.report.caught ?? 0;
      }
      const spent = process.cpuUsage();
      times.push((spent.user - user + spent.system - system) / 1000);
      simulation.readPositions(x);
      squares += frameDistance(pick(x, truth[n]), truth[n]) ** 2;
      strain = Math.max(strain, simulation.view.measure().strainMean);
    }
  } catch (error) {
    failure = (error as Error).name;
  }
  times.sort((a, b) => a - b);
  return {
    scene: name,
    method: label,
    "RMS [cm]": failure === "" ? (100 * Math.sqrt(squares / FRAMES)).toFixed(2) : failure,
    "ms a frame, median": times[times.length >> 1].toFixed(2),
    "95 %": times[Math.floor(0.95 * times.length)].toFixed(2),
    "mean strain, most [%]": (100 * strain).toFixed(2),
    caught,
    roughness: side === undefined ? "" : measureRoughness(x, side).toFixed(4),
    converged: side === undefined ? "" : measureRoughness(truth[FRAMES - 1], side).toFixed(4),
  };
}

const { words } = readArguments({});
for (const word of words) if (!(word in CASES)) throw new Error(`no scene ${word}; there are: ${Object.keys(CASES).join(", ")}`);
const rows: Row[] = [];
for (const name of words.length > 0 ? words : Object.keys(CASES)) {
  const one = await CASES[name]();
  const truth = await one.findTruth();
  for (const setting of SOLVERS) {
    await measure(one, truth, setting); // what follows finds compiled code
    rows.push(await measure(one, truth, setting));
  }
}
publish("two-level", "one thread, processor time; two-level theta=0.51 turning=0.25", rows);
