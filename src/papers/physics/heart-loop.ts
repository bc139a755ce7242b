import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Live, Picture, Series, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, readPositions, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";
import { clampedColumns, GRAVITY, ROWS, rigidityFor, stripFabric } from "./bending-strip.ts";
import { type KnownAnswer, knownTable, worstError } from "./known-answer.ts";

/**
 * Peirce's heart loop [Peirce30]: both ends of a strip are clamped together, pointing up, and the loop hangs down by l from the clamp. l/L against σgL³/B,
 * 0 for a strip without weight, by the boundary value problem of the elastica; Peirce's own constant for the first is 0.1337.
 */
const HEART: readonly (readonly [G: number, length: number])[] = [
  [0, 0.13386],
  [10, 0.13954],
  [20, 0.14506],
  [50, 0.16069],
  [100, 0.18404],
  [200, 0.22239],
  [500, 0.29407],
];
/** Odd, so that a column lies in the middle. */
const CELLS = [15, 31, 63];
const FINEST = CELLS[CELLS.length - 1];
const QUICK_LOADS = [50];
const PICTURED = [0, 50, 200];
const STEPS = 25;
const TIMESTEP = 0.4;
/** Without weight any rigidity gives the same shape; this is that of G = 10. */
const WEIGHTLESS = 10;

function heartScene(cells: number, G: number): SceneInput {
  const columns = cells + 2;
  const spacing = 1 / cells;
  const half = startLoop((columns - 1) / 2, spacing);
  const positions: number[] = [];
  for (let row = 0; row < ROWS; row++) {
    for (let c = 0; c < columns; c++) {
      const mirrored = c > (columns - 1) / 2;
      const [x, y] = half[mirrored ? columns - 1 - c : c];
      positions.push(mirrored ? -x : x, y, row * spacing);
    }
  }
  const size = { columns, rows: ROWS, width: spacing * (columns - 1), height: spacing * (ROWS - 1) };
  return {
    drape: 1,
    title: "Heart loop",
    gravity: [0, G === 0 ? 0 : -GRAVITY, 0],
    timestep: TIMESTEP,
    duration: TIMESTEP * STEPS,
    solver: { method: "newton-euler", tolerance: 1e-7 },
    cloths: [
      {
        grid: { ...size, v: [0, 0, 1] },
        positions,
        fabric: stripFabric(rigidityFor(G === 0 ? WEIGHTLESS : G), 2),
        stretch: "free",
        pins: clampedColumns(columns, [0, 1, columns - 2, columns - 1]),
      },
    ],
    camera: { position: [0.4, 0.11, 0.41], target: [0.005, -0.055, 0.02] },
  };
}

/**
 * Half a loop to start from, links + 1 points from the clamp to the lowest: the direction turns by 270°, from up to sideways, evenly but for a
 * term that brings its end under the clamp.
 */
function startLoop(links: number, spacing: number): [number, number][] {
  const walk = (bulge: number): [number, number][] => {
    const points: [number, number][] = [[0, -spacing / 2]];
    for (let n = 0; n < links; n++) {
      const sigma = Math.max(0, (n - 0.5) / (links - 1));
      const angle = Math.PI * (0.5 - 1.5 * sigma) + bulge * Math.sin(Math.PI * sigma); // not in a step
      const [x, y] = points[n];
      points.push([n === 0 ? 0 : x + spacing * Math.cos(angle), y + spacing * Math.sin(angle)]); // not in a step
    }
    return points;
  };
  let [low, high] = [-2, 2];
  for (let n = 0; n < 60; n++) {
    const middle = 0.5 * (low + high);
    const end = walk(middle)[links][0];
    if (end > 0 === walk(low)[links][0] > 0) low = middle;
    else high = middle;
  }
  return walk(low);
}

const live: Live = {
  scene: { ...heartScene(31, 50), timestep: 1 / 60 },
  knobs: [
    {
      label: "σgL³/B",
      choices: [10, 50, 200].map((G) => ({ name: String(G), set: { "cloths.0.fabric.bending": rigidityFor(G) } })),
      start: 1,
    },
  ],
  gauges: ["fall", "speed", "strain"],
  look: "The softer the strip, the further its loop hangs down: 14 % of its length when it is stiff, 22 % at 200.",
};

export const heartLoop: Experiment = {
  paper: "physics",
  name: "heart-loop",
  title: "Heart loop: how far limp cloth hangs",
  place: "Peirce 1930; ASTM D1388, option B",
  claim: `A loop whose ends are clamped together pointing up hangs down by l/L = ${HEART[0][1]} without weight, and further by σgL³/B alone.`,
  setup:
    "The strip of the cantilever, both ends clamped by two columns at the same place. It starts as a rough loop and is brought to rest by long implicit steps. No contact: the loop meets itself nowhere.",
  scene: {
    ...heartScene(31, 50),
    description: "Both ends of a strip are clamped together, pointing up; the loop hangs down as a heart.",
  },
  live,
  seconds: { quick: 5, full: 28 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const loads = HEART.filter(([G]) => !task.isQuick || QUICK_LOADS.includes(G));
  const answers: KnownAnswer[] = [];
  const shapes: Series[] = [];
  const pictures: Picture[] = [];
  const measuredCurve: [number, number][] = [];
  for (const [n, [G, known]] of loads.entries()) {
    const ours: number[] = [];
    for (const [k, cells] of CELLS.entries()) {
      const scene = heartScene(cells, G);
      const simulation = await createSimulation(scene);
      const at = (n + k / CELLS.length) / loads.length;
      await runSteps(simulation, STEPS, partOf(task, at, at + 1 / (CELLS.length * loads.length)));
      const x = readPositions(simulation);
      const columns = cells + 2;
      ours.push(-x[3 * (columns + (columns - 1) / 2) + 1]);
      if (k < CELLS.length - 1) continue;
      const points = Array.from({ length: columns }, (_, c): [number, number] => {
        return [x[3 * (columns + c)], x[3 * (columns + c) + 1]];
      });
      if (PICTURED.includes(G)) {
        shapes.push({ name: G === 0 ? "without weight" : `σgL³/B = ${G}`, points, mark: "line" });
        const caption = G === 0 ? "without weight" : `σgL³/B = ${G}`;
        pictures.push(await takePicture(simulation, scene, { caption }));
      }
      if (G > 0) measuredCurve.push([G, ours[k]]);
    }
    answers.push({ name: G === 0 ? "without weight" : `σgL³/B = ${G}`, known, ours });
  }
  const usual = answers.filter((_, n) => QUICK_LOADS.includes(loads[n][0]));
  return {
    verdicts: [
      {
        claim: `The loop hangs as far as the elastica says, for σgL³/B = ${QUICK_LOADS.join(", ")}`,
        range: `σgL³/B = ${QUICK_LOADS.join(", ")}; ${CELLS.join(", ")} cells, at rest`,
        why: `${formatNumber(usual[0].ours[CELLS.length - 1], 4)} of the length where the elastica has ${formatNumber(usual[0].known, 4)}.`,
        quantity: `largest error of l/L, ${FINEST} cells [%]`,
        measured: worstError(usual),
        holds: { atMost: 1 },
        differs: { atMost: 3 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "The error falls with the spacing",
        range: `σgL³/B = ${QUICK_LOADS.join(", ")}; ${CELLS[0]} to ${FINEST} cells`,
        why: `From ${formatNumber(worstError(usual, 0), 2)} to ${formatNumber(worstError(usual), 2)} %: the tight bends at the top are a few cells long.`,
        quantity: `largest error with ${CELLS[0]} cells over that with ${FINEST} [−]; second order gives ${Math.round((FINEST / CELLS[0]) ** 2)}`, // not in a step
        measured: worstError(usual, 0) / worstError(usual),
        holds: { atLeast: 9 },
        differs: { atLeast: 3 },
        kind: "error",
        expected: "holds",
      },
    ],
    tables: [
      knownTable(
        "Length of the loop l/L",
        "load",
        CELLS.map((cells) => `${cells} cells`),
        answers,
      ),
    ],
    pictures: [{ title: `The loop at rest, ${FINEST} cells`, pictures }],
    plots: [
      {
        title: "Length of the loop against load",
        x: { label: "σgL³/B", isLogarithmic: true },
        y: { label: "l/L" },
        series: [
          { name: "elastica", points: HEART.filter(([G]) => G > 0), mark: "line", isTruth: true },
          { name: `ours, ${FINEST} cells`, points: measuredCurve, mark: "points" },
        ],
      },
      { title: `Shapes, ${FINEST} cells`, x: { label: "x/L" }, y: { label: "y/L" }, series: shapes, isShape: true },
    ],
    reason:
      "From clamp to clamp the strip turns by 540°, and it has no free end: so it tells limp cloths apart where a cantilever only hangs down. What is left of the error is the square of the spacing against the tight bends at the top.",
  };
}
