/**
 * Oh's Table 1 (its numbers are not in our copy of the paper): a sheet flapped by wind for one second, and the mean velocity error of four methods at
 * h = 0.01 s against a reference, for soft to stiff cloth. The reference is symplectic Euler at 1e-5 s: the explicit Euler of the
 * paper amplifies its stiff modes even at that step.   npm run bench -- oh-table1 [SECONDS]
 */
import { createSimulation, type SceneInput, type Simulation } from "../src/index.ts";
import { publish, type Row } from "./support/table.ts";

const STEP = 0.01;
const REFERENCE_STEP = 1e-5;
const SECONDS = Number(process.argv[2] ?? 2);
const METHODS: readonly SceneInput["solver"][] = [
  { method: "implicit-euler" },
  { method: "bdf2" },
  { method: "paid" },
  { method: "bdf2-paid" },
  { method: "bdf2-paid", tension: "rotated" },
];

/** A rectangle on a triangle mesh with edge springs and cross-edge bending springs [Oh04, Fig. 1], hung by its upper side. */
function flappingSheet(stiffness: number, solver: SceneInput["solver"], timestep: number): SceneInput {
  const columns = 13;
  const rows = 11;
  return {
    drape: 1,
    timestep,
    ...(solver === undefined ? {} : { solver: { ...solver, tolerance: 1e-8 } }),
    cloths: [
      {
        grid: { columns, rows, width: 0.6, triangles: "equilateral" },
        springs: { stretch: stiffness, bend: stiffness / 20 },
        masses: 0.0005,
        damping: { viscous: 0.0001, relative: 0.002 },
        pins: ["top"],
      },
    ],
    wind: { velocity: [0, 0, 2], density: 0.15, until: 0.9999 },
  };
}

function velocitiesOf(simulation: Simulation): Float64Array {
  const out = new Float64Array(3 * simulation.particleCount);
  simulation.readVelocities(out);
  return out;
}

function meanDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 3) {
    sum += Math.sqrt((a[i] - b[i]) ** 2 + (a[i + 1] - b[i + 1]) ** 2 + (a[i + 2] - b[i + 2]) ** 2);
  }
  return (3 * sum) / a.length;
}

const rows: Row[] = [];
for (const stiffness of [10, 50, 200, 1000]) {
  const reference = await createSimulation(flappingSheet(stiffness, { method: "symplectic-euler" }, REFERENCE_STEP));
  const simulations = await Promise.all(
    METHODS.map((solver) => createSimulation(flappingSheet(stiffness, solver, STEP))),
  );
  const errors = METHODS.map(() => 0);
  let speed = 0;
  const steps = Math.round(SECONDS / STEP);
  for (let n = 0; n < steps; n++) {
    for (let k = 0; k < Math.round(STEP / REFERENCE_STEP); k++) reference.step();
    const truth = velocitiesOf(reference);
    speed += meanDistance(truth, new Float64Array(truth.length));
    simulations.forEach((simulation, m) => {
      simulation.step();
      errors[m] += meanDistance(velocitiesOf(simulation), truth);
    });
  }
  const row: Record<string, string | number> = { stiffness, meanSpeed: (speed / steps).toFixed(4) };
  METHODS.forEach((solver, m) => {
    const name = `${solver?.method}${solver?.tension === undefined ? "" : ` ${solver.tension}`}`;
    row[name] = (errors[m] / steps).toFixed(4);
  });
  rows.push(row);
}
console.log(`mean velocity error [m/s] over ${SECONDS} s at h = ${STEP} s; wind for the first second`);
publish("oh-table1", "tolerance=1e-8", rows);
