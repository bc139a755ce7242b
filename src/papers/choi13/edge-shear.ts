import { timeRuns } from "../../core/time-runs.ts";
import { findFabric } from "../../fabric/fabrics.ts";
import type { Surface } from "../../mesh/surface.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { NetworkInput, SceneInput, SolverInput, SpringRow } from "../../scene/scene-input.ts";
import type { Cell, Experiment, Findings, Picture, Task, Verdict } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, readPositions, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";
import { sheetModuli } from "./network-moduli.ts";
import { meshOutline } from "./outline-mesh.ts";
import { square } from "./panel-outlines.ts";
import { round } from "./panel-scene.ts";

/** Stiffness of every spring [N/m], weight of the square metre [kg], step [s]. */
const STIFFNESS = 200;
const WEIGHT = 0.2;
const STEP = 1 / 240;
/** The angle by which every sheet is sheared before it is let go [rad], and the seconds that it has. */
const ANGLE = 0.3;
const SECONDS = 1.5;
/** A share below this is an error of rounding. */
const ROUNDING = 1e-9;
/** The fabric with which the shear of edges is compared. */
const COTTON = findFabric("cotton");

/** A flat mesh as points (x, y) and the pairs that springs join. */
interface Sheet {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
  readonly pairs: readonly (readonly [number, number])[];
  readonly triangles?: readonly (readonly [number, number, number])[];
}

/** A square of squares, with or without springs across. */
function rectangularSheet(size: number, hasDiagonals: boolean): Sheet {
  const points = Array.from({ length: size * size }, (_, i) => [(i % size) / (size - 1), Math.floor(i / size) / (size - 1)] as const);
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0; i < size * size; i++) {
    const isLast = i % size === size - 1;
    if (!isLast) pairs.push([i, i + 1]);
    if (i + size < size * size) pairs.push([i, i + size]);
    if (!hasDiagonals || i + size >= size * size) continue;
    if (!isLast) pairs.push([i, i + size + 1]);
    if (i % size > 0) pairs.push([i, i + size - 1]);
  }
  return { name: hasDiagonals ? "squares with diagonals" : "squares", points, pairs };
}

/** The square of irregular triangles of the other experiments, a spring on each edge. */
function irregularSheet({ positions, triangles }: Surface): Sheet {
  const points = Array.from({ length: positions.length / 3 }, (_, i) => [positions[3 * i], positions[3 * i + 2]] as const);
  const seen = new Map<string, readonly [number, number]>();
  const corners: [number, number, number][] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const three = [triangles[t], triangles[t + 1], triangles[t + 2]] as const;
    corners.push([...three]);
    for (let c = 0; c < 3; c++) {
      const [a, b] = [three[c], three[(c + 1) % 3]].sort((p, q) => p - q);
      seen.set(`${a} ${b}`, [a, b]);
    }
  }
  return { name: "irregular triangles", points, pairs: [...seen.values()], triangles: corners };
}

/** The sheet turned into a rhombus by shearing it, no spring along x or y any longer than before, at rest and free. */
function shearedScene({ points, pairs, triangles }: Sheet, solver: SolverInput): SceneInput {
  const [sine, cosine] = [Math.sin(ANGLE), Math.cos(ANGLE)]; // not in a step
  const springs = pairs.map(([a, b]): SpringRow => {
    const [x, y] = [points[a][0] - points[b][0], points[a][1] - points[b][1]];
    return [a, b, round(Math.sqrt(x * x + y * y)), STIFFNESS, "stretch"];
  });
  const network: NetworkInput = {
    positions: points.map(([x, y]) => [round(x + sine * y), round(cosine * y), 0]),
    masses: WEIGHT / points.length,
    springs,
    ...(triangles === undefined
      ? {}
      : {
          triangles,
          material: points.map(([x, y]) => [round(x), round(y)]),
          triangleStiffness: { u: STIFFNESS, v: STIFFNESS, shearU: STIFFNESS, shearV: STIFFNESS },
        }),
  };
  return {
    drape: 1,
    title: "Choi: a sheared sheet",
    description: "A flat sheet that was sheared is let go, without gravity. The springs are on its edges alone.",
    gravity: [0, 0, 0],
    timestep: STEP,
    duration: SECONDS,
    solver,
    cloths: [{ network, damping: { viscous: (4 * WEIGHT) / points.length } }],
    camera: { position: [0.65, 0.5, 2.6], target: [0.65, 0.5, 0] },
  };
}

/** How the sheet as a whole has left the right angle, and how it is turned [rad]: of the linear map that takes its points nearest to where they are. */
function measureShape({ points }: Sheet, x: Float64Array): { readonly shear: number; readonly turn: number } {
  const [mx, my] = [0, 1].map((c) => points.reduce((sum, point) => sum + point[c], 0) / points.length);
  const along = [new Float64Array(3), new Float64Array(3)];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [i, point] of points.entries()) {
    const [px, py] = [point[0] - mx, point[1] - my];
    xx += px * px;
    xy += px * py;
    yy += py * py;
    for (let c = 0; c < 3; c++) {
      along[0][c] += px * x[3 * i + c];
      along[1][c] += py * x[3 * i + c];
    }
  }
  // the columns of (Σ x pᵀ) (Σ p pᵀ)⁻¹, but for a common factor
  const u = along[0].map((value, c) => yy * value - xy * along[1][c]);
  const v = along[1].map((value, c) => xx * value - xy * along[0][c]);
  const dot = (a: Float64Array, b: Float64Array): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const shear = Math.asin(dot(u, v) / Math.sqrt(dot(u, u) * dot(v, v))); // not in a step
  // the mean of the turns of both axes, in the plane
  const turn = (Math.atan2(u[1], u[0]) + Math.atan2(-v[0], v[1])) / 2; // not in a step
  return { shear, turn };
}

interface Released {
  readonly name: string;
  /** Share of the angle that is left. */
  readonly left: number;
  /** By which it has turned in its plane at the end, against the sheet that was not sheared [rad]. */
  readonly turn: number;
  readonly pictures: readonly Picture[];
  /** Milliseconds a step. */
  readonly ms: number;
}

async function release(sheet: Sheet, name: string, solver: SolverInput, task: Task): Promise<Released> {
  const scene = shearedScene(sheet, solver);
  const simulation = await createSimulation(scene);
  const start = measureShape(sheet, readPositions(simulation)).shear;
  const view = { width: 300, height: 250, edges: true, floor: "none" } as const;
  const isDrawn = sheet.triangles !== undefined && solver.method === "linear-edge";
  const pictures = isDrawn ? [await takePicture(simulation, scene, { caption: "let go", ...view })] : [];
  await runSteps(simulation, Math.round(SECONDS / STEP), task);
  if (isDrawn) pictures.push(await takePicture(simulation, scene, { caption: `after ${SECONDS} s`, ...view }));
  const end = measureShape(sheet, readPositions(simulation));
  const [ms] = timeRuns(() => simulation.step(), 20, 100);
  return { name, left: end.shear / start, turn: end.turn, pictures, ms };
}

function judge(
  released: readonly Released[],
  moduli: readonly (readonly [name: string, shear: number, stretch: number])[],
  count: number,
): Verdict[] {
  const [bare, crossed, irregular, triangles] = released;
  const [, shear, stretch] = moduli[2];
  const own = COTTON.shear / Math.sqrt(COTTON.stretchWarp * COTTON.stretchWeft);
  const range = `free sheets of about ${count} vertices, springs of ${STIFFNESS} N/m, sheared by ${ANGLE} rad, ${SECONDS} s after they are let go, linear edges (IVT)`;
  const part = (value: number): string =>
    Math.abs(value) < ROUNDING ? "nothing, to rounding," : `${formatNumber(100 * Math.abs(value), 2)} %`;
  return [
    {
      claim: "A triangular mesh intrinsically tends to come back from shear, due to its structure, with springs at the edges alone.",
      range,
      quantity: "share of the angle that is left, irregular triangles [%]",
      measured: 100 * Math.abs(irregular.left),
      holds: { atMost: 10 },
      differs: { atMost: 50 },
      kind: "motion",
      expected: "holds",
      why: `${part(irregular.left)} is left; of a sheet of squares without diagonals ${part(bare.left)}, for nothing in it resists.`,
    },
    {
      claim: "In rectangular meshes shear can be represented by diagonal springs.",
      range,
      quantity: "share of the angle that is left, squares with diagonals by squares without [%]",
      measured: 100 * Math.abs(crossed.left / bare.left),
      holds: { atMost: 10 },
      differs: { atMost: 50 },
      kind: "motion",
      expected: "holds",
      why: `With diagonals ${part(crossed.left)} is left, without ${part(bare.left)}. Triangles of the linear triangle model leave ${part(triangles.left)}.`,
    },
    {
      claim: "The result may not be physically accurate.",
      range: `a square of irregular triangles with about ${count} vertices, small strains, against cotton`,
      quantity: "shear modulus by stretch stiffness, edges by cotton",
      measured: shear / stretch / own,
      holds: { atLeast: 2 },
      kind: "error",
      expected: "holds",
      why: `The edges make a sheet of ${formatNumber(shear / STIFFNESS, 3)} k in shear and ${formatNumber(stretch / STIFFNESS, 3)} k in stretch, a ratio of ${formatNumber(shear / stretch, 3)}; cotton has ${formatNumber(own, 2)}. It resists shear ${formatNumber(shear / stretch / own, 2)} times as much.`,
    },
    {
      claim: "Irregular as it is, the mesh has nearly the shear modulus of the regular triangular lattice, √3/4 k.",
      from: "ours",
      range: `a square of irregular triangles with about ${count} vertices, small strains, its border displaced as a whole`,
      quantity: "shear modulus by √3/4 k",
      measured: shear / ((Math.sqrt(3) / 4) * STIFFNESS),
      holds: { atLeast: 0.9, atMost: 1.1 },
      differs: { atLeast: 0.75, atMost: 1.25 },
      kind: "error",
      expected: "holds",
      why: `It is ${formatNumber(shear / STIFFNESS, 3)} k, and √3/4 is ${formatNumber(Math.sqrt(3) / 4, 3)}. So the shear that comes of itself can be told, but not chosen: it goes with the stretch.`,
    },
    {
      claim: "Where computation is scarce, edges alone are cheaper than triangles with shear.",
      range: `${count} vertices`,
      quantity: "time of a step, linear edges by linear triangles, the same mesh",
      measured: irregular.ms / triangles.ms,
      holds: { atMost: 0.9 },
      differs: { atMost: 1 },
      kind: "time",
      expected: "holds",
      why: `${formatNumber(irregular.ms, 2)} against ${formatNumber(triangles.ms, 2)} ms: both solve with as full a factor, and differ by their forces.`,
    },
  ];
}

const degrees = (angle: number): string => formatNumber((180 / Math.PI) * Math.abs(angle), 2);

async function run(task: Task): Promise<Findings> {
  const count = task.isQuick ? 225 : 625;
  const size = Math.round(Math.sqrt(count));
  const irregular = irregularSheet(meshOutline(square, count));
  const sheets = [rectangularSheet(size, false), rectangularSheet(size, true), irregular];
  const edges: SolverInput = { method: "linear-edge" };
  const released: Released[] = [];
  for (const [n, sheet] of sheets.entries()) released.push(await release(sheet, sheet.name, edges, partOf(task, n / 4, (n + 1) / 4)));
  released.push(await release(irregular, "irregular, linear triangles", { method: "linear-triangle" }, partOf(task, 0.75, 1)));
  const moduli = sheets.map(({ name, points, pairs }) => [name, ...sheetModuli(points, pairs, STIFFNESS)] as const);
  const fabric = Math.sqrt(COTTON.stretchWarp * COTTON.stretchWeft);
  return {
    verdicts: judge(released, moduli, count),
    tables: [
      {
        title: "Sheets of springs at the edges: what is left of a shear, and the sheet that they make",
        columns: [
          { heading: "sheet" },
          { heading: "angle left [%]" },
          { heading: "shear [k]" },
          { heading: "stretch [k]" },
          { heading: "their ratio" },
          { heading: "ms a step" },
        ],
        rows: [
          ...moduli.map(([name, shear, stretch], n): Cell[] => [
            name,
            100 * released[n].left,
            shear / STIFFNESS,
            stretch / STIFFNESS,
            shear / stretch,
            released[n].ms,
          ]),
          [released[3].name, 100 * released[3].left, Number.NaN, Number.NaN, Number.NaN, released[3].ms],
          ["cotton", Number.NaN, Number.NaN, Number.NaN, COTTON.shear / fabric, Number.NaN],
        ],
        note: `Left of ${ANGLE} rad. Shear modulus and stretch stiffness for small strains: the border is displaced as a whole, the inside finds its rest.`,
      },
    ],
    pictures: [{ title: "A sheared sheet of irregular triangles, springs at its edges alone", pictures: released[2].pictures }],
    plots: [],
    reason:
      `Three springs around a triangle fix its shape, so that a sheet of triangles cannot be sheared without stretching an edge: shear comes of itself, here ${formatNumber(moduli[2][1] / moduli[2][2], 2)} times as stiff as stretch. Cloth is not like that. Woven fabric is tens to hundreds of times softer in shear than along its threads, and drapes because of it; triangles with a shear stiffness of their own can be given that, for a little more time a step.\n\n` +
      `The sheet that has sprung back is turned by ${degrees(released[2].turn)}°: shearing it along one side is a symmetric shear and a turn by about half the angle (${degrees(ANGLE / 2)}°), and as it is let go at rest and free, nothing turns it back.`,
  };
}

/** Vertices of the scene in the page. */
const LIVE_COUNT = 250;

export const edgeShear: Experiment = {
  paper: "choi13",
  name: "edge-shear",
  title: "Sections 3.3 and 3.4: edges alone against shear",
  place: "Sections 3.3 and 3.4, A Killer Application of This Model",
  claim:
    "On an irregular triangular mesh linear springs at the edges alone give shear behaviour as a by-product: not physically accurate, but very fast.",
  setup: `Sheets of springs, squares without and with diagonals and irregular triangles, are sheared by ${ANGLE} rad and let go without gravity; the moduli of the sheets that the springs make are computed for small strains and held against those of cotton.`,
  get scene() {
    return shearedScene(irregularSheet(meshOutline(square, LIVE_COUNT)), { method: "linear-edge" });
  },
  live: {
    knobs: [
      {
        label: "what resists shear",
        choices: [
          { name: "edges alone", set: { solver: { method: "linear-edge" } } },
          { name: "triangles as stiff", set: { solver: { method: "linear-triangle" } } },
          {
            name: "triangles, shear of a hundredth",
            set: {
              solver: { method: "linear-triangle" },
              "cloths.0.network.triangleStiffness": { u: STIFFNESS, v: STIFFNESS, shearU: STIFFNESS / 100, shearV: STIFFNESS / 100 },
            },
          },
        ],
      },
    ],
    gauges: ["strain", "speed", "ms"],
    look: "The sheared sheet springs back with edges alone as fast as with stiff triangles; with the shear of a real fabric it takes its time.",
  },
  seconds: { quick: 3, full: 8 },
  isTimed: true,
  run,
};
