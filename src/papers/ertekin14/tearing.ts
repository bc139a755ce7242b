import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { partOf, readPositions, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";

const SIDE = 21;
const MIDDLE = (SIDE - 1) / 2;
const RATE = 60;
/** When the cut is made, and how far it reaches from the lower side: all but the last edges. [s], edges */
const CUT_AT = 1;
const REACH = SIDE - 3;
const SECONDS = 3;

const GRAVITY = 9.81;
/** Four pictures beside each other [pixels]. */
const SHOT = { width: 250, height: 250 } as const;

/** The edges of the middle column, from the lower side up. */
function cutEdges(reach: number): [number, number][] {
  return Array.from({ length: reach }, (_, n) => {
    const row = SIDE - 1 - n;
    return [row * SIDE + MIDDLE, (row - 1) * SIDE + MIDDLE];
  });
}

/** A sheet hung from two corners that is cut up its middle, from the lower side almost to the upper one. */
function tearScene(reach: number): SceneInput {
  return {
    drape: 1,
    title: "Tearing along a cut",
    timestep: 1 / RATE,
    duration: SECONDS,
    solver: { method: "implicit-euler", tolerance: 1e-4 },
    cloths: [
      {
        grid: { columns: SIDE, rows: SIDE, width: 1, height: 1, v: [0, -1, 0.05] },
        fabric: { base: "cotton", damping: 1 },
        pins: ["top-left", "top-right"],
      },
    ],
    events: [{ at: CUT_AT, cut: cutEdges(reach) }],
    camera: { position: [0.5, -0.5, 2.1], target: [0.5, -0.53, 0] },
  };
}

export const tearing: Experiment = {
  paper: "ertekin14",
  name: "tearing",
  title: "Tearing along a cut: new particles are formed",
  place: "Section 7",
  claim: "When cloth tears, new particles are formed.",
  setup: `A sheet of cotton, ${SIDE} × ${SIDE}, hung from two corners, is cut after ${CUT_AT} s from the middle of its lower side up along ${REACH} of ${SIDE - 1} edges. A cut splits the vertices on its way; its last one stays whole. Mass and momentum must not jump.`,
  scene: {
    ...tearScene(REACH),
    description: "A sheet of cotton is cut up its middle after one second; a particle is formed for each vertex on the way of the cut.",
  },
  seconds: { quick: 5, full: 5 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const scene = tearScene(REACH);
  const simulation = await createSimulation(scene);
  const pictures: Picture[] = [];
  await runSteps(simulation, CUT_AT * RATE - 1, partOf(task, 0, 0.3));
  pictures.push(await takePicture(simulation, scene, { caption: "before the cut", edges: true, ...SHOT }));
  const before = simulation.particleCount;
  const momentumBefore = simulation.view.measure().momentum;
  simulation.step();
  simulation.step();
  const added = simulation.particleCount - before;
  const momentumAfter = simulation.view.measure().momentum;
  const [massBefore, massAfter] = await weigh();
  const jump = Math.max(...momentumAfter.map((value, c) => Math.abs(value - momentumBefore[c])));
  const gaps: [number, number][] = [];
  const shots = [CUT_AT + 0.3, CUT_AT + 0.8, SECONDS];
  for (const [n, time] of shots.entries()) {
    const steps = Math.round(time * RATE) - Math.round(simulation.time * RATE);
    for (let k = 0; k < steps; k++) {
      if (k % 10 === 0) await task.progress(0.3 + (0.7 * (n + k / steps)) / shots.length);
      simulation.step();
      gaps.push([simulation.time, gapOf(simulation.origin, readPositions(simulation))]);
    }
    pictures.push(await takePicture(simulation, scene, { caption: `${(time - CUT_AT).toFixed(1)} s after it`, edges: true, ...SHOT }));
  }
  const widest = Math.max(...gaps.map(([, gap]) => gap));
  return {
    verdicts: [
      {
        claim: "A particle is formed for each vertex on the way of the cut",
        quantity: `particles added; the cut has ${REACH} edges and ends inside`,
        measured: added,
        holds: { atLeast: REACH, atMost: REACH },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "No mass is made or lost",
        from: "ours",
        quantity: "change of the mass, by its fall in the void [%]",
        measured: Math.abs(100 * (massAfter / massBefore - 1)),
        holds: { atMost: 1e-6 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "The cut gives no jolt",
        from: "ours",
        quantity: "change of momentum over two steps, of the weight times their time [−]",
        measured: jump / (massBefore * GRAVITY * (2 / RATE)),
        holds: { atMost: 1 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "The sides of the cut part",
        quantity: "widest gap between a vertex and its copy, at least a cell [m]",
        measured: widest,
        holds: { atLeast: 1 / (SIDE - 1) },
        kind: "motion",
        expected: "holds",
      },
    ],
    tables: [
      {
        title: "Before and after",
        columns: [{ heading: "" }, { heading: "before", digits: 5 }, { heading: "after", digits: 5 }],
        rows: [
          ["particles", before, before + added],
          ["mass [kg]", massBefore, massAfter],
        ],
      },
    ],
    pictures: [{ title: "A sheet that is cut up its middle", pictures }],
    plots: [
      {
        title: "Widest gap of the cut",
        x: { label: "time [s]" },
        y: { label: "gap [m]" },
        series: [{ name: "ours", points: gaps, mark: "line" }],
      },
    ],
    reason:
      "Copies share the mass of their vertex as their triangles share the area around it, and springs along the cut are divided between its sides, so nothing jumps: what changes is that the two sides need not move together. The paper forms particles where springs break; Drape cuts where it is told to.",
  };
}

/** The mass of the cloth before and after the cut [kg]: a free sheet in the void gains the momentum m g h in a step. */
async function weigh(): Promise<[before: number, after: number]> {
  const hung = tearScene(REACH);
  const cloths = hung.cloths.map((cloth) => ({
    ...cloth,
    pins: [],
    fabric: { base: "cotton" as const, damping: 0 },
  }));
  const simulation = await createSimulation({ ...hung, cloths, events: [] });
  const gain = (): number => {
    const from = simulation.view.measure().momentum[1];
    simulation.step();
    return ((from - simulation.view.measure().momentum[1]) * RATE) / GRAVITY;
  };
  const before = gain();
  simulation.edit.cut(cutEdges(REACH));
  return [before, gain()];
}

/** The widest distance between a vertex that was cut and its copies [m]. */
function gapOf(origin: Uint32Array, x: Float64Array): number {
  let widest = 0;
  for (let i = SIDE * SIDE; i < origin.length; i++) {
    const [a, b] = [3 * i, 3 * origin[i]];
    const [p, q, r] = [0, 1, 2].map((c) => x[a + c] - x[b + c]);
    widest = Math.max(widest, Math.sqrt(p * p + q * q + r * r));
  }
  return widest;
}
