import type { Fabric } from "../../fabric/fabric.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { FabricName, SceneInput } from "../../scene/scene-input.ts";
import type { Task } from "../experiment.ts";
import { partOf, readPositions, runSteps } from "../run-steps.ts";
import { bendingLength } from "./cusick-drape.ts";

/** A curve of a test: what was done to the cloth, and the force or moment per width with which it answered. */
export type Curve = readonly (readonly [number, number])[];

/** Of the piece that is stretched and sheared: 20 cm between the jaws, 5 cm of it, as in KES-F; in cells of 1 cm. */
const COLUMNS = 21;
const ROWS = 6;
const CELL = 0.01;
/** Of the piece that is bent: 1 cm between the jaws, in cells of 1 mm. */
const BENT_COLUMNS = 12;
const BENT_CELL = 0.001;
const BENT_ROWS = 3;
/** 500 gf/cm, 8° and 2.5 /cm, to which KES-F goes, and the parts of them at which the curve is read. */
const MOST_PULL = 490.3;
const MOST_STRAIN = 0.1;
const MOST_SHEAR = (8 * Math.PI) / 180;
const MOST_CURVATURE = 250;
const PARTS = [0.25, 0.5, 0.75, 1];
/** The energy is differentiated over this part of the way. */
const STEP = 1e-3;

interface Sheet {
  readonly columns: number;
  readonly rows: number;
  readonly cell: number;
}

/** Elastic energy [J] of a grid of the fabric laid out by `place`, from (u, v) in metres to space. */
async function energyOf(fabric: Fabric, { columns, rows, cell }: Sheet, place: (u: number, v: number) => number[]): Promise<number> {
  const positions: number[] = [];
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) positions.push(...place(cell * c, cell * r));
  const simulation = await createSimulation({
    drape: 1,
    solver: { method: "implicit-euler" },
    cloths: [
      { grid: { columns, rows, width: cell * (columns - 1), height: cell * (rows - 1) }, positions, fabric: fabric.name as FabricName },
    ],
  });
  return simulation.view.measure().elastic;
}

/** The slope of the energy at parts of the way to `most`, over `size`. */
async function slopes(most: number, size: number, energy: (value: number) => Promise<number>): Promise<Curve> {
  const curve: [number, number][] = [[0, 0]];
  for (const part of PARTS) {
    const [low, high] = [most * (part - STEP), most * (part + STEP)];
    curve.push([most * part, ((await energy(high)) - (await energy(low))) / ((high - low) * size)]);
  }
  return curve;
}

/** Pull [N/m] against strain along the warp or the weft, up to 500 gf/cm or a tenth, as the tester KES-FB1 draws it. */
export function tensileCurve(fabric: Fabric, along: "warp" | "weft"): Promise<Curve> {
  const sheet = { columns: COLUMNS, rows: ROWS, cell: CELL };
  const area = CELL * (COLUMNS - 1) * CELL * (ROWS - 1);
  const most = Math.min(MOST_STRAIN, MOST_PULL / (along === "warp" ? fabric.stretchWarp : fabric.stretchWeft));
  return slopes(most, area, (strain) =>
    energyOf(fabric, sheet, (u, v) => (along === "warp" ? [u * (1 + strain), v, 0] : [u, v * (1 + strain), 0])),
  );
}

/** Shear force [N/m] against shear angle [rad] up to 8°, threads keeping their length; there is no hysteresis. */
export function shearCurve(fabric: Fabric): Promise<Curve> {
  const sheet = { columns: COLUMNS, rows: ROWS, cell: CELL };
  const area = CELL * (COLUMNS - 1) * CELL * (ROWS - 1);
  return slopes(
    MOST_SHEAR,
    area,
    (angle) => energyOf(fabric, sheet, (u, v) => [u + v * Math.sin(angle), v * Math.cos(angle), 0]), // not in a step
  );
}

/** Moment per width [N] against curvature [1/m] up to 2.5 /cm: pure bending, as the tester KES-FB2 does it. Its slope is B. */
export function bendingCurve(fabric: Fabric): Promise<Curve> {
  const sheet = { columns: BENT_COLUMNS, rows: BENT_ROWS, cell: BENT_CELL };
  // bending is felt at the columns between the two borders, and on half a cell beside each
  const area = BENT_CELL * (BENT_COLUMNS - 2) * BENT_CELL * (BENT_ROWS - 1);
  return slopes(MOST_CURVATURE, area, (curvature) => {
    // chords keep the length of a cell
    const turn = 2 * Math.asin(0.5 * BENT_CELL * curvature); // not in a step
    return energyOf(fabric, sheet, (u, v) => {
      const angle = (u / BENT_CELL) * turn;
      return [Math.sin(angle) / curvature, v, (1 - Math.cos(angle)) / curvature]; // not in a step
    });
  });
}

/** Secant of a curve at its first reading. */
export function stiffnessOf(curve: Curve): number {
  return curve[1][1] / curve[1][0];
}

/** The slope of the standard [rad]. */
const SLOPE = (41.5 * Math.PI) / 180;
const CELLS = 16;
const STRIP_ROWS = 3;
const STRIP_STEPS = 60;

/** A strip that overhangs by `length` [m], clamped by two columns, which brings its start to half a cell inside. */
function stripScene(fabric: Fabric, length: number): SceneInput {
  const spacing = length / (CELLS + 0.5);
  const columns = CELLS + 2;
  const pins = Array.from({ length: STRIP_ROWS }, (_, row) => [row * columns, row * columns + 1]).flat();
  return {
    drape: 1,
    timestep: 0.02,
    solver: { method: "newton-euler", tolerance: 1e-6 },
    cloths: [
      {
        grid: {
          columns,
          rows: STRIP_ROWS,
          width: spacing * (columns - 1),
          height: spacing * (STRIP_ROWS - 1),
          origin: [-spacing, 0, 0],
          v: [0, 0, 1],
        },
        fabric: { base: fabric.name as FabricName, damping: 3 },
        stretch: "free",
        pins,
      },
    ],
  };
}

/** The angle below the horizontal at which the tip of such a strip is seen from the edge [rad]. */
async function slopeOfStrip(fabric: Fabric, length: number, task: Task): Promise<number> {
  const simulation = await createSimulation(stripScene(fabric, length));
  await runSteps(simulation, STRIP_STEPS, task);
  const x = readPositions(simulation);
  const columns = CELLS + 2;
  const tip = 3 * (2 * columns - 1);
  return Math.atan2(-x[tip + 1], x[tip] + (0.5 * length) / (CELLS + 0.5)); // not in a step
}

/** The bending length [m] of ASTM D1388: half the overhang at which the tip is seen 41.5° below the edge, found by two secant steps. */
export async function cantileverLength(fabric: Fabric, task: Task): Promise<number> {
  let [length, other] = [2 * bendingLength(fabric), 1.9 * bendingLength(fabric)];
  let off = (await slopeOfStrip(fabric, other, partOf(task, 0, 0.3))) - SLOPE;
  for (let n = 0; n < 2; n++) {
    const now = (await slopeOfStrip(fabric, length, partOf(task, 0.3 + 0.35 * n, 0.65 + 0.35 * n))) - SLOPE;
    const next = length - (now * (length - other)) / (now - off);
    [other, off, length] = [length, now, next];
  }
  return 0.5 * length;
}
